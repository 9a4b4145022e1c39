//! What these bodies touch: colliders and the ground, as points; each other and animated particles, as balls around the
//! vertices of their surfaces.
//!
//! The ground holds back what slides by friction times what it stopped (Coulomb), more so against bristles. Balls are
//! pushed apart by inverse mass, over and over, until nothing overlaps by more than a little.

use super::memory::Memory;
use super::work::Ahead;
use super::{Bristles, Creature, Creatures};
use crate::collide::shape::{Placed, Solid};
use crate::lanes::{self, Kernel, LaneWidth, Lanes, Memory as _};
use crate::template::Template;
use glam::{Quat, Vec3};

mod crowd;

pub use crowd::Crowd;

/// Where pushing moved balls so far that they met others, pairs are looked for again, so often at most.
const ATTEMPTS: usize = 64;

/// What the contacts of these bodies are found with, and what came of them.
#[derive(Debug)]
pub struct Touches {
    crowd: Crowd,
    /// By body and rule: the hardest contact that it answers to, speed and vertex.
    bumps: Vec<Vec<Option<(f32, usize)>>>,
    /// Vertices inside a collider.
    inside: Vec<u32>,
}

impl Touches {
    pub fn new(creatures: &Creatures) -> Touches {
        let most = creatures.list.iter().map(|c| c.rows).max().unwrap_or(0);
        Touches {
            crowd: Crowd::new(creatures),
            bumps: creatures.list.iter().map(|c| vec![None; c.stimuli.len()]).collect(),
            inside: Vec::with_capacity(most),
        }
    }

    /// Where the hardest contact of a body in its last step was that a rule answers to.
    pub fn bump(&self, creature: usize, rule: usize) -> Option<usize> {
        self.bumps[creature][rule].map(|(_, vertex)| vertex)
    }

    /// Pairs that found no room since this was last asked.
    pub fn take_dropped(&mut self) -> u32 {
        std::mem::take(&mut self.crowd.dropped)
    }
}

