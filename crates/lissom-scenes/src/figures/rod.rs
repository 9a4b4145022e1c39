//! The rod that ghost momentum is measured on: eight joints, upright, and five examples around it.

use super::tube::tube;
use crate::model::{Shape, mesh, skin};
use glam::{Quat, Vec3};
use lissom_rig::view::Example;
use lissom_rig::{Character, Material, Skeleton};

pub const JOINTS: usize = 8;
/// Of each segment, m.
pub const LENGTH: f32 = 0.1;
pub const RADIUS: f32 = 0.03;
const EXTENT: f32 = 0.8;

pub fn bone(k: usize) -> String {
    format!("rod.{k}")
}

/// A rod of any number of joints.
pub fn skeleton(joints: usize) -> Skeleton {
    let mut s = Skeleton::default();
    let mut parent = Some(s.add("root", None, Vec3::ZERO));
    for k in 0..joints {
        parent = Some(s.add(&bone(k), parent, Vec3::Y * (LENGTH * k as f32)));
    }
    s
}

pub fn character() -> Character {
    let skeleton = skeleton(JOINTS);
    let names: Vec<String> = (0..JOINTS).map(bone).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let height = LENGTH * (JOINTS - 1) as f32;
    let radius = |y: f32| RADIUS * (1.0 - 0.6 * y / height);
    let bands = (0..2 * (JOINTS - 1)).map(|k| {
        let (low, high) = (0.5 * LENGTH * k as f32, 0.5 * LENGTH * (k + 1) as f32);
        let points = [0.0, 0.33, 0.67, 1.0].map(|t| low + (high - low) * t).map(|y| (Vec3::Y * y, radius(y)));
        let shape: Shape = tube(&points, 5, 20);
        let weights = skin::smooth(&shape, &skeleton, &names, 0.03);
        let colours = if k % 2 == 0 { (0xE3B23C, 0xB07F1E) } else { (0xF5ECD8, 0xCDBE9C) };
        mesh(&format!("band.{k}"), "rod", Material::toon(colours.0, colours.1), shape, weights)
    });
    let foot = tube(&[(Vec3::Y * -0.02, 0.09), (Vec3::Y * -0.01, 0.085), (Vec3::Y * 0.005, 0.07)], 4, 28);
    let weights = skin::rigid(&foot, 0);
    let foot = mesh("foot", "foot", Material::toon(0x35466F, 0x222E4C), foot, weights);
    Character { name: "rod".to_owned(), meshes: bands.chain([foot]).collect(), skeleton, ..Character::default() }
}

/// Directions of the segments of a rod that starts upwards and bends by `total` towards an azimuth, turning by
/// `curl` on its way.
fn bent(joints: usize, total: f64, azimuth: f64, curl: f64) -> Vec<Vec3> {
    let segments = joints - 1;
    let along = |k: usize| {
        let share = |n: usize| n as f64 / segments as f64;
        let (bend, turn) = (total * share(k + 1), azimuth + curl * share(k));
        Vec3::new((bend.sin() * turn.cos()) as f32, bend.cos() as f32, (-bend.sin() * turn.sin()) as f32)
    };
    (0..segments).map(along).collect()
}

/// The example whose segments point along the given directions, without twist.
pub fn example(name: &str, segments: &[Vec3], direction: Vec3) -> Example {
    let mut frame = Quat::IDENTITY;
    let mut rotations = Vec::new();
    for along in segments {
        let r = Quat::from_rotation_arc(Vec3::Y, frame.conjugate() * *along);
        rotations.push(r.to_array());
        frame = (frame * r).normalize();
    }
    rotations.push(Quat::IDENTITY.to_array());
    Example {
        name: name.into(),
        direction: direction.to_array(),
        extent: EXTENT,
        rotations,
        morphs: Default::default(),
    }
}

/// The five examples for a rod of so many joints.
pub fn examples(joints: usize) -> Vec<Example> {
    let around =
        [("east", 0.0, 1.0, 0.0), ("north", 90.0, 1.1, 0.4), ("west", 180.0, 0.9, 0.0), ("south", 270.0, 1.2, -0.4)];
    let mut out: Vec<Example> = around
        .into_iter()
        .map(|(name, degrees, total, curl)| {
            let a = f64::to_radians(degrees);
            let toward = Vec3::new(a.cos() as f32, 0.0, -a.sin() as f32);
            example(name, &bent(joints, total, a + std::f64::consts::FRAC_PI_2, curl), toward)
        })
        .collect();
    out.push(example("above", &bent(joints, 1.6, std::f64::consts::FRAC_PI_4, 0.0), Vec3::Y));
    out
}
