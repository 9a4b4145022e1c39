//! Skin, the fitted suit, slippers and bands.

use super::{GOLD, PANEL, SKIN, SUIT, toon};
use crate::figures::flesh::Flesh;
use crate::figures::tube::tube;
use crate::humanoid::Joints;
use crate::model::feature::belt;
use crate::model::{Shape, mesh, mesh_with_count, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// Arms and legs as a form to fit things on, and for their weights.
pub fn limbs(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let [_, calf, _] = shin(&j);
    let mut f = Flesh::new(skeleton);
    f.cones("upper_arm", (j.arm, 0.042), (j.elbow, 0.031), 0.0)
        .cones("lower_arm", (j.elbow, 0.032), (j.wrist, 0.023), 0.02)
        .cones("upper_leg", (j.leg - Vec3::Y * 0.01, 0.078), (j.knee, 0.048), 0.0)
        .cones("lower_leg", (j.knee, 0.048), calf, 0.02)
        .cones("lower_leg", calf, (j.ankle, 0.031), 0.02);
    f
}

/// Knee, calf and ankle.
fn shin(j: &Joints) -> [(Vec3, f32); 3] {
    let calf = j.knee.lerp(j.ankle, 0.3) - Vec3::Z * 0.012;
    [(j.knee, 0.047), (calf, 0.051), (j.ankle - Vec3::Y * 0.01, 0.031)]
}

/// The bare skin of neck, arms and legs.
fn skin_tubes(j: &Joints) -> Shape {
    let out = j.reach();
    let arm = tube(
        &[
            (j.arm, 0.040),
            (j.arm.lerp(j.elbow, 0.5), 0.040),
            (j.elbow, 0.032),
            (j.elbow.lerp(j.wrist, 0.4), 0.035),
            (j.wrist + out * 0.015, 0.022),
        ],
        9,
        8,
    );
    let [knee, calf, ankle] = shin(j);
    let thigh = j.leg.lerp(j.knee, 0.4) + Vec3::Z * 0.01;
    let leg = tube(&[(j.leg, 0.072), (thigh, 0.071), knee, calf, ankle], 11, 9);
    let neck = tube(&[(j.neck - Vec3::Y * 0.05, 0.036), (j.head + Vec3::Y * 0.02, 0.034)], 2, 8);
    Shape::join([&arm.both_sides(), &leg.both_sides(), &neck])
}

/// A small hand, the thumb in front.
fn hand(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let out = j.reach();
    let at = |along: f32, front: f32| j.wrist + out * along + Vec3::Z * front;
    let mut f = Flesh::new(skeleton);
    f.ellipsoids("hand", at(0.040, 0.0), Vec3::new(0.034, 0.036, 0.036), 0.016)
        .cones("hand", (at(0.055, -0.004), 0.025), (at(0.104, 0.006), 0.018), 0.016)
        .cones("hand", (at(0.030, 0.024), 0.016), (at(0.060, 0.045), 0.014), 0.01);
    f
}

/// A sleeveless top with short legs.
pub fn suit(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let thigh = j.leg.lerp(j.knee, 0.30);
    let mut f = Flesh::new(skeleton);
    f.ellipsoid("hips", j.hips + v(0.0, -0.005, -0.006), v(0.132, 0.10, 0.103), 0.04)
        .ellipsoid("spine", j.spine + v(0.0, 0.005, 0.0), v(0.100, 0.12, 0.080), 0.05)
        .ellipsoid("chest", j.chest + v(0.0, 0.055, 0.004), v(0.122, 0.105, 0.090), 0.06)
        .cones("shoulder", (j.neck + v(0.02, -0.052, 0.0), 0.046), (j.arm - v(0.022, 0.0, 0.0), 0.049), 0.04)
        .cones("upper_leg", (j.leg - v(0.006, 0.01, 0.0), 0.084), (thigh, 0.075), 0.03);
    f
}

/// A pointed slipper.
fn slipper(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let at = |y: f32, z: f32| Vec3::new(j.ankle.x, y, z);
    let mut f = Flesh::new(skeleton);
    f.cones("foot", (at(0.040, -0.012), 0.038), (at(0.034, 0.105), 0.036), 0.0)
        .cones("foot", (j.ankle, 0.037), (j.ankle + Vec3::Y * 0.012, 0.038), 0.03)
        .cones("toes", (at(0.034, 0.115), 0.035), (at(0.026, 0.175), 0.020), 0.02);
    f
}

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let mut out = Vec::new();
    let corner = Vec3::new(0.75, 1.5, 0.3);
    let forms = [
        ("hands", SKIN, hand(skeleton), 240),
        ("suit", SUIT, suit(skeleton), 620),
        ("slippers", PANEL, slipper(skeleton), 220),
    ];
    for (name, colours, flesh, triangles) in forms {
        let form = |p: Vec3| flesh.distance(p).max(0.001 - p.y);
        let low = Vec3::new(-corner.x, -0.01, -corner.z);
        let shape = mesh_with_count(&form, low, corner, triangles);
        let weights = flesh.weights(&shape, 0.018);
        out.push(mesh(name, "body", toon(colours), shape, weights));
    }
    let skin = skin_tubes(&Joints::of(skeleton));
    let mut flesh = limbs(skeleton);
    let j = Joints::of(skeleton);
    flesh.cone("neck", (j.neck, 0.035), (j.head, 0.03), 0.0);
    let weights = flesh.weights(&skin, 0.018);
    out.push(mesh("limbs", "body", toon(SKIN), skin, weights));
    out.extend(bands(skeleton));
    out
}

/// Golden bands at wrists, upper arms and ankles, and a collar.
fn bands(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let flesh = limbs(skeleton);
    let surface = |p: Vec3| flesh.distance(p);
    let shin = (j.knee - j.ankle).normalize();
    let mut out = Vec::new();
    for (bone, at, axis, height) in [
        ("lower_arm", j.wrist - j.reach() * 0.035, -j.reach(), 0.045),
        ("upper_arm", j.arm.lerp(j.elbow, 0.55), (j.arm - j.elbow).normalize(), 0.020),
        ("lower_leg", j.ankle + shin * 0.055, shin, 0.030),
    ] {
        let left = belt(&surface, at, axis, height, 0.008, 7);
        let right = left.mirrored();
        let mut add = |side: &str, shape: Shape| {
            let bone = skeleton.find(&format!("{side}_{bone}")).expect("a humanoid");
            let weights = skin::rigid(&shape, bone);
            out.push(mesh("band", "body", toon(GOLD), shape, weights));
        };
        add("left", left);
        add("right", right);
    }
    let base = j.neck - Vec3::Y * 0.022;
    let neck = |p: Vec3| (p - base).with_y(0.0).length() - 0.040 + 0.35 * (p.y - base.y);
    let collar = belt(&neck, base, Vec3::Y, 0.045, 0.012, 12);
    let weights = skin::rigid(&collar, skeleton.find("chest").expect("a humanoid"));
    out.push(mesh("collar", "body", toon(GOLD), collar, weights));
    out
}
