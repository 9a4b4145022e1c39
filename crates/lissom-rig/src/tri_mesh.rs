//! A surface of triangles, as a file or a modeller gives it: it may be open, layered or a soup.

use glam::{DVec3, Vec3};

use crate::sim_mesh::groups::Groups;
use crate::sim_mesh::surface::weld;

mod orient;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriMesh {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

/// What kind of surface it is, after welding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Connected pieces.
    pub pieces: usize,
    /// Every edge is passed as often one way as the other: there is an inside.
    pub closed: bool,
    /// What the triangles enclose, if it is closed; negative if they face inwards.
    pub volume: f64,
    pub area: f64,
}

impl TriMesh {
    /// The same surface without what cannot be used: vertices at one place are one, triangles have three corners of
    /// their own that exist and are finite.
    pub fn welded(&self) -> TriMesh {
        let usable = |t: &&[u32; 3]| t.iter().all(|&i| self.positions.get(i as usize).is_some_and(|p| p.is_finite()));
        let usable: Vec<[u32; 3]> = self.triangles.iter().filter(usable).copied().collect();
        let welding = weld(&self.positions, &usable, 1.0);
        let mut positions = vec![Vec3::ZERO; welding.vertices.len()];
        for (old, &new) in welding.welded.iter().enumerate().rev().filter(|(_, new)| **new != u32::MAX) {
            positions[new as usize] = self.positions[old];
        }
        let triangles = usable.iter().map(|t| t.map(|i| welding.welded[i as usize]));
        let triangles = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        TriMesh { positions, triangles }
    }

    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|v| self.positions[v as usize].as_dvec3())
    }

    /// The corners of the box around it; both zero if it is empty.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        bounds(self.triangles.iter().flatten().map(|&v| self.positions[v as usize]))
    }

    /// Says what kind of surface it is. Give it [`TriMesh::welded`], or every seam is a hole.
    pub fn shape(&self) -> Shape {
        let mut pieces = Groups::new(self.positions.len());
        let mut sides = Vec::with_capacity(3 * self.triangles.len());
        for &[a, b, c] in &self.triangles {
            for (a, b) in [(a, b), (b, c), (c, a)] {
                sides.push((a.min(b), a.max(b), if a < b { 1 } else { -1 }));
                pieces.merge(a, b);
            }
        }
        sides.sort_unstable();
        let balanced = |edge: &[(u32, u32, i32)]| edge.iter().map(|s| s.2).sum::<i32>() == 0;
        let closed = !sides.is_empty() && sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).all(balanced);
        let mut roots: Vec<u32> = self.triangles.iter().map(|t| pieces.of(t[0])).collect();
        roots.sort_unstable();
        roots.dedup();
        let (low, high) = self.bounds();
        let centre = (low + high) / 2.0;
        let (mut volume, mut area) = (0.0, 0.0);
        for t in 0..self.triangles.len() {
            let [a, b, c] = self.corners(t).map(|p| p - centre);
            volume += a.dot(b.cross(c)) / 6.0;
            area += (b - a).cross(c - a).length() / 2.0;
        }
        Shape { pieces: roots.len(), closed, volume: if closed { volume } else { 0.0 }, area }
    }
}

/// The corners of the box around points; both zero if there are none.
pub(crate) fn bounds(points: impl IntoIterator<Item = Vec3>) -> (DVec3, DVec3) {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = points.into_iter().map(|p| p.as_dvec3()).fold(start, |(low, high), p| (low.min(p), high.max(p)));
    if low.x <= high.x { (low, high) } else { (DVec3::ZERO, DVec3::ZERO) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit cube whose faces do not share vertices.
    fn cube() -> TriMesh {
        let mut mesh = TriMesh::default();
        for (u, v) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
            let n = u.cross(v);
            for (from, u, v) in [(n, u, v), (Vec3::ZERO, v, u)] {
                let k = mesh.positions.len() as u32;
                mesh.positions.extend([from, from + u, from + u + v, from + v]);
                mesh.triangles.extend([[k, k + 1, k + 2], [k, k + 2, k + 3]]);
            }
        }
        mesh
    }

    #[test]
    fn a_cube_of_loose_faces_is_closed_once_welded() {
        assert!(!cube().shape().closed);
        let welded = cube().welded();
        assert_eq!((welded.positions.len(), welded.triangles.len()), (8, 12));
        let shape = welded.shape();
        assert!(shape.closed && shape.pieces == 1);
        assert!((shape.volume - 1.0).abs() < 1e-9 && (shape.area - 6.0).abs() < 1e-9);
    }

    #[test]
    fn a_cube_with_a_hole_is_open_and_rubbish_is_left_out() {
        let mut mesh = cube();
        mesh.triangles.pop();
        mesh.triangles.extend([[0, 0, 1], [0, 1, 1000]]);
        mesh.positions[23] = Vec3::NAN;
        let welded = mesh.welded();
        assert_eq!(welded.triangles.len(), 11);
        assert!(!welded.shape().closed);
        assert_eq!(TriMesh::default().welded().shape(), Shape { pieces: 0, closed: false, volume: 0.0, area: 0.0 });
    }
}
