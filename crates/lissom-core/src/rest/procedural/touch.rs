//! What these bodies touch: colliders and the ground, as points; each other and animated particles, as balls around the
//! vertices of their surfaces.
//!
//! The ground holds back what slides by friction times what it stopped (Coulomb), more so against bristles. Balls are
//! pushed apart by inverse mass, over and over, until nothing overlaps by more than a little.

use super::memory::Memory;
use super::{Bristles, Creature, Creatures};
use crate::collide::pairs::Ball;
use crate::collide::shape::Placed;
use crate::step::pose;
use crate::template::{Frame, Template};
use glam::{Quat, Vec3};

/// Rounds of pushing balls apart, at most.
const ROUNDS: usize = 24;
/// Overlaps of less than this share of a radius are left.
const LEFT: f32 = 0.03;
/// Room for pairs per row.
const PER_ROW: usize = 8;

#[derive(Debug)]
pub struct Touches {
    /// Around each body, then around each shell.
    boxes: Vec<[Vec3; 2]>,
    /// Animated particles where they are now: centre and radius.
    shells: Vec<Vec<(Vec3, f32)>>,
    pairs: Vec<Pair>,
    near: [Vec<u32>; 2],
    /// What the rounds moved, by row.
    moved: Vec<Vec3>,
    /// The hardest contact of each body: speed, vertex and part.
    bumps: Vec<Option<(f32, usize, u16)>>,
    pub dropped: u32,
}

/// Two balls that may touch: rows, or beyond the last row the place of a shell's particle.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: u32,
    other: Other,
    reach: f32,
    /// How far it was pushed apart, and which way last.
    pushed: f32,
    normal: Vec3,
    friction: f32,
    bodies: [u16; 2],
}

#[derive(Clone, Copy, Debug)]
enum Other {
    Row(u32),
    Held(Vec3),
}

impl Touches {
    pub fn new(creatures: &Creatures) -> Touches {
        let rows = creatures.rows.count;
        let many = creatures.list.len() + creatures.shells.len() > 1;
        let most = creatures.list.iter().map(|c| c.skin.len()).chain(creatures.shells.iter().map(|s| s.slots.len()));
        let most = most.max().unwrap_or(0);
        Touches {
            boxes: vec![[Vec3::ZERO; 2]; creatures.list.len() + creatures.shells.len()],
            shells: creatures.shells.iter().map(|s| vec![(Vec3::ZERO, 0.0); s.slots.len()]).collect(),
            pairs: Vec::with_capacity(if many { rows * PER_ROW } else { 0 }),
            near: [Vec::with_capacity(most), Vec::with_capacity(most)],
            moved: vec![Vec3::ZERO; rows],
            bumps: vec![None; creatures.list.len()],
            dropped: 0,
        }
    }

    /// The hardest contact of a body in its last step: vertex and part.
    pub fn bump(&self, creature: usize) -> Option<(usize, u16)> {
        self.bumps[creature].map(|(_, vertex, part)| (vertex, part))
    }

    fn note(&mut self, creature: usize, speed: f32, vertex: usize, part: u16) {
        if self.bumps[creature].is_none_or(|b| speed > b.0) {
            self.bumps[creature] = Some((speed, vertex, part));
        }
    }
}

/// What contacts are counted by.
pub trait Count {
    fn add(&mut self, parts: [u16; 2], impulse: f32);
}

/// All contacts of the bodies whose step begins now.
pub struct Meet<'a> {
    pub template: &'a Template,
    pub colliders: &'a [[Placed; 2]],
    pub skin: &'a [Frame],
    pub stepping: &'a dyn Fn(&Creature) -> bool,
}

