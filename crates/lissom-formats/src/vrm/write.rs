//! A rig's joints and colliders written back as VRM's springs, for programs that know nothing else.
//!
//! What was not changed stays as it is in the file. Joints without VRM's own numbers get such as move about the same: a
//! bone of length L swings with ω² = 60 s / L for small angles, loses 1 - exp(-rate / 60) of its speed in a frame, and
//! falls by g / 60 more in each.

use std::collections::{HashMap, HashSet};
use std::f32::consts::TAU;

use glam::{Affine3A, Vec3};
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{ColliderShape, Joints, Rig, RigCollider, Spring as Pull};
use serde_json::{Value, json};

use super::{Shape, Vrm};
use crate::gltf::{Document, Fault, Nodes, fault};

mod old;
mod one;

/// Frames a second that VRM's numbers are made for.
const RATE: f32 = 60.0;

/// Writes joints and colliders as springs; says what VRM has no words for. Without a change, the document stays as it
/// is, to the byte.
pub fn write_springs(document: &mut Document, rig: &Rig, nodes: &Nodes) -> Vec<Fault> {
    let vrm = super::read(document.json(), nodes);
    let was = vrm.as_ref().map_or_else(Rig::default, |vrm| super::rig(vrm, nodes));
    let same = |a: &Joints, b: &Joints| said(a) == said(b);
    let colliders = rig.colliders.len() == was.colliders.len();
    let colliders = colliders && rig.colliders.iter().zip(&was.colliders).all(|(a, b)| same_collider(a, b));
    let joints = rig.joints.len() == was.joints.len();
    if colliders && joints && rig.joints.iter().zip(&was.joints).all(|(a, b)| same(a, b)) {
        return Vec::new();
    }
    let extension = |name: &str| document.json()["extensions"].get(name).is_some();
    let is_old = extension("VRM") && !extension("VRMC_vrm") && !extension("VRMC_springBone");
    let mut writer = Writer::new(rig, &was, nodes, vrm.as_ref());
    if is_old {
        writer.write_old(document);
    } else {
        writer.write_one(document);
    }
    writer.notes
}

/// What VRM can say of joints: of those with its own numbers, nothing but these.
fn said(joints: &Joints) -> Joints {
    let plain = Joints { links: Vec::new(), weight_kg: 0.0, view: None, ..joints.clone() };
    if joints.springs.is_empty() {
        return plain;
    }
    let adjust = Adjust { inertia: joints.adjust.inertia, ..Adjust::default() };
    Joints { preset: Preset::default(), adjust, radius: 0.0, ..plain }
}

fn same_collider(a: &RigCollider, b: &RigCollider) -> bool {
    (&a.part, &a.bone, &a.shape) == (&b.part, &b.bone, &b.shape)
}

struct Writer<'a> {
    rig: &'a Rig,
    nodes: &'a Nodes,
    vrm: Option<&'a Vrm>,
    /// The rig that the file has.
    was: &'a Rig,
    world: Vec<Affine3A>,
    by_name: HashMap<&'a str, usize>,
    /// Joints and colliders that the file has, by first bone and by part.
    had: HashMap<&'a str, usize>,
    had_collider: HashMap<&'a str, usize>,
    notes: Vec<Fault>,
}

impl<'a> Writer<'a> {
    fn new(rig: &'a Rig, was: &'a Rig, nodes: &'a Nodes, vrm: Option<&'a Vrm>) -> Writer<'a> {
        let first = |(k, j): (usize, &'a Joints)| Some((j.bones.first()?.as_str(), k));
        Writer {
            rig,
            nodes,
            vrm,
            was,
            world: nodes.world(&nodes.rest()),
            by_name: nodes.list.iter().enumerate().map(|(k, n)| (n.name.as_str(), k)).collect(),
            had: was.joints.iter().enumerate().filter_map(first).collect(),
            had_collider: was.colliders.iter().enumerate().map(|(k, c)| (c.part.as_str(), k)).collect(),
            notes: Vec::new(),
        }
    }

    /// The spring of the file that these joints are, and whether they are still the same.
    fn before(&self, joints: &Joints) -> Option<(usize, bool)> {
        let k = *self.had.get(joints.bones.first()?.as_str())?;
        Some((k, said(&self.was.joints[k]) == said(joints)))
    }

    /// The collider of the file that this is, and whether it is still the same.
    fn collider_before(&self, collider: &RigCollider) -> Option<(usize, bool)> {
        let k = *self.had_collider.get(collider.part.as_str())?;
        Some((k, same_collider(&self.was.colliders[k], collider)))
    }

