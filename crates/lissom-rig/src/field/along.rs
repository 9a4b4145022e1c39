//! Fields that follow the body instead of the space around it: for bodies so bent that parts lie side by side.
//!
//! Of all fields on the tetrahedra that take the painted values, the smoothest: a spline in tension. Over lengths
//! beyond a few edges it is harmonic, so it spreads evenly from one end of a tube to the other; nearer than that it
//! is bi-harmonic, so it does not peak at a lone constraint. \[PD09\] 4.1 has only distances in space.
//!
//! ```text
//! minimise ∫ |∇f|² + h² Σ A/d [∂f/∂n]² + Σ w (b_k·f − v_k)²
//! ```
//!
//! | symbol | here |
//! |---|---|
//! | ∫ \|∇f\|² | the stiffness of linear tetrahedra, `Element` |
//! | A, d, [∂f/∂n] | of each face between two: its area, from centre to centre, how much the slope through it differs |
//! | h | `TENSION` mean edges |
//! | b_k, v_k, w | a constraint: shares of the corners of its tetrahedron, its value, `WEIGHT` |
//!
//! Slopes that differ, rather than Laplacians, because a linear field then costs nothing at the border either.
//! Constraints at a vertex are met exactly. Everything is in the unit box, and summed in a fixed order.

use glam::DVec3;

use super::conjugate::{Matrix, solve};
use super::samples::{Sample, UnitBox, merged, spread};
use crate::tets::TetMesh;

/// Over how many edges a field bends rather than stretches.
const TENSION: f64 = 2.0;
/// A tetrahedron flatter than this, relative to the cube of its longest edge, only holds its corners together.
const FLAT: f64 = 1e-3;
/// A corner with at least this share is where the constraint is.
const AT_VERTEX: f64 = 0.999;
/// How much a constraint between vertices weighs, relative to a vertex. More would make fields swing where a stroke
/// has as many constraints as the tetrahedra it crosses have corners.
const WEIGHT: f64 = 1.0;
/// More constraints are thinned out.
const MOST: usize = 20_000;

/// A body, ready for any number of fields.
#[derive(Clone, Debug)]
pub struct Along<'a> {
    mesh: &'a TetMesh,
    unit: UnitBox,
    points: Vec<DVec3>,
    tets_of: Vec<Vec<u32>>,
    elements: Vec<Element>,
    matrix: Matrix,
}

/// A constraint: where it is on the body.
struct Place {
    corners: [u32; 4],
    shares: [f64; 4],
}

