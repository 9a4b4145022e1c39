//! A stylised head: its form as a signed distance, and a drawn face.

use super::clump::catmull_rom;
use super::feature::{Eye, eye, eye_lights};
use super::sdf;
use super::shape::Shape;
use super::stroke::Canvas;
use glam::{Vec2, Vec3};
use lissom_rig::Material;

/// Placed by its chin; `size` is chin to crown. Head coordinates are in units of `size` from the
/// chin's height on the head's axis.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    pub chin: Vec3,
    pub size: f32,
    /// Off for a head whose hair covers them.
    pub ears: bool,
    /// 1 is a child's round cheeks, less is slimmer.
    pub cheeks: f32,
}

/// Colours of the drawn face.
#[derive(Clone, Copy, Debug)]
pub struct FaceColours {
    pub skin: Material,
    pub iris: u32,
    pub iris_dark: u32,
    pub iris_bright: u32,
    pub lash: u32,
    pub brow: u32,
    pub lips: u32,
    pub blush: u32,
}

/// Proportions of the drawn face, in head units.
#[derive(Clone, Copy, Debug)]
pub struct FaceDrawing {
    /// Middle of the left eye.
    pub eye: Vec2,
    /// Half width and half height of an eye.
    pub eye_size: Vec2,
    pub brow_height: f32,
    pub mouth_height: f32,
    /// Half width of the mouth.
    pub mouth: f32,
}

/// A direction from the skull's middle: degrees round from the front (to the left), and up.
pub fn way(round: f32, up: f32) -> Vec3 {
    let (s, c) = round.to_radians().sin_cos();
    let (sy, cy) = up.to_radians().sin_cos();
    Vec3::new(s * cy, sy, c * cy)
}

impl Head {
    /// A place in head coordinates.
    pub fn at(&self, x: f32, y: f32, z: f32) -> Vec3 {
        self.chin + Vec3::new(x, y, z) * self.size
    }

    /// The middle of the skull.
    pub fn centre(&self) -> Vec3 {
        self.at(0.0, 0.57, -0.04)
    }

    /// Half sizes of the skull.
    pub fn radii(&self) -> Vec3 {
        Vec3::new(0.425, 0.43, 0.45) * self.size
    }

    /// A point this far outside the skull in a direction from its middle.
    pub fn above(&self, direction: Vec3, distance: f32) -> Vec3 {
        let r = self.radii() + Vec3::splat(distance);
        self.centre() + direction.normalize() * r
    }

    /// Points over the skull from one direction to another, at these distances from it at the
    /// beginning, in the middle and at the end.
    pub fn arc(&self, from: Vec3, to: Vec3, lift: [f32; 3]) -> Vec<Vec3> {
        let lift = lift.map(Vec3::splat);
        let point = |i: u8| {
            let t = f32::from(i) / 4.0;
            self.above(from.lerp(to, t), catmull_rom(&lift, t).x)
        };
        (0..=4).map(point).collect()
    }

    /// Skull, face and ears, without the nose.
    pub fn distance(&self, p: Vec3) -> f32 {
        let q = (p - self.chin) / self.size;
        let m = sdf::mirror_x(q);
        let skull = sdf::ellipsoid(q, Vec3::new(0.0, 0.57, -0.04), Vec3::new(0.425, 0.43, 0.45));
        let face = sdf::ellipsoid(q, Vec3::new(0.0, 0.38, 0.04), Vec3::new(0.36, 0.34, 0.37));
        let cheek = sdf::sphere(m, Vec3::new(0.15 * self.cheeks, 0.26, 0.15), 0.20 * self.cheeks);
        let chin = sdf::sphere(q, Vec3::new(0.0, 0.10, 0.23), 0.09);
        let d = sdf::smooth_union(skull, face, 0.12);
        let d = sdf::smooth_union(d, cheek, 0.12);
        let d = sdf::smooth_union(d, chin, 0.14);
        if !self.ears {
            return d * self.size;
        }
        let ear = sdf::ellipsoid(m, Vec3::new(0.42, 0.40, -0.03), Vec3::new(0.05, 0.11, 0.075));
        sdf::smooth_union(d, ear, 0.04) * self.size
    }

