//! A triangle surface with normals, before it gets a material and bones.

use super::clip::clip;
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// Triangles wind anticlockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Shape {
    pub fn push(&mut self, position: Vec3, normal: Vec3) -> u32 {
        self.positions.push(position);
        self.normals.push(normal);
        (self.positions.len() - 1) as u32
    }

    pub fn append(&mut self, other: &Shape) {
        let base = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.normals.extend_from_slice(&other.normals);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + base)));
    }

    /// All shapes in one.
    pub fn join<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> Shape {
        let mut all = Shape::default();
        for shape in shapes {
            all.append(shape);
        }
        all
    }

    pub fn translated(mut self, by: Vec3) -> Shape {
        self.positions.iter_mut().for_each(|p| *p += by);
        self
    }

    /// Turned about the origin.
    pub fn rotated(mut self, by: Quat) -> Shape {
        self.positions.iter_mut().for_each(|p| *p = by * *p);
        self.normals.iter_mut().for_each(|n| *n = by * *n);
        self
    }

    /// Scaled along the axes; the factors are positive.
    pub fn scaled(mut self, by: Vec3) -> Shape {
        self.positions.iter_mut().for_each(|p| *p *= by);
        self.normals.iter_mut().for_each(|n| *n = (*n / by).normalize());
        self
    }

    /// The copy on the other side of the plane x = 0.
    pub fn mirrored(&self) -> Shape {
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        Shape {
            positions: self.positions.iter().map(|p| *p * flip).collect(),
            normals: self.normals.iter().map(|n| *n * flip).collect(),
            triangles: self.triangles.iter().map(|t| [t[0], t[2], t[1]]).collect(),
        }
    }

    /// The shape and its mirror image.
    pub fn both_sides(&self) -> Shape {
        Shape::join([self, &self.mirrored()])
    }

    /// Turned inside out.
    pub fn flipped(mut self) -> Shape {
        self.normals.iter_mut().for_each(|n| *n = -*n);
        self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        self
    }

    /// Only the triangles whose centre passes the test, without unused vertices.
    pub fn kept(&self, keep: &dyn Fn(Vec3) -> bool) -> Shape {
        let mut out = Shape::default();
        let mut map = vec![u32::MAX; self.positions.len()];
        for t in &self.triangles {
            let c = t.iter().map(|&i| self.positions[i as usize]).sum::<Vec3>() / 3.0;
            if !keep(c) {
                continue;
            }
            let kept = t.map(|i| {
                let i = i as usize;
                if map[i] == u32::MAX {
                    map[i] = out.push(self.positions[i], self.normals[i]);
                }
                map[i]
            });
            out.triangles.push(kept);
        }
        out
    }

    /// What is on the side where a function is below 0; triangles on the border are cut there.
    pub fn clipped(&self, side: &dyn Fn(Vec3) -> f32) -> Shape {
        let sides: Vec<f32> = self.positions.iter().map(|p| side(*p)).collect();
        let mut out = self.clone();
        out.triangles = clip(&self.triangles, &sides, |a, b, share| {
            let normal = self.normals[a].lerp(self.normals[b], share).normalize_or(self.normals[a]);
            out.push(self.positions[a].lerp(self.positions[b], share), normal)
        });
        out.kept(&|_| true)
    }

    /// Lowest and highest corner.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let far = Vec3::splat(f32::INFINITY);
        let low = self.positions.iter().fold(far, |a, p| a.min(*p));
        (low, self.positions.iter().fold(-far, |a, p| a.max(*p)))
    }

    /// Signed: positive for a closed shape that winds outward.
    pub fn volume(&self) -> f32 {
        let p = |i: u32| self.positions[i as usize];
        self.triangles.iter().map(|t| p(t[0]).dot(p(t[1]).cross(p(t[2]))) / 6.0).sum()
    }

    /// Two triangles for the quad a b c d (anticlockwise), split along its shorter diagonal.
    pub fn quad(&mut self, a: u32, b: u32, c: u32, d: u32) {
        let p = |i: u32| self.positions[i as usize];
        if p(a).distance_squared(p(c)) <= p(b).distance_squared(p(d)) {
            self.triangles.extend([[a, b, c], [a, c, d]]);
        } else {
            self.triangles.extend([[a, b, d], [b, c, d]]);
        }
    }

    /// An ellipsoid of latitude rings: for small round things. `2 * sectors * (rings - 1)` triangles.
    pub fn ellipsoid(centre: Vec3, radii: Vec3, rings: usize, sectors: usize) -> Shape {
        let mut s = Shape::default();
        let at = |lat: f32, lon: f32| Vec3::new(lat.sin() * lon.sin(), lat.cos(), lat.sin() * lon.cos());
        let mut add = |d: Vec3| s.push(centre + d * radii, (d / radii).normalize());
        let top = add(Vec3::Y);
        let bottom = add(Vec3::NEG_Y);
        for r in 1..rings {
            for k in 0..sectors {
                add(at(PI * r as f32 / rings as f32, TAU * k as f32 / sectors as f32));
            }
        }
        let id = |r: usize, k: usize| (2 + (r - 1) * sectors + k % sectors) as u32;
        for k in 0..sectors {
            s.triangles.push([top, id(1, k), id(1, k + 1)]);
            s.triangles.push([bottom, id(rings - 1, k + 1), id(rings - 1, k)]);
            for r in 1..rings - 1 {
                s.quad(id(r, k), id(r + 1, k), id(r + 1, k + 1), id(r, k + 1));
            }
        }
        s
    }
}
