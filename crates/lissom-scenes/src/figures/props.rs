//! What creatures are kept in, and held by: a post, a dish and a tank.

use super::boneless::toon;
use super::tube::pipe;
use crate::model::Shape;
use crate::model::clump::catmull_rom;
use crate::model::patch::patch;
use glam::{Vec2, Vec3};
use lissom_rig::Material;
use std::f32::consts::{PI, TAU};

/// Of the tank.
const RIBS: usize = 8;
const RIB: u32 = 0x9FC0D8;

pub type Part = (&'static str, Material, Shape);

const WOOD: (u32, u32) = (0xA98763, 0x7A5C47);
const CLAY: (u32, u32) = (0xE4EBEE, 0xB9C6D6);
const GLAZE: (u32, u32) = (0x6F9BC4, 0x4C739C);

/// A turned shape about the y axis: a smooth line through radii and heights, with its outside to the left on the way.
fn turned(profile: &[[f32; 2]], steps: [usize; 2]) -> Shape {
    let line: Vec<Vec3> = profile.iter().map(|[radius, height]| Vec3::new(*radius, *height, 0.0)).collect();
    let surface = |u: f32, v: f32| {
        let p = catmull_rom(&line, v.clamp(0.0, 1.0));
        let round = Vec2::from_angle(u * TAU) * p.x.max(0.0);
        Vec3::new(round.x, p.y, round.y)
    };
    patch(&surface, 0.0..1.0, 0.0..1.0, steps)
}

/// A post on a round foot, with a ring of the given radius about something at a height.
pub fn post(height: f32, radius: f32) -> Vec<Part> {
    let top = height - radius;
    let profile =
        [[0.0, top], [0.02, top], [0.022, 0.8 * top], [0.024, 0.2 * top], [0.04, 0.06], [0.15, 0.03], [0.16, 0.0]];
    let at = |k: usize| {
        let (sin, cos) = (TAU * k as f32 / 24.0).sin_cos();
        (Vec3::new(radius * sin, height - radius * cos, 0.0), 0.014)
    };
    let ring = pipe(&(0..=24).map(at).collect::<Vec<_>>(), 48, 10);
    vec![("post", toon(WOOD), Shape::join([&turned(&profile, [28, 40]), &ring]))]
}

/// A dish on the ground whose inside is a piece of a sphere, `depth` above the ground, with its edge at a radius.
pub fn dish(sphere: f32, depth: f32, edge: f32) -> Vec<Part> {
    let inside = |radius: f32| [radius, depth + sphere - (sphere * sphere - radius * radius).sqrt()];
    let [_, top] = inside(edge);
    let mut profile: Vec<[f32; 2]> = (0..=6).map(|k| inside(edge * k as f32 / 6.0)).collect();
    profile.extend([
        [edge + 0.13, top + 0.12],
        [edge + 0.2, top + 0.28],
        [edge + 0.24, top + 0.3],
        [edge + 0.24, top + 0.22],
    ]);
    profile.extend([[edge + 0.16, top + 0.05], [0.92 * edge, 0.14], [0.7 * edge, 0.0]]);
    let stripe = [inside(0.93 * edge), inside(0.955 * edge)].map(|[radius, height]| [radius, height + 0.003]);
    vec![("dish", toon(CLAY), turned(&profile, [96, 60])), ("glaze", Material::flat(GLAZE.0), turned(&stripe, [96, 1]))]
}

/// A round tank of which only the frame is drawn, on a foot: what swims in it must be seen, and taken hold of.
pub fn tank(center: Vec3, radius: f32) -> Vec<Part> {
    let at = |share: f32, round: Vec2| {
        let (sin, cos) = (PI * share).sin_cos();
        center + radius * Vec3::new(sin * round.x, cos, sin * round.y)
    };
    let rib = |k: usize| -> Shape {
        let round = Vec2::from_angle(TAU * (k as f32 + 0.5) / RIBS as f32);
        let path: Vec<(Vec3, f32)> = (0..=16).map(|i| (at(0.16 + 0.7 * i as f32 / 16.0, round), 0.007)).collect();
        pipe(&path, 24, 5)
    };
    let edge: Vec<(Vec3, f32)> = (0..=48).map(|i| (at(0.16, Vec2::from_angle(TAU * i as f32 / 48.0)), 0.022)).collect();
    let ribs: Vec<Shape> = (0..RIBS).map(rib).collect();
    let low = |share: f32, thick: f32| {
        let (sin, cos) = (PI * share).sin_cos();
        [(radius + thick) * sin, center.y + (radius + thick) * cos]
    };
    let mut basin: Vec<[f32; 2]> = (0..=5).map(|k| low(1.0 - 0.16 * k as f32 / 5.0, 0.0)).collect();
    basin.extend([low(0.84, 0.03), low(0.87, 0.03), low(0.91, 0.03)]);
    basin.extend([[0.36 * radius, 0.04], [0.40 * radius, 0.0]]);
    vec![
        ("ribs", Material::flat(RIB), Shape::join(&ribs)),
        ("edge", toon(GLAZE), pipe(&edge, 96, 6)),
        ("basin", toon(GLAZE), turned(&basin, [64, 40])),
    ]
}
