//! The robe: a trunk open in front below the belt, wide sleeves, a belt and a clasp.

use super::{LINING, ROBE, TRIM, toon};
use crate::humanoid::Joints;
use crate::model::feature::button;
use crate::model::sheet::{Cloth, Sheet};
use crate::model::{Shape, Weights, mesh, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};
use std::f32::consts::TAU;

const THICKNESS: f32 = 0.015;
/// Height, half width, half depth and depth of the folds, from the collar to the hem.
const PROFILE: [(f32, f32, f32, f32); 8] = [
    (1.270, 0.078, 0.086, 0.0),
    (1.252, 0.125, 0.105, 0.0),
    (1.215, 0.185, 0.128, 0.0),
    (1.10, 0.190, 0.150, 0.01),
    (0.83, 0.160, 0.138, 0.03),
    (0.62, 0.222, 0.198, 0.07),
    (0.30, 0.275, 0.265, 0.12),
    (0.025, 0.335, 0.330, 0.16),
];
const BELT: f32 = 0.83;
/// Where the shoulder's joint lies along a sleeve.
const SHOULDER: f32 = 0.17;

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let sheet = Sheet { columns: 30, rows: 12, thickness: THICKNESS, closed: false, trim: 0.035, side_trim: 0.022 };
    let trunk = sheet.build(&trunk);
    let arm = Sheet { columns: 12, rows: 6, closed: true, trim: 0.06, ..sheet };
    let arm = arm.build(&|u, v| sleeve(&j, u, v));
    let mut out = Vec::new();
    cloth(&mut out, "robe", trunk, &|s| trunk_weights(skeleton, s));
    for side in ["left", "right"] {
        let bones = ["shoulder", "upper_arm", "lower_arm"].map(|b| format!("{side}_{b}"));
        let names: Vec<&str> = ["chest"].into_iter().chain(bones.iter().map(|b| &b[..])).collect();
        let mut part = arm.clone();
        if side == "right" {
            let Cloth { outer, lining, trim } = &arm;
            part = Cloth { outer: outer.mirrored(), lining: lining.mirrored(), trim: trim.mirrored() };
        }
        cloth(&mut out, "sleeve", part, &|s| skin::smooth(s, skeleton, &names, 0.03));
    }
    let belt = belt();
    let weights = trunk_weights(skeleton, &belt);
    out.push(mesh("belt", "robe", toon(TRIM), belt, weights));
    out
}

fn cloth(out: &mut Vec<Mesh>, name: &str, cloth: Cloth, weights: &dyn Fn(&Shape) -> Weights) {
    let sides = [("outer", ROBE, cloth.outer), ("lining", LINING, cloth.lining), ("trim", TRIM, cloth.trim)];
    for (side, colours, shape) in sides {
        let weights = weights(&shape);
        out.push(mesh(&format!("{name}-{side}"), "robe", toon(colours), shape, weights));
    }
}

/// The profile at a share of the way down, interpolated smoothly.
fn profile(v: f32) -> (f32, f32, f32, f32) {
    let top = PROFILE[0].0;
    let drop = PROFILE[PROFILE.len() - 1].0 - top;
    // Closer rows at the shoulders.
    let y = top + drop * (0.55 * v + 0.45 * v * v);
    let i = (1..PROFILE.len() - 1).find(|&i| y > PROFILE[i].0).unwrap_or(PROFILE.len() - 1);
    let (a, b) = (PROFILE[i - 1], PROFILE[i]);
    let t = (y - a.0) / (b.0 - a.0);
    let mix = |p: f32, q: f32| p + (q - p) * t;
    (y, mix(a.1, b.1), mix(a.2, b.2), mix(a.3, b.3))
}

/// From the middle of the front, round the left side and the back to the front again.
fn trunk(u: f32, v: f32) -> Vec3 {
    let (y, wide, deep, fold) = profile(v);
    let below = ((BELT - y) / BELT).max(0.0);
    let gap = 0.012 + 0.035 * below * below.sqrt();
    let a = TAU * (gap + (1.0 - 2.0 * gap) * u - 0.25);
    let wave = 1.0 + fold * (0.75 * (6.0 * TAU * u).cos() + 0.25 * (4.0 * TAU * u).sin());
    Vec3::new(wide * wave * a.cos(), y, -deep * wave * a.sin())
}