    fn note(&mut self, place: &str, name: &str, what: &str) {
        self.notes.push(fault(format!("{place} `{name}`"), format!("{what}; it is not written as a spring of VRM")));
    }

    /// Their nodes; none if one is not there.
    fn bones(&mut self, joints: &Joints) -> Option<Vec<usize>> {
        let bones: Option<Vec<usize>> = joints.bones.iter().map(|b| self.by_name.get(b.as_str()).copied()).collect();
        if bones.as_ref().is_none_or(Vec::is_empty) {
            self.note("joints", &joints.name, "a bone is missing in this file");
            return None;
        }
        bones
    }

    fn center(&self, joints: &Joints) -> Option<usize> {
        let anchor = joints.anchor.as_ref().filter(|_| joints.adjust.inertia == Some(0.0))?;
        self.by_name.get(anchor.as_str()).copied()
    }

    /// Parts of colliders that they hit.
    fn touched(&self, joints: &Joints) -> HashSet<&'a str> {
        let listed = joints.touches.as_ref().map(|t| t.iter().map(String::as_str).collect::<HashSet<_>>());
        let passes: HashSet<&str> = joints.passes_through.iter().map(String::as_str).collect();
        let hit = |part: &&str| listed.as_ref().is_none_or(|l| l.contains(part)) && !passes.contains(part);
        self.rig.colliders.iter().map(|c| c.part.as_str()).filter(hit).collect()
    }

    /// The node of a collider, and its shape there.
    fn shape(&mut self, collider: &RigCollider) -> Option<(usize, Shape)> {
        let node = collider.bone.as_ref().and_then(|b| self.by_name.get(b.as_str()).copied());
        let found = node.and_then(|node| Some((node, local(&collider.shape, &self.world[node])?)));
        if found.is_none() {
            self.note("collider", &collider.part, "VRM has only round ones and planes, on bones");
        }
        found
    }

    /// VRM's numbers for each bone.
    fn pulls(&self, joints: &Joints, bones: &[usize]) -> Vec<Pull> {
        if joints.springs.len() == bones.len() {
            return joints.springs.clone();
        }
        let mut params = joints.preset.params();
        joints.adjust.apply(&mut params);
        let fall = Vec3::from_array(self.rig.gravity.0);
        let place = |node: usize| Vec3::from(self.world[node].translation);
        let pull = |&bone: &usize| {
            let child = bones.iter().find(|b| self.nodes.list[**b].parent == Some(bone));
            let length = child.map_or(joints.tail.unwrap_or(0.0), |c| place(*c).distance(place(bone)));
            Pull {
                stiffness: (TAU * params.bend_hz).powi(2) * length / RATE,
                drag: 1.0 - (-params.damping / RATE).exp(),
                gravity_power: fall.length() * params.gravity_scale / RATE,
                gravity_dir: fall.normalize_or(Vec3::NEG_Y).to_array(),
                hit_radius: joints.radius,
            }
        };
        bones.iter().map(pull).collect()
    }
}

fn local(shape: &ColliderShape, world: &Affine3A) -> Option<Shape> {
    let back = world.inverse();
    let point = |p: [f32; 3]| Some(back.transform_point3(p.into())).filter(|p| p.is_finite());
    Some(match *shape {
        ColliderShape::Sphere { center, radius } => Shape::Sphere { offset: point(center)?, radius, inside: false },
        ColliderShape::InsideSphere { center, radius } => {
            Shape::Sphere { offset: point(center)?, radius, inside: true }
        }
        ColliderShape::Capsule { ends: [a, b], radii: [r, s] } => {
            Shape::Capsule { offset: point(a)?, tail: point(b)?, radius: r.max(s), inside: false }
        }
        ColliderShape::InsideCapsule { ends: [a, b], radii: [r, s] } => {
            Shape::Capsule { offset: point(a)?, tail: point(b)?, radius: r.min(s), inside: true }
        }
        ColliderShape::Plane { point: p, normal } => {
            let normal = (world.matrix3.transpose() * Vec3::from_array(normal)).normalize_or(Vec3::Z);
            Shape::Plane { offset: point(p)?, normal }
        }
        ColliderShape::Box { .. } => return None,
    })
}

/// A copy of what the file has, to be changed where needed.
fn copy(list: &Value, place: Option<usize>) -> Value {
    place.and_then(|k| list.get(k)).filter(|v| v.is_object()).cloned().unwrap_or_else(|| json!({}))
}
