//! An actor as it would be if nothing swung: soft parts where the bones have them, and where the camera wants them.

use glam::{Quat, Vec3};

use super::skinning::Matrices;
use super::{Actor, boneless, from_array};
use crate::character::Pose;
use crate::skin::{self, Skinned};

/// World poses of all bones and particles.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub bones: Vec<Pose>,
    pub particles: Vec<Pose>,
}

impl Actor {
    /// The rest pose of this moment. Boneless bodies that nothing holds have their bind shape, where they are.
    pub fn ghost(&self) -> Ghost {
        let mut particles: Vec<Pose> = self.world.at_rest().iter().map(from_array).collect();
        for creature in &self.creatures {
            let range = self.world.poses().body(creature.body);
            if self.simulated[range.clone()].iter().all(|s| *s) {
                let moved = self.carried_along(range.clone());
                range.for_each(|k| particles[k] = moved.then(&self.rest_particles[k]));
            }
        }
        let given: Vec<Pose> = self.world.bones().map(|b| from_array(&b)).collect();
        let mut bones = given.clone();
        for linked in self.joints.iter().filter(|j| self.world.view_weights(j.body).is_some()) {
            let first = self.world.poses().body(linked.body).start;
            let rest = |k: usize| self.rest_particles[first + k].translation;
            for (k, &bone) in linked.bones.iter().enumerate() {
                let (mut turn, place) = (given[bone].rotation, particles[first + k].translation);
                if let Some(child) = linked.towards(k) {
                    let is = turn * self.rest_bones[bone].rotation.conjugate() * (rest(child) - rest(k));
                    let should = particles[first + child].translation - place;
                    if let (Some(is), Some(should)) = (is.try_normalize(), should.try_normalize()) {
                        turn = (Quat::from_rotation_arc(is, should) * turn).normalize();
                    }
                }
                bones[bone] = Pose::new(place, turn);
            }
        }
        for (k, bone) in self.character.skeleton.bones.iter().enumerate().filter(|(k, _)| self.carried[*k]) {
            if let Some(parent) = bone.parent {
                bones[k] = bones[parent].then(&given[parent].inverse().then(&given[k]));
            }
        }
        Ghost { bones, particles }
    }

    /// How a boneless body moved as a whole since the bind pose.
    fn carried_along(&self, range: std::ops::Range<usize>) -> Pose {
        let poses = self.world.poses();
        let count = range.len().max(1) as f32;
        let now = poses.positions()[range.clone()].iter().map(|p| Vec3::from_array(*p)).sum::<Vec3>() / count;
        let then = self.rest_particles[range.clone()].iter().map(|p| p.translation).sum::<Vec3>() / count;
        let turns = poses.rotations()[range.clone()].iter().zip(&self.rest_particles[range]);
        let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for (q, rest) in turns {
            let q = Quat::from_array(*q) * rest.rotation.conjugate();
            sum = if q.dot(sum) < 0.0 { sum - q } else { sum + q };
        }
        let turn = if sum.length_squared() > 1e-12 { sum.normalize() } else { Quat::IDENTITY };
        Pose::new(now - turn * then, turn)
    }

    /// Where a mesh's vertices and normals are then.
    pub fn skinned_as(&self, ghost: &Ghost, mesh: usize) -> (Vec<Vec3>, Vec<Vec3>) {
        let (from, map) = (&self.character.meshes[mesh], &self.maps[mesh]);
        let (mut positions, mut normals) = (from.positions.clone(), from.normals.clone());
        if !map.inside.is_empty() {
            let (places, turns): (Vec<_>, Vec<_>) =
                ghost.particles.iter().map(|p| (p.translation.to_array(), p.rotation.to_array())).unzip();
            positions = map.inside.iter().map(|at: &boneless::Inside| at.place(&places, &turns)).collect();
            let turn = |at: &boneless::Inside| ghost.particles[at.corners[0] as usize].rotation;
            normals.iter_mut().zip(&map.inside).for_each(|(n, at)| *n = turn(at) * *n);
            return (positions, normals);
        }
        let matrices = |rest: &[Pose], now: &[Pose]| skin::matrices(rest, now.iter().copied()).collect();
        let now = Matrices {
            bones: matrices(&self.rest_bones, &ghost.bones),
            particles: matrices(&self.rest_particles, &ghost.particles),
        };
        let out = Skinned { positions: &mut positions, normals: &mut normals };
        self.place(mesh, &now, &mut Vec::new(), out);
        (positions, normals)
    }
}
