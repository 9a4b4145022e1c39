//! Many bodies: balls around the vertices of their surfaces, pushed apart.
//!
//! Balls are looked at in bundles of eight that lie together, each with a box around it: bodies, then bundles, then
//! balls are compared.

use super::{Count, Meet, add, allowed, at, meet, note};
use crate::collide::pairs::Ball;
use crate::lanes::{self, Kernel, Lanes, Memory as _};
use crate::rest::procedural::Creatures;
use crate::rest::procedural::memory::Memory;
use crate::step::pose;
use crate::template::{Frame, Lists};
use glam::{Quat, Vec3};
use std::ops::Range;

/// Rounds of pushing balls apart, at most.
const ROUNDS: usize = 32;
/// Overlaps of less than this share of a radius are left.
const LEFT: f32 = 0.05;
/// Pairs this share of their radii apart are kept in mind: others may push them together.
const EARLY: f32 = 0.35;
/// A ball that went farther than this share of its radius may have met others.
const STRAYED: f32 = 0.5 * EARLY;
/// Room for pairs per row.
const PER_ROW: usize = 24;
/// Balls in a bundle.
const BUNDLE: usize = 8;
const NOBODY: u32 = u32::MAX;

/// Balls have numbers: rows first, then animated particles.
#[derive(Debug)]
pub struct Crowd {
    /// By ball.
    places: Vec<Vec3>,
    radii: Vec<f32>,
    /// By animated particle: how fast it is.
    carried: Vec<Vec3>,
    /// By row: how easily it moves, whose it is, and how far the rounds moved it.
    weights: Vec<f32>,
    owners: Vec<u32>,
    moved: Vec<Vec3>,
    /// By body, then by shell: its bundles, and the box around it.
    bodies: Vec<(Range<usize>, Box)>,
    bundles: Vec<Bundle>,
    pairs: Vec<Pair>,
    /// Rows that may be pushed into a collider: row, way out, and how far along it at least.
    walls: Vec<(u32, Vec3, f32)>,
    seen: Vec<bool>,
    pub dropped: u32,
}

#[derive(Clone, Copy, Debug)]
struct Box {
    low: Vec3,
    high: Vec3,
}

impl Box {
    const EMPTY: Box = Box { low: Vec3::MAX, high: Vec3::MIN };

    fn with(self, o: Box) -> Box {
        Box { low: self.low.min(o.low), high: self.high.max(o.high) }
    }

    #[inline(always)]
    fn meets(&self, o: &Box) -> bool {
        let apart = (self.low.x > o.high.x) | (self.low.y > o.high.y) | (self.low.z > o.high.z);
        !(apart | (o.low.x > self.high.x) | (o.low.y > self.high.y) | (o.low.z > self.high.z))
    }
}

/// Balls that lie together, side by side.
#[derive(Clone, Debug)]
struct Bundle {
    balls: [u32; BUNDLE],
    x: [[f32; BUNDLE]; 3],
    radius: [f32; BUNDLE],
    around: Box,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    a: u32,
    b: u32,
    reach: f32,
    /// How far it was pushed apart, and which way last.
    pushed: f32,
    normal: Vec3,
    /// They are behind each other's surface: only this way leads out.
    sided: bool,
}

impl Crowd {
    pub fn new(creatures: &Creatures) -> Crowd {
        let rows = creatures.rows.count;
        let many = creatures.list.len() + creatures.shells.len() > 1;
        let mut balls: Vec<Vec<u32>> =
            creatures.list.iter().map(|c| c.skin.iter().map(|k| c.first as u32 + k).collect()).collect();
        let mut count = rows as u32;
        for shell in &creatures.shells {
            balls.push((count..count + shell.slots.len() as u32).collect());
            count += shell.slots.len() as u32;
        }
        let (mut bodies, mut bundles) = (Vec::new(), Vec::new());
        for balls in balls.iter().filter(|_| many) {
            let first = bundles.len();
            bundles.extend(balls.chunks(BUNDLE).map(|some| Bundle {
                balls: std::array::from_fn(|k| some.get(k).copied().unwrap_or(NOBODY)),
                // What is not there is nowhere near.
                x: [[f32::MAX; BUNDLE]; 3],
                radius: [0.0; BUNDLE],
                around: Box::EMPTY,
            }));
            bodies.push((first..bundles.len(), Box::EMPTY));
        }
        Crowd {
            places: vec![Vec3::ZERO; count as usize],
            radii: vec![0.0; count as usize],
            carried: vec![Vec3::ZERO; count as usize - rows],
            weights: vec![0.0; rows],
            owners: creatures.list.iter().enumerate().flat_map(|(k, c)| vec![k as u32; c.rows]).collect(),
            moved: vec![Vec3::ZERO; rows],
            bodies,
            bundles,
            pairs: Vec::with_capacity(if many { rows * PER_ROW } else { 0 }),
            walls: Vec::with_capacity(if many { rows } else { 0 }),
            seen: vec![false; rows],
            dropped: 0,
        }
    }