    /// With the nose.
    pub fn distance_with_nose(&self, p: Vec3) -> f32 {
        let nose = sdf::round_cone(
            p,
            self.at(0.0, 0.315, 0.375),
            self.at(0.0, 0.27, 0.420),
            0.012 * self.size,
            0.020 * self.size,
        );
        sdf::smooth_union(self.distance(p), nose, 0.05 * self.size)
    }

    /// Turns a head's normals towards those of a simple egg, for a calm edge of the shadow.
    pub fn soften(&self, shape: &mut Shape) {
        let (middle, radii) = (self.at(0.0, 0.50, -0.02), Vec3::new(0.42, 0.52, 0.44));
        for (p, n) in shape.positions.iter().zip(&mut shape.normals) {
            let egg = ((*p - middle) / (radii * radii)).normalize();
            let share = ((p.y - self.chin.y) / (0.10 * self.size)).clamp(0.0, 1.0);
            *n = n.lerp(egg, 0.75 * share).normalize();
        }
    }

    /// The nose with the skin around it, to lie over the head's own mesh.
    pub fn nose(&self) -> Shape {
        let surface = |p: Vec3| self.distance_with_nose(p);
        let canvas = Canvas::front(&surface, self.at(0.0, 0.275, 0.4));
        let radii = Vec2::new(0.075, 0.085) * self.size;
        let disc = |a: f32| Vec2::from_angle(a) * radii;
        let mut nose = canvas.patch(Vec2::ZERO, &disc, 5, 14, 3e-4, 0.0);
        self.soften(&mut nose);
        nose
    }

    /// The drawn features with their names and materials.
    pub fn features(&self, draw: &FaceDrawing, colours: &FaceColours) -> Vec<(&'static str, Material, Shape)> {
        let surface = |p: Vec3| self.distance(p);
        let s = self.size;
        let canvas = Canvas::front(&surface, self.at(0.0, 0.0, 0.4));
        let size = draw.eye_size * s;
        let Eye { white, ring, iris, glow, pupil, mut lights, lash } = eye(&canvas, draw.eye * s, size);
        let other = draw.eye * Vec2::new(-1.0, 1.0) * s;
        lights.append(&eye_lights(&canvas, other, size));
        let lines = |points: &[(f32, f32)], width: f32, segments: usize| {
            let points: Vec<Vec2> = points.iter().map(|p| Vec2::from(*p) * s).collect();
            let shape = |t: f32| width * s * (4.0 * t * (1.0 - t)).powf(0.4);
            canvas.line(&points, &shape, segments, 1.2e-3)
        };
        let (x, y) = (draw.eye.x, draw.brow_height);
        let brow = lines(&[(x - 0.09, y), (x, y + 0.028), (x + 0.10, y - 0.005)], 0.030, 8);
        let (w, y) = (draw.mouth, draw.mouth_height);
        let mouth = lines(&[(-w, y + 0.022), (-0.45 * w, y + 0.001), (0.45 * w, y + 0.001), (w, y + 0.022)], 0.015, 12);
        let cheek = Vec2::new(draw.eye.x + 0.075, draw.eye.y - draw.eye_size.y - 0.035) * s;
        let oval = |a: f32| Vec2::from_angle(a) * Vec2::new(0.062, 0.030) * s;
        let blush = canvas.patch(cheek, &oval, 2, 14, 1.2e-3, 0.0);
        vec![
            ("eye-white", Material::flat(0xFFFDF8), white.both_sides()),
            ("iris-ring", Material::flat(colours.iris_dark), ring.both_sides()),
            ("iris", Material::flat(colours.iris), iris.both_sides()),
            ("iris-glow", Material::flat(colours.iris_bright), glow.both_sides()),
            ("pupil", Material::flat(colours.iris_dark), pupil.both_sides()),
            ("eye-lights", Material::flat(0xFFFFFF), lights),
            ("lashes", Material::flat(colours.lash), lash.both_sides()),
            ("brows", Material::flat(colours.brow), brow.both_sides()),
            ("mouth", Material::flat(colours.lips), mouth),
            ("blush", Material::flat(colours.blush), blush.both_sides()),
            ("nose", colours.skin, self.nose()),
        ]
    }
}
