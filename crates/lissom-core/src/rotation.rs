//! \[MC11s\] 3: the rotation that fits a moment matrix best.
//!
//! Newton's method on SO(3) for the maximum of `tr(Rᵀ A)`, warm-started with the last result of the same
//! group. Two steps are enough in the solver, also for rods, whose twist is held by small terms only.
//! Reflections need no case of their own: the maximum over rotations is the fit with the smallest singular
//! direction flipped.
//!
//! | symbol | here | |
//! |---|---|---|
//! | A | `moment` | Σ m p q̄ᵀ, plus orientation terms |
//! | R | `q` | rotation as a quaternion |
//! | B | `b` | Rᵀ A |
//! | H | `h` | tr(B) 1 − (B + Bᵀ)/2, the Hessian of −tr |

use crate::lanes::Lanes;
use crate::math::{Mat3, Quat, Vec3};
use crate::quat::qexp;
use glam::{DMat3, DQuat, DVec3};

/// Below this share of |A| a pivot of H does not count as positive; floats hold no more.
const PIVOT: f32 = 1e-5;
/// Below this share of |A| the gradient counts as zero.
const FLAT: f32 = 1e-6;
/// Half of how far a Newton step turns at most, rad.
const LONGEST: f32 = 0.75;
/// After a step that turns less than twice this, rad, the next would turn by less than 3e-6, a pixel in a picture of 300 000.
/// Errors are cubed, times five for a usual rod: the third derivative of the trace vanishes at its maximum.
const ENOUGH: f32 = 4e-3;
/// Traces between these need no scaling.
const LITTLE: f32 = 0.1;
const MUCH: f32 = 10.0;
/// tan(3 rad / 2): the turn that leaves a saddle.
const KICK: f32 = 14.101_42;

/// A rotation as a quaternion of any length.
pub struct Fit<L> {
    pub turned: Quat<L>,
    /// One over its length, squared.
    inv2: L,
}

impl<L: Lanes> Fit<L> {
    /// At unit length, or the opposite of it.
    #[inline(always)]
    pub fn quat(&self, sign: L) -> Quat<L> {
        let inv = sign * self.inv2.sqrt();
        Quat(self.turned.0.map(|c| c * inv))
    }

    /// Without waiting for a root.
    #[inline(always)]
    pub fn matrix(&self) -> Mat3<L> {
        self.turned.scaled_matrix(L::splat(1.0), self.inv2)
    }
}

/// Improves `q` by some Newton steps. A zero matrix leaves it alone. This is fastest if the trace of A is about one.
#[inline(always)]
pub fn extract<L: Lanes>(moment: &Mat3<L>, q: Quat<L>, steps: usize) -> Quat<L> {
    fit(moment, L::splat(1.0), q, steps).quat(L::splat(1.0))
}

/// The same with A times `scale`. Turns are put together as they come: what B is multiplied by does not matter.
#[inline(always)]
pub fn fit<L: Lanes>(moment: &Mat3<L>, scale: L, q: Quat<L>, steps: usize) -> Fit<L> {
    let one = L::splat(1.0);
    let mut b = q.scaled_matrix(scale, one).transposed_mul(moment);
    let trace = b.0[0] + b.0[4] + b.0[8];
    let usual = L::and(trace.greater(L::splat(LITTLE)), L::splat(MUCH).greater(trace));
    if !L::all(usual) {
        let scale = L::select(usual, one, one_over_norm(&b.0));
        b = Mat3(std::array::from_fn(|k| b.0[k] * scale));
    }
    let mut turn = newton(&b.0);
    let mut turned = q.mul(half_turn(turn));
    let mut length2 = q.dot(q) * one_and(turn);
    for _ in 1..steps {
        // Lane by lane, so that a result does not depend on its neighbours.
        let fits = L::splat(ENOUGH * ENOUGH).greater(turn.dot(turn));
        if L::all(fits) {
            break;
        }
        b = cayley(turn).transposed_mul(&b);
        turn = Vec3::select(fits, Vec3::zero(), newton(&b.0));
        turned = turned.mul(half_turn(turn));
        length2 = length2 * one_and(turn);
    }
    Fit { turned, inv2: L::splat(1.0) / length2 }
}

/// The largest entry, which stands in for |A|: squares could overflow or vanish.
#[inline(always)]
fn norm<L: Lanes>(a: &[L; 9]) -> L {
    let mut norm = L::zero();
    for k in 0..9 {
        norm = a[k].abs().max(norm);
    }
    norm
}

