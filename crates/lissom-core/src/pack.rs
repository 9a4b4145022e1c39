//! How chains of one shape stand side by side.
//!
//! As many as a pack is wide stand in one row of slots with their first joint, in the next row with their second, and
//! so on. Where that would leave half of the lanes empty or more, chains are folded: their first joints go down the
//! rows, the next ones go down the same rows in the lanes beside them. Three chains of ten joints, in eight lanes:
//!
//! ```text
//! row 0:  a0 b0 c0  a5 b5 c5  .  .
//! row 4:  a4 b4 c4  a9 b9 c9  .  .
//! ```

use crate::lanes::{Lanes, MAX_WIDTH, Memory};
use std::marker::PhantomData;

/// All chains of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packs {
    pub joints: usize,
    pub chains: usize,
    /// Chains side by side, and slots from row to row.
    pub wide: usize,
    /// Of the last pack, which stands first if it is folded, for its rows are read past their ends.
    folds: usize,
    rows: usize,
}

/// Up to `wide` chains.
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    /// Its first slot, counted within the unit.
    pub slot: usize,
    /// The number of its first chain.
    pub chain: usize,
    pub chains: usize,
    pub joints: usize,
    pub wide: usize,
    pub folds: usize,
    pub rows: usize,
}

/// The way along a chain from slot to slot.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    pub first: usize,
    pub joints: usize,
    /// Joints until it goes on beside the first one.
    pub rows: usize,
    pub stride: usize,
    pub beside: usize,
}

/// As many chains as there are lanes, one per lane.
pub struct Set<L: Lanes> {
    pub track: Track,
    /// The number of the first one.
    pub chain: usize,
    /// Lanes with other parts of these chains. What is in them must stay as it is.
    pub others: L::Mask,
}

/// Some of the lanes.
#[inline(always)]
pub fn lanes<L: Lanes>(begin: usize, end: usize) -> L::Mask {
    const NUMBERS: [f32; MAX_WIDTH] = [0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15.];
    let number = L::load(&NUMBERS, 0);
    L::and(number.greater(L::splat(begin as f32 - 0.5)), L::splat(end as f32 - 0.5).greater(number))
}

/// None of them.
#[inline(always)]
pub fn none<L: Lanes>() -> L::Mask {
    L::zero().greater(L::zero())
}

impl Packs {
    pub fn new(joints: usize, chains: usize, wide: usize) -> Packs {
        Packs { joints, chains, wide, folds: 1, rows: joints }
    }

    /// With the last ones folded, if that makes fewer rows.
    pub fn folded(joints: usize, chains: usize, wide: usize) -> Packs {
        let rows = match chains % wide {
            0 => joints,
            left => joints.div_ceil(wide / left),
        };
        Packs { joints, chains, wide, folds: joints.div_ceil(rows), rows }
    }

    /// The slots of a unit: a multiple of the widest lanes, so that none begins within some.
    pub fn slots(&self) -> usize {
        let all = match self.each().map(|pack| pack.slot + pack.rows * pack.wide).max() {
            // The last row of the only pack is read past its end, too.
            Some(end) if self.folds > 1 && self.chains < self.wide => end + self.wide,
            end => end.unwrap_or(0),
        };
        all.next_multiple_of(MAX_WIDTH)
    }

    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = Pack> {
        (0..self.chains).step_by(self.wide).map(move |chain| self.pack(chain))
    }

    /// All chains, as many at a time as there are lanes.
    #[inline(always)]
    pub fn sets<L: Lanes>(self) -> Sets<L> {
        Sets { packs: self, next: 0, lanes: PhantomData }
    }

    /// The pack that begins with a chain.
    #[inline(always)]
    fn pack(&self, chain: usize) -> Pack {
        let Packs { joints, chains, wide, folds, rows } = *self;
        if folds > 1 && chain + wide > chains {
            return Pack { slot: 0, chain, chains: chains - chain, joints, wide, folds, rows };
        }
        let head = if folds > 1 { rows * wide } else { 0 };
        let slot = head + chain * joints;
        Pack { slot, chain, chains: wide.min(chains - chain), joints, wide, folds: 1, rows: joints }
    }
}

