//! Vectors, quaternions and matrices over lanes. Quaternions are `x, y, z, w`; matrices are by rows.

// Plain methods, all of one form; only the lanes have operators.
#![allow(clippy::should_implement_trait)]

use crate::lanes::{Lanes, Memory, Numbers};

#[derive(Clone, Copy)]
pub struct Vec3<L>(pub [L; 3]);

#[derive(Clone, Copy)]
pub struct Quat<L>(pub [L; 4]);

#[derive(Clone, Copy)]
pub struct Mat3<L>(pub [L; 9]);

impl<L: Lanes> Vec3<L> {
    #[inline(always)]
    pub fn zero() -> Self {
        Vec3([L::zero(); 3])
    }
    #[inline(always)]
    pub fn splat(v: glam::Vec3) -> Self {
        Vec3([L::splat(v.x), L::splat(v.y), L::splat(v.z)])
    }
    #[inline(always)]
    pub(crate) fn load(from: &[&mut [f32]; 3], at: usize) -> Self {
        Vec3([L::load(from[0], at), L::load(from[1], at), L::load(from[2], at)])
    }
    #[inline(always)]
    pub(crate) fn load_ref(from: &[Numbers; 3], at: usize) -> Self {
        Vec3([L::load(&from[0], at), L::load(&from[1], at), L::load(&from[2], at)])
    }
    #[inline(always)]
    pub(crate) fn store(self, to: &mut [&mut [f32]; 3], at: usize) {
        for c in 0..3 {
            self.0[c].store(to[c], at);
        }
    }
    #[inline(always)]
    pub(crate) fn store_vec(self, to: &mut [Numbers; 3], at: usize) {
        for c in 0..3 {
            self.0[c].store(&mut to[c], at);
        }
    }
    #[inline(always)]
    pub fn add(self, o: Self) -> Self {
        Vec3([self.0[0] + o.0[0], self.0[1] + o.0[1], self.0[2] + o.0[2]])
    }
    #[inline(always)]
    pub fn sub(self, o: Self) -> Self {
        Vec3([self.0[0] - o.0[0], self.0[1] - o.0[1], self.0[2] - o.0[2]])
    }
    /// `self + o`, and what rounding left out of it (Dekker's fast two-sum). Where `o` is the larger one, that is
    /// right to the last digit of `o`.
    #[inline(always)]
    pub fn add_exactly(self, o: Self) -> (Self, Self) {
        let sum = self.add(o);
        (sum, o.sub(sum.sub(self)))
    }
    /// Adds to a number kept in two parts, the second being what rounding left out of the first. Returns the first.
    #[inline(always)]
    pub(crate) fn add_to(self, x: &mut [&mut [f32]; 3], low: &mut [&mut [f32]; 3], at: usize) -> Self {
        let (sum, left) = Vec3::load(x, at).add_exactly(self);
        sum.store(x, at);
        Vec3::load(low, at).add(left).store(low, at);
        sum
    }
    #[inline(always)]
    pub fn scale(self, s: L) -> Self {
        Vec3([self.0[0] * s, self.0[1] * s, self.0[2] * s])
    }
    #[inline(always)]
    pub fn dot(self, o: Self) -> L {
        self.0[0] * o.0[0] + self.0[1] * o.0[1] + self.0[2] * o.0[2]
    }
    #[inline(always)]
    pub fn cross(self, o: Self) -> Self {
        let ([ax, ay, az], [bx, by, bz]) = (self.0, o.0);
        Vec3([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
    }
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Vec3(std::array::from_fn(|c| L::select(mask, yes.0[c], no.0[c])))
    }
}

impl<L: Lanes> Quat<L> {
    #[inline(always)]
    pub fn splat(q: glam::Quat) -> Self {
        Quat([L::splat(q.x), L::splat(q.y), L::splat(q.z), L::splat(q.w)])
    }
    #[inline(always)]
    pub(crate) fn load(from: &[&mut [f32]; 4], at: usize) -> Self {
        Quat(std::array::from_fn(|c| L::load(from[c], at)))
    }
    #[inline(always)]
    pub(crate) fn load_ref(from: &[Numbers; 4], at: usize) -> Self {
        Quat(std::array::from_fn(|c| L::load(&from[c], at)))
    }
    #[inline(always)]
    pub(crate) fn store(self, to: &mut [&mut [f32]; 4], at: usize) {
        for c in 0..4 {
            self.0[c].store(to[c], at);
        }
    }
    #[inline(always)]
    pub(crate) fn store_vec(self, to: &mut [Numbers; 4], at: usize) {
        for c in 0..4 {
            self.0[c].store(&mut to[c], at);
        }
    }
    #[inline(always)]
    pub fn mul(self, o: Self) -> Self {
        let [ax, ay, az, aw] = self.0;
        let [bx, by, bz, bw] = o.0;
        // In pairs: one result waits for another less often than in a row.
        Quat([
            (aw * bx + ax * bw) + (ay * bz - az * by),
            (aw * by - ax * bz) + (ay * bw + az * bx),
            (aw * bz + ax * by) - (ay * bx - az * bw),
            (aw * bw - ax * bx) - (ay * by + az * bz),
        ])
    }
    #[inline(always)]
    pub fn conjugate(self) -> Self {
        let [x, y, z, w] = self.0;
        Quat([-x, -y, -z, w])
    }
    #[inline(always)]
    pub fn dot(self, o: Self) -> L {
        (self.0[0] * o.0[0] + self.0[1] * o.0[1]) + (self.0[2] * o.0[2] + self.0[3] * o.0[3])
    }
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Quat(std::array::from_fn(|c| L::select(mask, yes.0[c], no.0[c])))
    }
    /// Unit length, or `fallback` where the length is next to nothing.
    #[inline(always)]
    pub fn normalize_or(self, fallback: Self) -> Self {
        let len2 = self.dot(self);
        let ok = len2.greater(L::splat(1e-20));
        let inv = L::splat(1.0) / L::select(ok, len2, L::splat(1.0)).sqrt();
        Quat(std::array::from_fn(|c| L::select(ok, self.0[c] * inv, fallback.0[c])))
    }
    #[inline(always)]
    pub fn normalize(self) -> Self {
        let inv = inv_sqrt(self.dot(self));
        Quat(std::array::from_fn(|c| self.0[c] * inv))
    }
    #[inline(always)]
    pub fn matrix(self) -> Mat3<L> {
        self.scaled_matrix(L::splat(1.0), L::splat(1.0))
    }
    /// The same times `one`, also where the length is not one, given one over its square.
    #[inline(always)]
    pub fn scaled_matrix(self, one: L, inv2: L) -> Mat3<L> {
        let [x, y, z, w] = self.0;
        let two = one * (inv2 + inv2);
        let (x2, y2, z2) = (x * two, y * two, z * two);
        let (xx, yy, zz) = (x * x2, y * y2, z * z2);
        let (xy, xz, yz) = (x * y2, x * z2, y * z2);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        Mat3([one - yy - zz, xy - wz, xz + wy, xy + wz, one - xx - zz, yz - wx, xz - wy, yz + wx, one - xx - yy])
    }
}

