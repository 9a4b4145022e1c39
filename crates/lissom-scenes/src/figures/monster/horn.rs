//! Horns, claws and the crest along the back.

use super::body::{fingers, toes};
use super::{HORN, SPOT, TAIL, toon};
use crate::figures::tube::tube;
use crate::humanoid::Joints;
use crate::model::clump::catmull_rom;
use crate::model::{Shape, mesh, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// A curved, ringed spike from a wide root to a rounded point.
fn spike(path: &[Vec3], root: f32, rings: f32, sides: usize) -> Shape {
    let steps = if rings > 0.0 { 26 } else { 8 };
    let points: Vec<(Vec3, f32)> = (0..=steps)
        .map(|i| {
            let t = i as f32 / steps as f32;
            let ring = 1.0 + rings * (26.0 * t).sin() * (1.0 - t);
            (catmull_rom(path, t), root * (1.0 - 0.88 * t.powf(1.2)) * ring)
        })
        .collect();
    tube(&points, steps, sides)
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let mut out = Vec::new();
    let mut add = |name: &str, colours, shape: Shape, bone: &str| {
        let bone = skeleton.find(bone).unwrap_or_else(|| panic!("no bone {bone}"));
        let weights = skin::rigid(&shape, bone);
        out.push(mesh(name, "body", toon(colours), shape, weights));
    };
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let horn =
        spike(&[v(0.21, 1.85, 0.0), v(0.36, 1.96, -0.01), v(0.44, 2.12, 0.02), v(0.38, 2.28, 0.07)], 0.085, 0.05, 18);
    add("horns", HORN, horn.both_sides(), "head");

    let out_dir = j.reach();
    let down = Vec3::Z.cross(out_dir).normalize();
    let mut claws = Shape::default();
    for [root, tip] in fingers(j.wrist + out_dir * 0.09, out_dir, down) {
        let along = (tip - root).normalize();
        let path = [tip + along * 0.01, tip + along * 0.055, tip + along * 0.10 + down * 0.018];
        claws.append(&spike(&path, 0.028, 0.0, 10));
    }
    let right = claws.mirrored();
    add("claws-left", HORN, claws, "left_hand");
    add("claws-right", HORN, right, "right_hand");

    let mut nails = Shape::default();
    for [root, tip] in toes(j.ball) {
        let along = (tip - root).normalize();
        let path = [tip + along * 0.02, tip + along * 0.07, tip + along * 0.105 - Vec3::Y * 0.015];
        nails.append(&spike(&path, 0.034, 0.0, 10));
    }
    let right = nails.mirrored();
    add("nails-left", HORN, nails, "left_toes");
    add("nails-right", HORN, right, "right_toes");

    let crest: [(&str, Vec3, Vec3, f32); 9] = [
        ("head", v(0.0, 1.93, -0.06), v(0.0, 1.0, -0.35), 0.07),
        ("head", v(0.0, 1.80, -0.22), v(0.0, 0.5, -0.9), 0.075),
        ("chest", v(0.0, 1.40, -0.25), v(0.0, 0.45, -0.9), 0.09),
        ("chest", v(0.0, 1.20, -0.30), v(0.0, 0.3, -0.95), 0.10),
        ("spine", v(0.0, 0.98, -0.345), v(0.0, 0.25, -0.97), 0.10),
        ("tail_1", TAIL[0].lerp(TAIL[1], 0.6) + v(0.0, 0.14, -0.05), v(0.0, 0.8, -0.5), 0.085),
        ("tail_2", TAIL[1].lerp(TAIL[2], 0.7) + v(0.0, 0.125, 0.0), v(0.0, 0.9, -0.3), 0.075),
        ("tail_4", TAIL[3].lerp(TAIL[4], 0.0) + v(0.0, 0.10, 0.0), v(0.0, 1.0, -0.1), 0.065),
        ("tail_5", TAIL[4].lerp(TAIL[5], 0.2) + v(0.0, 0.07, 0.02), v(0.0, 0.9, 0.3), 0.055),
    ];
    for (bone, at, up, size) in crest {
        let up = up.normalize();
        let path = [at - up * 0.3 * size, at + up * 0.7 * size, at + up * 1.5 * size];
        add("crest", SPOT, spike(&path, 0.72 * size, 0.0, 12), bone);
    }
    let tip = TAIL[6] - TAIL[5];
    let path = [TAIL[6] - 0.1 * tip, TAIL[6] + 0.5 * tip, TAIL[6] + tip + Vec3::Z * 0.06];
    add("tail-tip", HORN, spike(&path, 0.062, 0.05, 14), "tail_6");
    out
}
