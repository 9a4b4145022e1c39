//! TetGen `.node` and `.ele`: points and tetrahedra, numbered from 0 or 1. Attributes and markers are ignored.

use lissom_rig::TetMesh;

use crate::ReadError;
use crate::numbered::Numbered;
use crate::text::Text;

/// Of the corners of quadratic tetrahedra, which come first, the others are left out.
const CORNERS: [u64; 2] = [4, 10];

pub fn read(node: &[u8], ele: &[u8]) -> Result<TetMesh, ReadError> {
    let points = points(node).map_err(ReadError::half("node"))?;
    let tets = tets(ele, &points).map_err(ReadError::half("ele"))?;
    Ok(TetMesh { positions: points.positions, tets })
}

fn points(bytes: &[u8]) -> Result<Numbered, ReadError> {
    let mut text = Text::new(bytes, Some(b'#'));
    let mut head = text.line("the number of points")?;
    let count: u64 = head.next("the number of points")?;
    let dimension: u64 = head.next("the dimension")?;
    if dimension != 3 {
        return Err(head.error(format!("{dimension} dimensions; only 3 can be read")));
    }
    let mut points = Numbered::default();
    for _ in 0..count {
        let mut line = text.line("a point")?;
        let number: u64 = line.next("the number of a point")?;
        let position = line.point("a coordinate of a point")?;
        points.add(number, position).map_err(|e| line.error(e))?;
    }
    Ok(points)
}

fn tets(bytes: &[u8], points: &Numbered) -> Result<Vec<[u32; 4]>, ReadError> {
    let mut text = Text::new(bytes, Some(b'#'));
    let mut head = text.line("the number of tetrahedra")?;
    let count: u64 = head.next("the number of tetrahedra")?;
    let corners: u64 = head.next("the number of corners")?;
    if !CORNERS.contains(&corners) {
        return Err(head.error(format!("{corners} corners; tetrahedra have 4, or 10 if they are quadratic")));
    }
    let mut tets = Vec::new();
    for _ in 0..count {
        let mut line = text.line("a tetrahedron")?;
        line.next::<u64>("the number of a tetrahedron")?;
        let mut tet = [0; 4];
        for corner in &mut tet {
            let number = line.next("a corner of a tetrahedron")?;
            *corner = points.index(number).map_err(|e| line.error(e))?;
        }
        tets.push(tet);
    }
    if tets.is_empty() { Err(ReadError::Empty { what: "tetrahedra" }) } else { Ok(tets) }
}
