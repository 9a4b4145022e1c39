//! Baking: a take becomes keyframes in a document.

use std::ops::ControlFlow;

use glam::{Affine3A, Quat, Vec3};
use lissom_core::Teleport;

use crate::gltf::clip::{Between, Target, Track};
use crate::gltf::import::Import;
use crate::gltf::nodes::Trs;
use crate::gltf::{Document, Fault, animate};
use crate::take::{Eye, Take};

mod keys;
mod looped;
mod shapes;

/// How frames are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub fps: f64,
    /// From when to when.
    pub from_secs: f64,
    pub to_secs: f64,
    /// For so long the first pose is held before, so that everything hangs as it should.
    pub preroll_secs: f64,
    /// The last frame meets the first.
    pub looped: bool,
}

/// How frames become keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Keying {
    /// What the animation is called.
    pub name: String,
    /// The animation of the document that was played; its other channels are kept.
    pub animation: Option<usize>,
    /// Put the keys into that animation instead of a new one.
    pub merge: bool,
    /// Every so many frames a pose, held until the next: 2 is on twos. 1 moves in every frame.
    pub hold: usize,
    /// How far nodes may be turned in the world from what was simulated, deg.
    pub turn_deg: f32,
    /// How far vertices of bodies without bones may be from what was simulated, as a share of the body's size.
    pub share: f32,
}

/// What a take looked like, frame by frame.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    pub times_secs: Vec<f64>,
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// parent_from_node.
    pub local: Vec<Trs>,
    /// The same as the document's own animation has it.
    pub clipped: Vec<Trs>,
    /// By drawn mesh: weights of its morph targets; none if it has none.
    pub morphs: Vec<Vec<f32>>,
    /// The same as the document's own animation has them.
    pub clipped_morphs: Vec<Vec<f32>>,
    /// By drawn mesh: where its vertices are, if they do not follow nodes alone.
    pub soft: Vec<Vec<Vec3>>,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baked {
    /// None where nothing moves.
    pub animation: Option<usize>,
    pub frames: usize,
    pub nodes: usize,
    /// Keys of nodes before they were reduced, and after.
    pub keys_before: usize,
    pub keys: usize,
    /// The largest turn in the world between what was simulated and the keys, deg.
    pub turn_error_deg: f32,
    pub shapes: Vec<Shaped>,
}

/// A mesh whose vertices were baked to morph targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaped {
    pub mesh: String,
    pub targets: usize,
    /// How far a vertex is from what was simulated, at most, m.
    pub error_m: f32,
}

impl Recording {
    /// As an animation of its own that begins at 0: everything that moves is in it, nothing is left to the document's.
    pub fn cut(&mut self, import: &Import) {
        let (rest, first) = (import.nodes.rest(), self.times_secs.first().copied().unwrap_or(0.0));
        self.times_secs.iter_mut().for_each(|t| *t -= first);
        for frame in &mut self.frames {
            frame.clipped.clone_from(&rest);
            frame.clipped_morphs = import.drawn.iter().map(|d| d.weights.clone()).collect();
        }
    }
}

impl Frame {
    pub fn of(take: &Take) -> Frame {
        let drawn = 0..take.import.drawn.len();
        let soft = |k: usize| if take.actor.meshes()[k].is_soft() { take.skinned(k).0 } else { Vec::new() };
        Frame {
            local: take.local().to_vec(),
            clipped: take.clipped().to_vec(),
            morphs: drawn.clone().map(|k| take.morphs(k)).collect(),
            clipped_morphs: drawn.clone().map(|k| take.clipped_morphs(k)).collect(),
            soft: drawn.map(soft).collect(),
        }
    }
}

/// Somebody said stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped")]
pub struct Stopped;

/// Plays a take and writes down every frame. `eye` says who looks, and `done` is told after every frame, with the
/// share that is done, and may stop it.
pub fn record(
    take: &mut Take,
    options: &Options,
    eye: &dyn Fn(&Take, f64) -> Eye,
    done: &mut dyn FnMut(&Take, f64) -> ControlFlow<()>,
) -> Result<Recording, Stopped> {
    let times = times(options);
    let frames = if options.looped {
        looped::record(take, options, &times, eye, done)
    } else {
        take.settle(options.from_secs, options.preroll_secs, eye);
        play(take, &times, None, eye, done)
    };
    match frames {
        ControlFlow::Continue(frames) => Ok(Recording { times_secs: times, frames }),
        ControlFlow::Break(()) => Err(Stopped),
    }
}

/// The moments of all frames; the last one is the end itself.
fn times(options: &Options) -> Vec<f64> {
    let length = (options.to_secs - options.from_secs).max(0.0);
    // A rest of less than a tenth of a frame is not worth one.
    let whole = (length * options.fps - 0.1).ceil().max(0.0) as usize;
    (0..=whole).map(|k| options.from_secs + if k == whole { length } else { k as f64 / options.fps }).collect()
}

