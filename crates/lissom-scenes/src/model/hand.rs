//! A simple hand at the wrist of a humanoid.

use super::sdf;
use crate::humanoid::Joints;
use glam::{Quat, Vec3};

impl Joints {
    /// The left hand, relaxed: a mitten with a thumb, `length` from the wrist to the tip.
    pub fn hand(&self, p: Vec3, length: f32) -> f32 {
        let reach = self.reach();
        let turn = Quat::from_rotation_arc(Vec3::X, reach);
        let down = Vec3::Z.cross(reach).normalize();
        let at =
            |along: f32, below: f32, front: f32| self.wrist + (reach * along + down * below + Vec3::Z * front) * length;
        let radii = |x: f32, y: f32, z: f32| Vec3::new(x, y, z) * length;
        let wrist = sdf::capsule(p, at(-0.12, 0.0, 0.0), at(0.15, 0.0, 0.0), 0.20 * length);
        let palm = sdf::ellipsoid_turned(p, at(0.36, 0.0, 0.0), radii(0.34, 0.20, 0.29), turn);
        let fingers = sdf::ellipsoid_turned(p, at(0.66, 0.07, -0.01), radii(0.34, 0.16, 0.25), turn);
        let thumb = sdf::round_cone(p, at(0.24, 0.0, 0.20), at(0.52, 0.06, 0.34), 0.14 * length, 0.11 * length);
        let d = sdf::smooth_union(wrist, palm, 0.2 * length);
        let d = sdf::smooth_union(d, fingers, 0.15 * length);
        sdf::smooth_union(d, thumb, 0.08 * length)
    }
}
