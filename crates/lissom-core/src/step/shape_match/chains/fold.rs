//! Packs whose chains are folded: parts of a chain stand side by side, and windows reach from one into the next.
//!
//! Before its first and after its last row, each part has as many rows more as a window reaches. They are filled with what
//! stands there in the parts before and after, or with nothing where a chain ends.

use super::{Column, Work, block_at, store};
use crate::lanes::{Lanes, MAX_WIDTH, Memory};
use crate::math::{Mat3, Quat, Vec3};
use crate::pack::{Pack, lanes};
use crate::step::constrain::chain_length::{Chains, hold};
use crate::step::shape_match::{Kept, sign};

/// By lane: where the base of a chain is, and how it is turned.
struct Bases([[f32; MAX_WIDTH]; 12]);

impl Bases {
    #[inline(always)]
    fn store<L: Lanes>(&mut self, lane: usize, (origin, turn): (Vec3<L>, Mat3<L>)) {
        for k in 0..12 {
            let number = if k < 3 { origin.0[k] } else { turn.0[k - 3] };
            number.store(&mut self.0[k], lane);
        }
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, lane: usize) -> (Vec3<L>, Mat3<L>) {
        let at = |k: usize| L::load(&self.0[k], lane);
        (Vec3(std::array::from_fn(at)), Mat3(std::array::from_fn(|k| at(3 + k))))
    }

    /// The other parts of folded chains have the same.
    #[inline(always)]
    fn repeat(&mut self, chains: usize) {
        for numbers in &mut self.0 {
            for lane in chains..MAX_WIDTH {
                numbers[lane] = numbers[lane - chains];
            }
        }
    }
}

/// A pack whose chains are folded. Each of its columns has its own blocks.
#[derive(Clone, Copy)]
pub struct Fold {
    pub pack: Pack,
    pub ring: usize,
}

impl Fold {
    #[inline(always)]
    fn column<L: Lanes>(self, lane: usize) -> Column {
        let Fold { pack: Pack { slot, rows, wide, .. }, ring } = self;
        let first = lane / L::WIDTH * (rows + 2 * ring);
        Column { slot: slot + lane, rows, wide, first: first + ring, around: first..first + rows + 2 * ring, ring }
    }

    /// Of a row of a column, where the first one that a window may reach is 0.
    #[inline(always)]
    fn at<L: Lanes>(self, column: usize, row: usize) -> usize {
        block_at::<L>(column * (self.pack.rows + 2 * self.ring) + row, 0)
    }

    /// Fills the rows before the first and after the last one with those of the neighbouring parts.
    #[inline(always)]
    fn lend<L: Lanes>(self, blocks: &mut [f32], numbers: usize) {
        let Pack { rows, chains, folds, wide, .. } = self.pack;
        let columns = wide / L::WIDTH;
        for row in (0..self.ring).chain(self.ring + rows..2 * self.ring + rows) {
            // Which part it is from there, and where that has it.
            let ahead = row + self.ring * rows - self.ring;
            let (part, same) = ((ahead / rows) as isize - self.ring as isize, ahead % rows + self.ring);
            let lane_shift = part * chains as isize;
            for column in 0..columns {
                let to = self.at::<L>(column, row);
                for k in 0..numbers {
                    L::zero().store(blocks, to + k * L::WIDTH);
                }
                let first = (column * L::WIDTH) as isize;
                for source in 0..columns {
                    let shift = first + lane_shift - (source * L::WIDTH) as isize;
                    let begin = 0.max(-shift);
                    let all = (folds * chains) as isize - lane_shift.max(0) - first;
                    let end = all.min(L::WIDTH as isize).min(L::WIDTH as isize - shift);
                    if begin < end {
                        let (from, own) = (self.at::<L>(source, same), lanes::<L>(begin as usize, end as usize));
                        for k in 0..numbers {
                            let (from, to) = (from + k * L::WIDTH, to + k * L::WIDTH);
                            let part = L::select(own, L::load(blocks, from).rotate(shift), L::zero());
                            (L::load(blocks, to) + part).store(blocks, to);
                        }
                    }
                }
            }
        }
    }

