//! \[PD09\] Eq. 8-9: velocities from goals and forces, positions from velocities.

use super::{Creature, Rows};
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::Vec3;
use glam::{DMat3, DVec3};

/// v ← v + (g − x)/h + h f/m, with gravity and what others pushed.
pub struct Drive<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub x: [&'a [f32]; 3],
    /// With what they do to the body as a whole. None: an implicit step finds out itself.
    pub goal: Option<([&'a [f32]; 3], Whole)>,
    pub v: [&'a mut [f32]; 3],
    pub push: [&'a mut [f32]; 3],
    pub gravity: [f32; 3],
}

impl Kernel for Drive<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Drive { rows, creature, x, goal, mut v, mut push, gravity } = self;
        let per_sec = creature.share / creature.step_secs;
        let drag = L::splat(creature.drag);
        let fall = Vec3(gravity.map(|g| L::splat(g * creature.step_secs)));
        let origin = Vec3([0, 1, 2].map(|c| L::splat(x[c][creature.reference])));
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let mut now = Vec3::load(&v, row).scale(drag).add(fall);
            if let Some((goal, whole)) = goal {
                let at = Vec3(std::array::from_fn(|c| L::load(x[c], row)));
                let way = Vec3(std::array::from_fn(|c| L::load(goal[c], row))).sub(at);
                let way = way.sub(whole.at(at.sub(origin)));
                now = now.add(way.scale(L::splat(per_sec)));
            }
            let pushed = Vec3::load(&push, row).scale(L::load(&rows.inv_vertex_mass, creature.first + row));
            now.add(pushed).store(&mut v, row);
            Vec3::<L>::zero().store(&mut push, row);
        }
    }
}

/// Finds what moves and turns a body as a whole, to be taken off: forces within it cannot do that. Nothing where bones
/// hold a part.
///
/// Deviates from \[PD09\] 5: one pass keeps both momenta but for rounding, many keep the angular one only nearly.
/// Sums are added up in the same order for any number of lanes.
pub struct Balance<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub from: [&'a [f32]; 3],
    pub to: [&'a [f32]; 3],
    pub whole: &'a mut Whole,
}

/// A motion of a whole body: of its centre, and its turn about it. The centre is relative to the reference vertex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whole {
    way: [f32; 3],
    turn: [f32; 3],
    center: [f32; 3],
}

impl Whole {
    /// At a place relative to the reference vertex.
    #[inline(always)]
    pub fn at<L: Lanes>(&self, place: Vec3<L>) -> Vec3<L> {
        let splat = |v: [f32; 3]| Vec3([L::splat(v[0]), L::splat(v[1]), L::splat(v[2])]);
        let [sx, sy, sz] = splat(self.turn).0;
        let [px, py, pz] = place.sub(splat(self.center)).0;
        splat(self.way).add(Vec3([sy * pz - sz * py, sz * px - sx * pz, sx * py - sy * px]))
    }
}

/// Σ m p, Σ m d, Σ m p × d, Σ m p pᵀ: p is the place, d the way.
const SUMS: usize = 15;

impl Kernel for Balance<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Balance { rows, creature, from, to, whole } = self;
        *whole = Whole::default();
        if !creature.held.is_empty() {
            return;
        }
        let origin = Vec3([0, 1, 2].map(|c| L::splat(from[c][creature.reference])));
        let place = |row: usize| Vec3(std::array::from_fn(|c| L::load(from[c], row)));
        let mut sums = [[0.0_f32; MAX_WIDTH]; SUMS];
        for block in (0..creature.rows).step_by(MAX_WIDTH) {
            for lane in (0..MAX_WIDTH).step_by(L::WIDTH) {
                let row = block + lane;
                let mass = L::load(&rows.mass, creature.first + row);
                let p = place(row).sub(origin);
                let d = Vec3(std::array::from_fn(|c| L::load(to[c], row))).sub(place(row));
                let ([px, py, pz], [dx, dy, dz]) = (p.0, d.scale(mass).0);
                let [mx, my, mz] = p.scale(mass).0;
                let turn = [py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx];
                let spread = [mx * px, my * py, mz * pz, mx * py, mx * pz, my * pz];
                for k in 0..3 {
                    let all = [(k, [mx, my, mz][k]), (3 + k, [dx, dy, dz][k]), (6 + k, turn[k])];
                    for (at, more) in all {
                        (L::load(&sums[at], lane) + more).store(&mut sums[at], lane);
                    }
                }
                for k in 0..6 {
                    (L::load(&sums[9 + k], lane) + spread[k]).store(&mut sums[9 + k], lane);
                }
            }
        }
        *whole = whole_of(&sums, f64::from(creature.mass));
    }
}

