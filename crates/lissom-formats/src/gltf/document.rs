//! The document: JSON, buffers, and the file they came from.

use serde_json::{Map, Value, json};

use super::glb::{self, Chunk};
use super::uri::{self, Source};
use super::{Fault, fault};

/// Compressions that hide geometry, and what to do about them.
const COMPRESSIONS: [&str; 3] = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

/// All buffers together are at most so long: a few bytes can name the same file many times.
pub(super) const MAX_BYTES: usize = 1 << 30;

#[derive(Clone, Debug)]
pub struct Document {
    json: Value,
    /// Bytes of every buffer, as long as it says.
    buffers: Vec<Vec<u8>>,
    /// Chunks after the second; none if it is not a GLB.
    chunks: Option<Vec<Chunk>>,
    /// The file, as long as nothing was changed.
    original: Option<Vec<u8>>,
    /// The buffer that new data goes into.
    growing: Option<usize>,
}

impl Document {
    /// Reads GLB or JSON. `beside` gives another file by its name relative to the document, or none.
    pub fn read(bytes: &[u8], beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Document, Fault> {
        let (text, chunks) = if glb::is_glb(bytes) {
            let mut chunks = glb::read(bytes)?;
            (chunks.remove(0).data, Some(chunks))
        } else {
            (bytes.to_vec(), None)
        };
        // Some editors begin a text with a byte order mark.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let json: Value = serde_json::from_slice(text).map_err(|e| {
            let what = format!("{e}; it is not a glTF document, or was damaged");
            fault(if chunks.is_some() { "GLB chunk 0" } else { "JSON" }, what)
        })?;
        if !json.is_object() {
            return Err(fault("JSON", "a glTF document is an object; this is something else"));
        }
        let version = json.pointer("/asset/version").and_then(Value::as_str);
        if !version.is_some_and(|v| v.starts_with("2.")) {
            let found = version.map_or("none".to_owned(), |v| format!("`{}`", v.chars().take(20).collect::<String>()));
            return Err(fault("/asset/version", format!("only glTF 2.0 is read, this has {found}; export it as 2.0")));
        }
        let required = json["extensionsRequired"].as_array().into_iter().flatten().filter_map(Value::as_str);
        if let Some(name) = required.into_iter().find(|name| COMPRESSIONS.contains(name)) {
            let what =
                format!("its geometry is compressed with {name}, which is not read; export it without compression");
            return Err(fault("/extensionsRequired", what));
        }
        let mut document = Document { json, buffers: vec![], chunks, original: Some(bytes.to_vec()), growing: None };
        document.load(beside)?;
        Ok(document)
    }

    /// An empty one, to be filled, which becomes a GLB.
    pub fn new(generator: &str) -> Document {
        let json = json!({ "asset": { "version": "2.0", "generator": generator } });
        Document { json, buffers: vec![], chunks: Some(vec![]), original: None, growing: None }
    }

    /// For looking at only: some buffers may be empty.
    pub(super) fn loaded(json: Value, buffers: Vec<Vec<u8>>) -> Document {
        Document { json, buffers, chunks: None, original: None, growing: None }
    }

    fn load(&mut self, beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<(), Fault> {
        let mut bin = match self.chunks.as_mut() {
            Some(chunks) if chunks.first().is_some_and(|c| c.kind == glb::BIN) => Some(chunks.remove(0).data),
            _ => None,
        };
        let mut left = MAX_BYTES;
        for (k, buffer) in array(&self.json, "buffers").iter().enumerate() {
            self.buffers.push(bytes_of(buffer, k, &mut bin, &mut left, beside)?);
        }
        if let Some(data) = bin {
            // Nobody refers to it; it is kept all the same.
            self.chunks.get_or_insert_default().insert(0, Chunk { kind: glb::BIN, data });
        }
        Ok(())
    }

    pub fn json(&self) -> &Value {
        &self.json
    }

    /// To change something: the file is then written anew.
    pub fn json_mut(&mut self) -> &mut Value {
        self.original = None;
        &mut self.json
    }

    pub fn is_glb(&self) -> bool {
        self.chunks.is_some()
    }

    pub fn buffer(&self, index: usize) -> Option<&[u8]> {
        self.buffers.get(index).map(Vec::as_slice)
    }

    /// Adds an entry to a list at the top of the document, and says its number.
    pub fn push(&mut self, list: &str, entry: Value) -> usize {
        let list = self.list_mut(list);
        list.push(entry);
        list.len() - 1
    }

    /// A list at the top of the document, made if there is none.
    pub fn list_mut(&mut self, name: &str) -> &mut Vec<Value> {
        let entry = member(self.json_mut(), name, || json!([]));
        if !entry.is_array() {
            *entry = json!([]);
        }
        entry.as_array_mut().expect("it was just made one")
    }

    /// Appends to the buffer that grows, at a multiple of four, and says which and where.
    pub fn append(&mut self, data: &[u8]) -> (usize, usize) {
        self.original = None;
        let index = match self.growing {
            Some(index) => index,
            None => {
                let own = self.is_glb() && array(&self.json, "buffers").first().is_some_and(|b| b["uri"].is_null());
                let index = if own { 0 } else { self.push("buffers", json!({ "byteLength": 0 })) };
                self.buffers.resize(self.buffers.len().max(index + 1), Vec::new());
                self.growing = Some(index);
                index
            }
        };
        let buffer = &mut self.buffers[index];
        let start = buffer.len().next_multiple_of(4);
        buffer.resize(start, 0);
        buffer.extend_from_slice(data);
        self.json["buffers"][index]["byteLength"] = json!(buffer.len());
        (index, start)
    }

    /// Names an extension among those used.
    pub fn uses(&mut self, extension: &str) {
        if !array(&self.json, "extensionsUsed").iter().any(|e| e.as_str() == Some(extension)) {
            self.push("extensionsUsed", json!(extension));
        }
    }

    /// As a GLB. Buffers become one, in the file itself; what was not changed is written as it came.
    pub fn to_glb(&self) -> Result<Vec<u8>, Fault> {
        if let (Some(original), true) = (&self.original, self.is_glb()) {
            return Ok(original.clone());
        }
        let packed = self.packed();
        let from = packed.as_ref().unwrap_or(self);
        let text = serde_json::to_vec(&from.json).map_err(|e| fault("JSON", e.to_string()))?;
        let mut chunks = vec![Chunk { kind: glb::JSON, data: text }];
        if let Some(bytes) = from.buffers.first() {
            chunks.push(Chunk { kind: glb::BIN, data: bytes.clone() });
        }
        chunks.extend(self.chunks.iter().flatten().filter(|c| c.kind != glb::BIN).cloned());
        glb::write(&chunks).ok_or_else(|| fault("GLB", "it would be over 4 GiB; write a .gltf"))
    }

    /// As JSON; the buffer that grew is in it as text, others stay where they are.
    pub fn to_gltf(&self) -> Result<Vec<u8>, Fault> {
        if let (Some(original), false) = (&self.original, self.is_glb()) {
            return Ok(original.clone());
        }
        let mut json = self.json.clone();
        for (k, bytes) in self.buffers.iter().enumerate() {
            let buffer = &mut json["buffers"][k];
            if buffer["uri"].is_null() {
                buffer["uri"] = json!(uri::data(bytes));
            }
        }
        serde_json::to_vec_pretty(&json).map_err(|e| fault("JSON", e.to_string()))
    }

    /// Takes buffers that are in files beside into the document, for it to go somewhere else.
    pub fn embed(&mut self) {
        let is_beside = |b: &Value| b["uri"].as_str().is_some_and(|uri| !uri.starts_with("data:"));
        if array(&self.json, "buffers").iter().any(is_beside) {
            for buffer in self.list_mut("buffers").iter_mut().filter(|b| is_beside(b)) {
                buffer.as_object_mut().map(|b| b.shift_remove("uri"));
            }
        }
    }

    /// Names of the images in files beside it.
    pub fn images_beside(&self) -> Vec<String> {
        let uris = array(&self.json, "images").iter().filter_map(|i| i["uri"].as_str());
        let names = uris.filter_map(|text| match uri::resolve(text, "") {
            Ok(Source::File(name)) => Some(name),
            _ => None,
        });
        names.collect()
    }

    /// Images that are in files beside it move into it, if they are there.
    pub fn embed_images(&mut self, beside: &dyn Fn(&str) -> Option<Vec<u8>>) {
        for name in self.images_beside() {
            let Some(bytes) = beside(&name) else { continue };
            let kind = match &bytes[..] {
                [0x89, b'P', b'N', b'G', ..] => "image/png",
                [b'R', b'I', b'F', b'F', ..] => "image/webp",
                _ => "image/jpeg",
            };
            let (buffer, start) = self.append(&bytes);
            let view = json!({ "buffer": buffer, "byteOffset": start, "byteLength": bytes.len() });
            let view = self.push("bufferViews", view);
            let is_it = |image: &&mut Value| {
                let source = image["uri"].as_str().map(|text| uri::resolve(text, ""));
                matches!(source, Some(Ok(Source::File(found))) if found == name)
            };
            for image in self.list_mut("images").iter_mut().filter(is_it) {
                let called = image["name"].as_str().unwrap_or(&name);
                *image = json!({ "name": called, "bufferView": view, "mimeType": kind });
            }
        }
    }

    /// With all buffers in one, as GLB wants it; none where it is so already.
    fn packed(&self) -> Option<Document> {
        let ours = array(&self.json, "buffers").first().is_none_or(|b| b["uri"].is_null());
        if self.buffers.len() <= 1 && ours {
            return None;
        }
        let mut out = Document { chunks: Some(Vec::new()), original: None, ..self.clone() };
        let mut all = Vec::new();
        let mut starts = Vec::new();
        for bytes in &self.buffers {
            all.resize(all.len().next_multiple_of(4), 0);
            starts.push(all.len());
            all.extend_from_slice(bytes);
        }
        let views = out.json.get_mut("bufferViews").and_then(Value::as_array_mut).into_iter().flatten();
        for view in views.filter_map(Value::as_object_mut) {
            shift(view, &starts);
            // Compressed data is in a buffer, too.
            let extensions = view.get_mut("extensions").and_then(Value::as_object_mut).into_iter().flatten();
            let compressed = extensions.filter(|(name, _)| COMPRESSIONS.contains(&name.as_str()));
            compressed.filter_map(|(_, e)| e.as_object_mut()).for_each(|e| shift(e, &starts));
        }
        let first = out.json["buffers"][0].as_object().cloned();
        let mut buffer: Map<String, Value> = first.unwrap_or_default();
        buffer.remove("uri");
        buffer.insert("byteLength".into(), json!(all.len()));
        out.json["buffers"] = json!([buffer]);
        out.buffers = vec![all];
        Some(out)
    }
}

