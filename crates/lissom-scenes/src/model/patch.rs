//! Fine grids of triangles on surfaces given by a formula.

use super::shape::Shape;
use glam::Vec3;
use std::ops::Range;

/// A piece of a surface: `u` and `v` run over the ranges in `steps`, and the outside is towards dp/du x dp/dv.
/// Triangles that shrink to a line, as at a pole, are left out.
pub fn patch(surface: &dyn Fn(f32, f32) -> Vec3, u: Range<f32>, v: Range<f32>, steps: [usize; 2]) -> Shape {
    let mut s = Shape::default();
    let [nu, nv] = steps;
    let inward = |x: f32, r: &Range<f32>| x.clamp(r.start + 2e-3 * (r.end - r.start), r.end - 2e-3 * (r.end - r.start));
    for i in 0..=nu {
        for j in 0..=nv {
            let at = |k: usize, n: usize, r: &Range<f32>| r.start + (r.end - r.start) * k as f32 / n as f32;
            let (x, y) = (at(i, nu, &u), at(j, nv, &v));
            // Only v may end in a pole: there the slope is taken beside it.
            let (h, w) = (1e-3 * (u.end - u.start), 1e-3 * (v.end - v.start));
            let beside = inward(y, &v);
            let du = surface(x + h, beside) - surface(x - h, beside);
            let dv = surface(x, beside + w) - surface(x, beside - w);
            s.push(surface(x, y), du.cross(dv).normalize_or(Vec3::Y));
        }
    }
    let id = |i: usize, j: usize| (i * (nv + 1) + j) as u32;
    for i in 0..nu {
        for j in 0..nv {
            s.quad(id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1));
        }
    }
    let positions = &s.positions;
    s.triangles.retain(|t| {
        let [a, b, c] = t.map(|k| positions[k as usize]);
        let longest = a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a));
        (b - a).cross(c - a).length() > 1e-3 * longest
    });
    s
}
