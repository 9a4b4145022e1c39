//! Matching of chains: one chain per lane, joint by joint.
//!
//! The blocks of a window of joints are added afresh for each group. Running sums that add one end and
//! subtract the other would save a third of the additions, but the base counts a thousandfold, and
//! subtracting it again would leave its rounding error in every group behind it.

use super::{Kept, Strength, group_block, particle_block, pull, sign};
use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::{Quat, Vec3};
use crate::rest::RestPose;
use crate::step::constrain::chain_length::{Chains, Down, hold};
use crate::step::view::View;
use crate::template::Template;
use std::ops::Range;

pub struct Pass<'a, K> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub joints: usize,
    pub lanes: usize,
    pub ring: usize,
    /// Some of the chains are held nowhere.
    pub free: bool,
    pub strength: Strength,
    /// If given, lengths are put right, too. Not of what is free.
    pub lengths: Option<Lengths<'a>>,
    pub kept: K,
}

#[derive(Clone, Copy)]
pub struct Lengths<'a> {
    /// How freely particles move, by slot.
    pub weight: &'a [f32],
    /// No pass follows: what is not right now is held.
    pub is_last: bool,
}

/// Where the lanes of a unit of chains begin: the first slot of their sixteen, and the lane in it.
#[inline(always)]
pub fn sub_blocks<L: Lanes>(joints: usize, lanes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..lanes).step_by(L::WIDTH).map(move |k| (k / MAX_WIDTH * joints * MAX_WIDTH, k % MAX_WIDTH))
}

/// Blocks stand joint by joint, each number for all lanes side by side. All chains use the same: memory is near that was
/// used a moment ago.
#[inline(always)]
pub fn block_at(joint: usize, number: usize) -> usize {
    (joint * MAX_WIDTH + number) * MAX_WIDTH
}

/// Puts numbers into a block.
#[inline(always)]
fn store<L: Lanes, const N: usize>(blocks: &mut [f32], at: usize, numbers: [L; N]) {
    for k in 0..N {
        numbers[k].store(blocks, at + k * MAX_WIDTH);
    }
}

/// The sum of `N` numbers, from `number` on, over a range of joints.
#[inline(always)]
fn window_sum<L: Lanes, const N: usize>(blocks: &[f32], joints: Range<usize>, number: usize) -> [L; N] {
    let at = |joint: usize, k: usize| L::load(blocks, block_at(joint, number + k));
    let first = joints.start;
    // The usual window, without a loop, and in pairs.
    if joints.len() == 5 {
        return std::array::from_fn(|k| {
            (at(first, k) + at(first + 1, k)) + (at(first + 2, k) + at(first + 3, k)) + at(first + 4, k)
        });
    }
    let mut sum = std::array::from_fn(|k| at(first, k));
    for joint in first + 1..joints.end {
        sum = std::array::from_fn(|k| sum[k] + at(joint, k));
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

impl<K: Kept> Kernel for Pass<'_, K> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Pass { template, rest, view, joints, lanes, ring, free, strength, lengths, kept } = self;
        let View { base, mut x, mut low, mut q, mut warm, block, group, .. } = view;
        let (block, group) = (Block::flat_mut(block), Block::flat_mut(group));
        let last = joints - 1;
        let is_last = lengths.is_some_and(|lengths| lengths.is_last);
        let lengths = lengths.map(|l| Chains { weight: &l.weight[base..], length: &rest.length[base..], joints });
        for (offset, lane) in sub_blocks::<L>(joints, lanes) {
            let begin = offset + lane;
            let origin = Vec3::<L>::load(&x, begin);
            let turn = kept.base_turn(Quat::load(&q, begin), Quat::load_ref(&rest.q, base + begin));
            for joint in 0..joints {
                let slot = begin + joint * MAX_WIDTH;
                let turned_rest = turn.mul_vec(Vec3::load_ref(&rest.x, base + slot));
                let u = Vec3::load(&x, slot).sub(origin).sub(turned_rest);
                let numbers = particle_block(template, rest, base + slot, u, Quat::load(&q, slot), kept);
                store(block, block_at(joint, 0), numbers);
                store(block, block_at(joint, 12), u.0);
            }
            let mut previous = Quat::load(&warm, begin);
            for joint in 0..joints {
                let slot = begin + joint * MAX_WIDTH;
                let window = joint.saturating_sub(ring)..(joint + ring).min(last) + 1;
                let sum = window_sum::<L, 12>(block, window, 0);
                let (numbers, fit) = group_block(rest, base + slot, sum, Quat::load(&warm, slot), &turn);
                // Signs agree along the chain, so that the mean of turns is one.
                previous = fit.quat(sign(fit.turned.dot(previous)));
                previous.store(&mut warm, slot);
                store(group, block_at(joint, 0), numbers);
                store(group, block_at(joint, 12), previous.0);
            }
            let mut momentum = Vec3::<L>::zero();
            let mut down = Down::<L>::default();
            for joint in 0..joints {
                let slot = begin + joint * MAX_WIDTH;
                let window = joint.saturating_sub(ring)..(joint + ring).min(last) + 1;
                let sum = window_sum::<L, 12>(group, window.clone(), 0);
                let turns = Quat(window_sum::<L, 4>(group, window, 12));
                let u = Vec3(std::array::from_fn(|k| L::load(block, block_at(joint, 12 + k))));
                let here = Quat::load(&q, slot);
                let (pulled, turned) = pull(template, rest, base + slot, sum, turns, u, here, strength, kept);
                let there = pulled.add_to(&mut x, &mut low, slot);
                turned.store(&mut q, slot);
                if let Some(lengths) = &lengths {
                    // The blocks of particles are not needed any more.
                    down.take(lengths, begin, joint, there, block);
                }
                if free {
                    momentum = momentum.add(pulled.scale(L::load(&template.mass, base + slot)));
                }
            }
            if let Some(lengths) = &lengths {
                let right = lengths.solve::<L>(begin, &mut x, &mut low, block, Some(down));
                if is_last && !L::all(right) {
                    hold::<L>(&template.inv_mass[base..], lengths.length, joints, begin, &mut x, right);
                }
            }
            if free {
                let back = momentum.scale(-one_over_mass::<L>(template, base + begin, joints));
                for joint in 0..joints {
                    back.add_to(&mut x, &mut low, begin + joint * MAX_WIDTH);
                }
            }
        }
    }
}
