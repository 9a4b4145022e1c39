//! What is drawn of a jellyfish: a clear bell with a bright rim, rings of roe inside it, frilled arms and tentacles.

use super::small::{self, SMALL};
use super::{BELL, Bell, TENTACLES, arm, tentacle, turn};
use crate::figures::boneless::{glassy, toon};
use crate::figures::tube::{pipe, tube};
use crate::model::Shape;
use crate::model::clump::catmull_rom;
use crate::model::patch::patch;
use glam::Vec3;
use lissom_rig::Material;
use std::f32::consts::{PI, TAU};

pub type Part = (&'static str, Material, Shape);

const GLASS: (u32, u32) = (0x8FD3FF, 0x6FA8E8);
const RIM: (u32, u32) = (0xFF7EB6, 0xD65A9A);
const THREAD: (u32, u32) = (0xD9F0FF, 0x9CC4EA);
/// Seen through the glass and below it, arms look nearly the same.
const ARM: (u32, u32) = (0xCFDCFF, 0xA3B4F0);
const ROE: u32 = 0xFF8FC4;
/// Where the coloured rim begins.
const BAND: f32 = 0.93;

/// One side of a bell between shares: from outside it looks outward, from inside inward.
fn wall(bell: Bell, shares: [f32; 2], depth: f32, steps: [usize; 2]) -> Shape {
    // From the rim up, so that the outside is outside.
    let surface = |u: f32, v: f32| bell.at(v.max(0.0), turn(u), depth);
    let side = patch(&surface, 0.0..1.0, shares[0]..shares[1], steps);
    if depth < 0.5 { side } else { side.flipped() }
}

/// The edge between outside and inside at the bottom, rounded.
fn lip(bell: Bell, around: usize) -> Shape {
    let surface = |u: f32, v: f32| {
        let p = bell.at(1.0, turn(u), v);
        let round = 0.5 * bell.thickness[1] * (PI * v.clamp(0.0, 1.0)).sin();
        p - Vec3::Y * round
    };
    patch(&surface, 0.0..1.0, 0.0..1.0, [around, 3])
}

/// Threads along rings of tetrahedra, thinning out.
fn threads(paths: impl Iterator<Item = (Vec3, Vec<(Vec3, f32)>)>, width: f32, rings: usize, sides: usize) -> Shape {
    let mut all = Shape::default();
    for (root, path) in paths {
        let n = path.len() as f32;
        let points = path.iter().enumerate().map(|(i, p)| (p.0, width * (1.0 - 0.8 * (i + 1) as f32 / n)));
        let points: Vec<(Vec3, f32)> = [(root, 0.6 * width)].into_iter().chain(points).collect();
        all.append(&tube(&points, rings, sides));
    }
    all
}

/// A soft ribbon down the middles of an arm, its sides in frills.
fn frill(path: &[Vec3], out: Vec3) -> Shape {
    let across = Vec3::Y.cross(out).normalize();
    let surface = |u: f32, v: f32| {
        let (sin, cos) = (u * TAU).sin_cos();
        let v = v.clamp(0.0, 1.0);
        let width = 0.058 * (1.0 - 0.68 * v) * (9.0 * v).min(1.0).sqrt() * (7.0 * (1.0 - v)).min(1.0).sqrt();
        let wave = (v * 4.0 * TAU + if cos > 0.0 { 0.0 } else { 0.5 * PI }).sin();
        let lift = 0.3 * width * wave * cos * cos;
        catmull_rom(path, v) + across * (cos * width) + out * (0.26 * width * sin + lift)
    };
    patch(&surface, 0.0..1.0, 0.0..1.0, [12, 44])
}

/// A horseshoe of roe under the top, one for each arm.
fn roe(bell: Bell, k: usize) -> Shape {
    let middle = 0.125 + 0.25 * k as f32;
    let at = |i: usize| {
        let a = TAU * (0.08 + 0.84 * i as f32 / 14.0) + PI;
        let (sin, cos) = a.sin_cos();
        let end = (i as f32 / 7.0 - 1.0).abs().powi(8);
        (bell.at(0.30 + 0.105 * cos, turn(middle + 0.066 * sin), 0.72), 0.019 - 0.008 * end)
    };
    pipe(&(0..=14).map(at).collect::<Vec<_>>(), 24, 8)
}

pub fn large() -> Vec<Part> {
    let roes: Vec<Shape> = (0..4).map(|k| roe(BELL, k)).collect();
    let frills: Vec<Shape> = (0..4)
        .map(|k| {
            let (rings, tip) = arm(k);
            let root = rings[0].0 + Vec3::Y * 0.1;
            let path: Vec<Vec3> = [root].into_iter().chain(rings.iter().map(|r| r.0)).chain([tip]).collect();
            frill(&path, (root * Vec3::new(1.0, 0.0, 1.0)).normalize())
        })
        .collect();
    let hair = (0..TENTACLES).map(|k| (BELL.at(0.96, super::direction(k, TENTACLES), 0.5), tentacle(k)));
    vec![
        ("roe", Material::flat(ROE), Shape::join(&roes)),
        ("arms", toon(ARM), Shape::join(&frills)),
        ("tentacles", toon(THREAD), threads(hair, 0.015, 20, 6)),
        ("rim", toon(RIM), rim(BELL, BAND, [80, 2])),
        ("bell", glassy(GLASS, 0.55), walls(BELL, BAND, [64, 16], [48, 10])),
    ]
}

/// Both sides of the bell above the rim. They are one shape: glass must be closed, or its outline fills it.
fn walls(bell: Bell, end: f32, outside: [usize; 2], inside: [usize; 2]) -> Shape {
    Shape::join([&wall(bell, [0.0, end], 0.0, outside), &wall(bell, [0.0, end], 1.0, inside)])
}

/// The coloured end of the bell, a closed ring.
fn rim(bell: Bell, start: f32, steps: [usize; 2]) -> Shape {
    let band = |depth: f32| wall(bell, [start, 1.0], depth, steps);
    let top = patch(&|u, v| bell.at(start, turn(u), v), 0.0..1.0, 0.0..1.0, [steps[0], 1]).flipped();
    Shape::join([&band(0.0), &lip(bell, steps[0]), &band(1.0), &top])
}

/// Glass and rim of the small ones.
const TONES: [[(u32, u32); 2]; 5] = [
    [GLASS, RIM],
    [(0xA5B4FF, 0x7F88E6), (0xFFB15E, 0xD98640)],
    [(0x9BE8DC, 0x6CBFC0), (0xFF8FA3, 0xD66880)],
    [(0xD5A8FF, 0xA97FDE), (0xFFE07A, 0xDDB24E)],
    [(0xFFB8D2, 0xDE88B0), (0x8FD3FF, 0x66A6E0)],
];

pub fn small(number: usize) -> Vec<Part> {
    let [glass, edge] = TONES[number % TONES.len()];
    let hair = (0..8).map(|k| (SMALL.at(0.97, super::direction(k, 8), 0.5), small::tentacle(k)));
    let mouth = small::mouth();
    let stalk = tube(&[(mouth + Vec3::Y * 0.07, 0.022), (mouth + Vec3::Y * 0.03, 0.016), (mouth, 0.006)], 4, 8);
    vec![
        ("mouth", toon(edge), stalk),
        ("tentacles", Material::flat(edge.0), threads(hair, 0.0045, 7, 4)),
        ("rim", toon(edge), rim(SMALL, 0.925, [48, 1])),
        ("bell", glassy(glass, 0.6), walls(SMALL, 0.925, [32, 9], [24, 5])),
    ]
}
