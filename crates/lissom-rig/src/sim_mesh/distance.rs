//! Distances from a point to segments and triangles.

use glam::DVec3;

/// Squared distance of `p` from the segment `a`–`b`.
pub(crate) fn to_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let ab = b - a;
    let length = ab.length_squared();
    let t = if length > 0.0 { ((p - a).dot(ab) / length).clamp(0.0, 1.0) } else { 0.0 };
    p.distance_squared(a + ab * t)
}

/// Squared distance of `p` from the triangle `a`, `b`, `c`, which may be degenerate.
pub(crate) fn to_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let (u, v, w) = (b - a, c - a, p - a);
    let normal = u.cross(v);
    let area = normal.length_squared();
    if area > 1e-24 * u.length_squared() * v.length_squared() {
        let s = w.cross(v).dot(normal) / area;
        let t = u.cross(w).dot(normal) / area;
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return w.dot(normal).powi(2) / area;
        }
    }
    to_segment(p, a, b).min(to_segment(p, b, c)).min(to_segment(p, c, a))
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
