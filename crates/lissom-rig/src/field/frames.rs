//! Three perpendicular directions at every vertex, after \[PD09\] 4.1.
//!
//! Layers say how thick a body is, so their gradient is kept as the second direction; what the strokes say is
//! turned into the layer. Where one of the two is missing or says nothing, the neighbours are asked.
//!
//! | symbol | here |
//! |---|---|
//! | d1, d2, d3 | the columns of a frame, `x_axis`, `y_axis` and `z_axis` |
//! | ∇L | `gradients` |
//!
//! Only lines matter: what deforms a body, D diag(c) Dᵀ, is the same whichever way d1, d2 and d3 point.

use glam::{DMat3, DVec3};

use crate::sim_mesh::axes::eigenvectors;

/// A gradient smaller than this, relative to the median, has no direction.
const FAINT: f64 = 1e-3;
/// A stroke direction that has less than this in the layer says nothing about it.
const STEEP: f64 = 0.2;
/// How often neighbours are asked.
const SWEEPS: usize = 5;
/// Rounds of smoothing where a direction is free.
const SMOOTHING: usize = 20;

/// A direction by vertex, or none.
pub(crate) type Lines = Vec<Option<DVec3>>;

/// The frames of a body whose vertices have these neighbours. What is not known at all is `None`: no layer was
/// painted, no stroke was drawn.
pub(crate) fn frames(near: &[Vec<u32>], gradients: Option<&[DVec3]>, primary: Option<Lines>) -> Vec<DMat3> {
    let count = near.len();
    let order = Order::new(near);
    let (first, second) = match (gradients, primary) {
        (None, None) => return vec![DMat3::IDENTITY; count],
        (Some(gradients), primary) => {
            let second = completed(near, &order, strong(gradients));
            let first = match primary {
                Some(lines) => in_layers(near, lines, &second),
                None => vec![None; count],
            };
            (beside(near, &order, &second, first), second)
        }
        (None, Some(lines)) => {
            let first = completed(near, &order, lines);
            let second = beside(near, &order, &first, vec![None; count]);
            (first, second)
        }
    };
    (0..count).map(|v| frame(first[v], second[v])).collect()
}

/// d2 is kept, d1 is made perpendicular to it.
fn frame(first: DVec3, second: DVec3) -> DMat3 {
    let second = second.normalize();
    let first = perpendicular(perpendicular(first, second, 0.0), second, 0.0);
    DMat3::from_cols(first, second, first.cross(second).normalize())
}

/// What of `line` is perpendicular to `axis`, of unit length; anything perpendicular if that is not more than `least`.
fn perpendicular(line: DVec3, axis: DVec3, least: f64) -> DVec3 {
    let rest = line - axis * line.dot(axis);
    if rest.length() > least.max(1e-9) { rest.normalize() } else { axis.any_orthonormal_vector() }
}

/// Directions of the gradients that are not faint.
fn strong(gradients: &[DVec3]) -> Lines {
    let mut lengths: Vec<f64> = gradients.iter().map(|g| g.length()).collect();
    lengths.sort_by(f64::total_cmp);
    let least = FAINT * lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    gradients.iter().map(|g| Some(*g).filter(|g| g.length() > least).and_then(DVec3::try_normalize)).collect()
}

/// Strokes' directions turned into the layers; none where they point through them.
fn in_layers(near: &[Vec<u32>], mut lines: Lines, second: &[DVec3]) -> Lines {
    for (line, axis) in lines.iter_mut().zip(second) {
        let rest = line.map(|l| l - *axis * l.dot(*axis));
        *line = rest.filter(|r| r.length() >= STEEP).map(DVec3::normalize);
    }
    ask_neighbours(near, &mut lines, |v, mean| {
        let rest = mean - second[v] * mean.dot(second[v]);
        Some(rest).filter(|r| r.length() >= STEEP).map(DVec3::normalize)
    });
    lines
}

