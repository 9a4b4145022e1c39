//! A rig of springs.

use std::collections::HashMap;

use glam::{Affine3A, Vec3};
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{ColliderShape, Joints, Rig, RigCollider, Spring as Pull};

use super::{Collider, Shape, Spring, Vrm};
use crate::gltf::Nodes;

/// Of joints whose springs hit nothing, m.
const THIN: f32 = 0.01;
/// Hair, kg for each metre.
const WEIGHT: f32 = 0.2;

/// Springs as joints and colliders in the world of the rest pose. Joints stand in the order of the springs.
pub fn rig(vrm: &Vrm, nodes: &Nodes) -> Rig {
    let world = nodes.world(&nodes.rest());
    let mut names = Names::default();
    let names_of_joints: Vec<String> = vrm.springs.iter().map(|s| names.unused(&s.name)).collect();
    let part = |c: &Collider| names.unused(&format!("{} collider", nodes.list[c.node].name));
    let parts: Vec<String> = vrm.colliders.iter().map(part).collect();
    let collider = |(c, part): (&Collider, &String)| RigCollider {
        part: part.clone(),
        bone: Some(nodes.list[c.node].name.clone()),
        shape: in_world(&c.shape, &world[c.node]),
        friction: 0.0,
    };
    let joints = |(spring, name)| joints(spring, name, vrm, nodes, &world, &parts);
    Rig {
        joints: vrm.springs.iter().zip(names_of_joints).map(joints).collect(),
        colliders: vrm.colliders.iter().zip(&parts).map(collider).collect(),
        ..Rig::default()
    }
}

fn joints(spring: &Spring, name: String, vrm: &Vrm, nodes: &Nodes, world: &[Affine3A], parts: &[String]) -> Joints {
    let pull = |j: &super::Joint| Pull {
        stiffness: j.stiffness,
        drag: j.drag,
        gravity_power: j.gravity_power,
        gravity_dir: j.gravity_dir.to_array(),
        hit_radius: j.hit_radius * scale(&world[j.node]),
    };
    let springs: Vec<Pull> = spring.joints.iter().map(pull).collect();
    let thickest = springs.iter().map(|s| s.hit_radius).fold(0.0, f32::max);
    let mut touched: Vec<usize> = spring.groups.iter().flat_map(|g| &vrm.groups[*g].colliders).copied().collect();
    touched.sort_unstable();
    touched.dedup();
    let place = |node: usize| Vec3::from(world[node].translation);
    let length = |j: &super::Joint| nodes.list[j.node].parent.map_or(0.0, |p| place(p).distance(place(j.node)));
    let length = spring.joints[1..].iter().map(length).sum::<f32>() + spring.tail.unwrap_or(0.0);
    Joints {
        preset: preset(&name),
        name,
        bones: spring.joints.iter().map(|j| nodes.list[j.node].name.clone()).collect(),
        tail: spring.tail,
        anchor: spring.center.map(|node| nodes.list[node].name.clone()),
        radius: if thickest > 0.0 { thickest } else { THIN },
        weight_kg: (WEIGHT * length).max(0.01),
        adjust: Adjust { inertia: spring.center.map(|_| 0.0), limit_cone_deg: cone_deg(spring), ..Adjust::default() },
        touches: Some(touched.iter().map(|c| parts[*c].clone()).collect()),
        springs,
        ..Joints::default()
    }
}

/// The widest cone, if every joint that swings has one.
fn cone_deg(spring: &Spring) -> Option<f32> {
    let swings = &spring.joints[..spring.joints.len().saturating_sub(1)];
    let cone = |j: &super::Joint| match j.limit {
        Some(super::Limit::Cone { angle, .. }) => Some(angle.to_degrees()),
        _ => None,
    };
    let cones: Option<Vec<f32>> = swings.iter().filter(|j| !j.between).map(cone).collect();
    cones?.into_iter().reduce(f32::max)
}

/// Of a length along any axis, at most.
pub(super) fn scale(world: &Affine3A) -> f32 {
    let m = world.matrix3;
    m.x_axis.length().max(m.y_axis.length()).max(m.z_axis.length())
}

fn in_world(shape: &Shape, world: &Affine3A) -> ColliderShape {
    let point = |p: Vec3| world.transform_point3(p).to_array();
    let radius = |r: f32| (r * scale(world)).max(1e-4);
    match *shape {
        Shape::Sphere { offset, radius: r, inside: false } => {
            ColliderShape::Sphere { center: point(offset), radius: radius(r) }
        }
        Shape::Sphere { offset, radius: r, inside: true } => {
            ColliderShape::InsideSphere { center: point(offset), radius: radius(r) }
        }
        Shape::Capsule { offset, tail, radius: r, inside: false } => {
            ColliderShape::Capsule { ends: [point(offset), point(tail)], radii: [radius(r); 2] }
        }
        Shape::Capsule { offset, tail, radius: r, inside: true } => {
            ColliderShape::InsideCapsule { ends: [point(offset), point(tail)], radii: [radius(r); 2] }
        }
        Shape::Plane { offset, normal } => {
            let turned = world.matrix3.inverse().transpose() * normal;
            ColliderShape::Plane { point: point(offset), normal: turned.normalize_or(normal.into()).to_array() }
        }
    }
}

/// What is meant, by its name.
fn preset(name: &str) -> Preset {
    let name = name.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|w| name.contains(w));
    let word = |word: &str| name.split(|c: char| !c.is_alphabetic()).any(|w| w == word);
    match () {
        () if any(&["hair", "kami", "bang", "ponytail", "twintail", "pigtail"]) => Preset::Hair,
        () if any(&["skirt"]) => Preset::Skirt,
        () if any(&["cape", "cloak", "mantle", "coat"]) => Preset::Cape,
        () if any(&["bust", "breast"]) => Preset::SoftSkin,
        () if any(&["ribbon", "lace", "strap", "cord", "wire", "scarf"]) => Preset::Ribbon,
        () if any(&["tail"]) => Preset::Tail,
        () if any(&["mimi"]) || word("ear") || word("ears") => Preset::Ear,
        () => Preset::Hair,
    }
}

/// Names given once, told apart by numbers.
#[derive(Debug, Default)]
struct Names(HashMap<String, usize>);

impl Names {
    fn unused(&mut self, name: &str) -> String {
        let mut made = name.to_owned();
        while self.0.contains_key(&made) {
            let count = self.0.entry(name.to_owned()).or_insert(1);
            *count += 1;
            made = format!("{name} {count}");
        }
        self.0.insert(made.clone(), 1);
        made
    }
}
