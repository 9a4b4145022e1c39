//! Small dense systems, for set-up.

/// The inverse of an n by n matrix, by rows; zero where it has none.
pub fn inverse(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut a = matrix.to_vec();
    let mut out = vec![0.0; n * n];
    for k in 0..n {
        out[k * n + k] = 1.0;
    }
    for column in 0..n {
        let size = |row: &usize| a[row * n + column].abs();
        let pivot = (column..n).max_by(|x, y| size(x).total_cmp(&size(y))).unwrap_or(column);
        if size(&pivot) < 1e-300 {
            return vec![0.0; n * n];
        }
        for k in 0..n {
            a.swap(column * n + k, pivot * n + k);
            out.swap(column * n + k, pivot * n + k);
        }
        let scale = 1.0 / a[column * n + column];
        for k in 0..n {
            a[column * n + k] *= scale;
            out[column * n + k] *= scale;
        }
        for row in (0..n).filter(|&r| r != column) {
            let factor = a[row * n + column];
            for k in 0..n {
                a[row * n + k] -= factor * a[column * n + k];
                out[row * n + k] -= factor * out[column * n + k];
            }
        }
    }
    out
}
