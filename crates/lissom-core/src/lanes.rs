//! Lanes: the hot kernels are written once, generic over how many numbers they work on at a time.
//!
//! A [`Kernel`] is inlined into one function per instruction set, and [`run`] picks that function at run
//! time, so one binary serves every machine. No operation here fuses or approximates, so every width gives
//! the same bits: a result never depends on the machine it was computed on.

use std::ops::{Add, Div, Mul, Neg, Sub};

mod numbers;
mod portable;
mod turn;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use numbers::{Block, Numbers};
pub use turn::Turn;

/// Storage is laid out for the widest lanes; narrower ones work on parts of it.
pub const MAX_WIDTH: usize = 16;

/// Numbers of as many things as there may be lanes.
pub type Square = [[f32; MAX_WIDTH]; MAX_WIDTH];

/// `WIDTH` numbers that are worked on at once.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    const WIDTH: usize;
    type Mask: Copy;

    fn splat(value: f32) -> Self;
    /// # Safety
    /// `from` must be readable for `WIDTH` numbers.
    unsafe fn load_ptr(from: *const f32) -> Self;
    /// # Safety
    /// `to` must be writable for `WIDTH` numbers.
    unsafe fn store_ptr(self, to: *mut f32);
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    /// `if self < other { self } else { other }`, so a NaN gives `other`.
    fn min(self, other: Self) -> Self;
    /// `if self > other { self } else { other }`.
    fn max(self, other: Self) -> Self;
    fn greater(self, other: Self) -> Self::Mask;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// One bit per lane, the first lane lowest.
    fn bits(mask: Self::Mask) -> u32;
    /// `if mask { yes } else { no }`, lane by lane.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Every lane gets what is in the one `by` lanes on, and after the last comes the first.
    #[inline(always)]
    fn rotate(self, by: isize) -> Self {
        let mut twice = [0.0; 2 * MAX_WIDTH];
        for first in [0, Self::WIDTH] {
            self.store(&mut twice, first);
        }
        Self::load(&twice, by as usize & (Self::WIDTH - 1))
    }

    /// Turns rows into columns: `to[b][a] = from[a][b]`, in squares as large as there are instructions for.
    ///
    /// # Safety
    /// `rows` rows of `columns` numbers must be readable, and as many columns writable.
    #[inline(always)]
    unsafe fn transpose(from: &Square, to: &mut Square, rows: usize, columns: usize) {
        for a in 0..rows {
            for b in 0..columns {
                to[b][a] = from[a][b];
            }
        }
    }

    /// Four numbers each of `WIDTH` things, wherever these stand.
    ///
    /// # Safety
    /// They must all be there.
    #[inline(always)]
    unsafe fn gather(from: &[[f32; 4]], at: impl Fn(usize) -> usize) -> [Self; 4] {
        let mut columns = [[0.0; MAX_WIDTH]; 4];
        for lane in 0..Self::WIDTH {
            let numbers = unsafe { from.get_unchecked(at(lane)) };
            for c in 0..4 {
                columns[c][lane] = numbers[c];
            }
        }
        // SAFETY: a column is as wide as it gets.
        columns.map(|column| unsafe { Self::load_ptr(column.as_ptr()) })
    }

    /// The other way round; of things that stand at the same place one is stored.
    ///
    /// # Safety
    /// They must all be there.
    #[inline(always)]
    unsafe fn scatter(numbers: [Self; 4], to: &mut [[f32; 4]], at: impl Fn(usize) -> usize) {
        let columns = numbers.map(|numbers| {
            let mut column = [0.0; MAX_WIDTH];
            // SAFETY: a column is as wide as it gets.
            unsafe { numbers.store_ptr(column.as_mut_ptr()) };
            column
        });
        for lane in 0..Self::WIDTH {
            unsafe { *to.get_unchecked_mut(at(lane)) = columns.map(|column| column[lane]) };
        }
    }

    /// Whether the mask is set in every lane.
    #[inline(always)]
    fn all(mask: Self::Mask) -> bool {
        Self::bits(mask) == u32::MAX >> (32 - Self::WIDTH)
    }

    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }
}

/// Unchecked access to arrays, for the kernels of this crate alone, and for reading out where particles are.
///
/// They stay within units, which every array holds whole; checking each of the hundreds of loads a joint would
/// cost a quarter of the step. Debug builds check.
pub(crate) trait Memory: Lanes {
    #[inline(always)]
    fn load(from: &[f32], at: usize) -> Self {
        debug_assert!(at + Self::WIDTH <= from.len());
        // SAFETY: see the trait.
        unsafe { Self::load_ptr(from.as_ptr().add(at)) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], at: usize) {
        debug_assert!(at + Self::WIDTH <= to.len());
        // SAFETY: see the trait.
        unsafe { self.store_ptr(to.as_mut_ptr().add(at)) }
    }
}

impl<L: Lanes> Memory for L {}

/// Work that can be done with any number of lanes.
pub trait Kernel {
    fn run<L: Lanes>(self);
}

/// How many lanes the solver uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneWidth {
    One,
    Four,
    Eight,
    Sixteen,
}

impl LaneWidth {
    pub const ALL: [LaneWidth; 4] = [LaneWidth::One, LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen];

    /// The widest this machine has instructions for.
    pub fn best() -> LaneWidth {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx512f") {
            return LaneWidth::Sixteen;
        } else if std::is_x86_feature_detected!("avx2") {
            return LaneWidth::Eight;
        }
        LaneWidth::Four
    }

    /// For work on what stands in many places, as groups of meshes do: sixteen lanes gain nothing there.
    pub fn scattered(self) -> LaneWidth {
        if self == LaneWidth::Sixteen { LaneWidth::Eight } else { self }
    }

    /// Or fewer, if no more stand side by side.
    pub fn at_most(self, lanes: usize) -> LaneWidth {
        LaneWidth::from_count(lanes).filter(|width| width.count() < self.count()).unwrap_or(self)
    }

    pub fn from_count(lanes: usize) -> Option<LaneWidth> {
        LaneWidth::ALL.into_iter().find(|w| w.count() == lanes)
    }

    pub fn count(self) -> usize {
        match self {
            LaneWidth::One => 1,
            LaneWidth::Four => 4,
            LaneWidth::Eight => 8,
            LaneWidth::Sixteen => 16,
        }
    }
}

/// Runs a kernel with the given width, with the instructions this machine has for it.
#[inline]
pub fn run<K: Kernel>(width: LaneWidth, kernel: K) {
    #[cfg(target_arch = "x86_64")]
    {
        x86::run(width, kernel);
    }
    #[cfg(not(target_arch = "x86_64"))]
    portable::run(width, kernel);
}
