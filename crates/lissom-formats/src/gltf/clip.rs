//! Animations: keys of nodes over time, sampled as the specification says.

use glam::{Quat, Vec3};
use serde_json::Value;

use super::accessor::{Budget, index};
use super::document::{Document, array};
use super::nodes::{Nodes, Trs, unit};
use super::{Fault, fault};

/// What a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Translation,
    Rotation,
    Scale,
    Weights,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    Step,
    Linear,
    /// Every key has a tangent before and one after it.
    Cubic,
}

/// Keys of one property of one node.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub node: usize,
    pub target: Target,
    pub between: Between,
    pub times: Vec<f32>,
    /// Key by key, and tangents with them where the track is cubic.
    pub values: Vec<f32>,
    /// How many numbers a value has.
    pub width: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    pub name: String,
    /// When the last key is.
    pub secs: f64,
    pub tracks: Vec<Track>,
}

/// The one that plays where none is named: one that stands idle, else one that walks, else the longest.
pub fn usual(clips: &[Clip]) -> Option<usize> {
    let called = |word: &str| {
        let named = (0..clips.len()).filter(|k| clips[*k].name.to_lowercase().contains(word));
        // The plainest of them: `Idle`, and not `Idle_Sword`.
        named.min_by_key(|k| clips[*k].name.len())
    };
    let longest = || (0..clips.len()).rev().max_by(|a, b| clips[*a].secs.total_cmp(&clips[*b].secs));
    called("idle").or_else(|| called("walk")).or_else(longest)
}

/// All animations of a document.
pub fn read(document: &Document, nodes: &Nodes, budget: &mut Budget) -> Result<Vec<Clip>, Fault> {
    let animations = array(document.json(), "animations").iter().enumerate();
    animations.map(|(k, animation)| read_one(document, nodes, animation, k, budget)).collect()
}

/// Animation `k` of a document.
pub fn read_one(
    document: &Document,
    nodes: &Nodes,
    animation: &Value,
    k: usize,
    budget: &mut Budget,
) -> Result<Clip, Fault> {
    let samplers = array(animation, "samplers");
    let mut tracks = Vec::new();
    for (c, channel) in array(animation, "channels").iter().enumerate() {
        let place = format!("/animations/{k}/channels/{c}");
        let Some((node, target)) = target_of(channel, nodes.list.len(), &place)? else { continue };
        let s = index(&channel["sampler"], samplers.len(), &format!("{place}/sampler"), "samplers")?;
        let place = format!("/animations/{k}/samplers/{s}");
        let between = match samplers[s]["interpolation"].as_str() {
            None | Some("LINEAR") => Between::Linear,
            Some("STEP") => Between::Step,
            Some("CUBICSPLINE") => Between::Cubic,
            Some(_) => return Err(fault(format!("{place}/interpolation"), "give STEP, LINEAR or CUBICSPLINE")),
        };
        let times = document.elements(&samplers[s]["input"], &format!("{place}/input"), &[1], budget)?.floats();
        // Two keys at one time do no harm, nor do keys before 0.
        if times.windows(2).any(|w| w[0] > w[1]) {
            return Err(fault(format!("{place}/input"), "times of keys must rise; export it again"));
        }
        let widths: &[usize] = match target {
            Target::Translation | Target::Scale => &[3],
            Target::Rotation => &[4],
            Target::Weights => &[1],
        };
        let values = document.elements(&samplers[s]["output"], &format!("{place}/output"), widths, budget)?;
        let slots = times.len() * if between == Between::Cubic { 3 } else { 1 };
        let width = if target == Target::Weights { values.count / slots } else { values.width };
        if width == 0 || values.values.len() != slots * width {
            let what = format!("{} values for {} keys; export it again", values.count, times.len());
            return Err(fault(format!("{place}/output"), what));
        }
        tracks.push(Track { node, target, between, times, values: values.floats(), width });
    }
    let secs = tracks.iter().filter_map(|t| t.times.last()).fold(0.0, |a: f64, t| a.max(f64::from(*t)));
    let name = animation["name"].as_str().map_or_else(|| format!("animation {k}"), str::to_owned);
    Ok(Clip { name, secs, tracks })
}

