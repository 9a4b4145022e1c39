use std::ops::Range;

use glam::Vec3;

use crate::Surface;
use crate::mesh::{Vertex, usable};
use crate::paint::{Kind, MaterialSlot};
use crate::uploads::Uploads;

/// One surface's part of the shared index buffer. The draw's place in its list is its material.
pub(crate) struct Draw {
    pub indices: Range<u32>,
    pub texture: wgpu::BindGroup,
    pub kind: Kind,
    pub casts: bool,
    pub outlined: bool,
}

/// All surfaces of a frame, checked and packed into shared arrays.
#[derive(Default)]
pub(crate) struct Scene {
    pub vertices: Vec<Vertex>,
    /// One for each vertex.
    pub tints: Vec<[u8; 4]>,
    pub indices: Vec<u32>,
    pub materials: Vec<MaterialSlot>,
    /// What covers all behind it first, then the rest from far to near.
    pub draws: Vec<Draw>,
}

impl Scene {
    /// Replaces what was there; arrays keep their capacity.
    pub(crate) fn fill(&mut self, surfaces: &[Surface], eye: Vec3, uploads: &mut Uploads) {
        self.vertices.clear();
        self.tints.clear();
        self.indices.clear();
        self.materials.clear();
        self.draws.clear();
        let visible = surfaces.iter().filter(|surface| surface.paint.opacity() > 0.0);
        let mut ordered: Vec<_> = visible.map(|surface| (order(surface, eye), surface)).collect();
        ordered.sort_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(f32::total_cmp(&b.1, &a.1)));
        ordered.into_iter().for_each(|(_, surface)| self.push(surface, uploads));
    }

    /// Corners of every triangle that casts a shadow.
    pub(crate) fn casters(&self) -> impl Iterator<Item = Vec3> + Clone {
        let casting = self.draws.iter().filter(|draw| draw.casts);
        casting
            .flat_map(|draw| &self.indices[draw.indices.start as usize..draw.indices.end as usize])
            .map(|&index| Vec3::from(self.vertices[index as usize].position))
    }

    fn push(&mut self, surface: &Surface, uploads: &mut Uploads) {
        let (mesh, paint) = (&surface.mesh, &surface.paint);
        let first_index = self.indices.len() as u32;
        mesh.pack(&mut self.vertices, &mut self.indices);
        if self.indices.len() as u32 == first_index {
            return;
        }
        if surface.tints.len() == mesh.positions.len() {
            for _ in 0..mesh.sides() {
                self.tints.extend(surface.tints.iter().map(|tint| tint.packed()));
            }
        }
        self.tints.resize(self.vertices.len(), [0; 4]);
        self.materials.push(paint.material());
        self.draws.push(Draw {
            indices: first_index..self.indices.len() as u32,
            texture: uploads.texture(paint.texture),
            kind: paint.kind(),
            casts: paint.casts(),
            outlined: paint.outlined(),
        });
    }
}

/// When a surface is drawn: its kind, and where the order matters how far off it is.
fn order(surface: &Surface, eye: Vec3) -> (Kind, f32) {
    match surface.paint.kind() {
        solid @ (Kind::Opaque | Kind::Masked) => (solid, 0.0),
        Kind::Blended | Kind::Clear => (Kind::Blended, distance(surface, eye)),
    }
}

/// Distance from the eye to the middle of a surface.
fn distance(surface: &Surface, eye: Vec3) -> f32 {
    let points = surface.mesh.positions.iter().filter(|point| usable(point));
    let (sum, count) =
        points.fold((Vec3::ZERO, 0.0), |(sum, count), &point| (sum + Vec3::from(point), count + 1.0_f32));
    (sum / count.max(1.0)).distance(eye)
}
