//! Real files, where there are some: tetrahedra load and are clean, surfaces are filled well.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lissom_formats::{Kind, kind_of, read_surface, read_tets, write_mesh};
use lissom_rig::tetra::{Options, Tetra, tetrahedralise};
use lissom_rig::tets::clean;

/// In `LISSOM_ASSETS`, or beside the repository.
fn files(folder: &str, kind: Kind) -> Vec<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/assets");
    let all = PathBuf::from(std::env::var("LISSOM_ASSETS").unwrap_or(beside.to_owned())).join(folder);
    let found = all.read_dir().into_iter().flatten().flatten().map(|e| e.path());
    let mut files: Vec<PathBuf> = found.filter(|p| kind_of(&p.to_string_lossy()) == Some(kind)).collect();
    files.sort();
    if files.is_empty() {
        println!("no files in {}: nothing to test", all.display());
    }
    files
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn tetrahedra_load_and_are_clean() {
    for path in files("tet", Kind::Tets) {
        let (shown, bytes) = (name(&path), std::fs::read(&path).expect("a file"));
        let beside = |other: &str| std::fs::read(other).ok();
        let mesh = read_tets(&path.to_string_lossy(), &bytes, &beside).unwrap_or_else(|e| panic!("{shown}: {e}"));
        let cleaned = clean(&mesh).unwrap_or_else(|e| panic!("{shown}: {e}"));
        let whole = cleaned.joined().mesh;
        let (min, max) = whole.dihedral_degrees().expect("tetrahedra");
        println!(
            "{shown}: {} vertices, {} tetrahedra, {} bodies, volume {:.5}, angles {min:.1}° to {max:.1}°, {:?}",
            whole.positions.len(),
            whole.tets.len(),
            cleaned.bodies.len(),
            whole.volume(),
            cleaned.findings.notes()
        );
        let found = cleaned.findings;
        assert_eq!(whole.tets.len(), mesh.tets.len(), "{shown}: nothing is left out");
        assert_eq!((found.welded, found.turned, found.dangling), (0, 0, 0), "{shown}");
        assert!(found.unused <= 1 && cleaned.bodies.len() == 1, "{shown}");
        let again = read_tets("again.mesh", write_mesh(&whole).as_bytes(), &|_| None).expect("our own");
        assert_eq!(again, whole, "{shown}: writing and reading change nothing");
    }
}

fn fill(path: &Path) -> Tetra {
    let (shown, bytes) = (name(path), std::fs::read(path).expect("a file"));
    let surface = read_surface(&shown, &bytes).unwrap_or_else(|e| panic!("{shown}: {e}"));
    let begin = Instant::now();
    let made = tetrahedralise(&surface, &Options::default(), &mut |_| ControlFlow::Continue(()))
        .unwrap_or_else(|e| panic!("{shown}: {e}"));
    let secs = begin.elapsed().as_secs_f64();
    let r = &made.report;
    let percent = r.volume_error.map_or("not known".to_owned(), |e| format!("{:+.2} %", 100.0 * e));
    println!(
        "{shown}: {} triangles, {} vertices, {} tetrahedra, {} bodies, angles {:.1}° to {:.1}°, volume error {percent}, \
         distance {:.2} edges in the mean, {:.2} at most, {secs:.2} s",
        surface.triangles.len(),
        r.vertices,
        r.tets,
        r.bodies,
        r.min_dihedral_deg,
        r.max_dihedral_deg,
        r.mean_distance / r.edge,
        r.max_distance / r.edge,
    );
    assert!(r.min_dihedral_deg >= 5.0, "{shown}: {r:?}");
    assert!(made.mesh.tets.iter().all(|&t| made.mesh.volume_of(t) > 0.0), "{shown}");
    assert!(secs < 20.0, "{shown}: {secs} s");
    made
}

#[test]
fn closed_surfaces_keep_their_volume() {
    for path in files("surface", Kind::Surface) {
        let report = fill(&path).report;
        assert!(report.volume_error.is_some_and(|e| e.abs() <= 0.02), "{}: {report:?}", path.display());
        assert_eq!(report.bodies, 1, "{}", path.display());
    }
}

#[test]
fn soups_become_tetrahedra() {
    for path in files("surface/soup", Kind::Surface) {
        fill(&path);
    }
}
