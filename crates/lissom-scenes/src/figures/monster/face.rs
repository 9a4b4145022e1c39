//! Round eyes under sleepy lids, and a grin with two fangs.

use super::body::flesh;
use super::{HIDE, HORN, toon};
use crate::model::stroke::Canvas;
use crate::model::{Shape, mesh, mesh_sdf, sdf, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Material, Mesh, Skeleton};

const EYE: Vec3 = Vec3::new(0.135, 1.79, 0.265);
const EYE_RADIUS: f32 = 0.105;

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let bone = skeleton.find("head").expect("a head");
    let mut out = Vec::new();
    let mut add = |name: &str, material: Material, shape: Shape| {
        let weights = skin::rigid(&shape, bone);
        out.push(mesh(name, "face", material, shape, weights));
    };
    let white = Shape::ellipsoid(EYE, Vec3::splat(EYE_RADIUS), 18, 28);
    add("eye-white", Material::toon(0xFFFCF0, 0xD9D6C8), white.both_sides());

    let ball = |p: Vec3| sdf::sphere(p, EYE, EYE_RADIUS);
    let gaze = Canvas::facing(&ball, EYE + Vec3::Z * EYE_RADIUS, Vec3::new(0.06, -0.04, 1.0));
    let disc =
        |x: f32, y: f32, r: f32, lift: f32| gaze.patch(Vec2::new(x, y), &|a| Vec2::from_angle(a) * r, 4, 28, lift, 0.0);
    add("iris-ring", Material::flat(0x7A4A12), disc(0.0, 0.0, 0.068, 0.002).both_sides());
    add("iris", Material::flat(0xF2BE3E), disc(0.0, 0.0, 0.059, 0.0035).both_sides());
    add("pupil", Material::flat(0x3A2412), disc(0.0, 0.0, 0.036, 0.005).both_sides());
    // Both eyes are lit from the same side.
    let lights = |side: f32| {
        let large = disc(-0.024 * side, 0.022, 0.016, 0.0065);
        Shape::join([&large, &disc(0.020 * side, -0.022, 0.008, 0.0065)])
    };
    let lights = Shape::join([&lights(1.0), &lights(-1.0).mirrored()]);
    add("eye-lights", Material::flat(0xFFFFFF), lights);

    // A lid is the upper slice of a slightly larger ball, lower on the outside.
    let lid = |p: Vec3| {
        let cut = Vec3::new(-0.22, -0.90, 0.40).normalize();
        let slice = sdf::half_space(p, EYE + Vec3::Y * 0.050, cut);
        sdf::smooth_intersect(sdf::sphere(p, EYE, EYE_RADIUS + 0.012), slice, 0.012)
    };
    let room = Vec3::splat(EYE_RADIUS + 0.03);
    add("lids", toon(HIDE), mesh_sdf(&lid, EYE - room, EYE + room, 0.013).both_sides());

    let flesh = flesh(skeleton);
    let surface = |p: Vec3| flesh.distance(p);
    let canvas = Canvas::front(&surface, Vec3::new(0.0, 1.54, 0.42));
    let grin = |a: f32| {
        let d = Vec2::from_angle(a);
        let curve = 0.06 * d.x * d.x;
        Vec2::new(0.205 * d.x, curve + if d.y > 0.0 { 0.030 * d.y } else { 0.085 * d.y })
    };
    add("mouth", Material::flat(0x5B2436), canvas.patch(Vec2::ZERO, &grin, 5, 40, 0.004, 0.0));
    let tongue = |a: f32| Vec2::from_angle(a) * Vec2::new(0.085, 0.030);
    let tongue = canvas.patch(Vec2::new(0.0, -0.042), &tongue, 3, 24, 0.006, 0.006);
    add("tongue", Material::flat(0xD8717F), tongue);
    let mut nostrils = Shape::default();
    for side in [-1.0, 1.0] {
        let at = Vec2::new(0.045 * side, 0.115);
        nostrils.append(&canvas.ellipse(at, Vec2::new(0.016, 0.011), 14, 0.003));
    }
    add("nostrils", Material::flat(0x35553D), nostrils);

    let (root, _) = canvas.press(Vec2::new(0.122, -0.058), 0.0);
    let (tip, _) = canvas.press(Vec2::new(0.116, 0.024), 0.012);
    let tooth = |p: Vec3| sdf::round_cone(p, root, tip, 0.025, 0.006);
    let (low, high) = (root.min(tip) - Vec3::splat(0.04), root.max(tip) + Vec3::splat(0.04));
    add("fangs", toon(HORN), mesh_sdf(&tooth, low, high, 0.009).both_sides());
    out
}
