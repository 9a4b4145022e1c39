//! What is drawn of the bowel: bulges between furrows, three pale bands along it, and the dark inside.

use super::{RADII, SLICES, at, centreline};
use crate::figures::boneless::toon;
use crate::model::Shape;
use crate::model::patch::patch;
use glam::{Vec2, Vec3};
use lissom_rig::Material;
use std::f32::consts::{PI, TAU};

const WALL: (u32, u32) = (0xE5A0A0, 0xB96F76);
const FURROW: (u32, u32) = (0xC87C82, 0x94505C);
const BAND: (u32, u32) = (0xF6CDBF, 0xCF9B90);
/// Where the first of the three bands is, in turns.
const BANDS: f32 = 0.12;
const LUMEN: (u32, u32) = (0xB85C64, 0x7E3743);

/// Furrows are narrow, bulges wide.
fn plump(share: f32, round: Vec2) -> Vec3 {
    let outer = at(share, round, 0.0);
    let (centre, _) = centreline(share.clamp(0.0, 1.0));
    let phase = (PI * 0.5 * share * (SLICES - 1) as f32).sin().abs();
    // The bands hold the wall in; it bulges between them.
    let turn = (round.to_angle() / TAU - BANDS).rem_euclid(1.0 / 3.0) * 3.0;
    let free = 1.0 - (-(turn.min(1.0 - turn) / 0.13).powi(2)).exp();
    let size = 0.92 + 0.15 * phase.powf(0.55) * free;
    centre + (outer - centre).normalize() * RADII[0] * size
}

fn turn(u: f32) -> Vec2 {
    Vec2::from_angle(u * TAU)
}

pub fn parts() -> Vec<(&'static str, Material, Shape)> {
    let outside = patch(&|u, v| plump(v, turn(u)), 0.0..1.0, 0.0..1.0, [26, 5 * (SLICES - 1) / 2]);
    let inside = patch(&|u, v| at(v, turn(u), 1.0), 0.0..1.0, 0.0..1.0, [16, 56]).flipped();
    let lip = |share: f32| {
        let away = centreline(share).1 * if share > 0.5 { 1.0 } else { -1.0 };
        let rim = |u: f32, v: f32| {
            let (a, b) = (plump(share, turn(u)), at(share, turn(u), 1.0));
            a.lerp(b, v) + away * (0.016 * (PI * v.clamp(0.0, 1.0)).sin())
        };
        let lip = patch(&rim, 0.0..1.0, 0.0..1.0, [26, 4]);
        if share > 0.5 { lip } else { lip.flipped() }
    };
    let mut bands = Shape::default();
    for k in 0..3 {
        let middle = BANDS + k as f32 / 3.0;
        let ribbon = |u: f32, v: f32| {
            let (centre, _) = centreline(v.clamp(0.0, 1.0));
            let out = plump(v, turn(middle + 0.03 * u)) - centre;
            centre + out.normalize() * RADII[0] * (0.945 + 0.03 * (1.0 - u * u))
        };
        bands.append(&patch(&ribbon, -1.0..1.0, 0.004..0.996, [3, 120]));
    }
    let mut furrows = Shape::default();
    for k in 1..(SLICES - 1) / 2 {
        let share = 2.0 * k as f32 / (SLICES - 1) as f32;
        let line = |u: f32, v: f32| {
            let (centre, _) = centreline(v);
            centre + (plump(v, turn(u)) - centre) * 1.004
        };
        furrows.append(&patch(&line, 0.0..1.0, share - 0.0022..share + 0.0022, [26, 1]));
    }
    vec![
        ("furrows", toon(FURROW), furrows),
        ("wall", toon(WALL), Shape::join([&outside, &lip(0.0), &lip(1.0)])),
        ("bands", toon(BAND), bands),
        ("lumen", toon(LUMEN), inside),
    ]
}
