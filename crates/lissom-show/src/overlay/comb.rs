//! Directions as short combed lines.

use glam::Vec3;
use lissom_render::{Color, Line};

/// More than these are thinned out.
const MOST_LINES: usize = 1600;

/// A direction at a place.
#[derive(Clone, Copy, Debug)]
pub struct Hair {
    pub at: Vec3,
    /// Half of the line.
    pub along: Vec3,
    /// The way that the surface faces there.
    pub out: Vec3,
}

/// A line for each, and the way it faces.
pub fn combed(hairs: &[Hair], color: Color) -> Vec<(Line, Vec3)> {
    let stride = hairs.len().div_ceil(MOST_LINES).max(1);
    let line = |hair: &Hair| {
        (Line::new((hair.at - hair.along).to_array(), (hair.at + hair.along).to_array(), color), hair.out)
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