    /// Pairs of balls that touch, and what keeps their owners from going into colliders.
    pub fn find(&mut self, of: &Meet<'_>, m: &Memory<'_>) {
        let (t, creatures) = (of.template, &of.template.creatures);
        self.place(of, m);
        self.bundle();
        self.pairs.clear();
        let count = creatures.list.len();
        for a in 0..count {
            let creature = &creatures.list[a];
            let steps = (of.stepping)(creature);
            for b in a + 1..self.bodies.len() {
                if !self.bodies[a].1.meets(&self.bodies[b].1) {
                    continue;
                }
                let (part, moves) = match creatures.list.get(b) {
                    Some(other) => (other.part, steps || (of.stepping)(other)),
                    None => (t.bodies[creatures.shells[b - count].body].part, steps),
                };
                if moves && meet(t, creature, part) {
                    let Crowd { pairs, dropped, bundles, bodies, .. } = self;
                    let code = |ball: u32| match b.checked_sub(count) {
                        // Animated particles go by their slots.
                        Some(shell) => {
                            let first = bundles[bodies[b].0.start].balls[0];
                            creatures.rows.count as u32 + creatures.shells[shell].slots[(ball - first) as usize]
                        }
                        None => ball,
                    };
                    let (from, to) = (&bundles[bodies[a].0.clone()], &bundles[bodies[b].0.clone()]);
                    lanes::run(
                        of.width,
                        Near { from, to, around: bodies[b].1, apart: &creatures.apart, code, pairs, dropped },
                    );
                }
            }
        }
        self.walls(of);
    }

    /// Which pairs have gone through each other. To be asked before anything is pushed.
    pub fn sides(&mut self, of: &Meet<'_>, m: &Memory<'_>) {
        let rows = &of.template.creatures.rows;
        let outwards = |row: usize| {
            let turn = Quat::from_array(std::array::from_fn(|c| m.warm[c][row]));
            turn * Vec3::new(rows.normal[0][row], rows.normal[1][row], rows.normal[2][row])
        };
        for pair in self.pairs.iter_mut().filter(|p| (p.b as usize) < rows.count) {
            let way = self.places[pair.a as usize] - self.places[pair.b as usize];
            let (ours, theirs) = (outwards(pair.a as usize), outwards(pair.b as usize));
            if way.dot(theirs) < 0.0 && way.dot(ours) > 0.0 && ours.dot(theirs) < 0.0 {
                pair.normal = (theirs - ours).normalize_or(Vec3::Y);
                pair.sided = true;
            }
        }
    }

    /// Where balls are, and how easily they move.
    fn place(&mut self, of: &Meet<'_>, m: &Memory<'_>) {
        let (t, creatures) = (of.template, &of.template.creatures);
        for creature in &creatures.list {
            for row in creature.first..creature.first + creature.count {
                self.places[row] = at(&m.end, row);
                self.radii[row] = t.reach[creatures.base + row];
            }
            let weights = &mut self.weights[creature.range()];
            if (of.stepping)(creature) {
                weights.copy_from_slice(&creatures.rows.inv_vertex_mass[creature.range()]);
            } else {
                weights.fill(0.0);
            }
        }
        let slots = creatures.shells.iter().flat_map(|shell| &shell.slots);
        for (k, &slot) in slots.enumerate() {
            // Where a step of the longest kind ends.
            let Some(ahead) = of.ahead.last() else { continue };
            let center = |skin: &[Frame]| {
                let (x, q) = pose::animated(t, skin, slot as usize);
                Ball::at(t, slot as usize, x, q).center()
            };
            let (from, to) = (center(&ahead.before), center(&ahead.after));
            self.places[creatures.rows.count + k] = to;
            self.carried[k] = (to - from) / (ahead.every as f32 * t.settings.substep_secs as f32);
            self.radii[creatures.rows.count + k] = t.ball_radius[slot as usize];
        }
    }

