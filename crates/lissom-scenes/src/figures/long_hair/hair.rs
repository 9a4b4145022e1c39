//! Plum hair: ten long locks of many clumps each, a cap, and a side-swept fringe.

use super::{HAIR, head, toon};
use crate::model::clump::{Clump, catmull_rom};
use crate::model::head::{Head, way};
use crate::model::{Shape, mesh, mesh_with_count, sdf, skin};
use glam::{FloatExt, Vec3};
use lissom_rig::{Material, Mesh, Skeleton};

/// Lighter and darker neighbours of the hair's colour, so that clumps stand out.
const LIGHT: (u32, u32) = (0x744A7A, 0x4C2D56);
const DEEP: (u32, u32) = (0x4C2B56, 0x321A3C);

/// The parting: degrees round from the front.
const PARTING: f32 = 22.0;

/// Tips of the fringe (round, up) and widths, swept to both sides of the parting.
const FRONT: [(f32, f32, f32); 9] = [
    (34.0, 6.0, 0.046),
    (46.0, -6.0, 0.050),
    (58.0, -24.0, 0.052),
    (68.0, -40.0, 0.050),
    (-4.0, 6.0, 0.056),
    (-18.0, -1.0, 0.056),
    (-33.0, -5.0, 0.056),
    (-48.0, -18.0, 0.056),
    (-62.0, -38.0, 0.054),
];

/// Where the ten locks leave the head (degrees round), and their tips.
const LOCKS: [(f32, [f32; 3]); 10] = [
    (80.0, [0.130, 1.060, 0.140]),
    (101.0, [0.215, 0.960, -0.150]),
    (121.0, [0.195, 0.880, -0.200]),
    (143.0, [0.135, 0.840, -0.235]),
    (165.0, [0.055, 0.800, -0.255]),
    (-165.0, [-0.050, 0.820, -0.255]),
    (-143.0, [-0.130, 0.790, -0.240]),
    (-121.0, [-0.190, 0.860, -0.200]),
    (-101.0, [-0.210, 0.940, -0.155]),
    (-80.0, [-0.135, 1.030, 0.140]),
];

fn cap(h: &Head) -> Shape {
    let form = |p: Vec3| {
        let middle = h.centre() + Vec3::new(0.0, 0.006, -0.004);
        let hair = sdf::ellipsoid(p, middle, h.radii() + Vec3::splat(0.013));
        let nape = sdf::ellipsoid(p, h.at(0.0, 0.32, -0.18), Vec3::new(0.36, 0.28, 0.30) * h.size);
        let face = sdf::ellipsoid(p, h.at(0.0, 0.26, 0.40), Vec3::new(0.39, 0.52, 0.40) * h.size);
        sdf::smooth_subtract(sdf::smooth_union(hair, nape, 0.04), face, 0.025)
    };
    let low = h.at(-0.6, 0.0, -0.65);
    mesh_with_count(&form, low, h.at(0.6, 1.15, 0.6), 700).kept(&|p| h.distance(p) > -0.012)
}

pub fn fringe(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let out = |p: Vec3| (p - h.centre()).normalize();
    let mut locks = Shape::default();
    let front = Clump { width: 0.0, thickness: 0.020, root: 0.4, widest: 0.5, taper: 0.6, segments: 9, sides: 6 };
    for (k, (round, up, width)) in FRONT.into_iter().enumerate() {
        let start = way(PARTING + 0.45 * (round - PARTING), 86.0);
        let lift = 0.003 * (k % 2) as f32;
        let path = h.arc(start, way(round, up), [0.026, 0.034 + lift, 0.016 + lift]);
        locks.append(&Clump { width, ..front }.sweep(&path, &out));
    }
    let bone = skeleton.find("head").expect("a head");
    let cap = cap(&h);
    let (cap_weights, lock_weights) = (skin::rigid(&cap, bone), skin::rigid(&locks, bone));
    vec![
        mesh("hair-cap", "fringe", toon(DEEP), cap, cap_weights),
        mesh("fringe", "fringe", toon(HAIR), locks, lock_weights),
    ]
}

