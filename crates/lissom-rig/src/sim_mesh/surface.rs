//! The triangles of a part as a surface to walk on: welded, checked, in units of the spacing.

use glam::{DMat3, DVec3, Vec3};

use super::SimMeshError;
use super::grid::Grid;
use super::groups::Groups;

/// Vertices closer than this part of the bounding box's diagonal are one.
const WELD: f64 = 1e-6;
/// No vertex, no triangle: an input vertex that no usable triangle has.
const UNUSED: u32 = u32::MAX;

/// A welded surface. Positions are relative to `centre` and divided by `spacing`.
pub(crate) struct Surface {
    pub spacing: f64,
    pub centre: DVec3,
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    /// The edges of each triangle: edge k runs from its corner k to corner k + 1.
    pub triangle_edges: Vec<[u32; 3]>,
    pub edge_ends: Vec<[u32; 2]>,
    edge_starts: Vec<u32>,
    edge_triangles: Vec<u32>,
    /// Unit, or zero where a triangle has no area.
    pub normals: Vec<DVec3>,
    pub areas: Vec<f64>,
    /// Connected piece of each triangle.
    pub pieces: Vec<u32>,
    pub piece_count: usize,
    /// Triangles left out: not finite, out of range, or collapsed to a line or a point by welding.
    pub skipped: usize,
}

impl Surface {
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]], spacing: f32) -> Result<Surface, SimMeshError> {
        if !(spacing.is_finite() && spacing > 0.0) {
            return Err(SimMeshError::Spacing { spacing });
        }
        let h = f64::from(spacing);
        let usable = |t: &&[u32; 3]| t.iter().all(|&i| positions.get(i as usize).is_some_and(|p| p.is_finite()));
        let finite: Vec<[u32; 3]> = triangles.iter().filter(usable).copied().collect();
        let welding = weld(positions, &finite, h);
        let mut surface = Surface {
            spacing: h,
            centre: welding.centre,
            vertices: welding.vertices,
            triangles: vec![],
            triangle_edges: vec![],
            edge_ends: vec![],
            edge_starts: vec![],
            edge_triangles: vec![],
            normals: vec![],
            areas: vec![],
            pieces: vec![],
            piece_count: 0,
            skipped: 0,
        };
        surface.add_triangles(&finite, &welding.welded);
        surface.skipped += triangles.len() - finite.len();
        if surface.area() <= 0.0 {
            let (given, skipped) = (triangles.len(), surface.skipped);
            return Err(SimMeshError::NoSurface { given, skipped });
        }
        surface.connect();
        Ok(surface)
    }

    pub fn corners(&self, triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].map(|v| self.vertices[v as usize])
    }

    pub fn triangles_of_edge(&self, edge: u32) -> &[u32] {
        let e = edge as usize;
        &self.edge_triangles[self.edge_starts[e] as usize..self.edge_starts[e + 1] as usize]
    }

    pub fn area(&self) -> f64 {
        self.areas.iter().sum()
    }

    /// The covariance of all points of the surface, exactly.
    pub fn covariance(&self) -> DMat3 {
        let mut mean = DVec3::ZERO;
        for t in 0..self.triangles.len() {
            let [a, b, c] = self.corners(t as u32);
            mean += (a + b + c) / 3.0 * self.areas[t];
        }
        mean /= self.area();
        let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
        let mut sum = DMat3::ZERO;
        for t in 0..self.triangles.len() {
            let [a, b, c] = self.corners(t as u32).map(|p| p - mean);
            let spread = outer(a) + outer(b) + outer(c) + outer(a + b + c);
            sum += spread * (self.areas[t] / 12.0);
        }
        sum * (1.0 / self.area())
    }

    pub fn diagonal(&self) -> f64 {
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (lo, hi) = self.vertices.iter().fold(start, |(lo, hi), &p| (lo.min(p), hi.max(p)));
        (hi - lo).length()
    }

    pub fn world_from_surface(&self, p: DVec3) -> Vec3 {
        (self.centre + p * self.spacing).as_vec3()
    }

    pub fn surface_from_world(&self, p: Vec3) -> DVec3 {
        (p.as_dvec3() - self.centre) / self.spacing
    }

    /// Keeps triangles with three corners of their own, each once (a back side that repeats its
    /// front is one layer).
    fn add_triangles(&mut self, triangles: &[[u32; 3]], welded: &[u32]) {
        let mut seen = std::collections::HashSet::with_capacity(triangles.len());
        for t in triangles {
            let t = t.map(|i| welded[i as usize]);
            let mut key = t;
            key.sort();
            if key[0] == key[1] || key[1] == key[2] {
                self.skipped += 1;
            } else if seen.insert(key) {
                let [a, b, c] = t.map(|v| self.vertices[v as usize]);
                let normal = (b - a).cross(c - a);
                self.triangles.push(t);
                self.areas.push(normal.length() / 2.0);
                self.normals.push(normal.normalize_or_zero());
            }
        }
    }

    fn connect(&mut self) {
        let mut sides = Vec::with_capacity(self.triangles.len() * 3);
        let mut pieces = Groups::new(self.vertices.len());
        for (t, &[a, b, c]) in self.triangles.iter().enumerate() {
            for (k, (a, b)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
                sides.push((a.min(b), a.max(b), t as u32, k));
            }
            pieces.merge(a, b);
            pieces.merge(a, c);
        }
        sides.sort_unstable();
        self.triangle_edges = vec![[0; 3]; self.triangles.len()];
        for (i, &(a, b, t, k)) in sides.iter().enumerate() {
            if self.edge_ends.last() != Some(&[a, b]) {
                self.edge_ends.push([a, b]);
                self.edge_starts.push(i as u32);
            }
            self.edge_triangles.push(t);
            self.triangle_edges[t as usize][k] = self.edge_ends.len() as u32 - 1;
        }
        self.edge_starts.push(sides.len() as u32);
        let mut numbers = vec![UNUSED; self.vertices.len()];
        for &[a, ..] in &self.triangles {
            let root = pieces.of(a) as usize;
            if numbers[root] == UNUSED {
                numbers[root] = self.piece_count as u32;
                self.piece_count += 1;
            }
            self.pieces.push(numbers[root]);
        }
    }
}

