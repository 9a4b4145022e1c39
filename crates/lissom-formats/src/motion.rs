//! Motions of humanoids: out of BVH or VRM animations, in one form, and put onto characters.

pub mod bvh;
mod rest;
pub mod retarget;
pub mod vrma;

use glam::{Quat, Vec3};

pub use bvh::Bvh;
pub use retarget::Retarget;

use crate::ReadError;
use crate::gltf::clip::{Target, Track};
use crate::gltf::import::Stance;
use crate::gltf::{Clip, Document, Fault, Nodes, glb};
use crate::humanoid::{HumanBone, Humanoid};
use rest::Rest;

/// Why a motion cannot be had, or not be put onto a character.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    #[error(transparent)]
    Bvh(#[from] ReadError),
    #[error(transparent)]
    Vrma(#[from] Fault),
    #[error("no human is found by the names of joints; call them like `LeftUpLeg`, `upper_arm.L` or `mixamorig:Head`")]
    NoHuman,
    #[error("the humanoid has no `{bone}`; say which bone it is")]
    Missing { bone: &'static str },
    #[error("`{bone}` is not at a finite place; export it again")]
    Place { bone: &'static str },
    #[error("at rest, both legs are in one place or have no length; export it in a T-pose")]
    Legs,
    #[error("what the hips hang on has no size; give it a scale that is not 0")]
    Size,
}

/// How a humanoid is posed, in a frame with x to its left, y up and z where it looks.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanPose {
    /// How far a bone is turned in the world since it was at rest; none where there is no such bone.
    pub turns: [Option<Quat>; HumanBone::COUNT],
    /// How far the middle between the upper legs is from where it is at rest, in lengths of a leg.
    pub moved: Vec3,
    /// Where the eyes look, seen from the head.
    pub look_at: Option<Vec3>,
}

/// A skeleton of a human, and a clip that moves it.
#[derive(Clone, Debug)]
pub struct Motion {
    nodes: Nodes,
    clip: Clip,
    human: Humanoid,
    look_at: Option<usize>,
    rest: Rest,
    hips: usize,
    /// Rotations of its nodes at rest.
    stance: Stance,
    /// Where the middle between the upper legs is when it stands.
    stands: Vec3,
}

impl Motion {
    /// Reads BVH or a VRM animation.
    pub fn read(bytes: &[u8]) -> Result<Motion, MotionError> {
        if glb::is_glb(bytes) || bytes.trim_ascii_start().starts_with(b"{") {
            return vrma::read(&Document::read(bytes, &|_| None)?);
        }
        let Bvh { nodes, mut clip, .. } = bvh::read(bytes)?;
        skip_calibration(&mut clip);
        let names = nodes.list.iter().map(|n| (n.name.as_str(), n.parent));
        let human = Humanoid::guess(names).ok_or(MotionError::NoHuman)?;
        Motion::new(nodes, clip, human)
    }

    /// The nodes are at rest in a T-pose, or something like it.
    pub fn new(nodes: Nodes, clip: Clip, human: Humanoid) -> Result<Motion, MotionError> {
        let rest = Rest::new(&nodes, &human)?;
        let hips = human.node(HumanBone::Hips).ok_or(MotionError::Missing { bone: HumanBone::Hips.name() })?;
        let mut stands = rest.centre;
        if stands.y < rest.leg / 2.0 {
            // At rest it is in the ground, as if its hips had no height. Only the motion says it.
            stands.y = rest.leg + rest.sole();
        }
        let stance = Stance::of(&nodes, &nodes.rest());
        Ok(Motion { nodes, clip, human, look_at: None, rest, hips, stance, stands })
    }

    pub fn secs(&self) -> f64 {
        self.clip.secs
    }

    /// Before its begin and after its end it stands still.
    pub fn sample(&self, time_secs: f64) -> HumanPose {
        let mut local = self.nodes.rest();
        self.clip.sample(time_secs, &mut local);
        let stance = Stance::of(&self.nodes, &local);
        let common_from_world = self.rest.common_from_world;
        let turn_of = |node: usize| {
            let turn = stance.pose(node).rotation * self.stance.pose(node).rotation.conjugate();
            common_from_world * turn * common_from_world.conjugate()
        };
        let mut turns = [None; HumanBone::COUNT];
        for (bone, node) in self.human.bones() {
            turns[bone as usize] = Some(turn_of(node));
        }
        let hips = common_from_world * Vec3::from(stance.world[self.hips].translation);
        let hips_at_rest = common_from_world * Vec3::from(self.stance.world[self.hips].translation);
        let centre = hips + turn_of(self.hips) * (self.rest.centre - hips_at_rest);
        let moved = (centre - self.stands) / self.rest.leg;
        let look_at =
            self.look_at.filter(|n| self.clip.tracks.iter().any(|t| t.node == *n)).map(|n| local[n].rotation * Vec3::Z);
        HumanPose { turns, moved: if moved.is_finite() { moved } else { Vec3::ZERO }, look_at }
    }
}

/// Recordings often begin with one frame in a pose to calibrate by, from which the next one is far: it is left out.
fn skip_calibration(clip: &mut Clip) {
    let turns = || clip.tracks.iter().filter(|t| t.target == Target::Rotation && t.times.len() > 2);
    let key = |track: &Track, k: usize| track.keys().nth(k).map_or(Quat::IDENTITY, Quat::from_slice).normalize();
    let most = |k: usize| turns().map(|t| key(t, k).angle_between(key(t, k + 1))).fold(0.0, f32::max);
    if most(0) < CALIBRATION_RAD || most(0) < 5.0 * most(1) {
        return;
    }
    for track in &mut clip.tracks {
        let first = track.times.get(1).copied().unwrap_or(0.0);
        track.times = track.times.iter().skip(1).map(|t| t - first).collect();
        track.values.drain(..track.width);
    }
    let ends = clip.tracks.iter().filter_map(|t| t.times.last());
    clip.secs = ends.fold(0.0, |most: f64, t| most.max(f64::from(*t)));
}

/// Turned by more from one frame to the next, a joint has jumped.
const CALIBRATION_RAD: f32 = 0.4;
