//! Copper hair: a cap and a fringe that follow the head, and long clumps to be simulated.

use super::{HAIR, head, toon};
use crate::model::clump::Clump;
use crate::model::head::{Head, way};
use crate::model::{Shape, mesh, mesh_with_count, sdf, skin};
use glam::{FloatExt, Vec3};
use lissom_rig::{Mesh, Skeleton};

/// The inner hair, a little darker, so that clumps stand out from each other.
pub const DEEP: (u32, u32) = (0xB04E28, 0x7C301E);

/// The parting: degrees round from the front.
const PARTING: f32 = 8.0;

/// The clumps over the forehead: where the tip is (round, up), and the width.
const FRONT: [(f32, f32, f32); 8] = [
    (20.0, 0.0, 0.056),
    (34.0, -3.0, 0.056),
    (48.0, -10.0, 0.058),
    (62.0, -27.0, 0.060),
    (-6.0, -1.0, 0.060),
    (-22.0, -2.0, 0.058),
    (-38.0, -6.0, 0.058),
    (-56.0, -24.0, 0.062),
];

/// The clumps over the ears, left side: tip (round, up), width.
const SIDES: [(f32, f32, f32); 2] = [(80.0, -40.0, 0.078), (100.0, -48.0, 0.085)];

/// The hair that lies on the skull.
pub fn cap(h: &Head) -> Shape {
    let form = |p: Vec3| {
        let hair = sdf::ellipsoid(p, h.centre() + Vec3::new(0.0, 0.008, -0.004), h.radii() + Vec3::splat(0.014));
        let nape = sdf::ellipsoid(p, h.at(0.0, 0.32, -0.22), Vec3::new(0.34, 0.30, 0.26) * h.size);
        let face = sdf::ellipsoid(p, h.at(0.0, 0.26, 0.42), Vec3::new(0.38, 0.50, 0.40) * h.size);
        sdf::smooth_subtract(sdf::smooth_union(hair, nape, 0.04), face, 0.03)
    };
    let low = h.at(-0.6, 0.0, -0.65);
    let all = mesh_with_count(&form, low, h.at(0.6, 1.15, 0.6), 460);
    all.kept(&|p| h.distance(p) > -0.012)
}

