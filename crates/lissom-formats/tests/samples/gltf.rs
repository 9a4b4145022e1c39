//! A small character as a glTF document: two bones, a skinned square that morphs, keys of every kind, and a camera.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbaImage};
use lissom_formats::gltf::Document;
use serde_json::{Value, json};

/// Appends floats as an accessor with bounds, and says its number.
pub fn floats(document: &mut Document, kind: &str, width: usize, numbers: &[f32]) -> usize {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    let k = accessor(document, kind, 5126, numbers.len() / width, &bytes);
    let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
        (0..width).map(|c| numbers.iter().skip(c).step_by(width).copied().reduce(pick).unwrap_or(0.0)).collect()
    };
    let (min, max) = (bound(f32::min), bound(f32::max));
    let entry = &mut document.json_mut()["accessors"][k];
    (entry["min"], entry["max"]) = (json!(min), json!(max));
    k
}

/// Appends bytes as an accessor with a buffer view of its own, and says its number.
pub fn accessor(document: &mut Document, kind: &str, component: u64, count: usize, bytes: &[u8]) -> usize {
    let (buffer, start) = document.append(bytes);
    let view = json!({ "buffer": buffer, "byteOffset": start, "byteLength": bytes.len() });
    let view = document.push("bufferViews", view);
    let entry = json!({ "bufferView": view, "componentType": component, "count": count, "type": kind });
    document.push("accessors", entry)
}

const SQUARE: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 2.0, 0.0];

/// A document with one triangle on one node.
pub fn triangle() -> Document {
    let mut document = Document::new("samples");
    let positions = floats(&mut document, "VEC3", 3, &SQUARE[..9]);
    document.push("meshes", json!({ "primitives": [{ "attributes": { "POSITION": positions } }] }));
    document.push("nodes", json!({ "name": "thing", "mesh": 0 }));
    document.push("scenes", json!({ "nodes": [0] }));
    document
}

/// A triangle with colours of its vertices and a texture of two by two pixels: red, green, blue, and half of white.
pub fn textured() -> Document {
    let mut document = triangle();
    let d = &mut document;
    let uvs = accessor(d, "VEC2", 5123, 3, &[0, 0, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 0xff, 0xff]);
    let colors = accessor(d, "VEC4", 5121, 3, &[255, 255, 255, 255, 255, 0, 0, 255, 255, 255, 255, 51]);
    for k in [uvs, colors] {
        d.json_mut()["accessors"][k]["normalized"] = json!(true);
    }
    let others = floats(d, "VEC2", 2, &[0.0; 6]);
    let primitive = &mut d.json_mut()["meshes"][0]["primitives"][0];
    for (name, accessor) in [("TEXCOORD_0", others), ("TEXCOORD_1", uvs), ("COLOR_0", colors)] {
        primitive["attributes"][name] = json!(accessor);
    }
    primitive["material"] = json!(0);
    let view = image_view(d, &picture(ImageFormat::Png));
    d.push("images", json!({ "bufferView": view, "mimeType": "image/png" }));
    d.push("samplers", json!({ "wrapS": 33071, "wrapT": 33648, "magFilter": 9728 }));
    d.push("textures", json!({ "source": 0, "sampler": 0 }));
    let texture = json!({ "index": 0, "texCoord": 1 });
    d.push("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": texture }, "doubleSided": true }));
    document
}

/// Appends an image as a buffer view, and says its number.
pub fn image_view(document: &mut Document, bytes: &[u8]) -> usize {
    let (buffer, start) = document.append(bytes);
    document.push("bufferViews", json!({ "buffer": buffer, "byteOffset": start, "byteLength": bytes.len() }))
}

/// Pixels of the texture.
pub const PIXELS: [u8; 16] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128];

/// The texture as a file; without alpha where that has none.
pub fn picture(format: ImageFormat) -> Vec<u8> {
    let pixels = RgbaImage::from_raw(2, 2, PIXELS.to_vec()).expect("four pixels");
    let mut image = DynamicImage::from(pixels);
    if format == ImageFormat::Jpeg {
        image = image.into_rgb8().into();
    }
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).expect("a file");
    out.into_inner()
}

