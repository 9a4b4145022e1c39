//! Writes small files of every format into a folder, one folder for each target of `fuzz/`, to begin fuzzing with.

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::path::Path;

use lissom_formats::gltf::Document;
use samples::texts;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = std::env::args_os().nth(1) else { return Err("give a folder".into()) };
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name.replace(' ', "-")), bytes)
    };
    for (name, document) in documents() {
        write("glb", name, &document.to_glb()?)?;
        write("gltf_json", name, &document.to_gltf()?)?;
    }
    for (name, _, bytes) in samples::all_tets() {
        // Which reader, and where the first of two files ends.
        let (which, split) = match name.split(' ').next() {
            Some("medit") => (0, 0),
            Some("gmsh") => (1, 0),
            Some("vtk") => (2, 0),
            _ => (3, samples::NODE.len() as u8),
        };
        let bytes = if which == 3 { format!("{}{}", samples::NODE, samples::ELE).into_bytes() } else { bytes };
        write("tets", name, &[&[which, split][..], &bytes].concat())?;
    }
    for (name, _, bytes) in samples::all_surfaces() {
        let which = ["obj", "stl", "ply"].iter().position(|n| name.starts_with(n)).unwrap_or(0) as u8;
        write("tets", name, &[&[4 + which, 0][..], &bytes].concat())?;
    }
    write("vrm", "new", texts::VRM_1.as_bytes())?;
    write("vrm", "old", texts::VRM_0.as_bytes())?;
    write("rig", "tail", texts::RIG.as_bytes())?;
    write("bvh", "walk", texts::BVH.as_bytes())?;
    Ok(())
}

fn documents() -> [(&'static str, Document); 3] {
    use samples::gltf::{character, textured, triangle};
    [("triangle", triangle()), ("textured", textured()), ("character", character())]
}
