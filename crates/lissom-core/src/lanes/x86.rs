//! Lanes as SSE2, AVX2 and AVX-512 registers.
//!
//! The methods are inlined into the `#[target_feature]` functions at the end of this file, so the
//! instructions are only ever reached where [`run`] found that the machine has them.

use super::{Kernel, LaneWidth, Lanes, MAX_WIDTH, Square, portable};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[rustfmt::skip]
macro_rules! lanes {
    ($name:ident, $reg:ty, $mask:ty, $width:literal, $add:ident, $sub:ident, $mul:ident, $div:ident,
     $splat:ident, $load:ident, $store:ident, $sqrt:ident, $min:ident, $max:ident,
     |$a:ident| $abs:expr, |$b:ident| $neg:expr, |$c:ident, $d:ident| $greater:expr,
     |$e:ident, $f:ident| $and:expr, |$m:ident, $y:ident, $n:ident| $select:expr,
     |$k:ident| $bits:expr, $side:literal, $square:ident,
     $low:ident, $high:ident, $shuffle:ident, $join:ident, $part:ident $(, $($rotate:tt)+)?) => {
        #[derive(Clone, Copy)]
        pub struct $name($reg);

        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                $name(unsafe { $add(self.0, o.0) })
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                $name(unsafe { $sub(self.0, o.0) })
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, o: Self) -> Self {
                $name(unsafe { $mul(self.0, o.0) })
            }
        }
        impl Div for $name {
            type Output = Self;
            #[inline(always)]
            fn div(self, o: Self) -> Self {
                $name(unsafe { $div(self.0, o.0) })
            }
        }
        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                let $b = self.0;
                $name(unsafe { $neg })
            }
        }
        impl $name {
            /// Turns rows into columns in every square of four numbers.
            #[inline(always)]
            fn turned([a, b, c, d]: [Self; 4]) -> [Self; 4] {
                unsafe {
                    let (ab, cd, ab2, cd2) = ($low(a.0, b.0), $low(c.0, d.0), $high(a.0, b.0), $high(c.0, d.0));
                    [$name($shuffle::<0x44>(ab, cd)), $name($shuffle::<0xEE>(ab, cd)),
                     $name($shuffle::<0x44>(ab2, cd2)), $name($shuffle::<0xEE>(ab2, cd2))]
                }
            }
        }
        impl Lanes for $name {
            const WIDTH: usize = $width;
            type Mask = $mask;

            #[inline(always)]
            fn splat(value: f32) -> Self {
                $name(unsafe { $splat(value) })
            }
            #[inline(always)]
            unsafe fn load_ptr(from: *const f32) -> Self {
                $name(unsafe { $load(from) })
            }
            #[inline(always)]
            unsafe fn store_ptr(self, to: *mut f32) {
                unsafe { $store(to, self.0) }
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $name(unsafe { $sqrt(self.0) })
            }
            #[inline(always)]
            fn abs(self) -> Self {
                let $a = self.0;
                $name(unsafe { $abs })
            }
            #[inline(always)]
            fn min(self, o: Self) -> Self {
                $name(unsafe { $min(self.0, o.0) })
            }
            #[inline(always)]
            fn max(self, o: Self) -> Self {
                $name(unsafe { $max(self.0, o.0) })
            }
            #[inline(always)]
            fn greater(self, o: Self) -> $mask {
                let ($c, $d) = (self.0, o.0);
                unsafe { $greater }
            }
            #[inline(always)]
            fn and($e: $mask, $f: $mask) -> $mask {
                #[allow(unused_unsafe)]
                unsafe { $and }
            }
            #[inline(always)]
            fn bits($k: $mask) -> u32 {
                #[allow(unused_unsafe)]
                unsafe { $bits }
            }
            #[inline(always)]
            unsafe fn transpose(from: &Square, to: &mut Square, rows: usize, columns: usize) {
                for a in (0..rows).step_by($side) {
                    for b in (0..columns).step_by($side) {
                        unsafe { $square(from.as_ptr().cast::<f32>().add(a * MAX_WIDTH + b),
                                         to.as_mut_ptr().cast::<f32>().add(b * MAX_WIDTH + a)) }
                    }
                }
            }
            #[inline(always)]
            unsafe fn gather(from: &[[f32; 4]], at: impl Fn(usize) -> usize) -> [Self; 4] {
                unsafe {
                    let (a, b) = ($join(from, &at, 0), $join(from, &at, 1));
                    let (c, d) = ($join(from, &at, 2), $join(from, &at, 3));
                    Self::turned([$name(a), $name(b), $name(c), $name(d)])
                }
            }
            #[inline(always)]
            unsafe fn scatter(numbers: [Self; 4], to: &mut [[f32; 4]], at: impl Fn(usize) -> usize) {
                unsafe {
                    let [a, b, c, d] = Self::turned(numbers);
                    $part(a.0, to, &at, 0);
                    $part(b.0, to, &at, 1);
                    $part(c.0, to, &at, 2);
                    $part(d.0, to, &at, 3);
                }
            }
            #[inline(always)]
            fn select($m: $mask, yes: Self, no: Self) -> Self {
                let ($y, $n) = (yes.0, no.0);
                $name(unsafe { $select })
            }
            $($($rotate)+)?
        }
    };
}