/// Lets a buffer view point into the one buffer that all have become; they start there at the given places.
fn shift(view: &mut Map<String, Value>, starts: &[usize]) {
    let number = |name: &str| view.get(name).and_then(Value::as_whole);
    let start = number("buffer").and_then(|b| starts.get(usize::try_from(b).ok()?));
    if let Some(start) = start.filter(|s| **s > 0) {
        let offset = number("byteOffset").unwrap_or(0).saturating_add(*start as u64);
        view.insert("byteOffset".into(), json!(offset));
    }
    view.insert("buffer".into(), json!(0));
}

/// The bytes of a buffer, as many as it says; `bin` are those of the GLB, and `left` how many bytes may still come.
pub(super) fn bytes_of(
    buffer: &Value,
    k: usize,
    bin: &mut Option<Vec<u8>>,
    left: &mut usize,
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, Fault> {
    let place = format!("/buffers/{k}");
    let length = buffer["byteLength"].as_whole().filter(|n| *n > 0);
    let Some(length) = length.and_then(|n| usize::try_from(n).ok()) else {
        return Err(fault(format!("{place}/byteLength"), "give a length in bytes"));
    };
    *left = left.checked_sub(length).ok_or_else(|| {
        fault(&place, format!("with this, buffers are longer than {MAX_BYTES} bytes; split the document"))
    })?;
    let mut bytes = match buffer["uri"].as_str() {
        Some(text) => match uri::resolve(text, &format!("{place}/uri"))? {
            Source::Data(bytes) => bytes,
            Source::File(name) => beside(&name).ok_or_else(|| {
                fault(
                    format!("{place}/uri"),
                    format!("`{name}` cannot be read; put it beside the document, or drop both together"),
                )
            })?,
        },
        None => match bin.take().filter(|_| k == 0) {
            Some(bytes) => bytes,
            None if buffer["extensions"].is_object() => return Err(fault(place, hidden(buffer))),
            None => return Err(fault(place, "it has no data; give it a `uri`, or write a GLB")),
        },
    };
    if bytes.len() < length {
        let what = format!("{length} bytes are announced, but there are {}; was it cut off?", bytes.len());
        return Err(fault(place, what));
    }
    bytes.truncate(length);
    bytes.shrink_to_fit();
    Ok(bytes)
}

/// A member of an object, made if it is not there.
pub fn member<'a>(object: &'a mut Value, name: &str, make: impl FnOnce() -> Value) -> &'a mut Value {
    if !object.is_object() {
        *object = json!({});
    }
    let map = object.as_object_mut().expect("it was just made one");
    map.entry(name.to_owned()).or_insert_with(make)
}

/// Whole numbers, however they are spelled: 2, 2.0 and 20e-1 are the same.
pub trait Whole {
    fn as_whole(&self) -> Option<u64>;
}

impl Whole for Value {
    fn as_whole(&self) -> Option<u64> {
        let spelled = || self.as_f64().filter(|n| n.fract() == 0.0 && (0.0..9e15).contains(n)).map(|n| n as u64);
        self.as_u64().or_else(spelled)
    }
}

/// A list at the top of a document; empty if there is none.
pub fn array<'a>(json: &'a Value, name: &str) -> &'a [Value] {
    json[name].as_array().map_or(&[], Vec::as_slice)
}

/// Says which extension holds what is missing.
fn hidden(value: &Value) -> String {
    let names = value["extensions"].as_object().into_iter().flat_map(|o| o.keys());
    let name = names.map(String::as_str).find(|n| COMPRESSIONS.contains(n)).unwrap_or("an extension");
    format!("its data is compressed with {name}, which is not read; export it without compression")
}
