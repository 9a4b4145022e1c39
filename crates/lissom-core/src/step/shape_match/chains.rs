//! Matching of chains: one chain, or one part of a folded chain, per lane, joint by joint.
//!
//! The blocks of a window of joints are added afresh for each group. Running sums that add one end and
//! subtract the other would save a third of the additions, but the base counts a thousandfold, and
//! subtracting it again would leave its rounding error in every group behind it.

use super::{Kept, Strength, group_block, particle_block, pull, sign};
use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::{Mat3, Quat, Vec3};
use crate::pack::{Packs, Track, none};
use crate::rest::RestPose;
use crate::step::constrain::chain_length::{Chains, Down, hold};
use crate::step::view::View;
use crate::template::Template;
use fold::Fold;
use std::ops::Range;

mod fold;

pub(crate) struct Pass<'a, K> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub packs: Packs,
    pub ring: usize,
    /// Some of the chains are held nowhere.
    pub free: bool,
    pub strength: Strength,
    /// If given, lengths are put right, too. Not of what is free.
    pub lengths: Option<Lengths<'a>>,
    pub kept: K,
}

#[derive(Clone, Copy)]
pub(crate) struct Lengths<'a> {
    /// How freely particles move, by slot.
    pub weight: &'a [f32],
    /// No pass follows: what is not right now is held.
    pub is_last: bool,
}

/// Blocks of room that a unit needs.
pub fn room(packs: &Packs, ring: usize) -> usize {
    packs.wide * (packs.joints + 2 * ring)
}

/// Blocks stand row by row, each number for all lanes side by side. All chains use the same: memory is near that was
/// used a moment ago.
#[inline(always)]
pub fn block_at<L: Lanes>(row: usize, number: usize) -> usize {
    (row * MAX_WIDTH + number) * L::WIDTH
}

/// Puts numbers into a block.
#[inline(always)]
fn store<L: Lanes, const N: usize>(blocks: &mut [f32], at: usize, numbers: [L; N]) {
    for k in 0..N {
        numbers[k].store(blocks, at + k * L::WIDTH);
    }
}

/// The sum of `N` numbers, from `number` on, over some rows. Empty ones before or after them change nothing but the sign of zero.
#[inline(always)]
fn window_sum<L: Lanes, const N: usize>(blocks: &[f32], rows: Range<usize>, number: usize) -> [L; N] {
    let at = |row: usize, k: usize| L::load(blocks, block_at::<L>(row, number + k));
    let first = rows.start;
    // The usual window, without a loop.
    if rows.len() == 5 {
        return std::array::from_fn(|k| {
            at(first, k) + at(first + 1, k) + at(first + 2, k) + at(first + 3, k) + at(first + 4, k)
        });
    }
    let mut sum = std::array::from_fn(|k| at(first, k));
    for row in first + 1..rows.end {
        sum = std::array::from_fn(|k| sum[k] + at(row, k));
    }
    sum
}

/// Of chains that are held nowhere; zero for the others.
#[inline(always)]
fn one_over_mass<L: Lanes>(template: &Template, base: usize, track: Track) -> L {
    let mut mass = L::zero();
    let mut least = L::splat(f32::MAX);
    for slot in track.slots() {
        mass = mass + L::load(&template.mass, base + slot);
        least = least.min(L::load(&template.inv_mass, base + slot));
    }
    L::select(least.greater(L::zero()), L::splat(1.0) / mass, L::zero())
}

/// As many lanes of a pack as are worked on at once, down all rows.
struct Column {
    /// Of its first row, counted within the unit.
    slot: usize,
    rows: usize,
    wide: usize,
    /// Where its first row has its block, and where there are any: a window reaches no farther.
    first: usize,
    around: Range<usize>,
    ring: usize,
}

impl Column {
    #[inline(always)]
    fn slot(&self, row: usize) -> usize {
        self.slot + row * self.wide
    }

    /// The block of a row.
    #[inline(always)]
    fn block<L: Lanes>(&self, row: usize) -> usize {
        block_at::<L>(self.first + row, 0)
    }

    /// The rows of a group.
    #[inline(always)]
    fn window(&self, row: usize) -> Range<usize> {
        let at = self.first + row;
        at.saturating_sub(self.ring).max(self.around.start)..(at + self.ring + 1).min(self.around.end)
    }
}