/// See [`Packs::sets`]. No closure, which might not be inlined: what it makes is in the lanes of a kernel.
pub struct Sets<L> {
    packs: Packs,
    next: usize,
    lanes: PhantomData<L>,
}

impl<L: Lanes> Iterator for Sets<L> {
    type Item = Set<L>;

    #[inline(always)]
    fn next(&mut self) -> Option<Set<L>> {
        let chain = self.next;
        if chain >= self.packs.chains {
            return None;
        }
        self.next += L::WIDTH;
        // Packs are as wide as lanes are: a power of two.
        let lane = chain & (self.packs.wide - 1);
        Some(self.packs.pack(chain - lane).set(lane))
    }
}

impl Pack {
    #[inline(always)]
    pub fn track(&self, lane: usize) -> Track {
        let Pack { slot, chains, joints, rows, wide, .. } = *self;
        Track { first: slot + lane, joints, rows, stride: wide, beside: chains }
    }

    /// The chains from the given lane on.
    #[inline(always)]
    pub fn set<L: Lanes>(&self, lane: usize) -> Set<L> {
        let chains = if self.folds > 1 { self.chains - lane } else { L::WIDTH };
        Set { track: self.track(lane), chain: self.chain + lane, others: lanes::<L>(chains, L::WIDTH) }
    }
}

impl Track {
    #[inline(always)]
    pub fn slot(&self, joint: usize) -> usize {
        self.first + joint % self.rows * self.stride + joint / self.rows * self.beside
    }

    /// From the base outwards.
    #[inline(always)]
    pub fn slots(self) -> Slots {
        let left = self.rows.min(self.joints);
        Slots { track: self, next: self.first, left, later: self.joints - left, part: self.first }
    }

    /// From the tip inwards.
    #[inline(always)]
    pub fn inwards(self) -> Inwards {
        let last = self.joints - 1;
        Inwards { track: self, next: self.slot(last), left: self.joints, row: last % self.rows }
    }
}

/// See [`Track::slots`].
#[derive(Clone)]
pub struct Slots {
    track: Track,
    next: usize,
    /// Joints down these rows, and after them.
    left: usize,
    later: usize,
    /// Where these rows began.
    part: usize,
}

impl Iterator for Slots {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            if self.later == 0 {
                return None;
            }
            self.part += self.track.beside;
            (self.next, self.left) = (self.part, self.track.rows.min(self.later));
            self.later -= self.left;
        }
        let slot = self.next;
        (self.next, self.left) = (slot + self.track.stride, self.left - 1);
        Some(slot)
    }
}

/// See [`Track::inwards`].
pub struct Inwards {
    track: Track,
    next: usize,
    left: usize,
    row: usize,
}

impl Iterator for Inwards {
    /// Joint and slot.
    type Item = (usize, usize);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize)> {
        let Track { rows, stride, beside, .. } = self.track;
        let (joint, slot) = (self.left.checked_sub(1)?, self.next);
        self.left = joint;
        if self.row > 0 {
            (self.row, self.next) = (self.row - 1, slot - stride);
        } else if joint > 0 {
            (self.row, self.next) = (rows - 1, slot + (rows - 1) * stride - beside);
        }
        Some((joint, slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every joint has a slot of its own, there and back.
    #[test]
    fn chains_of_any_number_have_their_slots() {
        for (joints, chains, wide) in (2..24).flat_map(|j| (1..70).flat_map(move |n| [4, 8, 16].map(|w| (j, n, w)))) {
            let mut taken = Vec::new();
            let packs = Packs::folded(joints, chains, wide);
            for pack in packs.each() {
                for lane in 0..pack.chains {
                    let track = pack.track(lane);
                    let slots: Vec<usize> = track.slots().collect();
                    assert_eq!(slots, (0..joints).map(|k| track.slot(k)).collect::<Vec<_>>());
                    assert!(track.inwards().map(|(_, slot)| slot).eq(slots.iter().rev().copied()));
                    assert!(slots.iter().all(|slot| slot + wide <= packs.slots() || pack.folds == 1));
                    taken.extend(slots);
                }
            }
            taken.sort_unstable();
            taken.dedup();
            assert_eq!(taken.len(), joints * chains, "{joints} {chains} {wide}");
            assert!(taken.last().is_some_and(|last| *last < packs.slots()));
        }
    }
}
