//! Gravity: how poses hang, and sag baking.
//!
//! A change of the view leads from one hanging pose to another. Where poses sag, these are found by letting them. Baking
//! finds rotations that gravity bends to the authored pose instead. Inverse statics by a fixed point: let the chain
//! sag, see how far each joint gave way, bend it back by as much.

use super::poses::{Poses, Posture, lay_out};
use super::{Descriptor, Kind, Sag, Tree, ViewBlend};
use crate::desc::{Binding, BodyDesc, BodyParams, Settings, WorldDesc};
use crate::input::StepInput;
use crate::rest::Rest;
use crate::step::World;
use crate::template::Template;
use glam::{DQuat, DVec3, Vec3};
use std::ops::ControlFlow;

/// At most so many rounds.
const ROUNDS: usize = 12;
/// Frames until what was let go hangs still, at the damping below; soft ones take longer.
const FRAMES: usize = 150;
const MAX_FRAMES: usize = 1500;
/// Still: it moves by less than this share of its size a frame.
const STILL: f32 = 1e-6;
const DAMPING: f32 = 15.0;
/// Good enough, of the body's length.
const CLOSE: f64 = 1e-4;
/// A pose that a joint must be bent back this far for would not stand.
const MAX_BEND: f64 = 0.52;
/// The error must fall to this share in three rounds.
const PROGRESS: f64 = 0.8;
const IDENTITY: [f32; 7] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// The directions that gravity is baked for: the one it has, and two across.
pub fn axes(settings: &Settings) -> [Vec3; 3] {
    let down = Vec3::from_array(settings.gravity).normalize_or(Vec3::NEG_Y);
    let (a, b) = down.any_orthonormal_pair();
    [down, a, b]
}

/// A body's poses against gravity, by pose and joint.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Baked {
    /// Rotations of the rest pose, by direction of gravity; none if gravity does nothing.
    pub rest: Vec<Vec<Vec<DQuat>>>,
    /// Those that the body has when it hangs in peace: as authored where that was baked, sagged elsewhere. It is
    /// these that a change of the view must lead from and to.
    pub hung: Vec<Vec<DQuat>>,
    /// What could not be baked.
    pub notes: Vec<String>,
}

impl Baked {
    /// Whether it could be of such a body.
    pub fn fits(&self, kind: &Kind, poses: &Poses) -> bool {
        let joints = poses.length.len();
        let whole = |set: &Vec<Vec<DQuat>>| set.len() == poses.x.len() && set.iter().all(|pose| pose.len() == joints);
        self.rest.len() == kind.bakes && self.rest.iter().chain([&self.hung]).all(whole)
    }
}

