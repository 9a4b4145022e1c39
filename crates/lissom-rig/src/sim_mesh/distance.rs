//! Distances from a point to segments and triangles.

use glam::DVec3;

/// The point of the segment `a`–`b` nearest to `p`.
fn on_segment(p: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let ab = b - a;
    let length = ab.length_squared();
    let t = if length > 0.0 { ((p - a).dot(ab) / length).clamp(0.0, 1.0) } else { 0.0 };
    a + ab * t
}

/// Squared distance of `p` from the segment `a`–`b`.
pub(crate) fn to_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    p.distance_squared(on_segment(p, a, b))
}

/// Where `p` is over a triangle: shares of its two sides from `a`, and the squared height; none if it is beside it, or
/// the triangle is degenerate.
fn over(p: DVec3, [a, b, c]: [DVec3; 3]) -> Option<(f64, f64, f64)> {
    let (u, v, w) = (b - a, c - a, p - a);
    let normal = u.cross(v);
    let area = normal.length_squared();
    if area <= 1e-24 * u.length_squared() * v.length_squared() {
        return None;
    }
    let s = w.cross(v).dot(normal) / area;
    let t = u.cross(w).dot(normal) / area;
    (s >= 0.0 && t >= 0.0 && s + t <= 1.0).then(|| (s, t, w.dot(normal).powi(2) / area))
}

/// Squared distance of `p` from the triangle `a`, `b`, `c`, which may be degenerate.
pub(crate) fn to_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let beside = || to_segment(p, a, b).min(to_segment(p, b, c)).min(to_segment(p, c, a));
    over(p, [a, b, c]).map_or_else(beside, |(_, _, height)| height)
}

/// The point of a triangle nearest to `p`; the triangle may be degenerate.
pub(crate) fn on_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    if let Some((s, t, _)) = over(p, [a, b, c]) {
        return a + (b - a) * s + (c - a) * t;
    }
    let near = |q: &DVec3, r: &DVec3| q.distance_squared(p).total_cmp(&r.distance_squared(p));
    [(a, b), (b, c), (c, a)].map(|(a, b)| on_segment(p, a, b)).into_iter().min_by(near).unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangle_inside_edge_corner_and_degenerate() {
        let t = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Y * 2.0];
        assert_eq!(to_triangle(DVec3::new(0.5, 0.5, 3.0), t), 9.0);
        assert_eq!(to_triangle(DVec3::new(1.0, -2.0, 0.0), t), 4.0);
        assert_eq!(to_triangle(DVec3::new(-3.0, -4.0, 0.0), t), 25.0);
        let line = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
        assert_eq!(to_triangle(DVec3::new(1.5, 1.0, 0.0), line), 1.0);
    }
}
