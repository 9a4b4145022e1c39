//! `.stl`, text or binary. Corners at the very same place become one vertex.

use std::collections::HashMap;

use glam::Vec3;
use lissom_rig::TriMesh;

use crate::ReadError;
use crate::binary::{Binary, Scalar};
use crate::text::{Text, not_finite, point};

/// Before the triangles of a binary file come a title and their number.
const TITLE: usize = 80;
const HEAD: usize = TITLE + 4;
/// A normal, three corners, two bytes more.
const FACET: usize = 50;

pub fn read(bytes: &[u8]) -> Result<TriMesh, ReadError> {
    let mesh = if is_binary(bytes) { binary(bytes)? } else { text(bytes)? };
    if mesh.triangles.is_empty() { Err(ReadError::Empty { what: "triangles" }) } else { Ok(mesh) }
}

/// Some binary files begin with `solid` too, but then their length is right.
fn is_binary(bytes: &[u8]) -> bool {
    let count = bytes.get(TITLE..HEAD).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let right = count.is_some_and(|n| bytes.len() as u64 == HEAD as u64 + FACET as u64 * u64::from(n));
    let begin = bytes.trim_ascii_start();
    right || !begin.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
}

/// Corners by where they are.
#[derive(Default)]
struct Corners {
    mesh: TriMesh,
    known: HashMap<[u32; 3], u32>,
}

impl Corners {
    fn add(&mut self, p: Vec3) -> u32 {
        // Adding zero takes the sign off a zero.
        let p = p + Vec3::ZERO;
        *self.known.entry(p.to_array().map(f32::to_bits)).or_insert_with(|| {
            self.mesh.positions.push(p);
            self.mesh.positions.len() as u32 - 1
        })
    }
}

fn binary(bytes: &[u8]) -> Result<TriMesh, ReadError> {
    let mut file = Binary { bytes, at: TITLE.min(bytes.len()), big_endian: false };
    let count = file.next(Scalar::U32, "the number of triangles")? as u64;
    let mut corners = Corners::default();
    for _ in 0..count {
        file.skip(3, Scalar::F32, "a normal")?;
        let mut triangle = [0; 3];
        for corner in &mut triangle {
            let at = file.at;
            let mut next = || file.next(Scalar::F32, "a corner of a triangle");
            let place = point([next()?, next()?, next()?]);
            let place = place.ok_or_else(|| ReadError::byte(at, not_finite("a corner of a triangle")))?;
            *corner = corners.add(place);
        }
        file.next(Scalar::U16, "the end of a triangle")?;
        corners.mesh.triangles.push(triangle);
    }
    Ok(corners.mesh)
}

fn text(bytes: &[u8]) -> Result<TriMesh, ReadError> {
    let mut text = Text::new(bytes, None);
    let mut corners = Corners::default();
    let mut facet = Vec::new();
    loop {
        let line = text.line_number();
        let Some(word) = text.next_word() else { break };
        match word.to_ascii_lowercase().as_slice() {
            // A name follows, which may be any words.
            b"solid" | b"endsolid" => {
                text.rest_of_line();
            }
            b"vertex" => {
                let place = text.point("a corner of a triangle")?;
                facet.push(corners.add(place));
            }
            b"endloop" => {
                if facet.len() < 3 {
                    return Err(ReadError::line(line, format!("a facet of {} corners; it must have 3", facet.len())));
                }
                corners.mesh.triangles.extend((2..facet.len()).map(|k| [facet[0], facet[k - 1], facet[k]]));
                facet.clear();
            }
            b"facet" if !facet.is_empty() => {
                return Err(ReadError::line(line, "a facet begins within another; `endloop` is missing"));
            }
            b"facet" | b"normal" | b"outer" | b"loop" | b"endfacet" => {}
            // The numbers of a normal, whatever they are.
            other if other.first().is_some_and(|b| b.is_ascii_digit() || b"+-.ni".contains(b)) => {}
            _ => {
                let word = String::from_utf8_lossy(&word[..word.len().min(24)]).escape_debug().to_string();
                return Err(ReadError::line(line, format!("a word of STL is expected here, not `{word}`")));
            }
        }
    }
    if facet.is_empty() {
        Ok(corners.mesh)
    } else {
        Err(ReadError::line(text.line_number(), "the file ends within a facet; is it complete?"))
    }
}
