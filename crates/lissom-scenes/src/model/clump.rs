//! Hair clumps: a tapered, lens-shaped cross-section swept along a smooth curve to a pointed tip.

use super::shape::Shape;
use glam::Vec3;
use std::f32::consts::TAU;

/// How a clump is swept. The root is rounded off, the tip is a point.
#[derive(Clone, Copy, Debug)]
pub struct Clump {
    /// Full width at its widest.
    pub width: f32,
    /// Full thickness at its thickest.
    pub thickness: f32,
    /// Width at the root, of the widest.
    pub root: f32,
    /// Where along the clump (0..1) it is widest.
    pub widest: f32,
    /// How full the tip is: 1 a straight taper, less is fuller.
    pub taper: f32,
    pub segments: usize,
    /// Corners of the cross-section, at least 4.
    pub sides: usize,
}

impl Default for Clump {
    fn default() -> Clump {
        Clump { width: 0.05, thickness: 0.02, root: 0.6, widest: 0.35, taper: 0.75, segments: 8, sides: 6 }
    }
}

impl Clump {
    /// Triangles of one clump.
    pub fn triangles(&self) -> usize {
        2 * self.sides * self.segments
    }

    /// Width at t, of the widest.
    fn size(&self, t: f32) -> f32 {
        if t < self.widest {
            let s = t / self.widest;
            self.root + (1.0 - self.root) * s * s * (3.0 - 2.0 * s)
        } else {
            let s = (t - self.widest) / (1.0 - self.widest);
            (1.0 - s * s).powf(self.taper)
        }
    }

    /// The clump along the points; its flat side faces `outward` of each place.
    pub fn sweep(&self, path: &[Vec3], outward: &dyn Fn(Vec3) -> Vec3) -> Shape {
        let mut s = Shape::default();
        let (shares, curve): (Vec<f32>, Vec<Vec3>) = stations(path, self.segments, 2.5).into_iter().unzip();
        let rings = self.segments;
        let tangent = |i: usize| {
            let (a, b) = (i.saturating_sub(1), (i + 1).min(rings));
            (curve[b] - curve[a]).normalize()
        };
        for (i, centre) in curve.iter().enumerate().take(rings) {
            let along = tangent(i);
            let side = outward(*centre).cross(along).normalize();
            let out = along.cross(side);
            let size = self.size(shares[i]);
            let (w, h) = (0.5 * self.width * size, 0.5 * self.thickness * size.sqrt());
            for k in 0..self.sides {
                let (sin, cos) = (TAU * k as f32 / self.sides as f32).sin_cos();
                // The lens: the height falls off faster than an ellipse's towards both edges.
                let lens = sin * sin.abs().sqrt();
                let n = (side * (cos / w) + out * (sin / h)).normalize();
                s.push(*centre + side * (cos * w) + out * (lens * h), n);
            }
        }
        let root = s.push(curve[0] - tangent(0) * (0.2 * self.thickness), -tangent(0));
        let tip = s.push(curve[rings], tangent(rings));
        let id = |i: usize, k: usize| (i * self.sides + k % self.sides) as u32;
        for k in 0..self.sides {
            s.triangles.push([root, id(0, k + 1), id(0, k)]);
            s.triangles.push([tip, id(rings - 1, k), id(rings - 1, k + 1)]);
            for i in 1..rings {
                s.quad(id(i - 1, k), id(i - 1, k + 1), id(i, k + 1), id(i, k));
            }
        }
        s
    }
}

/// A point of the Catmull-Rom curve through the points, t from 0 to 1.
pub fn catmull_rom(points: &[Vec3], t: f32) -> Vec3 {
    let last = points.len() - 1;
    let x = t.clamp(0.0, 1.0) * last as f32;
    let i = (x as usize).min(last - 1);
    let s = x - i as f32;
    let (b, c) = (points[i], points[i + 1]);
    let a = if i > 0 { points[i - 1] } else { 2.0 * b - c };
    let d = if i + 2 <= last { points[i + 2] } else { 2.0 * c - b };
    let (m0, m1) = ((c - a) * 0.5, (d - b) * 0.5);
    let (s2, s3) = (s * s, s * s * s);
    b * (2.0 * s3 - 3.0 * s2 + 1.0) + m0 * (s3 - 2.0 * s2 + s) + c * (3.0 * s2 - 2.0 * s3) + m1 * (s3 - s2)
}

/// `segments + 1` points of the curve at equal distances along it.
pub fn resample(points: &[Vec3], segments: usize) -> Vec<Vec3> {
    stations(points, segments, 0.0).into_iter().map(|s| s.1).collect()
}

/// Points along the curve, each with its share of the length so far; closer together in bends:
/// a full turn counts as `bend` times the length.
fn stations(points: &[Vec3], segments: usize, bend: f32) -> Vec<(f32, Vec3)> {
    let fine = 16 * points.len();
    let dense: Vec<Vec3> = (0..=fine).map(|i| catmull_rom(points, i as f32 / fine as f32)).collect();
    let mut length = vec![0.0; fine + 1];
    for i in 1..=fine {
        length[i] = length[i - 1] + dense[i].distance(dense[i - 1]);
    }
    let total = length[fine];
    let mut cost = length.clone();
    for i in 1..fine {
        let turn = (dense[i] - dense[i - 1]).angle_between(dense[i + 1] - dense[i]);
        let turn = if turn.is_finite() { turn } else { 0.0 };
        cost[i] = cost[i - 1] + length[i] - length[i - 1] + total * bend * turn / TAU;
    }
    cost[fine] = cost[fine - 1] + length[fine] - length[fine - 1];
    let mut j = 0;
    let place = |k: usize| {
        let want = cost[fine] * k as f32 / segments as f32;
        while j + 1 < fine && cost[j + 1] < want {
            j += 1;
        }
        let s = ((want - cost[j]) / (cost[j + 1] - cost[j]).max(1e-9)).clamp(0.0, 1.0);
        let done = length[j] + s * (length[j + 1] - length[j]);
        (done / total, dense[j].lerp(dense[j + 1], s))
    };
    (0..=segments).map(place).collect()
}
