//! Printed lines and patches that lie on a surface: mouth, brows, lashes, irises, blush.

use super::clump::catmull_rom;
use super::sdf::{Sdf, cast, normal};
use super::shape::Shape;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// A drawing plane before a surface: 2D points are pressed onto it along `-forward`.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    pub surface: Sdf<'a>,
    pub origin: Vec3,
    pub right: Vec3,
    pub up: Vec3,
}

impl<'a> Canvas<'a> {
    /// Drawing on the front (+z): x is +X, y is +Y.
    pub fn front(surface: Sdf<'a>, origin: Vec3) -> Canvas<'a> {
        Canvas { surface, origin, right: Vec3::X, up: Vec3::Y }
    }

    /// A canvas facing `forward`, its x as horizontal as can be.
    pub fn facing(surface: Sdf<'a>, origin: Vec3, forward: Vec3) -> Canvas<'a> {
        let right = Vec3::Y.cross(forward).normalize();
        Canvas { surface, origin, right, up: forward.cross(right).normalize() }
    }

    pub fn forward(&self) -> Vec3 {
        self.right.cross(self.up)
    }

    /// The place on the surface and its normal, lifted off it by `lift`.
    pub fn press(&self, q: Vec2, lift: f32) -> (Vec3, Vec3) {
        let forward = self.forward();
        let flat = self.origin + self.right * q.x + self.up * q.y;
        let p = cast(self.surface, flat + forward * 0.2, -forward, 0.4).unwrap_or(flat);
        let n = normal(self.surface, p);
        (p + n * lift, n)
    }

    /// A filled patch inside the outline r(angle) about `centre`, in `rings` rings. Its rim
    /// lies at `lift`, its middle is raised by `dome` more.
    pub fn patch(
        &self,
        centre: Vec2,
        outline: &dyn Fn(f32) -> Vec2,
        rings: usize,
        sides: usize,
        lift: f32,
        dome: f32,
    ) -> Shape {
        let mut s = Shape::default();
        let (p, n) = self.press(centre, lift + dome);
        s.push(p, n);
        for r in 1..=rings {
            let t = r as f32 / rings as f32;
            for k in 0..sides {
                let q = centre + outline(TAU * k as f32 / sides as f32) * t;
                let (p, n) = self.press(q, lift + dome * (1.0 - t * t));
                s.push(p, n);
            }
        }
        let id = |r: usize, k: usize| (1 + (r - 1) * sides + k % sides) as u32;
        for k in 0..sides {
            s.triangles.push([0, id(1, k), id(1, k + 1)]);
            for r in 2..=rings {
                s.quad(id(r - 1, k), id(r, k), id(r, k + 1), id(r - 1, k + 1));
            }
        }
        s
    }

    /// A small filled ellipse.
    pub fn ellipse(&self, centre: Vec2, radii: Vec2, sides: usize, lift: f32) -> Shape {
        self.patch(centre, &|a| Vec2::from_angle(a) * radii, 1, sides, lift, 0.0)
    }

    /// A line through the points (left to right), `width(t)` wide along it.
    pub fn line(&self, points: &[Vec2], width: &dyn Fn(f32) -> f32, segments: usize, lift: f32) -> Shape {
        let mut s = Shape::default();
        let path: Vec<Vec3> = points.iter().map(|p| p.extend(0.0)).collect();
        for i in 0..=segments {
            let t = i as f32 / segments as f32;
            let d = catmull_rom(&path, (t + 0.01).min(1.0)) - catmull_rom(&path, (t - 0.01).max(0.0));
            let side = d.truncate().normalize().perp() * (0.5 * width(t).max(2e-4));
            let q = catmull_rom(&path, t).truncate();
            for offset in [-side, side] {
                let (p, n) = self.press(q + offset, lift);
                s.push(p, n);
            }
        }
        for i in 0..segments as u32 {
            s.quad(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1);
        }
        s
    }
}
