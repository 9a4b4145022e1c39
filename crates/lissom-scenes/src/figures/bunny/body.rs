//! The fur: one smooth form from head to feet, with a pale belly and a round tail.

use super::{CREAM, FUR, LINE, toon};
use crate::figures::flesh::Flesh;
use crate::humanoid::Joints;
use crate::model::clump::Clump;
use crate::model::stroke::Canvas;
use crate::model::{Shape, mesh, mesh_with_count, sdf, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Material, Mesh, Skeleton};

const SOFTNESS: f32 = 0.03;

/// The whole body without ears and tail.
pub fn flesh(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let mut f = Flesh::new(skeleton);
    f.ellipsoid("hips", v(0.0, 0.25, -0.01), v(0.215, 0.17, 0.20), 0.0)
        .ellipsoid("spine", v(0.0, 0.33, 0.01), v(0.20, 0.16, 0.185), 0.08)
        .ellipsoid("chest", v(0.0, 0.45, 0.0), v(0.155, 0.12, 0.14), 0.10)
        .ellipsoid("neck", v(0.0, 0.56, 0.0), v(0.12, 0.08, 0.11), 0.06)
        .ellipsoid("head", v(0.0, 0.785, 0.0), v(0.265, 0.22, 0.235), 0.03)
        .ellipsoid("head", v(0.0, 0.69, 0.13), v(0.115, 0.085, 0.12), 0.09);
    for x in [-0.15, 0.15] {
        f.ellipsoid("head", v(x, 0.70, 0.045), v(0.145, 0.105, 0.135), 0.08);
    }
    f.cones("shoulder", (j.shoulder + v(0.0, -0.03, 0.0), 0.07), (j.arm + v(-0.02, -0.02, 0.0), 0.065), 0.06)
        .cones("upper_arm", (j.arm, 0.058), (j.elbow, 0.052), 0.03)
        .cones("lower_arm", (j.elbow, 0.052), (j.wrist, 0.054), 0.02)
        .ellipsoids("hand", j.wrist + j.reach() * 0.035, v(0.064, 0.066, 0.066), 0.02);
    f.cones("upper_leg", (j.leg + v(0.02, 0.0, 0.0), 0.115), (j.knee + v(0.01, 0.0, 0.01), 0.095), 0.05)
        .cones("lower_leg", (j.knee, 0.085), (j.ankle, 0.07), 0.04)
        .cones("foot", (j.ankle + v(0.0, 0.012, -0.02), 0.062), (j.ball + v(0.008, 0.050, 0.0), 0.066), 0.02)
        .ellipsoids("toes", j.ball + v(0.014, 0.052, 0.040), v(0.088, 0.068, 0.105), 0.03);
    f
}

/// The main mesh, with about that many triangles.
pub fn fur(skeleton: &Skeleton, triangles: usize) -> Mesh {
    let flesh = flesh(skeleton);
    let floor = |p: Vec3| sdf::smooth_intersect(flesh.distance(p), 0.002 - p.y, 0.02);
    let shape = mesh_with_count(&floor, Vec3::new(-0.45, -0.02, -0.35), Vec3::new(0.45, 1.05, 0.40), triangles);
    let weights = flesh.weights(&shape, SOFTNESS);
    mesh("fur", "body", toon(FUR), shape, weights)
}

/// What lies on the fur or stands off it.
pub fn patches(skeleton: &Skeleton) -> Vec<Mesh> {
    let flesh = flesh(skeleton);
    let surface = |p: Vec3| flesh.distance(p);
    let bone = |name: &str| skeleton.find(name).unwrap_or_else(|| panic!("no bone {name}"));

    let outline = |a: f32| {
        let d = Vec2::from_angle(a);
        Vec2::new(0.125 * d.x * (1.0 - 0.22 * d.y), 0.155 * d.y)
    };
    let front = Canvas::front(&surface, Vec3::new(0.0, 0.36, 0.18));
    let belly = front.patch(Vec2::ZERO, &outline, 7, 32, 0.002, 0.0);
    let weights = flesh.weights(&belly, SOFTNESS);
    let belly = mesh("belly", "body", toon(CREAM), belly, weights);

    let tail = Shape::ellipsoid(Vec3::new(0.0, 0.235, -0.245), Vec3::new(0.092, 0.088, 0.084), 10, 18);
    let weights = skin::rigid(&tail, bone("hips"));
    let tail = mesh("tail", "body", toon(CREAM), tail, weights);

    let tufts = tufts();
    let weights = skin::rigid(&tufts, bone("head"));
    let tufts = mesh("tufts", "body", toon(FUR), tufts, weights);
    let mut meshes = vec![belly, tail, tufts];
    for (side, shape) in [("left", toes(&surface, skeleton)), ("right", toes(&surface, skeleton).mirrored())] {
        let weights = skin::rigid(&shape, bone(&format!("{side}_toes")));
        meshes.push(mesh("toes", "body", Material::flat(LINE), shape, weights));
    }
    meshes
}

/// A forelock between the ears, and pointed tufts on both cheeks.
fn tufts() -> Shape {
    let v = Vec3::new;
    let lock = |points: [Vec3; 3], width: f32| {
        let clump = Clump { width, thickness: 0.6 * width, root: 1.0, widest: 0.1, taper: 1.4, segments: 8, sides: 8 };
        clump.sweep(&points, &|p| p - v(0.0, 0.78, 0.0))
    };
    let mut all = Shape::join([
        &lock([v(0.0, 0.975, -0.04), v(0.015, 1.065, 0.02), v(0.065, 1.075, 0.12)], 0.080),
        &lock([v(-0.02, 0.975, -0.02), v(-0.06, 1.035, 0.03), v(-0.11, 1.02, 0.10)], 0.070),
        &lock([v(0.03, 0.975, -0.03), v(0.085, 1.03, 0.02), v(0.14, 1.02, 0.07)], 0.065),
    ]);
    let cheek = Shape::join([
        &lock([v(0.20, 0.745, 0.02), v(0.285, 0.725, 0.01), v(0.385, 0.725, -0.01)], 0.115),
        &lock([v(0.20, 0.69, 0.03), v(0.28, 0.66, 0.02), v(0.365, 0.635, 0.0)], 0.11),
    ]);
    all.append(&cheek.both_sides());
    all
}

/// Two lines between the toes of the left foot.
fn toes(surface: sdf::Sdf, skeleton: &Skeleton) -> Shape {
    let ball = Joints::of(skeleton).ball;
    let canvas = Canvas::front(surface, ball + Vec3::new(0.014, 0.050, 0.14));
    Shape::join(&[-0.026, 0.026].map(|x| {
        let line = [Vec2::new(x, -0.010), Vec2::new(x, 0.040)];
        canvas.line(&line, &|t| 0.009 * (1.0 - t * t).max(0.2), 5, 0.0015)
    }))
}