/// 1/√x. Within 2 % of one, where it nearly always is, a series is as good and sooner there.
#[inline(always)]
pub fn inv_sqrt<L: Lanes>(x: L) -> L {
    let one = L::splat(1.0);
    let off = one - x;
    let near = L::splat(0.02).greater(off.abs());
    let series = ((off * L::splat(0.3125) + L::splat(0.375)) * off + L::splat(0.5)) * off + one;
    if L::all(near) { series } else { L::select(near, series, one / x.sqrt()) }
}

impl<L: Lanes> Mat3<L> {
    #[inline(always)]
    pub fn mul_vec(&self, v: Vec3<L>) -> Vec3<L> {
        let m = &self.0;
        let [x, y, z] = v.0;
        Vec3([m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z])
    }
    #[inline(always)]
    pub fn mul(&self, o: &Mat3<L>) -> Mat3<L> {
        let (a, b) = (&self.0, &o.0);
        Mat3(std::array::from_fn(|k| {
            let (r, c) = (3 * (k / 3), k % 3);
            a[r] * b[c] + a[r + 1] * b[c + 3] + a[r + 2] * b[c + 6]
        }))
    }
    /// `selfᵀ o`
    #[inline(always)]
    pub fn transposed_mul(&self, o: &Mat3<L>) -> Mat3<L> {
        let (a, b) = (&self.0, &o.0);
        Mat3(std::array::from_fn(|k| {
            let (r, c) = (k / 3, k % 3);
            a[r] * b[c] + a[r + 3] * b[c + 3] + a[r + 6] * b[c + 6]
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_as_good_as_a_root() {
        for k in 0..40_000 {
            let x = 0.9 + 0.2 * k as f32 / 40_000.0;
            let exact = 1.0 / f64::from(x).sqrt();
            assert!((f64::from(inv_sqrt(x)) - exact).abs() < 1.5e-7, "{x}");
        }
        assert_eq!((inv_sqrt(4.0), inv_sqrt(1.0), inv_sqrt(1e-20)), (0.5, 1.0, 1e10));
    }
}
