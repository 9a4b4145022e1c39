//! Wavefront `.obj`: vertices and faces. Texture coordinates, normals, groups and materials are ignored.

use std::fmt::Write;

use lissom_rig::TriMesh;

use crate::ReadError;
use crate::text::{Line, Number, Text};

pub fn read(bytes: &[u8]) -> Result<TriMesh, ReadError> {
    let mut text = Text::new(bytes, Some(b'#'));
    let mut mesh = TriMesh::default();
    // A face may stand before its vertices, so indices are looked at in the end.
    let mut lines = Vec::new();
    let mut joined = Vec::new();
    while let Some(line) = text.next_line() {
        let number = line.number;
        // A line that ends in a backslash goes on in the next.
        joined.clear();
        joined.extend(line.bytes());
        while joined.last() == Some(&b'\\') {
            joined.pop();
            joined.push(b' ');
            match text.next_line() {
                Some(more) => joined.extend(more.bytes()),
                None => break,
            }
        }
        let mut line = Line::new(&joined, number);
        match line.next_word() {
            Some(b"v") => mesh.positions.push(line.point("a coordinate of a vertex")?),
            Some(b"f") => {
                face(&mut line, &mut mesh)?;
                lines.resize(mesh.triangles.len(), number);
            }
            _ => {}
        }
    }
    let count = mesh.positions.len();
    for (triangle, line) in mesh.triangles.iter().zip(lines) {
        if let Some(wrong) = triangle.iter().find(|&&k| k as usize >= count) {
            let what = format!("there is no vertex {}; they are numbered 1 to {count}", u64::from(*wrong) + 1);
            return Err(ReadError::line(line, what));
        }
    }
    if mesh.triangles.is_empty() { Err(ReadError::Empty { what: "faces" }) } else { Ok(mesh) }
}

/// The surface as an `.obj`. Reading it gives the same numbers.
pub fn write_obj(mesh: &TriMesh) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for p in &mesh.positions {
        let _ = writeln!(text, "v {:?} {:?} {:?}", p.x, p.y, p.z);
    }
    for [a, b, c] in mesh.triangles.iter().map(|t| t.map(|k| u64::from(k) + 1)) {
        let _ = writeln!(text, "f {a} {b} {c}");
    }
    text
}

/// A polygon as a fan around its first corner. Negative indices count back from the newest vertex.
fn face(line: &mut Line, mesh: &mut TriMesh) -> Result<(), ReadError> {
    let count = mesh.positions.len() as i64;
    let (mut first, mut last, mut corners) = (0, 0, 0);
    while let Some(word) = line.next_word() {
        let vertex = word.split(|b| *b == b'/').next().unwrap_or_default();
        let index = i64::of(vertex).and_then(|i| match i {
            1.. => Some(i - 1),
            0 => None,
            ..0 => count.checked_add(i),
        });
        let Some(corner) = index.and_then(|i| u32::try_from(i).ok()) else {
            let word = String::from_utf8_lossy(&word[..word.len().min(24)]).escape_debug().to_string();
            return Err(line.error(format!("a corner of a face is expected here, not `{word}`")));
        };
        match corners {
            0 => first = corner,
            1 => {}
            _ => mesh.triangles.push([first, last, corner]),
        }
        (last, corners) = (corner, corners + 1);
    }
    // Lines and points among the faces are no surface, and no error either.
    if corners == 0 { Err(line.error("a face without corners")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let positions = vec![Vec3::ZERO, Vec3::new(0.1, -2e-9, 3e7), Vec3::Y, Vec3::Z];
        let mesh = TriMesh { positions, triangles: vec![[0, 2, 1], [3, 1, 2]] };
        assert_eq!(read(write_obj(&mesh).as_bytes()).expect("a surface"), mesh);
    }
}
