//! Everything that a stage reads and writes of a run of slots.

use super::parallel::{Split, split_arrays};
use crate::lanes::Block;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::template::Unit;

pub struct View<'a> {
    /// The first slot in it, and the first block of room.
    pub base: usize,
    room: usize,
    /// What was predicted, and is being put right.
    pub x: [&'a mut [f32]; 3],
    pub low: [&'a mut [f32]; 3],
    pub q: [&'a mut [f32]; 4],
    /// Where the substep began.
    pub old_x: [&'a mut [f32]; 3],
    pub old_q: [&'a mut [f32]; 4],
    pub v: [&'a mut [f32]; 3],
    pub spin: [&'a mut [f32]; 3],
    pub warm: [&'a mut [f32]; 4],
    pub wind: [&'a mut [f32]; 3],
    /// Room: what particles add to groups, and groups to particles; or for lengths.
    pub block: &'a mut [Block],
    pub group: &'a mut [Block],
}

impl<'a> View<'a> {
    /// Of all slots.
    pub fn new(state: &'a mut State, scratch: &'a mut Scratch) -> View<'a> {
        let StateMut { x: old_x, q: old_q, v, spin, warm, wind, .. } = state.split();
        let (Predicted { x, low, q }, block, group) = scratch.matching();
        View { base: 0, room: 0, x, low, q, old_x, old_q, v, spin, warm, wind, block, group }
    }

    /// The same, lent.
    #[inline(always)]
    pub fn lend(&mut self) -> View<'_> {
        View {
            base: self.base,
            room: self.room,
            x: lent(&mut self.x),
            low: lent(&mut self.low),
            q: lent(&mut self.q),
            old_x: lent(&mut self.old_x),
            old_q: lent(&mut self.old_q),
            v: lent(&mut self.v),
            spin: lent(&mut self.spin),
            warm: lent(&mut self.warm),
            wind: lent(&mut self.wind),
            block: self.block,
            group: self.group,
        }
    }
}

#[inline(always)]
fn lent<'a, const N: usize>(arrays: &'a mut [&mut [f32]; N]) -> [&'a mut [f32]; N] {
    arrays.each_mut().map(|array| &mut **array)
}

impl Split for View<'_> {
    fn split_before(self, unit: &Unit) -> (Self, Self) {
        let (slot, room) = (unit.slots.start, unit.room.start);
        let (mid, blocks) = (slot - self.base, room - self.room);
        let (x, x2) = split_arrays(self.x, mid);
        let (low, low2) = split_arrays(self.low, mid);
        let (q, q2) = split_arrays(self.q, mid);
        let (old_x, old_x2) = split_arrays(self.old_x, mid);
        let (old_q, old_q2) = split_arrays(self.old_q, mid);
        let (v, v2) = split_arrays(self.v, mid);
        let (spin, spin2) = split_arrays(self.spin, mid);
        let (warm, warm2) = split_arrays(self.warm, mid);
        let (wind, wind2) = split_arrays(self.wind, mid);
        let (block, block2) = self.block.split_at_mut(blocks);
        let (group, group2) = self.group.split_at_mut(blocks);
        (
            View { base: self.base, room: self.room, x, low, q, old_x, old_q, v, spin, warm, wind, block, group },
            View {
                base: slot,
                room,
                x: x2,
                low: low2,
                q: q2,
                old_x: old_x2,
                old_q: old_q2,
                v: v2,
                spin: spin2,
                warm: warm2,
                wind: wind2,
                block: block2,
                group: group2,
            },
        )
    }
}
