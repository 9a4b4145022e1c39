//! A rig of springs.

use std::collections::HashMap;

use glam::{Affine3A, Quat, Vec3};
use lissom_rig::auto::preset_of;
use lissom_rig::preset::Adjust;
use lissom_rig::rig::{ColliderShape, JointLimit, Joints, Rig, RigCollider, Spring as Pull};

use super::at::short;
use super::{Collider, Joint, Limit, Shape, Spring, Vrm};
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
    let part = |c: &Collider| names.unused(&format!("{} collider", short(&nodes.list[c.node].name)));
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
    let pull = |j: &Joint| Pull {
        stiffness: j.stiffness,
        drag: j.drag,
        gravity_power: j.gravity_power,
        gravity_dir: j.gravity_dir.to_array(),
        hit_radius: j.hit_radius,
    };
    let springs: Vec<Pull> = spring.joints.iter().map(pull).collect();
    let thickest = springs.iter().map(|s| s.hit_radius).fold(0.0, f32::max);
    let mut touched: Vec<usize> = spring.groups.iter().flat_map(|g| &vrm.groups[*g].colliders).copied().collect();
    touched.sort_unstable();
    touched.dedup();
    let place = |node: usize| Vec3::from(world[node].translation);
    let length = |j: &Joint| nodes.list[j.node].parent.map_or(0.0, |p| place(p).distance(place(j.node)));
    let length = spring.joints[1..].iter().map(length).sum::<f32>() + spring.tail.unwrap_or(0.0);
    Joints {
        preset: preset_of(&name).unwrap_or_default(),
        name,
        bones: spring.joints.iter().map(|j| nodes.list[j.node].name.clone()).collect(),
        tail: spring.tail,
        anchor: spring.center.map(|node| nodes.list[node].name.clone()),
        radius: if thickest > 0.0 { thickest } else { THIN },
        weight_kg: (WEIGHT * length).max(0.01),
        adjust: Adjust { inertia: spring.center.map(|_| 0.0), ..Adjust::default() },
        limits: limits(spring),
        touches: Some(touched.iter().map(|c| parts[*c].clone()).collect()),
        springs,
        ..Joints::default()
    }
}

/// None if no joint has any. What stands between two joints does not turn at all.
fn limits(spring: &Spring) -> Vec<JointLimit> {
    let limit = |j: &Joint| match j.limit {
        None if j.between => JointLimit::Cone { angle_deg: 0.0, rotation: Quat::IDENTITY.to_array() },
        None => JointLimit::None,
        Some(Limit::Cone { angle, rotation }) => {
            JointLimit::Cone { angle_deg: angle.to_degrees(), rotation: rotation.to_array() }
        }
        Some(Limit::Hinge { angle, rotation }) => {
            JointLimit::Hinge { angle_deg: angle.to_degrees(), rotation: rotation.to_array() }
        }
        Some(Limit::Spherical { pitch, yaw, rotation }) => {
            let (pitch_deg, yaw_deg) = (pitch.to_degrees(), yaw.to_degrees());
            JointLimit::Spherical { pitch_deg, yaw_deg, rotation: rotation.to_array() }
        }
    };
    let has = |j: &Joint| j.between || j.limit.is_some();
    if spring.joints.iter().any(has) { spring.joints.iter().map(limit).collect() } else { Vec::new() }
}

/// Radii are in metres, whatever the size of the node: so programs that play VRM have them.
fn in_world(shape: &Shape, world: &Affine3A) -> ColliderShape {
    let point = |p: Vec3| world.transform_point3(p).to_array();
    let radius = |r: f32| r.max(1e-4);
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
            ColliderShape::Plane { point: point(offset), normal: turned.normalize_or(normal).to_array() }
        }
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
