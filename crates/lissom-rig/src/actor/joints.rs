//! Simulated bones: joints become particles, and particles turn bones.

use glam::{Quat, Vec3};
use lissom_core::rest::Rest;
use lissom_core::{Binding, BodyDesc, BodyParams, ParticleDesc, Structure, World};

use super::ActorError;
use crate::character::{Pose, Skeleton};
use crate::rig::Joints;

mod vrm;

/// No particle of a spring is smaller, m.
const LEAST_RADIUS: f32 = 1e-6;

/// The bones of one body: a particle each, then one for each tail.
#[derive(Clone, Debug)]
pub struct Linked {
    pub body: usize,
    pub bones: Vec<usize>,
    /// Where bones go on that end here: which, by place in the list, and how far in its own frame.
    tails: Vec<(usize, Vec3)>,
    /// The animation moves some of them against each other, and their rest shape with them.
    pub(super) animated: bool,
    /// By bone: the particle that it points to; none at a tip, and where a base has several.
    towards: Vec<Option<usize>>,
}

impl Linked {
    /// `moved` are the bones that the animation moves away from the bind pose.
    pub fn new(
        skeleton: &Skeleton,
        rest: &[Pose],
        joints: &Joints,
        body: usize,
        moved: &[usize],
    ) -> Result<Linked, ActorError> {
        let place = || format!("joints `{}`", joints.name);
        let bones: Vec<usize> =
            joints.bones.iter().map(|b| super::bone(skeleton, b, place)).collect::<Result<_, _>>()?;
        if bones.is_empty() {
            return Err(ActorError::NoJoints { joints: joints.name.clone() });
        }
        for (k, &bone) in bones.iter().enumerate() {
            let hangs = skeleton.bones[bone].parent.is_some_and(|p| bones[..k].contains(&p));
            if bones[..k].contains(&bone) || (k > 0 && !hangs) {
                return Err(ActorError::LooseJoint { joints: joints.name.clone(), bone: joints.bones[k].clone() });
            }
        }
        let parent = |b: usize| skeleton.bones[b].parent;
        let mut tails = Vec::new();
        let towards = (0..bones.len())
            .map(|k| {
                let mut children = bones.iter().filter(|c| parent(**c) == Some(bones[k]));
                let first = children.next().and_then(|c| bones.iter().position(|b| b == c));
                if first.is_none() {
                    let offset = tail(skeleton, rest, bones[k], joints.tail.filter(|l| *l > 0.0)?)?;
                    tails.push((k, offset));
                    return Some(bones.len() + tails.len() - 1);
                }
                let stays = k == 0 && joints.springs.is_empty() && children.next().is_some();
                if stays { None } else { first }
            })
            .collect();
        let animated = bones.iter().skip(1).any(|b| moved.contains(b));
        Ok(Linked { body, bones, tails, animated, towards })
    }

