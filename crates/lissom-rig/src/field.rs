//! Fields over a body, from what is painted and drawn on it, after \[PD09\] 4.1 and 4.3.
//!
//! [`paint`] makes constraints of what an artist does on the outside, on a [`cut`](fn@cut) or on a layer
//! ([`iso_surface`]); [`evaluate`] interpolates them over the body.

use glam::{DMat3, DVec3, Vec3};

use crate::creature::{Dab, Fields, Interpolation};
use crate::tets::TetMesh;

pub mod along;
pub mod colour;
mod conjugate;
pub mod cut;
mod frames;
pub mod iso;
pub mod paint;
pub mod rbf;
pub mod samples;
pub mod section;
pub mod strokes;
pub mod surface;

pub use cut::{Cutaway, Plane, cut, cutaway};
pub use iso::iso_surface;
pub use section::{Section, SectionPoint};
pub use strokes::Directions;
pub use surface::{Hit, Ray};

use along::Along;
use rbf::{Kernel, Rbf};
use samples::{Sample, UnitBox};

/// The fields by vertex of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluated {
    /// Of 0 outermost and 1 innermost; beyond them where it is extrapolated. 0 if nothing is painted.
    pub layer: Vec<f32>,
    /// Columns d1, d2 and d3: along the strokes, through the layers, and across both. The axes if nothing is drawn.
    pub frames: Vec<[[f32; 3]; 3]>,
    /// −1 to 1. 1 if nothing is painted.
    pub strength: Vec<f32>,
    /// 0 to 1. 0 if nothing is painted.
    pub delay: Vec<f32>,
}

/// What keeps fields from being evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FieldError {
    #[error("dab {index} of the {field} is not finite: paint it again")]
    Dab { field: &'static str, index: usize },
    #[error("point {point} of direction stroke {stroke} is not finite: draw the stroke again")]
    StrokePoint { stroke: usize, point: usize },
    #[error("direction stroke {stroke} has no length: draw it from one point to another, or remove it")]
    StrokeLength { stroke: usize },
    #[error("vertex {vertex} of the tetrahedra is not finite: mend the mesh")]
    Vertex { vertex: usize },
    #[error("tetrahedron {tet} uses vertex {vertex}, but there are only {count}: mend the mesh")]
    Corner { tet: usize, vertex: u32, count: usize },
}

/// \[PD09\] 4.1 and 4.3: the fields at every vertex.
pub fn evaluate(mesh: &TetMesh, fields: &Fields) -> Result<Evaluated, FieldError> {
    evaluate_with(mesh, fields, Directions::default())
}

/// The same, with the paper's way to interpolate strokes if wanted.
pub fn evaluate_with(mesh: &TetMesh, fields: &Fields, directions: Directions) -> Result<Evaluated, FieldError> {
    check(mesh, fields)?;
    let body = Body::new(mesh, fields);
    let layer = body.layer(&fields.layer);
    let frames = body.frames(fields, directions, &layer);
    let scalar = |dabs: &[Dab], least: f64, otherwise: f64| -> Vec<f32> {
        let values = body.values(Kernel::Linear, &samples_of(dabs));
        let all = values.unwrap_or_else(|| vec![[otherwise]; mesh.positions.len()]);
        all.into_iter().map(|[v]| v.clamp(least, 1.0) as f32).collect()
    };
    let largest = f64::from(f32::MAX);
    Ok(Evaluated {
        layer: match &layer {
            Some(layer) => layer.iter().map(|(v, _)| v.clamp(-largest, largest) as f32).collect(),
            None => vec![0.0; mesh.positions.len()],
        },
        frames: frames.iter().map(|d| d.to_cols_array_2d().map(|c| c.map(|x| x as f32))).collect(),
        strength: scalar(&fields.strength, -1.0, 1.0),
        delay: scalar(&fields.delay, 0.0, 0.0),
    })
}

/// \[PD09\] 4.1: the frames alone, in double precision.
pub fn frames(mesh: &TetMesh, fields: &Fields, directions: Directions) -> Result<Vec<DMat3>, FieldError> {
    check(mesh, fields)?;
    let body = Body::new(mesh, fields);
    Ok(body.frames(fields, directions, &body.layer(&fields.layer)))
}

/// A body on which fields are interpolated.
struct Body<'a> {
    mesh: &'a TetMesh,
    unit: UnitBox,
    /// Where fields follow the body.
    along: Option<Along<'a>>,
}

