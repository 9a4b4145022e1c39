//! Four panels that hang from a belt to the knees, with buttons, plates and tassels.

use super::body::suit;
use super::{GOLD, PANEL, SUIT, TASSEL, toon};
use crate::humanoid::Joints;
use crate::model::clump::Clump;
use crate::model::feature::{belt, button};
use crate::model::sheet::Sheet;
use crate::model::{Shape, Weights, mesh, skin};
use glam::{Quat, Vec3};
use lissom_rig::{Mesh, Skeleton};
use std::f32::consts::{PI, TAU};

pub const BELT: f32 = 0.868;
const HEM: f32 = 0.47;

/// A panel about the direction `quarter` (0 front, 1 left, 2 back, 3 right).
fn panel(quarter: usize, u: f32, v: f32) -> Vec3 {
    let across = 2.0 * u - 1.0;
    let half = PI * (0.235 - 0.035 * v);
    let a = 0.25 * TAU * (quarter as f32 - 1.0) + half * across;
    let y = BELT + (HEM - BELT) * v - 0.07 * v * (1.0 - across * across);
    let flare = v.powf(0.48);
    let (wide, deep) = (0.122 + 0.147 * flare, 0.099 + 0.147 * flare);
    Vec3::new(wide * a.cos(), y, -deep * a.sin())
}

/// Place on the outer side, and the outward direction there.
fn outside(quarter: usize, u: f32, v: f32) -> (Vec3, Vec3) {
    let h = 1e-3;
    let du = panel(quarter, (u + h).min(1.0), v) - panel(quarter, (u - h).max(0.0), v);
    let dv = panel(quarter, u, (v + h).min(1.0)) - panel(quarter, u, (v - h).max(0.0));
    let out = dv.cross(du).normalize();
    (panel(quarter, u, v) + out * 0.006, out)
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let mut out = Vec::new();
    let sheet = Sheet { columns: 5, rows: 8, thickness: 0.010, closed: false, trim: 0.05, side_trim: 0.06 };
    for quarter in 0..4 {
        let cloth = sheet.build(&|u, v| panel(quarter, u, v));
        for (side, colours, shape) in
            [("outer", PANEL, cloth.outer), ("lining", SUIT, cloth.lining), ("trim", GOLD, cloth.trim)]
        {
            let weights = weights(skeleton, &shape);
            out.push(mesh(&format!("panel-{side}"), "clothing", toon(colours), shape, weights));
        }
        for (shape, anchor) in ornaments(quarter) {
            let weights = riding(skeleton, &shape, anchor);
            out.push(mesh("ornament", "clothing", toon(GOLD), shape, weights));
        }
        for (shape, anchor) in tassels(quarter) {
            let weights = riding(skeleton, &shape, anchor);
            out.push(mesh("tassel", "clothing", toon(TASSEL), shape, weights));
        }
    }
    let suit = suit(skeleton);
    let waist = |p: Vec3| 0.1 * (Vec3::new(p.x / 0.124, 0.0, p.z / 0.101).length() - 1.0);
    let surface = |p: Vec3| suit.distance(p).min(waist(p));
    let girdle = belt(&surface, Vec3::Y * (BELT + 0.004), Vec3::Y, 0.052, 0.022, 22);
    let girdle_weights = weights(skeleton, &girdle);
    out.push(mesh("belt", "clothing", toon(GOLD), girdle, girdle_weights));
    out
}

/// Buttons and a plate down the middle of a panel, each with the place it is sewn to.
fn ornaments(quarter: usize) -> Vec<(Shape, Vec3)> {
    let mut all = Vec::new();
    for v in [0.28, 0.44, 0.60] {
        let (at, out) = outside(quarter, 0.5, v);
        all.push((button(at, out, 0.015, 0.009, 5), at));
    }
    let (at, out) = outside(quarter, 0.5, 0.80);
    let plate = button(at, out, 0.036, 0.009, 8);
    let gem = Shape::ellipsoid(at + out * 0.008, Vec3::splat(0.012), 4, 5);
    all.push((Shape::join([&plate, &gem]), at));
    all
}

/// Tassels at the two corners and at the point of a panel.
fn tassels(quarter: usize) -> Vec<(Shape, Vec3)> {
    let places = [0.03, 0.5, 0.97];
    places
        .map(|u| {
            let (_, out) = outside(quarter, u, 1.0);
            let at = panel(quarter, u, 1.0) - Vec3::Y * 0.008;
            let bead = Shape::ellipsoid(at - Vec3::Y * 0.004, Vec3::splat(0.010), 4, 5);
            let clump = Clump {
                width: 0.024,
                thickness: 0.024,
                root: 0.5,
                widest: 0.8,
                segments: 3,
                sides: 4,
                ..Clump::default()
            };
            let path = [at - Vec3::Y * 0.008, at - Vec3::Y * 0.035, at - Vec3::Y * 0.062];
            let side = Quat::from_rotation_y(0.3) * out;
            (Shape::join([&bead, &clump.sweep(&path, &|_| side)]), at)
        })
        .into()
}

/// All of an ornament moves as the cloth does where it is sewn on.
fn riding(skeleton: &Skeleton, shape: &Shape, anchor: Vec3) -> Weights {
    skin::by_rule(shape, &|_| rule(skeleton, anchor))
}

fn weights(skeleton: &Skeleton, shape: &Shape) -> Weights {
    skin::by_rule(shape, &|p| rule(skeleton, p))
}

/// The hips carry the cloth; below, it follows the legs in part.
fn rule(skeleton: &Skeleton, p: Vec3) -> Vec<(usize, f32)> {
    let j = Joints::of(skeleton);
    let bone = |name: &str| skeleton.find(name).expect("a humanoid");
    let ease = |a: f32, b: f32, x: f32| {
        let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let legs = 0.85 * ease(BELT - 0.05, j.knee.y + 0.1, p.y);
    let left = ease(-0.10, 0.10, p.x);
    let mut list = vec![
        (bone("hips"), 1.0 - legs),
        (bone("left_upper_leg"), legs * left),
        (bone("right_upper_leg"), legs * (1.0 - left)),
    ];
    list.retain(|w| w.1 > 0.004);
    list
}
