//! What is drawn of the snail: the body with a paler sole, the face, the eyes on their stalks, the house.

use super::{at, shell, spine, stalk};
use crate::figures::boneless::toon;
use crate::figures::tube::pipe;
use crate::model::Shape;
use crate::model::patch::patch;
use crate::model::sdf;
use crate::model::stroke::Canvas;
use glam::{Vec2, Vec3};
use lissom_rig::Material;
use std::f32::consts::TAU;

const SKIN: (u32, u32) = (0xE8A05C, 0xB8733C);
const SOLE: (u32, u32) = (0xF6D2A2, 0xCB9A6C);
const HOUSE: (u32, u32) = (0x9B6B43, 0x6B4329);
const STRIPE: (u32, u32) = (0xD9AE77, 0xA67C4C);
const LINE: u32 = 0x5A2E1E;

/// The skin round from below, with its ends drawn together.
fn skin(u: f32, v: f32) -> Vec3 {
    let angle = u * TAU;
    let end = 1.0 - (2.0 * v - 1.0).abs().powi(24);
    at(v, Vec2::new(angle.sin(), -angle.cos()) * end.max(0.0).sqrt())
}

/// The front of the head, for what is drawn on it.
fn head(p: Vec3) -> f32 {
    let (middle, _) = spine(0.90);
    0.8 * sdf::ellipsoid(p, middle, Vec3::new(0.096, 0.105, 0.096))
}

pub fn parts() -> Vec<(&'static str, Material, Shape)> {
    let body = patch(&skin, 0.13..0.87, 0.0..1.0, [30, 60]);
    let sole = patch(&skin, -0.13..0.13, 0.0..1.0, [8, 60]);
    let mut stalks = Shape::default();
    let mut eyes: [Shape; 3] = Default::default();
    for side in [1.0, -1.0] {
        let rings = stalk(side);
        let root = Vec3::new(0.038 * side, 0.405, 0.43);
        let points: Vec<(Vec3, f32)> = [(root, 0.028)].into_iter().chain(rings.iter().map(|r| (r.0, 0.019))).collect();
        stalks.append(&pipe(&points, 14, 12));
        let eye = rings[rings.len() - 1].0 + Vec3::Y * 0.012;
        for (all, part) in eyes.iter_mut().zip(ball(eye, 0.042, side)) {
            all.append(&part);
        }
    }
    let [whites, pupils, lights] = eyes;
    let [house, stripe] = shell::look();
    let mut parts = vec![
        ("body", toon(SKIN), Shape::join([&body, &stalks])),
        ("sole", toon(SOLE), sole),
        ("eyes", Material::toon(0xFFFCF4, 0xDCD3C4), whites),
        ("pupils", Material::flat(0x3A2219), pupils),
        ("eye-lights", Material::flat(0xFFFFFF), lights),
        ("house", toon(HOUSE), house),
        ("stripe", toon(STRIPE), stripe),
    ];
    let (middle, _) = spine(0.90);
    let canvas = Canvas::front(&head, middle + Vec3::Z * 0.1);
    let v = Vec2::new;
    let smile = [v(-0.046, -0.016), v(-0.026, -0.034), v(0.0, -0.040), v(0.026, -0.034), v(0.046, -0.016)];
    let smile = canvas.line(&smile, &|t| 0.009 * (0.35 + 0.65 * (4.0 * t * (1.0 - t)).sqrt()), 14, 0.002);
    parts.push(("smile", Material::flat(LINE), smile));
    let cheek = canvas.patch(v(0.062, -0.002), &|a| Vec2::from_angle(a) * v(0.018, 0.012), 2, 16, 0.0015, 0.0);
    parts.push(("cheeks", Material::flat(0xEE8F6A), cheek.both_sides()));
    parts
}

/// A stone worn round, a little uneven.
pub fn stone() -> Shape {
    let (middle, radius) = super::STONE;
    let surface = |u: f32, v: f32| {
        let (round, rise) = (Vec2::from_angle(u * TAU), (v - 0.5) * TAU / 2.0);
        let way = Vec3::new(round.x * rise.cos(), rise.sin(), round.y * rise.cos());
        let uneven = 0.03 * (3.0 * way.x + 1.0).sin() + 0.025 * (4.0 * way.z + 2.0 * way.y).sin();
        middle + way * radius * (0.97 + uneven)
    };
    patch(&surface, 0.0..1.0, 0.0..1.0, [28, 16]).flipped()
}

/// White, pupil and lights of an eye that looks ahead and a little out.
fn ball(eye: Vec3, size: f32, side: f32) -> [Shape; 3] {
    let form = move |p: Vec3| sdf::sphere(p, eye, size);
    let gaze = Canvas::facing(&form, eye + Vec3::Z * size, Vec3::new(0.25 * side, 0.0, 1.0));
    let disc = |x: f32, y: f32, radius: f32, lift: f32| {
        let round = |a: f32| Vec2::from_angle(a) * radius * size;
        gaze.patch(Vec2::new(x, y) * size, &round, 3, 18, lift * size, 0.0)
    };
    let lights = Shape::join([&disc(-0.2, 0.26, 0.19, 0.06), &disc(0.2, -0.22, 0.1, 0.06)]);
    [Shape::ellipsoid(eye, Vec3::splat(size), 14, 20), disc(0.0, 0.0, 0.58, 0.03), lights]
}