/// Vertices that were made one.
pub(crate) struct Welding {
    pub centre: DVec3,
    pub vertices: Vec<DVec3>,
    /// The welded vertex of each input vertex; `u32::MAX` where no triangle uses it.
    pub welded: Vec<u32>,
}

/// Welds the vertices that `triangles` (whose corners must be finite) use.
pub(crate) fn weld(positions: &[Vec3], triangles: &[[u32; 3]], spacing: f64) -> Welding {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (lo, hi) = triangles.iter().flatten().fold(start, |(lo, hi), &i| {
        let p = positions[i as usize].as_dvec3();
        (lo.min(p), hi.max(p))
    });
    let centre = if triangles.is_empty() { DVec3::ZERO } else { (lo + hi) / 2.0 };
    let rounding = f64::from(f32::EPSILON) * lo.abs().max(hi.abs()).max_element();
    let tolerance = (WELD * (hi - lo).length()).max(rounding) / spacing;
    let mut grid = Grid::new((2.0 * tolerance).max(f64::MIN_POSITIVE));
    let mut welded = vec![UNUSED; positions.len()];
    for &i in triangles.iter().flatten() {
        let i = i as usize;
        if welded[i] == UNUSED {
            let p = (positions[i].as_dvec3() - centre) / spacing;
            let same = grid.nearest(p, tolerance, |_| true);
            welded[i] = same.map_or_else(|| grid.push(p), |(j, _)| j);
        }
    }
    Welding { centre, vertices: grid.points().collect(), welded }
}