    /// Connections, by place in the list of bones.
    pub fn edges(&self, skeleton: &Skeleton, joints: &Joints) -> Result<Vec<[u32; 2]>, ActorError> {
        let at = |bone: usize| self.bones.iter().position(|b| *b == bone);
        let mut edges: Vec<[u32; 2]> = (1..self.bones.len())
            .filter_map(|k| Some([skeleton.bones[self.bones[k]].parent.and_then(at)? as u32, k as u32]))
            .collect();
        edges.extend(self.tails.iter().zip(self.bones.len() as u32..).map(|(tail, k)| [tail.0 as u32, k]));
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
        let count = self.bones.len() + self.tails.len();
        let place = || format!("joints `{}`, anchor", joints.name);
        let anchor = joints.anchor.as_ref().map(|name| super::bone(skeleton, name, place)).transpose()?;
        // The bone that ends at each particle, by place in the list; the first one stands for itself.
        let mut before = vec![0; count];
        for &[a, b] in edges.iter().take(count - 1) {
            before[b as usize] = a as usize;
        }
        let particle = |k: usize| {
            let bone = self.bones[if k < self.bones.len() { k } else { before[k] }];
            ParticleDesc {
                position: self.rest_place(rest, k).to_array(),
                rotation: rest[bone].rotation.to_array(),
                radii: [joints.springs.get(before[k]).map_or(joints.radius, |s| s.hit_radius.max(LEAST_RADIUS)); 3],
                mass_kg: joints.weight_kg / count as f32,
                animated: k == 0,
                surface: false,
                binding: Binding::rigid(if self.animated { bone as u16 } else { base }),
            }
        };
        let mut params = self.params(skeleton, joints)?;
        let pointing = |k: usize| rest[self.bones[before[k]]].inverse().point(self.rest_place(rest, k));
        if !joints.limits.is_empty() {
            params.limits = (0..count).map(|k| vrm::limit(joints.limits[before[k]], pointing(k))).collect();
        }
        // A bone that leads nowhere has nothing to turn to.
        if !joints.springs.is_empty() && count > 1 {
            params.springs = (0..count).map(|k| vrm::spring(&joints.springs[before[k]])).collect();
        }
        let is_chain = edges.iter().enumerate().all(|(k, e)| *e == [k as u32, k as u32 + 1]);
        Ok(BodyDesc {
            part: joints.name.clone(),
            particles: (0..count).map(particle).collect(),
            structure: if is_chain { Structure::Chain } else { Structure::Rods { edges } },
            anchor: anchor.map_or(base, |bone| bone as u16),
            params,
        })
    }

    fn params(&self, skeleton: &Skeleton, joints: &Joints) -> Result<BodyParams, ActorError> {
        let mut params = joints.preset.params();
        if !joints.springs.is_empty() {
            // As in VRM, unless adjusted: nothing rubs. The last bit of the way back is slow, and no reason to sleep.
            (params.friction, params.may_sleep) = (0.0, false);
        }
        joints.adjust.apply(&mut params);
        params.follow_bones = self.animated;
        params.passes_through.clone_from(&joints.passes_through);
        vrm::check(joints)?;
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
            let mut blend = view.blend(skeleton, &self.bones);
            for example in &mut blend.examples {
                for &(k, offset) in &self.tails {
                    let place = Vec3::from_array(example.positions[k]);
                    let turn = example.rotations[k];
                    example.positions.push((place + Quat::from_array(turn) * offset).to_array());
                    example.rotations.push(turn);
                }
            }
            params.rest = Rest::View(blend);
        }
        Ok(params)
    }

    /// The particle that a bone points to, by place in the list of bones.
    pub fn towards(&self, bone: usize) -> Option<usize> {
        self.towards[bone]
    }

    /// Where a particle is in the bind pose.
    fn rest_place(&self, rest: &[Pose], particle: usize) -> Vec3 {
        match self.bones.get(particle) {
            Some(&bone) => rest[bone].translation,
            None => {
                let (k, offset) = self.tails[particle - self.bones.len()];
                rest[self.bones[k]].point(offset)
            }
        }
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
                let bound = || rest[bone].inverse().point(self.rest_place(rest, child));
                let given = self.bones.get(child).filter(|_| self.animated).and_then(|b| local.get(*b));
                let along = given.map_or_else(bound, |pose| pose.translation);
                let (is, should) = (turn * along, Vec3::from_array(places[child]) - place);
                if let (Some(is), Some(should)) = (is.try_normalize(), should.try_normalize()) {
                    turn = (Quat::from_rotation_arc(is, should) * turn).normalize();
                }
            }
            bones[bone] = Pose::new(place, turn).to_array();
        }
    }
}

/// How far a bone goes on in its own frame, in the direction from its parent to it; none where there is no such.
fn tail(skeleton: &Skeleton, rest: &[Pose], bone: usize, length: f32) -> Option<Vec3> {
    let parent = skeleton.bones[bone].parent?;
    let along = (rest[bone].translation - rest[parent].translation).try_normalize()?;
    Some(rest[bone].rotation.conjugate() * along * length)
}
