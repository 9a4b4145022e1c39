//! What painting does, after \[PD09\] 4.1: three tools, which leave dabs on a surface.
//!
//! A [`TriMesh`] is the outside of a body, a cut through it or one of its layers; dabs and strokes are the same on
//! all of them.

use glam::Vec3;

use super::strokes::{STEP, tangents};
use super::surface::Ray;
use crate::creature::{Dab, Stroke};
use crate::tri_mesh::TriMesh;

/// What the angle of a flat region is measured against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// The triangle it grows from: gently bent surfaces are filled to their edges.
    #[default]
    Neighbour,
    /// The triangle it started at: only what is really flat.
    Start,
}

/// \[PD09\] 4.1, single face fill: the corners of one triangle.
pub fn fill_face(surface: &TriMesh, triangle: u32, value: f32) -> Vec<Dab> {
    fill(surface, &[triangle], value)
}

/// \[PD09\] 4.1, flat region fill: the corners of all triangles of the region.
pub fn fill_flat(surface: &TriMesh, start: u32, angle_rad: f32, against: Against, value: f32) -> Vec<Dab> {
    fill(surface, &flat_region(surface, start, angle_rad, against), value)
}

/// A dab at every corner, once; triangles that do not exist are passed over.
pub fn fill(surface: &TriMesh, triangles: &[u32], value: f32) -> Vec<Dab> {
    let known = triangles.iter().filter_map(|t| surface.triangles.get(*t as usize));
    let mut corners: Vec<u32> = known.flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    dabs(corners.iter().map(|v| surface.positions[*v as usize]), value)
}

/// The triangles of a nearly flat region, in ascending order: those that can be reached over edges at which the
/// surface bends by at most the angle. Triangles without area have no angle, and let through.
pub fn flat_region(surface: &TriMesh, start: u32, angle_rad: f32, against: Against) -> Vec<u32> {
    if start as usize >= surface.triangles.len() {
        return Vec::new();
    }
    let (normals, near) = (surface.normals(), surface.neighbours());
    let least = f64::from(angle_rad).clamp(0.0, std::f64::consts::PI).cos() - 1e-9;
    // By triangle: the normal its neighbours are compared with.
    let mut reached = vec![None; surface.triangles.len()];
    reached[start as usize] = Some(normals[start as usize]);
    let mut open = std::collections::VecDeque::from([start]);
    while let Some(t) = open.pop_front() {
        let from = reached[t as usize].unwrap_or_default();
        for &n in &near[t as usize] {
            let normal = normals[n as usize];
            let passes = normal.length_squared() < 0.5 || from.length_squared() < 0.5 || from.dot(normal) >= least;
            if passes && reached[n as usize].is_none() {
                let keep = against == Against::Start && from.length_squared() > 0.5 || normal.length_squared() < 0.5;
                reached[n as usize] = Some(if keep { from } else { normal });
                open.push_back(n);
            }
        }
    }
    (0..surface.triangles.len() as u32).filter(|t| reached[*t as usize].is_some()).collect()
}

/// \[PD09\] 4.1, stroke: a polyline laid on the surface, with a point every half mean edge. Without a surface it stays
/// as it is.
pub fn stroke_on(surface: &TriMesh, points: &[Vec3]) -> Vec<Vec3> {
    let lay = |p: Vec3| surface.nearest(p).map_or(p, |hit| hit.point);
    let laid: Vec<Vec3> = points.iter().filter(|p| p.is_finite()).map(|p| lay(*p)).collect();
    let (Some(first), Some(last)) = (laid.first(), laid.last()) else { return laid };
    let between = tangents(&laid, STEP * surface.mean_edge());
    let middle = between.iter().map(|t| lay(t.at.as_vec3()));
    let mut line: Vec<Vec3> = std::iter::once(*first).chain(middle).chain([*last]).collect();
    line.dedup();
    line
}

/// The same for what is drawn on the screen: rays through the cursor. Between two rays more are sent, so that the
/// stroke stays on what is seen. Where the surface is missed one stroke ends, and the next begins where it is hit.
pub fn stroke_by_rays(surface: &TriMesh, rays: &[Ray]) -> Vec<Vec<Vec3>> {
    let spacing = STEP * surface.mean_edge();
    let mut strokes: Vec<Vec<Vec3>> = vec![Vec::new()];
    let mut before: Option<(Ray, Vec3)> = None;
    for ray in rays {
        let hit = surface.pick(ray).map(|h| h.point);
        if let (Some((from, start)), Some(end)) = (before, hit) {
            let pieces = (start.distance(end) / spacing).ceil().clamp(1.0, 1000.0) as usize;
            let mix = |a: Vec3, b: Vec3, k: usize| a.lerp(b, k as f32 / pieces as f32);
            for k in 1..pieces {
                let (a, b) = (from.direction.normalize_or_zero(), ray.direction.normalize_or_zero());
                let ray = Ray { origin: mix(from.origin, ray.origin, k), direction: mix(a, b, k) };
                extend(&mut strokes, surface.pick(&ray).map(|h| h.point));
            }
        }
        extend(&mut strokes, hit);
        before = hit.map(|point| (*ray, point));
    }
    strokes.retain(|s| !s.is_empty());
    strokes
}

/// Adds a point to the last stroke, or ends it.
fn extend(strokes: &mut Vec<Vec<Vec3>>, point: Option<Vec3>) {
    match (strokes.last_mut(), point) {
        (Some(stroke), Some(p)) if stroke.last() != Some(&p) => stroke.push(p),
        (Some(stroke), None) if !stroke.is_empty() => strokes.push(Vec::new()),
        _ => {}
    }
}

/// A dab of one value at every point: what a stroke of colour leaves.
pub fn dabs(points: impl IntoIterator<Item = Vec3>, value: f32) -> Vec<Dab> {
    points.into_iter().map(|p| Dab { at: p.to_array(), value }).collect()
}

/// What a stroke of direction leaves.
pub fn stroke(points: &[Vec3]) -> Stroke {
    Stroke { points: points.iter().map(|p| p.to_array()).collect() }
}
