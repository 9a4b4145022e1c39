//! \[PD09\] Eq. 8-9: velocities from goals and forces, positions from velocities.

use super::{Creature, Rows};
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::Vec3;

/// v ← v + (g − x)/h + h f/m, with gravity and what others pushed.
pub struct Drive<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub x: [&'a [f32]; 3],
    /// None: an implicit step finds out itself.
    pub goal: Option<[&'a [f32]; 3]>,
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
        let drift = goal.map_or([0.0; 3], |goal| drift::<L>(rows, creature, &x, &goal));
        let drift = Vec3(drift.map(L::splat));
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let mut now = Vec3::load(&v, row).scale(drag).add(fall);
            if let Some(goal) = goal {
                let to = |c: usize| L::load(goal[c], row) - L::load(x[c], row);
                let way = Vec3(std::array::from_fn(to)).sub(drift);
                now = now.add(way.scale(L::splat(per_sec)));
            }
            let pushed = Vec3::load(&push, row).scale(L::load(&rows.inv_vertex_mass, creature.first + row));
            now.add(pushed).store(&mut v, row);
            Vec3::<L>::zero().store(&mut push, row);
        }
    }
}

/// Matching keeps the centre of mass; what rounding moved it is taken off again. Nothing where bones hold a part.
/// Added up in the same order for any number of lanes.
#[inline(always)]
fn drift<L: Lanes>(rows: &Rows, creature: &Creature, x: &[&[f32]; 3], goal: &[&[f32]; 3]) -> [f32; 3] {
    if !creature.held.is_empty() {
        return [0.0; 3];
    }
    let mut sums = [[0.0_f32; MAX_WIDTH]; 3];
    for block in (0..creature.rows).step_by(MAX_WIDTH) {
        for part in (0..MAX_WIDTH).step_by(L::WIDTH) {
            let row = block + part;
            let mass = L::load(&rows.mass, creature.first + row);
            for c in 0..3 {
                let off = (L::load(goal[c], row) - L::load(x[c], row)) * mass;
                (L::load(&sums[c], part) + off).store(&mut sums[c], part);
            }
        }
    }
    sums.map(|lanes| lanes.iter().sum::<f32>() / creature.mass)
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