/// The node, of so many, and the property of a channel; none if it moves something else, like a light.
pub fn target_of(channel: &Value, nodes: usize, place: &str) -> Result<Option<(usize, Target)>, Fault> {
    let target = &channel["target"];
    let pointer = target.pointer("/extensions/KHR_animation_pointer/pointer").and_then(Value::as_str);
    let (node, path) = match pointer {
        Some(pointer) => {
            let Some((node, path)) = pointer.strip_prefix("/nodes/").and_then(|p| p.split_once('/')) else {
                return Ok(None);
            };
            (node.parse().ok().filter(|n| *n < nodes), Some(path))
        }
        None if target["node"].is_null() => return Ok(None),
        None => {
            let node = index(&target["node"], nodes, &format!("{place}/target/node"), "nodes")?;
            (Some(node), target["path"].as_str())
        }
    };
    let target = match path {
        Some("translation") => Target::Translation,
        Some("rotation") => Target::Rotation,
        Some("scale") => Target::Scale,
        Some("weights") => Target::Weights,
        Some(_) if pointer.is_some() => return Ok(None),
        _ => {
            return Err(fault(format!("{place}/target/path"), "give translation, rotation, scale or weights"));
        }
    };
    Ok(node.map(|n| (n, target)))
}

impl Clip {
    /// Puts nodes where the clip has them; others stay. Before the first key and after the last one it stands still.
    pub fn sample(&self, time_secs: f64, local: &mut [Trs]) {
        for track in &self.tracks {
            if track.target == Target::Weights {
                continue;
            }
            let mut out = [0.0; 4];
            track.value(time_secs as f32, &mut out[..track.width]);
            let Some(node) = local.get_mut(track.node) else { continue };
            match track.target {
                Target::Translation => node.translation = Vec3::from_slice(&out),
                Target::Rotation => node.rotation = unit(Quat::from_array(out)),
                Target::Scale => node.scale = Vec3::from_slice(&out),
                Target::Weights => {}
            }
        }
    }

    /// Weights of the morph targets of a node, if the clip has any for it.
    pub fn weights(&self, node: usize, time_secs: f64) -> Option<Vec<f32>> {
        let track = self.tracks.iter().find(|t| t.node == node && t.target == Target::Weights)?;
        let mut out = vec![0.0; track.width];
        track.value(time_secs as f32, &mut out);
        Some(out)
    }
}

impl Track {
    /// The values of all keys.
    pub fn keys(&self) -> impl Iterator<Item = &[f32]> {
        let (skip, every) = if self.between == Between::Cubic { (1, 3) } else { (0, 1) };
        self.values.chunks_exact(self.width).skip(skip).step_by(every)
    }

    /// The value at a time.
    pub fn value(&self, time: f32, out: &mut [f32]) {
        let next = self.times.partition_point(|t| *t <= time);
        let key = |k: usize, part: usize| {
            let slot = if self.between == Between::Cubic { 3 * k + part } else { k };
            &self.values[slot * self.width..][..self.width]
        };
        if next == 0 || next == self.times.len() || self.between == Between::Step {
            out.copy_from_slice(key(next.max(1) - 1, 1));
            return;
        }
        let (a, b) = (next - 1, next);
        let gap = self.times[b] - self.times[a];
        let t = (time - self.times[a]) / gap;
        if self.between == Between::Linear {
            if self.target == Target::Rotation {
                let (from, to) = (Quat::from_slice(key(a, 0)), Quat::from_slice(key(b, 0)));
                out.copy_from_slice(&unit(from).slerp(unit(to), t).to_array());
                return;
            }
            for ((out, from), to) in out.iter_mut().zip(key(a, 0)).zip(key(b, 0)) {
                *out = from * (1.0 - t) + to * t;
            }
            return;
        }
        let (t2, t3) = (t * t, t * t * t);
        let shares = [2.0 * t3 - 3.0 * t2 + 1.0, gap * (t3 - 2.0 * t2 + t), 3.0 * t2 - 2.0 * t3, gap * (t3 - t2)];
        for (c, out) in out.iter_mut().enumerate() {
            *out = shares[0] * key(a, 1)[c]
                + shares[1] * key(a, 2)[c]
                + shares[2] * key(b, 1)[c]
                + shares[3] * key(b, 0)[c];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_animation_stands_or_walks_or_is_the_longest() {
        let usual_of = |all: &[(&str, f64)]| {
            let clip = |(name, secs): &(&str, f64)| Clip { name: (*name).to_owned(), secs: *secs, tracks: Vec::new() };
            usual(&all.iter().map(clip).collect::<Vec<_>>())
        };
        assert_eq!(usual_of(&[]), None);
        assert_eq!(usual_of(&[("static", 0.1), ("walk", 1.0), ("Rig|Idle_Sword", 9.0), ("Rig|Idle", 2.0)]), Some(3));
        assert_eq!(usual_of(&[("Attack", 2.0), ("WalkSlow", 1.0), ("Walk", 1.0)]), Some(2));
        assert_eq!(usual_of(&[("a", 0.1), ("b", 3.0), ("c", 3.0)]), Some(1));
    }
}