impl Body<'_> {
    fn new<'a>(mesh: &'a TetMesh, fields: &Fields) -> Body<'a> {
        let dabs = fields.layer.iter().chain(&fields.strength).chain(&fields.delay).map(|d| d.at);
        let strokes = fields.direction.iter().flat_map(|s| &s.points).copied();
        let painted = dabs.chain(strokes).map(Vec3::from_array);
        let unit = UnitBox::around(mesh.positions.iter().copied().chain(painted).map(|p| p.as_dvec3()));
        let along = match fields.interpolation {
            Interpolation::Euclidean => None,
            Interpolation::AlongBody => Some(Along::new(mesh, unit)),
        };
        Body { mesh, unit, along }
    }

    fn vertices(&self) -> impl Iterator<Item = DVec3> {
        self.mesh.positions.iter().map(|p| p.as_dvec3())
    }

    /// None without samples.
    fn values<const N: usize>(&self, kernel: Kernel, samples: &[Sample<N>]) -> Option<Vec<[f64; N]>> {
        if let Some(along) = &self.along {
            return along.values(samples);
        }
        let field = Rbf::fit(kernel, self.unit, samples)?;
        Some(self.vertices().map(|x| field.value(x)).collect())
    }

    /// Values and gradients; none if nothing is painted.
    fn layer(&self, dabs: &[Dab]) -> Option<Vec<(f64, DVec3)>> {
        if let Some(along) = &self.along {
            let values: Vec<f64> = along.values(&samples_of(dabs))?.into_iter().map(|[v]| v).collect();
            let gradients = along.gradients(&values);
            return Some(values.into_iter().zip(gradients).collect());
        }
        let field = Rbf::fit(Kernel::Cubic, self.unit, &samples_of(dabs))?;
        Some(self.vertices().map(|x| (field.value(x)[0], field.gradient(x)[0])).collect())
    }

    fn frames(&self, fields: &Fields, directions: Directions, layer: &Option<Vec<(f64, DVec3)>>) -> Vec<DMat3> {
        let gradients: Option<Vec<DVec3>> = layer.as_ref().map(|l| l.iter().map(|(_, g)| *g).collect());
        let spacing = strokes::STEP * self.mesh.mean_edge();
        let tangents: Vec<_> =
            fields.direction.iter().map(|s| strokes::tangents(&strokes::points(s), spacing)).collect();
        let primary: Option<frames::Lines> = match directions {
            Directions::Lines => self
                .values(Kernel::Cubic, &strokes::line_samples(&tangents))
                .map(|all| all.into_iter().map(frames::dominant).collect()),
            Directions::Vectors => self
                .values(Kernel::Cubic, &strokes::vector_samples(&tangents))
                .map(|all| all.into_iter().map(|v| DVec3::from_array(v).try_normalize()).collect()),
        };
        frames::frames(&self.mesh.neighbours(), gradients.as_deref(), primary)
    }
}

fn samples_of(dabs: &[Dab]) -> Vec<Sample<1>> {
    dabs.iter().map(|d| Sample { at: Vec3::from_array(d.at).as_dvec3(), values: [f64::from(d.value)] }).collect()
}

fn check(mesh: &TetMesh, fields: &Fields) -> Result<(), FieldError> {
    let count = mesh.positions.len();
    if let Some(vertex) = mesh.positions.iter().position(|p| !p.is_finite()) {
        return Err(FieldError::Vertex { vertex });
    }
    for (tet, corners) in mesh.tets.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|v| **v as usize >= count) {
            return Err(FieldError::Corner { tet, vertex, count });
        }
    }
    let painted = [("layer", &fields.layer), ("strength", &fields.strength), ("delay", &fields.delay)];
    for (field, dabs) in painted {
        let broken = |d: &Dab| !(Vec3::from_array(d.at).is_finite() && d.value.is_finite());
        if let Some(index) = dabs.iter().position(broken) {
            return Err(FieldError::Dab { field, index });
        }
    }
    for (stroke, drawn) in fields.direction.iter().enumerate() {
        let points = strokes::points(drawn);
        if let Some(point) = points.iter().position(|p| !p.is_finite()) {
            return Err(FieldError::StrokePoint { stroke, point });
        }
        if points.iter().all(|p| *p == points[0]) {
            return Err(FieldError::StrokeLength { stroke });
        }
    }
    Ok(())
}
