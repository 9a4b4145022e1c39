//! Just enough of OBJ and STL to read test files.

use std::path::Path;

use glam::Vec3;

use crate::shapes::Shape;

pub fn read(path: &Path) -> Option<Shape> {
    let bytes = std::fs::read(path).ok()?;
    match path.extension()?.to_str()? {
        "obj" => Some(obj(&String::from_utf8_lossy(&bytes))),
        "stl" => Some(binary_stl(&bytes).unwrap_or_else(|| stl(&String::from_utf8_lossy(&bytes)))),
        _ => None,
    }
}

pub fn obj(text: &str) -> Shape {
    let mut shape = Shape { positions: vec![], triangles: vec![] };
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => shape.positions.push(vector(words)),
            Some("f") => {
                let count = shape.positions.len() as i64;
                let index = |w: &str| w.split('/').next().and_then(|n| n.parse::<i64>().ok());
                let corners: Vec<u32> =
                    words.filter_map(index).map(|i| if i < 0 { count + i } else { i - 1 } as u32).collect();
                for k in 1..corners.len().saturating_sub(1) {
                    shape.triangles.push([corners[0], corners[k], corners[k + 1]]);
                }
            }
            _ => {}
        }
    }
    shape
}

/// Binary STL, if the length fits.
pub fn binary_stl(bytes: &[u8]) -> Option<Shape> {
    let count = u32::from_le_bytes(bytes.get(80..84)?.try_into().ok()?) as usize;
    if bytes.len() != 84 + 50 * count {
        return None;
    }
    let mut shape = Shape { positions: vec![], triangles: vec![] };
    for facet in bytes[84..].chunks_exact(50) {
        let numbers: Vec<f32> =
            facet[12..48].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        shape.positions.extend(numbers.chunks_exact(3).map(Vec3::from_slice));
    }
    shape.triangles = triples(shape.positions.len());
    Some(shape)
}

/// Text STL.
pub fn stl(text: &str) -> Shape {
    let positions: Vec<Vec3> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("vertex"))
        .map(|rest| vector(rest.split_whitespace()))
        .collect();
    Shape { triangles: triples(positions.len()), positions }
}

fn triples(count: usize) -> Vec<[u32; 3]> {
    (0..count as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect()
}

fn vector<'a>(words: impl Iterator<Item = &'a str>) -> Vec3 {
    let mut numbers = words.map(|w| w.parse().unwrap_or(f32::NAN));
    let mut next = || numbers.next().unwrap_or(f32::NAN);
    Vec3::new(next(), next(), next())
}
