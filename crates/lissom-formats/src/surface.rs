//! Readers of triangles.

pub mod obj;
pub mod ply;
pub mod stl;
