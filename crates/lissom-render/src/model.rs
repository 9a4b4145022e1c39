use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::kept::Keep;
use crate::mesh::{Vertex, finite, usable};
use crate::{Mesh, RenderError};

/// The upper three rows of the matrix that takes something from the bind pose to where it is now.
pub type Rows = [[f32; 4]; 3];

pub(crate) const STILL: Rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// What the vertices of a model follow: up to four bones and four particles each. What a slice does not reach to
/// follows nothing, and what follows nothing stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct Skin<'a> {
    pub bones: &'a [[u16; 4]],
    pub bone_weights: &'a [[f32; 4]],
    pub particles: &'a [[u32; 4]],
    pub particle_weights: &'a [[f32; 4]],
    /// From 0, bones alone, to 1, particles alone.
    pub blend: &'a [f32],
}

/// A mesh in its bind pose, and what it follows. Cheap to clone; a renderer uploads it when it is first seen.
#[derive(Clone, Debug)]
pub struct Model(pub(crate) Arc<Packed>);

#[derive(Debug)]
pub(crate) struct Packed {
    id: u64,
    pub vertices: Vec<Vertex>,
    pub follows: Vec<Follow>,
    pub indices: Vec<u32>,
    pub joints: Vec<Joint>,
    /// Positions of the mesh, each of which is here once or, for a sheet, twice.
    pub positions: usize,
}

/// Up to eight joints of a vertex and their weights, those that count first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct Follow {
    joints: [u16; 8],
    weights: [f32; 8],
}

/// A bone or a particle that moves vertices, and the box around these in the bind pose.
#[derive(Debug)]
pub(crate) struct Joint {
    pub source: Source,
    low: Vec3,
    high: Vec3,
    /// Of these by their weights, and of the weights.
    sum: Vec3,
    weight: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Bone(usize),
    Particle(usize),
    Still,
}

impl Follow {
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: size_of::<Follow>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![4 => Uint16x4, 5 => Uint16x4, 6 => Float32x4, 7 => Float32x4],
    };
}

impl Model {
    pub fn new(mesh: &Mesh, skin: &Skin) -> Result<Model, RenderError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        mesh.pack(finite, &mut vertices, &mut indices);
        let mut joints = Vec::new();
        let mut known = HashMap::new();
        let mut follows = Vec::with_capacity(vertices.len());
        for v in 0..vertices.len().min(mesh.positions.len()) {
            let mut follow = Follow::default();
            let position = Vec3::from(vertices[v].position);
            for (slot, (source, weight)) in skin.at(v).into_iter().enumerate() {
                let index = *known.entry(source).or_insert_with(|| {
                    joints.push(Joint::new(source));
                    joints.len() - 1
                });
                if position.is_finite() {
                    joints[index].add(position, weight);
                }
                follow.joints[slot] = u16::try_from(index).map_err(|_| RenderError::Joints)?;
                follow.weights[slot] = weight;
            }
            follows.push(follow);
        }
        if mesh.two_sided {
            follows.extend_from_within(..);
        }
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let positions = mesh.positions.len();
        Ok(Model(Arc::new(Packed { id, vertices, follows, indices, joints, positions })))
    }
}

impl Keep for Model {
    fn id(&self) -> u64 {
        self.0.id
    }
}

impl Skin<'_> {
    /// What a vertex follows and how much, as `lissom_rig::skin` has it.
    fn at(&self, v: usize) -> Vec<(Source, f32)> {
        let blend = self.blend.get(v).copied().filter(|blend| !blend.is_nan()).unwrap_or(0.0).clamp(0.0, 1.0);
        let bones = weighted(self.bones.get(v), self.bone_weights.get(v), 1.0 - blend);
        let particles = weighted(self.particles.get(v), self.particle_weights.get(v), blend);
        let mut all: Vec<_> = bones.map(|(k, w)| (Source::Bone(usize::from(k)), w)).collect();
        all.extend(particles.map(|(k, w)| (Source::Particle(k as usize), w)));
        if all.is_empty() {
            all.push((Source::Still, 1.0));
        }
        all
    }
}

/// Those with a weight. A weight of 1 leaves nothing to the others.
fn weighted<T: Copy>(index: Option<&[T; 4]>, weights: Option<&[f32; 4]>, share: f32) -> impl Iterator<Item = (T, f32)> {
    let pairs = index.zip(weights).map(|(index, weights)| {
        let alone = weights[0] >= 1.0;
        std::array::from_fn::<_, 4, _>(|k| match (alone, k) {
            (true, 0) => (index[k], share),
            (true, _) => (index[k], 0.0),
            _ => (index[k], weights[k] * share),
        })
    });
    pairs.into_iter().flatten().filter(|(_, weight)| weight.is_finite() && *weight != 0.0)
}

impl Joint {
    fn new(source: Source) -> Joint {
        Joint { source, low: Vec3::INFINITY, high: Vec3::NEG_INFINITY, sum: Vec3::ZERO, weight: 0.0 }
    }

    fn add(&mut self, position: Vec3, weight: f32) {
        (self.low, self.high) = (self.low.min(position), self.high.max(position));
        self.sum += position * weight;
        self.weight += weight;
    }

    /// What it adds to the sum of all vertices, and to their number.
    pub(crate) fn share(&self, rows: Rows) -> (Vec3, f32) {
        let row = |[x, y, z, w]: [f32; 4]| self.sum.dot(Vec3::new(x, y, z)) + self.weight * w;
        (Vec3::from(rows.map(row)), self.weight)
    }

    /// Corners of the box where the joint takes it. Vertices are means of where their joints take them, so they are
    /// within the hull of all corners.
    pub(crate) fn corners(&self, rows: Rows) -> impl Iterator<Item = Vec3> {
        let corner = |k: usize| {
            let pick = |axis: usize| if k >> axis & 1 == 0 { self.low[axis] } else { self.high[axis] };
            let p = Vec3::new(pick(0), pick(1), pick(2));
            Vec3::from(rows.map(|[x, y, z, w]| p.dot(Vec3::new(x, y, z)) + w))
        };
        let corners: [Vec3; 8] = std::array::from_fn(corner);
        corners.into_iter().filter(|p| usable(&p.to_array()))
    }
}
