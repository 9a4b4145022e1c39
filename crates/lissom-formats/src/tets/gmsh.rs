//! Gmsh `.msh`, versions 2.2 and 4.1, as text. Elements other than tetrahedra are left out.

use lissom_rig::TetMesh;

use crate::ReadError;
use crate::numbered::Numbered;
use crate::text::{Line, Text};

/// Element types: tetrahedra with 4 corners, and with 10 points of which the first 4 are the corners.
const TETRAHEDRA: [u64; 2] = [4, 11];

pub fn read(bytes: &[u8]) -> Result<TetMesh, ReadError> {
    let mut text = Text::new(bytes, None);
    let version = version(&mut text)?;
    let mut points = Numbered::default();
    let mut tets = Vec::new();
    while let Some(line) = text.next_line() {
        let name = line.bytes();
        match (name, version) {
            (b"$Nodes", Version::Two) => nodes_two(&mut text, &mut points)?,
            (b"$Nodes", Version::Four) => nodes_four(&mut text, &mut points)?,
            (b"$Elements", Version::Two) => elements_two(&mut text, &points, &mut tets)?,
            (b"$Elements", Version::Four) => elements_four(&mut text, &points, &mut tets)?,
            _ if name.starts_with(b"$") => skip(&mut text, &line)?,
            _ => return Err(line.error("a section is expected, a word that begins with `$`")),
        }
        if matches!(name, b"$Nodes" | b"$Elements") {
            let end = text.line("the end of the section")?;
            if !end.bytes().starts_with(b"$End") {
                return Err(end.error("the section is longer than it says; `$End…` is expected here"));
            }
        }
    }
    if tets.is_empty() {
        return Err(ReadError::Empty { what: "tetrahedra" });
    }
    Ok(TetMesh { positions: points.positions, tets })
}

#[derive(Clone, Copy)]
enum Version {
    Two,
    Four,
}

fn version(text: &mut Text) -> Result<Version, ReadError> {
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
    if line.next::<u64>("the kind of file, 0 for text")? != 0 {
        return Err(line.error("a binary file; save it as text, in Gmsh with `Mesh.Binary = 0`"));
    }
    let end = text.line("`$EndMeshFormat`")?;
    if end.is("$EndMeshFormat") { Ok(version) } else { Err(end.error("`$EndMeshFormat` is expected here")) }
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