/// What a pass works on.
struct Work<'a, K> {
    template: &'a Template,
    rest: &'a RestPose,
    base: usize,
    x: [&'a mut [f32]; 3],
    low: [&'a mut [f32]; 3],
    q: [&'a mut [f32]; 4],
    warm: [&'a mut [f32]; 4],
    block: &'a mut [f32],
    group: &'a mut [f32],
    strength: Strength,
    kept: K,
}

impl<K: Kept> Work<'_, K> {
    /// Where bases are, and how they are turned.
    #[inline(always)]
    fn base<L: Lanes>(&self, slot: usize) -> (Vec3<L>, Mat3<L>) {
        let rest_q = Quat::load_ref(&self.rest.q, self.base + slot);
        (Vec3::load(&self.x, slot), self.kept.base_turn(Quat::load(&self.q, slot), rest_q))
    }

    #[inline(always)]
    fn particles<L: Lanes>(&mut self, column: &Column, (origin, turn): (Vec3<L>, Mat3<L>)) {
        let Work { template, rest, base, .. } = *self;
        for row in 0..column.rows {
            let (slot, at) = (column.slot(row), column.block::<L>(row));
            let turned_rest = turn.mul_vec(Vec3::load_ref(&rest.x, base + slot));
            let u = Vec3::load(&self.x, slot).sub(origin).sub(turned_rest);
            let numbers = particle_block(template, rest, base + slot, u, Quat::load(&self.q, slot), self.kept);
            store(self.block, at, numbers);
            store(self.block, at + 12 * L::WIDTH, u.0);
        }
    }

    #[inline(always)]
    fn groups<L: Lanes>(&mut self, column: &Column, turn: &Mat3<L>) {
        let Work { rest, base, .. } = *self;
        let mut previous = Quat::load(&self.warm, column.slot);
        for row in 0..column.rows {
            let (slot, at) = (column.slot(row), column.block::<L>(row));
            let sum = window_sum::<L, 12>(self.block, column.window(row), 0);
            let (numbers, fit) = group_block(rest, base + slot, sum, Quat::load(&self.warm, slot), turn);
            // Signs agree along the chain, so that the mean of turns is one.
            previous = fit.quat(sign(fit.turned.dot(previous)));
            previous.store(&mut self.warm, slot);
            store(self.group, at, numbers);
            store(self.group, at + 12 * L::WIDTH, previous.0);
        }
    }

    /// Pulls a row, and says by how much, and where it is then.
    #[inline(always)]
    fn pull<L: Lanes>(&mut self, column: &Column, row: usize) -> (Vec3<L>, Vec3<L>) {
        let Work { template, rest, base, strength, kept, .. } = *self;
        let (slot, at) = (column.slot(row), column.block::<L>(row));
        let sum = window_sum::<L, 12>(self.group, column.window(row), 0);
        let turns = Quat(window_sum::<L, 4>(self.group, column.window(row), 12));
        let u = Vec3(std::array::from_fn(|k| L::load(self.block, at + (12 + k) * L::WIDTH)));
        let here = Quat::load(&self.q, slot);
        let (pulled, turned) = pull(template, rest, base + slot, sum, turns, u, here, strength, kept);
        let there = pulled.add_to(&mut self.x, &mut self.low, slot);
        turned.store(&mut self.q, slot);
        (pulled, there)
    }
}

impl<K: Kept> Kernel for Pass<'_, K> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Pass { template, rest, view, packs, ring, free, strength, lengths, kept } = self;
        let View { base, x, low, q, warm, block, group, .. } = view;
        let (block, group) = (Block::flat_mut(block), Block::flat_mut(group));
        let is_last = lengths.is_some_and(|lengths| lengths.is_last);
        let lengths = lengths.map(|l| Chains { weight: &l.weight[base..], length: &rest.length[base..] });
        let mut work = Work { template, rest, base, x, low, q, warm, block, group, strength, kept };
        for pack in packs.each() {
            if pack.folds > 1 {
                work.folded::<L>(Fold { pack, ring }, lengths.as_ref(), is_last);
                continue;
            }
            for lane in (0..pack.chains).step_by(L::WIDTH) {
                let (slot, rows) = (pack.slot + lane, pack.rows);
                let column = &Column { slot, rows, wide: pack.wide, first: 0, around: 0..rows, ring };
                let (origin, turn) = work.base::<L>(column.slot);
                work.particles(column, (origin, turn));
                work.groups(column, &turn);
                let mut momentum = Vec3::<L>::zero();
                let mut down = Down::<L>::default();
                for row in 0..column.rows {
                    let (pulled, there) = work.pull::<L>(column, row);
                    if let Some(lengths) = &lengths {
                        // The blocks of particles are not needed any more.
                        down.take(lengths, column.slot(row), row, there, work.block);
                    }
                    if free {
                        momentum = momentum.add(pulled.scale(L::load(&template.mass, base + column.slot(row))));
                    }
                }
                let track = pack.track(lane);
                if let Some(lengths) = &lengths {
                    let Work { x, low, block, .. } = &mut work;
                    let right = lengths.solve(track, none::<L>(), x, low, block, Some(down));
                    if is_last && !L::all(right) {
                        hold::<L>(&template.inv_mass[base..], lengths.length, track, x, right);
                    }
                }
                if free {
                    let back = momentum.scale(-one_over_mass::<L>(template, base, track));
                    for slot in track.slots() {
                        back.add_to(&mut work.x, &mut work.low, slot);
                    }
                }
            }
        }
    }
}
