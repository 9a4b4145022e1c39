//! Simulated bones: joints become particles, and particles turn bones.

use glam::{Quat, Vec3};
use lissom_core::rest::Rest;
use lissom_core::{Binding, BodyDesc, ParticleDesc, Structure, World};

use super::ActorError;
use crate::character::{Pose, Skeleton};
use crate::rig::Joints;

/// The bones of one body.
#[derive(Clone, Debug)]
pub struct Linked {
    pub body: usize,
    pub bones: Vec<usize>,
    /// The animation moves some of them against each other, and their rest shape with them.
    animated: bool,
    /// By bone: the one among these that it points to; none at a tip, and where a base has several.
    towards: Vec<Option<usize>>,
}

impl Linked {
    /// `moved` are the bones that the animation moves away from the bind pose.
    pub fn new(skeleton: &Skeleton, joints: &Joints, body: usize, moved: &[usize]) -> Result<Linked, ActorError> {
        let place = || format!("joints `{}`", joints.name);
        let bones: Vec<usize> =
            joints.bones.iter().map(|b| super::bone(skeleton, b, place)).collect::<Result<_, _>>()?;
        for (k, &bone) in bones.iter().enumerate() {
            let hangs = skeleton.bones[bone].parent.is_some_and(|p| bones[..k].contains(&p));
            if bones[..k].contains(&bone) || (k > 0 && !hangs) {
                return Err(ActorError::LooseJoint { joints: joints.name.clone(), bone: joints.bones[k].clone() });
            }
        }
        let parent = |b: usize| skeleton.bones[b].parent;
        let towards = (0..bones.len())
            .map(|k| {
                let mut children = bones.iter().filter(|c| parent(**c) == Some(bones[k]));
                let first = children.next().and_then(|c| bones.iter().position(|b| b == c));
                if k == 0 && children.next().is_some() { None } else { first }
            })
            .collect();
        let animated = bones.iter().skip(1).any(|b| moved.contains(b));
        Ok(Linked { body, bones, animated, towards })
    }

    /// Connections, by place in the list of bones.
    pub fn edges(&self, skeleton: &Skeleton, joints: &Joints) -> Result<Vec<[u32; 2]>, ActorError> {
        let at = |bone: usize| self.bones.iter().position(|b| *b == bone);
        let mut edges: Vec<[u32; 2]> = (1..self.bones.len())
            .filter_map(|k| Some([skeleton.bones[self.bones[k]].parent.and_then(at)? as u32, k as u32]))
            .collect();
        for link in &joints.links {
            let mut ends = [0; 2];
            for (end, name) in ends.iter_mut().zip(link) {
                let found = joints.bones.iter().position(|b| b == name);
                *end = found.ok_or_else(|| ActorError::LooseLink { joints: joints.name.clone(), bone: name.clone() })?
                    as u32;
            }
            edges.push(ends);
        }
        Ok(edges)
    }

    pub fn describe(&self, skeleton: &Skeleton, rest: &[Pose], joints: &Joints) -> Result<BodyDesc, ActorError> {
        let edges = self.edges(skeleton, joints)?;
        let base = self.bones[0] as u16;
        let particle = |(k, &bone): (usize, &usize)| ParticleDesc {
            position: rest[bone].translation.to_array(),
            rotation: rest[bone].rotation.to_array(),
            radii: [joints.radius; 3],
            mass_kg: joints.weight_kg / self.bones.len() as f32,
            animated: k == 0,
            surface: false,
            binding: Binding::rigid(if self.animated { bone as u16 } else { base }),
        };
        let mut params = joints.preset.params();
        joints.adjust.apply(&mut params);
        params.follow_bones = self.animated;
        params.passes_through.clone_from(&joints.passes_through);
        if let Some(view) = &joints.view {
            let wrong = view.examples.iter().find(|e| e.rotations.len() != self.bones.len());
            if let Some(example) = wrong {
                return Err(ActorError::Example {
                    joints: joints.name.clone(),
                    example: example.name.clone(),
                    found: example.rotations.len(),
                    bones: self.bones.len(),
                });
            }
            params.rest = Rest::View(view.blend(skeleton, &self.bones));
        }
        let is_chain = edges.iter().enumerate().all(|(k, e)| *e == [k as u32, k as u32 + 1]);
        Ok(BodyDesc {
            part: joints.name.clone(),
            particles: self.bones.iter().enumerate().map(particle).collect(),
            structure: if is_chain { Structure::Chain } else { Structure::Rods { edges } },
            anchor: base,
            params,
        })
    }

    /// Turns the bones to where the joints are. A bone points at the one it leads to, exactly. `local` is the
    /// animation's pose, `rest` the bind pose in the world.
    pub fn pose(&self, world: &World, local: &[Pose], rest: &[Pose], bones: &mut [[f32; 7]]) {
        let poses = world.poses();
        let range = poses.body(self.body);
        let (places, turns) = (&poses.positions()[range.clone()], &poses.rotations()[range]);
        for (k, &bone) in self.bones.iter().enumerate() {
            let turn = if k == 0 { world.first_turn(self.body) } else { turns[k] };
            let mut turn = Quat::from_array(turn);
            let place = Vec3::from_array(places[k]);
            if let Some(child) = self.towards[k] {
                let child_bone = self.bones[child];
                let bound = || rest[bone].inverse().point(rest[child_bone].translation);
                let given = local.get(child_bone).filter(|_| self.animated).map(|pose| pose.translation);
                let (is, should) = (turn * given.unwrap_or_else(bound), Vec3::from_array(places[child]) - place);
                if let (Some(is), Some(should)) = (is.try_normalize(), should.try_normalize()) {
                    turn = (Quat::from_rotation_arc(is, should) * turn).normalize();
                }
            }
            bones[bone] = Pose::new(place, turn).to_array();
        }
    }
}
