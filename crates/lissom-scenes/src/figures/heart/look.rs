//! What is drawn of the heart: muscle, its cut rim and the chambers, fat in the grooves, vessels on it.

use super::right::{self, COLUMNS, LOWEST, SPOKES};
use super::{AROUND, LAYERS, angle, left, outward, posed, roots, wall};
use crate::figures::boneless::toon;
use crate::figures::tube::pipe;
use crate::model::Shape;
use crate::model::subdivide::Skin;
use glam::{Vec2, Vec3};
use lissom_rig::{Material, TetMesh};
use std::f32::consts::TAU;

pub const MUSCLE: (u32, u32) = (0xC7394B, 0x8C2335);
const RIM: (u32, u32) = (0xE0777A, 0xB04A58);
const FIBRE: u32 = 0xA12A3D;
pub const CHAMBER: (u32, u32) = (0x9A2C3E, 0x651A2C);
const FAT: (u32, u32) = (0xF0C98B, 0xC99A5E);
const VEIN: (u32, u32) = (0x4A6FB5, 0x314C85);

/// On the left ventricle by ring and spoke, so far off its outside.
fn on_left(ring: f32, k: f32, off: f32) -> Vec3 {
    let p = left(angle(ring), right::direction(k), 0.0);
    posed(p + outward(p) * off)
}

/// On the right ventricle by shares across and up.
fn on_right(across: f32, up: f32, off: f32) -> Vec3 {
    let p = right::wall(across, up, 0.0);
    posed(p + outward(p) * off)
}

/// Outside, chambers and cut rim, in this order, rounded so many times.
pub fn muscle(tets: &TetMesh, rounds: usize) -> [Shape; 3] {
    let wall = wall();
    let count = wall.count();
    let places: Vec<(usize, usize)> = wall.places().collect();
    // Which layer a vertex is of: those of the left ventricle, then inside and outside of the right one in turns.
    let layer = |k: u32| {
        let k = k as usize;
        if k < LAYERS * count { k / count } else { LAYERS + (k - LAYERS * count) % 2 }
    };
    let covered = |k: u32| {
        places
            .get(k as usize)
            .is_some_and(|&(ring, spoke)| ring >= LOWEST && (SPOKES[0]..=SPOKES[0] + COLUMNS).contains(&spoke))
    };
    let group = |f: [u32; 3]| {
        let layers = f.map(layer);
        let has = |l: usize| layers.contains(&l);
        let (inner, outer) = (has(LAYERS), has(LAYERS + 1));
        let deep = (1..LAYERS - 1).any(has) || (has(0) && has(LAYERS - 1));
        if deep || (inner && outer) {
            2
        } else if has(LAYERS - 1) || inner || (!outer && f.into_iter().all(covered)) {
            1
        } else {
            0
        }
    };
    let skin = (0..rounds).fold(Skin::new(&tets.positions, tets.surface(), &group), |skin, _| skin.rounded());
    [0, 1, 2].map(|g| skin.group(g))
}

/// Lumps of fat down both sides of the right ventricle and round the base.
fn fat() -> Shape {
    let mut all = Shape::default();
    let lumpy = |path: Vec<Vec3>, size: f32| {
        let n = path.len();
        let radius = |i: usize| {
            let t = i as f32 / (n - 1) as f32;
            size * (0.9 + 0.16 * (i as f32 * 2.1).sin()) * (4.0 * t * (1.0 - t)).powf(0.3).max(0.25)
        };
        let points: Vec<(Vec3, f32)> = path.into_iter().enumerate().map(|(i, p)| (p, radius(i))).collect();
        pipe(&points, 2 * n, 8)
    };
    for (k, sign) in [(SPOKES[0] as f32 - 0.2, -1.0), (SPOKES[1] as f32 + 0.2, 1.0)] {
        let path = (0..=12).map(|i| {
            let ring = 12.8 - 8.6 * i as f32 / 12.0;
            on_left(ring, k + sign * 0.15, 0.008)
        });
        all.append(&lumpy(path.collect(), 0.032));
    }
    let round = (0..=22).map(|i| on_left(12.7, SPOKES[1] as f32 + 14.0 * i as f32 / 22.0, 0.006));
    all.append(&lumpy(round.collect(), 0.034));
    let front = (0..=12).map(|i| on_right(0.08 + 0.84 * i as f32 / 12.0, 0.955, 0.004));
    all.append(&lumpy(front.collect(), 0.032));
    all
}

/// A vessel through places, thinning out.
fn vessel(path: &[Vec3], width: f32) -> Shape {
    let n = path.len() as f32;
    let points: Vec<(Vec3, f32)> =
        path.iter().enumerate().map(|(i, p)| (*p, width * (1.0 - 0.65 * i as f32 / n))).collect();
    pipe(&points, 4 * path.len(), 5)
}

