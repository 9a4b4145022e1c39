//! How good what was made is.

use glam::DVec3;

use super::TetraError;
use crate::TetMesh;
use crate::TriMesh;
use crate::bvh::Bvh;
use crate::sim_mesh::distance::to_triangle;
use crate::tets::clean;

/// Lengths, volumes and distances are in the units of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    pub vertices: usize,
    pub tets: usize,
    /// Connected bodies.
    pub bodies: usize,
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
    /// From the given surface to that of the tetrahedra: at its vertices and the middles of its triangles.
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
    pub(super) fn new(mesh: &TetMesh, given: &Given) -> Result<Report, TetraError> {
        let nothing = TetraError::Nothing { edge: given.edge as f32 };
        let (Some(angles), Ok(clean)) = (mesh.dihedral_degrees(), clean(mesh)) else { return Err(nothing) };
        let volume = mesh.volume();
        let (mean_distance, max_distance) = distances(mesh, given.surface);
        Ok(Report {
            vertices: mesh.positions.len(),
            tets: mesh.tets.len(),
            bodies: clean.bodies.len(),
            closed: given.closed,
            edge: given.edge,
            thickness: given.thickness,
            min_dihedral_deg: angles.0,
            max_dihedral_deg: angles.1,
            volume,
            surface_volume: given.volume,
            volume_error: given.volume.map(|v| (volume - v) / v),
            mean_distance,
            max_distance,
        })
    }
}

/// The mean and the largest distance of the surface's vertices and middles of triangles.
fn distances(mesh: &TetMesh, surface: &TriMesh) -> (f64, f64) {
    let faces: Vec<[DVec3; 3]> =
        mesh.surface().iter().map(|f| f.map(|v| mesh.positions[v as usize].as_dvec3())).collect();
    let boxes = faces.iter().map(|[a, b, c]| (a.min(*b).min(*c), a.max(*b).max(*c)));
    let tree = Bvh::new(&boxes.collect::<Vec<_>>());
    let middles = (0..surface.triangles.len()).map(|t| surface.corners(t).iter().sum::<DVec3>() / 3.0);
    let samples = surface.positions.iter().map(|p| p.as_dvec3()).chain(middles);
    let (mut sum, mut most, mut count) = (0.0, 0.0_f64, 0);
    for p in samples {
        if let Some((_, squared)) = tree.nearest(p, f64::INFINITY, |k| to_triangle(p, faces[k as usize])) {
            let distance = squared.sqrt();
            (sum, most, count) = (sum + distance, most.max(distance), count + 1);
        }
    }
    (sum / f64::from(count.max(1)), most)
}
