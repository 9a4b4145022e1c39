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

impl Kernel for Pass<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Pass { template, rest, view, joints, lanes, ring } = self;
        let View { base, mut x, mut q, mut warm, block, group } = view;
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
                let (low, high) = (joint.saturating_sub(ring), (joint + ring).min(last));
                let sum = window_sum::<L, 12>(block, low, high, lane, 0);
                let (numbers, turn) = group_block(rest, base + slot, sum, Quat::load(&warm, slot));
                // Signs agree along the chain, so that the mean of turns is one.
                previous = nearer(turn, previous);
                previous.store(&mut warm, slot);
                for (k, number) in numbers.into_iter().chain(previous.0).enumerate() {
                    number.store(group, at(joint, k, lane));
                }
            }
            for joint in 0..joints {
                let slot = joint * MAX_WIDTH + lane;
                let (low, high) = (joint.saturating_sub(ring), (joint + ring).min(last));
                let sum = window_sum::<L, 12>(group, low, high, lane, 0);
                let turns = Quat(window_sum::<L, 4>(group, low, high, lane, 12));
                let local = Vec3::load(&x, slot).sub(origin);
                let here = Quat::load(&q, slot);
                let (pulled, turned) = pull(template, rest, base + slot, sum, turns, local, here);
                Vec3::load(&x, slot).add(pulled).store(&mut x, slot);
                turned.store(&mut q, slot);
            }
        }
    }
}
