//! Animations: channels with a sampler and a target of their own, keys that follow each other.

use std::collections::HashSet;

use serde_json::Value;

use super::super::accessor::Component::{F32, I8, I16, U8, U16};
use super::super::document::{Whole, array};
use super::tree::UNIT_TOLERANCE;
use super::{Check, Format};

const AGAIN: &str = "export it again";

impl Check<'_> {
    pub fn animations(&mut self) {
        for (k, animation) in self.list("animations").iter().enumerate() {
            let samplers = array(animation, "samplers");
            for (s, sampler) in samplers.iter().enumerate() {
                self.sampler(sampler, &format!("/animations/{k}/samplers/{s}"));
            }
            let mut targets = HashSet::new();
            for (c, channel) in array(animation, "channels").iter().enumerate() {
                let place = format!("/animations/{k}/channels/{c}");
                let target = &channel["target"];
                let pointer = &target["extensions"]["KHR_animation_pointer"]["pointer"];
                if pointer.is_string() && target["path"] != "pointer" {
                    self.found.error(format!("{place}/target/path"), "a pointer leads elsewhere", "write `pointer`");
                }
                let is_target = target["node"].as_whole().is_some() || pointer.is_string();
                if is_target
                    && !targets.insert((target["node"].to_string(), target["path"].to_string(), pointer.to_string()))
                {
                    self.found.error(format!("{place}/target"), "another channel has the same target", "remove one");
                }
                let sampler = channel["sampler"].as_whole().and_then(|s| samplers.get(usize::try_from(s).ok()?));
                match sampler {
                    Some(sampler) => self.channel(target, sampler, &place),
                    None if channel["sampler"].as_whole().is_some() => {
                        let what = format!("the animation has only {} samplers", samplers.len());
                        self.found.error(format!("{place}/sampler"), what, AGAIN);
                    }
                    None => {}
                }
            }
        }
    }

    fn sampler(&mut self, sampler: &Value, place: &str) {
        for name in ["input", "output"] {
            if self.entry("accessors", &sampler[name]).is_some_and(|(_, accessor)| self.is_strided(accessor)) {
                self.found.error(format!("{place}/{name}"), "its buffer view has a stride", "remove `byteStride`");
            }
        }
        let Some((k, input)) = self.entry("accessors", &sampler["input"]) else { return };
        let place = format!("{place}/input");
        if Format::of(input).is_some_and(|f| f != Format::SCALAR) {
            return self.found.error(place, "times must be single floats", AGAIN);
        }
        if input["min"].is_null() || input["max"].is_null() {
            self.found.error(&place, "`min` and `max` of its accessor are missing", AGAIN);
        }
        if !self.seen.insert((k, "times".into())) {
            return;
        }
        let times = self.numbers(&sampler["input"]).map(|e| e.values).unwrap_or_default();
        if times.first().is_some_and(|t| *t < 0.0) {
            self.found.error(&place, "a time before 0", AGAIN);
        }
        if let Some(at) = times.windows(2).position(|w| w[0] >= w[1]) {
            self.found.error(place, format!("time {} is not after the one before it", at + 1), AGAIN);
        }
    }

    fn channel(&mut self, target: &Value, sampler: &Value, place: &str) {
        let node = self.entry("nodes", &target["node"]).map(|(_, node)| node);
        let path = target["path"].as_str().unwrap_or_default();
        let morphs = node.map(|node| match self.entry("meshes", &node["mesh"]) {
            Some((_, mesh)) => mesh["primitives"][0]["targets"].as_array().map_or(0, Vec::len),
            None => 0,
        });
        if path == "weights" && morphs == Some(0) {
            self.found.error(format!("{place}/target"), "its node has no morph targets", "remove the channel");
        }
        if node.is_some_and(|n| !n["matrix"].is_null()) && matches!(path, "translation" | "rotation" | "scale") {
            let what = "its node has a matrix, which cannot be animated";
            self.found.error(format!("{place}/target"), what, "split it into translation, rotation and scale");
        }
        let Some((_, output)) = self.entry("accessors", &sampler["output"]) else { return };
        let Some(format) = Format::of(output) else { return };
        let real = format.is_real(&[I8, U8, I16, U16]) && format.shape.columns == 1;
        let fits = match path {
            "translation" | "scale" => format.component == F32 && format.shape.rows == 3 && real,
            "rotation" => format.shape.rows == 4 && real,
            "weights" => format.shape.rows == 1 && real,
            _ => true,
        };
        let place = format!("{place}/sampler");
        if !fits {
            return self.found.error(place, format!("values of {path} cannot be stored like this"), AGAIN);
        }
        let cubic = sampler["interpolation"] == "CUBICSPLINE";
        let keys = self.entry("accessors", &sampler["input"]).and_then(|(_, input)| input["count"].as_whole());
        let each = if path == "weights" { morphs.unwrap_or(0) as u64 } else { 1 };
        let needed = keys.map(|keys| keys.saturating_mul(if cubic { 3 } else { 1 }).saturating_mul(each));
        if path != "pointer" && each > 0 && needed.is_some() && output["count"].as_whole() != needed {
            self.found.error(&place, "not as many values as its keys need", AGAIN);
        }
        if path == "rotation" && self.seen_rotations(sampler, cubic) {
            let values = self.numbers(&sampler["output"]).map(|e| e.values).unwrap_or_default();
            let (skip, step) = if cubic { (1, 3) } else { (0, 1) };
            let mut lengths =
                values.chunks_exact(4).skip(skip).step_by(step).map(|q| q.iter().map(|x| x * x).sum::<f64>().sqrt());
            if let Some(key) = lengths.position(|length| (length - 1.0).abs() > UNIT_TOLERANCE) {
                self.found.error(place, format!("the rotation of key {key} is not of length 1"), AGAIN);
            }
        }
    }

    /// Whether these are to be looked at: the first time only.
    fn seen_rotations(&mut self, sampler: &Value, cubic: bool) -> bool {
        let how = if cubic { "cubic rotations" } else { "rotations" };
        self.entry("accessors", &sampler["output"]).is_some_and(|(k, _)| self.seen.insert((k, how.into())))
    }
}
