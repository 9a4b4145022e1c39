//! How good what was made is.

use glam::DVec3;

use crate::TetMesh;
use crate::TriMesh;
use crate::bvh::Bvh;
use crate::sim_mesh::distance::to_triangle;

/// A large triangle is looked at in at most this many rows.
const MOST_ROWS: f64 = 20.0;

/// Lengths, volumes and distances are in the units of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    pub vertices: usize,
    pub tets: usize,
    /// Connected bodies.
    pub bodies: usize,
    /// Small bodies that were left out: what the lattice sees of parts that are too thin for it.
    pub crumbs: usize,
    /// Whether the surface has an inside.
    pub closed: bool,
    /// The edge of the lattice.
    pub edge: f64,
    /// For a surface that is not closed: how far from it there are still tetrahedra.
    pub thickness: Option<f64>,
    pub min_dihedral_deg: f64,
    pub max_dihedral_deg: f64,
    pub volume: f64,
    /// What the surface encloses, if it is closed and does not pass through itself.
    pub surface_volume: Option<f64>,
    /// Of the volume, as a part of the surface's.
    pub volume_error: Option<f64>,
    /// From the given surface to that of the tetrahedra.
    pub mean_distance: f64,
    pub max_distance: f64,
}

/// What a mesh was made from.
pub(super) struct Given<'a> {
    pub surface: &'a TriMesh,
    pub closed: bool,
    pub volume: Option<f64>,
    pub edge: f64,
    pub thickness: Option<f64>,
}

impl Report {
    /// None without tetrahedra.
    pub(super) fn new(mesh: &TetMesh, given: &Given, bodies: usize, crumbs: usize) -> Option<Report> {
        let (min_dihedral_deg, max_dihedral_deg) = mesh.dihedral_degrees()?;
        let volume = mesh.volume();
        let (mean_distance, max_distance) = distances(mesh, given.surface, given.edge);
        Some(Report {
            vertices: mesh.positions.len(),
            tets: mesh.tets.len(),
            bodies,
            crumbs,
            closed: given.closed,
            edge: given.edge,
            thickness: given.thickness,
            min_dihedral_deg,
            max_dihedral_deg,
            volume,
            surface_volume: given.volume,
            volume_error: given.volume.map(|v| (volume - v) / v),
            mean_distance,
            max_distance,
        })
    }
}

/// The mean and the largest distance of the surface, looked at about once an edge.
fn distances(mesh: &TetMesh, surface: &TriMesh, edge: f64) -> (f64, f64) {
    let faces: Vec<[DVec3; 3]> =
        mesh.surface().iter().map(|f| f.map(|v| mesh.positions[v as usize].as_dvec3())).collect();
    let boxes = faces.iter().map(|[a, b, c]| (a.min(*b).min(*c), a.max(*b).max(*c)));
    let tree = Bvh::new(&boxes.collect::<Vec<_>>());
    let distance = |p: DVec3| {
        let nearest = tree.nearest(p, f64::INFINITY, |k| to_triangle(p, faces[k as usize]));
        nearest.map_or(0.0, |(_, squared)| squared.sqrt())
    };
    let (mut sum, mut area) = (0.0, 0.0);
    let mut most = surface.positions.iter().map(|p| distance(p.as_dvec3())).fold(0.0, f64::max);
    for t in 0..surface.triangles.len() {
        let [a, b, c] = surface.corners(t);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let rows = (longest / edge).ceil().clamp(1.0, MOST_ROWS) as u32;
        let weight = (b - a).cross(c - a).length() / f64::from(rows * rows);
        for (u, v) in middles(rows) {
            let d = distance(a + (b - a) * u + (c - a) * v);
            (sum, area, most) = (sum + weight * d, area + weight, most.max(d));
        }
    }
    (if area > 0.0 { sum / area } else { 0.0 }, most)
}

/// The middles of the triangles that a triangle falls into if its sides are divided: parts of two of its sides.
fn middles(rows: u32) -> impl Iterator<Item = (f64, f64)> {
    let at = move |i: u32, j: u32, third: f64| {
        let n = f64::from(rows);
        ((f64::from(i) + third) / n, (f64::from(j) + third) / n)
    };
    (0..rows).flat_map(move |i| {
        (0..rows - i).flat_map(move |j| {
            let other = (i + j + 1 < rows).then(|| at(i, j, 2.0 / 3.0));
            [Some(at(i, j, 1.0 / 3.0)), other].into_iter().flatten()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_are_spread_evenly() {
        for rows in [1, 2, 5] {
            let all: Vec<(f64, f64)> = middles(rows).collect();
            assert_eq!(all.len(), (rows * rows) as usize);
            let n = all.len() as f64;
            let mean = all.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 / n, s.1 + p.1 / n));
            assert!((mean.0 - 1.0 / 3.0).abs() < 1e-12 && (mean.1 - 1.0 / 3.0).abs() < 1e-12);
            assert!(all.iter().all(|(u, v)| *u > 0.0 && *v > 0.0 && u + v < 1.0));
        }
    }
}
