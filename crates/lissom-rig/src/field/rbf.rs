//! Fields by radial basis functions, after \[PD09\] 4.1.
//!
//! A field is a sum of bumps around the constraints and a linear function. Bumps have no say about linear
//! functions, so that those are met exactly, and few constraints give a plain slope. All components of a field
//! (one of a layer, six of a direction) share one matrix.
//!
//! ```text
//! f(x) = Σ λ_k φ(|x − x_k|) + a + b·x,    Σ λ_k = 0,    Σ λ_k (b-directions of x_k) = 0
//! ```
//!
//! | symbol | here |
//! |---|---|
//! | x_k | `points`, in the unit box |
//! | φ | [`Kernel`] |
//! | λ | `weights` |
//! | a, b | `plain`: a coefficient for 1 and for each of `axes` |
//!
//! The conditions are met by construction: reflections turn the space of λ so that what they forbid is its first
//! few axes. On the rest the matrix is positive definite, and a Cholesky decomposition solves it.
//!
//! Deviates from \[PD09\] 4.1, which names no kernel: r³ for layers, whose gradient is used, and r for strength and
//! delay, which hardly overshoots. Along directions in which all constraints are equal, b is 0.

use glam::{DMat3, DVec3};
use nalgebra::{Cholesky, DMatrix, DVector};

use super::samples::{Sample, TOUCHING, UnitBox, merged, spread};
use crate::sim_mesh::axes::eigenvectors;

/// More constraints are thinned out: the time grows with their cube.
pub const MOST_CONSTRAINTS: usize = 1500;
/// Added to the diagonal, so that neighbours that contradict each other have an answer.
const SOFTNESS: f64 = 1e-8;
/// Rounds that take the effect of [`SOFTNESS`] out again where there is no contradiction.
const REFINEMENTS: usize = 2;

/// φ, up to a factor that λ takes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// r³: smooth, also in its gradient.
    Cubic,
    /// r: hardly overshoots.
    Linear,
}

impl Kernel {
    /// With the sign that makes its matrix positive.
    fn value(self, r: f64) -> f64 {
        match self {
            Kernel::Cubic => r * r * r,
            Kernel::Linear => -r,
        }
    }

    /// The gradient divided by x − x_k.
    fn slope(self, r: f64) -> f64 {
        match self {
            Kernel::Cubic => 3.0 * r,
            Kernel::Linear if r > 0.0 => -1.0 / r,
            Kernel::Linear => 0.0,
        }
    }
}

/// A field of `N` components.
#[derive(Clone, Debug)]
pub struct Rbf<const N: usize> {
    kernel: Kernel,
    unit: UnitBox,
    points: Vec<DVec3>,
    weights: Vec<[f64; N]>,
    /// The middle of the points, from where `axes` count.
    centre: DVec3,
    /// Directions in which the points differ: at most three.
    axes: Vec<DVec3>,
    plain: Vec<[f64; N]>,
}

impl<const N: usize> Rbf<N> {
    /// The field that takes the samples' values; none without samples. Everything must be finite.
    pub fn fit(kernel: Kernel, unit: UnitBox, samples: &[Sample<N>]) -> Option<Rbf<N>> {
        let inside = samples.iter().map(|s| Sample { at: unit.inside(s.at), ..*s });
        let samples = spread(merged(inside), MOST_CONSTRAINTS);
        let first = samples.first()?;
        let points: Vec<DVec3> = samples.iter().map(|s| s.at).collect();
        let centre = points.iter().sum::<DVec3>() / points.len() as f64;
        let weights = vec![[0.0; N]; points.len()];
        let plain = vec![first.values];
        let mut field = Rbf { kernel, unit, points, weights, centre, axes: Vec::new(), plain };
        if !samples.iter().all(|s| same(&s.values, &first.values)) {
            field.axes = span(&field.points, centre);
            field.solve(&samples);
        }
        Some(field)
    }

    pub fn value(&self, x: DVec3) -> [f64; N] {
        let x = self.unit.inside(x);
        let mut sum = self.plain[0];
        for (axis, b) in self.axes.iter().zip(&self.plain[1..]) {
            add(&mut sum, axis.dot(x - self.centre), b);
        }
        for (p, weight) in self.points.iter().zip(&self.weights) {
            add(&mut sum, self.kernel.value(x.distance(*p)), weight);
        }
        sum
    }

    /// By component, in the units of the body.
    pub fn gradient(&self, x: DVec3) -> [DVec3; N] {
        let x = self.unit.inside(x);
        let mut sum = [DVec3::ZERO; N];
        for (axis, b) in self.axes.iter().zip(&self.plain[1..]) {
            (0..N).for_each(|c| sum[c] += *axis * b[c]);
        }
        for (p, weight) in self.points.iter().zip(&self.weights) {
            let slope = (x - *p) * self.kernel.slope(x.distance(*p));
            (0..N).for_each(|c| sum[c] += slope * weight[c]);
        }
        sum.map(|g| g / self.unit.size)
    }

