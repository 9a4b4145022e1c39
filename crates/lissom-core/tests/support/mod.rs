//! Small worlds for tests.
#![allow(dead_code)]

use glam::{Quat, Vec3};
use lissom_core::*;

pub const IDENTITY: PoseArray = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

pub fn bone(position: Vec3, rotation: Quat) -> PoseArray {
    let (p, r) = (position, rotation);
    [p.x, p.y, p.z, r.x, r.y, r.z, r.w]
}

/// A straight chain from the origin along `direction`, its first joint held by bone 0.
pub fn chain(joints: usize, length: f32, direction: Vec3, params: BodyParams) -> BodyDesc {
    let particles = (0..joints)
        .map(|k| ParticleDesc {
            position: (direction * (length * k as f32)).to_array(),
            rotation: Quat::from_rotation_arc(Vec3::Z, direction).to_array(),
            radii: [0.3 * length; 3],
            mass_kg: 0.05,
            animated: k == 0,
            surface: false,
            binding: Binding::rigid(0),
        })
        .collect();
    BodyDesc { part: "chain".into(), particles, structure: Structure::Chain, anchor: 0, params }
}

/// A square cloth in the plane y = 0, `side` particles a side, held along its first row.
pub fn cloth(side: usize, spacing: f32, params: BodyParams) -> BodyDesc {
    let mut particles = Vec::new();
    let mut edges = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let index = (row * side + column) as u32;
            particles.push(ParticleDesc {
                position: [spacing * column as f32, 0.0, spacing * row as f32],
                rotation: [0.0, 0.0, 0.0, 1.0],
                radii: [0.5 * spacing, 0.25 * spacing, 0.5 * spacing],
                mass_kg: 0.01,
                animated: row == 0,
                surface: false,
                binding: Binding::rigid(0),
            });
            if column > 0 {
                edges.push([index - 1, index]);
            }
            if row > 0 {
                edges.push([index - side as u32, index]);
            }
        }
    }
    BodyDesc { part: "cloth".into(), particles, structure: Structure::Mesh { edges }, anchor: 0, params }
}

pub fn world(bodies: Vec<BodyDesc>, gravity: Vec3) -> World {
    let settings = Settings { gravity: gravity.to_array(), ..Settings::default() };
    World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings }).expect("a valid world")
}

pub fn run(world: &mut World, frames: usize) -> StepReport {
    let mut report = StepReport::default();
    for _ in 0..frames {
        report = world.step(&StepInput::new(1.0 / 60.0, &[IDENTITY]));
    }
    report
}

pub fn position(world: &World, body: usize, particle: usize) -> Vec3 {
    let range = world.poses().body(body);
    Vec3::from_array(world.poses().positions()[range.start + particle])
}
