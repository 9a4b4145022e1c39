//! The toolkit the sample characters are made with.

pub mod assemble;
pub mod clump;
pub mod feature;
mod hand;
pub mod head;
pub mod nets;
pub mod sdf;
pub mod shape;
pub mod sheet;
pub mod skin;
pub mod stroke;

#[cfg(test)]
pub mod tests;

pub use assemble::mesh;
pub use sdf::{Sdf, mesh_sdf, mesh_with_count};
pub use shape::Shape;
pub use skin::Weights;
