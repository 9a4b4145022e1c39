//! A body of tetrahedra.

use glam::Vec3;
use lissom_core::rest::procedural::build;

pub mod clean;
pub mod embed;
pub(crate) mod quality;

pub use clean::clean;
pub use embed::embed;

/// Tetrahedra between points. Corners of each are ordered so that its volume is positive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TetMesh {
    pub positions: Vec<Vec3>,
    pub tets: Vec<[u32; 4]>,
}

impl TetMesh {
    /// Six times the volume is the determinant of the three edges from the first corner.
    pub fn volume_of(&self, tet: [u32; 4]) -> f64 {
        let [a, b, c, d] = tet.map(|k| self.positions[k as usize].as_dvec3());
        (b - a).cross(c - a).dot(d - a) / 6.0
    }

    pub fn volume(&self) -> f64 {
        self.tets.iter().map(|&t| self.volume_of(t)).sum()
    }

    /// Faces that belong to one tetrahedron only, seen from outside counter-clockwise.
    pub fn surface(&self) -> Vec<[u32; 3]> {
        build::faces(&self.tets)
    }

    /// By vertex: the vertices it shares an edge with, in ascending order.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let near = build::neighbours(self.positions.len(), &self.tets);
        near.into_iter().map(|list| list.into_iter().map(|k| k as u32).collect()).collect()
    }

    /// The mean length of its edges; 0 if there are none.
    pub fn mean_edge(&self) -> f32 {
        let near = self.neighbours();
        let lengths = near
            .iter()
            .enumerate()
            .flat_map(|(a, list)| list.iter().map(move |&b| self.positions[a].distance(self.positions[b as usize])));
        let (sum, count) = lengths.fold((0.0_f64, 0_usize), |(s, n), l| (s + f64::from(l), n + 1));
        if count > 0 { (sum / count as f64) as f32 } else { 0.0 }
    }
}
