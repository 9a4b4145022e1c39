//! Conjugate gradients for fields on tetrahedra. Sums are in a fixed order: the same bits on every machine.

/// More rounds would not help.
const MOST_ROUNDS: usize = 4000;
/// The residual to stop at, relative to the first.
const ENOUGH: f64 = 1e-9;
/// And relative to the field itself: what is smaller comes from rounding.
const NOISE: f64 = 1e-13;

/// A sparse symmetric matrix.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Where each row starts in `columns` and `entries`, and the end.
    starts: Vec<usize>,
    columns: Vec<u32>,
    entries: Vec<f64>,
    diagonal: Vec<f64>,
}

/// A row of further equations: four vertices and their factors.
pub(crate) type Pull = ([u32; 4], [f64; 4]);

impl Matrix {
    /// Entries by row and column; those for the same place are added up.
    pub fn new(count: usize, mut parts: Vec<((u32, u32), f64)>) -> Matrix {
        // Stable, so that parts are added in the order they came.
        parts.sort_by_key(|p| p.0);
        let mut matrix =
            Matrix { starts: vec![0; count + 1], columns: vec![], entries: vec![], diagonal: vec![0.0; count] };
        let mut last = None;
        for (place, part) in parts {
            let (row, column) = place;
            if last.replace(place) != Some(place) {
                matrix.columns.push(column);
                matrix.entries.push(0.0);
                matrix.starts[row as usize + 1] += 1;
            }
            *matrix.entries.last_mut().expect("pushed before") += part;
            if row == column {
                matrix.diagonal[row as usize] += part;
            }
        }
        (0..count).for_each(|r| matrix.starts[r + 1] += matrix.starts[r]);
        matrix
    }

    fn times(&self, x: &[f64], pulls: &[Pull]) -> Vec<f64> {
        let row = |r: usize| self.starts[r]..self.starts[r + 1];
        let mut product: Vec<f64> =
            (0..x.len()).map(|r| row(r).map(|k| self.entries[k] * x[self.columns[k] as usize]).sum()).collect();
        for (corners, factors) in pulls {
            let pulled: f64 = (0..4).map(|k| factors[k] * x[corners[k] as usize]).sum();
            (0..4).for_each(|k| product[corners[k] as usize] += factors[k] * pulled);
        }
        product
    }

    /// Of the rows that are not empty.
    pub fn mean_diagonal(&self) -> f64 {
        let used = self.diagonal.iter().filter(|d| **d > 0.0);
        let (sum, count) = used.fold((0.0, 0.0), |(s, n), d| (s + d, n + 1.0));
        if count > 0.0 { sum / count } else { 1.0 }
    }
}

/// Minimises xᵀ A x / 2 + Σ (pull·x − wanted)² / 2 over what is not fixed, from where `x` is.
pub(crate) fn solve(matrix: &Matrix, pulls: &[Pull], wanted: &[f64], fixed: &[bool], x: &mut [f64]) {
    let mut scale = matrix.diagonal.clone();
    let mut right = vec![0.0; x.len()];
    for ((corners, factors), wanted) in pulls.iter().zip(wanted) {
        for k in 0..4 {
            right[corners[k] as usize] += factors[k] * wanted;
            scale[corners[k] as usize] += factors[k] * factors[k];
        }
    }
    let product = matrix.times(x, pulls);
    let free = |v: usize| !fixed[v] && scale[v] > 0.0;
    let mut rest: Vec<f64> = (0..x.len()).map(|v| if free(v) { right[v] - product[v] } else { 0.0 }).collect();
    let weigh = |rest: &[f64]| -> Vec<f64> {
        rest.iter().enumerate().map(|(v, r)| if free(v) { r / scale[v] } else { 0.0 }).collect()
    };
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let mut step = weigh(&rest);
    let mut size = dot(&rest, &step);
    let whole: f64 = x.iter().zip(&scale).map(|(x, s)| x * x * s).sum();
    let enough = (size * ENOUGH * ENOUGH).max(whole * NOISE * NOISE);
    for _ in 0..MOST_ROUNDS {
        if size <= enough || size <= 0.0 {
            return;
        }
        let product = matrix.times(&step, pulls);
        let length = size / dot(&step, &product);
        if !length.is_finite() {
            return;
        }
        for v in (0..x.len()).filter(|&v| free(v)) {
            x[v] += length * step[v];
            rest[v] -= length * product[v];
        }
        let weighed = weigh(&rest);
        let next = dot(&rest, &weighed);
        step.iter_mut().zip(&weighed).for_each(|(s, w)| *s = w + *s * (next / size));
        size = next;
    }
}
