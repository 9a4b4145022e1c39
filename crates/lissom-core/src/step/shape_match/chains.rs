//! Matching of chains: one chain per lane, joint by joint.
//!
//! The blocks of a window of joints are added afresh for each group. Running sums that add one end and
//! subtract the other would save a third of the additions, but the base counts a thousandfold, and
//! subtracting it again would leave its rounding error in every group behind it.

use super::{View, group_block, nearer, particle_block, pull};
use crate::lanes::{Kernel, Lanes, MAX_WIDTH};
use crate::math::{Quat, Vec3};
use crate::rest::RestPose;
use crate::scratch::BLOCK;
use crate::template::Template;

pub struct Pass<'a> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub joints: usize,
    pub lanes: usize,
    pub ring: usize,
    /// Some of the chains are held nowhere.
    pub free: bool,
}

/// Blocks of a unit stand joint by joint, each number for sixteen chains side by side.
#[inline(always)]
fn at(joint: usize, number: usize, lane: usize) -> usize {
    (joint * BLOCK + number) * MAX_WIDTH + lane
}

#[inline(always)]
fn window_sum<L: Lanes, const N: usize>(blocks: &[f32], low: usize, high: usize, lane: usize, first: usize) -> [L; N] {
    let mut sum = std::array::from_fn(|k| L::load(blocks, at(low, first + k, lane)));
    for joint in low + 1..=high {
        for k in 0..N {
            sum[k] = sum[k] + L::load(blocks, at(joint, first + k, lane));
        }
    }
    sum
}

/// Of chains that are held nowhere; zero for the others.
#[inline(always)]
fn one_over_mass<L: Lanes>(template: &Template, slot: usize, joints: usize) -> L {
    let mut mass = L::zero();
    let mut least = L::splat(f32::MAX);
    for joint in 0..joints {
        mass = mass + L::load(&template.mass, slot + joint * MAX_WIDTH);
        least = least.min(L::load(&template.inv_mass, slot + joint * MAX_WIDTH));
    }
    L::select(least.greater(L::zero()), L::splat(1.0) / mass, L::zero())
}

impl Kernel for Pass<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Pass { template, rest, view, joints, lanes, ring, free } = self;
        let View { base, mut x, mut low, mut q, mut warm, block, group } = view;
        let last = joints - 1;
        for lane in (0..lanes).step_by(L::WIDTH) {
            let origin = Vec3::<L>::load(&x, lane);
            for joint in 0..joints {
                let slot = joint * MAX_WIDTH + lane;
                let local = Vec3::load(&x, slot).sub(origin);
                let numbers = particle_block(template, rest, base + slot, local, Quat::load(&q, slot));
                for (k, number) in numbers.into_iter().enumerate() {
                    number.store(block, at(joint, k, lane));
                }
            }
            let mut previous = Quat::load(&warm, lane);
            for joint in 0..joints {
                let slot = joint * MAX_WIDTH + lane;
                let (first, end) = (joint.saturating_sub(ring), (joint + ring).min(last));
                let sum = window_sum::<L, 12>(block, first, end, lane, 0);
                let (numbers, turn) = group_block(rest, base + slot, sum, Quat::load(&warm, slot));
                // Signs agree along the chain, so that the mean of turns is one.
                previous = nearer(turn, previous);
                previous.store(&mut warm, slot);
                for (k, number) in numbers.into_iter().chain(previous.0).enumerate() {
                    number.store(group, at(joint, k, lane));
                }
            }
            let mut momentum = Vec3::<L>::zero();
            for joint in 0..joints {
                let slot = joint * MAX_WIDTH + lane;
                let (first, end) = (joint.saturating_sub(ring), (joint + ring).min(last));
                let sum = window_sum::<L, 12>(group, first, end, lane, 0);
                let turns = Quat(window_sum::<L, 4>(group, first, end, lane, 12));
                let local = Vec3::load(&x, slot).sub(origin);
                let here = Quat::load(&q, slot);
                let (pulled, turned) = pull(template, rest, base + slot, sum, turns, local, here);
                pulled.add_to(&mut x, &mut low, slot);
                turned.store(&mut q, slot);
                if free {
                    momentum = momentum.add(pulled.scale(L::load(&template.mass, base + slot)));
                }
            }
            if free {
                let back = momentum.scale(-one_over_mass::<L>(template, base + lane, joints));
                for joint in 0..joints {
                    back.add_to(&mut x, &mut low, joint * MAX_WIDTH + lane);
                }
            }
        }
    }
}
