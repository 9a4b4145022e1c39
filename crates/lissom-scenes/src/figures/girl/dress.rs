//! The cape and the skirt, with linings and gold trim.

use super::{CAPE, GOLD, NAVY, WINE, toon};
use crate::model::clump::catmull_rom;
use crate::model::feature::button;
use crate::model::sheet::{Cloth, Sheet};
use crate::model::{Shape, Weights, mesh, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};
use std::f32::consts::TAU;

/// Cross-sections of the cape: height, half width, depth behind the axis, and how far its
/// edges reach round from the back, in degrees.
const CAPE_ROWS: [[f32; 4]; 8] = [
    [1.003, 0.056, 0.056, 148.0],
    [0.993, 0.100, 0.078, 124.0],
    [0.960, 0.160, 0.114, 90.0],
    [0.880, 0.198, 0.146, 64.0],
    [0.720, 0.224, 0.176, 62.0],
    [0.550, 0.262, 0.215, 64.0],
    [0.400, 0.306, 0.262, 66.0],
    [0.255, 0.345, 0.305, 68.0],
];

fn cape_surface(u: f32, v: f32) -> Vec3 {
    let column = |k: usize| CAPE_ROWS.map(|r| Vec3::new(r[k], 0.0, 0.0));
    let row = |k: usize| catmull_rom(&column(k), v).x;
    let reach = row(3).to_radians();
    // From the right edge round the back to the left edge: anticlockwise seen from above.
    let a = std::f32::consts::PI + (u - 0.5) * 2.0 * reach;
    let folds = 1.0 + 0.045 * v * v.sqrt() * ((u - 0.5) * 7.0 * TAU).cos();
    // The collar lies lower in front.
    let drop = 0.030 * (0.5 + 0.5 * a.cos()) * (1.0 - 4.0 * v).max(0.0);
    Vec3::new(a.sin() * row(1) * folds, row(0) - drop, a.cos() * row(2) * folds)
}

pub fn cape(skeleton: &Skeleton) -> Vec<Mesh> {
    let sheet = Sheet { columns: 22, rows: 12, thickness: 0.008, closed: false, trim: 0.035, side_trim: 0.022 };
    let mut cloth = sheet.build(&cape_surface);
    for u in [0.02, 0.98] {
        let p = cape_surface(u, 0.02);
        let out = Vec3::new(p.x, 0.0, p.z + 0.05).normalize();
        cloth.trim.append(&button(p + out * 0.006, out, 0.016, 0.009, 12));
    }
    let chain: Vec<Vec3> = [0.02, 0.98].iter().map(|u| cape_surface(*u, 0.02)).collect();
    let drop = (chain[0] + chain[1]) * 0.5 + Vec3::new(0.0, -0.010, 0.022);
    cloth.trim.append(&cord(&[chain[0], drop, chain[1]], 0.005));
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let (chest, left, right) = (bone("chest"), bone("left_shoulder"), bone("right_shoulder"));
    let weights = |s: &Shape| {
        skin::by_rule(s, &|p| {
            let side = (p.x.abs() / 0.30).min(0.6);
            vec![(chest, 1.0 - side), (if p.x > 0.0 { left } else { right }, side)]
        })
    };
    meshes("cape", WINE, cloth, &weights)
}

/// A thin round cord through the points, closed at both ends.
fn cord(points: &[Vec3], radius: f32) -> Shape {
    use crate::model::clump::Clump;
    let clump = Clump {
        width: 2.0 * radius,
        thickness: 2.0 * radius,
        root: 1.0,
        widest: 0.5,
        taper: 0.1,
        segments: 8,
        sides: 6,
    };
    clump.sweep(points, &|_| Vec3::Y)
}

/// Cross-sections of the skirt: height, half width, half depth.
const SKIRT_ROWS: [[f32; 3]; 6] = [
    [0.684, 0.080, 0.070],
    [0.656, 0.106, 0.094],
    [0.612, 0.146, 0.128],
    [0.545, 0.182, 0.164],
    [0.452, 0.211, 0.198],
    [0.345, 0.234, 0.224],
];
const PLEATS: f32 = 10.0;

fn skirt_surface(u: f32, v: f32) -> Vec3 {
    let column = |k: usize| SKIRT_ROWS.map(|r| Vec3::new(r[k], 0.0, 0.0));
    let row = |k: usize| catmull_rom(&column(k), v).x;
    let a = u * TAU;
    let folds = 1.0 + 0.07 * v * (a * PLEATS).cos();
    Vec3::new(a.sin() * row(1) * folds, row(0), a.cos() * row(2) * folds)
}

pub fn skirt(skeleton: &Skeleton) -> Vec<Mesh> {
    let sheet = Sheet { columns: 40, rows: 5, thickness: 0.007, closed: true, trim: 0.075, side_trim: 0.0 };
    let cloth = sheet.build(&skirt_surface);
    let bone = |name: &str| skeleton.find(name).expect("a bone of the humanoid");
    let (hips, left, right) = (bone("hips"), bone("left_upper_leg"), bone("right_upper_leg"));
    let weights = |s: &Shape| {
        skin::by_rule(s, &|p| {
            let low = ((0.60 - p.y) / 0.25).clamp(0.0, 1.0) * 0.3;
            let side = 0.5 + (p.x / 0.2).clamp(-0.5, 0.5);
            vec![(hips, 1.0 - low), (left, low * side), (right, low * (1.0 - side))]
        })
    };
    meshes("skirt", CAPE, cloth, &weights)
}

fn meshes(part: &str, outside: (u32, u32), cloth: Cloth, weights: &dyn Fn(&Shape) -> Weights) -> Vec<Mesh> {
    let list = [("", outside, cloth.outer), ("-lining", NAVY, cloth.lining), ("-trim", GOLD, cloth.trim)];
    list.into_iter()
        .map(|(end, colours, shape)| {
            let w = weights(&shape);
            mesh(&format!("{part}{end}"), part, toon(colours), shape, w)
        })
        .collect()
}
