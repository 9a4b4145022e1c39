//! The joints of a humanoid in its bind pose, and a simple hand at the wrist.

use super::sdf;
use glam::{Quat, Vec3};
use lissom_rig::Skeleton;

/// Those on the axis, and those of the left side.
#[derive(Clone, Copy, Debug)]
pub struct Joints {
    pub hips: Vec3,
    pub neck: Vec3,
    pub arm: Vec3,
    pub elbow: Vec3,
    pub wrist: Vec3,
    pub leg: Vec3,
    pub knee: Vec3,
    pub ankle: Vec3,
}

impl Joints {
    pub fn of(skeleton: &Skeleton) -> Joints {
        let rest = skeleton.rest_world();
        let at = |name: &str| rest[skeleton.find(name).expect("a bone of the humanoid")].translation;
        Joints {
            hips: at("hips"),
            neck: at("neck"),
            arm: at("left_upper_arm"),
            elbow: at("left_lower_arm"),
            wrist: at("left_hand"),
            leg: at("left_upper_leg"),
            knee: at("left_lower_leg"),
            ankle: at("left_foot"),
        }
    }

    /// The direction of the lower arm.
    pub fn reach(&self) -> Vec3 {
        (self.wrist - self.elbow).normalize()
    }

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
