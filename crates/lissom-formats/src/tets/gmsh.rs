//! Gmsh `.msh`, versions 2.2 and 4.1, text or binary. Elements other than tetrahedra are left out.

use lissom_rig::TetMesh;

use crate::ReadError;
use crate::binary::{Binary, Scalar};
use crate::numbered::Numbered;
use crate::text::{Line, Text};

mod binary;

/// Element types: tetrahedra with 4 corners, and with 10 points of which the first 4 are the corners.
const TETRAHEDRA: [u64; 2] = [4, 11];

/// What was read so far.
#[derive(Default)]
struct Mesh {
    points: Numbered,
    tets: Vec<[u32; 4]>,
}

pub fn read(bytes: &[u8]) -> Result<TetMesh, ReadError> {
    let mut text = Text::new(bytes, None);
    let Format { version, order } = format(&mut text, bytes)?;
    let mut mesh = Mesh::default();
    while let Some(line) = text.next_line() {
        let name = line.bytes();
        if !name.starts_with(b"$") {
            return Err(line.error("a section is expected, a word that begins with `$`"));
        }
        let nodes = name == b"$Nodes";
        if !nodes && name != b"$Elements" {
            skip(&mut text, &line)?;
            continue;
        }
        if let Some(big_endian) = order {
            let mut file = Binary { bytes, at: text.position(), big_endian };
            let read = if nodes { binary::nodes } else { binary::elements };
            read(&mut file, version, &mut mesh)?;
            text.jump(file.at);
        } else {
            match (version, nodes) {
                (Version::Two, true) => nodes_two(&mut text, &mut mesh.points)?,
                (Version::Four, true) => nodes_four(&mut text, &mut mesh.points)?,
                (Version::Two, false) => elements_two(&mut text, &mesh.points, &mut mesh.tets)?,
                (Version::Four, false) => elements_four(&mut text, &mesh.points, &mut mesh.tets)?,
            }
        }
        let end = text.line("the end of the section")?;
        if !end.bytes().starts_with(b"$End") {
            return Err(end.error("the section is longer than it says; `$End…` is expected here"));
        }
    }
    if mesh.tets.is_empty() {
        return Err(ReadError::Empty { what: "tetrahedra" });
    }
    Ok(TetMesh { positions: mesh.points.positions, tets: mesh.tets })
}

#[derive(Clone, Copy)]
enum Version {
    Two,
    Four,
}

struct Format {
    version: Version,
    /// For binary files, whether high bytes come first.
    order: Option<bool>,
}

fn format(text: &mut Text, bytes: &[u8]) -> Result<Format, ReadError> {
    let first = text.line("`$MeshFormat`")?;
    if !first.is("$MeshFormat") {
        return Err(first.error("`$MeshFormat` is expected; only Gmsh files of version 2.2 or 4.1 can be read"));
    }
    let mut line = text.line("the version")?;
    let version = match line.next_word() {
        Some(b"2" | b"2.0" | b"2.1" | b"2.2") => Version::Two,
        Some(b"4.1") => Version::Four,
        _ => return Err(line.error("only versions 2.2 and 4.1 can be read; export one of them")),
    };
    let binary = line.next::<u64>("the kind of file, 0 for text")? != 0;
    if line.next::<u64>("the size of numbers")? != 8 {
        return Err(line.error("numbers must have 8 bytes"));
    }
    let mut order = None;
    if binary {
        // The number one, as this machine stores it.
        let mut file = Binary { bytes, at: text.position(), big_endian: false };
        let one = file.next(Scalar::U32, "the number 1")?;
        order = Some(one != 1.0);
        if one != 1.0 && one != f64::from(1u32 << 24) {
            return Err(ReadError::byte(text.position(), "the order of bytes is not told; save it as text"));
        }
        text.jump(file.at);
    }
    let end = text.line("`$EndMeshFormat`")?;
    let right = end.is("$EndMeshFormat");
    if right { Ok(Format { version, order }) } else { Err(end.error("`$EndMeshFormat` is expected here")) }
}

/// Over a section that is not needed.
fn skip(text: &mut Text, begin: &Line) -> Result<(), ReadError> {
    let end = [b"$End", &begin.bytes()[1..]].concat();
    loop {
        let Some(line) = text.next_line() else {
            let name = String::from_utf8_lossy(begin.bytes());
            return Err(
                begin.error(format!("the section `{}` does not end; is the file complete?", name.escape_debug()))
            );
        };
        if line.bytes() == end {
            return Ok(());
        }
    }
}

fn nodes_two(text: &mut Text, points: &mut Numbered) -> Result<(), ReadError> {
    for _ in 0..text.line("the number of vertices")?.next::<u64>("the number of vertices")? {
        let mut line = text.line("a vertex")?;
        let number: u64 = line.next("the number of a vertex")?;
        let position = line.point("a coordinate of a vertex")?;
        points.add(number, position).map_err(|e| line.error(e))?;
    }
    Ok(())
}

/// Blocks of numbers, each followed by as many points.
fn nodes_four(text: &mut Text, points: &mut Numbered) -> Result<(), ReadError> {
    for _ in 0..text.line("the number of blocks")?.next::<u64>("the number of blocks")? {
        let mut head = text.line("a block of vertices")?;
        for what in ["the block's dimension", "the block's entity", "whether there are parameters"] {
            head.next::<i64>(what)?;
        }
        let mut numbers = Vec::new();
        for _ in 0..head.next::<u64>("the number of vertices")? {
            numbers.push(text.line("the number of a vertex")?.next::<u64>("the number of a vertex")?);
        }
        for number in numbers {
            let mut line = text.line("a vertex")?;
            let position = line.point("a coordinate of a vertex")?;
            points.add(number, position).map_err(|e| line.error(e))?;
        }
    }
    Ok(())
}

fn elements_two(text: &mut Text, points: &Numbered, tets: &mut Vec<[u32; 4]>) -> Result<(), ReadError> {
    for _ in 0..text.line("the number of elements")?.next::<u64>("the number of elements")? {
        let mut line = text.line("an element")?;
        line.next::<u64>("the number of an element")?;
        if TETRAHEDRA.contains(&line.next("the type of an element")?) {
            for _ in 0..line.next::<u64>("the number of tags")? {
                line.next::<i64>("a tag")?;
            }
            tets.push(corners(&mut line, points)?);
        }
    }
    Ok(())
}

fn elements_four(text: &mut Text, points: &Numbered, tets: &mut Vec<[u32; 4]>) -> Result<(), ReadError> {
    for _ in 0..text.line("the number of blocks")?.next::<u64>("the number of blocks")? {
        let mut head = text.line("a block of elements")?;
        for what in ["the block's dimension", "the block's entity"] {
            head.next::<i64>(what)?;
        }
        let wanted = TETRAHEDRA.contains(&head.next("the type of elements")?);
        for _ in 0..head.next::<u64>("the number of elements")? {
            let mut line = text.line("an element")?;
            line.next::<u64>("the number of an element")?;
            if wanted {
                tets.push(corners(&mut line, points)?);
            }
        }
    }
    Ok(())
}

fn corners(line: &mut Line, points: &Numbered) -> Result<[u32; 4], ReadError> {
    let mut tet = [0; 4];
    for corner in &mut tet {
        let number = line.next("a corner of a tetrahedron")?;
        *corner = points.index(number).map_err(|e| line.error(e))?;
    }
    Ok(tet)
}
