//! Short copper hair with a tuft on top, two side locks and a stub of a pony tail.

use super::head;
use crate::figures::strand::{Beside, Strand, head_of_hair, outward};
use crate::model::Shape;
use crate::model::clump::Clump;
use crate::model::feature::bow;
use crate::model::head::{Head, way};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// How far the tuft leans from the vertical, and how much further its tip curls, in radians.
pub const LEAN: f32 = 0.80;
pub const CURL: f32 = 0.90;

/// Clumps over the forehead: where the tip is (round, up), and the width.
const FRONT: [(f32, f32, f32); 8] = [
    (22.0, 2.0, 0.075),
    (38.0, -3.0, 0.075),
    (53.0, -12.0, 0.078),
    (68.0, -26.0, 0.080),
    (-2.0, 4.0, 0.080),
    (-20.0, 0.0, 0.078),
    (-38.0, -5.0, 0.078),
    (-58.0, -22.0, 0.082),
];

/// Clumps from over the ear to the nape, left side: tip (round, up), width.
const SIDES: [(f32, f32, f32); 4] =
    [(86.0, -40.0, 0.110), (110.0, -46.0, 0.120), (135.0, -56.0, 0.125), (160.0, -52.0, 0.125)];

/// The tuft: it rises from the crown, leans aside and curls over, all in one plane.
fn tuft() -> Strand {
    let along = |angle: f32, length: f32| Vec3::new(angle.sin(), angle.cos(), 0.0) * length;
    let root = head().above(Vec3::Y, 0.006);
    let crown = root + Vec3::Y * 0.03;
    let bend = crown + along(LEAN, 0.13);
    let bow = crown.lerp(bend, 0.5) + along(LEAN - 1.57, 0.012);
    let curl = bend + along(LEAN + 0.5 * CURL, 0.055);
    let tip = curl + along(LEAN + 1.4 * CURL, 0.065);
    Strand { name: "cowlick", places: vec![root, crown, bend], path: vec![root, crown, bow, bend, curl, tip] }
}

pub fn strands() -> Vec<Strand> {
    let h = head();
    let strand = |name, path: &[[f32; 3]]| Strand::even(name, 5, path.iter().map(|p| h.at(p[0], p[1], p[2])).collect());
    let side = [[0.40, 0.56, 0.18], [0.465, 0.38, 0.19], [0.47, 0.20, 0.20], [0.42, 0.0, 0.24]];
    vec![
        tuft(),
        strand("lock.0", &side),
        strand("lock.1", &side.map(|[x, y, z]| [-x, y, z])),
        strand(
            "lock.2",
            &[[0.0, 0.62, -0.50], [0.0, 0.60, -0.64], [0.0, 0.42, -0.74], [0.0, 0.20, -0.74], [0.02, 0.02, -0.66]],
        ),
    ]
}

/// Clumps that follow the head.
fn still(h: &Head) -> Shape {
    let out = |p: Vec3| (p - h.centre()).normalize();
    let clump = Clump { width: 0.0, thickness: 0.026, root: 0.4, widest: 0.5, taper: 0.6, segments: 12, sides: 8 };
    let mut all = Shape::default();
    for (k, (round, up, width)) in FRONT.into_iter().enumerate() {
        let lift = 0.004 * (k % 2) as f32;
        let path = h.arc(way(0.6 * round, 91.0), way(round, up), [0.036, 0.034 + lift, 0.018 + lift]);
        all.append(&Clump { width, ..clump }.sweep(&path, &out));
    }
    for (k, (round, up, width)) in SIDES.into_iter().enumerate() {
        let lift = 0.006 * (k % 2) as f32;
        let path = h.arc(way(round, 96.0), way(round, up), [0.030, 0.032 + lift, 0.055 + lift]);
        all.append(&Clump { width, widest: 0.58, ..clump }.sweep(&path, &out).both_sides());
    }
    let back = h.arc(way(180.0, 115.0), way(180.0, -48.0), [0.030, 0.040, 0.052]);
    all.append(&Clump { width: 0.13, ..clump }.sweep(&back, &out));
    all
}

/// The free strand's clumps.
fn free(strand: &Strand, out: &dyn Fn(Vec3) -> Vec3) -> Shape {
    let lens = Clump { segments: 16, sides: 8, taper: 0.62, ..Clump::default() };
    let clump = |width: f32, thickness: f32, aside: f32, raised: f32| {
        (Clump { width, thickness, ..lens }, Beside { aside, off: 0.0, raised })
    };
    match strand.name {
        "cowlick" => {
            let tuft =
                Clump { width: 0.076, thickness: 0.050, root: 0.40, widest: 0.50, segments: 24, taper: 0.8, ..lens };
            tuft.sweep(&strand.path, &|_| Vec3::Z)
        }
        "lock.2" => strand.clumps(
            &[clump(0.10, 0.07, 0.0, 0.0), clump(0.07, 0.05, 0.035, 0.05), clump(0.07, 0.05, -0.035, 0.06)],
            out,
        ),
        _ => strand.clumps(&[clump(0.058, 0.030, 0.0, 0.0), clump(0.038, 0.022, 0.02, 0.05)], out),
    }
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let bow = bow(h.at(0.0, 0.64, -0.59), 0.10);
    let out = outward(&h);
    let free = strands().into_iter().map(|s| {
        let shape = free(&s, &out);
        (s, shape)
    });
    head_of_hair(skeleton, &h, still(&h), bow, free)
}