lanes!(
    X4,
    __m128,
    __m128,
    4,
    _mm_add_ps,
    _mm_sub_ps,
    _mm_mul_ps,
    _mm_div_ps,
    _mm_set1_ps,
    _mm_loadu_ps,
    _mm_storeu_ps,
    _mm_sqrt_ps,
    _mm_min_ps,
    _mm_max_ps,
    |a| _mm_andnot_ps(_mm_set1_ps(-0.0), a),
    |a| _mm_xor_ps(_mm_set1_ps(-0.0), a),
    |a, b| _mm_cmpgt_ps(a, b),
    |a, b| _mm_and_ps(a, b),
    |m, y, n| _mm_or_ps(_mm_and_ps(m, y), _mm_andnot_ps(m, n)),
    |k| _mm_movemask_ps(k) as u32,
    4,
    square4,
    _mm_unpacklo_ps,
    _mm_unpackhi_ps,
    _mm_shuffle_ps,
    join4,
    part4
);
lanes!(
    X8,
    __m256,
    __m256,
    8,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_div_ps,
    _mm256_set1_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_sqrt_ps,
    _mm256_min_ps,
    _mm256_max_ps,
    |a| _mm256_andnot_ps(_mm256_set1_ps(-0.0), a),
    |a| _mm256_xor_ps(_mm256_set1_ps(-0.0), a),
    |a, b| _mm256_cmp_ps::<_CMP_GT_OQ>(a, b),
    |a, b| _mm256_and_ps(a, b),
    |m, y, n| _mm256_blendv_ps(n, y, m),
    |k| _mm256_movemask_ps(k) as u32,
    8,
    square8,
    _mm256_unpacklo_ps,
    _mm256_unpackhi_ps,
    _mm256_shuffle_ps,
    join8,
    part8,
    #[inline(always)]
    fn rotate(self, by: isize) -> Self {
        unsafe { X8(_mm256_permutevar8x32_ps(self.0, _mm256_loadu_si256(ROUND.as_ptr().add(by as usize & 7).cast()))) }
    }
);
lanes!(
    X16,
    __m512,
    __mmask16,
    16,
    _mm512_add_ps,
    _mm512_sub_ps,
    _mm512_mul_ps,
    _mm512_div_ps,
    _mm512_set1_ps,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_sqrt_ps,
    _mm512_min_ps,
    _mm512_max_ps,
    |a| _mm512_abs_ps(a),
    |a| _mm512_castsi512_ps(_mm512_xor_si512(_mm512_set1_epi32(i32::MIN), _mm512_castps_si512(a))),
    |a, b| _mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b),
    |a, b| a & b,
    |m, y, n| _mm512_mask_blend_ps(m, n, y),
    |k| u32::from(k),
    8,
    square8,
    _mm512_unpacklo_ps,
    _mm512_unpackhi_ps,
    _mm512_shuffle_ps,
    join16,
    part16,
    #[inline(always)]
    fn rotate(self, by: isize) -> Self {
        unsafe { X16(_mm512_permutexvar_ps(_mm512_loadu_si512(ROUND.as_ptr().add(by as usize & 15).cast()), self.0)) }
    }
);

/// The lanes twice around. Eight lanes take these modulo eight.
const ROUND: [i32; 2 * MAX_WIDTH] = {
    let mut lanes = [0; 2 * MAX_WIDTH];
    let mut k = 0;
    while k < lanes.len() {
        lanes[k] = (k % MAX_WIDTH) as i32;
        k += 1;
    }
    lanes
};

/// The numbers of thing `k`, and of every fourth from there.
#[inline(always)]
unsafe fn join4(from: &[[f32; 4]], at: &impl Fn(usize) -> usize, k: usize) -> __m128 {
    unsafe { _mm_loadu_ps(from.get_unchecked(at(k)).as_ptr()) }
}
#[inline(always)]
unsafe fn join8(from: &[[f32; 4]], at: &impl Fn(usize) -> usize, k: usize) -> __m256 {
    unsafe { _mm256_set_m128(join4(from, at, k + 4), join4(from, at, k)) }
}
#[inline(always)]
unsafe fn join16(from: &[[f32; 4]], at: &impl Fn(usize) -> usize, k: usize) -> __m512 {
    unsafe {
        let (low, high) = (join8(from, at, k), join8(from, at, k + 8));
        let both = _mm512_insertf64x4::<1>(_mm512_castps_pd(_mm512_castps256_ps512(low)), _mm256_castps_pd(high));
        _mm512_castpd_ps(both)
    }
}