/// Gives vertices without a line the mean of those around, a few times.
fn ask_neighbours(near: &[Vec<u32>], lines: &mut Lines, accept: impl Fn(usize, DVec3) -> Option<DVec3>) {
    for _ in 0..SWEEPS {
        let before = lines.clone();
        for v in (0..near.len()).filter(|&v| before[v].is_none()) {
            let around = near[v].iter().filter_map(|&n| before[n as usize]);
            lines[v] = mean_line(around).and_then(|mean| accept(v, mean));
        }
    }
}

/// The line nearest to all of them, whichever way they point; towards where most of them do.
fn mean_line(lines: impl Iterator<Item = DVec3> + Clone) -> Option<DVec3> {
    let mut tensor = DMat3::ZERO;
    for l in lines.clone() {
        tensor += DMat3::from_cols(l * l.x, l * l.y, l * l.z);
    }
    let (strengths, axes) = eigenvectors(tensor);
    let sum: DVec3 = lines.sum();
    (strengths.x > 1e-9).then(|| if axes[0].dot(sum) < 0.0 { -axes[0] } else { axes[0] })
}

/// The largest axis of the symmetric matrix of x², y², z², xy, yz and zx; none where two are equally large.
pub(crate) fn dominant([xx, yy, zz, xy, yz, zx]: [f64; 6]) -> Option<DVec3> {
    let matrix = DMat3::from_cols(DVec3::new(xx, xy, zx), DVec3::new(xy, yy, yz), DVec3::new(zx, yz, zz));
    let size = matrix.to_cols_array().iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    if size <= 0.0 || !size.is_finite() {
        return None;
    }
    // Interpolated products may have negative axes; the shift keeps their order.
    let (strengths, axes) = eigenvectors(matrix * (1.0 / size) + DMat3::from_diagonal(DVec3::splat(3.0)));
    (strengths.x - strengths.y > 1e-3).then_some(axes[0])
}

/// Vertices from neighbour to neighbour, each with the one it was reached from.
struct Order(Vec<(usize, Option<usize>)>);

impl Order {
    fn new(near: &[Vec<u32>]) -> Order {
        let mut seen = vec![false; near.len()];
        let mut order: Vec<(usize, Option<usize>)> = Vec::with_capacity(near.len());
        for start in 0..near.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut next = order.len();
            order.push((start, None));
            while let Some(&(v, _)) = order.get(next) {
                next += 1;
                for &n in &near[v] {
                    if !std::mem::replace(&mut seen[n as usize], true) {
                        order.push((n as usize, Some(v)));
                    }
                }
            }
        }
        Order(order)
    }
}

/// A line at every vertex: its own, that of its neighbours, or that of the nearest in the order.
fn completed(near: &[Vec<u32>], order: &Order, mut lines: Lines) -> Vec<DVec3> {
    ask_neighbours(near, &mut lines, |_, mean| Some(mean));
    // Whoever is still without takes over from the one before it, first towards the start and then away from it.
    for &(v, from) in order.0.iter().rev() {
        if let (Some(line), Some(from)) = (lines[v], from) {
            lines[from].get_or_insert(line);
        }
    }
    for &(v, from) in &order.0 {
        let before = from.and_then(|f| lines[f]);
        lines[v] = lines[v].or(before).or(Some(DVec3::Y));
    }
    let mut lines: Vec<DVec3> = lines.into_iter().map(|l| l.unwrap_or(DVec3::Y)).collect();
    align(order, &mut lines);
    lines
}

/// Turns lines so that those of neighbours point the same way, where that is possible.
fn align(order: &Order, lines: &mut [DVec3]) {
    for &(v, from) in &order.0 {
        if from.is_some_and(|f| lines[f].dot(lines[v]) < 0.0) {
            lines[v] = -lines[v];
        }
    }
}

