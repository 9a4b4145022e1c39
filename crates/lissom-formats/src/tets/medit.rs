//! Medit `.mesh`, as text: what TetGen, MMG and fTetWild also write.

use std::fmt::Write;

use lissom_rig::TetMesh;

use crate::ReadError;
use crate::text::Text;

pub fn read(bytes: &[u8]) -> Result<TetMesh, ReadError> {
    let mut text = Text::new(bytes, Some(b'#'));
    let mut mesh = TetMesh::default();
    // Tetrahedra may stand before vertices, so indices are looked at in the end.
    let mut lines = Vec::new();
    let first = text.line_number();
    if !text.next_word().is_some_and(|w| w.eq_ignore_ascii_case(b"MeshVersionFormatted")) {
        return Err(ReadError::line(first, "`MeshVersionFormatted` is expected; only Medit files as text can be read"));
    }
    text.number::<u64>("the version")?;
    loop {
        let line = text.line_number();
        let Some(word) = text.next_word() else { break };
        match word.to_ascii_lowercase().as_slice() {
            b"dimension" => {
                let dimension: u64 = text.number("the dimension")?;
                if dimension != 3 {
                    return Err(ReadError::line(line, format!("{dimension} dimensions; only 3 can be read")));
                }
            }
            b"vertices" => {
                for _ in 0..text.number::<u64>("the number of vertices")? {
                    mesh.positions.push(text.point("a coordinate of a vertex")?);
                    text.number::<i64>("the reference of a vertex")?;
                }
            }
            b"tetrahedra" => {
                for _ in 0..text.number::<u64>("the number of tetrahedra")? {
                    lines.push(text.line_number());
                    let mut corner = || text.number::<u32>("a corner of a tetrahedron");
                    mesh.tets.push([corner()?, corner()?, corner()?, corner()?]);
                    text.number::<i64>("the reference of a tetrahedron")?;
                }
            }
            b"end" => break,
            // Numbers of something else: triangles, corners, normals.
            _ => {}
        }
    }
    let count = mesh.positions.len();
    for (tet, line) in mesh.tets.iter_mut().zip(lines) {
        if let Some(&wrong) = tet.iter().find(|&&k| k == 0 || k as usize > count) {
            return Err(ReadError::line(line, format!("there is no vertex {wrong}; they are numbered 1 to {count}")));
        }
        *tet = tet.map(|k| k - 1);
    }
    if mesh.tets.is_empty() { Err(ReadError::Empty { what: "tetrahedra" }) } else { Ok(mesh) }
}

/// The mesh as a Medit file. Reading it gives the same numbers.
pub fn write_mesh(mesh: &TetMesh) -> String {
    let mut text = format!("MeshVersionFormatted 1\nDimension 3\nVertices\n{}\n", mesh.positions.len());
    // Writing to a string cannot fail.
    for p in &mesh.positions {
        let _ = writeln!(text, "{:?} {:?} {:?} 0", p.x, p.y, p.z);
    }
    let _ = writeln!(text, "Tetrahedra\n{}", mesh.tets.len());
    for [a, b, c, d] in mesh.tets.iter().map(|t| t.map(|k| u64::from(k) + 1)) {
        let _ = writeln!(text, "{a} {b} {c} {d} 0");
    }
    text + "End\n"
}
