//! A rigged character in its bind pose: a skeleton, and meshes skinned to it.

use glam::{Quat, Vec3};

use crate::tets::TetMesh;

/// A rigid transform. `world_from_bone` of a bone, or `parent_from_bone` in a local pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub translation: Vec3,
    pub rotation: Quat,
}

impl Pose {
    pub const IDENTITY: Pose = Pose { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

    pub fn new(translation: Vec3, rotation: Quat) -> Pose {
        Pose { translation, rotation }
    }

    pub fn point(&self, p: Vec3) -> Vec3 {
        self.rotation * p + self.translation
    }

    /// `a.then(b)` is `a ∘ b`: world_from_parent.then(parent_from_bone) = world_from_bone.
    pub fn then(&self, b: &Pose) -> Pose {
        Pose { translation: self.point(b.translation), rotation: (self.rotation * b.rotation).normalize() }
    }

    pub fn inverse(&self) -> Pose {
        let r = self.rotation.conjugate();
        Pose { translation: -(r * self.translation), rotation: r }
    }

    /// The plain border form: translation xyz, rotation xyzw.
    pub fn to_array(&self) -> [f32; 7] {
        let (t, r) = (self.translation, self.rotation);
        [t.x, t.y, t.z, r.x, r.y, r.z, r.w]
    }
}

/// One bone. A parent always stands before its children.
#[derive(Clone, Debug)]
pub struct Bone {
    pub name: String,
    pub parent: Option<usize>,
    /// Bind pose, relative to the parent.
    pub parent_from_bone: Pose,
}

#[derive(Clone, Debug, Default)]
pub struct Skeleton {
    pub bones: Vec<Bone>,
}

impl Skeleton {
    /// Adds a bone whose bind pose has its origin at `world` and no rotation.
    pub fn add(&mut self, name: &str, parent: Option<usize>, world: Vec3) -> usize {
        let rest = self.rest_world();
        let parent_from_bone = match parent {
            Some(p) => rest[p].inverse().then(&Pose::new(world, Quat::IDENTITY)),
            None => Pose::new(world, Quat::IDENTITY),
        };
        self.bones.push(Bone { name: name.to_owned(), parent, parent_from_bone });
        self.bones.len() - 1
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|b| b.name == name)
    }

    /// The bind pose, each bone relative to its parent.
    pub fn rest_local(&self) -> Vec<Pose> {
        self.bones.iter().map(|b| b.parent_from_bone).collect()
    }

    /// World poses of local ones.
    pub fn world(&self, local: &[Pose]) -> Vec<Pose> {
        let mut world: Vec<Pose> = Vec::with_capacity(local.len());
        for (bone, pose) in self.bones.iter().zip(local) {
            world.push(match bone.parent {
                Some(p) => world[p].then(pose),
                None => *pose,
            });
        }
        world
    }

    pub fn rest_world(&self) -> Vec<Pose> {
        self.world(&self.rest_local())
    }
}

/// Colours are sRGB, `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    pub base: u32,
    /// The tone in shadow.
    pub shade: u32,
    /// 1 is opaque.
    pub opacity: f32,
    /// No shading, no outline: pupils, highlights, printed lines.
    pub flat: bool,
}

impl Material {
    pub fn toon(base: u32, shade: u32) -> Material {
        Material { base, shade, opacity: 1.0, flat: false }
    }

    pub fn flat(base: u32) -> Material {
        Material { base, shade: base, opacity: 1.0, flat: true }
    }
}

/// A visual mesh in the bind pose, skinned to bones with at most four weights a vertex.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub name: String,
    /// What it belongs to: `body`, `hair`, `cape`… Regions and contacts are named by it.
    pub part: String,
    pub material: Material,
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub bones: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
    pub morphs: Vec<MorphTarget>,
}

/// Where vertices go at full weight, from the bind pose.
#[derive(Clone, Debug)]
pub struct MorphTarget {
    pub name: String,
    pub offsets: Vec<Vec3>,
}

