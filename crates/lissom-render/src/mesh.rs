use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// Points farther out than this count as broken.
const WORLD_RADIUS: f32 = 1e4;

/// Triangles, which run counter-clockwise seen from outside; the inside is not drawn.
///
/// Triangles with an index out of range or a corner that is not finite are skipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mesh<'a> {
    pub positions: &'a [[f32; 3]],
    /// One per position; when the count differs they are computed from the triangles.
    pub normals: &'a [[f32; 3]],
    /// One per position, if any: where a texture is read, from the upper left corner.
    pub uvs: &'a [[f32; 2]],
    pub triangles: &'a [[u32; 3]],
    /// An open sheet, seen from both sides. Closed bodies and thick cloth need not ask.
    pub two_sided: bool,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Vertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub uv: [f32; 2],
}

impl Vertex {
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x2],
    };
}

impl Mesh<'_> {
    /// Appends what can be drawn: triangles with sound corners. A sheet's other side follows its vertices in the same
    /// order.
    pub(crate) fn pack(&self, sound: fn(&[f32; 3]) -> bool, vertices: &mut Vec<Vertex>, indices: &mut Vec<u32>) {
        let (first_vertex, first_index) = (vertices.len() as u32, indices.len());
        let whole = |index: &u32| self.positions.get(*index as usize).is_some_and(sound);
        let triangles = self.triangles.iter().filter(|triangle| triangle.iter().all(whole));
        indices.extend(triangles.flatten().map(|index| first_vertex + index));
        if indices.len() == first_index {
            return;
        }
        let computed;
        let normals = if self.normals.len() == self.positions.len() {
            self.normals
        } else {
            computed = smooth_normals(self.positions, self.triangles, sound);
            &computed
        };
        let uvs = if self.uvs.len() == self.positions.len() { self.uvs } else { &[] };
        vertices.extend(self.positions.iter().zip(normals).enumerate().map(|(k, (position, normal))| Vertex {
            position: *position,
            normal: if usable(normal) { *normal } else { [0.0, 1.0, 0.0] },
            uv: uvs.get(k).copied().unwrap_or_default(),
        }));
        if self.two_sided {
            let count = self.positions.len();
            vertices.extend_from_within(first_vertex as usize..);
            for vertex in &mut vertices[first_vertex as usize + count..] {
                vertex.normal = vertex.normal.map(|c| -c);
            }
            let count = count as u32;
            for k in (first_index..indices.len()).step_by(3) {
                let [a, b, c] = [indices[k], indices[k + 1], indices[k + 2]];
                indices.extend([a + count, c + count, b + count]);
            }
        }
    }
}

pub(crate) fn usable(point: &[f32; 3]) -> bool {
    point.iter().all(|c| c.abs() < WORLD_RADIUS)
}

/// In the bind pose, which may have any unit.
pub(crate) fn finite(point: &[f32; 3]) -> bool {
    point.iter().all(|c| c.is_finite())
}

/// Normals as means of the neighbouring triangles, weighted by area.
fn smooth_normals(positions: &[[f32; 3]], triangles: &[[u32; 3]], sound: fn(&[f32; 3]) -> bool) -> Vec<[f32; 3]> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let corner = |i: usize| positions.get(triangle[i] as usize).filter(|p| sound(p));
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
