//! Triangles to paint on: the outside of a body, a cut through it, or one of its layers.

use glam::{DVec3, Vec3};

use crate::sim_mesh::distance::on_triangle;
use crate::tets::TetMesh;
use crate::tri_mesh::TriMesh;

/// A half-line from the eye through the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: Vec3,
    /// Of any length but 0.
    pub direction: Vec3,
}

/// Where a surface is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub triangle: u32,
    pub point: Vec3,
    pub distance: f32,
}

impl TriMesh {
    /// The outside of a body. Vertices keep their numbers.
    pub fn of(mesh: &TetMesh) -> TriMesh {
        TriMesh { positions: mesh.positions.clone(), triangles: mesh.surface() }
    }

    /// By triangle: of unit length, or 0 where a triangle has no area.
    pub fn normals(&self) -> Vec<DVec3> {
        let normal = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).normalize_or_zero();
        (0..self.triangles.len()).map(|t| normal(self.corners(t))).collect()
    }

    pub fn area(&self) -> f64 {
        let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).length() / 2.0;
        (0..self.triangles.len()).map(|t| area(self.corners(t))).sum()
    }

    /// By triangle: those that share an edge with it, in ascending order.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * self.triangles.len());
        for (t, &[a, b, c]) in self.triangles.iter().enumerate() {
            for [p, q] in [[a, b], [b, c], [c, a]] {
                edges.push(([p.min(q), p.max(q)], t as u32));
            }
        }
        edges.sort_unstable();
        let mut near = vec![Vec::new(); self.triangles.len()];
        for shared in edges.chunk_by(|a, b| a.0 == b.0) {
            for (_, s) in shared {
                near[*s as usize].extend(shared.iter().map(|(_, t)| *t).filter(|t| t != s));
            }
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        near
    }

    /// Every edge counts once for each of its triangles; 0 if there are none.
    pub fn mean_edge(&self) -> f32 {
        let length = |[a, b, c]: [DVec3; 3]| a.distance(b) + b.distance(c) + c.distance(a);
        let sum: f64 = (0..self.triangles.len()).map(|t| length(self.corners(t))).sum();
        if self.triangles.is_empty() { 0.0 } else { (sum / (3 * self.triangles.len()) as f64) as f32 }
    }

    /// Where a ray first meets the surface, from either side.
    pub fn pick(&self, ray: &Ray) -> Option<Hit> {
        let origin = ray.origin.as_dvec3();
        let direction = ray.direction.as_dvec3().try_normalize().filter(|_| origin.is_finite())?;
        let meets = |t: usize| Some((t, meet(origin, direction, self.corners(t))?));
        let all = (0..self.triangles.len()).filter_map(meets);
        let (t, distance) = all.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let point = (origin + direction * distance).as_vec3();
        Some(Hit { triangle: t as u32, point, distance: distance as f32 })
    }

    /// The point of the surface nearest to another; none without triangles.
    pub fn nearest(&self, to: Vec3) -> Option<Hit> {
        let to = to.as_dvec3();
        let all = (0..self.triangles.len()).map(|t| (t, on_triangle(to, self.corners(t))));
        let (t, p) = all.min_by(|a, b| a.1.distance_squared(to).total_cmp(&b.1.distance_squared(to)))?;
        Some(Hit { triangle: t as u32, point: p.as_vec3(), distance: p.distance(to) as f32 })
    }
}

/// How far along a ray a triangle is.
fn meet(origin: DVec3, direction: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (u, v, w) = (b - a, c - a, origin - a);
    let across = direction.cross(v);
    let det = u.dot(across);
    if det.abs() <= 1e-12 * u.length() * v.length() {
        return None;
    }
    let s = w.dot(across) / det;
    let turned = w.cross(u);
    let t = direction.dot(turned) / det;
    let distance = v.dot(turned) / det;
    // A ray through an edge must not slip between its two triangles.
    let slack = -1e-9;
    (s >= slack && t >= slack && s + t <= 1.0 - slack && distance >= 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    fn square() -> TriMesh {
        let positions = vec![Vec3::ZERO, Vec3::X, vec3(1.0, 1.0, 0.0), Vec3::Y];
        TriMesh { positions, triangles: vec![[0, 1, 2], [0, 2, 3]] }
    }

    #[test]
    fn rays_meet_the_nearest_triangle() {
        let mut surface = square();
        surface.positions.extend([vec3(0.0, 0.0, -1.0), vec3(1.0, 0.0, -1.0), vec3(0.0, 1.0, -1.0)]);
        surface.triangles.push([4, 5, 6]);
        let down = |x: f32, y: f32| Ray { origin: vec3(x, y, 2.0), direction: vec3(0.0, 0.0, -3.0) };
        let hit = surface.pick(&down(0.2, 0.7)).unwrap();
        assert_eq!((hit.triangle, hit.point, hit.distance), (1, vec3(0.2, 0.7, 0.0), 2.0));
        assert!(surface.pick(&down(0.5, 0.5)).is_some(), "through the edge");
        assert_eq!(surface.pick(&down(1.5, 0.5)), None);
        let up = Ray { origin: vec3(0.2, 0.1, -2.0), direction: Vec3::Z };
        assert_eq!(surface.pick(&up).map(|h| h.triangle), Some(2));
        let away = Ray { origin: vec3(0.2, 0.1, 2.0), direction: Vec3::Z };
        assert_eq!(surface.pick(&away), None);
        for broken in [Vec3::ZERO, Vec3::NAN] {
            assert_eq!(surface.pick(&Ray { origin: Vec3::Z, direction: broken }), None);
        }
    }

    #[test]
    fn nearest_points_inside_beside_and_of_nothing() {
        let hit = square().nearest(vec3(0.3, 0.6, 4.0)).unwrap();
        assert_eq!((hit.triangle, hit.point, hit.distance), (1, vec3(0.3, 0.6, 0.0), 4.0));
        assert_eq!(square().nearest(vec3(3.0, -1.0, 0.0)).unwrap().point, Vec3::X);
        assert_eq!(TriMesh::default().nearest(Vec3::ZERO), None);
    }

    #[test]
    fn edges_join_triangles() {
        assert_eq!(square().neighbours(), [[1], [0]]);
        assert!((square().mean_edge() - (4.0 + 2.0 * 2_f32.sqrt()) / 6.0).abs() < 1e-6);
        assert!((square().area() - 1.0).abs() < 1e-12);
    }
}
