//! Tetrahedra from any surface: closed, open, layered, or a soup of triangles.
//!
//! A lattice is cut by the surface ([`stuff`]), which keeps angles good; whether a point is inside is told by winding
//! numbers ([`winding`]), which need no clean surface. Triangles that enclose nothing get a thickness.

use glam::DVec3;

use crate::{TetMesh, TriMesh};

mod fit;
mod lattice;
mod report;
mod solid;
mod stencil;
mod stuff;
mod winding;

pub use report::Report;

use lattice::Lattice;
use solid::Solid;
use stuff::stuff;

/// If nothing is said, a closed surface is filled ever finer until the volume is right to this part…
const GOOD_VOLUME: f64 = 0.015;
/// …beginning with so many cells along its longest side…
const FIRST_CELLS: f64 = 12.0;
/// …each time by so much finer…
const FINER: f64 = 1.3;
/// …up to about so many vertices.
const MANY_VERTICES: usize = 20_000;
/// Cells along the longest side of a soup, if nothing is said.
const SOUP_CELLS: f64 = 32.0;
/// The thickness of a soup, of an edge, if nothing is said: a sheet is then as thick as the lattice can see.
const THICKNESS: f64 = 0.6;
/// More points of the lattice than this take too much memory.
const MAX_POINTS: f64 = 3e7;

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
}

/// Fills a surface. `progress` hears how far it is, from 0 to 1, for every size that is tried.
pub fn tetrahedralise(
    surface: &TriMesh,
    options: &Options,
    progress: &mut dyn FnMut(f64),
) -> Result<Tetra, TetraError> {
    let given = surface.triangles.len();
    let surface = surface.welded();
    let model = Model::new(&surface, options).ok_or(TetraError::NoSurface { given })?;
    let cells = match options.size {
        Size::Edge(edge) if !(edge.is_finite() && edge > 0.0) => return Err(TetraError::Edge { edge }),
        Size::Cells(cells) if !(1.0..=1e4).contains(&cells) => return Err(TetraError::Cells { cells }),
        Size::Edge(edge) => model.size / f64::from(edge),
        Size::Cells(cells) => f64::from(cells),
        Size::Auto => return model.fill_well(options, progress),
    };
    model.with_thickness(cells, options)?.fill(cells, progress)
}

/// A surface, centred at zero, its longest side of length 1.
struct Model<'a> {
    surface: &'a TriMesh,
    solid: Solid,
    closed: bool,
    pieces: usize,
    volume: f64,
    centre: DVec3,
    size: f64,
    half: DVec3,
}

impl Model<'_> {
    /// None if there is no surface.
    fn new<'a>(surface: &'a TriMesh, _: &Options) -> Option<Model<'a>> {
        let shape = surface.shape();
        let (low, high) = surface.bounds();
        let (centre, size) = ((low + high) / 2.0, (high - low).max_element());
        if !(shape.area > 0.0 && size > 0.0) {
            return None;
        }
        let mut triangles: Vec<[DVec3; 3]> =
            (0..surface.triangles.len()).map(|t| surface.corners(t).map(|p| (p - centre) / size)).collect();
        // Some surfaces face inwards.
        if triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c))).sum::<f64>() < 0.0 {
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        let half = (high - low) / size / 2.0;
        let (closed, pieces, volume) = (shape.closed, shape.pieces, shape.volume.abs());
        Some(Model { surface, solid: Solid::new(triangles), closed, pieces, volume, centre, size, half })
    }

    fn with_thickness(mut self, cells: f64, options: &Options) -> Result<Self, TetraError> {
        if let Some(thickness) = options.thickness.filter(|t| !(t.is_finite() && *t > 0.0)) {
            return Err(TetraError::Thickness { thickness });
        }
        let given = options.thickness.map(|t| f64::from(t) / self.size);
        self.solid.thickness = if self.closed { None } else { Some(given.unwrap_or(THICKNESS / cells)) };
        Ok(self)
    }

    /// As fine as it needs to be.
    fn fill_well(self, options: &Options, progress: &mut dyn FnMut(f64)) -> Result<Tetra, TetraError> {
        if !self.closed {
            let thick = options.thickness.map(|t| THICKNESS * self.size / f64::from(t));
            let cells = thick.filter(|c| *c > SOUP_CELLS && *c < 10.0 * SOUP_CELLS).unwrap_or(SOUP_CELLS);
            return self.with_thickness(cells, options)?.fill(cells, progress);
        }
        let mut cells = FIRST_CELLS;
        loop {
            let made = self.fill(cells, progress);
            let finer = cells * FINER;
            let last = Lattice::size(self.half, 1.0 / finer) > MAX_POINTS;
            match &made {
                Ok(Tetra { report, .. }) => {
                    let good = report.volume_error.is_some_and(|e| e.abs() <= GOOD_VOLUME);
                    if (good && report.bodies <= self.pieces) || report.vertices > MANY_VERTICES || last {
                        return made;
                    }
                }
                Err(TetraError::Nothing { .. }) if !last => {}
                Err(_) => return made,
            }
            cells = finer;
        }
    }

    /// With so many cells along the longest side.
    fn fill(&self, cells: f64, progress: &mut dyn FnMut(f64)) -> Result<Tetra, TetraError> {
        let edge = 1.0 / cells;
        let world_edge = (edge * self.size) as f32;
        let half = self.half + self.solid.thickness.unwrap_or(0.0);
        let points = Lattice::size(half, edge);
        if points > MAX_POINTS {
            return Err(TetraError::TooFine { edge: world_edge, points });
        }
        let mut stuffed = stuff(&self.solid, &Lattice::around(half, edge), progress);
        if self.closed {
            fit::fit(&self.solid, &mut stuffed, edge);
        }
        let place = |p: &DVec3| (self.centre + *p * self.size).as_vec3();
        let mesh = TetMesh { positions: stuffed.positions.iter().map(place).collect(), tets: stuffed.tets };
        let volume = self.closed.then_some(self.volume);
        let thickness = self.solid.thickness.map(|t| t * self.size);
        let report = Report::new(&mesh, self.surface, volume, edge * self.size, thickness)?;
        Ok(Tetra { mesh, report })
    }
}
