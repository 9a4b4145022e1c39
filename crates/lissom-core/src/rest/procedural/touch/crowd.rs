//! Many bodies: balls around the vertices of their surfaces, pushed apart.

use super::{Count, Meet, add, allowed, at, bounds, meet, note};
use crate::collide::pairs::Ball;
use crate::lanes::{self, Kernel, Lanes, MAX_WIDTH, Memory as _};
use crate::rest::procedural::Creatures;
use crate::rest::procedural::memory::Memory;
use crate::step::pose;
use glam::Vec3;

/// Rounds of pushing balls apart, at most.
const ROUNDS: usize = 32;
/// Overlaps of less than this share of a radius are left.
const LEFT: f32 = 0.05;
/// Room for pairs per row.
const PER_ROW: usize = 12;

/// Balls have numbers: rows first, then animated particles.
#[derive(Debug)]
pub struct Crowd {
    /// Around each body, then around each shell, by row of numbers: low and high.
    boxes: Vec<[Vec3; 2]>,
    /// Animated particles where they are now, and what they belong to.
    held: Vec<(Vec3, f32)>,
    /// By body or shell: its balls.
    balls: Vec<Vec<u32>>,
    /// By row: how easily it moves, whose it is, and how far the rounds moved it.
    weights: Vec<f32>,
    owners: Vec<u32>,
    moved: Vec<Vec3>,
    pairs: Vec<Pair>,
    /// Rows that may be pushed into a collider: row, way out, and how far along it at least.
    walls: Vec<(u32, Vec3, f32)>,
    seen: Vec<bool>,
    near: [Few; 2],
    pub dropped: u32,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    a: u32,
    b: u32,
    reach: f32,
    /// How far it was pushed apart, and which way last.
    pushed: f32,
    normal: Vec3,
}

/// Some balls side by side.
#[derive(Debug)]
struct Few {
    balls: Vec<u32>,
    x: [Vec<f32>; 3],
    radius: Vec<f32>,
}

impl Few {
    fn new(most: usize) -> Few {
        // Room to read a full width beyond the last.
        let room = most + MAX_WIDTH;
        Few {
            balls: Vec::with_capacity(most),
            x: std::array::from_fn(|_| Vec::with_capacity(room)),
            radius: Vec::with_capacity(room),
        }
    }

    fn clear(&mut self) {
        self.balls.clear();
        self.x.iter_mut().for_each(Vec::clear);
        self.radius.clear();
    }

    fn push(&mut self, ball: u32, place: Vec3, radius: f32) {
        self.balls.push(ball);
        for c in 0..3 {
            self.x[c].push(place[c]);
        }
        self.radius.push(radius);
    }

