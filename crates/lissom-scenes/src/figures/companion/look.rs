//! What is drawn of the companion: a mint drop with a pale belly, big eyes, two feet and a leaf on its head.

use super::{HEIGHT, RADIUS, at, radius};
use crate::figures::boneless::toon;
use crate::model::Shape;
use crate::model::clump::Clump;
use crate::model::patch::patch;
use crate::model::stroke::Canvas;
use glam::{Vec2, Vec3};
use lissom_rig::Material;
use std::f32::consts::TAU;

const SKIN: (u32, u32) = (0x8FD6C0, 0x5AA596);
const BELLY: (u32, u32) = (0xE9F7E4, 0xB5D8C6);
const LEAF: (u32, u32) = (0x86B84E, 0x5A8A38);
const LINE: u32 = 0x27484A;

fn body(p: Vec3) -> f32 {
    let s = p.y / HEIGHT;
    0.5 * (Vec2::new(p.x, p.z).length() - radius(s)).max(p.y - HEIGHT)
}

fn skin(u: f32, v: f32) -> Vec3 {
    // From the middle of the sole round the outside to the top.
    let share = ((v - 0.08) / 0.92).max(0.0);
    let share = 1.0 - (1.0 - share).powf(1.7);
    let spread = (v / 0.08).min(1.0);
    at(share, Vec2::from_angle(-u * TAU) * spread)
}

pub fn parts() -> Vec<(&'static str, Material, Shape)> {
    let v = Vec2::new;
    let front = Canvas::front(&body, Vec3::new(0.0, 0.0, RADIUS));
    let eye = |x: f32, y: f32, size: Vec2, layer: f32| {
        let round = |a: f32| Vec2::from_angle(a) * size;
        front.patch(v(0.068 + x, 0.225 + y), &round, 3, 22, 0.0012 * layer, 0.0)
    };
    // Both eyes are lit from the same side.
    let lights = |side: f32| {
        let large = eye(-0.010 * side, 0.014, v(0.0105, 0.0115), 4.0);
        Shape::join([&large, &eye(0.010 * side, -0.015, v(0.005, 0.005), 4.0)])
    };
    let lights = Shape::join([&lights(1.0), &lights(-1.0).mirrored()]);
    let bib = |a: f32| {
        let d = Vec2::from_angle(a);
        v(0.105 * d.x * (1.0 - 0.12 * d.y), 0.085 * d.y)
    };
    let smile = [v(-0.026, 0.172), v(-0.013, 0.160), v(0.0, 0.157), v(0.013, 0.160), v(0.026, 0.172)];
    let smile = front.line(&smile, &|t| 0.0075 * (0.35 + 0.65 * (4.0 * t * (1.0 - t)).sqrt()), 12, 0.0035);
    let cheek = front.patch(v(0.118, 0.178), &|a| Vec2::from_angle(a) * v(0.020, 0.013), 2, 16, 0.002, 0.0);
    let foot = Shape::ellipsoid(Vec3::new(0.075, 0.022, 0.125), Vec3::new(0.042, 0.022, 0.055), 10, 16);
    let arm = Shape::ellipsoid(Vec3::new(0.182, 0.135, 0.045), Vec3::new(0.022, 0.045, 0.026), 10, 14);
    vec![
        ("skin", toon(SKIN), Shape::join([&patch(&skin, 0.0..1.0, 0.0..1.0, [48, 36]), &arm.both_sides()])),
        ("belly", toon(BELLY), front.patch(v(0.0, 0.098), &bib, 6, 32, 0.0015, 0.0)),
        ("feet", toon(LEAF), foot.both_sides()),
        ("eyes", Material::flat(LINE), eye(0.0, 0.0, v(0.026, 0.034), 2.0).both_sides()),
        ("eye-glow", Material::flat(0x4E8F8C), eye(0.0, -0.014, v(0.016, 0.014), 3.0).both_sides()),
        ("eye-lights", Material::flat(0xFFFFFF), lights),
        ("smile", Material::flat(LINE), smile),
        ("cheeks", Material::flat(0xF2A7B5), cheek.both_sides()),
        ("leaf", toon(LEAF), leaf()),
    ]
}

/// Two small leaves on the top of the head.
fn leaf() -> Shape {
    let top = Vec3::Y * (HEIGHT - 0.012);
    let blade = Clump { width: 0.052, thickness: 0.014, root: 0.25, widest: 0.5, taper: 0.8, segments: 10, sides: 8 };
    let path = |side: f32| [top, top + Vec3::new(0.014 * side, 0.030, 0.0), top + Vec3::new(0.058 * side, 0.055, 0.0)];
    let one = blade.sweep(&path(1.0), &|_| Vec3::new(-0.5, 1.0, 0.35).normalize());
    one.both_sides()
}
