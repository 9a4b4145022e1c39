//! Surfaces and tetrahedra on the command line.

mod program;

use std::path::PathBuf;

use program::{lissom, stderr, stdout};
use serde_json::Value;

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lissom-meshes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().expect("a plain path").to_owned()
    }

    fn write(&self, file: &str, text: &str) -> String {
        std::fs::write(self.0.join(file), text).expect("writable");
        self.path(file)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A box of 1 × 1 × 2, without a lid if so wanted.
fn open_box(lid: bool) -> String {
    let mut text = String::new();
    for k in 0..8 {
        text += &format!("v {} {} {}\n", k & 1, k >> 1 & 1, (k >> 2) * 2);
    }
    text += "f 1 3 4 2\nf 1 2 6 5\nf 2 4 8 6\nf 4 3 7 8\nf 3 1 5 7\n";
    if lid { text + "f 5 6 8 7\n" } else { text }
}

const TETS: &str = "MeshVersionFormatted 1\nDimension 3\nVertices\n6\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n7 7 7 0\n\
    Tetrahedra\n2\n1 2 4 3 0\n2 3 4 5 0\nEnd\n";

#[test]
fn a_box_is_filled() {
    let folder = Folder::new("box");
    let (file, made) = (folder.write("box.obj", &open_box(true)), folder.path("box.mesh"));
    let output = lissom(&["tetra", &file, "-o", &made, "--cells", "12", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!((report["volume"].as_f64().expect("a volume") - 2.0).abs() < 0.02, "{report}");
    assert!(report["min_dihedral_deg"].as_f64().expect("an angle") >= 5.0, "{report}");
    assert_eq!((&report["bodies"], &report["surface"]["closed"]), (&1.into(), &true.into()));
    assert!(report["surface"]["volume_error_percent"].as_f64().expect("known").abs() < 1.0, "{report}");

    let text = stdout(&lissom(&["tetra", &file, "-o", &made]));
    assert!(text.contains("the surface's is 2.000000") && text.contains("1 body"), "{text}");
    let output = lissom(&["inspect", &made, "--json"]);
    let contents: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&contents["holds"], &contents["bodies"]), (&"tets".into(), &1.into()));
    assert!(contents["notes"].as_array().is_some_and(Vec::is_empty), "{contents}");
}

#[test]
fn a_surface_is_filled_where_it_is_played() {
    let folder = Folder::new("played");
    let file = folder.write("box.obj", &open_box(true));
    let output = lissom(&["simulate", &file, "--seconds", "0.1", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("the surface, filled with"), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report["simulated"].as_u64().is_some_and(|n| n > 20), "{report}");
}

#[test]
fn a_box_without_a_lid_gets_a_thickness() {
    let folder = Folder::new("open");
    let (file, made) = (folder.write("box.obj", &open_box(false)), folder.path("box.mesh"));
    let output = lissom(&["tetra", &file, "-o", &made, "--edge", "0.2", "--thickness", "0.15"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("thickness 0.15") && stdout(&output).contains("not closed"),
        "{}",
        stdout(&output)
    );
    let text = stdout(&lissom(&["inspect", &file]));
    assert!(text.contains("open, 1 piece") && text.contains("10 triangles between 8 vertices"), "{text}");
}

#[test]
fn tetrahedra_are_cleaned() {
    let folder = Folder::new("clean");
    let (file, made) = (folder.write("two.mesh", TETS), folder.path("clean.mesh"));
    let output = lissom(&["tetra", &file, "-o", &made]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("2 between 5 vertices") && text.contains("1 tetrahedron was inside out"), "{text}");
    assert!(stdout(&lissom(&["inspect", &file])).contains("1 vertex that no tetrahedron has was dropped"));
    assert!(!stdout(&lissom(&["inspect", &made])).contains("dropped"));
    // A flat one is a problem, but it is written all the same.
    let flat = folder.write("flat.mesh", &TETS.replace("0 0 1 0", "0.3 0.3 0.01 0"));
    let output = lissom(&["tetra", &flat, "-o", &made]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("problem: faces meet at"), "{}", stderr(&output));
}

#[test]
fn errors_say_what_to_do_and_exit_with_2() {
    let folder = Folder::new("errors");
    let (cube, tets) = (folder.write("box.obj", &open_box(true)), folder.write("two.mesh", TETS));
    let broken = folder.write("broken.obj", "v 0 0 0\nv 1 0 0\nv nan 0 0\nf 1 2 3\n");
    let (half, made) = (folder.write("half.node", "1 3 0 0\n1 0 0 0\n"), folder.path("x.mesh"));
    let (text, missing) = (folder.write("notes.txt", "hello"), folder.path("missing.stl"));
    for (args, says) in [
        (vec!["tetra", &cube, "-o", "x.obj"], "must end in .mesh"),
        (vec!["tetra", &cube, "-o", &made, "--edge", "0"], "give a positive length"),
        (vec!["tetra", &cube, "-o", &made, "--edge", "1e-5"], "give a longer one"),
        (vec!["tetra", &cube, "-o", &made, "--cells", "0"], "give a number from 1"),
        (vec!["tetra", &cube, "-o", &made, "--cells", "9", "--edge", "1"], "cannot be used with"),
        (vec!["tetra", &tets, "-o", &made, "--cells", "9"], "holds tetrahedra already"),
        (vec!["tetra", &broken, "-o", &made], "line 3: a coordinate of a vertex is not finite"),
        (vec!["tetra", &half, "-o", &made], "half.ele` is missing"),
        (vec!["tetra", &text, "-o", &made], "what can be read is"),
        (vec!["inspect", &text], "surfaces as .obj"),
        (vec!["inspect", &missing], "cannot read"),
        (vec!["inspect", &tets, "--variant", "x"], "--variant is for scenes"),
    ] {
        let output = lissom(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?} said: {}", stderr(&output));
        assert!(stdout(&output).is_empty(), "{args:?} wrote to stdout");
    }
}
