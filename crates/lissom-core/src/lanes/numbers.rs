//! Storage that begins where the widest lanes may.

use super::MAX_WIDTH;
use std::ops::{Deref, DerefMut};

/// As many numbers as there may be lanes: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([f32; MAX_WIDTH]);

/// Numbers in memory that begin with a cache line: a load of all lanes never takes parts of two.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    lines: Vec<Line>,
    len: usize,
}

impl Numbers {
    pub fn new(value: f32, len: usize) -> Numbers {
        Numbers { lines: vec![Line([value; MAX_WIDTH]); len.div_ceil(MAX_WIDTH)], len }
    }

    pub fn zeros(len: usize) -> Numbers {
        Numbers::new(0.0, len)
    }
}

impl Deref for Numbers {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        // SAFETY: lines are nothing but numbers, and there are enough for `len`.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Numbers {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

impl From<&[f32]> for Numbers {
    fn from(values: &[f32]) -> Numbers {
        let mut numbers = Numbers::zeros(values.len());
        numbers.copy_from_slice(values);
        numbers
    }
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Numbers) -> bool {
        self[..] == other[..]
    }
}

impl FromIterator<f32> for Numbers {
    fn from_iter<I: IntoIterator<Item = f32>>(values: I) -> Numbers {
        Numbers::from(&values.into_iter().collect::<Vec<f32>>()[..])
    }
}