pub fn character() -> Document {
    let mut document = Document::new("samples");
    let d = &mut document;
    let positions = floats(d, "VEC3", 3, &SQUARE);
    let normals = floats(d, "VEC3", 3, &[0.0, 0.0, 1.0].repeat(4));
    let weights = floats(d, "VEC4", 4, &[1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0].repeat(2));
    let joints = accessor(d, "VEC4", 5121, 4, &[0, 1, 0, 0].repeat(4));
    let indices = accessor(d, "SCALAR", 5123, 6, &[0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0]);
    let identity: Vec<f32> = (0..32).map(|k| if k % 16 % 5 == 0 { 1.0 } else { 0.0 }).collect();
    let binds = floats(d, "MAT4", 16, &identity);
    let morph = morph(d);
    d.push(
        "meshes",
        json!({
            "primitives": [{
                "attributes": { "POSITION": positions, "NORMAL": normals, "JOINTS_0": joints, "WEIGHTS_0": weights },
                "indices": indices,
                "targets": [{ "POSITION": morph }],
                "material": 0,
            }],
            "weights": [0.25],
            "extras": { "targetNames": ["smile"] },
        }),
    );
    d.push("materials", json!({ "pbrMetallicRoughness": { "baseColorFactor": [1.0, 0.5, 0.2, 1.0] } }));
    d.push("skins", json!({ "joints": [1, 2], "inverseBindMatrices": binds, "skeleton": 1 }));
    d.push("cameras", json!({ "type": "perspective", "perspective": { "yfov": 0.8, "znear": 0.1, "zfar": 10.0 } }));
    for node in [
        json!({ "name": "body", "mesh": 0, "skin": 0 }),
        json!({ "name": "hip", "children": [2, 3], "translation": [0.0, 1.0, 0.0] }),
        json!({ "name": "tail", "rotation": [0.0, 0.6, 0.0, 0.8], "scale": [1.0, 2.0, 1.0] }),
        json!({ "camera": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 3, 1] }),
    ] {
        d.push("nodes", node);
    }
    d.push("scenes", json!({ "nodes": [0, 1] }));
    d.json_mut()["scene"] = json!(0);
    animation(d);
    document
}

/// Sparse offsets: nothing but the last vertex moves.
fn morph(d: &mut Document) -> usize {
    let k = floats(d, "VEC3", 3, &[0.0; 12]);
    let at = d.append(&3u32.to_le_bytes());
    let to = d.append(&[0.0f32, 0.5, 0.0].map(f32::to_le_bytes).concat());
    let view = |d: &mut Document, (buffer, start): (usize, usize), length: usize| {
        d.push("bufferViews", json!({ "buffer": buffer, "byteOffset": start, "byteLength": length }))
    };
    let (at, to) = (view(d, at, 4), view(d, to, 12));
    let entry = &mut d.json_mut()["accessors"][k];
    entry["sparse"] = json!({
        "count": 1,
        "indices": { "bufferView": at, "componentType": 5125 },
        "values": { "bufferView": to },
    });
    entry["max"] = json!([0.0, 0.5, 0.0]);
    k
}

fn animation(d: &mut Document) {
    let times = floats(d, "SCALAR", 1, &[0.0, 0.5]);
    let turns = floats(d, "VEC4", 4, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8]);
    let moves: Vec<f32> = (0..18).map(|k| k as f32 * 0.125).collect();
    let moves = floats(d, "VEC3", 3, &moves);
    let sizes = floats(d, "VEC3", 3, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    let smiles = floats(d, "SCALAR", 1, &[0.0, 1.0]);
    let keys =
        [(2, "rotation", turns, "LINEAR"), (1, "translation", moves, "CUBICSPLINE"), (2, "scale", sizes, "STEP")];
    let keys = keys.into_iter().chain([(0, "weights", smiles, "LINEAR")]);
    let (channels, samplers): (Vec<Value>, Vec<Value>) = keys
        .enumerate()
        .map(|(k, (node, path, output, between))| {
            let channel = json!({ "sampler": k, "target": { "node": node, "path": path } });
            (channel, json!({ "input": times, "output": output, "interpolation": between }))
        })
        .unzip();
    d.push("animations", json!({ "name": "wag", "channels": channels, "samplers": samplers }));
}