/// One over it; nothing for a zero matrix.
#[inline(always)]
fn one_over_norm<L: Lanes>(a: &[L; 9]) -> L {
    let norm = norm(a);
    L::select(norm.greater(L::splat(1e-30)), L::splat(1.0) / norm, L::zero())
}

/// The tangent of half the angle of one Newton step, H⁻¹ g / 2; exact to second order like the step itself.
#[inline(always)]
fn newton<L: Lanes>(b: &[L; 9]) -> Vec3<L> {
    let (gradient, h) = slope(b);
    // Positive definite? By its leading minors, which are cofactors of the inverse, too.
    let inverse = cofactors(h);
    let det = determinant(h, inverse);
    let pivot = L::splat(PIVOT);
    let spd = L::and(L::and(h[0].greater(pivot), inverse[5].greater(pivot)), det.greater(pivot));
    let step = solve(inverse, L::splat(0.5) / det, gradient);
    let usual = L::and(spd, L::splat(LONGEST * LONGEST).greater(step.dot(step)));
    if L::all(usual) {
        return step;
    }
    // Hidden from the compiler, which would begin with this before it knows that it is needed.
    let b = std::hint::black_box(*b);
    Vec3::select(usual, step, careful(&b, spd))
}

/// The gradient, and H as 00, 11, 22, 01, 02, 12.
#[inline(always)]
fn slope<L: Lanes>(b: &[L; 9]) -> (Vec3<L>, [L; 6]) {
    let less = L::splat(-0.5);
    let gradient = Vec3([b[7] - b[5], b[2] - b[6], b[3] - b[1]]);
    let [h00, h11, h22] = [b[4] + b[8], b[0] + b[8], b[0] + b[4]];
    (gradient, [h00, h11, h22, (b[1] + b[3]) * less, (b[2] + b[6]) * less, (b[5] + b[7]) * less])
}

/// The same where H is not positive definite, unless `spd` says so, or where the step is long.
#[inline(always)]
fn careful<L: Lanes>(b: &[L; 9], spd: L::Mask) -> Vec3<L> {
    let (zero, one) = (L::zero(), L::splat(1.0));
    let (gradient, [h00, h11, h22, h01, h02, h12]) = slope(b);
    let low = (h00 - h01.abs() - h02.abs()).min(h11 - h01.abs() - h12.abs()).min(h22 - h02.abs() - h12.abs());
    let shift = L::select(spd, zero, (-low).max(zero) + norm(b) * L::splat(0.05));
    let h = [h00 + shift, h11 + shift, h22 + shift, h01, h02, h12];
    let inverse = cofactors(h);
    let det = determinant(h, inverse);
    let det = L::select(det.abs().greater(L::splat(1e-30)), det, one);
    let step = solve(inverse, L::splat(0.5) / det, gradient);
    let length2 = step.dot(step);
    let long = length2.greater(L::splat(LONGEST * LONGEST));
    let step = step.scale(L::select(long, L::splat(LONGEST) / length2.sqrt(), one));
    Vec3::select(spd, step, step.add(kick(b, gradient)))
}

/// Exactly half a turn off, the gradient vanishes at a saddle: turn away about the best axis.
#[inline(always)]
fn kick<L: Lanes>(b: &[L; 9], gradient: Vec3<L>) -> Vec3<L> {
    let (zero, hair) = (L::zero(), L::splat(1e-7));
    let inv = one_over_norm(b);
    let flat = L::and(inv.greater(zero), L::splat(FLAT * FLAT).greater(gradient.dot(gradient) * (inv * inv)));
    let stuck = L::select(flat, L::splat(KICK), zero);
    let (x, y) = (b[0] + hair, b[4] + hair);
    let x_best = L::and(x.greater(b[4]), x.greater(b[8]));
    let y_best = y.greater(b[8]);
    Vec3([
        L::select(x_best, stuck, zero),
        L::select(x_best, zero, L::select(y_best, stuck, zero)),
        L::select(x_best, zero, L::select(y_best, zero, stuck)),
    ])
}

/// The turn whose half has this tangent, of any length.
#[inline(always)]
fn half_turn<L: Lanes>(tangent: Vec3<L>) -> Quat<L> {
    let [x, y, z] = tangent.0;
    Quat([x, y, z, L::splat(1.0)])
}

/// The square of its length.
#[inline(always)]
fn one_and<L: Lanes>(tangent: Vec3<L>) -> L {
    let [x, y, z] = tangent.0;
    (L::splat(1.0) + x * x) + (y * y + z * z)
}

