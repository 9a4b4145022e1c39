//! A tall soft hat with a wide brim and a band.

use super::{LINING, ROBE, TRIM, head, toon};
use crate::model::clump::catmull_rom;
use crate::model::sheet::Sheet;
use crate::model::{Shape, mesh, skin};
use glam::{Quat, Vec3};
use lissom_rig::{Mesh, Skeleton};
use std::f32::consts::TAU;

/// The middle of the hat at several heights, and its radius there, from the tip to the brim's
/// edge, in head sizes from the seat.
const PROFILE: [(Vec3, f32); 8] = [
    (Vec3::new(0.24, 1.16, -0.56), 0.035),
    (Vec3::new(0.16, 1.14, -0.36), 0.07),
    (Vec3::new(0.06, 0.92, -0.17), 0.14),
    (Vec3::new(0.02, 0.62, -0.07), 0.23),
    (Vec3::new(0.0, 0.30, -0.02), 0.35),
    (Vec3::new(0.0, 0.02, 0.0), 0.475),
    (Vec3::new(0.0, -0.03, 0.0), 0.61),
    (Vec3::new(0.0, 0.0, -0.03), 0.75),
];

/// A point of the hat, `v` from the tip to the edge.
fn surface(u: f32, v: f32) -> Vec3 {
    let last = (PROFILE.len() - 1) as f32;
    let path = PROFILE.map(|p| p.0);
    let sizes = PROFILE.map(|p| Vec3::X * p.1);
    let (centre, radius) = (catmull_rom(&path, v), catmull_rom(&sizes, v).x);
    let a = TAU * u;
    // The tip's rings turn over with the bend; the brim droops in front and at the back.
    let bend = Quat::from_rotation_x(-1.1 * (1.0 - v * last / 3.0).clamp(0.0, 1.0));
    let brim = (v * last - 5.0).max(0.0) / 2.0;
    let wave = brim * brim * 0.09 * (2.0 * a).cos();
    let ring = bend * Vec3::new(a.cos(), 0.0, -a.sin()) * radius;
    let h = head();
    h.at(0.0, 0.77, -0.07) + Quat::from_rotation_x(-0.36) * (centre + ring + Vec3::Y * wave) * h.size
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let bone = skeleton.find("head").expect("a head");
    let cone = Sheet { columns: 16, rows: 9, thickness: 0.012, closed: true, trim: 0.03, side_trim: 0.0 };
    let hat = cone.build(&surface);
    let band = Sheet { rows: 1, trim: 0.0, ..cone };
    let band = band.build(&|u, v| {
        let at = 0.645 + 0.06 * v;
        let middle = surface(u, at).midpoint(surface(u + 0.5, at));
        middle + (surface(u, at) - middle) * 1.035
    });
    let mut out = Vec::new();
    for (name, colours, shape) in [
        ("hat", ROBE, hat.outer),
        ("hat-lining", LINING, hat.lining),
        ("hat-trim", TRIM, hat.trim),
        ("hat-band", TRIM, Shape::join([&band.outer, &band.trim])),
    ] {
        let weights = skin::rigid(&shape, bone);
        out.push(mesh(name, "body", toon(colours), shape, weights));
    }
    out
}
