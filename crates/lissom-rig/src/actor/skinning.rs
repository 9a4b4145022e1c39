//! Vertices to where bones, particles and tetrahedra are. \[MC11c\] Fig. 2.

use glam::{Quat, Vec3};
use lissom_core::Morph;

use super::{Actor, MeshMap, from_array};
use crate::character::{Mesh, Pose};
use crate::skin::{self, Bind, Bones, Matrix, Particles, Skinned};

/// Now from the bind pose, for each bone and each particle.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrices {
    pub bones: Vec<Matrix>,
    pub particles: Vec<Matrix>,
}

impl Actor {
    /// Now from the bind pose, for each bone.
    pub fn bone_matrices(&self) -> impl Iterator<Item = Matrix> {
        skin::matrices(&self.rest_bones, self.bones.iter().map(from_array))
    }

    /// The same for each particle.
    pub fn particle_matrices(&self) -> impl Iterator<Item = Matrix> {
        let poses = self.world.poses();
        let now = poses.positions().iter().zip(poses.rotations());
        let now = now.map(|(&p, &q)| Pose::new(Vec3::from_array(p), Quat::from_array(q)));
        skin::matrices(&self.rest_particles, now)
    }

    /// Whether morph targets change the bind pose of a mesh now.
    pub fn is_morphed(&self, mesh: usize) -> bool {
        in_play(&self.character.meshes[mesh], self.world.poses().morphs()).next().is_some()
    }

    /// Moves the vertices of all meshes, and keeps them. Without allocations after the first time.
    pub fn skin(&mut self) {
        let mut now = std::mem::take(&mut self.matrices);
        now.write(self);
        for mesh in 0..self.maps.len() {
            let map = &mut self.maps[mesh];
            let mut morphed = std::mem::take(&mut map.morphed);
            let (mut positions, mut normals) = (std::mem::take(&mut map.positions), std::mem::take(&mut map.normals));
            let out = Skinned { positions: &mut positions, normals: &mut normals };
            self.place(mesh, &now, &mut morphed, out);
            let map = &mut self.maps[mesh];
            (map.morphed, map.positions, map.normals) = (morphed, positions, normals);
        }
        self.matrices = now;
    }

    /// Where the vertices and normals of a mesh are now.
    pub fn skinned(&self, mesh: usize) -> (Vec<Vec3>, Vec<Vec3>) {
        let from = &self.character.meshes[mesh];
        let (mut positions, mut normals) = (from.positions.clone(), from.normals.clone());
        let mut now = Matrices::default();
        if self.maps[mesh].inside.is_empty() {
            now.write(self);
        }
        let out = Skinned { positions: &mut positions, normals: &mut normals };
        self.place(mesh, &now, &mut Vec::new(), out);
        (positions, normals)
    }

    pub(super) fn place(&self, mesh: usize, now: &Matrices, morphed: &mut Vec<Vec3>, out: Skinned) {
        let (mesh, map) = (&self.character.meshes[mesh], &self.maps[mesh]);
        let poses = self.world.poses();
        if !map.inside.is_empty() {
            for (place, inside) in out.positions.iter_mut().zip(&map.inside) {
                *place = inside.place(poses.positions(), poses.rotations());
            }
            map.turn_normals(mesh, out);
            return;
        }
        let bind = Bind { positions: morph(mesh, poses.morphs(), morphed), normals: &mesh.normals };
        let bones = Bones { bones: &mesh.bones, weights: &mesh.weights, matrices: &now.bones };
        if map.influences.is_empty() {
            skin::skin_by_bones(bind, bones, out);
        } else {
            let particles = Particles { influences: &map.influences, matrices: &now.particles };
            skin::skin(bind, bones, particles, &map.blend, out);
        }
    }
}

impl Matrices {
    fn write(&mut self, actor: &Actor) {
        self.bones.clear();
        self.bones.extend(actor.bone_matrices());
        self.particles.clear();
        self.particles.extend(actor.particle_matrices());
    }
}

impl MeshMap {
    /// Normals from what became of the triangles.
    fn turn_normals(&self, mesh: &Mesh, out: Skinned) {
        let Skinned { positions, normals } = out;
        normals.fill(Vec3::ZERO);
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|k| positions[k as usize]);
            let normal = (b - a).cross(c - a);
            for k in triangle {
                normals[self.welded[*k as usize] as usize] += normal;
            }
        }
        for k in 0..normals.len() {
            normals[k] = normals[self.welded[k] as usize];
        }
        for (normal, from) in normals.iter_mut().zip(&mesh.normals) {
            *normal = normal.normalize_or(*from);
        }
    }
}

/// Offsets of morph targets with a weight, and that weight.
fn in_play<'a>(mesh: &'a Mesh, weights: &'a [Morph]) -> impl Iterator<Item = (&'a [Vec3], f32)> {
    let weight = |name: &str| weights.iter().find(|w| w.name == name).map_or(0.0, |w| w.weight);
    let all = mesh.morphs.iter().map(move |target| (target.offsets.as_slice(), weight(&target.name)));
    all.filter(|(_, weight)| *weight != 0.0)
}

/// The bind pose as the morph targets want it, written to `morphed` where any is in play.
fn morph<'a>(mesh: &'a Mesh, weights: &[Morph], morphed: &'a mut Vec<Vec3>) -> &'a [Vec3] {
    let mut targets = in_play(mesh, weights).peekable();
    if targets.peek().is_none() {
        return &mesh.positions;
    }
    morphed.clone_from(&mesh.positions);
    for (offsets, weight) in targets {
        morphed.iter_mut().zip(offsets).for_each(|(place, offset)| *place += *offset * weight);
    }
    morphed
}
