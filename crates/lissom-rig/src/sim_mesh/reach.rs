//! Which part of the surface belongs to the neighbourhood of a point.

use glam::DVec3;

use super::distance::{to_segment, to_triangle};
use super::surface::Surface;

/// How far a walk over the surface may stray from its start, in spacings.
const RADIUS: f64 = 2.0;

/// Triangles that can be reached from a point over edges nearer than [`RADIUS`].
///
/// Stands in for a geodesic distance: as good for telling two legs from one, and right on
/// triangles larger than the spacing.
pub(crate) struct Reach {
    from: Option<(DVec3, u32)>,
    round: u32,
    seen: Vec<u32>,
    triangles: Vec<u32>,
}

impl Reach {
    pub fn new(surface: &Surface) -> Reach {
        Reach { from: None, round: 0, seen: vec![0; surface.triangles.len()], triangles: vec![] }
    }

    /// Squared distance of `q`, a point on triangle `at`, from what can be reached from `p`.
    pub fn distance(&mut self, surface: &Surface, p: DVec3, start: u32, q: DVec3, at: u32) -> f64 {
        if self.from != Some((p, start)) {
            self.gather(surface, p, start);
        }
        if self.seen[at as usize] == self.round {
            return 0.0;
        }
        let distances = self.triangles.iter().map(|&t| to_triangle(q, surface.corners(t)));
        distances.fold(f64::INFINITY, f64::min)
    }

    fn gather(&mut self, surface: &Surface, p: DVec3, start: u32) {
        self.from = Some((p, start));
        self.round += 1;
        self.seen[start as usize] = self.round;
        self.triangles.clear();
        self.triangles.push(start);
        let mut next = 0;
        while let Some(&t) = self.triangles.get(next) {
            next += 1;
            for edge in surface.triangle_edges[t as usize] {
                let [a, b] = surface.edge_ends[edge as usize].map(|v| surface.vertices[v as usize]);
                if to_segment(p, a, b) >= RADIUS * RADIUS {
                    continue;
                }
                for &o in surface.triangles_of_edge(edge) {
                    if self.seen[o as usize] != self.round {
                        self.seen[o as usize] = self.round;
                        self.triangles.push(o);
                    }
                }
            }
        }
    }
}
