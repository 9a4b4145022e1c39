//! The triangles of a region, from however many meshes, as one.

use glam::Vec3;

use crate::character::{Character, Material, Mesh};
use crate::rig::Select;

/// A copy of the selected triangles and their vertices, and where each vertex came from.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Mesh and vertex.
    pub sources: Vec<(usize, usize)>,
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub bones: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
    pub triangles: Vec<[u32; 3]>,
}

struct Vertex {
    position: Vec3,
    normal: Vec3,
    bones: [u16; 4],
    weights: [f32; 4],
}

impl Selection {
    pub fn new(character: &Character, select: &Select) -> Selection {
        let mut out = Selection::default();
        let chosen = character.meshes.iter().enumerate().filter(|(_, m)| select.parts.contains(&m.part));
        for (index, mesh) in chosen {
            let mut new = vec![u32::MAX; mesh.positions.len()];
            for triangle in &mesh.triangles {
                let inside = |v: u32| {
                    let p = mesh.positions[v as usize];
                    select.within.is_none_or(|b| p.distance(Vec3::from_array(b.center)) <= b.radius)
                };
                if !triangle.iter().all(|&v| inside(v)) {
                    continue;
                }
                let corner = |v: u32| {
                    let v = v as usize;
                    let vertex = Vertex {
                        position: mesh.positions[v],
                        normal: mesh.normals[v],
                        bones: mesh.bones[v],
                        weights: mesh.weights[v],
                    };
                    out.take(&mut new, v, (index, v), &vertex)
                };
                let corners = triangle.map(corner);
                out.triangles.push(corners);
            }
        }
        out
    }

    /// Only some of the triangles; vertices keep their sources.
    pub fn subset(&self, triangles: impl Iterator<Item = usize>) -> Selection {
        let mut out = Selection::default();
        let mut new = vec![u32::MAX; self.positions.len()];
        for t in triangles {
            let corner = |v: u32| out.take(&mut new, v as usize, self.sources[v as usize], &self.vertex(v as usize));
            let corners = self.triangles[t].map(corner);
            out.triangles.push(corners);
        }
        out
    }

    fn vertex(&self, v: usize) -> Vertex {
        Vertex { position: self.positions[v], normal: self.normals[v], bones: self.bones[v], weights: self.weights[v] }
    }

    /// The number of a vertex here, which it gets when it is first asked for.
    fn take(&mut self, new: &mut [u32], v: usize, source: (usize, usize), vertex: &Vertex) -> u32 {
        if new[v] == u32::MAX {
            new[v] = self.positions.len() as u32;
            self.sources.push(source);
            self.positions.push(vertex.position);
            self.normals.push(vertex.normal);
            self.bones.push(vertex.bones);
            self.weights.push(vertex.weights);
        }
        new[v]
    }

    /// The selection as a mesh of its own.
    pub fn to_mesh(&self) -> Mesh {
        Mesh {
            name: String::new(),
            part: String::new(),
            material: Material::flat(0),
            positions: self.positions.clone(),
            normals: self.normals.clone(),
            triangles: self.triangles.clone(),
            bones: self.bones.clone(),
            weights: self.weights.clone(),
            morphs: Vec::new(),
        }
    }
}
