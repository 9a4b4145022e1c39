//! Readers of tetrahedra.

pub mod gmsh;
pub mod medit;
pub mod tetgen;
pub mod vtk;