    fn bundle(&mut self) {
        let Crowd { places, radii, bodies, bundles, .. } = self;
        for (range, whole) in bodies {
            *whole = Box::EMPTY;
            for bundle in &mut bundles[range.clone()] {
                bundle.around = Box::EMPTY;
                for k in 0..BUNDLE {
                    let ball = bundle.balls[k];
                    if ball == NOBODY {
                        break;
                    }
                    let (x, radius) = (places[ball as usize], radii[ball as usize]);
                    for c in 0..3 {
                        bundle.x[c][k] = x[c];
                    }
                    bundle.radius[k] = radius;
                    bundle.around =
                        bundle.around.with(Box { low: x - radius * (1.0 + EARLY), high: x + radius * (1.0 + EARLY) });
                }
                *whole = whole.with(bundle.around);
            }
        }
    }

    /// Where the balls of pairs must not be pushed to.
    fn walls(&mut self, of: &Meet<'_>) {
        let (t, creatures) = (of.template, &of.template.creatures);
        self.walls.clear();
        let rows = creatures.rows.count;
        for ball in self.pairs.iter().flat_map(|p| [p.a as usize, p.b as usize]).filter(|b| *b < rows) {
            if std::mem::replace(&mut self.seen[ball], true) || self.weights[ball] == 0.0 {
                continue;
            }
            let body = &t.bodies[creatures.list[self.owners[ball] as usize].body];
            let colliders = &of.ahead[creatures.list[self.owners[ball] as usize].pace].colliders;
            for (c, [_, placed]) in colliders.iter().enumerate().filter(|(c, _)| t.meets(body, *c)) {
                let x = self.places[ball];
                let (distance, normal) = placed.solid.distance(placed.local(x));
                let room = distance + allowed(t, ball, c);
                // No ball is pushed farther than this before walls are looked for again.
                if room < t.reach[creatures.base + ball] && self.walls.len() < self.walls.capacity() {
                    let normal = placed.frame.rotation * normal;
                    self.walls.push((ball as u32, normal, normal.dot(x) - room));
                }
            }
        }
        for pair in &self.pairs {
            for ball in [pair.a as usize, pair.b as usize].into_iter().filter(|b| *b < rows) {
                self.seen[ball] = false;
            }
        }
    }

