//! What is to be filled, as a question: is this point inside?

use glam::DVec3;

use super::winding::Winding;
use crate::bvh::Bvh;
use crate::sim_mesh::distance::to_triangle;

/// Triangles with an inside. Soups have a thickness besides: all that is near a triangle is inside too.
pub(super) struct Solid {
    triangles: Vec<[DVec3; 3]>,
    tree: Bvh,
    winding: Winding,
    closed: bool,
    /// For a soup; none if the surface is closed.
    pub thickness: Option<f64>,
}

impl Solid {
    pub fn new(triangles: Vec<[DVec3; 3]>, closed: bool) -> Solid {
        let boxes = triangles.iter().map(|[a, b, c]| (a.min(*b).min(*c), a.max(*b).max(*c)));
        let tree = Bvh::new(&boxes.collect::<Vec<_>>());
        let winding = Winding::new(&tree, &triangles);
        Solid { triangles, tree, winding, closed, thickness: None }
    }

    pub fn inside(&self, p: DVec3) -> bool {
        let near = self.thickness.is_some_and(|t| self.distance_below(p, t).is_some());
        near || self.encloses(p)
    }

    /// A closed piece that faces inwards encloses something too.
    fn encloses(&self, p: DVec3) -> bool {
        let winding = self.winding(p);
        winding > 0.5 || (self.closed && winding < -0.5)
    }

    pub fn winding(&self, p: DVec3) -> f64 {
        self.winding.at(&self.tree, &self.triangles, p)
    }

    pub fn triangles(&self) -> &[[DVec3; 3]] {
        &self.triangles
    }

    /// The distance to the nearest triangle, if it is less than `limit`.
    pub fn distance_below(&self, p: DVec3, limit: f64) -> Option<f64> {
        let found = self.tree.nearest(p, limit * limit, |k| to_triangle(p, self.triangles[k as usize]));
        found.map(|(_, squared)| squared.sqrt())
    }

    /// Negative inside. What is farther than `limit` is as far as that.
    pub fn signed_distance(&self, p: DVec3, limit: f64) -> f64 {
        let distance = self.distance_below(p, limit).unwrap_or(limit);
        if self.encloses(p) { -distance } else { distance }
    }

    /// Where the way from a point inside to one outside leaves it, as a part of the way.
    pub fn crossing(&self, inside: DVec3, outside: DVec3) -> f64 {
        let length = inside.distance(outside);
        // A soup is not as sharp as a surface. Neither leaves less than single precision does.
        let (exact, soup) = if self.thickness.is_some() { (4e-3, true) } else { (6e-5, false) };
        let (mut low, mut high) = (0.0, 1.0);
        while high - low > exact {
            let middle = 0.5 * (low + high);
            let half = 0.5 * (high - low);
            let p = inside.lerp(outside, middle);
            // Within its distance from a closed surface all is on the same side of it.
            let clear = || 0.999 * self.distance_below(p, half * length).map_or(half, |d| d / length);
            let clear = if soup { 0.0 } else { clear() };
            if self.inside(p) {
                low = middle + clear;
            } else {
                high = middle - clear;
            }
        }
        0.5 * (low + high)
    }
}
