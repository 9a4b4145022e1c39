//! The file itself: chunks, JSON, and where the bytes of buffers are.

use serde_json::Value;

use super::super::document::{Document, MAX_BYTES, array, bytes_of};
use super::super::{Fault, glb};
use super::Found;

/// The document, if there is one, with the buffers that could be loaded; the others are empty.
pub fn open(bytes: &[u8], beside: &dyn Fn(&str) -> Option<Vec<u8>>, found: &mut Found) -> Option<Document> {
    let (text, mut bin) = if glb::is_glb(bytes) {
        let mut chunks = glb::read(bytes).map_err(|fault| told(fault, found)).ok()?.into_iter();
        let text = chunks.next()?.data;
        let bin = chunks.next().filter(|c| c.kind == glb::BIN).map(|c| c.data);
        if let Some(more) = glb::beyond(bytes).filter(|more| *more > 0) {
            found.error("GLB header", format!("{more} bytes follow after the announced end"), "export it again");
        }
        if text.len() % 4 != 0 || bin.as_ref().is_some_and(|b| b.len() % 4 != 0) {
            found.error("GLB", "the length of a chunk is not a multiple of four", "export it again");
        }
        (text, bin)
    } else {
        (bytes.to_vec(), None)
    };
    let json: Value = match serde_json::from_slice(&text) {
        Ok(json) => json,
        Err(error) => {
            found.error("JSON", error.to_string(), "export it again");
            return None;
        }
    };
    let spare = bin.as_ref().map_or(0, Vec::len);
    let mut left = MAX_BYTES;
    let mut buffers = Vec::new();
    for (k, buffer) in array(&json, "buffers").iter().enumerate() {
        let (place, uri) = (format!("/buffers/{k}"), buffer["uri"].as_str());
        let bytes = match uri {
            Some(uri) if is_elsewhere(uri) => {
                found.warn(format!("{place}/uri"), "it is not in the folder of the document", "put it there");
                None
            }
            None if bin.is_none() || k > 0 => {
                found.warn(place, "it has no data", "give it a `uri`, or write a GLB");
                None
            }
            _ => bytes_of(buffer, k, &mut bin, &mut left, beside).map_err(|fault| told(fault, found)).ok(),
        };
        if let Some(bytes) = bytes.as_ref().filter(|b| uri.is_none() && b.len() + 3 < spare) {
            let what = format!("the chunk of the GLB has {} bytes more than it", spare - bytes.len());
            found.warn(format!("/buffers/{k}"), what, "export it again");
        }
        buffers.push(bytes.unwrap_or_default());
    }
    Some(Document::loaded(json, buffers))
}

/// Faults say what is wrong and what to do in one.
fn told(fault: Fault, found: &mut Found) {
    let (what, fix) = fault.what.split_once("; ").unwrap_or((&fault.what, "export it again"));
    found.error(fault.place, what, fix);
}

/// On another machine, or in another folder.
fn is_elsewhere(uri: &str) -> bool {
    let scheme = uri.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme =
        |s: &str| s.starts_with(|c: char| c.is_ascii_alphabetic()) && s.chars().all(|c| c.is_ascii_alphanumeric());
    scheme.is_some_and(|s| s != "data" && is_scheme(s))
        || uri.starts_with('/')
        || uri.split('/').any(|part| part == "..")
}
