//! Nodes and elements of binary Gmsh files. Sections still begin and end with lines of text.

use super::{Mesh, TETRAHEDRA, Version};
use crate::ReadError;
use crate::binary::{Binary, Scalar, whole};
use crate::text::{not_finite, point};

/// By element type, how many nodes there are; 0 where a type is not known here. Lines, triangles, quadrangles,
/// tetrahedra, hexahedra, prisms, pyramids; then of second order; a point; then incomplete ones.
const NODES: [u64; 20] = [0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13];

pub(super) fn nodes(file: &mut Binary, version: Version, mesh: &mut Mesh) -> Result<(), ReadError> {
    match version {
        Version::Two => {
            for _ in 0..count_line(file, "the number of vertices")? {
                let number = index(file, Scalar::I32, "the number of a vertex")?;
                vertex(file, number, 0, mesh)?;
            }
        }
        Version::Four => {
            for _ in 0..blocks(file)? {
                let dimension = index(file, Scalar::I32, "the block's dimension")?;
                file.next(Scalar::I32, "the block's entity")?;
                let parametric = index(file, Scalar::I32, "whether there are parameters")? != 0;
                let count = index(file, Scalar::U64, "the number of vertices")?;
                let mut numbers = Vec::new();
                for _ in 0..count {
                    numbers.push(index(file, Scalar::U64, "the number of a vertex")?);
                }
                let parameters = if parametric { dimension.min(3) } else { 0 };
                for number in numbers {
                    vertex(file, number, parameters, mesh)?;
                }
            }
        }
    }
    Ok(())
}

pub(super) fn elements(file: &mut Binary, version: Version, mesh: &mut Mesh) -> Result<(), ReadError> {
    match version {
        Version::Two => {
            let count = count_line(file, "the number of elements")?;
            let mut found = 0;
            while found < count {
                let kind = index(file, Scalar::I32, "the type of elements")?;
                let more = index(file, Scalar::I32, "the number of elements")?;
                let tags = index(file, Scalar::I32, "the number of tags")?;
                block(file, kind, more, tags, Scalar::I32, mesh)?;
                found += more;
            }
        }
        Version::Four => {
            for _ in 0..blocks(file)? {
                file.next(Scalar::I32, "the block's dimension")?;
                file.next(Scalar::I32, "the block's entity")?;
                let kind = index(file, Scalar::I32, "the type of elements")?;
                let count = index(file, Scalar::U64, "the number of elements")?;
                block(file, kind, count, 0, Scalar::U64, mesh)?;
            }
        }
    }
    Ok(())
}

/// Elements of one type: a number, tags, nodes.
fn block(
    file: &mut Binary,
    kind: u64,
    count: u64,
    tags: u64,
    scalar: Scalar,
    mesh: &mut Mesh,
) -> Result<(), ReadError> {
    let nodes = usize::try_from(kind).ok().and_then(|k| NODES.get(k)).copied().unwrap_or(0);
    if nodes == 0 {
        return Err(ReadError::byte(file.at, format!("elements of type {kind} are not known; save it as text")));
    }
    for _ in 0..count {
        file.skip(1 + tags, scalar, "an element")?;
        if !TETRAHEDRA.contains(&kind) {
            file.skip(nodes, scalar, "an element")?;
            continue;
        }
        let mut tet = [0; 4];
        for corner in &mut tet {
            let number = index(file, scalar, "a corner of a tetrahedron")?;
            *corner = mesh.points.index(number).map_err(|e| ReadError::byte(file.at, e))?;
        }
        file.skip(nodes - 4, scalar, "an element")?;
        mesh.tets.push(tet);
    }
    Ok(())
}

fn vertex(file: &mut Binary, number: u64, parameters: u64, mesh: &mut Mesh) -> Result<(), ReadError> {
    let at = file.at;
    let mut next = || file.next(Scalar::F64, "a coordinate of a vertex");
    let place = point([next()?, next()?, next()?]);
    let place = place.ok_or_else(|| ReadError::byte(at, not_finite("a coordinate of a vertex")))?;
    file.skip(parameters, Scalar::F64, "a parameter of a vertex")?;
    mesh.points.add(number, place).map_err(|e| ReadError::byte(at, e))
}

/// The number of blocks; of all that follows, and the range of their numbers, nothing is needed.
fn blocks(file: &mut Binary) -> Result<u64, ReadError> {
    let count = index(file, Scalar::U64, "the number of blocks")?;
    file.skip(3, Scalar::U64, "how many there are in all")?;
    Ok(count)
}

fn index(file: &mut Binary, scalar: Scalar, what: &str) -> Result<u64, ReadError> {
    let at = file.at;
    let number = file.next(scalar, what)?;
    whole(number).ok_or_else(|| ReadError::byte(at, format!("{what} is expected here, not {number}")))
}

/// A count that stands in a line of text.
fn count_line(file: &mut Binary, what: &str) -> Result<u64, ReadError> {
    let rest = &file.bytes[file.at..];
    let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
    let count = std::str::from_utf8(rest[..length].trim_ascii()).ok().and_then(|word| word.parse().ok());
    let count = count.ok_or_else(|| ReadError::byte(file.at, format!("{what} is expected here")))?;
    file.at += (length + 1).min(rest.len());
    Ok(count)
}