    /// The last part may end before the others do: there are no groups beyond.
    #[inline(always)]
    fn end<L: Lanes>(self, groups: &mut [f32]) {
        let Pack { joints, rows, chains, folds, wide, .. } = self.pack;
        let (from, to) = ((folds - 1) * chains, folds * chains);
        for row in joints - (folds - 1) * rows..rows {
            for column in 0..wide / L::WIDTH {
                let [begin, end] = [from, to].map(|lane| lane.saturating_sub(column * L::WIDTH).min(L::WIDTH));
                // Stores that leave lanes out are slow on some machines.
                let left = L::select(lanes::<L>(begin, end), L::zero(), L::splat(1.0));
                let at = self.at::<L>(column, row + self.ring);
                for k in 0..16 {
                    (L::load(groups, at + k * L::WIDTH) * left).store(groups, at + k * L::WIDTH);
                }
            }
        }
    }

    /// Signs of turns agree within parts; from part to part, too, if this is so.
    #[inline(always)]
    fn agree<L: Lanes>(self, groups: &[f32]) -> bool {
        let turn = |at: usize| Quat::<L>(std::array::from_fn(|k| L::load(groups, at + (12 + k) * L::WIDTH)));
        let mut least = L::zero();
        for column in 0..self.pack.wide / L::WIDTH {
            let [before, here] = [self.ring - 1, self.ring].map(|row| turn(self.at::<L>(column, row)));
            least = before.dot(here).min(least);
        }
        L::bits(L::zero().greater(least)) == 0
    }

    /// Makes signs agree all along the chains.
    #[inline(always)]
    fn make_agree<L: Lanes>(self, warm: &mut [&mut [f32]; 4], groups: &mut [f32]) {
        for lane in 0..self.pack.chains {
            let track = self.pack.track(lane);
            let mut previous = Quat::<f32>::load(warm, track.first);
            for slot in track.slots() {
                let here = Quat::<f32>::load(warm, slot);
                let sign = sign(here.dot(previous));
                previous = Quat(here.0.map(|v| v * sign));
                previous.store(warm, slot);
            }
        }
        for column in 0..self.pack.wide / L::WIDTH {
            for row in 0..self.pack.rows {
                let turn = Quat::<L>::load(warm, self.pack.slot + row * self.pack.wide + column * L::WIDTH);
                store(groups, self.at::<L>(column, row + self.ring) + 12 * L::WIDTH, turn.0);
            }
        }
        self.end::<L>(groups);
        self.lend::<L>(groups, 16);
    }
}

impl<K: Kept> Work<'_, K> {
    /// The same for a pack whose chains are folded: all columns side by side, because each needs its neighbours.
    #[inline(always)]
    pub fn folded<L: Lanes>(&mut self, fold: Fold, lengths: Option<&Chains<'_>>, is_last: bool) {
        let pack = fold.pack;
        let mut bases = Bases([[0.0; MAX_WIDTH]; 12]);
        for lane in (0..pack.chains).step_by(L::WIDTH) {
            bases.store(lane, self.base::<L>(pack.slot + lane));
        }
        bases.repeat(pack.chains);
        for lane in (0..pack.wide).step_by(L::WIDTH) {
            self.particles(&fold.column::<L>(lane), bases.load::<L>(lane));
        }
        fold.lend::<L>(self.block, 12);
        for lane in (0..pack.wide).step_by(L::WIDTH) {
            self.groups(&fold.column::<L>(lane), &bases.load::<L>(lane).1);
        }
        fold.end::<L>(self.group);
        fold.lend::<L>(self.group, 16);
        if !fold.agree::<L>(self.group) {
            fold.make_agree::<L>(&mut self.warm, self.group);
        }
        for lane in (0..pack.wide).step_by(L::WIDTH) {
            let column = fold.column::<L>(lane);
            for row in 0..pack.rows {
                self.pull::<L>(&column, row);
            }
        }
        let Some(lengths) = lengths else { return };
        for lane in (0..pack.chains).step_by(L::WIDTH) {
            let set = pack.set::<L>(lane);
            let right = lengths.solve::<L>(set.track, set.others, &mut self.x, &mut self.low, self.block, None);
            if is_last && !L::all(right) {
                hold::<L>(&self.template.inv_mass[self.base..], lengths.length, set.track, &mut self.x, right);
            }
        }
    }
}
