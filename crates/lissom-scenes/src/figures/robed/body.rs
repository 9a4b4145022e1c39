//! What the robe hides, a plain tunic, and what it does not, hands and shoes.

use super::{SKIN, TUNIC, toon};
use crate::figures::flesh::Flesh;
use crate::figures::tube::tube;
use crate::humanoid::Joints;
use crate::model::{Shape, mesh, mesh_with_count};
use glam::Vec3;
use lissom_rig::{Mesh, Skeleton};

/// Under the robe, without the limbs.
fn torso(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let mut f = Flesh::new(skeleton);
    f.ellipsoid("hips", j.hips + v(0.0, 0.01, 0.0), v(0.125, 0.10, 0.10), 0.05)
        .ellipsoid("spine", j.spine, v(0.118, 0.11, 0.095), 0.05)
        .ellipsoid("chest", j.chest + v(0.0, 0.05, 0.0), v(0.125, 0.11, 0.09), 0.05)
        .cone("neck", (j.neck - v(0.0, 0.04, 0.0), 0.05), (j.neck + v(0.0, 0.02, 0.0), 0.045), 0.04);
    f
}

/// All that is under the robe.
pub fn tunic(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let mut f = torso(skeleton);
    f.cones("shoulder", (j.shoulder, 0.055), (j.arm, 0.05), 0.04)
        .cones("upper_arm", (j.arm, 0.05), (j.elbow, 0.036), 0.03)
        .cones("lower_arm", (j.elbow, 0.036), (j.wrist - j.reach() * 0.02, 0.028), 0.02)
        .cones("upper_leg", (j.leg, 0.075), (j.knee, 0.055), 0.03)
        .cones("lower_leg", (j.knee, 0.055), (j.ankle + Vec3::Y * 0.03, 0.042), 0.03);
    f
}

/// A soft shoe with a curled tip.
fn shoe(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let v = Vec3::new;
    let mut f = Flesh::new(skeleton);
    f.cones("foot", (v(j.ankle.x, 0.052, -0.015), 0.048), (v(j.ball.x, 0.045, j.ball.z), 0.045), 0.0)
        .cones("foot", (j.ankle, 0.046), (j.ankle + v(0.0, 0.03, 0.0), 0.05), 0.03)
        .cones("toes", (v(j.ball.x, 0.042, 0.12), 0.042), (v(j.ball.x, 0.05, 0.18), 0.026), 0.02)
        .cones("toes", (v(j.ball.x, 0.05, 0.18), 0.026), (v(j.ball.x, 0.10, 0.205), 0.008), 0.02);
    f
}

/// A relaxed mitten of a hand with a thumb.
fn hand(skeleton: &Skeleton) -> Flesh<'_> {
    let j = Joints::of(skeleton);
    let out = j.reach();
    let at = |along: f32, front: f32| j.wrist + out * along + Vec3::Z * front;
    let mut f = Flesh::new(skeleton);
    f.cones("lower_arm", (at(-0.05, 0.0), 0.024), (at(0.0, 0.0), 0.024), 0.0)
        .ellipsoids("hand", at(0.045, 0.002), Vec3::new(0.036, 0.038, 0.036), 0.02)
        .cones("hand", (at(0.06, -0.006), 0.026), (at(0.105, 0.004), 0.016), 0.02)
        .cones("hand", (at(0.03, 0.026), 0.014), (at(0.062, 0.048), 0.011), 0.012);
    f
}

/// Tunic, shoes and hands.
pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let j = Joints::of(skeleton);
    let whole = tunic(skeleton);
    let torso = torso(skeleton);
    let form = |p: Vec3| torso.distance(p);
    let low = Vec3::new(-0.3, 0.4, -0.3);
    let torso = mesh_with_count(&form, low, Vec3::new(0.3, 1.4, 0.3), 260);
    let arm = tube(
        &[(j.shoulder - Vec3::Y * 0.015, 0.035), (j.arm - Vec3::Y * 0.008, 0.042), (j.elbow, 0.036), (j.wrist, 0.026)],
        5,
        6,
    );
    let leg = tube(&[(j.leg, 0.073), (j.knee, 0.055), (j.ankle, 0.042)], 5, 7);
    let tunic = Shape::join([&torso, &arm.both_sides(), &leg.both_sides()]);
    let weights = whole.weights(&tunic, 0.02);
    let mut out = vec![mesh("tunic", "body", toon(TUNIC), tunic, weights)];
    let all = Vec3::new(0.9, 1.7, 0.4);
    let forms = [("shoes", TUNIC, shoe(skeleton), 230), ("hands", SKIN, hand(skeleton), 280)];
    for (name, colours, flesh, triangles) in forms {
        let form = |p: Vec3| flesh.distance(p).max(0.002 - p.y);
        let low = Vec3::new(-all.x, -0.01, -all.z);
        let shape = mesh_with_count(&form, low, all, triangles);
        let weights = flesh.weights(&shape, 0.02);
        out.push(mesh(name, "body", toon(colours), shape, weights));
    }
    out
}
