//! A long ear: a cupped leaf along a centre line, pink inside, that follows its chain of bones.

use super::{FUR, JOINTS, PINK, Side, toon};
use crate::model::clump::{catmull_rom, resample};
use crate::model::{Shape, Weights, mesh, sdf, skin};
use glam::{Quat, Vec3};
use lissom_rig::{Mesh, Skeleton};
use std::f32::consts::{PI, TAU};

/// The left ear's centre line, from within the head to the tip.
const LINE: [Vec3; 5] = [
    Vec3::new(0.095, 0.91, -0.03),
    Vec3::new(0.130, 1.12, -0.055),
    Vec3::new(0.180, 1.33, -0.065),
    Vec3::new(0.250, 1.53, -0.050),
    Vec3::new(0.345, 1.72, -0.010),
];
/// Half the width at the widest, and what of it is left at the root.
const WIDTH: f32 = 0.088;
const ROOT: f32 = 0.60;
const WIDEST: f32 = 0.58;
/// How far outward the inner side faces.
const FACING: f32 = 0.45;
/// How deep the cup is, of the width.
const CUP: f32 = 0.30;

/// Half steps of a joint's distance: root, joint 0, half way, joint 1, …, joint 7, tip.
fn steps() -> Vec<Vec3> {
    resample(&LINE, 2 * JOINTS)
}

/// Places of the joints in the bind pose.
pub fn joints(side: Side) -> Vec<Vec3> {
    steps().into_iter().skip(1).step_by(2).map(|p| p * flip(side)).collect()
}

fn flip(side: Side) -> Vec3 {
    if side == Side::Left { Vec3::ONE } else { Vec3::new(-1.0, 1.0, 1.0) }
}

pub fn meshes(skeleton: &Skeleton, side: Side) -> Vec<Mesh> {
    [("ear", FUR, outer()), ("ear-inside", PINK, inner())]
        .into_iter()
        .map(|(name, colours, shape)| {
            let weights = weights(&shape, skeleton, side);
            let shape = if side == Side::Left { shape } else { shape.mirrored() };
            mesh(name, "ear", toon(colours), shape, weights)
        })
        .collect()
}

/// Bones that a place of the left ear follows: a quadratic spline along the joints, so that a bend
/// at a joint spreads over the segments on both sides of it.
fn weights(shape: &Shape, skeleton: &Skeleton, side: Side) -> Weights {
    let head = skeleton.find("head").expect("a head");
    let bones: Vec<usize> = (0..JOINTS).map(|k| skeleton.find(&side.bone(k)).expect("an ear")).collect();
    let line = steps();
    skin::by_rule(shape, &|p| {
        let place = along(&line, p);
        let segment = place.floor();
        let x = place - segment;
        let amounts = [0.5 * (1.0 - x) * (1.0 - x), 0.75 - (x - 0.5) * (x - 0.5), 0.5 * x * x];
        let bone = |k: i32| if k < 0 { head } else { bones[(k as usize).min(JOINTS - 1)] };
        (-1..=1).zip(amounts).map(|(k, amount)| (bone(segment as i32 + k), amount)).collect()
    })
}

/// How many joints up the line a place is.
fn along(line: &[Vec3], p: Vec3) -> f32 {
    let nearest = |i: &usize, j: &usize| {
        let d = |i: usize| sdf::segment(p, line[i], line[i + 1]);
        d(*i).total_cmp(&d(*j))
    };
    let i = (0..line.len() - 1).min_by(nearest).expect("a line");
    let step = line[i + 1] - line[i];
    let share = ((p - line[i]).dot(step) / step.length_squared()).clamp(0.0, 1.0);
    0.5 * (i as f32 + share - 1.0)
}

/// Half the width at t from root (0) to tip (1).
fn half_width(t: f32) -> f32 {
    let s = if t < WIDEST { t / WIDEST } else { (t - WIDEST) / (1.0 - WIDEST) };
    let share = if t < WIDEST { ROOT + (1.0 - ROOT) * s * s * (3.0 - 2.0 * s) } else { (1.0 - s * s).powf(0.62) };
    WIDTH * share
}

/// A place of the skin at t, round the ear by `a`: 0 is the outer edge, a quarter turn the inner side.
fn skin_at(t: f32, a: f32) -> Vec3 {
    let tangent = catmull_rom(&LINE, (t + 0.01).min(1.0)) - catmull_rom(&LINE, (t - 0.01).max(0.0));
    let up = tangent.normalize();
    let front = (Quat::from_rotation_y(FACING) * Vec3::Z).reject_from_normalized(up).normalize();
    let w = half_width(t);
    let (v, u) = a.sin_cos();
    let thickness = 0.25 * w + 0.08 * w.sqrt() * WIDTH.sqrt();
    catmull_rom(&LINE, t) + up.cross(front) * (w * u) + front * (CUP * w * (u * u - 0.5) + thickness * v)
}

fn normal_at(t: f32, a: f32) -> Vec3 {
    let e = 2e-3;
    let up = skin_at((t + e).min(0.999), a) - skin_at(t - e, a);
    let round = skin_at(t, a + e) - skin_at(t, a - e);
    up.cross(round).normalize()
}

/// Where the rows of vertices are: closer together towards the tip.
fn row(i: usize) -> f32 {
    let x = i as f32 / ROWS as f32;
    0.15 * x + 0.85 * (0.5 * PI * x).sin()
}

const ROWS: usize = 26;
const SIDES: usize = 18;
/// Rows and columns of the inner side.
const INSIDE: (usize, usize) = (24, 8);

fn outer() -> Shape {
    let mut s = Shape::default();
    for i in 0..ROWS {
        for k in 0..SIDES {
            let (t, a) = (row(i), TAU * k as f32 / SIDES as f32);
            s.push(skin_at(t, a), normal_at(t.max(0.01), a));
        }
    }
    let tip = s.push(LINE[4], (LINE[4] - LINE[3]).normalize());
    let id = |i: usize, k: usize| (i * SIDES + k % SIDES) as u32;
    for k in 0..SIDES {
        s.triangles.push([tip, id(ROWS - 1, k + 1), id(ROWS - 1, k)]);
        for i in 1..ROWS {
            s.quad(id(i - 1, k), id(i, k), id(i, k + 1), id(i - 1, k + 1));
        }
    }
    s
}

/// The pink inner side, a little off the skin, rounded at both ends.
fn inner() -> Shape {
    let (last, columns) = INSIDE;
    let lifted = |t: f32, a: f32| (skin_at(t, a) + normal_at(t, a) * 0.003, normal_at(t, a));
    let mut s = Shape::default();
    for i in 0..=last {
        // From -1 to 1, in smaller steps at both ends.
        let x = -(PI * i as f32 / last as f32).cos();
        let (t, reach) = (0.54 + 0.41 * x, 0.72 * (1.0 - x.powi(4)).max(0.0).sqrt());
        let across = if i == 0 || i == last { 0..1 } else { 0..columns + 1 };
        for k in across {
            let u = reach * (1.0 - 2.0 * k as f32 / columns as f32);
            let (p, n) = lifted(t, u.acos());
            s.push(p, n);
        }
    }
    let id = |i: usize, k: usize| (1 + (i - 1) * (columns + 1) + k) as u32;
    let tip = s.positions.len() as u32 - 1;
    for k in 0..columns {
        s.triangles.push([0, id(1, k), id(1, k + 1)]);
        s.triangles.push([tip, id(last - 1, k + 1), id(last - 1, k)]);
        for i in 2..last {
            s.quad(id(i - 1, k), id(i, k), id(i, k + 1), id(i - 1, k + 1));
        }
    }
    s
}
