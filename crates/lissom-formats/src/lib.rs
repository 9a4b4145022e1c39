//! File formats: bytes in, meshes out. Callers own the file system.
//!
//! Nothing here trusts a file: counts are only believed once the data has arrived, numbers must be finite, indices must
//! exist. Memory and time are bounded by the length of the file, and what is wrong is said with its line or byte.

pub mod bake;
mod binary;
pub mod error;
pub mod gltf;
pub mod humanoid;
pub mod model;
pub mod motion;
mod numbered;
pub mod surface;
pub mod take;
pub mod tets;
mod text;
pub mod vrm;

use lissom_rig::{TetMesh, TriMesh};

pub use error::{READABLE, ReadError};
pub use surface::obj::write_obj;
pub use tets::medit::write_mesh;

use error::{READABLE_SURFACES, READABLE_TETS};

/// What a file holds, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A character: glTF or VRM.
    Model,
    Tets,
    Surface,
}

/// By the extension, in capitals or not; none if it is not known.
pub fn kind_of(name: &str) -> Option<Kind> {
    match extension(name).as_str() {
        "glb" | "gltf" | "vrm" => Some(Kind::Model),
        "mesh" | "msh" | "node" | "ele" | "vtk" => Some(Kind::Tets),
        "obj" | "stl" | "ply" => Some(Kind::Surface),
        _ => None,
    }
}

/// Reads tetrahedra: Medit `.mesh`, Gmsh `.msh`, TetGen `.node` and `.ele`, VTK `.vtk`. `beside` gives another file of
/// the same folder by its name, for formats that have two.
///
/// Corners are as in the file: [`clean`](fn@lissom_rig::tets::clean) turns them round, and drops what is not used.
pub fn read_tets(name: &str, bytes: &[u8], beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<TetMesh, ReadError> {
    let other = |extension: &str| {
        let other = with_extension(name, extension);
        beside(&other).ok_or_else(|| ReadError::Beside { name: name.into(), other })
    };
    match extension(name).as_str() {
        "mesh" => tets::medit::read(bytes),
        "msh" => tets::gmsh::read(bytes),
        "vtk" => tets::vtk::read(bytes),
        "node" => tets::tetgen::read(bytes, &other("ele")?),
        "ele" => tets::tetgen::read(&other("node")?, bytes),
        _ => Err(ReadError::Extension { name: name.into(), readable: READABLE_TETS }),
    }
}

/// Reads triangles: `.obj`, `.stl` and `.ply`. Polygons become fans.
pub fn read_surface(name: &str, bytes: &[u8]) -> Result<TriMesh, ReadError> {
    match extension(name).as_str() {
        "obj" => surface::obj::read(bytes),
        "stl" => surface::stl::read(bytes),
        "ply" => surface::ply::read(bytes),
        _ => Err(ReadError::Extension { name: name.into(), readable: READABLE_SURFACES }),
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map_or(String::new(), |(_, e)| e.to_ascii_lowercase())
}

/// The same name with another extension, in capitals if the old one is.
fn with_extension(name: &str, extension: &str) -> String {
    let (stem, old) = name.rsplit_once('.').unwrap_or((name, ""));
    let capitals = !old.is_empty() && old.chars().all(|c| c.is_ascii_uppercase());
    format!("{stem}.{}", if capitals { extension.to_uppercase() } else { extension.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_the_reader() {
        assert_eq!(kind_of("a.b/Bar.MSH"), Some(Kind::Tets));
        assert_eq!(kind_of("cow.obj"), Some(Kind::Surface));
        assert_eq!(kind_of("mesh"), None);
        assert_eq!(with_extension("A.NODE", "ele"), "A.ELE");
        let nothing = |_: &str| None;
        let said = read_tets("cow.blend", b"", &nothing).expect_err("unknown").to_string();
        assert!(said.contains(".mesh") && said.contains(".vtk") && said.contains("cow.blend"), "{said}");
        let said = read_surface("cow", b"").expect_err("unknown").to_string();
        assert!(said.contains(".obj") && said.contains(".ply"), "{said}");
        let said = read_tets("heart.node", b"", &nothing).expect_err("alone").to_string();
        assert!(said.contains("heart.ele"), "{said}");
    }
}
