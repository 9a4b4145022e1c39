//! What is drawn lies inside tetrahedra: where each point of it is among their corners.

use glam::{DVec3, Vec3};

use super::TetMesh;
use crate::bvh::Bvh;
use crate::sim_mesh::distance::to_triangle;

/// A point may be outside by this part of a tetrahedron and still counts as in it.
const SLACK: f64 = 1e-9;

/// For each point the corners of the tetrahedron that contains it, or of the nearest one, and their weights, which sum
/// to 1. Outside, some weights are negative: the point moves on with the tetrahedron as if it were larger.
///
/// Empty if no tetrahedron has a volume.
pub fn embed(mesh: &TetMesh, points: &[Vec3]) -> Vec<([u32; 4], [f32; 4])> {
    let corners = |tet: u32| mesh.tets[tet as usize].map(|k| mesh.positions[k as usize].as_dvec3());
    let solid: Vec<u32> = (0..mesh.tets.len() as u32).filter(|&t| weights(corners(t), DVec3::ZERO).is_some()).collect();
    let boxes = |[a, b, c, d]: [DVec3; 4]| (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
    let inside = Bvh::new(&solid.iter().map(|&t| boxes(corners(t))).collect::<Vec<_>>());
    let faces = outer_faces(mesh, &solid);
    let triangle = |k: u32| faces[k as usize].1.map(|v| mesh.positions[v as usize].as_dvec3());
    let around = Bvh::new(
        &(0..faces.len() as u32)
            .map(|k| {
                let [a, b, c] = triangle(k);
                boxes([a, b, c, c])
            })
            .collect::<Vec<_>>(),
    );
    let place = |point: &Vec3| {
        let p = point.as_dvec3();
        let mut found = None;
        inside.find(p, |k| {
            let tet = solid[k as usize];
            let weights = weights(corners(tet), p).filter(|w| w.iter().all(|w| *w >= -SLACK));
            found = weights.map(|w| (tet, w));
            found.is_some()
        });
        let nearest = || {
            let (face, _) = around.nearest(p, f64::INFINITY, |k| to_triangle(p, triangle(k)))?;
            let tet = faces[face as usize].0;
            weights(corners(tet), p).map(|w| (tet, w))
        };
        let (tet, weights) = found.or_else(nearest)?;
        Some((mesh.tets[tet as usize], weights.map(|w| w as f32)))
    };
    points.iter().filter_map(place).collect()
}

/// Faces that only one of the tetrahedra has, and whose they are.
fn outer_faces(mesh: &TetMesh, solid: &[u32]) -> Vec<(u32, [u32; 3])> {
    let mut faces = Vec::with_capacity(4 * solid.len());
    for &tet in solid {
        let [a, b, c, d] = mesh.tets[tet as usize];
        for mut face in [[a, b, c], [a, b, d], [a, c, d], [b, c, d]] {
            face.sort_unstable();
            faces.push((face, tet));
        }
    }
    faces.sort_unstable();
    let alone = faces.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() == 1);
    alone.map(|same| (same[0].1, same[0].0)).collect()
}

/// Barycentric coordinates; none if the tetrahedron has no volume.
fn weights([a, b, c, d]: [DVec3; 4], p: DVec3) -> Option<[f64; 4]> {
    let (u, v, w, q) = (b - a, c - a, d - a, p - a);
    let volume = u.cross(v).dot(w);
    // Of what the edges could enclose: less is rounding.
    let size = u.length_squared().max(v.length_squared()).max(w.length_squared());
    if volume.abs() <= 1e-12 * size * size.sqrt() {
        return None;
    }
    let [b, c, d] = [q.cross(v).dot(w), u.cross(q).dot(w), u.cross(v).dot(q)].map(|x| x / volume);
    Some([1.0 - b - c - d, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of `n`³ cubes, six tetrahedra each, from 0 to 1.
    fn block(n: u32) -> TetMesh {
        let m = n + 1;
        let at = |k: u32| Vec3::new((k % m) as f32, (k / m % m) as f32, (k / m / m) as f32) / n as f32;
        let mut mesh = TetMesh { positions: (0..m * m * m).map(at).collect(), tets: vec![] };
        let steps = [1, m, m * m];
        for (x, y, z) in (0..n * n * n).map(|k| (k % n, k / n % n, k / n / n)) {
            let first = x + m * y + m * m * z;
            for (i, j) in [(0, 1), (1, 2), (2, 0), (0, 2), (2, 1), (1, 0)] {
                let mut tet = [first, first + steps[i], first + steps[i] + steps[j], first + m * m + m + 1];
                if (i + 1) % 3 != j {
                    tet.swap(1, 2);
                }
                mesh.tets.push(tet);
            }
        }
        mesh
    }

    fn points(count: usize, scale: f32) -> Vec<Vec3> {
        let mut seed = 3u32;
        let mut random = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) as f32 / (1u32 << 24) as f32
        };
        (0..count).map(|_| (Vec3::new(random(), random(), random()) - 0.5) * scale + 0.5).collect()
    }

    fn back(mesh: &TetMesh, (tet, weights): &([u32; 4], [f32; 4])) -> Vec3 {
        tet.iter().zip(weights).map(|(&k, w)| mesh.positions[k as usize] * *w).sum()
    }

    #[test]
    fn points_come_back() {
        let mesh = block(3);
        assert!((mesh.volume() - 1.0).abs() < 1e-6 && mesh.tets.iter().all(|&t| mesh.volume_of(t) > 0.0));
        let points: Vec<Vec3> = points(2000, 1.4).into_iter().chain(mesh.positions.clone()).collect();
        let embedded = embed(&mesh, &points);
        assert_eq!(embedded.len(), points.len());
        for (p, e) in points.iter().zip(&embedded) {
            assert!(back(&mesh, e).distance(*p) < 1e-6, "{p}");
            let inside = p.min_element() >= 0.0 && p.max_element() <= 1.0;
            assert_eq!(e.1.iter().all(|w| *w > -1e-6), inside, "{p}");
        }
    }

    #[test]
    fn outside_it_is_the_nearest() {
        let mesh = block(2);
        for p in points(300, 3.0) {
            let (tet, _) = embed(&mesh, &[p])[0];
            let middle = tet.iter().map(|&k| mesh.positions[k as usize]).sum::<Vec3>() / 4.0;
            let nearest = p.clamp(Vec3::ZERO, Vec3::ONE);
            assert!(middle.distance(nearest) < 0.5, "{p}: {middle}");
        }
    }

    #[test]
    fn twenty_thousand_points_in_five_thousand_tetrahedra_are_quick() {
        let mesh = block(10);
        let begin = std::time::Instant::now();
        assert_eq!(embed(&mesh, &points(20_000, 1.2)).len(), 20_000);
        let secs = begin.elapsed().as_secs_f64();
        println!("{} tetrahedra: {secs:.3} s", mesh.tets.len());
        assert!(secs < 2.0, "{secs}");
    }

    #[test]
    fn flat_ones_are_passed_over() {
        let mut mesh = block(1);
        let with = |mesh: &TetMesh| embed(mesh, &[Vec3::splat(0.3)]);
        let before = with(&mesh);
        mesh.tets.insert(0, [0, 1, 2, 3]);
        assert_eq!(with(&mesh), before);
        mesh.tets.truncate(1);
        assert!(with(&mesh).is_empty());
        assert!(embed(&TetMesh::default(), &[Vec3::ZERO]).is_empty());
    }
}
