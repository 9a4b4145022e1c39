//! Short plum hair: a cap, a swept fringe and a top knot with a golden ring.

use super::{GOLD, HAIR, head, toon};
use crate::model::clump::Clump;
use crate::model::feature::belt;
use crate::model::{Shape, mesh, mesh_with_count, sdf, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let s = h.size;
    let out = |p: Vec3| (p - h.centre()).normalize();
    let lock = |width: f32, path: &[(f32, f32, f32)]| {
        let path: Vec<Vec3> = path.iter().map(|p| h.at(p.0, p.1, p.2)).collect();
        let clump =
            Clump { width: width * s, thickness: 0.10 * s, root: 0.7, segments: 5, sides: 4, ..Clump::default() };
        clump.sweep(&path, &out)
    };
    let cap = |p: Vec3| {
        let shell = sdf::ellipsoid(p, h.centre(), h.radii() + Vec3::splat(0.045 * s));
        let face = Vec3::new(0.0, -0.62, 0.78).normalize();
        let line = sdf::half_space(p, h.at(0.0, 0.68, 0.34), face);
        let nape = sdf::half_space(p, h.at(0.0, 0.22, -0.3), Vec3::new(0.0, -1.0, 0.12).normalize());
        let cut = sdf::smooth_intersect(line, nape, 0.05 * s);
        sdf::smooth_intersect(shell, cut, 0.05 * s)
    };
    let reach = Vec3::splat(0.7 * s);
    let mut hair = mesh_with_count(&cap, h.centre() - reach, h.centre() + reach, 220);
    hair.append(&Shape::ellipsoid(h.at(0.0, 1.10, -0.17), Vec3::new(0.17, 0.16, 0.17) * s, 6, 9));
    let fringe = [
        lock(0.26, &[(0.06, 0.92, 0.26), (0.12, 0.80, 0.40), (0.24, 0.66, 0.40), (0.34, 0.52, 0.30)]),
        lock(0.24, &[(0.04, 0.92, 0.28), (-0.06, 0.80, 0.43), (-0.16, 0.70, 0.44), (-0.28, 0.60, 0.37)]),
        lock(0.22, &[(0.0, 0.92, 0.28), (-0.14, 0.80, 0.38), (-0.28, 0.64, 0.34), (-0.37, 0.48, 0.24)]),
        lock(0.16, &[(0.05, 0.92, 0.28), (0.04, 0.78, 0.45), (0.05, 0.66, 0.46), (0.10, 0.57, 0.43)]),
        lock(0.18, &[(0.04, 1.20, -0.16), (0.14, 1.32, -0.20), (0.24, 1.36, -0.26), (0.34, 1.33, -0.30)]),
        lock(0.18, &[(-0.04, 1.20, -0.18), (-0.10, 1.34, -0.24), (-0.18, 1.42, -0.32), (-0.28, 1.42, -0.40)]),
    ];
    for shape in fringe {
        hair.append(&shape);
    }
    let sides = [
        lock(0.20, &[(0.36, 0.72, 0.16), (0.43, 0.50, 0.17), (0.43, 0.32, 0.18), (0.38, 0.14, 0.20)]),
        lock(0.24, &[(0.30, 0.34, -0.30), (0.32, 0.20, -0.32), (0.29, 0.10, -0.31), (0.24, 0.0, -0.28)]),
        lock(0.26, &[(0.10, 0.32, -0.42), (0.11, 0.18, -0.43), (0.10, 0.07, -0.40), (0.06, -0.04, -0.35)]),
    ];
    for shape in sides {
        hair.append(&shape.both_sides());
    }
    let knot = h.at(0.0, 1.025, -0.15);
    let stem = |p: Vec3| (p - knot).with_y(0.0).length() - 0.135 * s;
    let ring = belt(&stem, knot, Vec3::Y, 0.06 * s, 0.03 * s, 14);
    let bone = skeleton.find("head").expect("a head");
    [("hair", HAIR, hair), ("hair-ring", GOLD, ring)]
        .into_iter()
        .map(|(name, colours, shape)| {
            let weights = skin::rigid(&shape, bone);
            mesh(name, "hair", toon(colours), shape, weights)
        })
        .collect()
}
