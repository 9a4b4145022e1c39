//! Angle limits of chains and rods: from the base outwards, a segment that leaves its cone or hinge is turned back.

use crate::desc::Limit;
use crate::lanes::Numbers;
use crate::rest::RestPose;
use crate::step::view::View;
use crate::template::{Body, Template, Unit};
use glam::{Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// A joint that bends so far and no farther, by slots.
#[derive(Clone, Copy, Debug)]
pub struct Limited {
    pub parent: usize,
    pub child: usize,
    pub limit: Limit,
}

/// All bodies of a unit.
pub fn clamp_all(template: &Template, rest: &RestPose, unit: &Unit, view: &mut View<'_>) {
    if unit.limited {
        template.bodies[unit.bodies.clone()].iter().for_each(|body| clamp(rest, body, view));
    }
}

pub fn clamp(rest: &RestPose, body: &Body, view: &mut View<'_>) {
    for &Limited { parent, child, limit } in &body.limits {
        let local = |array: &[Numbers; 3], slot: usize| Vec3::new(array[0][slot], array[1][slot], array[2][slot]);
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
        let moved = at(p) + allowed(limit, q, straight, direction) * length;
        for k in 0..3 {
            view.x[k][c] = moved[k];
        }
    }
}

/// The direction nearest to one that a limit allows. `q` is how the parent is turned, `straight` the rest direction.
pub fn allowed(limit: Limit, q: Quat, straight: Vec3, direction: Vec3) -> Vec3 {
    match limit {
        Limit::Cone { angle_rad } => in_cone(straight, direction, angle_rad, straight.any_orthonormal_vector()),
        Limit::Hinge { axis, min_rad, max_rad } => {
            let axis = (q * Vec3::from_array(axis)).normalize_or_zero();
            on_hinge(straight, direction, axis, min_rad, max_rad)
        }
        Limit::ConeIn { frame, angle_rad } => {
            let frame = (q * Quat::from_array(frame)).normalize();
            in_cone(frame * Vec3::Y, direction, angle_rad, frame * Vec3::X)
        }
        Limit::SphericalIn { frame, pitch_rad, yaw_rad } => {
            let frame = (q * Quat::from_array(frame)).normalize();
            frame * in_sector(frame.conjugate() * direction, pitch_rad.min(PI), yaw_rad.min(FRAC_PI_2))
        }
    }
}

/// `axis` is turned about where the direction is opposite.
fn in_cone(straight: Vec3, direction: Vec3, limit_rad: f32, axis: Vec3) -> Vec3 {
    let across = straight.cross(direction);
    let angle = libm::atan2f(across.length(), straight.dot(direction));
    if angle <= limit_rad {
        return direction;
    }
    turn(straight, across.normalize_or(axis), limit_rad)
}

fn on_hinge(straight: Vec3, direction: Vec3, axis: Vec3, min_rad: f32, max_rad: f32) -> Vec3 {
    let flat = |v: Vec3| v - axis * axis.dot(v);
    let (zero, now) = (flat(straight), flat(direction));
    let angle = if now.length_squared() < 1e-12 { 0.0 } else { libm::atan2f(axis.dot(zero.cross(now)), zero.dot(now)) };
    // The segment keeps the height along the axis that it has at rest.
    turn(straight, axis, angle.max(min_rad).min(max_rad))
}

/// Pitch is about x, from y to z; yaw is what is left towards x.
fn in_sector(direction: Vec3, pitch_rad: f32, yaw_rad: f32) -> Vec3 {
    let [x, y, z] = direction.to_array();
    let flat = libm::hypotf(y, z);
    // Of −0, too: opposite to y it is the side of z.
    let pitch = if flat < 1e-6 { 0.0 } else { libm::atan2f(z + 0.0, y) };
    let pitch = pitch.clamp(-pitch_rad, pitch_rad);
    let yaw = libm::atan2f(x, flat).clamp(-yaw_rad, yaw_rad);
    let out = libm::cosf(yaw);
    Vec3::new(libm::sinf(yaw), out * libm::cosf(pitch), out * libm::sinf(pitch))
}

/// `v` turned about a unit axis (Rodrigues).
fn turn(v: Vec3, axis: Vec3, angle_rad: f32) -> Vec3 {
    let (s, c) = (libm::sinf(angle_rad), libm::cosf(angle_rad));
    (v * c + axis.cross(v) * s + axis * (axis.dot(v) * (1.0 - c))).normalize_or(v)
}
