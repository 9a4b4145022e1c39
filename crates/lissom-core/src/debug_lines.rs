//! Colliders as lines, for whoever can draw lines.

use crate::collide::shape::{Placed, Solid};
use glam::Vec3;

/// Lines to a full circle.
const SIDES: usize = 24;

/// Calls `line` for every line of a collider. Planes are drawn as a grid of the given size.
pub fn collider(placed: &Placed, size: f32, line: &mut dyn FnMut(Vec3, Vec3)) {
    let mut local = |a: Vec3, b: Vec3| line(placed.frame.point(a), placed.frame.point(b));
    match placed.solid {
        Solid::Capsule { a, axis, length, radii, .. } => {
            let along = if length > 0.0 { axis } else { Vec3::Y };
            let (side, other) = across(along);
            let b = a + axis * length;
            for (center, radius) in [(a, radii[0]), (b, radii[1])] {
                for (u, v) in [(side, other), (side, along), (other, along)] {
                    circle(center, u * radius, v * radius, &mut local);
                }
            }
            for d in [side, -side, other, -other] {
                local(a + d * radii[0], b + d * radii[1]);
            }
        }
        Solid::Plane { point, normal } => {
            let (side, other) = across(normal);
            for k in -4..=4 {
                let at = k as f32 * size / 4.0;
                local(point + side * at - other * size, point + side * at + other * size);
                local(point + other * at - side * size, point + other * at + side * size);
            }
        }
        Solid::Box { center, rotation, half } => {
            let corner = |k: usize| {
                let sign = |bit: usize| if k & bit == 0 { -1.0 } else { 1.0 };
                center + rotation * (half * Vec3::new(sign(1), sign(2), sign(4)))
            };
            for k in 0..8 {
                for bit in [1, 2, 4] {
                    if k & bit == 0 {
                        local(corner(k), corner(k | bit));
                    }
                }
            }
        }
    }
}

fn across(axis: Vec3) -> (Vec3, Vec3) {
    let side = axis.any_orthonormal_vector();
    (side, axis.cross(side))
}

fn circle(center: Vec3, u: Vec3, v: Vec3, line: &mut impl FnMut(Vec3, Vec3)) {
    let at = |k: usize| {
        let angle = std::f32::consts::TAU * k as f32 / SIDES as f32;
        center + u * libm::cosf(angle) + v * libm::sinf(angle)
    };
    for k in 0..SIDES {
        line(at(k), at(k + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::Shape;
    use crate::template::Frame;

    #[test]
    fn every_line_lies_on_its_collider() {
        let frame = Frame { position: Vec3::new(1.0, 2.0, 3.0), rotation: glam::Quat::from_xyzw(0.6, 0.0, 0.0, 0.8) };
        for shape in [
            Shape::Sphere { center: [0.1, 0.2, 0.3], radius: 0.5 },
            Shape::InsideSphere { center: [0.1, 0.2, 0.3], radius: 0.5 },
            Shape::Capsule { ends: [[0.0; 3], [0.0, 1.0, 0.0]], radii: [0.2; 2] },
            Shape::Plane { point: [0.0, 1.0, 0.0], normal: [0.0, 1.0, 0.0] },
            Shape::Box { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], half: [0.1, 0.2, 0.3] },
        ] {
            let placed = Placed::new(&shape, &frame);
            let mut lines = 0;
            collider(&placed, 1.0, &mut |a, b| {
                lines += 1;
                for p in [a, b] {
                    let (distance, _) = placed.solid.distance(placed.local(p));
                    // Circles around the middle of a capsule lie inside it, on its end spheres.
                    assert!(distance.abs() < 1e-5 || matches!(shape, Shape::Capsule { .. }), "{shape:?} {distance}");
                }
            });
            assert!(lines >= 12, "{shape:?}: {lines} lines");
        }
    }
}