/// The lines the ten locks hang along, for particle chains: from the crown to the tip.
pub fn guides() -> Vec<Vec<Vec3>> {
    let h = head();
    // Every other lock lies over its neighbours.
    let lift = |k: usize| 0.008 * ((k + k / 5) % 2) as f32;
    let locks = LOCKS.iter().enumerate();
    locks.map(|(k, (round, tip))| lock(&h, *round, Vec3::from(*tip), lift(k))).collect()
}

fn lock(h: &Head, round: f32, tip: Vec3, lift: f32) -> Vec<Vec3> {
    let root = h.above(way(round, 87.0), 0.022);
    let crown = h.above(way(round, 44.0), 0.024 + lift);
    let ear = h.above(way(round, 8.0), 0.028 + lift);
    let nape = h.above(way(round, -34.0), 0.036);
    let nape = Vec3::new(nape.x.lerp(ear.x, 0.9), nape.y, nape.z.lerp(ear.z, 0.95));
    let out = Vec3::new(ear.x, 0.0, ear.z).normalize();
    let side = Vec3::Y.cross(out) * ear.x.signum();
    // The front locks fall before the shoulders, the others behind the arms.
    let before = if tip.z > 0.0 { 0.042 } else { -0.045 };
    let nape = nape + Vec3::Z * before * (1.0 - out.z.abs());
    let sway = |t: f32, aside: f32, off: f32| nape.lerp(tip, t) + side * aside + out * off;
    vec![root, crown, ear, nape, sway(0.28, 0.008, 0.012), sway(0.62, -0.010, 0.004), tip + side * 0.008]
}

/// One clump of a lock: aside of the guide, off it, its tip raised, its width and thickness, tone.
const CLUMPS: [(f32, f32, f32, f32, f32, usize); 7] = [
    (0.000, 0.004, 0.00, 0.064, 0.030, 0),
    (0.027, 0.009, 0.06, 0.048, 0.022, 1),
    (-0.025, 0.001, 0.09, 0.048, 0.022, 0),
    (0.036, -0.010, 0.03, 0.046, 0.022, 2),
    (-0.036, -0.010, 0.05, 0.046, 0.022, 2),
    (0.012, -0.014, -0.03, 0.050, 0.022, 2),
    (-0.012, -0.018, 0.12, 0.054, 0.022, 2),
];

pub fn long(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let axis = h.centre();
    let out = |p: Vec3| Vec3::new(p.x, 0.0, p.z - axis.z).normalize();
    let mut tones = [Shape::default(), Shape::default(), Shape::default()];
    for (k, guide) in guides().iter().enumerate() {
        for (c, (aside, off, raised, width, thickness, tone)) in CLUMPS.into_iter().enumerate() {
            // Every lock a little different, always in the same way.
            let vary = ((k * 7 + c * 5) % 10) as f32 / 10.0 - 0.45;
            let path: Vec<Vec3> = (0..=8)
                .map(|i| {
                    let t = i as f32 / 8.0;
                    let p = catmull_rom(guide, t);
                    let spread = (3.0 * t).min(1.0) * (1.0 + 0.3 * vary);
                    let wave = 0.012 * vary * (5.0 * t + 2.0 * vary).sin() * t;
                    let lift = (raised + 0.05 * vary) * t * t;
                    p + Vec3::Y.cross(out(p)) * (aside * spread + wave) + out(p) * off + Vec3::Y * lift
                })
                .collect();
            let clump = Clump {
                width,
                thickness,
                root: 0.35,
                widest: 0.38,
                taper: 0.65,
                segments: 13,
                sides: if tone == 2 { 4 } else { 6 },
            };
            tones[tone].append(&clump.sweep(&path, &out));
        }
    }
    let bone = skeleton.find("head").expect("a head");
    let part = |(name, material, shape): (&str, Material, Shape)| {
        let weights = skin::rigid(&shape, bone);
        mesh(name, "hair", material, shape, weights)
    };
    let [main, light, deep] = tones;
    [("hair", toon(HAIR), main), ("hair-light", toon(LIGHT), light), ("hair-inner", toon(DEEP), deep)]
        .into_iter()
        .map(part)
        .collect()
}