/// One along each groove, with branches over the walls.
fn veins() -> Shape {
    let mut all = Shape::default();
    let groove = SPOKES[0] as f32 - 0.5;
    let l = |ring: f32, k: f32| on_left(ring, groove - k, 0.006);
    let r = |across: f32, up: f32| on_right(across, up, 0.004);
    let on_fat = |ring: f32| on_left(ring, groove + 0.2, 0.03);
    all.append(&vessel(
        &[on_fat(12.6), on_fat(10.5), on_fat(8.5), on_fat(6.5), on_fat(4.8), l(3.0, 0.0), l(2.0, 0.4)],
        0.013,
    ));
    for branch in [
        vec![l(11.0, 0.0), l(10.2, 1.6), l(8.8, 2.9), l(7.6, 3.3), l(6.4, 4.1)],
        vec![l(8.6, 0.0), l(7.8, 1.3), l(6.6, 2.0), l(5.4, 2.6)],
        vec![l(6.2, 0.0), l(5.4, 1.1), l(4.4, 1.8), l(3.4, 2.4)],
        vec![l(9.5, 2.3), l(9.3, 3.6), l(8.6, 4.8), l(7.6, 5.6)],
        vec![l(12.4, 2.0), l(11.2, 4.4), l(10.0, 5.6), l(8.2, 6.6), l(6.6, 7.0)],
        vec![r(0.12, 0.72), r(0.24, 0.66), r(0.36, 0.54), r(0.44, 0.40)],
        vec![r(0.12, 0.46), r(0.22, 0.40), r(0.32, 0.28), r(0.42, 0.20)],
        vec![r(0.62, 0.90), r(0.60, 0.74), r(0.66, 0.58), r(0.64, 0.42), r(0.70, 0.30)],
        vec![r(0.66, 0.58), r(0.76, 0.50), r(0.84, 0.40)],
    ] {
        all.append(&vessel(&branch, 0.0085));
    }
    all
}

/// Lines along the fibres of both walls, which show how it twists.
fn fibres() -> Shape {
    let line = |path: &[Vec3]| {
        let thin = |p: &Vec3| (*p, 0.0028);
        pipe(&path.iter().map(thin).collect::<Vec<_>>(), path.len(), 3)
    };
    let free = |(ring, k): &(f32, f32)| {
        let round = (k - SPOKES[0] as f32).rem_euclid(AROUND as f32);
        *ring < LOWEST as f32 - 0.6 || round > COLUMNS as f32 + 0.5 && round < AROUND as f32 - 0.5
    };
    let mut all = Shape::default();
    for start in 0..14 {
        let at = |i: i32| {
            let t = i as f32 / 24.0;
            (12.2 - 9.4 * t, AROUND as f32 * (start as f32 / 14.0 + 0.52 * t))
        };
        let path: Vec<(f32, f32)> = (0..=24).map(at).collect();
        for run in path.split(|p| !free(p)).filter(|run| run.len() > 4) {
            all.append(&line(&run.iter().map(|(ring, k)| on_left(*ring, *k, 0.001)).collect::<Vec<_>>()));
        }
    }
    for start in 0..8 {
        let at = |i: i32| (0.1 + 0.8 * i as f32 / 14.0, 0.16 * start as f32 + 0.12 - 0.45 * i as f32 / 14.0);
        let path: Vec<(f32, f32)> = (0..=14).map(at).filter(|(_, up)| (0.2..0.9).contains(up)).collect();
        if path.len() > 4 {
            all.append(&line(&path.iter().map(|(across, up)| on_right(*across, *up, 0.001)).collect::<Vec<_>>()));
        }
    }
    all
}

/// A short open vessel: outside, rim and inside.
fn stub(root: Vec3, up: Vec3, radius: f32, length: f32) -> Shape {
    let side = up.any_orthonormal_vector();
    let other = up.cross(side);
    let surface = |u: f32, v: f32| {
        // Up the outside, over the rim, down the inside.
        let profile = [(0.0, 1.06), (0.5, 0.97), (0.92, 1.04), (1.0, 0.98), (0.98, 0.84), (0.6, 0.78), (0.25, 0.76)];
        let points = profile.map(|(h, r)| Vec3::new(h * length, r * radius, 0.0));
        let p = crate::model::clump::catmull_rom(&points, v.clamp(0.0, 1.0));
        let round = Vec2::from_angle(u * TAU) * p.y;
        root + up * p.x + side * round.x + other * round.y
    };
    crate::model::patch::patch(&surface, 0.0..1.0, 0.0..1.0, [24, 14])
}

pub const VESSELS: [&str; 2] = ["aorta", "lung-artery"];

pub fn parts(tets: &TetMesh) -> Vec<(&'static str, Material, Shape)> {
    let [outside, chambers, rim] = muscle(tets, 1);
    let up = posed(Vec3::Y) - posed(Vec3::ZERO);
    let [aorta, lung] = roots();
    vec![
        ("muscle", toon(MUSCLE), outside),
        ("chambers", toon(CHAMBER), chambers),
        ("rim", toon(RIM), rim),
        ("fibres", Material::flat(FIBRE), fibres()),
        ("fat", toon(FAT), fat()),
        ("veins", toon(VEIN), veins()),
        (VESSELS[0], toon((0xD9505A, 0x9C2C3E)), stub(aorta - up * 0.02, up, 0.07, 0.19)),
        (VESSELS[1], toon((0x6C86C4, 0x465B96)), stub(lung - up * 0.03, up, 0.06, 0.16)),
    ]
}