/// Remembers a contact for the rules that answer to it.
fn note(bumps: &mut [Option<(f32, usize)>], t: &Template, creature: &Creature, speed: f32, vertex: usize, part: u16) {
    for (rule, bump) in creature.stimuli.iter().zip(bumps) {
        if rule.feels(t, part) && bump.is_none_or(|b| speed > b.0) {
            *bump = Some((speed, vertex));
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
    pub ahead: &'a [Ahead],
    pub stepping: &'a dyn Fn(&Creature) -> bool,
    pub width: LaneWidth,
}

impl Meet<'_> {
    pub fn run(&self, memory: &mut Memory<'_>, touches: &mut Touches, count: &mut dyn Count) {
        let creatures = &self.template.creatures;
        for (index, creature) in creatures.list.iter().enumerate().filter(|(_, c)| (self.stepping)(c)) {
            touches.bumps[index].fill(None);
            self.colliders(creature, memory, &mut touches.bumps[index], &mut touches.inside, count);
        }
        if creatures.list.len() + creatures.shells.len() > 1 {
            let Touches { crowd, bumps, .. } = touches;
            for attempt in 0..ATTEMPTS {
                crowd.find(self, memory);
                if attempt == 0 {
                    crowd.sides(self, memory);
                }
                let done = crowd.part(self, memory);
                crowd.slow_down(self, memory, bumps, count);
                if done {
                    break;
                }
            }
        }
    }

    /// Vertices out of colliders, and held back along them.
    fn colliders(
        &self,
        creature: &Creature,
        m: &mut Memory<'_>,
        bumps: &mut [Option<(f32, usize)>],
        inside: &mut Vec<u32>,
        count: &mut dyn Count,
    ) {
        let t = self.template;
        let body = &t.bodies[creature.body];
        let around = bounds(creature, m);
        for (c, [before, placed]) in self.ahead[creature.pace].colliders.iter().enumerate() {
            if !t.meets(body, c) || is_clear(placed, &around) {
                continue;
            }
            let (part, friction) = (t.colliders[c].part, (creature.friction * t.colliders[c].friction).sqrt());
            let x = std::array::from_fn(|c| &m.end[c][creature.range()]);
            lanes::run(self.width, Inside { placed, x, count: creature.count, found: inside });
            for k in inside.iter().map(|k| *k as usize) {
                let row = creature.first + k;
                let x = at(&m.end, row);
                let local = placed.local(x);
                let (distance, normal) = placed.solid.distance(local);
                if distance >= 0.0 || t.creatures.rows.inv_vertex_mass[row] == 0.0 {
                    continue;
                }
                let depth = -distance - allowed(t, row, c);
                if depth <= 0.0 {
                    continue;
                }
                let normal = placed.frame.rotation * normal;
                // How the collider's surface moves, there.
                let carried = placed.frame.point(local) - before.frame.point(local);
                let v = at(&m.v, row) - carried / creature.step_secs;
                let into = (-normal.dot(v)).max(0.0);
                let along = v - normal * normal.dot(v);
                let slide = along.length();
                let turn = Quat::from_array(std::array::from_fn(|c| m.warm[c][row]));
                let grip = friction * grip(creature.bristles.as_ref(), k, turn, along) * into;
                let stopped = if slide > 0.0 { along * (grip / slide).min(1.0) } else { Vec3::ZERO };
                add(&mut m.v, row, normal * into - stopped);
                add(&mut m.end, row, normal * depth - stopped * creature.step_secs);
                note(bumps, t, creature, into, k, part);
                count.add([creature.part, part], into * t.creatures.rows.mass[row]);
            }
        }
    }
}

/// Finds the vertices inside a collider, or all where that takes a closer look.
struct Inside<'a> {
    placed: &'a Placed,
    x: [&'a [f32]; 3],
    count: usize,
    found: &'a mut Vec<u32>,
}

impl Kernel for Inside<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Inside { placed, x, count, found } = self;
        found.clear();
        let splat = |v: Vec3| [L::splat(v.x), L::splat(v.y), L::splat(v.z)];
        let load = |row: usize| -> [L; 3] { std::array::from_fn(|c| L::load(x[c], row)) };
        let mut note = |row: usize, mask: L::Mask| {
            let mut bits = L::bits(mask);
            while bits != 0 {
                let k = row + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if k < count {
                    found.push(k as u32);
                }
            }
        };
        // A little early: the closer look decides.
        match placed.solid {
            Solid::Plane { point, normal } => {
                let normal = placed.frame.rotation * normal;
                let level = normal.dot(placed.frame.point(point));
                let ([nx, ny, nz], level) = (splat(normal), L::splat(level + 1e-6 * level.abs().max(1.0)));
                for row in (0..count).step_by(L::WIDTH) {
                    let [px, py, pz] = load(row);
                    note(row, level.greater(nx * px + ny * py + nz * pz));
                }
            }
            Solid::Capsule { a, length: 0.0, radii, inside, .. } => {
                let [cx, cy, cz] = splat(placed.frame.point(a));
                let radius = L::splat(radii[0] * radii[0] * if inside { 1.0 - 1e-5 } else { 1.0 + 1e-5 });
                for row in (0..count).step_by(L::WIDTH) {
                    let [px, py, pz] = load(row);
                    let [dx, dy, dz] = [px - cx, py - cy, pz - cz];
                    let distance2 = dx * dx + dy * dy + dz * dz;
                    note(row, if inside { distance2.greater(radius) } else { radius.greater(distance2) });
                }
            }
            _ => found.extend(0..count as u32),
        }
    }
}

/// How much more friction there is against the bristles.
fn grip(bristles: Option<&Bristles>, vertex: usize, turn: Quat, along: Vec3) -> f32 {
    let Some(bristles) = bristles else { return 1.0 };
    let way = turn * Vec3::from_array(bristles.along.get(vertex).copied().unwrap_or_default());
    if way.dot(along) < 0.0 { 1.0 + bristles.more } else { 1.0 }
}

/// How deep a vertex, as a point, is in a collider in the bind pose. That deep it may be.
fn allowed(t: &Template, row: usize, collider: usize) -> f32 {
    let ball = t.rest_depth[(t.creatures.base + row) * t.colliders.len() + collider];
    (ball - t.reach[t.creatures.base + row]).max(0.0)
}

/// Different bodies of one part meet, too.
pub fn meet(t: &Template, creature: &Creature, part: u16) -> bool {
    if creature.part == part {
        return !t.bodies[creature.body].params.passes_through.contains(&t.parts[usize::from(part)]);
    }
    t.touches[usize::from(creature.part) * t.parts.len() + usize::from(part)]
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

/// Whether nothing in a box can be in a collider: its middle is farther away than its corners.
fn is_clear(placed: &Placed, around: &[Vec3; 2]) -> bool {
    let (middle, half) = ((around[0] + around[1]) * 0.5, (around[1] - around[0]).length() * 0.5);
    placed.solid.distance(placed.local(middle)).0 > half
}

fn at(x: &[&mut [f32]; 3], row: usize) -> Vec3 {
    Vec3::new(x[0][row], x[1][row], x[2][row])
}

fn add(x: &mut [&mut [f32]; 3], row: usize, by: Vec3) {
    for c in 0..3 {
        x[c][row] += by[c];
    }
}
