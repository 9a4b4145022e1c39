//! Springs and limits of VRM, for the engine.

use glam::{Quat, Vec3};
use lissom_core::{Limit, SpringDesc};

use crate::actor::ActorError;
use crate::rig::{JointLimit, Joints, Spring};

pub fn spring(from: &Spring) -> SpringDesc {
    SpringDesc {
        stiffness: from.stiffness,
        drag: from.drag.clamp(0.0, 1.0),
        gravity: from.gravity_dir.map(|d| d * from.gravity_power),
    }
}

/// A limit in the frame of the bone that has it. `along` is where the bone points.
pub fn limit(from: JointLimit, along: Vec3) -> Option<Limit> {
    let along = along.try_normalize()?;
    // Straight down there is no shortest way; VRM says about x.
    let there = if along.y < -1.0 + 1e-6 {
        Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)
    } else {
        Quat::from_rotation_arc(Vec3::Y, along)
    };
    let frame = |rotation: [f32; 4]| (there * Quat::from_array(rotation)).to_array();
    match from {
        JointLimit::None => None,
        JointLimit::Cone { angle_deg, rotation } => {
            Some(Limit::ConeIn { frame: frame(rotation), angle_rad: angle_deg.to_radians() })
        }
        JointLimit::Hinge { angle_deg, rotation } => {
            Some(Limit::SphericalIn { frame: frame(rotation), pitch_rad: angle_deg.to_radians(), yaw_rad: 0.0 })
        }
        JointLimit::Spherical { pitch_deg, yaw_deg, rotation } => Some(Limit::SphericalIn {
            frame: frame(rotation),
            pitch_rad: pitch_deg.to_radians(),
            yaw_rad: yaw_deg.to_radians(),
        }),
    }
}

/// Whether springs, limits and tails are what they should be.
pub fn check(joints: &Joints) -> Result<(), ActorError> {
    let bones = joints.bones.len();
    for (what, found) in [("springs", joints.springs.len()), ("limits", joints.limits.len())] {
        if found != 0 && found != bones {
            return Err(ActorError::Count { joints: joints.name.clone(), what, found, bones });
        }
    }
    let wrong = |k: usize, what: &'static str| ActorError::NotFinite {
        joints: joints.name.clone(),
        bone: joints.bones[k].clone(),
        what,
    };
    for (k, s) in joints.springs.iter().enumerate() {
        let numbers = [s.stiffness, s.drag, s.gravity_power, s.hit_radius];
        if !numbers.iter().chain(&s.gravity_dir).all(|v| v.is_finite()) {
            return Err(wrong(k, "spring"));
        }
    }
    for (k, limit) in joints.limits.iter().enumerate() {
        let (angles, rotation) = match *limit {
            JointLimit::None => continue,
            JointLimit::Cone { angle_deg, rotation } | JointLimit::Hinge { angle_deg, rotation } => {
                ([angle_deg; 2], rotation)
            }
            JointLimit::Spherical { pitch_deg, yaw_deg, rotation } => ([pitch_deg, yaw_deg], rotation),
        };
        if !angles.iter().chain(&rotation).all(|v| v.is_finite()) {
            return Err(wrong(k, "limit"));
        }
    }
    Ok(())
}