impl Meet<'_> {
    pub fn run(&self, memory: &mut Memory<'_>, touches: &mut Touches, count: &mut dyn Count) {
        let creatures = &self.template.creatures;
        for (index, creature) in creatures.list.iter().enumerate().filter(|(_, c)| (self.stepping)(c)) {
            touches.bumps[index] = None;
            self.colliders(index, creature, memory, touches, count);
        }
        if creatures.list.len() + creatures.shells.len() > 1 {
            self.find(memory, touches);
            self.part(memory, touches, count);
        }
    }

    /// Vertices out of colliders, and held back along them.
    fn colliders(
        &self,
        index: usize,
        creature: &Creature,
        m: &mut Memory<'_>,
        touches: &mut Touches,
        n: &mut dyn Count,
    ) {
        let t = self.template;
        let body = &t.bodies[creature.body];
        let around = bounds(creature, m);
        for (c, [before, placed]) in self.colliders.iter().enumerate() {
            if !t.meets(body, c) || !reaches(placed, &around) {
                continue;
            }
            let friction = (creature.friction * t.colliders[c].friction).sqrt();
            for k in 0..creature.count {
                let row = creature.first + k;
                let x = at(&m.end, row);
                let (distance, normal) = placed.solid.distance(placed.local(x));
                let allowed = allowed(t, row, c);
                let depth = -distance - allowed;
                if depth <= 0.0 || t.creatures.rows.inv_vertex_mass[row] == 0.0 {
                    continue;
                }
                let normal = placed.frame.rotation * normal;
                // How the collider's surface moves, there.
                let carried = placed.frame.point(placed.local(x)) - before.frame.point(placed.local(x));
                let surface = carried / t.settings.substep_secs as f32;
                let v = at(&m.v, row) - surface;
                let into = (-normal.dot(v)).max(0.0);
                let along = v - normal * normal.dot(v);
                let slide = along.length();
                let turn = Quat::from_array(std::array::from_fn(|c| m.warm[c][row]));
                let grip = friction * grip(creature.bristles.as_ref(), k, turn, along) * into;
                let stopped = if slide > 0.0 { along * (grip / slide).min(1.0) } else { Vec3::ZERO };
                add(&mut m.v, row, normal * into - stopped);
                add(&mut m.end, row, normal * depth - stopped * creature.step_secs);
                touches.note(index, into, k, t.colliders[c].part);
                n.add([creature.part, t.colliders[c].part], into * t.creatures.rows.mass[row]);
            }
        }
    }

    /// Pairs of balls that are near each other.
    fn find(&self, m: &Memory<'_>, touches: &mut Touches) {
        let (t, creatures) = (self.template, &self.template.creatures);
        touches.pairs.clear();
        for (k, creature) in creatures.list.iter().enumerate() {
            let radius = creature.skin.iter().map(|&k| radius(t, creature.first + k as usize)).fold(0.0, f32::max);
            let [low, high] = bounds(creature, m);
            touches.boxes[k] = [low - radius, high + radius];
        }
        for (k, shell) in creatures.shells.iter().enumerate() {
            let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
            for (place, &slot) in touches.shells[k].iter_mut().zip(&shell.slots) {
                let slot = slot as usize;
                let (x, q) = pose::animated(t, self.skin, slot);
                let center = Ball::at(t, slot, x, q).center();
                *place = (center, t.ball_radius[slot]);
                (low, high) = (low.min(center - place.1), high.max(center + place.1));
            }
            touches.boxes[creatures.list.len() + k] = [low, high];
        }
        for (a, creature) in creatures.list.iter().enumerate() {
            let steps = (self.stepping)(creature);
            for b in a + 1..creatures.list.len() {
                let other = &creatures.list[b];
                if (steps || (self.stepping)(other)) && meet(t, creature, other.part) {
                    if let Some(overlap) = overlap(&touches.boxes[a], &touches.boxes[b]) {
                        self.find_between(creature, other, &overlap, m, touches);
                    }
                }
            }
            for (k, shell) in creatures.shells.iter().enumerate() {
                let part = t.bodies[shell.body].part;
                if steps && t.bodies[shell.body].part != creature.part && meet(t, creature, part) {
                    if let Some(overlap) = overlap(&touches.boxes[a], &touches.boxes[creatures.list.len() + k]) {
                        self.find_on(creature, k, &overlap, m, touches);
                    }
                }
            }
        }
    }

    fn find_between(&self, a: &Creature, b: &Creature, overlap: &[Vec3; 2], m: &Memory<'_>, touches: &mut Touches) {
        let (t, apart) = (self.template, &self.template.creatures.apart);
        let friction = (a.friction * b.friction).sqrt();
        let mut near = std::mem::take(&mut touches.near);
        for (list, creature) in near.iter_mut().zip([a, b]) {
            list.clear();
            let rows = creature.skin.iter().map(|k| creature.first as u32 + k);
            list.extend(rows.filter(|&r| inside(overlap, at(&m.end, r as usize), radius(t, r as usize))));
        }
        for &i in &near[0] {
            let (x, r) = (at(&m.end, i as usize), radius(t, i as usize));
            for &j in &near[1] {
                let reach = r + radius(t, j as usize);
                if at(&m.end, j as usize).distance_squared(x) < reach * reach && !apart.contains(i as usize, j) {
                    touches.push(Pair {
                        a: i,
                        other: Other::Row(j),
                        reach,
                        pushed: 0.0,
                        normal: Vec3::ZERO,
                        friction,
                        bodies: [a.part, b.part],
                    });
                }
            }
        }
        touches.near = near;
    }

    fn find_on(&self, creature: &Creature, k: usize, overlap: &[Vec3; 2], m: &Memory<'_>, touches: &mut Touches) {
        let (t, creatures) = (self.template, &self.template.creatures);
        let body = &t.bodies[creatures.shells[k].body];
        let friction = (creature.friction * body.params.friction).sqrt();
        for &v in &creature.skin {
            let row = creature.first + v as usize;
            let (x, r) = (at(&m.end, row), radius(t, row));
            if !inside(overlap, x, r) {
                continue;
            }
            for index in 0..touches.shells[k].len() {
                let (center, other) = touches.shells[k][index];
                let code = creatures.rows.count as u32 + creatures.shells[k].slots[index];
                if center.distance_squared(x) < (r + other).powi(2) && !creatures.apart.contains(row, code) {
                    touches.push(Pair {
                        a: row as u32,
                        other: Other::Held(center),
                        reach: r + other,
                        pushed: 0.0,
                        normal: Vec3::ZERO,
                        friction,
                        bodies: [creature.part, body.part],
                    });
                }
            }
        }
    }

    /// Pushes balls apart, then takes from velocities what was pushed, and what rubs.
    fn part(&self, m: &mut Memory<'_>, touches: &mut Touches, count: &mut dyn Count) {
        let (t, creatures) = (self.template, &self.template.creatures);
        let weight = |row: usize| {
            let creature = &creatures.list[owner(creatures, row)];
            if (self.stepping)(creature) { creatures.rows.inv_vertex_mass[row] } else { 0.0 }
        };
        let mut pairs = std::mem::take(&mut touches.pairs);
        for _ in 0..ROUNDS {
            let mut deepest = 0.0_f32;
            for pair in &mut pairs {
                let a = pair.a as usize;
                let (there, wb) = match pair.other {
                    Other::Row(b) => (at(&m.end, b as usize), weight(b as usize)),
                    Other::Held(center) => (center, 0.0),
                };
                let way = at(&m.end, a) - there;
                let length = way.length();
                let depth = pair.reach - length;
                let wa = weight(a);
                if !(depth > 0.0 && wa + wb > 0.0) {
                    continue;
                }
                deepest = deepest.max(depth / radius(t, a));
                pair.normal = if length > 1e-6 * pair.reach { way / length } else { Vec3::Y };
                pair.pushed += depth;
                let push = pair.normal * (depth / (wa + wb));
                self.shift(m, touches, a, push * wa);
                if let Other::Row(b) = pair.other {
                    self.shift(m, touches, b as usize, push * -wb);
                }
            }
            if deepest < LEFT {
                break;
            }
        }
        for pair in pairs.iter().filter(|p| p.pushed > 0.0) {
            let first = owner(creatures, pair.a as usize);
            let h = creatures.list[first].step_secs;
            let speed = pair.pushed / h;
            let vertex = pair.a as usize - creatures.list[first].first;
            touches.note(first, speed, vertex, pair.bodies[1]);
            if let Other::Row(b) = pair.other {
                let second = owner(creatures, b as usize);
                touches.note(second, speed, b as usize - creatures.list[second].first, pair.bodies[0]);
            }
            rub(m, pair, &weight, speed);
            count.add(pair.bodies, speed * creatures.rows.mass[pair.a as usize]);
        }
        for creature in creatures.list.iter().filter(|c| (self.stepping)(c)) {
            for row in creature.first..creature.first + creature.count {
                let moved = std::mem::take(&mut touches.moved[row]);
                if moved != Vec3::ZERO {
                    add(&mut m.v, row, moved / creature.step_secs);
                }
            }
        }
        touches.pairs = pairs;
    }
}

