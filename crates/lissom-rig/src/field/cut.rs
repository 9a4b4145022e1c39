//! Cuts through a body, to look and to paint inside. \[PD09\] 4.1.

use glam::{DVec3, Vec3};

use super::section::{Builder, Section};
use crate::tets::TetMesh;

/// The points with `normal`·p = `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Of unit length.
    pub normal: Vec3,
    pub offset: f32,
}

impl Plane {
    /// Through a point; none if the normal has no direction.
    pub fn at(point: Vec3, normal: Vec3) -> Option<Plane> {
        let normal = normal.as_dvec3().try_normalize().filter(|_| point.is_finite())?;
        Some(Plane { normal: normal.as_vec3(), offset: normal.dot(point.as_dvec3()) as f32 })
    }

    /// \[PD09\] 4.1: what a cutting stroke on the screen from `a` to `b` means, seen from `eye`. What lies left of the
    /// stroke is behind the plane. None if the three are in line.
    pub fn through_stroke(eye: Vec3, a: Vec3, b: Vec3) -> Option<Plane> {
        let [eye, a, b] = [eye, a, b].map(Vec3::as_dvec3);
        Plane::between(eye, (a - eye).normalize_or_zero(), (b - eye).normalize_or_zero())
    }

    /// The same, seen by a camera without perspective that looks along `forward`.
    pub fn through_stroke_along(forward: Vec3, a: Vec3, b: Vec3) -> Option<Plane> {
        let (a, forward) = (a.as_dvec3(), forward.as_dvec3().normalize_or_zero());
        Plane::between(a, forward, (b.as_dvec3() - a).normalize_or_zero())
    }

    fn between(point: DVec3, u: DVec3, v: DVec3) -> Option<Plane> {
        let normal = u.cross(v);
        (normal.length() > 1e-6).then(|| Plane::at(point.as_vec3(), normal.as_vec3()))?
    }

    /// The same plane, with its other side in front.
    pub fn flipped(self) -> Plane {
        Plane { normal: -self.normal, offset: -self.offset }
    }

    /// How far a point is in front of it.
    pub fn distance(&self, p: Vec3) -> f64 {
        self.normal.as_dvec3().dot(p.as_dvec3()) - f64::from(self.offset)
    }
}

/// What is left of a body behind a plane, closed where the body is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cutaway {
    /// The outside first, then the cut, which faces away from what is left.
    pub section: Section,
    /// The first triangle of the cut.
    pub cap: usize,
}

/// \[PD09\] 4.1: the cut through a body. It faces where the plane's normal points.
pub fn cut(mesh: &TetMesh, plane: &Plane) -> Section {
    let levels = levels(mesh, plane);
    let mut builder = Builder::new(mesh, &levels);
    builder.march();
    builder.section
}

/// The half of a body behind a plane, for a view into it.
pub fn cutaway(mesh: &TetMesh, plane: &Plane) -> Cutaway {
    let levels = levels(mesh, plane);
    let mut builder = Builder::new(mesh, &levels);
    for (face, tet) in outside(mesh) {
        let mut polygon = Vec::new();
        for k in 0..3 {
            let (a, b) = (face[k], face[(k + 1) % 3]);
            if builder.negative(a) {
                polygon.push(builder.vertex(a, tet));
            }
            if builder.negative(a) != builder.negative(b) {
                polygon.push(builder.crossing([a, b], tet));
            }
        }
        builder.polygon(&polygon);
    }
    let cap = builder.section.triangles.len();
    builder.march();
    Cutaway { section: builder.section, cap }
}

/// Zero within rounding is zero: a plane through vertices goes through them.
fn levels(mesh: &TetMesh, plane: &Plane) -> Vec<f64> {
    let reach = mesh.positions.iter().map(|p| p.abs().max_element()).fold(plane.offset.abs(), f32::max);
    let rounding = f64::from(f32::EPSILON * reach);
    let level = |p: &Vec3| Some(plane.distance(*p)).filter(|d| d.abs() > rounding).unwrap_or(0.0);
    mesh.positions.iter().map(level).collect()
}

/// The faces of the outside, each with its tetrahedron.
fn outside(mesh: &TetMesh) -> Vec<([u32; 3], u32)> {
    let sorted = |mut face: [u32; 3]| {
        face.sort_unstable();
        face
    };
    let faces = mesh.surface();
    let mut tets = std::collections::BTreeMap::new();
    for (t, &[a, b, c, d]) in mesh.tets.iter().enumerate() {
        for face in [[a, b, c], [a, b, d], [a, c, d], [b, c, d]] {
            tets.insert(sorted(face), t as u32);
        }
    }
    faces.into_iter().map(|f| (f, tets[&sorted(f)])).collect()
}