impl Mesh {
    fn check(&self, bones: usize) -> Result<(), CharacterError> {
        let (mesh, positions) = (self.name.clone(), self.positions.len());
        if [self.normals.len(), self.bones.len(), self.weights.len()] != [positions; 3] {
            return Err(CharacterError::Lengths { mesh, positions });
        }
        let wrong = |m: &&MorphTarget| m.offsets.len() != positions || m.offsets.iter().any(|o| !o.is_finite());
        if let Some(morph) = self.morphs.iter().find(wrong) {
            return Err(CharacterError::Morph { mesh, morph: morph.name.clone(), positions });
        }
        let outside = |t: &[u32; 3]| t.iter().any(|&v| v as usize >= positions);
        if let Some(triangle) = self.triangles.iter().position(outside) {
            return Err(CharacterError::Corner { mesh, triangle, positions });
        }
        for vertex in 0..positions {
            let weights = self.weights[vertex];
            let finite = self.positions[vertex].is_finite() && self.normals[vertex].is_finite();
            if !finite || weights.iter().any(|w| !w.is_finite()) {
                return Err(CharacterError::NotFinite { mesh, vertex });
            }
            let unknown = |(bone, weight): &(u16, f32)| *weight > 0.0 && usize::from(*bone) >= bones;
            if let Some((bone, _)) = self.bones[vertex].into_iter().zip(weights).find(unknown) {
                return Err(CharacterError::NoSuchBone { mesh, vertex, bone, count: bones });
            }
        }
        Ok(())
    }
}

#[derive(Clone, Debug, Default)]
pub struct Character {
    pub name: String,
    pub skeleton: Skeleton,
    pub meshes: Vec<Mesh>,
    pub tets: Vec<Tets>,
}

/// A boneless body, or a part of one on a skeleton: what is drawn of it are the meshes of its part, which it carries
/// inside it.
#[derive(Clone, Debug, Default)]
pub struct Tets {
    pub name: String,
    pub mesh: TetMesh,
    /// By vertex, what it follows where it is held; the first bone if empty.
    pub bones: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
}

/// The corners of the box around some points; turned inside out if there are none.
pub fn bounds(points: impl IntoIterator<Item = Vec3>) -> (Vec3, Vec3) {
    let start = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    points.into_iter().fold(start, |(low, high), p| (low.min(p), high.max(p)))
}

/// What is wrong with a character.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CharacterError {
    #[error("bone {bone} `{name}` stands before its parent; put parents first")]
    ParentAfterChild { bone: usize, name: String },
    #[error("{count} bones; at most 65535 are possible")]
    TooManyBones { count: usize },
    #[error("there are no bones; give at least one")]
    NoBones,
    #[error("mesh `{mesh}`: {positions} positions, but not as many normals, bones and weights")]
    Lengths { mesh: String, positions: usize },
    #[error("mesh `{mesh}`, morph target `{morph}`: give {positions} finite offsets, one for each vertex")]
    Morph { mesh: String, morph: String, positions: usize },
    #[error("mesh `{mesh}`, triangle {triangle}: a corner is not among the {positions} vertices")]
    Corner { mesh: String, triangle: usize, positions: usize },
    #[error("mesh `{mesh}`, vertex {vertex}: a position, normal or weight is not finite")]
    NotFinite { mesh: String, vertex: usize },
    #[error("mesh `{mesh}`, vertex {vertex}: it follows bone {bone}, but there are {count}")]
    NoSuchBone { mesh: String, vertex: usize, bone: u16, count: usize },
}

impl Character {
    /// Finds what would keep it from being used.
    pub fn check(&self) -> Result<(), CharacterError> {
        let bones = &self.skeleton.bones;
        if bones.is_empty() {
            return Err(CharacterError::NoBones);
        }
        if bones.len() > usize::from(u16::MAX) {
            return Err(CharacterError::TooManyBones { count: bones.len() });
        }
        if let Some(bone) = (0..bones.len()).find(|&k| bones[k].parent.is_some_and(|p| p >= k)) {
            return Err(CharacterError::ParentAfterChild { bone, name: bones[bone].name.clone() });
        }
        self.meshes.iter().try_for_each(|mesh| mesh.check(bones.len()))
    }

    pub fn triangle_count(&self) -> usize {
        self.meshes.iter().map(|m| m.triangles.len()).sum()
    }
}