fn whole_of(sums: &[[f32; MAX_WIDTH]; SUMS], mass: f64) -> Whole {
    let sum = |k: usize| sums[k].iter().map(|v| f64::from(*v)).sum::<f64>();
    let vector = |k: usize| DVec3::new(sum(k), sum(k + 1), sum(k + 2));
    let (center, drift) = (vector(0) / mass, vector(3) / mass);
    let momentum = vector(6) - center.cross(vector(3));
    let [xx, yy, zz] = [0, 1, 2].map(|c| sum(9 + c) - mass * center[c] * center[c]);
    let [xy, xz, yz] = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| {
        let k = if a == 1 { 14 } else { 11 + b };
        sum(k) - mass * center[a] * center[b]
    });
    let trace = (xx + yy + zz) * (1.0 + 1e-6);
    let inertia = DMat3::from_cols_array(&[trace - xx, -xy, -xz, -xy, trace - yy, -yz, -xz, -yz, trace - zz]);
    let spin = if trace > 0.0 { inertia.inverse() * momentum } else { DVec3::ZERO };
    let spin = if spin.is_finite() { spin } else { DVec3::ZERO };
    Whole { way: drift.as_vec3().to_array(), turn: spin.as_vec3().to_array(), center: center.as_vec3().to_array() }
}

/// x ← x + h v, no faster than anything moves.
pub struct Move<'a> {
    pub creature: &'a Creature,
    pub x: [&'a mut [f32]; 3],
    pub v: [&'a mut [f32]; 3],
    pub max_speed: f32,
}

impl Kernel for Move<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Move { creature, mut x, mut v, max_speed } = self;
        let (h, most) = (L::splat(creature.step_secs), L::splat(max_speed));
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let now = Vec3::<L>::load(&v, row);
            let speed = now.dot(now).sqrt();
            let now = now.scale(most / speed.max(most));
            now.store(&mut v, row);
            Vec3::load(&x, row).add(now.scale(h)).store(&mut x, row);
        }
    }
}

/// Chebyshev's method (Wang 2015), g ← ω (g − g₋₂) + g₋₂: the passes of matching, accelerated.
pub struct Accelerate<'a> {
    pub goal: [&'a mut [f32]; 3],
    /// The goals of the pass before last; becomes those of the last.
    pub before: [&'a [f32]; 3],
    pub omega: f32,
}

impl Kernel for Accelerate<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Accelerate { mut goal, before, omega } = self;
        for row in (0..goal[0].len()).step_by(L::WIDTH) {
            let from = Vec3(std::array::from_fn(|c| L::load(before[c], row)));
            let way = Vec3::load(&goal, row).sub(from);
            from.add(way.scale(L::splat(omega))).store(&mut goal, row);
        }
    }
}

/// v ← (x − x₋₁)/h after an implicit step, less what it did to the body as a whole.
pub struct Speed<'a> {
    pub creature: &'a Creature,
    pub before: [&'a [f32]; 3],
    /// Where it would have gone by itself.
    pub free: [&'a [f32]; 3],
    pub x: [&'a mut [f32]; 3],
    pub v: [&'a mut [f32]; 3],
    pub whole: Whole,
}

impl Kernel for Speed<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Speed { creature, before, free, mut x, mut v, whole } = self;
        let rate = L::splat(1.0 / creature.step_secs);
        let load = |a: &[&[f32]; 3], row: usize| Vec3(std::array::from_fn(|c| L::load(a[c], row)));
        let origin = Vec3([0, 1, 2].map(|c| L::splat(free[c][creature.reference])));
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let off = whole.at(load(&free, row).sub(origin));
            let to = Vec3::load(&x, row);
            to.sub(load(&before, row)).sub(off).scale(rate).store(&mut v, row);
            to.sub(off).store(&mut x, row);
        }
    }
}
