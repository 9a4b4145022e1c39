//! Storage that begins where the widest lanes may.

use super::MAX_WIDTH;
use std::ops::{Deref, DerefMut};

/// As many numbers as there may be lanes: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [f32; MAX_WIDTH]);

impl Block {
    pub const ZERO: Block = Block([0.0; MAX_WIDTH]);

    /// The numbers of all blocks, one after the other.
    #[inline(always)]
    pub fn flat_mut(blocks: &mut [Block]) -> &mut [f32] {
        // SAFETY: blocks are nothing but numbers.
        unsafe { std::slice::from_raw_parts_mut(blocks.as_mut_ptr().cast(), blocks.len() * MAX_WIDTH) }
    }
}

/// Numbers that begin with a cache line, so that a load of all lanes never takes parts of two.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    blocks: Vec<Block>,
    len: usize,
}

impl Numbers {
    pub fn new(value: f32, len: usize) -> Numbers {
        Numbers { blocks: vec![Block([value; MAX_WIDTH]); len.div_ceil(MAX_WIDTH)], len }
    }

    pub fn zeros(len: usize) -> Numbers {
        Numbers::new(0.0, len)
    }
}

impl Deref for Numbers {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        // SAFETY: blocks are nothing but numbers, and there are enough of them.
        unsafe { std::slice::from_raw_parts(self.blocks.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Numbers {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.blocks.as_mut_ptr().cast(), self.len) }
    }
}

impl From<&[f32]> for Numbers {
    fn from(values: &[f32]) -> Numbers {
        let mut numbers = Numbers::zeros(values.len());
        numbers.copy_from_slice(values);
        numbers
    }
}

impl FromIterator<f32> for Numbers {
    fn from_iter<I: IntoIterator<Item = f32>>(values: I) -> Numbers {
        Numbers::from(&values.into_iter().collect::<Vec<f32>>()[..])
    }
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Numbers) -> bool {
        self[..] == other[..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_with_a_cache_line() {
        for len in [0, 1, 16, 1000] {
            let mut numbers: Numbers = (0..len).map(|k| k as f32).collect();
            assert_eq!((numbers.len(), numbers.as_ptr() as usize % 64), (len, 0));
            numbers.iter_mut().for_each(|v| *v += 1.0);
            assert_eq!(numbers.iter().sum::<f32>(), (len * (len + 1) / 2) as f32);
        }
    }
}
