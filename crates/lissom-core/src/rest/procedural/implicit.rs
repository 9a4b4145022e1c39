//! Projective dynamics (Bouaziz et al. 2014): stiffness at one cost, whatever it is.
//!
//! A step minimises  Σ m/(2h²) |x − y|² + ω²/2 Σ_r Σ_i m̃ |x_i − c_r − R_r T_r (x⁰_i − c⁰_r)|²,  first over the rotations,
//! with x held, then over x. The second is a linear system whose matrix never changes: T_r(t) and R_r are on the right.
//!
//! | symbol | here | |
//! |---|---|---|
//! | y | `goal` | where vertices would go by themselves |
//! | ω | `omega2` | 2π times the frequency, squared |

use super::factor::Factor;
use super::fit::{Base, Offset};
use super::{Creature, Rows};
use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory, Turn};
use crate::math::{Mat3, Vec3};
use glam::DVec3;
use std::collections::BTreeMap;

/// What bones hold counts this much more, so that it stays where it is.
const HELD: f64 = 1e5;

#[derive(Debug)]
pub struct Implicit {
    pub iterations: u32,
    omega2: f32,
    factor: Factor,
    /// By vertex: its weight towards y.
    weight: Vec<f32>,
}

impl Implicit {
    pub fn new(rows: &Rows, creature: &Creature, hz: f32, iterations: u32) -> Implicit {
        let omega2 = (std::f64::consts::TAU * f64::from(hz)).powi(2);
        let (count, first, h) = (creature.count, creature.first, f64::from(creature.step_secs));
        let mut matrix = vec![BTreeMap::new(); count];
        let mut weight = vec![0.0; creature.rows];
        for k in 0..count {
            let held = rows.inv_vertex_mass[first + k] == 0.0;
            // In the masses of matching, which are relative to the mean.
            let mass = f64::from(rows.match_mass[first + k] / rows.inv_count[first + k]);
            let value = mass / (h * h) + if held { HELD * mass * omega2 } else { 0.0 };
            weight[k] = value as f32;
            *matrix[k].entry(k).or_insert(0.0) += value;
        }
        for region in 0..count {
            let members = rows.members.get(first + region);
            let share = 1.0 / members.iter().map(|m| f64::from(rows.match_mass[*m as usize])).sum::<f64>();
            for &a in members {
                let mass = f64::from(rows.match_mass[a as usize]);
                let i = a as usize - first;
                *matrix[i].entry(i).or_insert(0.0) += omega2 * mass;
                for &b in members.iter().filter(|b| **b <= a) {
                    let other = f64::from(rows.match_mass[b as usize]);
                    *matrix[i].entry(b as usize - first).or_insert(0.0) -= omega2 * mass * other * share;
                }
            }
        }
        let place = |k: usize| DVec3::from_array(std::array::from_fn(|c| f64::from(rows.rest[c][first + k])));
        let places: Vec<DVec3> = (0..count).map(place).collect();
        Implicit { iterations, omega2: omega2 as f32, factor: Factor::new(&matrix, &places), weight }
    }
}

/// The linear half: x from the rotations of regions, which [`super::fit::Fit`] left in `group`.
pub struct Solve<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub implicit: &'a Implicit,
    pub base: &'a Offset,
    pub group: &'a [Block],
    pub y: [&'a [f32]; 3],
    pub x: [&'a mut [f32]; 3],
    pub right: &'a mut [[f32; 4]],
}

impl Kernel for Solve<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Solve { rows, creature, implicit, base, group, y, mut x, right } = self;
        let first = creature.first;
        let base = Base { origin: Vec3(base.0.map(L::splat)), turn: Mat3(base.1.map(L::splat)) };
        let place = |k: usize| implicit.factor.place(k);
        let mut turn = Turn::default();
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let sum = turn.gather::<L, 12>(&rows.members, first + row, |m| &group[m - first]);
            let rest = Vec3::load_ref(&rows.rest, first + row);
            let shape = Mat3(std::array::from_fn(|k| sum[k])).mul_vec(rest).add(Vec3([sum[9], sum[10], sum[11]]));
            let shape = shape.scale(L::load(&rows.match_mass, first + row) * L::splat(implicit.omega2));
            let y = base.off(rest, Vec3(std::array::from_fn(|c| L::load(y[c], row))));
            let whole = shape.add(y.scale(L::load(&implicit.weight, row)));
            let mut turned = [[0.0; MAX_WIDTH]; 3];
            for c in 0..3 {
                whole.0[c].store(&mut turned[c], 0);
            }
            for lane in 0..L::WIDTH.min(creature.count.saturating_sub(row)) {
                right[place(row + lane)] = [turned[0][lane], turned[1][lane], turned[2][lane], 0.0];
            }
        }
        implicit.factor.solve(&mut right[..creature.count]);
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let mut turned = [[0.0; MAX_WIDTH]; 3];
            for lane in 0..L::WIDTH.min(creature.count.saturating_sub(row)) {
                let found = right[place(row + lane)];
                for c in 0..3 {
                    turned[c][lane] = found[c];
                }
            }
            let u = Vec3(std::array::from_fn(|c| L::load(&turned[c], 0)));
            base.back(Vec3::load_ref(&rows.rest, first + row), u).store(&mut x, row);
        }
    }
}
