//! Every reader of tetrahedra and surfaces, chosen by the first byte; of TetGen's two files, the second byte says where
//! one ends.
#![no_main]

use lissom_formats::{surface, tets};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [which, at, file @ ..] = bytes else { return };
    let tets = match which % 7 {
        0 => tets::medit::read(file),
        1 => tets::gmsh::read(file),
        2 => tets::vtk::read(file),
        3 => {
            let (nodes, elements) = file.split_at(usize::from(*at).min(file.len()));
            tets::tetgen::read(nodes, elements)
        }
        other => {
            let read = [surface::obj::read, surface::stl::read, surface::ply::read][usize::from(other) - 4];
            if let Ok(mesh) = read(file) {
                assert!(mesh.positions.iter().all(|p| p.is_finite()));
                assert!(mesh.triangles.iter().flatten().all(|k| (*k as usize) < mesh.positions.len()));
            }
            return;
        }
    };
    if let Ok(mesh) = tets {
        assert!(mesh.positions.iter().all(|p| p.is_finite()));
        assert!(mesh.tets.iter().flatten().all(|k| (*k as usize) < mesh.positions.len()));
        let _ = lissom_rig::tets::clean(&mesh);
    }
});
