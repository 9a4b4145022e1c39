//! A humanoid at rest, seen in a frame that all have in common: x to its left, y up, z where it looks.

use glam::{Mat3, Quat, Vec3};

use crate::gltf::Nodes;
use crate::humanoid::{HumanBone, Humanoid};
use HumanBone::*;

use super::MotionError;

/// A left that is nearer to an axis than this is taken for it: the cosine of 30°.
const NEAR: f32 = 0.866;

#[derive(Clone, Debug)]
pub struct Rest {
    pub common_from_world: Quat,
    /// In the common frame, where there is a bone.
    pub positions: [Option<Vec3>; HumanBone::COUNT],
    /// Between the upper legs, in the common frame.
    pub centre: Vec3,
    /// From hip to foot.
    pub leg: f32,
}

impl Rest {
    pub fn new(nodes: &Nodes, human: &Humanoid) -> Result<Rest, MotionError> {
        let world = nodes.world(&nodes.rest());
        let mut positions = [None; HumanBone::COUNT];
        for (bone, node) in human.bones() {
            let place = world.get(node).map(|w| Vec3::from(w.translation));
            positions[bone as usize] =
                Some(place.filter(|p| p.is_finite()).ok_or(MotionError::Place { bone: bone.name() })?);
        }
        let at = |bone: HumanBone| positions[bone as usize].ok_or(MotionError::Missing { bone: bone.name() });
        let up = nearest_axis(at(Head)? - at(Hips)?);
        let left = (at(LeftUpperLeg)? - at(RightUpperLeg)?).reject_from(up).normalize_or_zero();
        let axis = nearest_axis(left);
        let left = if left.dot(axis) > NEAR { axis } else { left };
        let length = |a, b| at(a).and_then(|a| Ok(a.distance(at(b)?)));
        let left_leg = length(LeftUpperLeg, LeftLowerLeg)? + length(LeftLowerLeg, LeftFoot)?;
        let right_leg = length(RightUpperLeg, RightLowerLeg)? + length(RightLowerLeg, RightFoot)?;
        let leg = (left_leg + right_leg) / 2.0;
        if !left.is_normalized() || !(1e-6..1e6).contains(&leg) {
            return Err(MotionError::Legs);
        }
        let common_from_world = Quat::from_mat3(&Mat3::from_cols(left, up, left.cross(up)).transpose());
        let centre = common_from_world * (at(LeftUpperLeg)? + at(RightUpperLeg)?) / 2.0;
        positions.iter_mut().flatten().for_each(|p| *p = common_from_world * *p);
        Ok(Rest { common_from_world, positions, centre, leg })
    }

    pub fn at(&self, bone: HumanBone) -> Option<Vec3> {
        self.positions[bone as usize]
    }

    /// How high feet are above the ground.
    pub fn sole(&self) -> f32 {
        let drop = |foot, toes| self.at(foot).zip(self.at(toes)).map_or(0.0, |(f, t)| f.y - t.y);
        drop(LeftFoot, LeftToes).max(drop(RightFoot, RightToes)).max(0.0)
    }

    /// Where a bone points to.
    pub fn towards(&self, bone: HumanBone, next: HumanBone) -> Option<Vec3> {
        (self.at(next)? - self.at(bone)?).try_normalize()
    }
}

fn nearest_axis(v: Vec3) -> Vec3 {
    let axes = Vec3::AXES.into_iter().flat_map(|a| [a, -a]);
    axes.max_by(|a, b| a.dot(v).total_cmp(&b.dot(v))).unwrap_or(Vec3::Y)
}
