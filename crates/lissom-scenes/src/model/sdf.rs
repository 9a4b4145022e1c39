//! Signed distances: negative inside, in metres. Smooth unions make round, simple bodies of them.

use glam::{Quat, Vec2, Vec3};

pub use super::nets::{mesh_sdf, mesh_with_count};

/// A body as a signed distance.
pub type Sdf<'a> = &'a (dyn Fn(Vec3) -> f32 + Sync);

pub fn sphere(p: Vec3, centre: Vec3, radius: f32) -> f32 {
    p.distance(centre) - radius
}

/// Good near the surface, a bound further away.
pub fn ellipsoid(p: Vec3, centre: Vec3, radii: Vec3) -> f32 {
    let q = (p - centre) / radii;
    let k0 = q.length();
    let k1 = (q / radii).length();
    if k1 < 1e-9 { -radii.min_element() } else { k0 * (k0 - 1.0) / k1 }
}

/// An ellipsoid whose axes are turned by `rotation`.
pub fn ellipsoid_turned(p: Vec3, centre: Vec3, radii: Vec3, rotation: Quat) -> f32 {
    ellipsoid(rotation.conjugate() * (p - centre), Vec3::ZERO, radii)
}

pub fn capsule(p: Vec3, a: Vec3, b: Vec3, radius: f32) -> f32 {
    segment(p, a, b) - radius
}

/// A capsule of radius `ra` at `a` and `rb` at `b`, its sides tangent to both balls.
pub fn round_cone(p: Vec3, a: Vec3, b: Vec3, ra: f32, rb: f32) -> f32 {
    let ab = b - a;
    let length = ab.length();
    if length <= (ra - rb).abs() {
        return if ra > rb { sphere(p, a, ra) } else { sphere(p, b, rb) };
    }
    let axis = ab / length;
    let along = (p - a).dot(axis);
    let across = (p - a - axis * along).length();
    let slope = (ra - rb) / length;
    let cos = (1.0 - slope * slope).sqrt();
    let k = along * cos - across * slope;
    if k < 0.0 {
        across.hypot(along) - ra
    } else if k > length * cos {
        across.hypot(along - length) - rb
    } else {
        across * cos + along * slope - ra
    }
}

/// Round cones through the points, each with its radius, joined smoothly.
pub fn limb(p: Vec3, points: &[(Vec3, f32)], smooth: f32) -> f32 {
    points.windows(2).fold(f32::INFINITY, |d, w| {
        let part = round_cone(p, w[0].0, w[1].0, w[0].1, w[1].1);
        if d.is_finite() { smooth_union(d, part, smooth) } else { part }
    })
}

/// `half` are the half sizes with the rounding included.
pub fn rounded_box(p: Vec3, centre: Vec3, half: Vec3, radius: f32) -> f32 {
    let q = (p - centre).abs() - (half - Vec3::splat(radius));
    q.max(Vec3::ZERO).length() + q.max_element().min(0.0) - radius
}

/// A ring about `axis` (a unit vector).
pub fn torus(p: Vec3, centre: Vec3, axis: Vec3, major: f32, minor: f32) -> f32 {
    let d = p - centre;
    let along = d.dot(axis);
    let across = (d - axis * along).length();
    Vec2::new(across - major, along).length() - minor
}

/// The half space below the plane through `point` with the unit normal `normal`.
pub fn half_space(p: Vec3, point: Vec3, normal: Vec3) -> f32 {
    (p - point).dot(normal)
}

/// Distance to the segment a-b.
pub fn segment(p: Vec3, a: Vec3, b: Vec3) -> f32 {
    let ab = b - a;
    let t = ((p - a).dot(ab) / ab.length_squared().max(1e-12)).clamp(0.0, 1.0);
    p.distance(a + ab * t)
}

/// Union with a fillet of about `k`; `k` of 0 is a sharp one.
pub fn smooth_union(a: f32, b: f32, k: f32) -> f32 {
    if k <= 0.0 {
        return a.min(b);
    }
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// `a` without `b`.
pub fn smooth_subtract(a: f32, b: f32, k: f32) -> f32 {
    -smooth_union(-a, b, k)
}

pub fn smooth_intersect(a: f32, b: f32, k: f32) -> f32 {
    -smooth_union(-a, -b, k)
}

/// The same on both sides of x = 0: evaluate a left-side (+x) form at this point.
pub fn mirror_x(p: Vec3) -> Vec3 {
    Vec3::new(p.x.abs(), p.y, p.z)
}

/// Gradient by central differences over `h`.
pub fn gradient(f: Sdf, p: Vec3, h: f32) -> Vec3 {
    let d = |e: Vec3| f(p + e) - f(p - e);
    Vec3::new(d(Vec3::X * h), d(Vec3::Y * h), d(Vec3::Z * h)) / (2.0 * h)
}

/// The unit outward normal at p.
pub fn normal(f: Sdf, p: Vec3) -> Vec3 {
    gradient(f, p, 1e-3).try_normalize().unwrap_or(Vec3::Y)
}

/// The point of the surface nearest to p, more or less.
pub fn project(f: Sdf, mut p: Vec3, steps: usize) -> Vec3 {
    for _ in 0..steps {
        let g = gradient(f, p, 5e-4);
        p -= g * (f(p) / g.length_squared().max(0.05));
    }
    p
}

/// Where the ray first meets the surface from outside, if within `reach`.
pub fn cast(f: Sdf, origin: Vec3, direction: Vec3, reach: f32) -> Option<Vec3> {
    let mut t = 0.0;
    for _ in 0..200 {
        let d = f(origin + direction * t);
        if d.abs() < 2e-5 {
            return Some(origin + direction * t);
        }
        t += d * 0.8;
        if t > reach {
            return None;
        }
    }
    None
}
