//! Makes triangles face the same way as their neighbours.

use std::collections::HashSet;

use super::TriMesh;

impl TriMesh {
    /// The same surface with each triangle once, and turned so that neighbours agree on which side is out. Of what hangs
    /// together the larger area stays as it is. Where more than two triangles meet at an edge, nothing is concluded.
    ///
    /// Give it [`TriMesh::welded`].
    pub fn oriented(&self) -> TriMesh {
        let mut seen = HashSet::with_capacity(self.triangles.len());
        let once = self.triangles.iter().filter(|t| {
            let mut key = **t;
            key.sort_unstable();
            seen.insert(key)
        });
        let mut mesh = TriMesh { positions: self.positions.clone(), triangles: once.copied().collect() };
        let neighbours = neighbours(&mesh.triangles);
        // By triangle: whether it is to be turned, once that is known.
        let mut turned: Vec<Option<bool>> = vec![None; mesh.triangles.len()];
        for first in 0..turned.len() {
            if turned[first].is_some() {
                continue;
            }
            turned[first] = Some(false);
            let mut reached = vec![first];
            let mut next = 0;
            while let Some(&t) = reached.get(next) {
                next += 1;
                for &(other, agrees) in neighbours[t].iter().flatten() {
                    if turned[other].is_none() {
                        turned[other] = turned[t].map(|own| own == agrees);
                        reached.push(other);
                    }
                }
            }
            let area = |t: usize| {
                let [a, b, c] = mesh.corners(t);
                (b - a).cross(c - a).length()
            };
            let balance: f64 = reached.iter().map(|&t| if turned[t] == Some(true) { area(t) } else { -area(t) }).sum();
            // If more would be turned than not, the others are.
            for t in reached {
                if turned[t] == Some(balance <= 0.0) {
                    mesh.triangles[t].swap(1, 2);
                }
            }
        }
        mesh
    }
}

/// Over each edge of each triangle: the one other triangle there, and whether both face the same way.
fn neighbours(triangles: &[[u32; 3]]) -> Vec<[Option<(usize, bool)>; 3]> {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (t, &[a, b, c]) in triangles.iter().enumerate() {
        for (k, (a, b)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
            sides.push((a.min(b), a.max(b), t, k, a < b));
        }
    }
    sides.sort_unstable();
    let mut neighbours = vec![[None; 3]; triangles.len()];
    for edge in sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        if let &[(.., t, k, up), (.., other, l, other_up)] = edge {
            // Triangles that agree pass the edge in opposite directions.
            neighbours[t][k] = Some((other, up != other_up));
            neighbours[other][l] = Some((t, up != other_up));
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_tetrahedron_of_flipped_and_repeated_faces_is_closed() {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        for mask in 0..16u32 {
            let turn = |k: usize, [a, b, c]: [u32; 3]| if mask >> k & 1 > 0 { [a, c, b] } else { [a, b, c] };
            let mut triangles: Vec<[u32; 3]> = faces.iter().enumerate().map(|(k, f)| turn(k, *f)).collect();
            triangles.push([3, 1, 0]);
            let mesh = TriMesh { positions: positions.clone(), triangles };
            assert!(!mesh.shape().closed);
            let shape = mesh.oriented().shape();
            assert!(shape.closed && (shape.volume.abs() - 1.0 / 6.0).abs() < 1e-9, "{mask}");
            // The slanted face is the largest, but not larger than the other three.
            let right_ways = 4 - mask.count_ones();
            assert!(right_ways == 2 || (shape.volume > 0.0) == (right_ways > 2), "{mask}");
        }
    }
}
