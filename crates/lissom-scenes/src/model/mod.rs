//! The toolkit the sample characters are made with.

pub mod assemble;
pub mod clip;
pub mod clump;
pub mod dome;
pub mod feature;
mod hand;
pub mod head;
pub mod nets;
pub mod patch;
pub mod sdf;
pub mod section;
pub mod shape;
pub mod sheet;
pub mod skin;
pub mod stroke;
pub mod subdivide;
pub mod tet_grid;
pub mod web;

#[cfg(test)]
pub mod tests;

pub use assemble::mesh;
pub use sdf::{Sdf, mesh_sdf, mesh_with_count};
pub use shape::Shape;
pub use skin::Weights;
