//! Big eyes, a pink nose over a pale muzzle, and two teeth.

use super::body::flesh;
use super::{CREAM, LINE, PINK, toon};
use crate::model::stroke::Canvas;
use crate::model::{Shape, mesh, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Material, Mesh, Skeleton};

/// Half width and half height of an eye.
const EYE: Vec2 = Vec2::new(0.066, 0.088);

pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    let bone = skeleton.find("head").expect("a head");
    let mut out = Vec::new();
    let mut add = |name: &str, material: Material, shape: Shape| {
        let weights = skin::rigid(&shape, bone);
        out.push(mesh(name, "face", material, shape, weights));
    };
    let flesh = flesh(skeleton);
    let surface = |p: Vec3| flesh.distance(p);

    let gaze = Canvas::facing(&surface, Vec3::new(0.112, 0.81, 0.20), Vec3::new(0.36, 0.04, 1.0));
    let oval = |at: Vec2, radii: Vec2, layer: f32| {
        gaze.patch(at * EYE, &|a| Vec2::from_angle(a) * radii * EYE, 3, 24, 0.0012 * layer, 0.0)
    };
    let v = Vec2::new;
    let middle = v(-0.05, -0.05);
    add("eye-rim", Material::flat(LINE), oval(v(0.02, 0.06), v(1.11, 1.10), 1.0).both_sides());
    add("eye-white", Material::flat(0xFFFCFA), oval(v(0.0, 0.0), v(1.0, 1.0), 2.0).both_sides());
    add("iris-ring", Material::flat(0x3B2A63), oval(middle, v(0.84, 0.88), 3.0).both_sides());
    add("iris", Material::flat(0x7A58B8), oval(middle, v(0.74, 0.79), 4.0).both_sides());
    add("iris-glow", Material::flat(0xB48BE0), oval(middle - v(0.0, 0.40), v(0.48, 0.32), 5.0).both_sides());
    add("pupil", Material::flat(0x251A40), oval(middle + v(0.0, 0.08), v(0.52, 0.58), 6.0).both_sides());
    // Both eyes are lit from the same side.
    let lights = |side: f32| {
        let large = oval(middle + v(-0.28 * side, 0.38), v(0.29, 0.25), 7.0);
        Shape::join([&large, &oval(middle + v(0.30 * side, -0.38), v(0.14, 0.11), 7.0)])
    };
    add("eye-lights", Material::flat(0xFFFFFF), Shape::join([&lights(1.0), &lights(-1.0).mirrored()]));

    let canvas = Canvas::front(&surface, Vec3::new(0.0, 0.69, 0.24));
    let puff = |a: f32| {
        let d = Vec2::from_angle(a);
        v(0.105 * d.x * (1.0 - 0.25 * d.y), 0.068 * d.y)
    };
    add("muzzle", toon(CREAM), canvas.patch(v(0.0, -0.004), &puff, 5, 32, 0.002, 0.004));
    let wedge = |a: f32| {
        let d = Vec2::from_angle(a);
        v(0.034 * d.x * (1.0 + 0.35 * d.y), 0.022 * d.y)
    };
    add("nose", toon(PINK), canvas.patch(v(0.0, 0.042), &wedge, 4, 24, 0.004, 0.014));
    let line = |points: &[Vec2], width: f32| {
        canvas.line(points, &|t| width * (0.35 + 0.65 * (4.0 * t * (1.0 - t)).sqrt()), 12, 0.0065)
    };
    let smile = line(&[v(0.0, -0.006), v(0.018, -0.019), v(0.040, -0.016), v(0.056, 0.002)], 0.0065);
    let lip = line(&[v(0.0, 0.024), v(0.0, -0.008)], 0.006);
    let jaw = |a: f32| {
        let d = Vec2::from_angle(a);
        v(0.030 * d.x, if d.y > 0.0 { 0.003 * d.y } else { 0.030 * d.y })
    };
    let tooth = |a: f32| Vec2::from_angle(a).signum() * Vec2::from_angle(a).abs().map(f32::sqrt) * v(0.0085, 0.010);
    add("jaw", Material::flat(0xA8506B), canvas.patch(v(0.0, -0.018), &jaw, 3, 24, 0.005, 0.0));
    add("teeth", Material::flat(0xFFFFFF), canvas.patch(v(0.009, -0.024), &tooth, 2, 16, 0.006, 0.0).both_sides());
    add("mouth", Material::flat(LINE), Shape::join([&smile.both_sides(), &lip]));
    let blush = Canvas::facing(&surface, Vec3::new(0.19, 0.705, 0.15), Vec3::new(0.7, 0.0, 1.0));
    let blush = blush.patch(Vec2::ZERO, &|a| Vec2::from_angle(a) * v(0.045, 0.026), 3, 20, 0.0015, 0.0);
    add("cheeks", Material::flat(0xE3A3C0), blush.both_sides());
    let brow = Canvas::facing(&surface, Vec3::new(0.115, 0.925, 0.15), Vec3::new(0.36, 0.3, 1.0));
    let brow =
        brow.line(&[v(-0.035, 0.0), v(0.0, 0.012), v(0.040, 0.0)], &|t| 0.014 * (4.0 * t * (1.0 - t)).sqrt(), 8, 0.002);
    add("brows", Material::flat(0x7C669C), brow.both_sides());
    out
}
