//! What one body's step works on, cut out of the rows of all.

use crate::lanes::{Block, Numbers};
use crate::step::parallel::{self, Split};
use crate::template::Unit;

/// What one body's step reads and writes; `base` is the first slot in it.
pub struct View<'a> {
    pub base: usize,
    pub end: [&'a mut [f32]; 3],
    pub v: [&'a mut [f32]; 3],
    pub warm: [&'a mut [f32]; 4],
    pub push: [&'a mut [f32]; 3],
    pub goal: [&'a mut [f32]; 3],
    pub prev: [&'a mut [f32]; 3],
    pub next: [&'a mut [f32]; 3],
    pub stretch: [&'a mut [f32]; 6],
    pub excited: &'a mut [f32],
    pub block: &'a mut [Block],
    pub group: &'a mut [Block],
    pub right: &'a mut [[f32; 4]],
}

impl Split for View<'_> {
    fn split_before(self, unit: &Unit) -> (Self, Self) {
        let slot = unit.slots.start;
        let mid = slot - self.base;
        let (end, end2) = parallel::split_arrays(self.end, mid);
        let (v, v2) = parallel::split_arrays(self.v, mid);
        let (warm, warm2) = parallel::split_arrays(self.warm, mid);
        let (push, push2) = parallel::split_arrays(self.push, mid);
        let (goal, goal2) = parallel::split_arrays(self.goal, mid);
        let (prev, prev2) = parallel::split_arrays(self.prev, mid);
        let (next, next2) = parallel::split_arrays(self.next, mid);
        let (stretch, stretch2) = parallel::split_arrays(self.stretch, mid);
        let (excited, excited2) = self.excited.split_at_mut(mid);
        let (block, block2) = self.block.split_at_mut(mid);
        let (group, group2) = self.group.split_at_mut(mid);
        let (right, right2) = self.right.split_at_mut(mid.min(self.right.len()));
        (
            View { base: self.base, end, v, warm, push, goal, prev, next, stretch, excited, block, group, right },
            View {
                base: slot,
                end: end2,
                v: v2,
                warm: warm2,
                push: push2,
                goal: goal2,
                prev: prev2,
                next: next2,
                stretch: stretch2,
                excited: excited2,
                block: block2,
                group: group2,
                right: right2,
            },
        )
    }
}

pub fn reborrow<'a, const N: usize>(arrays: &'a mut [&mut [f32]; N]) -> [&'a mut [f32]; N] {
    arrays.each_mut().map(|a| &mut **a)
}

pub fn shared<'a, const N: usize>(arrays: &'a [&mut [f32]; N]) -> [&'a [f32]; N] {
    arrays.each_ref().map(|a| &**a)
}

pub fn slices<const N: usize>(arrays: &mut [Numbers; N]) -> [&mut [f32]; N] {
    arrays.each_mut().map(|a| &mut **a)
}
