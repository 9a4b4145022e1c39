//! Colliders: distance and way out, in the frame of the bone that carries them.

use super::cross::Axis;
use crate::desc::Shape;
use crate::lanes::Lanes;
use crate::math;
use crate::template::Frame;
use glam::{Quat, Vec3};

/// A collider where its bone has taken it.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub solid: Solid,
    pub frame: Frame,
}

/// A shape prepared for questions.
#[derive(Clone, Copy, Debug)]
pub enum Solid {
    Capsule { a: Vec3, axis: Vec3, length: f32, radii: [f32; 2], inside: bool },
    Plane { point: Vec3, normal: Vec3 },
    Box { center: Vec3, rotation: Quat, half: Vec3 },
}

impl Placed {
    pub fn new(shape: &Shape, frame: &Frame) -> Placed {
        Placed { solid: Solid::new(shape), frame: *frame }
    }

    pub fn put(&mut self, frame: &Frame) {
        self.frame = *frame;
    }

    pub fn local(&self, world: Vec3) -> Vec3 {
        self.frame.rotation.conjugate() * (world - self.frame.position)
    }
}

impl Solid {
    pub fn new(shape: &Shape) -> Solid {
        let capsule = |a: [f32; 3], b: [f32; 3], radii: [f32; 2], inside: bool| {
            let (a, b) = (Vec3::from_array(a), Vec3::from_array(b));
            // One end inside the other: only the larger is left.
            let (a, b, radii) = match radii {
                [r, s] if r - s >= a.distance(b) => (a, a, [r; 2]),
                [r, s] if s - r >= a.distance(b) => (b, b, [s; 2]),
                both => (a, b, both),
            };
            Solid::Capsule { a, axis: (b - a).normalize_or_zero(), length: a.distance(b), radii, inside }
        };
        match *shape {
            Shape::Sphere { center, radius } => capsule(center, center, [radius; 2], false),
            Shape::InsideSphere { center, radius } => capsule(center, center, [radius; 2], true),
            Shape::Capsule { ends: [a, b], radii } => capsule(a, b, radii, false),
            Shape::InsideCapsule { ends: [a, b], radii } => capsule(a, b, radii, true),
            Shape::Plane { point, normal } => {
                Solid::Plane { point: Vec3::from_array(point), normal: Vec3::from_array(normal).normalize_or(Vec3::Y) }
            }
            Shape::Box { center, rotation, half } => Solid::Box {
                center: Vec3::from_array(center),
                rotation: Quat::from_array(rotation).normalize(),
                half: Vec3::from_array(half),
            },
        }
    }

    /// Distance from the surface, negative inside, and the way out.
    pub fn distance(&self, p: Vec3) -> (f32, Vec3) {
        match *self {
            Solid::Capsule { a, length: 0.0, radii, inside, .. } => {
                let d = p - a;
                let distance = d.length();
                let way = if distance > 1e-12 * radii[0] { d / distance } else { Vec3::Y };
                if inside { (radii[0] - distance, -way) } else { (distance - radii[0], way) }
            }
            Solid::Capsule { a, axis, length, radii, inside } => {
                let along = axis.dot(p - a);
                let beside = (p - a - axis * along).length();
                // On a cone the nearest point of the axis lies a little towards the thicker end.
                let slope = if length > 0.0 { (radii[1] - radii[0]) / length } else { 0.0 };
                let lean = slope / (1.0 - slope * slope).max(1e-6).sqrt();
                let on = (along + beside * lean).clamp(0.0, length);
                let radius = radii[0] + slope * on;
                let d = p - a - axis * on;
                let distance = d.length();
                let way = if distance > 1e-12 * radius { d / distance } else { axis.any_perpendicular() };
                if inside { (radius - distance, -way) } else { (distance - radius, way) }
            }
            Solid::Plane { point, normal } => (normal.dot(p - point), normal),
            Solid::Box { center, rotation, half } => {
                let local = rotation.conjugate() * (p - center);
                let over = local.abs() - half;
                if over.max_element() <= 0.0 {
                    let k = if over.x > over.y && over.x > over.z {
                        0
                    } else if over.y > over.z {
                        1
                    } else {
                        2
                    };
                    let mut way = Vec3::ZERO;
                    way[k] = if local[k] < 0.0 { -1.0 } else { 1.0 };
                    (over[k], rotation * way)
                } else {
                    let d = local - local.clamp(-half, half);
                    let distance = d.length();
                    (distance, rotation * (d / distance.max(f32::MIN_POSITIVE)))
                }
            }
        }
    }

