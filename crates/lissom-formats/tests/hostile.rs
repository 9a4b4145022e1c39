//! Whatever bytes come: an answer in bounded time and memory, no panic; and what is read can be used.

mod samples;

use lissom_rig::{TetMesh, TriMesh};
use proptest::prelude::*;
use samples::{all_surfaces, all_tets};

fn check_tets(mesh: &TetMesh) {
    assert!(mesh.positions.iter().all(|p| p.is_finite()));
    assert!(mesh.tets.iter().flatten().all(|&k| (k as usize) < mesh.positions.len()));
}

fn check_surface(mesh: &TriMesh) {
    assert!(mesh.positions.iter().all(|p| p.is_finite()));
    assert!(mesh.triangles.iter().flatten().all(|&k| (k as usize) < mesh.positions.len()));
}

fn all_read(bytes: &[u8]) {
    for (_, read, _) in all_tets() {
        read(bytes).iter().for_each(check_tets);
    }
    for (_, read, _) in all_surfaces() {
        read(bytes).iter().for_each(check_surface);
    }
}

/// One change of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    Drop(prop::sample::Index),
    Say(prop::sample::Index, &'static str),
    /// A piece once more, at its end.
    Again(prop::sample::Index, prop::sample::Index),
}

const WORDS: [&str; 11] =
    [" 4294967295 ", " -1 ", "1e999", "nan ", "99999999999999999999", "\n", " ", "$", "#", "\u{fffd}", "list "];

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let index = any::<prop::sample::Index>;
    let change = prop_oneof![
        (index(), any::<u8>()).prop_map(|(i, b)| Change::Set(i, b)),
        index().prop_map(Change::Cut),
        index().prop_map(Change::Drop),
        (index(), prop::sample::select(&WORDS[..])).prop_map(|(i, w)| Change::Say(i, w)),
        (index(), index()).prop_map(|(i, j)| Change::Again(i, j)),
    ];
    prop::collection::vec(change, 1..6)
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        if bytes.is_empty() {
            break;
        }
        let n = bytes.len();
        match change {
            Change::Set(i, b) => bytes[i.index(n)] = *b,
            Change::Cut(i) => bytes.truncate(i.index(n)),
            Change::Drop(i) => drop(bytes.remove(i.index(n))),
            Change::Say(i, word) => drop(bytes.splice(i.index(n)..i.index(n), word.bytes())),
            Change::Again(i, j) => {
                let (i, j) = (i.index(n), j.index(n));
                let piece = bytes[i.min(j)..i.max(j)].to_vec();
                bytes.extend(piece);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        all_read(&bytes);
    }

    #[test]
    fn any_words(words in "(ply\n|solid |facet |vertex |\\$Nodes\n|[0-9]{1,20} |-?[0-9.]{1,3}e?[0-9]{0,4} |\n|f |v |[a-z]{1,4} ){0,60}") {
        all_read(words.as_bytes());
    }

    #[test]
    fn changed_files(which in 0..72usize, changes in changes()) {
        let (tets, surfaces) = (all_tets(), all_surfaces());
        let which = which % (tets.len() + surfaces.len());
        if let Some((_, read, bytes)) = tets.get(which) {
            read(&changed(bytes.clone(), &changes)).iter().for_each(check_tets);
        } else {
            let (_, read, bytes) = &surfaces[which - tets.len()];
            read(&changed(bytes.clone(), &changes)).iter().for_each(check_surface);
        }
    }
}

/// Some announce gigabytes in a few bytes. Each must be refused at once.
#[test]
fn lying_counts_cost_nothing() {
    let begin = std::time::Instant::now();
    let huge = ["4294967295", "4000000000", "18446744073709551615", "1000000000000"];
    for n in huge {
        for text in [
            format!("MeshVersionFormatted 1 Dimension 3 Vertices {n} 0 0 0 0"),
            format!("MeshVersionFormatted 1 Dimension 3 Tetrahedra {n}"),
            format!("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n{n} {n} 1 {n}\n3 1 0 {n}\n"),
            format!("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{n}\n"),
            format!("{n} 3 0 0\n"),
            format!("# vtk DataFile Version 3.0\n\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS {n} double\n1234"),
            format!("# vtk DataFile Version 3.0\n\nASCII\nFIELD x {n}\na {n} 1 float\n"),
            format!("# vtk DataFile Version 5.1\n\nASCII\nCELLS {n} {n}\nOFFSETS vtktypeint64\n0 {n}\n"),
            format!("ply\nformat binary_little_endian 1.0\nelement vertex {n}\nproperty float x\nend_header\n123"),
            format!("ply\nformat ascii 1.0\nelement vertex {n}\nelement face {n}\nend_header\n"),
            format!("ply\nformat ascii 1.0\nelement face 1\nproperty list uint int vertex_indices\nend_header\n{n} 1"),
            format!("v 0 0 0\nf {n} {n} {n}\nf -{n} 1 1"),
        ] {
            for (name, read, _) in all_tets() {
                assert!(read(text.as_bytes()).is_err(), "{name}: {text}");
            }
            for (name, read, _) in all_surfaces() {
                assert!(read(text.as_bytes()).is_err(), "{name}: {text}");
            }
        }
    }
    let mut stl = vec![0; 80];
    stl.extend([255; 60]);
    assert!(lissom_formats::surface::stl::read(&stl).is_err());
    assert!(begin.elapsed().as_secs() < 2);
}
