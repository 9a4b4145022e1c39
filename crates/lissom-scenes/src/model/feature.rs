//! Small crisp features: eyes, buttons, bows, belts.

use super::sdf::Sdf;
use super::shape::Shape;
use super::stroke::Canvas;
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::TAU;

/// The parts of one eye, each for its own material, from back to front.
#[derive(Clone, Debug)]
pub struct Eye {
    pub white: Shape,
    /// The dark rim of the iris.
    pub ring: Shape,
    pub iris: Shape,
    /// A brighter crescent in the lower half of the iris.
    pub glow: Shape,
    pub pupil: Shape,
    pub lights: Shape,
    /// The upper lid's thick line with a wing at the outer end, and a short lower one.
    pub lash: Shape,
}

/// An eye of the character's left side (+x), drawn about `centre` of the canvas. `size` are the
/// half width and half height of the white. The mirror image needs its lights drawn again:
/// use [`eye_lights`].
pub fn eye(canvas: &Canvas, centre: Vec2, size: Vec2) -> Eye {
    let layer = 7e-4;
    let outline = |a: f32| lid(a) * size;
    let iris = centre + Vec2::new(-0.06, -0.02) * size;
    let radii = Vec2::new(0.66, 0.90) * size;
    let disc = |scale: f32, depth: f32| {
        let outline = |a: f32| Vec2::from_angle(a) * radii * scale;
        canvas.patch(iris, &outline, 2, 20, layer * depth, 0.0)
    };
    let crescent = |a: f32| {
        let d = Vec2::from_angle(a);
        let y = if d.y > 0.0 { d.y * 0.10 } else { d.y };
        Vec2::new(d.x * 0.78, y * 0.72) * radii
    };
    let upper: Vec<Vec2> = (0..=8)
        .map(|i| {
            let a = std::f32::consts::PI * (1.02 - 1.08 * i as f32 / 8.0);
            centre + lid(a) * size * 1.03
        })
        .chain([centre + Vec2::new(1.30, 0.30) * size])
        .collect();
    let lower: Vec<Vec2> = (0..=4).map(|i| centre + lid(TAU * (0.80 + 0.035 * i as f32)) * size * 1.02).collect();
    let mut lash = canvas.line(
        &upper,
        &|t| size.y * 0.30 * (0.25 + 0.75 * (t * 2.6).min(1.0)) * (1.0 - t.powi(6)),
        18,
        layer * 6.0,
    );
    lash.append(&canvas.line(&lower, &|t| size.y * 0.10 * (1.0 - t), 6, layer * 6.0));
    Eye {
        white: canvas.patch(centre, &outline, 2, 22, layer, 0.0),
        ring: disc(1.0, 2.0),
        iris: disc(0.86, 3.0),
        glow: canvas.patch(iris - Vec2::Y * radii.y * 0.10, &crescent, 1, 16, layer * 3.7, 0.0),
        pupil: canvas.ellipse(iris + Vec2::Y * radii.y * 0.12, radii * 0.46, 16, layer * 4.4),
        lights: eye_lights(canvas, centre, size),
        lash,
    }
}

/// One large and one small highlight, both lit from the upper left of the picture.
pub fn eye_lights(canvas: &Canvas, centre: Vec2, size: Vec2) -> Shape {
    let lift = 7e-4 * 5.2;
    let large = canvas.ellipse(centre + Vec2::new(-0.26, 0.40) * size, Vec2::new(0.23, 0.24) * size, 14, lift);
    let small = canvas.ellipse(centre + Vec2::new(0.22, -0.44) * size, Vec2::new(0.11, 0.11) * size, 10, lift);
    Shape::join([&large, &small])
}

/// The outline of an open eye of half sizes 1: full above, flatter below, lifted outside.
fn lid(a: f32) -> Vec2 {
    let d = Vec2::from_angle(a);
    let y = if d.y > 0.0 { d.y.powf(0.8) } else { -(-d.y).powf(1.15) * 0.92 };
    Vec2::new(d.x, y + 0.10 * d.x)
}

/// A domed disc: button, clasp, gem. Closed.
pub fn button(centre: Vec3, facing: Vec3, radius: f32, depth: f32, sides: usize) -> Shape {
    let turn = Quat::from_rotation_arc(Vec3::Y, facing.normalize());
    Shape::ellipsoid(Vec3::ZERO, Vec3::new(radius, depth, radius), 4, sides).rotated(turn).translated(centre)
}

/// A ribbon tied to a bow that faces front and back; `size` is the length of a wing.
pub fn bow(knot: Vec3, size: f32) -> Shape {
    let loose = |x: f32, radii: Vec3, degrees: f32| {
        let part = Shape::ellipsoid(Vec3::X * x, radii, 8, 14);
        part.rotated(Quat::from_rotation_z(degrees.to_radians())).both_sides()
    };
    let mut bow = Shape::ellipsoid(Vec3::ZERO, Vec3::splat(0.2), 6, 12);
    bow.append(&loose(0.5, Vec3::new(0.48, 0.31, 0.15), 20.0));
    bow.append(&loose(0.55, Vec3::new(0.55, 0.14, 0.08), -52.0));
    bow.scaled(Vec3::splat(size)).translated(knot)
}

/// A band around the body in the plane through `centre` with the normal `axis` (upwards):
/// `height` wide along the axis, standing `thickness` off the surface; open towards it. The axis
/// lies inside the body all that height. `6 * segments` triangles.
pub fn belt(body: Sdf, centre: Vec3, axis: Vec3, height: f32, thickness: f32, segments: usize) -> Shape {
    let axis = axis.normalize();
    let x = axis.any_orthonormal_vector();
    let z = x.cross(axis);
    let mut s = Shape::default();
    // Slightly rounded: lower edge, low, high, upper edge; the edges reach into the body.
    let section = [(-0.5, -0.8), (-0.46, 0.9), (0.46, 0.9), (0.5, -0.8)];
    for k in 0..segments {
        let (sin, cos) = (TAU * k as f32 / segments as f32).sin_cos();
        let out = x * cos - z * sin;
        for (i, (along, off)) in section.into_iter().enumerate() {
            let from = centre + axis * (along * height);
            let p = from + out * (exit(body, from, out) + off * thickness);
            let lean = [-0.9, -0.25, 0.25, 0.9][i];
            s.push(p, (out + axis * lean).normalize());
        }
    }
    let id = |k: usize, i: usize| (4 * (k % segments) + i) as u32;
    for k in 0..segments {
        for i in 0..3 {
            s.quad(id(k, i), id(k + 1, i), id(k + 1, i + 1), id(k, i + 1));
        }
    }
    s
}

/// How far from an inner point the body ends in a direction.
pub fn exit(body: Sdf, from: Vec3, out: Vec3) -> f32 {
    let mut t = 0.0;
    for _ in 0..100 {
        let d = -body(from + out * t);
        if d.abs() < 2e-5 {
            break;
        }
        t += d * 0.8;
    }
    t.max(0.0)
}
