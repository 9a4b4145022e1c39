//! One number at a time that counts what is done with it: how much work a step is.

use super::Lanes;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static OPERATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// What the kernels did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Sums, differences, products, quotients and roots.
    pub operations: u64,
    /// Loaded and stored.
    pub bytes: u64,
}

impl Work {
    /// Everything since this was last asked, in all worlds with one lane.
    pub fn take() -> Work {
        Work { operations: OPERATIONS.swap(0, Relaxed), bytes: BYTES.swap(0, Relaxed) }
    }
}

#[derive(Clone, Copy)]
pub struct Counted(f32);

fn operation(value: f32) -> Counted {
    OPERATIONS.fetch_add(1, Relaxed);
    Counted(value)
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Counted {
            type Output = Counted;
            fn $method(self, other: Counted) -> Counted {
                operation(self.0 $op other.0)
            }
        }
    };
}
operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl Neg for Counted {
    type Output = Counted;
    fn neg(self) -> Counted {
        Counted(-self.0)
    }
}

impl Lanes for Counted {
    const WIDTH: usize = 1;
    type Mask = bool;

    fn splat(value: f32) -> Counted {
        Counted(value)
    }
    unsafe fn load_ptr(from: *const f32) -> Counted {
        BYTES.fetch_add(size_of::<f32>() as u64, Relaxed);
        Counted(unsafe { *from })
    }
    unsafe fn store_ptr(self, to: *mut f32) {
        BYTES.fetch_add(size_of::<f32>() as u64, Relaxed);
        unsafe { *to = self.0 }
    }
    fn sqrt(self) -> Counted {
        operation(self.0.sqrt())
    }
    fn abs(self) -> Counted {
        Counted(self.0.abs())
    }
    fn min(self, other: Counted) -> Counted {
        Counted(Lanes::min(self.0, other.0))
    }
    fn max(self, other: Counted) -> Counted {
        Counted(Lanes::max(self.0, other.0))
    }
    fn greater(self, other: Counted) -> bool {
        self.0 > other.0
    }
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    fn select(mask: bool, yes: Counted, no: Counted) -> Counted {
        if mask { yes } else { no }
    }
}
