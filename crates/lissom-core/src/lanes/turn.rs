//! From blocks, one for each of many things, to lanes and back.

use super::{Block, Lanes, MAX_WIDTH, Memory, Square};
use crate::template::Lists;

/// Room to turn the blocks of some things around: a number of all of them side by side.
#[derive(Default)]
pub struct Turn {
    rows: Square,
    columns: Square,
}

impl Turn {
    /// The sums of the first `N` numbers over the members of `WIDTH` groups from `first` on.
    #[inline(always)]
    pub fn gather<'a, L: Lanes, const N: usize>(
        &mut self,
        members: &Lists,
        first: usize,
        block: impl Fn(usize) -> &'a Block,
    ) -> [L; N] {
        let parts = N.div_ceil(L::WIDTH);
        for lane in 0..L::WIDTH {
            let mut sums = [L::zero(); MAX_WIDTH];
            for &member in members.get(first + lane) {
                let block = &block(member as usize).0;
                for part in 0..parts {
                    sums[part] = sums[part] + L::load(block, part * L::WIDTH);
                }
            }
            for part in 0..parts {
                sums[part].store(&mut self.rows[lane], part * L::WIDTH);
            }
        }
        self.columns::<L, N>()
    }

    /// The first `N` numbers of `WIDTH` blocks, side by side.
    #[inline(always)]
    pub fn load<'a, L: Lanes, const N: usize>(&mut self, block: impl Fn(usize) -> &'a Block) -> [L; N] {
        for lane in 0..L::WIDTH {
            self.rows[lane] = block(lane).0;
        }
        self.columns::<L, N>()
    }

    #[inline(always)]
    fn columns<L: Lanes, const N: usize>(&mut self) -> [L; N] {
        // SAFETY: both squares are as large as it gets.
        unsafe { L::transpose(&self.rows, &mut self.columns, L::WIDTH, N) };
        std::array::from_fn(|k| L::load(&self.columns[k], 0))
    }

    /// Calls `take` with the numbers of each of `WIDTH` things.
    #[inline(always)]
    pub fn unload<L: Lanes, const N: usize>(
        &mut self,
        numbers: [L; N],
        mut take: impl FnMut(usize, &[f32; MAX_WIDTH]),
    ) {
        for k in 0..N {
            numbers[k].store(&mut self.columns[k], 0);
        }
        // SAFETY: both squares are as large as it gets.
        unsafe { L::transpose(&self.columns, &mut self.rows, N, L::WIDTH) };
        for lane in 0..L::WIDTH {
            take(lane, &self.rows[lane]);
        }
    }

    /// Stores numbers of `WIDTH` things as one block each. What is beyond `N` in a block is left as it may be.
    #[inline(always)]
    pub fn scatter<L: Lanes, const N: usize>(&mut self, numbers: [L; N], blocks: &mut [Block], row: usize) {
        self.unload(numbers, |lane, numbers| blocks[row + lane].0 = *numbers);
    }
}
