//! Directions as short combed lines.

use glam::Vec3;
use lissom_render::{Color, Line};

/// More than these are thinned out.
const MOST_LINES: usize = 1600;

/// A line at each place, along its direction. `half` is half its length.
pub fn combed(hairs: &[(Vec3, Vec3)], half: f32, color: Color) -> Vec<Line> {
    let stride = hairs.len().div_ceil(MOST_LINES).max(1);
    let line = |(at, along): &(Vec3, Vec3)| {
        let along = along.normalize_or_zero() * half;
        Line::new((*at - along).to_array(), (*at + along).to_array(), color)
    };
    hairs.iter().step_by(stride).map(line).collect()
}

/// By point of a surface: a little way out of it, so that lines do not drown.
pub fn lifts(positions: &[Vec3], triangles: &[[u32; 3]], by: f32) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|k| positions[k as usize]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        triangle.iter().for_each(|k| sums[*k as usize] += normal);
    }
    sums.into_iter().map(|n| n.normalize_or_zero() * by).collect()
}
