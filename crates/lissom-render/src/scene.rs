use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::{Surface, Tint};

/// Points farther out than this count as broken.
const WORLD_RADIUS: f32 = 1e4;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    /// Linear colour times its weight, and the weight.
    tint: [f32; 4],
}

/// Uniforms of one surface, padded to the alignment of dynamic offsets:
/// base + opacity, shade + flat, outline + width, edge.
pub(crate) type MaterialSlot = [[f32; 4]; 16];

/// One surface's part of the shared index buffer. The draw's place in its list is its material.
pub(crate) struct Draw {
    pub indices: Range<u32>,
    pub translucent: bool,
    pub casts: bool,
    pub outlined: bool,
}

/// All surfaces of a frame, checked and packed into shared arrays.
#[derive(Default)]
pub(crate) struct Scene {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u32>,
    pub materials: Vec<MaterialSlot>,
    /// Opaque surfaces first, then translucent ones from far to near.
    pub draws: Vec<Draw>,
}

impl Scene {
    /// Replaces what was there; arrays keep their capacity.
    pub(crate) fn fill(&mut self, surfaces: &[Surface], eye: Vec3) {
        self.vertices.clear();
        self.indices.clear();
        self.materials.clear();
        self.draws.clear();
        let (opaque, mut translucent): (Vec<&Surface>, Vec<&Surface>) =
            surfaces.iter().filter(|surface| opacity(surface) > 0.0).partition(|surface| opacity(surface) >= 1.0);
        translucent.sort_by(|a, b| f32::total_cmp(&distance(b, eye), &distance(a, eye)));
        for surface in opaque.into_iter().chain(translucent) {
            self.push(surface);
        }
    }

    /// Corners of every triangle that casts a shadow.
    pub(crate) fn casters(&self) -> impl Iterator<Item = Vec3> + Clone {
        let casting = self.draws.iter().filter(|draw| draw.casts);
        casting
            .flat_map(|draw| &self.indices[draw.indices.start as usize..draw.indices.end as usize])
            .map(|&index| Vec3::from(self.vertices[index as usize].position))
    }

    fn push(&mut self, surface: &Surface) {
        let first_vertex = self.vertices.len() as u32;
        let first_index = self.indices.len() as u32;
        let positions = surface.positions;
        let sound = |&&index: &&u32| positions.get(index as usize).is_some_and(usable);
        for triangle in surface.triangles {
            if triangle.iter().filter(sound).count() == 3 {
                self.indices.extend(triangle.map(|index| first_vertex + index));
            }
        }
        if self.indices.len() as u32 == first_index {
            return;
        }
        let computed;
        let normals = if surface.normals.len() == positions.len() {
            surface.normals
        } else {
            computed = smooth_normals(positions, surface.triangles);
            &computed
        };
        let tints = if surface.tints.len() == positions.len() { surface.tints } else { &[] };
        self.vertices.extend(positions.iter().zip(normals).enumerate().map(|(k, (position, normal))| Vertex {
            position: *position,
            normal: if usable(normal) { *normal } else { [0.0, 1.0, 0.0] },
            tint: tints.get(k).map_or([0.0; 4], weighted),
        }));
        if surface.two_sided {
            self.push_other_side(first_vertex, first_index);
        }
        self.materials.push(material(surface));
        self.draws.push(Draw {
            indices: first_index..self.indices.len() as u32,
            translucent: opacity(surface) < 1.0,
            casts: !surface.flat,
            outlined: !surface.flat && surface.outline > 0.0,
        });
    }

    /// Repeats the last surface turned inside out.
    fn push_other_side(&mut self, first_vertex: u32, first_index: u32) {
        let (vertices, indices) = (first_vertex as usize.., first_index as usize..);
        let offset = self.vertices.len() as u32 - first_vertex;
        let turned: Vec<Vertex> = self.vertices[vertices]
            .iter()
            .map(|vertex| Vertex { normal: vertex.normal.map(|c| -c), ..*vertex })
            .collect();
        let swapped: Vec<u32> = self.indices[indices]
            .as_chunks()
            .0
            .iter()
            .flat_map(|[a, b, c]| [a + offset, c + offset, b + offset])
            .collect();
        self.vertices.extend(turned);
        self.indices.extend(swapped);
    }
}

fn material(surface: &Surface) -> MaterialSlot {
    let base = surface.base.linear();
    let edge = surface.edge.map_or(base.lerp(Vec3::ONE, 0.6), |edge| edge.linear());
    let outline = surface.shade.outline();
    let mut slot = [[0.0; 4]; 16];
    slot[0] = base.extend(opacity(surface)).into();
    slot[1] = surface.shade.linear().extend(f32::from(surface.flat)).into();
    slot[2] = outline.extend(surface.outline.clamp(0.0, 8.0)).into();
    slot[3] = edge.extend(1.0).into();
    slot
}

fn weighted(tint: &Tint) -> [f32; 4] {
    let weight = if tint.weight.is_nan() { 0.0 } else { tint.weight.clamp(0.0, 1.0) };
    (tint.color.linear() * weight).extend(weight).into()
}

/// Clamped; anything that is not a number is opaque.
fn opacity(surface: &Surface) -> f32 {
    if surface.opacity.is_nan() { 1.0 } else { surface.opacity.clamp(0.0, 1.0) }
}

fn usable(point: &[f32; 3]) -> bool {
    point.iter().all(|c| c.abs() < WORLD_RADIUS)
}

/// Distance from the eye to the middle of a surface.
fn distance(surface: &Surface, eye: Vec3) -> f32 {
    let points = surface.positions.iter().filter(|point| usable(point));
    let (sum, count) =
        points.fold((Vec3::ZERO, 0.0), |(sum, count), &point| (sum + Vec3::from(point), count + 1.0_f32));
    (sum / count.max(1.0)).distance(eye)
}

/// Normals as means of the neighbouring triangles, weighted by area.
fn smooth_normals(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Vec<[f32; 3]> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let corner = |i: usize| positions.get(triangle[i] as usize).filter(|p| usable(p));
        let (Some(&a), Some(&b), Some(&c)) = (corner(0), corner(1), corner(2)) else {
            continue;
        };
        let a = Vec3::from(a);
        let area = (Vec3::from(b) - a).cross(Vec3::from(c) - a);
        for &index in triangle {
            sums[index as usize] += area;
        }
    }
    sums.into_iter().map(|sum| sum.normalize_or(Vec3::Y).into()).collect()
}
