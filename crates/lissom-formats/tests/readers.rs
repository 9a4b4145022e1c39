//! Every format gives the same mesh, and says what is wrong and where.

mod samples;

use glam::Vec3;
use lissom_formats::{ReadError, read_surface, read_tets, tets, write_mesh};
use lissom_rig::TetMesh;
use samples::*;

fn points() -> Vec<Vec3> {
    POINTS.map(Vec3::from).into()
}

#[test]
fn all_formats_of_tetrahedra_agree() {
    for (name, read, bytes) in all_tets() {
        let mesh = read(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((mesh.positions, mesh.tets), (points(), TETS.to_vec()), "{name}");
    }
}

#[test]
fn all_formats_of_surfaces_agree() {
    for (name, read, bytes) in all_surfaces() {
        let mesh = read(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        let corners = |positions: &[Vec3], triangles: &[[u32; 3]]| -> Vec<Vec3> {
            triangles.iter().flatten().map(|&k| positions[k as usize]).collect()
        };
        assert_eq!(mesh.positions.len(), 5, "{name}");
        assert_eq!(corners(&mesh.positions, &mesh.triangles), corners(&points(), &TRIANGLES), "{name}");
    }
}

#[test]
fn either_half_of_a_pair_may_be_named() {
    let beside = |name: &str| match name {
        "x.node" => Some(NODE.into()),
        "x.ele" => Some(ELE.into()),
        _ => None,
    };
    let a = read_tets("x.node", NODE.as_bytes(), &beside).expect("a pair");
    let b = read_tets("x.ele", ELE.as_bytes(), &beside).expect("a pair");
    assert_eq!(a, b);
    let zero_based = NODE.replace("\n1 0", "\n0 0").replace("\n2 1", "\n1 1").replace("\n3 0", "\n2 0");
    let zero_based = zero_based.replace("\n4 0", "\n3 0").replace("\n5 1", "\n4 1");
    let c = tets::tetgen::read(zero_based.as_bytes(), b"2 4 0\n0 0 1 2 3\n1 1 2 3 4\n").expect("from 0");
    assert_eq!(a, c);
}

#[test]
fn what_is_written_is_read_back() {
    let numbers = [1.0e-38, -3.402_823_5e38, 0.1, 16_777_217.0, -0.0, 1.0 / 3.0];
    let positions: Vec<Vec3> = (0..6).map(|k| Vec3::new(numbers[k], numbers[(k + 1) % 6], numbers[5 - k])).collect();
    let mesh = TetMesh { positions, tets: vec![[0, 1, 2, 3], [5, 4, 3, 2]] };
    let read = read_tets("x.mesh", write_mesh(&mesh).as_bytes(), &|_| None).expect("our own");
    assert_eq!(read, mesh);
}

/// What a changed file is answered with.
fn said<T: std::fmt::Debug>(read: Read<T>, file: &str, from: &str, to: &str) -> String {
    assert!(file.contains(from), "`{from}` is not in the file");
    read(file.replacen(from, to, 1).as_bytes()).expect_err("it is wrong").to_string()
}

#[test]
fn errors_say_where() {
    let gmsh: Read<TetMesh> = tets::gmsh::read;
    let checks = [
        (said(tets::medit::read, MEDIT, "0 1 0 7", "0 nan 0 7"), "line 9: a coordinate of a vertex is not finite"),
        (said(tets::medit::read, MEDIT, "0 1 0 7", "0 1e40 0 7"), "too large"),
        (
            said(tets::medit::read, MEDIT, "2 3 4 5", "2 3 4 6"),
            "line 18: there is no vertex 6; they are numbered 1 to 5",
        ),
        (said(tets::medit::read, MEDIT, "3\n#", "2\n#"), "only 3 can be read"),
        (said(tets::medit::read, MEDIT, "Tetrahedra", "Quads"), "no tetrahedra"),
        (said(tets::medit::read, MEDIT, "Vertices\n5", "Vertices\n4000000000"), "line 12: a coordinate"),
        (said(gmsh, GMSH_2, "2.2 0", "2.2 1"), "byte 20: the order of bytes is not told; save it as text"),
        (said(gmsh, GMSH_2, "2.2 0", "1.0 0"), "versions 2.2 and 4.1"),
        (said(gmsh, GMSH_2, "30 0 1 0", "20 0 1 0"), "line 12: vertex 20 is there twice"),
        (said(gmsh, GMSH_2, "20 30 40 50", "20 30 40 60"), "line 20: there is no vertex 60"),
        (said(gmsh, GMSH_2, "$Nodes\n5", "$Nodes\n4"), "the section is longer than it says"),
        (said(gmsh, GMSH_2, "$EndPhysicalNames", ""), "the section `$PhysicalNames` does not end"),
        (said(gmsh, GMSH_4, "$EndElements\n", ""), "the file ends where the end of the section"),
        (said(tetgen_node, NODE, "5 3", "5 2"), ".node file: line 2: 2 dimensions"),
        (said(tetgen_ele, ELE, "2 2 3 4 5", "2 2 3 4 6"), ".ele file: line 4: there is no vertex 6"),
        (said(tetgen_ele, ELE, "2 4 1", "18446744073709551615 4 1"), "the file ends"),
        (said(tets::vtk::read, VTK, "UNSTRUCTURED_GRID", "POLYDATA"), "export an UNSTRUCTURED_GRID"),
        (said(tets::vtk::read, VTK, "4 1 2 3 4", "4 1 2 3 5"), "cell 2: there is no point 5"),
        (said(lissom_formats::surface::obj::read, OBJ, "f 3 5 4", "f 3 5 6"), "line 13: there is no vertex 6"),
        (
            said(lissom_formats::surface::obj::read, OBJ, "f 3 5 4", "f 3 5 0"),
            "line 13: a corner of a face is expected",
        ),
        (said(lissom_formats::surface::stl::read, STL, " endloop", " facet"), "line 7: a facet begins within another"),
    ];
    for (said, wanted) in checks {
        assert!(said.contains(wanted), "`{said}` does not say `{wanted}`");
    }
    let short = &stl_binary()[..200];
    assert!(matches!(read_surface("a.stl", &[&[0], &short[1..]].concat()), Err(ReadError::Byte { byte: 200, .. })));
    let short = &gmsh_4_binary(false)[..150];
    assert!(matches!(tets::gmsh::read(short), Err(ReadError::Byte { byte: 150, .. })));
    let short = &vtk_binary()[..150];
    assert!(matches!(tets::vtk::read(short), Err(ReadError::Byte { byte: 150, .. })));
}
