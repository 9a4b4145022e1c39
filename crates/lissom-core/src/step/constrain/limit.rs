//! Angle limits of chains: from the base outwards, a segment that leaves its cone or hinge is turned back.

use super::View;
use crate::desc::Limit;
use crate::rest::RestPose;
use crate::template::{Body, Template};
use glam::{Quat, Vec3};

pub fn clamp(template: &Template, rest: &RestPose, body: &Body, limit: Limit, view: &mut View<'_>) {
    for k in 1..body.count {
        let (parent, child) = (body.slot(k - 1), body.slot(k));
        if template.inv_mass[child] == 0.0 {
            continue;
        }
        let local = |array: &[Vec<f32>; 3], slot: usize| Vec3::new(array[0][slot], array[1][slot], array[2][slot]);
        let rest_q = |s: usize| Quat::from_array(std::array::from_fn(|c| rest.q[c][s]));
        let along = local(&rest.x, child) - local(&rest.x, parent);
        if along.length_squared() < 1e-20 * body.size * body.size {
            continue;
        }
        let (p, c) = (parent - view.base, child - view.base);
        let at = |s: usize| Vec3::new(view.x[0][s], view.x[1][s], view.x[2][s]);
        let q = Quat::from_array(std::array::from_fn(|k| view.q[k][p]));
        let world_from_rest = q * rest_q(parent).conjugate();
        let straight = (world_from_rest * along).normalize_or_zero();
        let segment = at(c) - at(p);
        let (length, direction) = (segment.length(), segment.normalize_or_zero());
        if direction == Vec3::ZERO || straight == Vec3::ZERO {
            continue;
        }
        let allowed = match limit {
            Limit::Cone { angle_rad } => in_cone(straight, direction, angle_rad),
            Limit::Hinge { axis, min_rad, max_rad } => {
                let axis = (q * Vec3::from_array(axis)).normalize_or_zero();
                on_hinge(straight, direction, axis, min_rad, max_rad)
            }
        };
        let moved = at(p) + allowed * length;
        for k in 0..3 {
            view.x[k][c] = moved[k];
        }
    }
}

fn in_cone(straight: Vec3, direction: Vec3, limit_rad: f32) -> Vec3 {
    let axis = straight.cross(direction);
    let angle = libm::atan2f(axis.length(), straight.dot(direction));
    if angle <= limit_rad {
        return direction;
    }
    let axis = axis.normalize_or(straight.any_orthonormal_vector());
    turn(straight, axis, limit_rad)
}

fn on_hinge(straight: Vec3, direction: Vec3, axis: Vec3, min_rad: f32, max_rad: f32) -> Vec3 {
    let flat = |v: Vec3| v - axis * axis.dot(v);
    let (zero, now) = (flat(straight), flat(direction));
    let angle = if now.length_squared() < 1e-12 { 0.0 } else { libm::atan2f(axis.dot(zero.cross(now)), zero.dot(now)) };
    // The segment keeps the height along the axis that it has at rest.
    turn(straight, axis, angle.max(min_rad).min(max_rad))
}

/// `v` turned about a unit axis (Rodrigues).
fn turn(v: Vec3, axis: Vec3, angle_rad: f32) -> Vec3 {
    let (s, c) = (libm::sinf(angle_rad), libm::cosf(angle_rad));
    (v * c + axis.cross(v) * s + axis * (axis.dot(v) * (1.0 - c))).normalize_or(v)
}
