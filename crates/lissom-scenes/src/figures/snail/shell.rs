//! The house: a spiral that is drawn, and the hump of tetrahedra inside that carries it.

use crate::model::Shape;
use crate::model::patch::patch;
use crate::model::section::Section;
use crate::model::web::{TetBuilder, Web};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

const MIDDLE: Vec3 = Vec3::new(0.0, 0.290, -0.135);
/// From the middle to the edge.
const REACH: f32 = 0.27;
/// The slices it stands on, and heights of the layers of the hump with half width and half length.
const SLICES: std::ops::RangeInclusive<usize> = 4..=12;
const LAYERS: [[f32; 3]; 5] =
    [[0.195, 0.102, 0.215], [0.265, 0.114, 0.222], [0.335, 0.113, 0.212], [0.405, 0.102, 0.185], [0.462, 0.088, 0.156]];

/// Grows the hump from the back of the body.
pub fn add_hump(body: &mut TetBuilder, section: &Section, slices: &[Vec<u32>]) {
    // The upper part of the rim of each slice.
    let mut rim: Vec<usize> = (0..section.points.len()).filter(|&k| !section.inner[k]).collect();
    rim.retain(|&k| section.points[k].y > 0.4);
    rim.sort_by(|a, b| section.points[*a].x.total_cmp(&section.points[*b].x));
    let slices = &slices[SLICES];
    let (across, along) = (rim.len(), slices.len());
    let root: Vec<u32> = slices.iter().flat_map(|s| rim.iter().map(|&k| s[k])).collect();
    let faces = body.mesh().surface();
    let place = |v: u32| root.iter().position(|r| *r == v);
    let mut web = Web::default();
    for face in faces {
        if let [Some(a), Some(b), Some(c)] = face.map(place) {
            web.triangles.push([a, b, c]);
        }
    }
    web.labels = labels(&web.triangles, root.len(), across);
    let mut layers = vec![root.clone()];
    for [height, wide, long] in LAYERS {
        let at = |k: usize| {
            let a = 2.0 * (k % across) as f32 / (across - 1) as f32 - 1.0;
            let b = 2.0 * (k / across) as f32 / (along - 1) as f32 - 1.0;
            // Between a square and a disc.
            let round = Vec2::new(a * (1.0 - 0.42 * b * b).sqrt(), b * (1.0 - 0.42 * a * a).sqrt());
            let dome = 0.03 * (1.0 - round.length_squared().min(1.5));
            Vec3::new(round.x * wide, height + dome, MIDDLE.z + round.y * long)
        };
        layers.push(body.vertices((0..root.len()).map(at)));
    }
    body.sweep(&web, &layers);
}

/// Labels that differ along edges and are the same on both sides.
fn labels(triangles: &[[usize; 3]], count: usize, across: usize) -> Vec<u8> {
    let mut labels = vec![u8::MAX; count];
    for k in 0..count {
        let twin = k / across * across + across - 1 - k % across;
        let near = |j: usize| triangles.iter().filter(move |t| t.contains(&j)).flatten().copied();
        let taken: Vec<u8> = near(k).chain(near(twin)).filter(|&j| j != k && j != twin).map(|j| labels[j]).collect();
        if labels[k] == u8::MAX {
            let free = (0..).find(|l| !taken.contains(l)).expect("a label");
            labels[k] = free;
            labels[twin] = free;
        }
    }
    labels
}

/// Places inside the hump.
pub fn inside() -> impl Iterator<Item = Vec3> {
    LAYERS.into_iter().flat_map(|[height, wide, long]| {
        [(0.0, 0.0), (0.7, 0.0), (-0.7, 0.0), (0.0, 0.7), (0.0, -0.7)]
            .map(|(x, z)| Vec3::new(x * wide, height, MIDDLE.z + z * long))
    })
}

/// A point of the spiral: round the whorl, and along it from its mouth to the middle.
fn spiral(u: f32, v: f32) -> Vec3 {
    let turns = 3.2 * v;
    let size = REACH / 1.37 * (-0.50 * turns).exp();
    let angle = -TAU * turns - 1.35;
    let out = Vec3::new(0.0, angle.sin(), angle.cos());
    let (sin, cos) = (u * TAU).sin_cos();
    let wide = 0.034 + 0.42 * size;
    MIDDLE + out * (size * (1.0 + 0.37 * cos)) + Vec3::X * (wide * sin)
}

/// The whorls, and a paler stripe along them.
pub fn look() -> [Shape; 2] {
    let whorl = |from: f32, to: f32, n: usize| patch(&spiral, from..to, 0.0..1.0, [n, 84]).flipped();
    let button = Shape::ellipsoid(MIDDLE, Vec3::new(0.066, 0.032, 0.032), 8, 14);
    // u = 0 is the outer edge; the stripe runs down both sides.
    [
        Shape::join([&whorl(0.26, 0.74, 8), &whorl(-0.13, 0.13, 8), &button]),
        Shape::join([&whorl(0.13, 0.26, 4), &whorl(-0.26, -0.13, 4)]),
    ]
}