    /// It is no nearer to the surface than this, lane by lane.
    #[inline(always)]
    pub fn at_least<L: Lanes>(&self, p: math::Vec3<L>) -> L {
        let zero = L::zero();
        match *self {
            Solid::Capsule { a, axis, length, radii, inside } => {
                let (d, axis) = (p.sub(math::Vec3::splat(a)), math::Vec3::splat(axis));
                let beside = d.sub(axis.scale(axis.dot(d).max(zero).min(L::splat(length))));
                let distance = beside.dot(beside).sqrt();
                // As if it were as thick, or as narrow, everywhere.
                if inside {
                    L::splat(radii[0].min(radii[1])) - distance
                } else {
                    distance - L::splat(radii[0].max(radii[1]))
                }
            }
            Solid::Plane { point, normal } => math::Vec3::splat(normal).dot(p.sub(math::Vec3::splat(point))),
            Solid::Box { center, rotation, half } => {
                let turn = math::Quat::splat(rotation.conjugate()).matrix();
                let [x, y, z] = turn.mul_vec(p.sub(math::Vec3::splat(center))).0;
                let half = math::Vec3::splat(half).0;
                let over = [x.abs() - half[0], y.abs() - half[1], z.abs() - half[2]];
                let out = math::Vec3([over[0].max(zero), over[1].max(zero), over[2].max(zero)]);
                out.dot(out).sqrt() + over[0].max(over[1]).max(over[2]).min(zero)
            }
        }
    }

    /// Half of what something must pass to come out on the other side, if there is another side.
    pub fn thickness(&self) -> Option<f32> {
        match *self {
            Solid::Capsule { inside: true, .. } | Solid::Plane { .. } => None,
            Solid::Capsule { radii, .. } => Some(radii[0].min(radii[1])),
            Solid::Box { half, .. } => Some(half.min_element()),
        }
    }

    /// The axis of a capsule that keeps things out.
    pub fn axis(&self) -> Option<Axis> {
        match *self {
            Solid::Capsule { a, axis, length, radii, inside: false } if length > 0.0 => {
                Some(Axis { a, along: axis, length, radii })
            }
            _ => None,
        }
    }

    /// A sphere around it, unless it has no end.
    pub fn bound(&self) -> Option<(Vec3, f32)> {
        match *self {
            Solid::Capsule { inside: true, .. } | Solid::Plane { .. } => None,
            Solid::Capsule { a, axis, length, radii, .. } => {
                Some((a + axis * (length * 0.5), length * 0.5 + radii[0].max(radii[1])))
            }
            Solid::Box { center, half, .. } => Some((center, half.length())),
        }
    }
}

trait AnyPerpendicular {
    fn any_perpendicular(self) -> Vec3;
}

impl AnyPerpendicular for Vec3 {
    fn any_perpendicular(self) -> Vec3 {
        if self == Vec3::ZERO { Vec3::Y } else { self.any_orthonormal_vector() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lanes_see_is_never_farther_than_it_is() {
        let (a, b) = ([0.1, 0.4, 0.0], [0.3, -0.2, 0.1]);
        let rotation = Quat::from_rotation_z(0.7).to_array();
        let shapes = [
            (Shape::Sphere { center: a, radius: 0.2 }, 0.0),
            (Shape::InsideSphere { center: a, radius: 0.2 }, 0.0),
            (Shape::Capsule { ends: [a, b], radii: [0.1; 2] }, 0.0),
            (Shape::Capsule { ends: [a, b], radii: [0.1, 0.2] }, 0.1),
            (Shape::InsideCapsule { ends: [a, b], radii: [0.2, 0.1] }, 0.1),
            (Shape::Plane { point: a, normal: [0.6, 0.0, 0.8] }, 0.0),
            (Shape::Box { center: b, rotation, half: [0.3, 0.1, 0.05] }, 0.0),
        ];
        let grid = |k: usize| Vec3::from_array([k % 10, k / 10 % 10, k / 100].map(|v| v as f32 * 0.15 - 0.7));
        for (shape, less) in shapes {
            let solid = Solid::new(&shape);
            for p in (0..1000).map(grid) {
                let (least, distance) = (solid.at_least::<f32>(math::Vec3(p.to_array())), solid.distance(p).0);
                assert!(
                    (distance - less - 1e-6..distance + 1e-6).contains(&least),
                    "{shape:?}: {p}: {least} {distance}"
                );
            }
        }
    }
}