/// Puts them back.
#[inline(always)]
unsafe fn part4(all: __m128, to: &mut [[f32; 4]], at: &impl Fn(usize) -> usize, k: usize) {
    unsafe { _mm_storeu_ps(to.get_unchecked_mut(at(k)).as_mut_ptr(), all) }
}
#[inline(always)]
unsafe fn part8(all: __m256, to: &mut [[f32; 4]], at: &impl Fn(usize) -> usize, k: usize) {
    unsafe {
        part4(_mm256_castps256_ps128(all), to, at, k);
        part4(_mm256_extractf128_ps::<1>(all), to, at, k + 4);
    }
}
#[inline(always)]
unsafe fn part16(all: __m512, to: &mut [[f32; 4]], at: &impl Fn(usize) -> usize, k: usize) {
    unsafe {
        part8(_mm512_castps512_ps256(all), to, at, k);
        part8(_mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(all))), to, at, k + 8);
    }
}

/// Transposes four rows of four numbers, `MAX_WIDTH` apart.
#[inline(always)]
unsafe fn square4(from: *const f32, to: *mut f32) {
    unsafe {
        let [a, b, c, d] = std::array::from_fn(|k| _mm_loadu_ps(from.add(k * MAX_WIDTH)));
        let (ab, cd) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d));
        let (ab2, cd2) = (_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
        _mm_storeu_ps(to, _mm_movelh_ps(ab, cd));
        _mm_storeu_ps(to.add(MAX_WIDTH), _mm_movehl_ps(cd, ab));
        _mm_storeu_ps(to.add(2 * MAX_WIDTH), _mm_movelh_ps(ab2, cd2));
        _mm_storeu_ps(to.add(3 * MAX_WIDTH), _mm_movehl_ps(cd2, ab2));
    }
}

/// The same for eight rows of eight.
#[inline(always)]
unsafe fn square8(from: *const f32, to: *mut f32) {
    unsafe {
        let load = |k: usize| _mm256_loadu_ps(from.add(k * MAX_WIDTH));
        let (a, b, c, d) = (load(0), load(1), load(2), load(3));
        let (e, f, g, h) = (load(4), load(5), load(6), load(7));
        let (ab, ab2) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        let (cd, cd2) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
        let (ef, ef2) = (_mm256_unpacklo_ps(e, f), _mm256_unpackhi_ps(e, f));
        let (gh, gh2) = (_mm256_unpacklo_ps(g, h), _mm256_unpackhi_ps(g, h));
        let low = [
            _mm256_shuffle_ps::<0x44>(ab, cd),
            _mm256_shuffle_ps::<0xEE>(ab, cd),
            _mm256_shuffle_ps::<0x44>(ab2, cd2),
            _mm256_shuffle_ps::<0xEE>(ab2, cd2),
        ];
        let high = [
            _mm256_shuffle_ps::<0x44>(ef, gh),
            _mm256_shuffle_ps::<0xEE>(ef, gh),
            _mm256_shuffle_ps::<0x44>(ef2, gh2),
            _mm256_shuffle_ps::<0xEE>(ef2, gh2),
        ];
        for k in 0..4 {
            _mm256_storeu_ps(to.add(k * MAX_WIDTH), _mm256_permute2f128_ps::<0x20>(low[k], high[k]));
            _mm256_storeu_ps(to.add((k + 4) * MAX_WIDTH), _mm256_permute2f128_ps::<0x31>(low[k], high[k]));
        }
    }
}

#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) {
    kernel.run::<X8>();
}

#[target_feature(enable = "avx512f")]
fn run_avx512<K: Kernel>(kernel: K) {
    kernel.run::<X16>();
}

#[inline]
pub fn run<K: Kernel>(width: LaneWidth, kernel: K) {
    match width {
        LaneWidth::Four => kernel.run::<X4>(),
        // SAFETY: the features were just found.
        LaneWidth::Eight if std::is_x86_feature_detected!("avx2") => unsafe { run_avx2(kernel) },
        LaneWidth::Sixteen if std::is_x86_feature_detected!("avx512f") => unsafe { run_avx512(kernel) },
        other => portable::run(other, kernel),
    }
}
