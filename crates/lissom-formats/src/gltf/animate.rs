//! Animations written into a document, and numbers into its buffers.

use std::collections::HashMap;

use glam::Vec3;
use serde_json::{Value, json};

use super::clip::{Between, Target, Track};
use super::document::{Document, array};

impl Document {
    /// Adds floats as an accessor and says its number. With their bounds where asked, as times and positions must have.
    pub fn add_floats(&mut self, values: &[f32], kind: &str, width: usize, bounds: bool) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let (buffer, start) = self.append(&bytes);
        let mut view = json!({ "buffer": buffer, "byteLength": bytes.len() });
        if start > 0 {
            view["byteOffset"] = json!(start);
        }
        let view = self.push("bufferViews", view);
        let count = values.len() / width;
        let mut accessor = json!({ "bufferView": view, "componentType": 5126, "count": count, "type": kind });
        if bounds {
            let column = |c: usize| values.iter().skip(c).step_by(width).copied();
            let bound = |pick: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
                (0..width).map(|c| column(c).fold(start, pick)).collect()
            };
            accessor["min"] = json!(bound(f32::min, f32::INFINITY));
            accessor["max"] = json!(bound(f32::max, f32::NEG_INFINITY));
        }
        self.push("accessors", accessor)
    }

    pub fn add_vec3(&mut self, values: &[Vec3], bounds: bool) -> usize {
        let flat: Vec<f32> = values.iter().flat_map(|v| v.to_array()).collect();
        self.add_floats(&flat, "VEC3", 3, bounds)
    }
}

/// Writes tracks: into a new animation that keeps the other channels of an old one, or into that itself. Says its
/// number.
pub fn write(document: &mut Document, name: &str, from: Option<usize>, merge: bool, tracks: &[Track]) -> usize {
    let old = from.and_then(|k| array(document.json(), "animations").get(k)).cloned();
    let mut animation = old.unwrap_or_else(|| json!({}));
    let replaced = |channel: &Value| {
        let (node, path) = (channel["target"]["node"].as_u64(), channel["target"]["path"].as_str());
        tracks.iter().any(|t| node == Some(t.node as u64) && path == Some(path_of(t.target)))
    };
    let samplers = array(&animation, "samplers").to_vec();
    let mut channels: Vec<Value> = array(&animation, "channels").iter().filter(|c| !replaced(c)).cloned().collect();
    let mut kept: Vec<Value> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    for channel in &mut channels {
        let Some(old) = channel["sampler"].as_u64() else { continue };
        let new = *places.entry(old).or_insert_with(|| {
            kept.extend(samplers.get(old as usize).cloned());
            kept.len() - 1
        });
        channel["sampler"] = json!(new);
    }
    // Tracks whose keys are at the same times share them.
    let mut times: HashMap<Vec<u32>, usize> = HashMap::new();
    for track in tracks {
        let bits: Vec<u32> = track.times.iter().map(|t| t.to_bits()).collect();
        let input = *times.entry(bits).or_insert_with(|| document.add_floats(&track.times, "SCALAR", 1, true));
        let (kind, width) = match track.target {
            Target::Translation | Target::Scale => ("VEC3", 3),
            Target::Rotation => ("VEC4", 4),
            Target::Weights => ("SCALAR", 1),
        };
        let output = document.add_floats(&track.values, kind, width, false);
        let interpolation = match track.between {
            Between::Step => "STEP",
            Between::Linear => "LINEAR",
            Between::Cubic => "CUBICSPLINE",
        };
        channels
            .push(json!({ "sampler": kept.len(), "target": { "node": track.node, "path": path_of(track.target) } }));
        kept.push(json!({ "input": input, "interpolation": interpolation, "output": output }));
    }
    animation["channels"] = Value::Array(channels);
    animation["samplers"] = Value::Array(kept);
    match from.filter(|_| merge) {
        Some(k) => {
            document.list_mut("animations")[k] = animation;
            k
        }
        None => {
            animation["name"] = json!(name);
            document.push("animations", animation)
        }
    }
}

fn path_of(target: Target) -> &'static str {
    match target {
        Target::Translation => "translation",
        Target::Rotation => "rotation",
        Target::Scale => "scale",
        Target::Weights => "weights",
    }
}