/// The same as a matrix (Cayley's map), times the square of its length.
#[inline(always)]
fn cayley<L: Lanes>(s: Vec3<L>) -> Mat3<L> {
    let [x, y, z] = s.0;
    let one = L::splat(1.0);
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x2 * y, x2 * z, y2 * z);
    let (more, less) = (one + xx, one - xx);
    Mat3([more - yy - zz, xy - z2, xz + y2, xy + z2, less + yy - zz, yz - x2, xz - y2, yz + x2, less - yy + zz])
}

/// Cofactors 00, 01, 02, 11, 12, 22 of a symmetric matrix given as 00, 11, 22, 01, 02, 12.
#[inline(always)]
fn cofactors<L: Lanes>([h00, h11, h22, h01, h02, h12]: [L; 6]) -> [L; 6] {
    [
        h11 * h22 - h12 * h12,
        h02 * h12 - h01 * h22,
        h01 * h12 - h02 * h11,
        h00 * h22 - h02 * h02,
        h01 * h02 - h00 * h12,
        h00 * h11 - h01 * h01,
    ]
}

/// Of the matrix with these entries and cofactors.
#[inline(always)]
fn determinant<L: Lanes>([h00, _, _, h01, h02, _]: [L; 6], cofactors: [L; 6]) -> L {
    h00 * cofactors[0] + h01 * cofactors[1] + h02 * cofactors[2]
}

/// The matrix with these cofactors, which are those of another, times `scale` and `g`.
#[inline(always)]
fn solve<L: Lanes>([c00, c01, c02, c11, c12, c22]: [L; 6], scale: L, g: Vec3<L>) -> Vec3<L> {
    let [g0, g1, g2] = g.0;
    Vec3([
        (c00 * g0 + c01 * g1 + c02 * g2) * scale,
        (c01 * g0 + c11 * g1 + c12 * g2) * scale,
        (c02 * g0 + c12 * g1 + c22 * g2) * scale,
    ])
}

/// The best rotation without a warm start: Newton from four starts half a turn apart, the best trace wins.
pub fn extract_cold(moment: DMat3) -> DQuat {
    let starts = [
        DQuat::IDENTITY,
        DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
    ];
    let mut best = (f64::NEG_INFINITY, DQuat::IDENTITY);
    for start in starts {
        let q = extract_f64(moment, start, 30);
        let r = DMat3::from_quat(q);
        let trace = r.x_axis.dot(moment.x_axis) + r.y_axis.dot(moment.y_axis) + r.z_axis.dot(moment.z_axis);
        if trace > best.0 {
            best = (trace, q);
        }
    }
    best.1
}

/// [`extract`] in double precision, for set-up and for whole bodies.
pub fn extract_f64(moment: DMat3, mut q: DQuat, iterations: usize) -> DQuat {
    let norm = moment.to_cols_array().iter().map(|a| a * a).sum::<f64>().sqrt();
    if !norm.is_finite() || norm < 1e-60 {
        return q;
    }
    let a = moment * (1.0 / norm);
    for _ in 0..iterations {
        let b = DMat3::from_quat(q).transpose() * a;
        let gradient = DVec3::new(b.y_axis.z - b.z_axis.y, b.z_axis.x - b.x_axis.z, b.x_axis.y - b.y_axis.x);
        let trace = b.x_axis.x + b.y_axis.y + b.z_axis.z;
        let mut h = DMat3::from_diagonal(DVec3::splat(trace)) - (b + b.transpose()) * 0.5;
        let minor = h.x_axis.x * h.y_axis.y - h.x_axis.y * h.x_axis.y;
        let spd = h.x_axis.x > 1e-12 && minor > 1e-12 && h.determinant() > 1e-12;
        if !spd {
            if gradient.length() < 1e-7 {
                let diagonal = [b.x_axis.x, b.y_axis.y, b.z_axis.z];
                let k = (0..3).max_by(|&i, &j| diagonal[i].total_cmp(&diagonal[j])).unwrap_or(0);
                q = (q * qexp(DVec3::AXES[k] * 3.0)).normalize();
                continue;
            }
            let row = |i: usize| h.col(i).abs().element_sum() - h.col(i)[i].abs();
            let low = (0..3).map(|i| h.col(i)[i] - row(i)).fold(f64::INFINITY, f64::min);
            h += DMat3::from_diagonal(DVec3::splat((-low).max(0.0) + 0.05));
        }
        let turn = (h.inverse() * gradient).clamp_length_max(1.5);
        q = (q * qexp(turn)).normalize();
        if turn.length() < 1e-14 {
            break;
        }
    }
    q
}