/// Directions perpendicular to `axes`: `known` where there are, elsewhere as like those of the neighbours as can be.
fn beside(near: &[Vec<u32>], order: &Order, axes: &[DVec3], known: Lines) -> Vec<DVec3> {
    let free: Vec<bool> = known.iter().map(Option::is_none).collect();
    let mut lines = vec![DVec3::X; axes.len()];
    for &(v, from) in &order.0 {
        let carried = || from.map_or(axes[v].any_orthonormal_vector(), |f| perpendicular(lines[f], axes[v], 0.0));
        lines[v] = known[v].unwrap_or_else(carried);
    }
    if free.iter().any(|f| *f) {
        for _ in 0..SMOOTHING {
            for &(v, _) in order.0.iter().filter(|(v, _)| free[*v]) {
                let own = lines[v];
                let turned = |n: &u32| lines[*n as usize] * lines[*n as usize].dot(own).signum();
                let sum = near[v].iter().map(turned).sum::<DVec3>() + own;
                lines[v] = perpendicular(sum, axes[v], 0.0);
            }
        }
    }
    align(order, &mut lines);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of vertices, each a neighbour of the next.
    fn row(count: usize) -> Vec<Vec<u32>> {
        let beside = |v: usize| [v.wrapping_sub(1), v + 1].into_iter().filter(|n| *n < count).map(|n| n as u32);
        (0..count).map(|v| beside(v).collect()).collect()
    }

    fn orthonormal(frames: &[DMat3]) {
        for d in frames {
            let off =
                (d.transpose() * *d - DMat3::IDENTITY).to_cols_array().iter().fold(0.0_f64, |m, a| m.max(a.abs()));
            assert!(off < 1e-12 && d.determinant() > 0.0, "{d} {off:e}");
        }
    }

    #[test]
    fn faint_gradients_take_their_neighbours() {
        let mut gradients = vec![DVec3::Y * 2.0; 6];
        gradients[2] = DVec3::X * 1e-9;
        gradients[3] = DVec3::ZERO;
        gradients[4] = -DVec3::Y;
        let frames = frames(&row(6), Some(&gradients), None);
        orthonormal(&frames);
        assert!(frames.iter().all(|d| d.y_axis.abs().abs_diff_eq(DVec3::Y, 1e-12)));
    }

    #[test]
    fn strokes_through_a_layer_take_their_neighbours() {
        let slanted = DVec3::new(1.0, 0.5, 0.0).normalize();
        let lines = vec![Some(slanted), Some(DVec3::new(0.01, 1.0, 0.1)), None, Some(-slanted)];
        let frames = frames(&row(4), Some(&[DVec3::Y; 4]), Some(lines));
        orthonormal(&frames);
        assert!(frames.iter().all(|d| d.x_axis.abs().abs_diff_eq(DVec3::X, 1e-12)), "{frames:?}");
    }

    #[test]
    fn the_free_direction_does_not_jump() {
        let turn = |k: usize| DVec3::new((0.3 * k as f64).cos(), (0.3 * k as f64).sin(), 0.2).normalize();
        let lines: Vec<DVec3> = (0..30).map(turn).collect();
        let near = row(30);
        let strokes = frames(&near, None, Some(lines.iter().map(|l| Some(*l)).collect()));
        let layers = frames(&near, Some(&lines), None);
        orthonormal(&strokes);
        orthonormal(&layers);
        for w in 1..30 {
            assert!(strokes[w].y_axis.dot(strokes[w - 1].y_axis) > 0.9);
            assert!(layers[w].x_axis.dot(layers[w - 1].x_axis) > 0.9);
        }
    }

    #[test]
    fn nothing_known_is_the_identity() {
        assert_eq!(frames(&row(2), None, None), [DMat3::IDENTITY; 2]);
        orthonormal(&frames(&row(3), Some(&[DVec3::ZERO; 3]), Some(vec![None; 3])));
        assert!(frames(&[], Some(&[]), Some(vec![])).is_empty());
    }

    #[test]
    fn dominant_axes_need_not_be_positive() {
        let line = dominant([-2.0, -1.0, -3.0, 0.0, 0.0, 0.0]).unwrap();
        assert!(line.abs().abs_diff_eq(DVec3::Y, 1e-12));
        assert_eq!(dominant([1.0, 1.0, 0.0, 0.0, 0.0, 0.0]), None);
        assert_eq!(dominant([0.0; 6]), None);
    }
}
