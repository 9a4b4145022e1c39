//! Principal axes of a symmetric matrix, chosen so that rounding errors do not decide.

use glam::{DMat3, DVec3};

/// Orthonormal axes (det +1) and the variance along each, largest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    pub directions: DMat3,
    pub variances: DVec3,
}

/// The principal axes of `covariance`. Variances whose ratio is above `similar` leave the
/// directions in their span open: there the axis nearest to the first suitable `hint` is taken.
pub(crate) fn principal_axes(covariance: DMat3, similar: f64, hints: [DVec3; 3]) -> Axes {
    let (variances, e) = eigenvectors(covariance);
    let alike = |i: usize, j: usize| variances[j] >= similar * variances[i];
    let within = |span: &[DVec3]| -> DVec3 {
        let project = |hint: &DVec3| span.iter().map(|&s| s * hint.dot(s)).sum::<DVec3>();
        let projected = hints.iter().map(project).find(|p| p.length() > 0.5);
        projected.unwrap_or(span[0]).normalize_or(span[0])
    };
    let first = match (alike(0, 1), alike(0, 2)) {
        (true, true) => hints[0].normalize_or(e[0]),
        (true, false) => within(&e[..2]),
        _ => signed(e[0]),
    };
    let second = if alike(1, 2) {
        within(&[first.any_orthonormal_vector(), first.cross(first.any_orthonormal_vector())])
    } else if alike(0, 1) {
        signed(e[2].cross(first).normalize_or(first.any_orthonormal_vector()))
    } else {
        signed(e[1])
    };
    let directions = DMat3::from_cols(first, second, first.cross(second).normalize());
    let along = |a: DVec3| a.dot(covariance * a).max(0.0);
    let variances = DVec3::new(along(directions.x_axis), along(directions.y_axis), along(directions.z_axis));
    Axes { directions, variances }
}

/// The same line, pointing to where its largest component is positive.
fn signed(v: DVec3) -> DVec3 {
    let a = v.abs();
    let largest = if a.x > 0.999 * a.max_element() {
        v.x
    } else if a.y > 0.999 * a.max_element() {
        v.y
    } else {
        v.z
    };
    if largest < 0.0 { -v } else { v }
}

/// Eigenvalues, largest first, and unit eigenvectors, by cyclic Jacobi rotations.
pub(crate) fn eigenvectors(matrix: DMat3) -> (DVec3, [DVec3; 3]) {
    let mut a = matrix.to_cols_array_2d();
    let mut v = DMat3::IDENTITY.to_cols_array_2d();
    for _ in 0..32 {
        let off = a[0][1].abs() + a[0][2].abs() + a[1][2].abs();
        if off <= 1e-15 * (a[0][0].abs() + a[1][1].abs() + a[2][2].abs()) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for k in 0..3 {
                (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
            }
            for k in 0..3 {
                (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                (v[p][k], v[q][k]) = (c * v[p][k] - s * v[q][k], s * v[p][k] + c * v[q][k]);
            }
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a[j][j].total_cmp(&a[i][i]));
    let values = order.map(|k| a[k][k].max(0.0));
    (DVec3::from_array(values), order.map(|k| DVec3::from_array(v[k]).normalize_or(DVec3::X)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_diagonalise() {
        let m = DMat3::from_cols_array(&[4.0, 1.0, -2.0, 1.0, 3.0, 0.5, -2.0, 0.5, 1.5]);
        let (values, vectors) = eigenvectors(m);
        for k in 0..3 {
            assert!((m * vectors[k] - vectors[k] * values[k]).length() < 1e-12);
        }
        assert!(values.x >= values.y && values.y >= values.z);
    }

    #[test]
    fn hints_decide_between_equal_variances() {
        let hints = [DVec3::Y, DVec3::Z, DVec3::X];
        let ball = principal_axes(DMat3::IDENTITY, 0.98, hints);
        assert!(ball.directions.x_axis.abs_diff_eq(DVec3::Y, 1e-9));
        let disc = principal_axes(DMat3::from_diagonal(DVec3::new(2.0, 0.1, 2.0)), 0.98, hints);
        assert!(disc.directions.x_axis.abs_diff_eq(DVec3::Z, 1e-9));
        assert!((disc.directions.determinant() - 1.0).abs() < 1e-9);
    }
}