impl Meet<'_> {
    /// Moves a vertex, but not into a collider.
    fn shift(&self, m: &mut Memory<'_>, touches: &mut Touches, row: usize, by: Vec3) {
        let t = self.template;
        let (mut x, start) = (at(&m.end, row) + by, at(&m.end, row));
        let body = &t.bodies[t.creatures.list[owner(&t.creatures, row)].body];
        for (c, [_, placed]) in self.colliders.iter().enumerate() {
            let (distance, normal) = placed.solid.distance(placed.local(x));
            let allowed = allowed(t, row, c);
            if distance < -allowed && by != Vec3::ZERO && t.meets(body, c) {
                x -= placed.frame.rotation * normal * (distance + allowed);
            }
        }
        add(&mut m.end, row, x - start);
        touches.moved[row] += x - start;
    }
}

impl Touches {
    fn push(&mut self, pair: Pair) {
        if self.pairs.len() < self.pairs.capacity() {
            self.pairs.push(pair);
        } else {
            self.dropped += 1;
        }
    }
}

/// Friction between two balls: no more than `friction` times the speed they were pushed apart with.
fn rub(m: &mut Memory<'_>, pair: &Pair, weight: &dyn Fn(usize) -> f32, speed: f32) {
    let a = pair.a as usize;
    let (other, wb) = match pair.other {
        Other::Row(b) => (at(&m.v, b as usize), weight(b as usize)),
        Other::Held(_) => (Vec3::ZERO, 0.0),
    };
    let (v, wa) = (at(&m.v, a) - other, weight(a));
    let along = v - pair.normal * pair.normal.dot(v);
    let slide = along.length();
    if slide > 0.0 && wa + wb > 0.0 {
        let stop = along * ((pair.friction * speed / slide).min(1.0) / (wa + wb));
        add(&mut m.v, a, stop * -wa);
        if let Other::Row(b) = pair.other {
            add(&mut m.v, b as usize, stop * wb);
        }
    }
}

