//! Layers as surfaces, to draw on. \[PD09\] 4.1.
//!
//! A stroke on such a surface lies in the layer, so it is perpendicular to the second direction from the start.

use super::section::{Builder, Section};
use crate::tets::TetMesh;

/// \[PD09\] 4.1: the surface on which a field of the vertices has a value; empty if it has it nowhere. It faces where
/// the field grows.
pub fn iso_surface(mesh: &TetMesh, values: &[f32], at: f32) -> Section {
    if values.len() != mesh.positions.len() {
        return Section::default();
    }
    let levels: Vec<f64> = values.iter().map(|v| f64::from(*v) - f64::from(at)).collect();
    let mut builder = Builder::new(mesh, &levels);
    builder.march();
    builder.section
}