impl Along<'_> {
    pub fn new(mesh: &TetMesh, unit: UnitBox) -> Along<'_> {
        let count = mesh.positions.len();
        let points: Vec<DVec3> = mesh.positions.iter().map(|p| unit.inside(p.as_dvec3())).collect();
        let mut tets_of = vec![Vec::new(); count];
        let mut entries = Vec::new();
        let mut elements = Vec::with_capacity(mesh.tets.len());
        for (t, tet) in mesh.tets.iter().enumerate() {
            let element = Element::new(tet.map(|v| points[v as usize]));
            for (i, &a) in tet.iter().enumerate() {
                tets_of[a as usize].push(t as u32);
                entries.extend((0..4).map(|j| ((a, tet[j]), element.stiffness(i, j))));
            }
            elements.push(element);
        }
        let tension = (TENSION * f64::from(mesh.mean_edge()) / unit.size).powi(2);
        for pair in pairs(mesh) {
            entries.extend(bending(mesh, &elements, pair, tension));
        }
        Along { mesh, unit, points, tets_of, elements, matrix: Matrix::new(count, entries) }
    }

    /// Values at every vertex; none without samples. Pieces of the body without a sample take the mean of all.
    pub fn values<const N: usize>(&self, samples: &[Sample<N>]) -> Option<Vec<[f64; N]>> {
        let inside = samples.iter().map(|s| Sample { at: self.unit.inside(s.at), ..*s });
        let samples = spread(merged(inside), MOST);
        samples.first()?;
        let mean: [f64; N] =
            std::array::from_fn(|c| samples.iter().map(|s| s.values[c]).sum::<f64>() / samples.len() as f64);
        let places: Vec<Option<Place>> = samples.iter().map(|s| self.place(s.at)).collect();
        let mut values = vec![mean; self.points.len()];
        // At a vertex: the mean of what is painted there.
        let mut painted = vec![0.0; self.points.len()];
        for (place, sample) in places.iter().zip(&samples) {
            if let Some(v) = place.as_ref().and_then(Place::vertex) {
                painted[v] += 1.0;
                let share = 1.0 / painted[v];
                let before = if painted[v] > 1.0 { values[v] } else { sample.values };
                values[v] = std::array::from_fn(|c| before[c] + (sample.values[c] - before[c]) * share);
            }
        }
        let fixed: Vec<bool> = painted.iter().map(|p| *p > 0.0).collect();
        let between = places.iter().zip(&samples).filter_map(|(p, s)| Some((p.as_ref()?, s)));
        let between: Vec<(&Place, &Sample<N>)> = between.filter(|(p, _)| p.vertex().is_none()).collect();
        let weight = WEIGHT * self.matrix.mean_diagonal();
        let pulls: Vec<_> = between.iter().map(|(p, _)| (p.corners, p.shares.map(|s| s * weight.sqrt()))).collect();
        for c in 0..N {
            let mut field: Vec<f64> = values.iter().map(|v| v[c]).collect();
            let wanted: Vec<f64> = between.iter().map(|(_, s)| s.values[c] * weight.sqrt()).collect();
            solve(&self.matrix, &pulls, &wanted, &fixed, &mut field);
            values.iter_mut().zip(field).for_each(|(v, f)| v[c] = f);
        }
        Some(values)
    }

    /// The gradient at every vertex, in the units of the body: the mean of its tetrahedra's, by volume.
    pub fn gradients(&self, values: &[f64]) -> Vec<DVec3> {
        let mut sums = vec![(DVec3::ZERO, 0.0); values.len()];
        for (tet, element) in self.mesh.tets.iter().zip(&self.elements) {
            let Some(slopes) = element.slopes else { continue };
            let gradient: DVec3 = (0..4).map(|k| slopes[k] * values[tet[k] as usize]).sum();
            for &v in tet {
                let (sum, volume) = &mut sums[v as usize];
                *sum += gradient * element.volume;
                *volume += element.volume;
            }
        }
        sums.into_iter().map(|(sum, volume)| if volume > 0.0 { sum / volume / self.unit.size } else { sum }).collect()
    }

    /// In the tetrahedron around the nearest vertex that holds the point, or comes nearest to holding it.
    fn place(&self, at: DVec3) -> Option<Place> {
        let used = (0..self.points.len()).filter(|&v| !self.tets_of[v].is_empty());
        let distance = |v: usize| self.points[v].distance_squared(at);
        let nearest = used.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))?;
        let shares = |t: u32| (t, shares(self.mesh.tets[t as usize].map(|v| self.points[v as usize]), at));
        let depth = |s: &[f64; 4]| s.iter().fold(f64::INFINITY, |m, a| m.min(*a));
        let found = self.tets_of[nearest].iter().map(|&t| shares(t)).filter(|(_, s)| s.iter().all(|a| a.is_finite()));
        let best = found.max_by(|a, b| depth(&a.1).total_cmp(&depth(&b.1)));
        let (corners, shares) = best.map_or(([nearest as u32; 4], [1.0, 0.0, 0.0, 0.0]), |(t, s)| {
            let s = s.map(|a| a.max(0.0));
            (self.mesh.tets[t as usize], s.map(|a| a / s.iter().sum::<f64>()))
        });
        Some(Place { corners, shares })
    }
}