/// How much more friction there is against the bristles.
fn grip(bristles: Option<&Bristles>, vertex: usize, turn: Quat, along: Vec3) -> f32 {
    let Some(bristles) = bristles else { return 1.0 };
    let way = turn * Vec3::from_array(bristles.along.get(vertex).copied().unwrap_or_default());
    if way.dot(along) < 0.0 { 1.0 + bristles.more } else { 1.0 }
}

/// Whose row it is.
fn owner(creatures: &Creatures, row: usize) -> usize {
    creatures.list.partition_point(|c| c.first + c.rows <= row)
}

/// How deep a vertex, as a point, is in a collider in the bind pose. That deep it may be.
fn allowed(t: &Template, row: usize, collider: usize) -> f32 {
    let ball = t.rest_depth[(t.creatures.base + row) * t.colliders.len() + collider];
    (ball - t.reach[t.creatures.base + row]).max(0.0)
}

/// Different bodies of one part meet, too.
pub fn meet(t: &Template, creature: &Creature, part: u16) -> bool {
    creature.part == part || t.touches[usize::from(creature.part) * t.parts.len() + usize::from(part)]
}

pub fn radius(t: &Template, row: usize) -> f32 {
    t.ball_radius[t.creatures.base + row]
}

fn bounds(creature: &Creature, m: &Memory<'_>) -> [Vec3; 2] {
    let range = creature.first..creature.first + creature.count;
    let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
    for c in 0..3 {
        for &value in &m.end[c][range.clone()] {
            low[c] = if value < low[c] { value } else { low[c] };
            high[c] = if value > high[c] { value } else { high[c] };
        }
    }
    [low, high]
}

fn overlap(a: &[Vec3; 2], b: &[Vec3; 2]) -> Option<[Vec3; 2]> {
    let both = [a[0].max(b[0]), a[1].min(b[1])];
    both[0].cmple(both[1]).all().then_some(both)
}

fn inside(around: &[Vec3; 2], x: Vec3, radius: f32) -> bool {
    (x + radius).cmpge(around[0]).all() && (x - radius).cmple(around[1]).all()
}

/// Whether a collider may be within a box.
fn reaches(placed: &Placed, around: &[Vec3; 2]) -> bool {
    placed.solid.bound().is_none_or(|(center, radius)| {
        let center = placed.frame.point(center);
        center.distance_squared(center.clamp(around[0], around[1])) <= radius * radius
    })
}

fn at(x: &[&mut [f32]; 3], row: usize) -> Vec3 {
    Vec3::new(x[0][row], x[1][row], x[2][row])
}

fn add(x: &mut [&mut [f32]; 3], row: usize, by: Vec3) {
    for c in 0..3 {
        x[c][row] += by[c];
    }
}
