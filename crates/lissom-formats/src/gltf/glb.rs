//! GLB: a header and chunks, the first of them JSON, the second often the first buffer.

use super::{Fault, fault};

const MAGIC: &[u8; 4] = b"glTF";
pub const JSON: [u8; 4] = *b"JSON";
pub const BIN: [u8; 4] = *b"BIN\0";

/// A chunk as it stands in the file, padding and all.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    pub kind: [u8; 4],
    pub data: Vec<u8>,
}

pub fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// How many bytes follow after the end that a GLB announces.
pub fn beyond(bytes: &[u8]) -> Option<usize> {
    let length = bytes.get(8..12)?;
    bytes.len().checked_sub(u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize)
}

/// The chunks, the JSON one first.
pub fn read(bytes: &[u8]) -> Result<Vec<Chunk>, Fault> {
    let word = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    let (Some(version), Some(length)) = (word(4), word(8)) else {
        return Err(fault("GLB header", "the file ends within it; it was cut off, export it again"));
    };
    if version != 2 {
        return Err(fault("GLB header", format!("version {version}; only glTF 2.0 is read, export it as that")));
    }
    if length > bytes.len() {
        let what =
            format!("{length} bytes are announced, but there are {}; it was cut off, export it again", bytes.len());
        return Err(fault("GLB header", what));
    }
    let mut chunks = Vec::new();
    let mut at = 12;
    while at < length {
        let place = || format!("GLB chunk {}", chunks.len());
        let (Some(size), Some(kind)) = (word(at), bytes.get(at + 4..at + 8)) else {
            return Err(fault(place(), "the file ends within its header; it was cut off, export it again"));
        };
        let Some(data) = bytes.get(at + 8..length).and_then(|rest| rest.get(..size)) else {
            return Err(fault(
                place(),
                format!("{size} bytes are announced, but the file ends before; export it again"),
            ));
        };
        let kind = [kind[0], kind[1], kind[2], kind[3]];
        if (kind == JSON) != chunks.is_empty() {
            return Err(fault(place(), "the first chunk, and only that, must be JSON; export it again"));
        }
        if kind == BIN && chunks.len() != 1 {
            return Err(fault(place(), "binary data must be the second chunk; export it again"));
        }
        chunks.push(Chunk { kind, data: data.to_vec() });
        at += 8 + size;
    }
    if chunks.is_empty() {
        return Err(fault("GLB", "there is no chunk of JSON; export it again"));
    }
    Ok(chunks)
}

/// The file of some chunks, each padded as its kind wants it; none if it would be over 4 GiB, which GLB cannot say.
pub fn write(chunks: &[Chunk]) -> Option<Vec<u8>> {
    let padded = |chunk: &Chunk| chunk.data.len().next_multiple_of(4);
    let length = 12 + chunks.iter().map(|c| 8 + padded(c)).sum::<usize>();
    let mut out = Vec::with_capacity(length);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&2u32.to_le_bytes());
    out.extend_from_slice(&u32::try_from(length).ok()?.to_le_bytes());
    for chunk in chunks {
        out.extend_from_slice(&(padded(chunk) as u32).to_le_bytes());
        out.extend_from_slice(&chunk.kind);
        out.extend_from_slice(&chunk.data);
        let filler = if chunk.kind == JSON { b' ' } else { 0 };
        out.resize(out.len() + padded(chunk) - chunk.data.len(), filler);
    }
    Some(out)
}
