//! The triangles of a region, from however many meshes, as one.

use glam::Vec3;

use crate::character::{Character, Material, Mesh};
use crate::rig::{Patch, Select};

impl Select {
    /// Whether triangles of a mesh may be chosen.
    pub fn considers(&self, mesh: &Mesh) -> bool {
        let narrows = !self.bones.is_empty() || !self.brush.is_empty();
        let all = self.parts.is_empty() && self.meshes.is_empty() && narrows;
        all || self.parts.contains(&mesh.part) || self.meshes.contains(&mesh.name)
    }

    /// Whether a triangle of such a mesh is chosen, with the numbers of the bones.
    fn takes(&self, mesh: &Mesh, bones: &[usize], triangle: &[u32; 3]) -> bool {
        let corners = triangle.map(|v| mesh.positions[v as usize]);
        let inside = |p: &Vec3| self.within.is_none_or(|b| p.distance(Vec3::from_array(b.center)) <= b.radius);
        let follows = || self.bones.is_empty() || main_bone(mesh, triangle).is_some_and(|b| bones.contains(&b));
        let middle = corners.iter().sum::<Vec3>() / 3.0;
        let brushed = || self.brush.first().is_none_or(|first| Patch::last(&self.brush, !first.on, middle));
        corners.iter().all(inside) && follows() && brushed()
    }
}

/// The bone that a triangle follows most.
fn main_bone(mesh: &Mesh, triangle: &[u32; 3]) -> Option<usize> {
    let all = || {
        let corners = triangle.iter().map(|v| *v as usize);
        corners.flat_map(|v| mesh.bones[v].into_iter().zip(mesh.weights[v]))
    };
    let weight = |bone: u16| all().filter(|(b, _)| *b == bone).map(|(_, w)| w).sum::<f32>();
    let most = all().map(|(bone, _)| (weight(bone), bone)).max_by(|a, b| a.0.total_cmp(&b.0));
    most.filter(|(w, _)| *w > 0.0).map(|(_, bone)| usize::from(bone))
}

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
        let bones: Vec<usize> = select.bones.iter().filter_map(|name| character.skeleton.find(name)).collect();
        for (index, mesh) in character.meshes.iter().enumerate().filter(|(_, m)| select.considers(m)) {
            let mut new = vec![u32::MAX; mesh.positions.len()];
            for triangle in mesh.triangles.iter().filter(|t| select.takes(mesh, &bones, t)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Skeleton;
    use crate::rig::Area;

    /// Ten squares in a row along x, the first half on one bone and the rest on another.
    fn row(name: &str, z: f32) -> Mesh {
        let positions: Vec<Vec3> = (0..=10).flat_map(|x| [0.0, 1.0].map(|y| Vec3::new(x as f32, y, z))).collect();
        let bone = |p: &Vec3| if p.x <= 5.0 { 0 } else { 1 };
        Mesh {
            name: name.to_owned(),
            part: "row".to_owned(),
            material: Material::flat(0),
            normals: vec![Vec3::Z; positions.len()],
            triangles: (0..10)
                .flat_map(|k| [[2 * k, 2 * k + 2, 2 * k + 1], [2 * k + 1, 2 * k + 2, 2 * k + 3]])
                .collect(),
            bones: positions.iter().map(|p| [bone(p), 0, 0, 0]).collect(),
            weights: vec![[1.0, 0.0, 0.0, 0.0]; positions.len()],
            morphs: Vec::new(),
            positions,
        }
    }

    fn count(select: Select) -> usize {
        let mut skeleton = Skeleton::default();
        skeleton.add("near", None, Vec3::ZERO);
        skeleton.add("far", None, Vec3::X);
        let meshes = vec![row("front", 0.0), row("back", 5.0)];
        Selection::new(&Character { skeleton, meshes, ..Character::default() }, &select).triangles.len()
    }

    fn patch(x: f32, on: bool) -> Patch {
        Patch { area: Area::Ball { center: [x, 0.5, 0.0], radius: 2.0 }, on }
    }

    #[test]
    fn parts_meshes_and_bones_choose() {
        let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        assert_eq!(count(Select::default()), 0);
        assert_eq!(count(Select { parts: names(&["row"]), ..Select::default() }), 40);
        assert_eq!(count(Select { meshes: names(&["back"]), ..Select::default() }), 20);
        let far = Select { bones: names(&["far"]), ..Select::default() };
        assert_eq!(count(far.clone()), 18, "of the square between them each bone has half");
        assert_eq!(count(Select { meshes: names(&["front"]), ..far.clone() }), 9);
        assert_eq!(count(Select { bones: names(&["nobody"]), ..Select::default() }), 0);
    }

    #[test]
    fn the_first_stroke_of_a_brush_says_whether_it_takes_or_leaves() {
        let brushed = |brush: Vec<Patch>| count(Select { meshes: vec!["front".into()], brush, ..Select::default() });
        let taken = brushed(vec![patch(5.0, true)]);
        assert!((6..=8).contains(&taken), "{taken}");
        assert_eq!(brushed(vec![patch(5.0, false)]), 20 - taken);
        assert_eq!(brushed(vec![patch(5.0, true), patch(5.0, false)]), 0, "later ones cover earlier ones");
        assert_eq!(count(Select { brush: vec![patch(5.0, true)], ..Select::default() }), taken, "of all meshes");
    }
}