    /// Pushes balls apart, and out of walls. Whether that is all: nothing is left inside, and nothing has come so far
    /// that it may have met something else.
    pub fn part(&mut self, of: &Meet<'_>, m: &mut Memory<'_>) -> bool {
        let rows = of.template.creatures.rows.count;
        let Crowd { places, radii, weights, pairs, walls, .. } = self;
        let has_strayed = |ball: usize, place: Vec3, m: &Memory<'_>| {
            (place - at(&m.end, ball)).length_squared() > (STRAYED * radii[ball]).powi(2)
        };
        let (mut settled, mut strayed) = (true, false);
        for _ in 0..ROUNDS {
            settled = true;
            for pair in pairs.iter_mut() {
                let (a, b) = (pair.a as usize, pair.b as usize);
                let way = places[a] - places[b];
                let distance2 = way.length_squared();
                if distance2 >= pair.reach * pair.reach {
                    continue;
                }
                // Once out on the right side, they are as any others.
                pair.sided &= pair.normal.dot(way) < 0.0;
                let (wa, wb) = (weights[a], if b < rows { weights[b] } else { 0.0 });
                if wa + wb <= 0.0 {
                    continue;
                }
                let length = distance2.sqrt();
                let mut depth = pair.reach - length;
                if pair.sided {
                    depth = 0.5 * pair.reach - pair.normal.dot(way);
                } else {
                    pair.normal = if length > 1e-6 * pair.reach { way / length } else { Vec3::Y };
                }
                settled &= depth < 0.5 * LEFT * pair.reach;
                pair.pushed += depth;
                let push = pair.normal * (depth / (wa + wb));
                places[a] += push * wa;
                strayed |= has_strayed(a, places[a], m);
                if wb > 0.0 {
                    places[b] -= push * wb;
                    strayed |= has_strayed(b, places[b], m);
                }
            }
            for &(row, normal, least) in walls.iter() {
                let out = least - normal.dot(places[row as usize]);
                if out > 0.0 {
                    places[row as usize] += normal * out;
                    settled &= out < LEFT * radii[row as usize];
                    strayed |= has_strayed(row as usize, places[row as usize], m);
                }
            }
            if settled || strayed {
                break;
            }
        }
        for row in pairs.iter().flat_map(|p| [p.a as usize, p.b as usize]).filter(|r| *r < rows) {
            let to = places[row];
            self.moved[row] += to - at(&m.end, row);
            for c in 0..3 {
                m.end[c][row] = to[c];
            }
        }
        settled && !strayed
    }

    /// Velocities from what was pushed, and what rubs; contacts are noted and counted.
    pub fn slow_down(
        &mut self,
        of: &Meet<'_>,
        m: &mut Memory<'_>,
        bumps: &mut [Vec<Option<(f32, usize)>>],
        count: &mut dyn Count,
    ) {
        let (t, creatures) = (of.template, &of.template.creatures);
        let rows = creatures.rows.count;
        for row in self.pairs.iter().flat_map(|p| [p.a as usize, p.b as usize]).filter(|r| *r < rows) {
            let moved = std::mem::take(&mut self.moved[row]);
            add(&mut m.v, row, moved / creatures.list[self.owners[row] as usize].step_secs);
        }
        for pair in self.pairs.iter().filter(|p| p.pushed > 0.0) {
            let (a, b) = (pair.a as usize, pair.b as usize);
            let first = self.owners[a] as usize;
            let creature = &creatures.list[first];
            let speed = pair.pushed / creature.step_secs;
            let (part, friction) = if b < rows {
                let second = self.owners[b] as usize;
                let other = &creatures.list[second];
                note(&mut bumps[second], t, other, speed, b - other.first, creature.part);
                (other.part, other.friction)
            } else {
                let mut index = b - rows;
                let mut shells = creatures.shells.iter();
                let shell = shells.find(|shell| {
                    let here = index < shell.slots.len();
                    index = index.wrapping_sub(shell.slots.len());
                    here
                });
                let Some(shell) = shell else { continue };
                let body = &t.bodies[shell.body];
                (body.part, body.params.friction)
            };
            note(&mut bumps[first], t, creature, speed, a - creature.first, part);
            let (wa, wb) = (self.weights[a], if b < rows { self.weights[b] } else { 0.0 });
            count.add([creature.part, part], speed / (wa + wb));
            let v = at(&m.v, a) - if b < rows { at(&m.v, b) } else { self.carried[b - rows] };
            let along = v - pair.normal * pair.normal.dot(v);
            let slide = along.length();
            if slide > 0.0 {
                let grip = (friction * creature.friction).sqrt() * speed;
                let stop = along * ((grip / slide).min(1.0) / (wa + wb));
                add(&mut m.v, a, stop * -wa);
                if b < rows {
                    add(&mut m.v, b, stop * wb);
                }
            }
        }
    }
}

/// Balls of one body that touch balls of another.
struct Near<'a, F> {
    from: &'a [Bundle],
    to: &'a [Bundle],
    around: Box,
    apart: &'a Lists,
    /// What a ball of the other body goes by among those that never touch.
    code: F,
    pairs: &'a mut Vec<Pair>,
    dropped: &'a mut u32,
}

impl<F: Fn(u32) -> u32> Kernel for Near<'_, F> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for from in self.from.iter().filter(|b| b.around.meets(&self.around)) {
            for to in self.to.iter().filter(|b| b.around.meets(&from.around)) {
                for k in (0..BUNDLE).take_while(|k| from.balls[*k] != NOBODY) {
                    let place: [L; 3] = std::array::from_fn(|c| L::splat(from.x[c][k]));
                    let radius = L::splat(from.radius[k]);
                    for first in (0..BUNDLE).step_by(L::WIDTH) {
                        let [dx, dy, dz] = std::array::from_fn(|c| L::load(&to.x[c], first) - place[c]);
                        let reach = (radius + L::load(&to.radius, first)) * L::splat(1.0 + EARLY);
                        let mut bits = L::bits((reach * reach).greater(dx * dx + dy * dy + dz * dz));
                        while bits != 0 {
                            let lane = first + bits.trailing_zeros() as usize;
                            bits &= bits - 1;
                            let (a, b) = (from.balls[k], to.balls[lane]);
                            if self.apart.contains(a as usize, (self.code)(b)) {
                                continue;
                            }
                            if self.pairs.len() < self.pairs.capacity() {
                                let reach = from.radius[k] + to.radius[lane];
                                self.pairs.push(Pair { a, b, reach, pushed: 0.0, normal: Vec3::ZERO, sided: false });
                            } else {
                                *self.dropped += 1;
                            }
                        }
                    }
                }
            }
        }
    }
}
