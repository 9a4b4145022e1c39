//! Tetrahedra from any surface: closed, open, layered, or a soup of triangles.
//!
//! A lattice is cut by the surface (`stuff`), which keeps angles good; whether a point is inside is told by winding
//! numbers (`winding`), which need no clean surface. Triangles that enclose nothing get a thickness.

use std::ops::ControlFlow;

use crate::{TetMesh, TriMesh};

mod fit;
mod lattice;
mod model;
mod report;
mod solid;
mod stencil;
mod stuff;
mod winding;

pub use report::Report;

use model::Model;

/// If nothing is said, a surface is filled ever finer, beginning with so many cells along its longest side…
const FIRST_CELLS: f64 = 6.0;
/// …each time by so much…
const FINER: f64 = 1.3;
/// …until the volume is right to this part, if it is known…
const GOOD_VOLUME: f64 = 0.015;
/// …there are at least so many vertices…
const FEW_VERTICES: usize = 300;
/// …and the mean distance from the surface is at most this part of the longest side…
const GOOD_DISTANCE: f64 = 0.004;
/// …but not beyond this number of vertices…
const MANY_VERTICES: usize = 20_000;
/// …or cells. Only a surface with a known volume tells when it is good enough; others stop at these numbers.
const MANY_CELLS: f64 = 150.0;
const MANY_VERTICES_UNKNOWN: usize = 4_000;
const MANY_CELLS_UNKNOWN: f64 = 32.0;

/// How fine tetrahedra are to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Size {
    /// As fine as the surface needs.
    #[default]
    Auto,
    /// The length of an edge.
    Edge(f32),
    /// So many edges along the longest side.
    Cells(f32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    pub size: Size,
    /// For surfaces that are not closed: what is nearer to a triangle than this is filled too.
    pub thickness: Option<f32>,
}

impl Options {
    fn check(&self) -> Result<(), TetraError> {
        match (self.size, self.thickness) {
            (Size::Edge(edge), _) if !(edge.is_finite() && edge > 0.0) => Err(TetraError::Edge { edge }),
            (Size::Cells(cells), _) if !(1.0..=1e4).contains(&cells) => Err(TetraError::Cells { cells }),
            (_, Some(thickness)) if !(thickness.is_finite() && thickness > 0.0) => {
                Err(TetraError::Thickness { thickness })
            }
            _ => Ok(()),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tetra {
    pub mesh: TetMesh,
    pub report: Report,
}

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TetraError {
    #[error("no triangle has an area ({given} given); give a surface")]
    NoSurface { given: usize },
    #[error("an edge of {edge}; give a positive length")]
    Edge { edge: f32 },
    #[error("{cells} cells; give a number from 1 to 10000")]
    Cells { cells: f32 },
    #[error("a thickness of {thickness}; give a positive length, or none")]
    Thickness { thickness: f32 },
    #[error("an edge of {edge} makes a lattice of {points:.0} points, too many; give a longer one")]
    TooFine { edge: f32, points: f64 },
    #[error("no tetrahedron of edge {edge} fits into the surface; give a shorter edge")]
    Nothing { edge: f32 },
    #[error("it was stopped")]
    Stopped,
}

/// Fills a surface. `progress` hears how far it is, from 0 to 1, for every size that is tried, and may stop it.
pub fn tetrahedralise(
    surface: &TriMesh,
    options: &Options,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Tetra, TetraError> {
    options.check()?;
    let given = surface.triangles.len();
    let mut surface = surface.welded();
    if !surface.shape().closed {
        surface = surface.oriented();
    }
    let mut model = Model::new(&surface, options.thickness).ok_or(TetraError::NoSurface { given })?;
    match options.size {
        Size::Auto => fill_well(&mut model, progress),
        Size::Edge(edge) => model.fill(model.size / f64::from(edge), progress),
        Size::Cells(cells) => model.fill(f64::from(cells), progress),
    }
}

/// As fine as it needs to be.
fn fill_well(model: &mut Model, progress: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<Tetra, TetraError> {
    let known = model.volume.is_some();
    let (many_cells, many_vertices) =
        if known { (MANY_CELLS, MANY_VERTICES) } else { (MANY_CELLS_UNKNOWN, MANY_VERTICES_UNKNOWN) };
    let many_cells = model.least_cells().clamp(many_cells, MANY_CELLS);
    let mut cells = model.least_cells().clamp(FIRST_CELLS, many_cells);
    loop {
        let made = model.fill(cells, progress);
        let last = cells >= many_cells;
        match &made {
            Ok(Tetra { report, .. }) => {
                let good = report.vertices >= FEW_VERTICES
                    && report.volume_error.is_some_and(|e| e.abs() <= GOOD_VOLUME)
                    && report.mean_distance <= GOOD_DISTANCE * model.size
                    && report.bodies <= model.pieces;
                if good || last || report.vertices > many_vertices {
                    return made;
                }
            }
            Err(TetraError::Nothing { .. }) if !last => {}
            Err(_) => return made,
        }
        cells = (cells * FINER).min(many_cells);
    }
}
