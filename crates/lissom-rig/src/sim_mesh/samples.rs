//! Points spread evenly over a surface, and the garments its pieces form.

use glam::DVec3;

use super::distance::to_triangle;
use super::grid::Grid;
use super::groups::Groups;
use super::surface::Surface;
use super::{MAX_PARTICLES, MERGE, SimMeshError};

/// Sample spacing, in units of the spacing h.
const STEP: f64 = 0.4;
/// More samples than this are refused: 20 for every particle allowed.
const MAX_SAMPLES: f64 = 20.0 * MAX_PARTICLES as f64;

/// Area samples of every triangle, and every vertex as a sample without area.
pub(crate) struct Samples {
    pub grid: Grid,
    pub triangles: Vec<u32>,
    pub areas: Vec<f64>,
}

impl Samples {
    pub fn new(surface: &Surface) -> Result<Samples, SimMeshError> {
        check_size(surface)?;
        let mut samples = Samples { grid: Grid::new(1.0), triangles: vec![], areas: vec![] };
        let mut seen = vec![false; surface.vertices.len()];
        for t in 0..surface.triangles.len() as u32 {
            for v in surface.triangles[t as usize] {
                if !std::mem::replace(&mut seen[v as usize], true) {
                    samples.push(surface.vertices[v as usize], t, 0.0);
                }
            }
            samples.add_triangle(surface.corners(t), t, surface.areas[t as usize]);
        }
        Ok(samples)
    }

    /// Strips across the longest side, each cut in cells of about `STEP`.
    fn add_triangle(&mut self, corners: [DVec3; 3], triangle: u32, area: f64) {
        let length = |k: usize| corners[k].distance(corners[(k + 1) % 3]);
        let longest = (1..3).fold(0, |best, k| if length(k) > length(best) { k } else { best });
        let (p, apex) = (corners[longest], corners[(longest + 2) % 3]);
        let base = corners[(longest + 1) % 3] - p;
        let foot = ((apex - p).dot(base) / base.length_squared()).clamp(0.0, 1.0);
        let up = apex - p - base * foot;
        let columns = (base.length() / STEP).ceil().max(1.0);
        let first = self.areas.len();
        for i in 0..columns as usize {
            let x = (i as f64 + 0.5) / columns;
            let height = if x < foot { x / foot } else { (1.0 - x) / (1.0 - foot) };
            let rows = (height * up.length() / STEP).ceil().max(1.0);
            for j in 0..rows as usize {
                let y = (j as f64 + 0.5) / rows * height;
                self.push(p + base * x + up * y, triangle, height / rows);
            }
        }
        let sum: f64 = self.areas[first..].iter().sum();
        for a in &mut self.areas[first..] {
            *a *= area / sum;
        }
    }

    fn push(&mut self, p: DVec3, triangle: u32, area: f64) {
        self.grid.push(p);
        self.triangles.push(triangle);
        self.areas.push(area);
    }

    /// The triangle closest to a point near the surface.
    pub fn triangle_at(&self, surface: &Surface, p: DVec3) -> u32 {
        for radius in [1.0, 4.0, f64::INFINITY] {
            let mut best = (f64::INFINITY, 0);
            self.grid.within(p, radius, |s, _| {
                let t = self.triangles[s as usize];
                let d = to_triangle(p, surface.corners(t));
                if (d, t) < best {
                    best = (d, t);
                }
            });
            if best.0.is_finite() {
                return best.1;
            }
        }
        0
    }

    /// Groups pieces closer than 0.75 h: buttons, ornaments, a lining and its outside are one
    /// garment.
    pub fn garments(&self, surface: &Surface) -> Groups {
        let mut garments = Groups::new(surface.piece_count);
        let mut apart = surface.piece_count - 1;
        let mut sizes = vec![0; surface.piece_count];
        for &t in &self.triangles {
            sizes[surface.pieces[t as usize] as usize] += 1;
        }
        let largest = (0..sizes.len()).max_by_key(|&k| sizes[k]).unwrap_or(0) as u32;
        for (s, p) in self.grid.points().enumerate() {
            let own = surface.pieces[self.triangles[s] as usize];
            if apart == 0 {
                break;
            }
            // All others look for their neighbours, so the largest need not.
            if own == largest {
                continue;
            }
            self.grid.within(p, MERGE, |o, _| {
                let other = surface.pieces[self.triangles[o as usize] as usize];
                if other != own && garments.merge(own, other) {
                    apart -= 1;
                }
            });
        }
        garments
    }
}

/// Refuses a spacing too fine for the surface, before anything large is made.
fn check_size(surface: &Surface) -> Result<(), SimMeshError> {
    let per_area = surface.area() / (STEP * STEP);
    let mut per_length = 0.0;
    for t in 0..surface.triangles.len() as u32 {
        let [a, b, c] = surface.corners(t);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a)) / STEP;
        per_length += if longest > 1.0 { longest } else { 0.0 };
    }
    let levels = surface.diagonal() / MAX_PARTICLES as f64;
    if per_area + per_length <= MAX_SAMPLES && levels <= 1.0 {
        return Ok(());
    }
    // The factor f on the spacing that solves per_area / f² + per_length / f = MAX_SAMPLES, and
    // leaves at most half as many particles as allowed.
    let root = (per_length * per_length + 4.0 * MAX_SAMPLES * per_area).sqrt();
    let factor = ((per_length + root) / (2.0 * MAX_SAMPLES))
        .max(levels)
        .max((2.0 * surface.area() / MAX_PARTICLES as f64).sqrt());
    Err(too_fine(surface, factor * 1.01))
}

pub(crate) fn too_fine(surface: &Surface, factor: f64) -> SimMeshError {
    SimMeshError::TooFine {
        spacing: surface.spacing as f32,
        suggested: ((surface.spacing * factor) as f32).min(f32::MAX),
        limit: MAX_PARTICLES,
    }
}
