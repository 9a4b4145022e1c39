//! A surface made ready for filling.

use std::ops::ControlFlow;

use glam::DVec3;

use super::lattice::Lattice;
use super::report::{Given, Report};
use super::solid::Solid;
use super::stuff::stuff;
use super::{Tetra, TetraError, fit};
use crate::tets::clean;
use crate::tets::clean::Cleaned;
use crate::{TetMesh, TriMesh};

/// A closed surface that holds less than this part of its area times its size is two sides of one sheet.
const SHEET: f64 = 1e-3;
/// If nothing is said, a soup has this part of an edge as its thickness: a sheet is then thick enough for the lattice.
const THICKNESS: f64 = 0.6;
/// More points of the lattice than this take too much memory.
const MAX_POINTS: f64 = 3e7;
/// A surface that passes through itself by more than this part of its area has no volume that could be compared.
const BURIED: f64 = 0.01;
/// A body of less than this part of the largest one's volume may be left out.
const CRUMB: f64 = 0.01;
/// How far from a triangle both its sides are looked at, as a part of the size.
const SIDE: f64 = 1e-5;

/// The triangles are centred at zero, and their longest side has length 1.
pub(super) struct Model<'a> {
    surface: &'a TriMesh,
    solid: Solid,
    closed: bool,
    thickness: Option<f64>,
    pub pieces: usize,
    /// What is enclosed, if that is known.
    pub volume: Option<f64>,
    centre: DVec3,
    /// The longest side, in the surface's own units.
    pub size: f64,
    half: DVec3,
}

impl Model<'_> {
    /// Takes a welded surface; none if it has no area.
    pub fn new(surface: &TriMesh, thickness: Option<f32>) -> Option<Model<'_>> {
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
        let closed = shape.closed && shape.volume.abs() > SHEET * shape.area * size;
        let solid = Solid::new(triangles, closed);
        let known = closed && buried(&solid) < BURIED;
        Some(Model {
            surface,
            solid,
            closed,
            thickness: thickness.map(|t| f64::from(t) / size),
            pieces: shape.pieces,
            volume: known.then_some(shape.volume.abs()),
            centre,
            size,
            half: (high - low) / size / 2.0,
        })
    }

    /// With fewer cells along the longest side, the lattice would not see sheets of the given thickness.
    pub fn least_cells(&self) -> f64 {
        self.thickness.filter(|_| !self.closed).map_or(1.0, |t| THICKNESS / t)
    }

    /// With so many cells along the longest side.
    pub fn fill(&mut self, cells: f64, progress: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<Tetra, TetraError> {
        let edge = 1.0 / cells;
        let thickness = if self.closed { None } else { Some(self.thickness.unwrap_or(THICKNESS * edge)) };
        let half = self.half + thickness.unwrap_or(0.0);
        let points = Lattice::size(half, edge);
        if points.is_nan() || points > MAX_POINTS {
            return Err(TetraError::TooFine { edge: (edge * self.size) as f32, points });
        }
        self.solid.thickness = thickness;
        let ControlFlow::Continue(mut stuffed) = stuff(&self.solid, &Lattice::around(half, edge), progress) else {
            return Err(TetraError::Stopped);
        };
        if self.closed {
            fit::fit(&self.solid, &mut stuffed, edge);
        }
        let place = |p: &DVec3| (self.centre + *p * self.size).as_vec3();
        let mesh = TetMesh { positions: stuffed.positions.iter().map(place).collect(), tets: stuffed.tets };
        let given = Given {
            surface: self.surface,
            closed: self.closed,
            volume: self.volume,
            edge: edge * self.size,
            thickness: thickness.map(|t| t * self.size),
        };
        let nothing = TetraError::Nothing { edge: given.edge as f32 };
        let mut cleaned = clean(&mesh).map_err(|_| nothing)?;
        let crumbs = self.drop_crumbs(&mut cleaned);
        let mesh = cleaned.joined().mesh;
        let report = Report::new(&mesh, &given, cleaned.bodies.len(), crumbs).ok_or(nothing)?;
        Ok(Tetra { mesh, report })
    }

    /// Where there are more bodies than pieces of the surface, those that are too small go; says how many.
    fn drop_crumbs(&self, cleaned: &mut Cleaned) -> usize {
        let count = cleaned.bodies.len();
        if count > self.pieces {
            let least = CRUMB * cleaned.bodies.iter().map(|b| b.mesh.volume()).fold(0.0, f64::max);
            cleaned.bodies.retain(|b| b.mesh.volume() >= least);
        }
        count - cleaned.bodies.len()
    }
}

/// The part of the area that does not have the inside on one side and the outside on the other.
fn buried(solid: &Solid) -> f64 {
    let (mut all, mut wrong) = (0.0, 0.0);
    for &[a, b, c] in solid.triangles() {
        let cross = (b - a).cross(c - a);
        let (middle, out) = ((a + b + c) / 3.0, cross.normalize_or_zero() * SIDE);
        let sides = [solid.winding(middle - out), solid.winding(middle + out)];
        let right = sides[0] > 0.5 && sides[0] < 1.5 && sides[1].abs() < 0.5;
        all += cross.length();
        wrong += if right { 0.0 } else { cross.length() };
    }
    wrong / all
}
