//! Round tubes for slender limbs.

use crate::model::Shape;
use crate::model::clump::catmull_rom;
use glam::{Quat, Vec3};
use std::f32::consts::TAU;

/// A closed tube along a smooth curve through the points, each with its radius.
/// `2 * sides * (rings + 1)` triangles. The curve must be fairly straight.
pub fn tube(points: &[(Vec3, f32)], rings: usize, sides: usize) -> Shape {
    let places: Vec<Vec3> = points.iter().map(|p| p.0).collect();
    let sizes: Vec<Vec3> = points.iter().map(|p| Vec3::X * p.1).collect();
    let at = |t: f32| (catmull_rom(&places, t), catmull_rom(&sizes, t).x);
    let whole = places[places.len() - 1] - places[0];
    let across = if whole.z.abs() > 0.6 * whole.length() { Vec3::Y } else { Vec3::Z };
    let mut s = Shape::default();
    let mut ends = Vec::new();
    for i in 0..=rings {
        let t = i as f32 / rings as f32;
        let (centre, radius) = at(t);
        let (before, after) = (at((t - 0.02).max(0.0)), at((t + 0.02).min(1.0)));
        let along = (after.0 - before.0).normalize();
        let slope = (after.1 - before.1) / after.0.distance(before.0);
        let front = across.reject_from_normalized(along).normalize();
        let side = front.cross(along);
        for k in 0..sides {
            let (sin, cos) = (TAU * k as f32 / sides as f32).sin_cos();
            let out = front * cos + side * sin;
            s.push(centre + out * radius, (out - along * slope).normalize());
        }
        ends.push((centre, along, radius));
    }
    let (first, last) = (ends[0], ends[rings]);
    let top = s.push(first.0 - first.1 * (0.5 * first.2), -first.1);
    let tip = s.push(last.0 + last.1 * (0.5 * last.2), last.1);
    close(s, rings, sides, top, tip)
}

/// A closed tube that may wind any way: its sides are carried along without twist.
/// `2 * sides * (rings + 1)` triangles.
pub fn pipe(points: &[(Vec3, f32)], rings: usize, sides: usize) -> Shape {
    let places: Vec<Vec3> = points.iter().map(|p| p.0).collect();
    let sizes: Vec<Vec3> = points.iter().map(|p| Vec3::X * p.1).collect();
    let at = |t: f32| catmull_rom(&places, t.clamp(0.0, 1.0));
    let along_at = |t: f32| (at(t + 0.01) - at(t - 0.01)).normalize();
    let mut along = along_at(0.0);
    let mut front = along.any_orthonormal_vector();
    let mut s = Shape::default();
    for i in 0..=rings {
        let t = i as f32 / rings as f32;
        let next = along_at(t);
        front = (Quat::from_rotation_arc(along, next) * front).normalize();
        along = next;
        let side = front.cross(along);
        let radius = catmull_rom(&sizes, t).x.max(1e-4);
        for k in 0..sides {
            let (sin, cos) = (TAU * k as f32 / sides as f32).sin_cos();
            let out = front * cos + side * sin;
            s.push(at(t) + out * radius, out);
        }
    }
    let end = |t: f32, k: usize| at(t) + along_at(t) * points[k].1 * if k == 0 { -0.5 } else { 0.5 };
    let (top, tip) = (s.push(end(0.0, 0), -along_at(0.0)), s.push(end(1.0, points.len() - 1), along));
    close(s, rings, sides, top, tip)
}

/// Joins rings of vertices, and their ends to a vertex each.
fn close(mut s: Shape, rings: usize, sides: usize, top: u32, tip: u32) -> Shape {
    let id = |i: usize, k: usize| (i * sides + k % sides) as u32;
    for k in 0..sides {
        s.triangles.push([top, id(0, k), id(0, k + 1)]);
        s.triangles.push([tip, id(rings, k + 1), id(rings, k)]);
        for i in 0..rings {
            s.quad(id(i, k), id(i + 1, k), id(i + 1, k + 1), id(i, k + 1));
        }
    }
    s
}
