//! Animations written into a document, and numbers into its buffers.

use std::collections::HashMap;

use glam::Vec3;
use serde_json::{Value, json};

use super::Fault;
use super::accessor::Budget;
use super::clip::{self, Between, Target, Track};
use super::document::{Document, Whole, array};
use super::nodes::{self, Nodes};

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
    let mut animation = old.filter(Value::is_object).unwrap_or_else(|| json!({}));
    tracks.iter().for_each(|track| say_by_parts(document, track.node));
    let count = array(document.json(), "nodes").len();
    let replaced = |channel: &Value| {
        let target = clip::target_of(channel, count, "").ok().flatten();
        tracks.iter().any(|t| target == Some((t.node, t.target)))
    };
    let samplers = array(&animation, "samplers").to_vec();
    let sampler = |channel: &Value| channel["sampler"].as_whole().map(|s| s as usize).filter(|s| *s < samplers.len());
    let stays = |channel: &&Value| sampler(channel).is_some() && !replaced(channel);
    let mut channels: Vec<Value> = array(&animation, "channels").iter().filter(stays).cloned().collect();
    let mut kept: Vec<Value> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for channel in &mut channels {
        let Some(old) = sampler(channel) else { continue };
        let new = *places.entry(old).or_insert_with(|| {
            kept.push(samplers[old].clone());
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
            // What was baked before is baked anew.
            match array(document.json(), "animations").iter().position(|a| a["name"] == name) {
                Some(k) => {
                    document.list_mut("animations")[k] = animation;
                    k
                }
                None => document.push("animations", animation),
            }
        }
    }
}

/// A node that is animated may not have a matrix.
fn say_by_parts(document: &mut Document, node: usize) {
    let from = array(document.json(), "nodes").get(node).filter(|n| !n["matrix"].is_null());
    let Some(Ok(local)) = from.map(|n| nodes::local(n, "")) else { return };
    let node = &mut document.json_mut()["nodes"][node];
    node.as_object_mut().map(|n| n.shift_remove("matrix"));
    node["translation"] = json!(local.translation.to_array());
    node["rotation"] = json!(local.rotation.to_array());
    node["scale"] = json!(local.scale.to_array());
}

/// Says in all animations that the mesh of a node has so many morph targets now; those that are new do nothing there.
pub fn widen(document: &mut Document, nodes: &Nodes, node: usize, width: usize) -> Result<(), Fault> {
    let animations = array(document.json(), "animations").to_vec();
    for (k, animation) in animations.iter().enumerate() {
        let is_of_node =
            |c: &Value| matches!(clip::target_of(c, nodes.list.len(), ""), Ok(Some((n, Target::Weights))) if n == node);
        if !array(animation, "channels").iter().any(is_of_node) {
            continue;
        }
        let mut tracks = clip::read_one(document, nodes, animation, k, &mut Budget::default())?.tracks;
        tracks.retain(|t| t.node == node && t.target == Target::Weights);
        for track in &mut tracks {
            let keys = track.values.chunks_exact(track.width);
            let widened = |v: &[f32]| v.iter().copied().chain(std::iter::repeat(0.0)).take(width).collect::<Vec<_>>();
            track.values = keys.flat_map(widened).collect();
            track.width = width;
        }
        write(document, "", Some(k), true, &tracks);
    }
    Ok(())
}

fn path_of(target: Target) -> &'static str {
    match target {
        Target::Translation => "translation",
        Target::Rotation => "rotation",
        Target::Scale => "scale",
        Target::Weights => "weights",
    }
}