pub fn fringe(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let out = |p: Vec3| (p - h.centre()).normalize();
    let mut locks = Shape::default();
    let front = Clump { width: 0.0, thickness: 0.022, root: 0.4, widest: 0.5, taper: 0.6, segments: 8, sides: 6 };
    for (k, (round, up, width)) in FRONT.into_iter().enumerate() {
        let start = way(PARTING + 0.6 * (round - PARTING), 88.0);
        let lift = 0.003 * (k % 2) as f32;
        let path = h.arc(start, way(round, up), [0.038, 0.034 + lift, 0.020 + lift]);
        locks.append(&Clump { width, ..front }.sweep(&path, &out));
    }
    for (round, up, width) in [1.0, -1.0].into_iter().flat_map(|s| SIDES.map(|c| (s * c.0, c.1, c.2))) {
        let path = h.arc(way(round, 88.0), way(round, up), [0.028, 0.026, 0.026]);
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

/// The lines the long hair hangs along, for particle chains: from the head to the tip.
/// Seven at the back, then the left and the right side lock.
pub fn guides() -> Vec<Vec<Vec3>> {
    let h = head();
    let mut list = Vec::new();
    let back = [
        (108.0, Vec3::new(0.205, 0.720, -0.160)),
        (130.0, Vec3::new(0.150, 0.640, -0.225)),
        (156.0, Vec3::new(0.085, 0.675, -0.255)),
    ];
    // Every other lock lies over its neighbours.
    for ((round, tip), lift) in back.into_iter().zip([0.0, 0.009, 0.0]) {
        for side in [1.0, -1.0] {
            list.push(back_lock(&h, side * round, tip * Vec3::new(side, 1.0, 1.0), lift));
        }
    }
    list.push(back_lock(&h, 180.0, Vec3::new(0.0, 0.600, -0.270), 0.009));
    list.extend([1.0, -1.0].map(|side| side_lock(&h, side)));
    list
}

fn back_lock(h: &Head, round: f32, tip: Vec3, lift: f32) -> Vec<Vec3> {
    let root = h.above(way(round, 87.0), 0.026);
    let crown = h.above(way(round, 42.0), 0.022 + lift);
    let ear = h.above(way(round, 6.0), 0.022 + lift);
    let nape = h.above(way(round, -36.0), 0.030);
    let nape = Vec3::new(nape.x.lerp(ear.x, 0.85), nape.y, nape.z.lerp(ear.z, 0.92));
    let side = Vec3::new(ear.x, 0.0, 0.0).normalize_or_zero();
    let out = Vec3::new(ear.x, 0.0, ear.z).normalize();
    vec![
        root,
        crown,
        ear,
        nape,
        nape.lerp(tip, 0.33) + side * 0.008,
        nape.lerp(tip, 0.68) + out * 0.012 - side * 0.004,
        tip - side * 0.020,
    ]
}

fn side_lock(h: &Head, side: f32) -> Vec<Vec3> {
    let at = |x: f32, y: f32, z: f32| h.at(side * x, y, z);
    vec![
        h.above(way(side * 68.0, 30.0), 0.010),
        at(0.480, 0.44, 0.14),
        at(0.485, 0.18, 0.18),
        at(0.455, -0.10, 0.29),
        at(0.385, -0.38, 0.36),
        at(0.375, -0.62, 0.34),
    ]
}

/// A neighbour of a guide: moved sideways, its tip raised.
fn beside(guide: &[Vec3], out: &dyn Fn(Vec3) -> Vec3, by: f32, shorter: f32) -> Vec<Vec3> {
    let last = guide.len() as f32 - 1.0;
    let list = guide.iter().enumerate();
    list.map(|(i, p)| {
        let t = i as f32 / last;
        let side = Vec3::Y.cross(out(*p));
        *p + side * (by * (0.2 + 0.8 * (3.0 * t).min(1.0))) + Vec3::Y * (shorter * t * t) - out(*p) * 0.011
    })
    .collect()
}

pub fn long(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let axis = h.centre();
    let out = |p: Vec3| Vec3::new(p.x, 0.0, p.z - axis.z).normalize();
    let (mut upper, mut lower) = (Shape::default(), Shape::default());
    let wide = Clump { width: 0.086, thickness: 0.036, root: 0.35, widest: 0.42, taper: 0.62, segments: 12, sides: 6 };
    let thin = Clump { width: 0.064, thickness: 0.026, sides: 4, ..wide };
    let lock = Clump { width: 0.052, thickness: 0.026, root: 0.5, segments: 9, ..wide };
    let under = Clump { sides: 4, ..lock };
    let all = guides();
    let back = all.len() - 2;
    for (k, guide) in all.iter().enumerate() {
        if k < back {
            let short = 0.035 + 0.015 * (k % 3) as f32;
            upper.append(&wide.sweep(guide, &out));
            lower.append(&thin.sweep(&beside(guide, &out, 0.032, short), &out));
            lower.append(&thin.sweep(&beside(guide, &out, -0.032, 0.095 - short), &out));
        } else {
            upper.append(&lock.sweep(guide, &out));
            let by = if guide[0].x > 0.0 { -0.020 } else { 0.020 };
            lower.append(&under.sweep(&beside(guide, &out, by, 0.08), &out));
        }
    }
    let bone = skeleton.find("head").expect("a head");
    let (upper_weights, lower_weights) = (skin::rigid(&upper, bone), skin::rigid(&lower, bone));
    vec![
        mesh("hair", "hair", toon(HAIR), upper, upper_weights),
        mesh("hair-inner", "hair", toon(DEEP), lower, lower_weights),
    ]
}
