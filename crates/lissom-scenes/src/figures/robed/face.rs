//! A kind old face, bushy brows, a moustache and a long beard.

use super::{BEARD, SKIN, head, toon};
use crate::model::clump::Clump;
use crate::model::head::{FaceColours, FaceDrawing};
use crate::model::{Shape, mesh, mesh_with_count, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Material, Mesh, Skeleton};

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let bone = skeleton.find("head").expect("a head");
    let mut out = Vec::new();
    let mut add = |name: &str, part: &str, material: Material, shape: Shape| {
        let weights = skin::rigid(&shape, bone);
        out.push(mesh(name, part, material, shape, weights));
    };
    let h = head();
    let skull = |p: Vec3| h.distance(p);
    let reach = Vec3::splat(0.75 * h.size);
    let skull = mesh_with_count(&skull, h.centre() - reach, h.centre() + reach, 430);
    add("head", "face", toon(SKIN), skull);

    let draw = FaceDrawing {
        eye: Vec2::new(0.150, 0.42),
        eye_size: Vec2::new(0.058, 0.066),
        brow_height: 0.56,
        mouth_height: 0.16,
        mouth: 0.05,
    };
    let colours = FaceColours {
        skin: toon(SKIN),
        iris: 0x4A6E8C,
        iris_dark: 0x22303F,
        iris_bright: 0x86A9C2,
        lash: 0x5A3A30,
        brow: BEARD.0,
        lips: 0x9A5548,
        blush: 0xEDA98F,
    };
    let keep = |name: &str| !matches!(name, "mouth" | "nose" | "brows" | "iris-glow");
    for (name, material, shape) in h.features(&draw, &colours) {
        if keep(name) {
            add(name, "face", material, shape);
        }
    }
    let nose = Shape::ellipsoid(h.at(0.0, 0.315, 0.44), Vec3::new(0.075, 0.07, 0.075) * h.size, 7, 12);
    add("nose", "face", Material::toon(0xEDB79A, 0xC98670), nose);
    add("beard", "body", toon(BEARD), beard());
    out
}

/// Locks from cheek to cheek that meet in a point, a moustache, and brows.
fn beard() -> Shape {
    let h = head();
    let out = |p: Vec3| (p - h.centre() + Vec3::Y * 0.1 * h.size).normalize();
    let lock = |width: f32, path: &[(f32, f32, f32)]| {
        let path: Vec<Vec3> = path.iter().map(|p| h.at(p.0, p.1, p.2)).collect();
        let clump = Clump {
            width: width * h.size,
            thickness: 0.13 * h.size,
            root: 0.7,
            segments: 5,
            sides: 4,
            ..Clump::default()
        };
        clump.sweep(&path, &out)
    };
    let mut all = lock(0.36, &[(0.0, 0.20, 0.38), (0.0, -0.05, 0.44), (0.0, -0.45, 0.43), (0.02, -0.98, 0.36)]);
    let sides = [
        lock(0.30, &[(0.14, 0.20, 0.36), (0.15, -0.05, 0.40), (0.12, -0.40, 0.40), (0.05, -0.80, 0.37)]),
        lock(0.28, &[(0.26, 0.26, 0.27), (0.28, 0.0, 0.30), (0.22, -0.30, 0.34), (0.13, -0.58, 0.36)]),
        lock(0.24, &[(0.37, 0.44, 0.10), (0.39, 0.15, 0.13), (0.35, -0.10, 0.20), (0.24, -0.36, 0.27)]),
        lock(0.32, &[(0.40, 0.58, -0.10), (0.45, 0.25, -0.06), (0.44, 0.0, 0.0), (0.37, -0.22, 0.08)]),
        lock(0.38, &[(0.34, 0.58, -0.28), (0.39, 0.25, -0.27), (0.38, 0.0, -0.25), (0.33, -0.20, -0.22)]),
        lock(0.42, &[(0.12, 0.60, -0.45), (0.14, 0.25, -0.47), (0.14, 0.0, -0.44), (0.10, -0.18, -0.38)]),
        lock(0.13, &[(0.02, 0.245, 0.43), (0.14, 0.21, 0.44), (0.25, 0.13, 0.38), (0.33, 0.02, 0.33)]),
        lock(0.10, &[(0.06, 0.55, 0.385), (0.14, 0.585, 0.38), (0.22, 0.58, 0.34), (0.30, 0.52, 0.28)]),
    ];
    for side in sides {
        all.append(&side.both_sides());
    }
    all
}