impl Place {
    /// The vertex it is at, if it is.
    fn vertex(&self) -> Option<usize> {
        self.shares.iter().position(|s| *s >= AT_VERTEX).map(|k| self.corners[k] as usize)
    }
}

fn six_volumes([a, b, c, d]: [DVec3; 4]) -> f64 {
    (b - a).cross(c - a).dot(d - a)
}

/// Barycentric shares of a point; not finite in a flat tetrahedron.
fn shares([a, b, c, d]: [DVec3; 4], at: DVec3) -> [f64; 4] {
    let whole = six_volumes([a, b, c, d]);
    let [u, v, w] = [[a, at, c, d], [a, b, at, d], [a, b, c, at]].map(|t| six_volumes(t) / whole);
    [1.0 - u - v - w, u, v, w]
}

/// A tetrahedron on which fields are linear.
#[derive(Clone, Copy, Debug)]
struct Element {
    volume: f64,
    longest: f64,
    /// Gradients of the shares of its corners; none if it is too flat for them.
    slopes: Option<[DVec3; 4]>,
}

impl Element {
    fn new(corners: [DVec3; 4]) -> Element {
        let [a, b, c, d] = corners;
        let det = six_volumes(corners);
        let pairs = [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)];
        let longest = pairs.iter().map(|(p, q)| p.distance(*q)).fold(0.0, f64::max);
        let (b, c, d) = (b - a, c - a, d - a);
        let slopes = (det.abs() > FLAT * longest.powi(3)).then(|| {
            let (gb, gc, gd) = (c.cross(d) / det, d.cross(b) / det, b.cross(c) / det);
            [-(gb + gc + gd), gb, gc, gd]
        });
        Element { volume: det.abs() / 6.0, longest, slopes }
    }

    fn stiffness(&self, i: usize, j: usize) -> f64 {
        match self.slopes {
            Some(slopes) => self.volume * slopes[i].dot(slopes[j]),
            None if i == j => 0.3 * self.longest,
            None => -0.1 * self.longest,
        }
    }
}

/// Pairs of tetrahedra with a common face: each by its number, and the corner that is not of the face.
fn pairs(mesh: &TetMesh) -> Vec<[(usize, usize); 2]> {
    let mut faces: Vec<([u32; 3], usize, usize)> = Vec::with_capacity(4 * mesh.tets.len());
    for (t, &[a, b, c, d]) in mesh.tets.iter().enumerate() {
        for (k, mut face) in [[b, c, d], [a, c, d], [a, b, d], [a, b, c]].into_iter().enumerate() {
            face.sort_unstable();
            faces.push((face, t, k));
        }
    }
    faces.sort_unstable();
    faces.windows(2).filter(|w| w[0].0 == w[1].0).map(|w| [(w[0].1, w[0].2), (w[1].1, w[1].2)]).collect()
}

/// What it costs that the slopes on both sides of a face differ.
fn bending(
    mesh: &TetMesh,
    elements: &[Element],
    [(s, apex), (t, other)]: [(usize, usize); 2],
    tension: f64,
) -> Vec<((u32, u32), f64)> {
    let (Some(here), Some(there)) = (elements[s].slopes, elements[t].slopes) else { return Vec::new() };
    let steepness = here[apex].length();
    let normal = here[apex] / steepness;
    let heights = 1.0 / steepness + 1.0 / there[other].length();
    let area = 3.0 * elements[s].volume * steepness;
    let weight = tension * area / (heights / 4.0);
    let own =
        |t: usize, slopes: [DVec3; 4], sign: f64| (0..4).map(move |k| (mesh.tets[t][k], sign * normal.dot(slopes[k])));
    let jump: Vec<(u32, f64)> = own(s, here, 1.0).chain(own(t, there, -1.0)).collect();
    jump.iter().flat_map(|a| jump.iter().map(move |b| ((a.0, b.0), weight * a.1 * b.1))).collect()
}