    fn solve(&mut self, samples: &[Sample<N>]) {
        let n = samples.len();
        let plain = self.plain_columns();
        let values = DMatrix::from_fn(n, N, |i, c| samples[i].values[c]);
        let mut weights = DMatrix::zeros(n, N);
        if n > plain.len() {
            let mut matrix = self.matrix();
            let mut right = values.clone();
            let mirrors = mirrors(&plain);
            for mirror in &mirrors {
                mirror_both_sides(mirror, &mut matrix);
                mirror_columns(mirror, &mut right);
            }
            let m = plain.len();
            let inner = matrix.view((m, m), (n - m, n - m)).into_owned();
            weights.rows_mut(m, n - m).copy_from(&soften_and_solve(inner, &right.rows(m, n - m).into_owned()));
            for mirror in mirrors.iter().rev() {
                mirror_columns(mirror, &mut weights);
            }
        }
        self.weights = (0..n).map(|i| std::array::from_fn(|c| weights[(i, c)])).collect();
        self.plain = vec![[0.0; N]; plain.len()];
        let rest: Vec<[f64; N]> = samples
            .iter()
            .map(|s| {
                let mut rest = s.values;
                for (p, weight) in self.points.iter().zip(&self.weights) {
                    add(&mut rest, -self.kernel.value(s.at.distance(*p)), weight);
                }
                rest
            })
            .collect();
        for (column, b) in plain.iter().zip(&mut self.plain) {
            for (share, rest) in column.iter().zip(&rest) {
                add(b, share / column.norm_squared(), rest);
            }
        }
    }

    /// 1 and the linear functions at the points. They are orthogonal: the axes are the principal ones.
    fn plain_columns(&self) -> Vec<DVector<f64>> {
        let n = self.points.len();
        let one = DVector::repeat(n, 1.0);
        let along = |axis: &DVec3| DVector::from_fn(n, |i, _| axis.dot(self.points[i] - self.centre));
        std::iter::once(one).chain(self.axes.iter().map(along)).collect()
    }

    fn matrix(&self) -> DMatrix<f64> {
        let n = self.points.len();
        let mut matrix = DMatrix::zeros(n, n);
        for j in 0..n {
            for i in 0..j {
                let value = self.kernel.value(self.points[i].distance(self.points[j]));
                (matrix[(i, j)], matrix[(j, i)]) = (value, value);
            }
        }
        matrix
    }
}

fn add<const N: usize>(sum: &mut [f64; N], factor: f64, values: &[f64; N]) {
    for c in 0..N {
        sum[c] += factor * values[c];
    }
}

/// Equal but for the rounding of means.
fn same<const N: usize>(a: &[f64; N], b: &[f64; N]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * a.abs().max(b.abs()))
}

/// Unit directions in which points differ by more than a touch.
fn span(points: &[DVec3], centre: DVec3) -> Vec<DVec3> {
    let mut covariance = DMat3::ZERO;
    for p in points {
        let d = *p - centre;
        covariance += DMat3::from_cols(d * d.x, d * d.y, d * d.z);
    }
    let (variances, axes) = eigenvectors(covariance * (1.0 / points.len() as f64));
    let wide = |k: &usize| variances[*k].sqrt() > TOUCHING;
    // Of n points at most n − 1 directions can be known.
    (0..3.min(points.len() - 1)).filter(wide).map(|k| axes[k]).collect()
}

/// Householder's reflections that turn the span of the columns into that of the first few axes.
fn mirrors(columns: &[DVector<f64>]) -> Vec<DVector<f64>> {
    let mut columns = columns.to_vec();
    let mut list: Vec<DVector<f64>> = Vec::new();
    for k in 0..columns.len() {
        let mut mirror = columns[k].clone();
        mirror.rows_mut(0, k).fill(0.0);
        let length = mirror.norm();
        mirror[k] += if mirror[k] < 0.0 { -length } else { length };
        mirror.normalize_mut();
        for column in &mut columns[k..] {
            let twice = 2.0 * mirror.dot(column);
            column.axpy(-twice, &mirror, 1.0);
        }
        list.push(mirror);
    }
    list
}

/// v becomes v − 2 (m·v) m, for every column.
fn mirror_columns(mirror: &DVector<f64>, matrix: &mut DMatrix<f64>) {
    for mut column in matrix.column_iter_mut() {
        let twice = 2.0 * mirror.dot(&column);
        column.axpy(-twice, mirror, 1.0);
    }
}

/// The same from the left and from the right, for a symmetric matrix.
fn mirror_both_sides(mirror: &DVector<f64>, matrix: &mut DMatrix<f64>) {
    let mut shift = DVector::zeros(mirror.len());
    for (j, column) in matrix.column_iter().enumerate() {
        shift.axpy(2.0 * mirror[j], &column, 1.0);
    }
    let along = mirror.dot(&shift);
    shift.axpy(-along, mirror, 1.0);
    for (j, mut column) in matrix.column_iter_mut().enumerate() {
        column.axpy(-shift[j], mirror, 1.0);
        column.axpy(-mirror[j], &shift, 1.0);
    }
}

/// Solves a positive matrix, which may be almost singular. With softness s the first answer z lacks what the same
/// matrix answers to s z; adding that a few times leaves an error only where the matrix itself is as small as s.
fn soften_and_solve(matrix: DMatrix<f64>, right: &DMatrix<f64>) -> DMatrix<f64> {
    // More softness is for flat sets of points, where rounding weighs more than what is known.
    let attempts = (0..12).map(|k| SOFTNESS * 100_f64.powi(k));
    let factor = attempts.into_iter().find_map(|softness| {
        let mut soft = matrix.clone();
        (0..soft.nrows()).for_each(|i| soft[(i, i)] += softness);
        Cholesky::new(soft).map(|factor| (factor, softness))
    });
    let Some((factor, softness)) = factor else {
        return DMatrix::zeros(right.nrows(), right.ncols());
    };
    let mut sum = factor.solve(right);
    let mut part = sum.clone();
    for _ in 0..REFINEMENTS {
        part *= softness;
        factor.solve_mut(&mut part);
        sum += &part;
    }
    sum
}

#[cfg(test)]
mod tests;
