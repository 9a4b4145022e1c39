//! Lanes as plain numbers and arrays, for any machine; compilers turn these into vector code where they can.

use super::{Kernel, LaneWidth, Lanes};
use std::array::from_fn;
use std::ops::{Add, Div, Mul, Neg, Sub};

impl Lanes for f32 {
    const WIDTH: usize = 1;
    type Mask = bool;

    #[inline(always)]
    fn splat(value: f32) -> f32 {
        value
    }
    #[inline(always)]
    unsafe fn load_ptr(from: *const f32) -> f32 {
        unsafe { *from }
    }
    #[inline(always)]
    unsafe fn store_ptr(self, to: *mut f32) {
        unsafe { *to = self }
    }
    #[inline(always)]
    fn sqrt(self) -> f32 {
        f32::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> f32 {
        f32::abs(self)
    }
    #[inline(always)]
    fn min(self, other: f32) -> f32 {
        if self < other { self } else { other }
    }
    #[inline(always)]
    fn max(self, other: f32) -> f32 {
        if self > other { self } else { other }
    }
    #[inline(always)]
    fn greater(self, other: f32) -> bool {
        self > other
    }
    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn select(mask: bool, yes: f32, no: f32) -> f32 {
        if mask { yes } else { no }
    }
}

#[derive(Clone, Copy)]
pub struct Wide<const N: usize>([f32; N]);

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Wide(from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}
operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl<const N: usize> Neg for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Wide(from_fn(|i| -self.0[i]))
    }
}

impl<const N: usize> Lanes for Wide<N> {
    const WIDTH: usize = N;
    type Mask = [bool; N];

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Wide([value; N])
    }
    #[inline(always)]
    unsafe fn load_ptr(from: *const f32) -> Self {
        Wide(unsafe { *from.cast::<[f32; N]>() })
    }
    #[inline(always)]
    unsafe fn store_ptr(self, to: *mut f32) {
        unsafe { *to.cast::<[f32; N]>() = self.0 }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Wide(self.0.map(f32::sqrt))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Wide(self.0.map(f32::abs))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Wide(from_fn(|i| Lanes::min(self.0[i], other.0[i])))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Wide(from_fn(|i| Lanes::max(self.0[i], other.0[i])))
    }
    #[inline(always)]
    fn greater(self, other: Self) -> [bool; N] {
        from_fn(|i| self.0[i] > other.0[i])
    }
    #[inline(always)]
    fn and(a: [bool; N], b: [bool; N]) -> [bool; N] {
        from_fn(|i| a[i] & b[i])
    }
    #[inline(always)]
    fn bits(mask: [bool; N]) -> u32 {
        (0..N).fold(0, |bits, i| bits | u32::from(mask[i]) << i)
    }
    #[inline(always)]
    fn select(mask: [bool; N], yes: Self, no: Self) -> Self {
        Wide(from_fn(|i| if mask[i] { yes.0[i] } else { no.0[i] }))
    }
}

pub fn run<K: Kernel>(width: LaneWidth, kernel: K) {
    match width {
        LaneWidth::One => kernel.run::<f32>(),
        LaneWidth::Four => kernel.run::<Wide<4>>(),
        LaneWidth::Eight => kernel.run::<Wide<8>>(),
        LaneWidth::Sixteen => kernel.run::<Wide<16>>(),
    }
}
