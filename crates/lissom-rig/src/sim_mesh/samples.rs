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
        let mut samples: Vec<([i64; 3], u32)> = self.grid.points().map(cell_of).zip(0..).collect();
        samples.sort_unstable();
        let cells: Vec<&[([i64; 3], u32)]> = samples.chunk_by(|a, b| a.0 == b.0).collect();
        let piece = |s: &([i64; 3], u32)| surface.pieces[self.triangles[s.1 as usize] as usize];
        let place = |s: &([i64; 3], u32)| self.grid.point(s.1);
        for pair in cells.iter().flat_map(|cell| cell.windows(2)) {
            apart -= usize::from(garments.merge(piece(&pair[0]), piece(&pair[1])));
        }
        for (k, cell) in cells.iter().enumerate() {
            if apart == 0 {
                break;
            }
            let [z, y, x] = cell[0].0;
            for (z, y) in (0..3).flat_map(|dz| (-2..3).map(move |dy| (z + dz, y + dy))) {
                // Each two cells meet once: those before this one in the list have met it.
                let row = cells[k + 1..].partition_point(|other| other[0].0 < [z, y, x - 2]) + k + 1;
                for other in cells[row..].iter().take_while(|other| other[0].0 <= [z, y, x + 2]) {
                    let (a, b) = (piece(&cell[0]), piece(&other[0]));
                    let near = |s| other.iter().any(|o| place(o).distance_squared(place(s)) < MERGE * MERGE);
                    if garments.of(a) != garments.of(b) && cell.iter().any(near) {
                        apart -= usize::from(garments.merge(a, b));
                    }
                }
            }
        }
        garments
    }
}

/// z, y and x of a cell so small that all within it are closer than [`MERGE`]: all its pieces are one garment.
fn cell_of(p: DVec3) -> [i64; 3] {
    let [x, y, z] = (p * (1.75 / MERGE)).floor().clamp(DVec3::splat(-1e15), DVec3::splat(1e15)).to_array();
    [z, y, x].map(|c| c as i64)
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        /// Whatever the cells: what two samples join is joined, and nothing else.
        #[test]
        fn garments_are_those_of_all_pairs(places in prop::collection::vec(prop::array::uniform3(-4.0..4.0_f32), 2..40)) {
            let places: Vec<Vec3> = places.into_iter().map(Vec3::from_array).collect();
            let corners = places.iter().flat_map(|p| [*p, *p + Vec3::X * 0.3, *p + Vec3::Y * 0.9]).collect::<Vec<_>>();
            let triangles: Vec<[u32; 3]> = (0..places.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
            let surface = Surface::new(&corners, &triangles, 1.0).expect("triangles");
            let samples = Samples::new(&surface).expect("few");
            let mut expected = Groups::new(surface.piece_count);
            let piece = |s: u32| surface.pieces[samples.triangles[s as usize] as usize];
            for s in 0..samples.grid.len() as u32 {
                samples.grid.within(samples.grid.point(s), MERGE, |o, _| _ = expected.merge(piece(s), piece(o)));
            }
            prop_assert_eq!(samples.garments(&surface).numbered(), expected.numbered());
        }
    }
}
