//! Skin, the fitted suit, slippers and bands.

use super::{GOLD, PANEL, SKIN, SUIT, toon};
use crate::figures::flesh::Flesh;
use crate::humanoid::Joints;
use crate::model::feature::belt;
use crate::model::{Shape, mesh, mesh_with_count, skin};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// Neck, arms, hands and legs.
pub fn limbs(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let out = j.reach();
    let at = |along: f32, front: f32| j.wrist + out * along + Vec3::Z * front;
    let calf = j.knee.lerp(j.ankle, 0.3) - v(0.0, 0.0, 0.012);
    let mut f = Flesh::new(skeleton);
    f.cone("neck", (j.neck - v(0.0, 0.06, 0.005), 0.040), (j.neck + v(0.0, 0.08, 0.0), 0.036), 0.0)
        .ellipsoid("hips", j.hips, v(0.09, 0.06, 0.07), 0.02)
        .cones("shoulder", (j.shoulder, 0.038), (j.arm, 0.040), 0.03)
        .cones("upper_arm", (j.arm, 0.042), (j.elbow, 0.031), 0.02)
        .cones("lower_arm", (j.elbow, 0.032), (j.wrist, 0.022), 0.02)
        .ellipsoids("hand", at(0.036, 0.0), v(0.030, 0.031, 0.030), 0.016)
        .cones("hand", (at(0.05, -0.004), 0.020), (at(0.095, 0.006), 0.012), 0.016)
        .cones("hand", (at(0.025, 0.02), 0.011), (at(0.052, 0.038), 0.009), 0.01)
        .cones("upper_leg", (j.leg - v(0.006, 0.01, 0.0), 0.078), (j.knee, 0.048), 0.03)
        .cones("lower_leg", (j.knee, 0.048), (calf, 0.050), 0.02)
        .cones("lower_leg", (calf, 0.050), (j.ankle + v(0.0, 0.01, 0.0), 0.031), 0.02);
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
        .ellipsoids("shoulder", j.arm - v(0.028, -0.004, 0.0), v(0.045, 0.044, 0.046), 0.05)
        .cone("neck", (j.neck - v(0.0, 0.05, 0.0), 0.050), (j.neck + v(0.0, 0.005, 0.0), 0.044), 0.03)
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
        ("limbs", SKIN, limbs(skeleton), 1150),
        ("suit", SUIT, suit(skeleton), 800),
        ("slippers", PANEL, slipper(skeleton), 260),
    ];
    for (name, colours, flesh, triangles) in forms {
        let form = |p: Vec3| flesh.distance(p).max(0.001 - p.y);
        let low = Vec3::new(-corner.x, -0.01, -corner.z);
        let shape = mesh_with_count(&form, low, corner, triangles);
        let weights = flesh.weights(&shape, 0.018);
        out.push(mesh(name, "body", toon(colours), shape, weights));
    }
    out.extend(bands(skeleton));
    out
}

/// Golden bands at wrists, upper arms and ankles.
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
        let left = belt(&surface, at, axis, height, 0.007, 9);
        let right = left.mirrored();
        let mut add = |side: &str, shape: Shape| {
            let bone = skeleton.find(&format!("{side}_{bone}")).expect("a humanoid");
            let weights = skin::rigid(&shape, bone);
            out.push(mesh("band", "body", toon(GOLD), shape, weights));
        };
        add("left", left);
        add("right", right);
    }
    out
}