/// From inside the shoulder to a wide, hanging cuff.
fn sleeve(j: &Joints, u: f32, v: f32) -> Vec3 {
    let cuff = j.wrist + j.reach() * 0.015;
    let inside = j.arm - Vec3::new(0.085, 0.025, 0.0);
    let along = (cuff - j.arm).normalize();
    let front = Vec3::Z;
    let over = front.cross(along);
    let a = TAU * u;
    let root = (v / SHOULDER).min(1.0);
    let centre = inside.lerp(j.arm - Vec3::Y * 0.01, root);
    let t = ((v - SHOULDER) / (1.0 - SHOULDER)).max(0.0);
    let elbow = Vec3::Z * (4.0 * t * (1.0 - t) * j.elbow.z);
    let centre = centre.lerp(cuff, t) + elbow;
    let wide = 0.045 + 0.034 * root + 0.013 * v;
    let hang = if a.sin() > 0.0 { wide } else { wide + 0.12 * v * v };
    centre + front * (wide * a.cos()) + over * (hang * a.sin())
}

/// The hips and the trunk carry the cloth; below, it follows the legs in part.
fn trunk_weights(skeleton: &Skeleton, shape: &Shape) -> Weights {
    let j = Joints::of(skeleton);
    let bone = |name: &str| skeleton.find(name).expect("a humanoid");
    let ease = |a: f32, b: f32, x: f32| {
        let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    skin::by_rule(shape, &|p| {
        if p.y > j.hips.y {
            let spine = ease(j.hips.y, j.spine.y + 0.02, p.y);
            let chest = ease(j.spine.y, j.chest.y + 0.04, p.y);
            let arm = 0.4 * ease(0.10, 0.20, p.x.abs()) * ease(1.10, 1.20, p.y);
            let shoulder = if p.x > 0.0 { "left_shoulder" } else { "right_shoulder" };
            let mut list = vec![
                (bone("hips"), (1.0 - spine) * (1.0 - arm)),
                (bone("spine"), spine * (1.0 - chest) * (1.0 - arm)),
                (bone("chest"), spine * chest * (1.0 - arm)),
                (bone(shoulder), arm),
            ];
            list.retain(|w| w.1 > 0.004);
            return list;
        }
        let legs = 0.75 * ease(j.hips.y, j.knee.y, p.y);
        let left = ease(-0.12, 0.12, p.x);
        let mut list = vec![
            (bone("hips"), 1.0 - legs),
            (bone("left_upper_leg"), legs * left),
            (bone("right_upper_leg"), legs * (1.0 - left)),
        ];
        list.retain(|w| w.1 > 0.004);
        list
    })
}

/// A cord about the waist, and a clasp at the collar.
fn belt() -> Shape {
    let mut s = Shape::default();
    let (segments, sides) = (28, 5);
    let at = |k: usize| {
        let a = TAU * k as f32 / segments as f32;
        Vec3::new(0.178 * a.cos(), BELT - 0.004, -0.158 * a.sin())
    };
    for k in 0..segments {
        let out = at(k).with_y(0.0).normalize();
        for i in 0..sides {
            let (sin, cos) = (TAU * i as f32 / sides as f32).sin_cos();
            let n = out * cos + Vec3::Y * sin;
            s.push(at(k) + n * Vec3::new(0.014, 0.024, 0.014), n);
        }
    }
    let id = |k: usize, i: usize| ((k % segments) * sides + i % sides) as u32;
    for k in 0..segments {
        for i in 0..sides {
            s.quad(id(k, i), id(k + 1, i), id(k + 1, i + 1), id(k, i + 1));
        }
    }
    let front = PROFILE[1];
    s.append(&button(Vec3::new(0.0, front.0, front.2 + 0.012), Vec3::Z, 0.026, 0.014, 8));
    s.append(&button(Vec3::new(0.0, BELT, 0.178), Vec3::Z, 0.034, 0.018, 8));
    s
}