/// One run over all frames, the first of them now, or by a jump.
fn play(
    take: &mut Take,
    times: &[f64],
    jump: Option<Teleport>,
    eye: &dyn Fn(&Take, f64) -> Eye,
    done: &mut dyn FnMut(&Take, f64) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<Frame>> {
    let mut frames = Vec::with_capacity(times.len());
    for (k, &time) in times.iter().enumerate() {
        let eye = eye(take, time);
        if k > 0 {
            take.step(time - times[k - 1], &eye, None);
        } else if jump.is_some() {
            take.step(0.0, &eye, jump);
        }
        frames.push(Frame::of(take));
        done(take, (k + 1) as f64 / times.len() as f64)?;
    }
    ControlFlow::Continue(frames)
}

/// Writes keys into a document: of every node and morph target that is not as the document's own animation has it.
pub fn write(document: &mut Document, import: &Import, recording: &Recording, keying: &Keying) -> Result<Baked, Fault> {
    let picked: Vec<usize> = picked(recording.frames.len(), keying.hold);
    let times: Vec<f32> = picked.iter().map(|k| recording.times_secs[*k] as f32).collect();
    let frames: Vec<&Frame> = picked.iter().map(|k| &recording.frames[*k]).collect();
    let between = if keying.hold > 1 { Between::Step } else { Between::Linear };
    let mut baked = Baked { frames: frames.len(), ..Baked::default() };
    let moved: Vec<usize> = (0..import.nodes.list.len()).filter(|node| is_moved(&frames, *node)).collect();
    let keyed = |allowed_deg: f32| {
        let of_node = |node: &usize| node_tracks(&frames, &times, *node, between, allowed_deg);
        let tracks: Vec<Track> = moved.iter().flat_map(of_node).collect();
        let error_deg = turn_error_deg(import, &tracks, &frames, &times);
        (tracks, error_deg)
    };
    // Errors add up along a chain: as much for each joint as leaves the sum within what is allowed.
    let (mut tracks, mut error_deg) = keyed(keying.turn_deg);
    let (mut least, mut most) = (0.0, keying.turn_deg);
    for _ in 0..SEARCHES {
        if error_deg <= keying.turn_deg && most == keying.turn_deg {
            break;
        }
        let middle = if least > 0.0 { 0.5 * (least + most) } else { 0.3 * most };
        let found = keyed(middle);
        if found.1 <= keying.turn_deg {
            (least, (tracks, error_deg)) = (middle, found);
        } else {
            most = middle;
        }
    }
    if error_deg > keying.turn_deg {
        (tracks, error_deg) = keyed(0.0);
    }
    baked.turn_error_deg = error_deg;
    baked.nodes = moved.len();
    baked.keys_before = tracks.len() * times.len();
    baked.keys = tracks.iter().map(|t| t.times.len()).sum();
    tracks.extend(unbent(import, keying, &moved, &times));
    shapes::bake(document, import, &frames, &times, between, keying, &mut tracks, &mut baked.shapes)?;
    // Where nothing moves there is nothing to write: an animation without channels is not allowed.
    let is_empty = tracks.is_empty() && keying.animation.is_none();
    baked.animation =
        (!is_empty).then(|| animate::write(document, &keying.name, keying.animation, keying.merge, &tracks));
    Ok(baked)
}

/// Not every program turns on the shortest way between two keys: Blender goes straight, number by number. Where that
/// shows, kept rotations get keys in every frame, so that all programs agree; in degrees.
const BENT_DEG: f32 = 0.02;

fn unbent(import: &Import, keying: &Keying, moved: &[usize], times: &[f32]) -> Vec<Track> {
    let clip = keying.animation.filter(|_| !keying.merge).and_then(|k| import.clips.get(k));
    let tracks = clip.iter().flat_map(|c| &c.tracks).filter(|t| !moved.contains(&t.node));
    let tracks = tracks.filter(|t| t.target == Target::Rotation && t.between == Between::Linear);
    tracks.filter(|t| is_bent(t, times)).map(|t| at_frames(t, times)).collect()
}

fn is_bent(track: &Track, times: &[f32]) -> bool {
    let keys: Vec<Quat> = track.keys().map(|k| Quat::from_slice(k).normalize()).collect();
    times.iter().any(|time| {
        let next = track.times.partition_point(|t| t <= time);
        if next == 0 || next == track.times.len() {
            return false;
        }
        let share = (time - track.times[next - 1]) / (track.times[next] - track.times[next - 1]);
        let (a, b) = (keys[next - 1], keys[next]);
        turned(a.slerp(b, share), a.lerp(b, share)).to_degrees() > BENT_DEG
    })
}

/// The same track with a key in every frame besides its own.
fn at_frames(track: &Track, times: &[f32]) -> Track {
    let mut all: Vec<f32> = track.times.iter().chain(times).copied().collect();
    all.sort_by(f32::total_cmp);
    // Two keys that are nearly at one time are one.
    all.dedup_by(|a, b| *a - *b < 1e-5);
    let mut values = vec![0.0; 4 * all.len()];
    all.iter().zip(values.chunks_exact_mut(4)).for_each(|(time, value)| track.value(*time, value));
    Track { times: all, values, ..track.clone() }
}

/// Every so many frames one, and the last.
fn picked(frames: usize, hold: usize) -> Vec<usize> {
    let mut picked: Vec<usize> = (0..frames).step_by(hold.max(1)).collect();
    if frames > 0 && picked.last() != Some(&(frames - 1)) {
        picked.push(frames - 1);
    }
    picked
}

/// Steps of the search for it.
const SEARCHES: usize = 8;
/// Rounding of single precision, which is no motion; rad.
const SAME: f32 = 2e-5;

fn is_moved(frames: &[&Frame], node: usize) -> bool {
    frames.iter().any(|f| {
        let (a, b) = (&f.local[node], &f.clipped[node]);
        turned(a.rotation, b.rotation) > SAME || a.translation != b.translation || a.scale != b.scale
    })
}

/// The angle between two rotations, rad.
fn turned(a: Quat, b: Quat) -> f32 {
    let between = a.conjugate() * b;
    2.0 * between.xyz().length().atan2(between.w.abs())
}

/// Keys of one node: of its rotation, and of its place and size if these move.
fn node_tracks(frames: &[&Frame], times: &[f32], node: usize, between: Between, turn_deg: f32) -> Vec<Track> {
    let mut tracks = Vec::new();
    let mut rotations: Vec<Quat> = frames.iter().map(|f| f.local[node].rotation).collect();
    for k in 1..rotations.len() {
        if rotations[k].dot(rotations[k - 1]) < 0.0 {
            rotations[k] = -rotations[k];
        }
    }
    let off = |a: usize, b: usize, k: usize| {
        let share = (times[k] - times[a]) / (times[b] - times[a]);
        let (from, to, is) = (rotations[a], rotations[b], rotations[k]);
        turned(from.slerp(to, share), is).max(turned(from.lerp(to, share), is))
    };
    let keep = match between {
        Between::Step => keys::changes(rotations.len(), |a, b| rotations[a] == rotations[b]),
        _ => keys::reduce(rotations.len(), turn_deg.to_radians(), off),
    };
    tracks.push(Track {
        node,
        target: Target::Rotation,
        between,
        times: keep.iter().map(|k| times[*k]).collect(),
        values: keep.iter().flat_map(|k| rotations[*k].to_array()).collect(),
        width: 4,
    });
    for (target, get) in [
        (Target::Translation, (|local: &Trs| local.translation) as fn(&Trs) -> Vec3),
        (Target::Scale, |local: &Trs| local.scale),
    ] {
        if frames.iter().all(|f| get(&f.local[node]) == get(&f.clipped[node])) {
            continue;
        }
        let values: Vec<Vec3> = frames.iter().map(|f| get(&f.local[node])).collect();
        // However far it goes, it is off by no more than such a turn would move it where it began.
        let size = get(&frames[0].clipped[node]).length();
        let off = |a: usize, b: usize, k: usize| {
            let share = (times[k] - times[a]) / (times[b] - times[a]);
            values[a].lerp(values[b], share).distance(values[k])
        };
        let keep = match between {
            Between::Step => keys::changes(values.len(), |a, b| values[a] == values[b]),
            _ => keys::reduce(values.len(), turn_deg.to_radians() * size, off),
        };
        tracks.push(Track {
            node,
            target,
            between,
            times: keep.iter().map(|k| times[*k]).collect(),
            values: keep.iter().flat_map(|k| values[*k].to_array()).collect(),
            width: 3,
        });
    }
    tracks
}

/// The largest turn in the world between what was simulated and the keys, over all nodes and frames.
fn turn_error_deg(import: &Import, tracks: &[Track], frames: &[&Frame], times: &[f32]) -> f32 {
    let nodes = &import.nodes;
    let mut most = 0.0f32;
    for (frame, time) in frames.iter().zip(times) {
        let mut keyed: Vec<Quat> = frame.local.iter().map(|l| l.rotation).collect();
        let mut value = [0.0; 4];
        for track in tracks.iter().filter(|t| t.target == Target::Rotation) {
            track.value(*time, &mut value);
            keyed[track.node] = Quat::from_array(value);
        }
        let mut world = vec![(Quat::IDENTITY, Quat::IDENTITY); keyed.len()];
        for &node in &nodes.order {
            let parent = nodes.list[node].parent.map_or((Quat::IDENTITY, Quat::IDENTITY), |p| world[p]);
            world[node] = (parent.0 * frame.local[node].rotation, parent.1 * keyed[node]);
            most = most.max(turned(world[node].0.normalize(), world[node].1.normalize()));
        }
    }
    most.to_degrees()
}

/// world_from_node of all nodes in every frame.
fn worlds(import: &Import, frames: &[&Frame]) -> Vec<Vec<Affine3A>> {
    frames.iter().map(|f| import.nodes.world(&f.local)).collect()
}
