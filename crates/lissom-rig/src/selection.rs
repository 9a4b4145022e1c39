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
                out.triangles.push(triangle.map(|v| {
                    let v = v as usize;
                    if new[v] == u32::MAX {
                        new[v] = out.positions.len() as u32;
                        out.sources.push((index, v));
                        out.positions.push(mesh.positions[v]);
                        out.normals.push(mesh.normals[v]);
                        out.bones.push(mesh.bones[v]);
                        out.weights.push(mesh.weights[v]);
                    }
                    new[v]
                }));
            }
        }
        out
    }

    /// Only some of the triangles; vertices keep their sources.
    pub fn subset(&self, triangles: impl Iterator<Item = usize>) -> Selection {
        let mut out = Selection::default();
        let mut new = vec![u32::MAX; self.positions.len()];
        for t in triangles {
            out.triangles.push(self.triangles[t].map(|v| {
                let v = v as usize;
                if new[v] == u32::MAX {
                    new[v] = out.positions.len() as u32;
                    out.sources.push(self.sources[v]);
                    out.positions.push(self.positions[v]);
                    out.normals.push(self.normals[v]);
                    out.bones.push(self.bones[v]);
                    out.weights.push(self.weights[v]);
                }
                new[v]
            }));
        }
        out
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
        }
    }
}