    fn pad(&mut self) {
        for _ in 0..MAX_WIDTH {
            self.x.iter_mut().for_each(|x| x.push(f32::MAX));
            self.radius.push(0.0);
        }
    }
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
        let most = balls.iter().map(Vec::len).max().unwrap_or(0);
        Crowd {
            boxes: vec![[Vec3::ZERO; 2]; balls.len()],
            held: vec![(Vec3::ZERO, 0.0); count as usize - rows],
            balls,
            weights: vec![0.0; rows],
            owners: creatures.list.iter().enumerate().flat_map(|(k, c)| vec![k as u32; c.rows]).collect(),
            moved: vec![Vec3::ZERO; rows],
            pairs: Vec::with_capacity(if many { rows * PER_ROW } else { 0 }),
            walls: Vec::with_capacity(if many { rows } else { 0 }),
            seen: vec![false; rows],
            near: [Few::new(most), Few::new(most)],
            dropped: 0,
        }
    }

    /// Pairs of balls that touch, and what keeps their owners from going into colliders.
    pub fn find(&mut self, of: &Meet<'_>, m: &Memory<'_>) {
        let (t, creatures) = (of.template, &of.template.creatures);
        self.place(of, m);
        self.pairs.clear();
        let bodies = creatures.list.len();
        for a in 0..bodies {
            let creature = &creatures.list[a];
            let steps = (of.stepping)(creature);
            for b in a + 1..self.balls.len() {
                let (part, moves) = match creatures.list.get(b) {
                    Some(other) => (other.part, steps || (of.stepping)(other)),
                    None => (t.bodies[creatures.shells[b - bodies].body].part, steps),
                };
                let both = [self.boxes[a][0].max(self.boxes[b][0]), self.boxes[a][1].min(self.boxes[b][1])];
                if moves && both[0].cmple(both[1]).all() && meet(t, creature, part) {
                    self.between(of, m, a, b, &both);
                }
            }
        }
        self.walls(of, m);
    }

    /// Boxes, weights, and animated particles where they are.
    fn place(&mut self, of: &Meet<'_>, m: &Memory<'_>) {
        let (t, creatures) = (of.template, &of.template.creatures);
        for (k, creature) in creatures.list.iter().enumerate() {
            let reach = creature.skin.first().map_or(0.0, |s| t.reach[creatures.base + creature.first + *s as usize]);
            let [low, high] = bounds(creature, m);
            self.boxes[k] = [low - reach, high + reach];
            let weights = &mut self.weights[creature.range()];
            if (of.stepping)(creature) {
                weights.copy_from_slice(&creatures.rows.inv_vertex_mass[creature.range()]);
            } else {
                weights.fill(0.0);
            }
        }
        let mut next = 0;
        for (k, shell) in creatures.shells.iter().enumerate() {
            let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
            for &slot in &shell.slots {
                let (x, q) = pose::animated(t, of.skin, slot as usize);
                let center = Ball::at(t, slot as usize, x, q).center();
                let radius = t.ball_radius[slot as usize];
                self.held[next] = (center, radius);
                next += 1;
                (low, high) = (low.min(center - radius), high.max(center + radius));
            }
            self.boxes[creatures.list.len() + k] = [low, high];
        }
    }

    /// Pairs between two bodies, among what lies in both their boxes.
    fn between(&mut self, of: &Meet<'_>, m: &Memory<'_>, a: usize, b: usize, both: &[Vec3; 2]) {
        let (t, creatures) = (of.template, &of.template.creatures);
        let rows = creatures.rows.count;
        for (some, body) in self.near.iter_mut().zip([a, b]) {
            some.clear();
            for &ball in &self.balls[body] {
                let (place, radius) = match self.held.get((ball as usize).wrapping_sub(rows)) {
                    Some(held) => *held,
                    None => (at(&m.end, ball as usize), t.reach[creatures.base + ball as usize]),
                };
                if (place + radius).cmpge(both[0]).all() && (place - radius).cmple(both[1]).all() {
                    some.push(ball, place, radius);
                }
            }
            if some.balls.is_empty() {
                return;
            }
        }
        self.near[1].pad();
        let apart = &creatures.apart;
        let shells = self.balls.len() > creatures.list.len();
        let code = |ball: u32| match b.checked_sub(creatures.list.len()) {
            Some(shell) if shells => {
                let first = self.balls[b][0];
                rows as u32 + creatures.shells[shell].slots[(ball - first) as usize]
            }
            _ => ball,
        };
        let (pairs, dropped) = (&mut self.pairs, &mut self.dropped);
        let [from, to] = &self.near;
        let found = |a: u32, b: u32, reach: f32| {
            if apart.contains(a as usize, code(b)) {
                return;
            }
            if pairs.len() < pairs.capacity() {
                pairs.push(Pair { a, b, reach, pushed: 0.0, normal: Vec3::ZERO });
            } else {
                *dropped += 1;
            }
        };
        lanes::run(of.width, Near { from, to, found });
    }

    /// Where the balls of pairs must not be pushed to.
    fn walls(&mut self, of: &Meet<'_>, m: &Memory<'_>) {
        let (t, creatures) = (of.template, &of.template.creatures);
        self.walls.clear();
        let rows = creatures.rows.count;
        for ball in self.pairs.iter().flat_map(|p| [p.a as usize, p.b as usize]).filter(|b| *b < rows) {
            if std::mem::replace(&mut self.seen[ball], true) || self.weights[ball] == 0.0 {
                continue;
            }
            let body = &t.bodies[creatures.list[self.owners[ball] as usize].body];
            for (c, [_, placed]) in of.colliders.iter().enumerate().filter(|(c, _)| t.meets(body, *c)) {
                let x = at(&m.end, ball);
                let (distance, normal) = placed.solid.distance(placed.local(x));
                let room = distance + allowed(t, ball, c);
                // No ball is pushed farther than this in a step.
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

    /// Pushes balls apart, and out of walls.
    pub fn part(&mut self, of: &Meet<'_>, m: &mut Memory<'_>) {
        let rows = of.template.creatures.rows.count;
        for _ in 0..ROUNDS {
            let mut settled = true;
            for pair in &mut self.pairs {
                let (a, b) = (pair.a as usize, pair.b as usize);
                let there = if b < rows { at(&m.end, b) } else { self.held[b - rows].0 };
                let way = at(&m.end, a) - there;
                let distance2 = way.length_squared();
                let (wa, wb) = (self.weights[a], if b < rows { self.weights[b] } else { 0.0 });
                if distance2 >= pair.reach * pair.reach || wa + wb <= 0.0 {
                    continue;
                }
                let length = distance2.sqrt();
                let depth = pair.reach - length;
                settled &= depth < 0.5 * LEFT * pair.reach;
                pair.normal = if length > 1e-6 * pair.reach { way / length } else { Vec3::Y };
                pair.pushed += depth;
                let push = pair.normal * (depth / (wa + wb));
                add(&mut m.end, a, push * wa);
                self.moved[a] += push * wa;
                if b < rows {
                    add(&mut m.end, b, push * -wb);
                    self.moved[b] -= push * wb;
                }
            }
            for &(row, normal, least) in &self.walls {
                let row = row as usize;
                let out = least - normal.dot(at(&m.end, row));
                if out > 0.0 {
                    add(&mut m.end, row, normal * out);
                    self.moved[row] += normal * out;
                }
            }
            if settled {
                break;
            }
        }
    }

    /// Velocities from what was pushed, and what rubs; contacts are noted and counted.
    pub fn slow_down(
        &mut self,
        of: &Meet<'_>,
        m: &mut Memory<'_>,
        bumps: &mut [Option<(f32, usize, u16)>],
        count: &mut dyn Count,
    ) {
        let (t, creatures) = (of.template, &of.template.creatures);
        let rows = creatures.rows.count;
        for row in 0..rows {
            let moved = self.moved[row];
            if moved != Vec3::ZERO {
                self.moved[row] = Vec3::ZERO;
                add(&mut m.v, row, moved / creatures.list[self.owners[row] as usize].step_secs);
            }
        }
        for pair in self.pairs.iter().filter(|p| p.pushed > 0.0) {
            let (a, b) = (pair.a as usize, pair.b as usize);
            let first = self.owners[a] as usize;
            let creature = &creatures.list[first];
            let speed = pair.pushed / creature.step_secs;
            let (part, friction) = if b < rows {
                let second = self.owners[b] as usize;
                let other = &creatures.list[second];
                note(&mut bumps[second], speed, b - other.first, creature.part);
                (other.part, other.friction)
            } else {
                let shell = self.balls[creatures.list.len()..].partition_point(|balls| balls[balls.len() - 1] < pair.b);
                let body = &t.bodies[creatures.shells[shell].body];
                (body.part, body.params.friction)
            };
            note(&mut bumps[first], speed, a - creature.first, part);
            count.add([creature.part, part], speed * creatures.rows.mass[a]);
            let (wa, wb) = (self.weights[a], if b < rows { self.weights[b] } else { 0.0 });
            let v = at(&m.v, a) - if b < rows { at(&m.v, b) } else { Vec3::ZERO };
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

/// Balls of one set that touch balls of another.
struct Near<'a, F> {
    from: &'a Few,
    to: &'a Few,
    found: F,
}

impl<F: FnMut(u32, u32, f32)> Kernel for Near<'_, F> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Near { from, to, mut found } = self;
        for (k, &a) in from.balls.iter().enumerate() {
            let place: [L; 3] = std::array::from_fn(|c| L::splat(from.x[c][k]));
            let radius = L::splat(from.radius[k]);
            for first in (0..to.balls.len()).step_by(L::WIDTH) {
                let [dx, dy, dz] = std::array::from_fn(|c| L::load(&to.x[c], first) - place[c]);
                let reach = radius + L::load(&to.radius, first);
                let mut bits = L::bits((reach * reach).greater(dx * dx + dy * dy + dz * dz));
                while bits != 0 {
                    let lane = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if first + lane < to.balls.len() {
                        found(a, to.balls[first + lane], from.radius[k] + to.radius[first + lane]);
                    }
                }
            }
        }
    }
}