/// Finds rest poses against gravity, and how they hang. A pose that cannot be baked stays as authored and sags.
pub fn bake(
    template: &Template,
    desc: &BodyDesc,
    tree: &Tree,
    view: &ViewBlend,
    kind: &Kind,
    poses: &Poses,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<(), Baked> {
    let authored: Vec<Vec<DQuat>> = poses.posture.iter().map(|p| p.rotation.clone()).collect();
    let mut out = Baked { rest: Vec::new(), hung: authored.clone(), notes: Vec::new() };
    if kind.bakes == 0 {
        return ControlFlow::Continue(out);
    }
    let strength = Vec3::from_array(template.settings.gravity).length();
    let tilts = ["", " when tilted one way", " when tilted the other way"];
    for (set, (axis, tilt)) in axes(&template.settings)[..kind.bakes].iter().zip(tilts).enumerate() {
        let settings = Settings { gravity: (*axis * strength).to_array(), ..template.settings.clone() };
        let mut failed = vec![view.sag == Sag::Off; poses.x.len()];
        let tell = &mut |share| progress((set as f64 + share) / kind.bakes as f64);
        let mut baked = bake_one(desc, tree, view.descriptor, poses, &settings, &mut failed, tell)?;
        let sagging: Vec<usize> = (0..failed.len()).filter(|&pose| failed[pose]).collect();
        for &pose in &sagging {
            baked[pose].clone_from(&authored[pose]);
            if view.sag != Sag::Off {
                let which = if pose == 0 { "the bind pose".to_owned() } else { format!("example {pose}") };
                out.notes.push(format!(
                    "`{}`: {which} would not stand under its own weight{tilt}, so it sags; make it stiffer or lighter",
                    desc.part
                ));
            }
        }
        if set == 0 && !sagging.is_empty() {
            let hung = hang(desc, tree, view.descriptor, poses, &baked, &sagging, &settings);
            for (x, &pose) in hung.iter().zip(&sagging) {
                let found = Posture::of(tree, view.descriptor, x, poses.axis, poses.across).rotation;
                let near = |(q, r): (&DQuat, &DQuat)| if q.dot(*r) < 0.0 { -*q } else { *q };
                out.hung[pose] = found.iter().zip(&authored[pose]).map(near).collect();
            }
        }
        out.rest.push(baked);
    }
    ControlFlow::Continue(out)
}

/// Whether gravity acts on a body.
pub fn weighs(settings: &Settings, params: &BodyParams) -> bool {
    settings.gravity != [0.0; 3] && params.gravity_scale != 0.0
}

fn bake_one(
    desc: &BodyDesc,
    tree: &Tree,
    descriptor: Descriptor,
    poses: &Poses,
    settings: &Settings,
    failed: &mut [bool],
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<Vec<DQuat>>> {
    let authored = |pose: usize| &poses.posture[pose].rotation;
    let total: f64 = poses.length.iter().sum();
    let mut baked: Vec<Vec<DQuat>> = (0..poses.x.len()).map(|pose| authored(pose).clone()).collect();
    let mut errors: Vec<Vec<f64>> = vec![Vec::new(); poses.x.len()];
    for round in 0..ROUNDS {
        progress(round as f64 / ROUNDS as f64)?;
        let open: Vec<usize> = (0..poses.x.len())
            .filter(|&pose| !failed[pose] && errors[pose].last().is_none_or(|e| *e > CLOSE * total))
            .collect();
        if open.is_empty() {
            break;
        }
        let hung = hang(desc, tree, descriptor, poses, &baked, &open, settings);
        for (x, &pose) in hung.iter().zip(&open) {
            let error = x.iter().zip(&poses.x[pose]).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
            let past = &errors[pose];
            let stuck = past.len() >= 3 && error > PROGRESS * past[past.len() - 3];
            errors[pose].push(error);
            let found = Posture::of(tree, descriptor, x, poses.axis, poses.across);
            for &k in &tree.order {
                let (r, was) = (authored(pose)[k], baked[pose][k]);
                let back = match descriptor {
                    Descriptor::ParentLocal => was * (found.rotation[k].conjugate() * r),
                    Descriptor::Paper => (r * found.rotation[k].conjugate()) * was,
                };
                let back = if back.dot(r) < 0.0 { -back } else { back };
                baked[pose][k] = back.normalize();
                failed[pose] |= !back.is_finite() || crate::quat::qlog(r.conjugate() * back).length() > MAX_BEND;
            }
            failed[pose] |= stuck;
        }
    }
    ControlFlow::Continue(baked)
}

/// Where the open poses come to rest.
fn hang(
    desc: &BodyDesc,
    tree: &Tree,
    descriptor: Descriptor,
    poses: &Poses,
    baked: &[Vec<DQuat>],
    open: &[usize],
    settings: &Settings,
) -> Vec<Vec<DVec3>> {
    let params = BodyParams {
        rest: Rest::Fixed,
        follow_bones: false,
        damping: DAMPING,
        spin_damping: DAMPING,
        self_collision: false,
        passes_through: Vec::new(),
        limit: None,
        may_sleep: false,
        ..desc.params.clone()
    };
    let turned = |pose: usize, rotation: &[DQuat], k: usize| match descriptor {
        Descriptor::Paper => poses.offset[pose][k],
        Descriptor::ParentLocal => {
            let mut frame = DQuat::IDENTITY;
            let mut path = vec![tree.main[k]];
            while path[path.len() - 1] != 0 {
                path.push(tree.parent[path[path.len() - 1]]);
            }
            for &joint in path.iter().rev() {
                frame *= rotation[joint];
            }
            frame * poses.offset[pose][k]
        }
    };
    let bodies = open.iter().map(|&pose| {
        let x = lay_out(tree, descriptor, &baked[pose], &poses.length, poses.axis);
        let mut body = BodyDesc { params: params.clone(), anchor: 0, ..desc.clone() };
        for (k, p) in body.particles.iter_mut().enumerate() {
            p.position = x[k].as_vec3().to_array();
            if k > 0 {
                p.rotation = turned(pose, &baked[pose], k).as_quat().to_array();
            }
            p.binding = Binding::rigid(0);
        }
        body
    });
    let desc = WorldDesc {
        bones: vec![IDENTITY],
        bodies: bodies.collect(),
        colliders: Vec::new(),
        settings: settings.clone(),
    };
    // A pose of a body that was built can be built.
    let Ok(mut world) = World::new(desc) else { return open.iter().map(|&p| poses.x[p].clone()).collect() };
    let slots: Vec<(usize, Vec<usize>)> =
        world.template().bodies.iter().map(|b| (b.source, b.slots().collect())).collect();
    // From the authored pose, which is where it should end.
    world.step(&StepInput::new(0.0, &[IDENTITY]));
    let state = world.state_mut();
    for (source, slots) in &slots {
        for (k, &slot) in slots.iter().enumerate().skip(1) {
            let pose = open[*source];
            let q = turned(pose, &poses.posture[pose].rotation, k).as_quat().to_array();
            for c in 0..3 {
                state.x[c][slot] = poses.x[pose][k][c] as f32;
            }
            for c in 0..4 {
                state.q[c][slot] = q[c];
            }
        }
    }
    let still = STILL * (world.template().size * 60.0);
    for k in 0..MAX_FRAMES {
        world.step(&StepInput::new(1.0 / 60.0, &[IDENTITY]));
        let v = world.state().v();
        if k >= FRAMES && v.iter().all(|v| v.iter().all(|v| v.abs() < still)) {
            break;
        }
    }
    let at = |p: &[f32; 3]| DVec3::from_array(p.map(f64::from));
    (0..open.len()).map(|body| world.poses().positions()[world.poses().body(body)].iter().map(at).collect()).collect()
}
