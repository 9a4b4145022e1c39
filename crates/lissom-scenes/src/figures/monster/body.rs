//! The hide: one smooth form from head to tail, with a pale belly and spots on it.

use super::{BELLY, HIDE, SPOT, TAIL, toon};
use crate::figures::flesh::Flesh;
use crate::humanoid::Joints;
use crate::model::stroke::Canvas;
use crate::model::{Shape, mesh, mesh_with_count};
use glam::{Vec2, Vec3};
use lissom_rig::{Mesh, Skeleton};

const SOFTNESS: f32 = 0.05;

/// The whole body.
pub fn flesh(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let mut f = Flesh::new(skeleton);
    f.ellipsoid("hips", v(0.0, 0.80, 0.0), v(0.42, 0.30, 0.38), 0.1)
        .ellipsoid("spine", v(0.0, 0.97, 0.06), v(0.50, 0.39, 0.46), 0.1)
        .ellipsoid("chest", v(0.0, 1.27, 0.0), v(0.39, 0.26, 0.30), 0.14)
        .ellipsoid("neck", v(0.0, 1.46, 0.02), v(0.30, 0.14, 0.25), 0.14)
        .ellipsoid("head", v(0.0, 1.70, 0.04), v(0.335, 0.275, 0.30), 0.10)
        .ellipsoid("head", v(0.0, 1.59, 0.17), v(0.30, 0.17, 0.22), 0.10)
        .ellipsoid("head", v(0.0, 1.64, 0.36), v(0.10, 0.06, 0.07), 0.08);

    f.cones("shoulder", (j.shoulder, 0.16), (j.arm, 0.16), 0.08)
        .cones("upper_arm", (j.arm, 0.155), (j.elbow, 0.115), 0.06)
        .cones("lower_arm", (j.elbow, 0.115), (j.wrist, 0.135), 0.05);
    let out = j.reach();
    let down = Vec3::Z.cross(out).normalize();
    let palm = j.wrist + out * 0.09;
    f.ellipsoids("hand", palm, v(0.135, 0.13, 0.13), 0.05);
    for finger in fingers(palm, out, down) {
        f.cones("hand", (finger[0], 0.052), (finger[1], 0.042), 0.025);
    }

    f.cones("upper_leg", (j.leg + v(0.02, 0.02, 0.0), 0.215), (j.knee, 0.165), 0.08)
        .cones("lower_leg", (j.knee, 0.16), (j.ankle + v(0.0, 0.04, 0.0), 0.135), 0.06)
        .cones("foot", (v(j.ankle.x, 0.10, -0.02), 0.10), (v(j.ball.x, 0.085, 0.17), 0.09), 0.06);
    for toe in toes(j.ball) {
        f.cones("toes", (toe[0], 0.075), (toe[1], 0.060), 0.025);
    }

    for k in 0..6 {
        let thick = |i: usize| 0.20 - 0.028 * i as f32;
        let ends = ((TAIL[k], thick(k)), (TAIL[k + 1], thick(k + 1)));
        f.cone(&format!("tail_{}", k + 1), ends.0, ends.1, 0.06);
    }
    f
}

/// Three fingers and a thumb of the left hand: root and tip.
pub fn fingers(palm: Vec3, out: Vec3, down: Vec3) -> [[Vec3; 2]; 4] {
    let finger = |front: f32| {
        let root = palm + out * 0.09 + Vec3::Z * (0.085 * front);
        [root, root + out * 0.085 - down * 0.02 + Vec3::Z * (0.035 * front)]
    };
    let thumb = palm + Vec3::Z * 0.10 - out * 0.02;
    [finger(-1.0), finger(0.0), finger(1.0), [thumb, thumb + Vec3::Z * 0.075 + out * 0.045]]
}

/// Three toes of the left foot: root and tip.
pub fn toes(ball: Vec3) -> [[Vec3; 2]; 3] {
    [-1.0, 0.0, 1.0].map(|side| {
        let root = Vec3::new(ball.x + 0.095 * side, 0.072, 0.20 - 0.02 * side * side);
        [root, root + Vec3::new(0.025 * side, -0.012, 0.075)]
    })
}

/// The main mesh, with about that many triangles.
pub fn hide(skeleton: &Skeleton, triangles: usize) -> Mesh {
    let flesh = flesh(skeleton);
    let low = Vec3::new(-1.25, -0.05, -1.75);
    let high = Vec3::new(1.25, 2.05, 0.70);
    let floor = |p: Vec3| flesh.distance(p).max(0.002 - p.y);
    let shape = mesh_with_count(&floor, low, high, triangles);
    let weights = flesh.weights(&shape, SOFTNESS);
    mesh("hide", "body", toon(HIDE), shape, weights)
}

/// What lies on the hide in other colours.
pub fn patches(skeleton: &Skeleton) -> Vec<Mesh> {
    let flesh = flesh(skeleton);
    let surface = |p: Vec3| flesh.distance(p);
    let front = Canvas::front(&surface, Vec3::new(0.0, 0.0, 0.42));
    let outline = |a: f32| {
        let d = Vec2::from_angle(a);
        Vec2::new(0.30 * d.x * (1.0 - 0.16 * d.y), 0.40 * d.y)
    };
    let belly = front.patch(Vec2::new(0.0, 1.02), &outline, 12, 48, 0.004, 0.0);
    let weights = flesh.weights(&belly, SOFTNESS);
    let belly = mesh("belly", "body", toon(BELLY), belly, weights);

    let mut spots = Shape::default();
    for (x, y, size) in [
        (0.17, 1.30, 0.075),
        (-0.13, 1.17, 0.060),
        (0.24, 1.10, 0.05),
        (-0.24, 1.31, 0.05),
        (-0.2, 0.98, 0.075),
        (0.10, 0.97, 0.045),
    ] {
        let back = Canvas::facing(&surface, Vec3::new(0.0, 0.0, -0.3), Vec3::NEG_Z);
        spots.append(&back.patch(Vec2::new(x, y), &|a| Vec2::from_angle(a) * size, 3, 18, 0.004, 0.0));
    }
    for (z, y, size) in [(0.06, 1.245, 0.045), (-0.04, 1.16, 0.032), (0.05, 1.10, 0.025)] {
        let side = Canvas::facing(&surface, Vec3::new(0.62, 0.0, 0.0), Vec3::X);
        let spot = side.patch(Vec2::new(z, y), &|a| Vec2::from_angle(a) * size, 3, 18, 0.004, 0.0);
        spots.append(&spot.both_sides());
    }
    let weights = flesh.weights(&spots, SOFTNESS);
    vec![belly, mesh("spots", "body", toon(SPOT), spots, weights)]
}
