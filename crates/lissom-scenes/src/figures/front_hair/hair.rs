//! Copper hair to the chin: what lies on the head follows it, six strands hang free.

use crate::figures::girl::head;
use crate::figures::strand::{Beside, Strand, head_of_hair, outward};
use crate::model::Shape;
use crate::model::clump::Clump;
use crate::model::feature::bow;
use crate::model::head::{Head, way};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// The parting: degrees round from the front.
const PARTING: f32 = 12.0;

/// Short clumps on the forehead: where the tip is (round, up), and the width.
const FOREHEAD: [(f32, f32, f32); 8] = [
    (24.0, 14.0, 0.056),
    (40.0, 9.0, 0.056),
    (55.0, 2.0, 0.058),
    (70.0, -14.0, 0.062),
    (-4.0, 15.0, 0.060),
    (-22.0, 12.0, 0.058),
    (-40.0, 7.0, 0.058),
    (-62.0, -10.0, 0.064),
];

/// Clumps from over the ear to the nape, left side: tip (round, up), width.
const SIDES: [(f32, f32, f32); 5] =
    [(84.0, -36.0, 0.078), (103.0, -48.0, 0.088), (124.0, -56.0, 0.092), (146.0, -61.0, 0.092), (168.0, -63.0, 0.092)];

/// The six chains through places in head coordinates.
pub fn strands() -> Vec<Strand> {
    let h = head();
    let strand = |name, joints, path: &[[f32; 3]]| {
        Strand::even(name, joints, path.iter().map(|p| h.at(p[0], p[1], p[2])).collect())
    };
    let side = |name, s: f32| {
        let path = [[0.40, 0.62, 0.16], [0.46, 0.44, 0.17], [0.465, 0.22, 0.17], [0.43, 0.0, 0.22], [0.40, -0.2, 0.26]];
        strand(name, 6, &path.map(|[x, y, z]| [s * x, y, z]))
    };
    vec![
        strand(
            "fringe.0",
            7,
            &[
                [0.08, 0.96, 0.22],
                [0.17, 0.87, 0.40],
                [0.25, 0.73, 0.45],
                [0.31, 0.58, 0.43],
                [0.345, 0.43, 0.39],
                [0.35, 0.29, 0.36],
                [0.315, 0.16, 0.36],
            ],
        ),
        strand(
            "fringe.1",
            5,
            &[[0.05, 0.97, 0.22], [0.03, 0.86, 0.43], [0.0, 0.70, 0.51], [0.02, 0.52, 0.53], [0.08, 0.35, 0.52]],
        ),
        strand(
            "fringe.2",
            7,
            &[
                [0.02, 0.97, 0.21],
                [-0.11, 0.89, 0.40],
                [-0.21, 0.75, 0.46],
                [-0.29, 0.59, 0.44],
                [-0.34, 0.43, 0.40],
                [-0.345, 0.30, 0.37],
                [-0.305, 0.18, 0.37],
            ],
        ),
        side("lock.0", 1.0),
        side("lock.1", -1.0),
        strand(
            "lock.2",
            7,
            &[
                [0.0, 0.72, -0.50],
                [0.0, 0.66, -0.64],
                [0.0, 0.44, -0.72],
                [0.02, 0.14, -0.70],
                [0.0, -0.18, -0.62],
                [-0.03, -0.50, -0.58],
            ],
        ),
    ]
}

/// The clumps of a strand, the widest first.
fn clumps(name: &str) -> Vec<(Clump, Beside)> {
    let lens =
        Clump { thickness: 0.020, root: 0.5, widest: 0.42, taper: 0.62, segments: 16, sides: 8, ..Clump::default() };
    let clump = |width: f32, thickness: f32, aside: f32, off: f32, raised: f32| {
        (Clump { width, thickness, ..lens }, Beside { aside, off, raised })
    };
    match name {
        "fringe.1" => vec![clump(0.040, 0.018, 0.0, 0.0, 0.0), clump(0.024, 0.014, 0.014, -0.004, 0.045)],
        "lock.2" => vec![
            clump(0.085, 0.050, 0.0, 0.0, 0.0),
            clump(0.060, 0.036, 0.030, 0.008, 0.07),
            clump(0.060, 0.036, -0.030, 0.008, 0.10),
        ],
        "lock.0" | "lock.1" => vec![clump(0.044, 0.024, 0.0, 0.0, 0.0), clump(0.030, 0.018, -0.014, 0.003, 0.06)],
        _ => vec![clump(0.050, 0.020, 0.0, 0.0, 0.0), clump(0.030, 0.016, 0.018, 0.002, 0.05)],
    }
}

/// Clumps that follow the head.
fn still(h: &Head) -> Shape {
    let out = |p: Vec3| (p - h.centre()).normalize();
    let clump = Clump { width: 0.0, thickness: 0.022, root: 0.4, widest: 0.5, taper: 0.6, segments: 12, sides: 8 };
    let mut all = Shape::default();
    for (k, (round, up, width)) in FOREHEAD.into_iter().enumerate() {
        let start = way(PARTING + 0.6 * (round - PARTING), 91.0);
        let lift = 0.003 * (k % 2) as f32;
        let path = h.arc(start, way(round, up), [0.034, 0.026 + lift, 0.014 + lift]);
        all.append(&Clump { width, ..clump }.sweep(&path, &out));
    }
    let back = h.arc(way(180.0, 115.0), way(180.0, -50.0), [0.026, 0.034, 0.050]);
    all.append(&Clump { width: 0.100, ..clump }.sweep(&back, &out));
    for (k, (round, up, width)) in SIDES.into_iter().enumerate() {
        let odd = (k % 2) as f32;
        let (lift, up) = (0.005 * odd, up + 7.0 * odd);
        let path = h.arc(way(round, 96.0), way(round, up), [0.026, 0.027 + lift, 0.050 + lift]);
        all.append(&Clump { width, widest: 0.58, ..clump }.sweep(&path, &out).both_sides());
    }
    all
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let bow = bow(h.at(0.0, 0.74, -0.57), 0.095);
    let out = outward(&h);
    let free = strands().into_iter().map(|s| {
        let shape = s.clumps(&clumps(s.name), &out);
        (s, shape)
    });
    head_of_hair(skeleton, &h, still(&h), bow, free)
}
