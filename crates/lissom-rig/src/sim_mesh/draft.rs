//! The simulation mesh while it grows.

use glam::DVec3;

use super::grid::Grid;
use super::groups::Groups;
use super::reach::Reach;
use super::samples::{Samples, too_fine};
use super::surface::Surface;
use super::{CONNECT, MAX_PARTICLES, MERGE, SimMeshError};

/// A particle that fills a gap comes from no walk and no part.
pub(crate) const FILL: u32 = u32::MAX;

/// Where a particle was put.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub position: DVec3,
    pub triangle: u32,
    pub level: u32,
    /// The part whose walk put it there, or [`FILL`].
    pub origin: u32,
}

/// Particles and edges so far, in units of the spacing.
pub(crate) struct Draft<'a> {
    pub surface: &'a Surface,
    pub samples: &'a Samples,
    pub grid: Grid,
    pub places: Vec<Place>,
    pub neighbours: Vec<Vec<u32>>,
    pub stitches: Vec<[u32; 2]>,
    /// Pieces of the surface, grouped to garments.
    pub garments: Groups,
    reach: Reach,
}

impl<'a> Draft<'a> {
    pub fn new(surface: &'a Surface, samples: &'a Samples) -> Draft<'a> {
        Draft {
            surface,
            samples,
            grid: Grid::new(CONNECT),
            places: vec![],
            neighbours: vec![],
            stitches: vec![],
            garments: samples.garments(surface),
            reach: Reach::new(surface),
        }
    }

    pub fn add(&mut self, place: Place) -> Result<u32, SimMeshError> {
        if self.places.len() == MAX_PARTICLES {
            let crowd = self.surface.area() / MAX_PARTICLES as f64;
            return Err(too_fine(self.surface, (1.5 * crowd.max(1.0)).sqrt()));
        }
        self.places.push(place);
        self.neighbours.push(vec![]);
        Ok(self.grid.push(place.position))
    }

    pub fn position(&self, i: u32) -> DVec3 {
        self.grid.point(i)
    }

    pub fn distance(&self, a: u32, b: u32) -> f64 {
        self.position(a).distance(self.position(b))
    }

    pub fn garment_of_triangle(&self, triangle: u32) -> u32 {
        self.garments.of(self.surface.pieces[triangle as usize])
    }

    pub fn garment(&self, i: u32) -> u32 {
        self.garment_of_triangle(self.places[i as usize].triangle)
    }

    /// Particle `i` stands for the surface at `triangle` too: what it covers is one garment.
    pub fn absorb(&mut self, i: u32, triangle: u32) {
        let pieces = &self.surface.pieces;
        let own = pieces[self.places[i as usize].triangle as usize];
        self.garments.merge(own, pieces[triangle as usize]);
    }

    pub fn connected(&self, a: u32, b: u32) -> bool {
        self.neighbours[a as usize].contains(&b)
    }

    /// Adds an edge. What it connects is one garment, also where the samples of two pieces miss
    /// that they are near.
    pub fn connect(&mut self, a: u32, b: u32) {
        if a != b && !self.connected(a, b) {
            self.absorb(a, self.places[b as usize].triangle);
            self.neighbours[a as usize].push(b);
            self.neighbours[b as usize].push(a);
        }
    }

    /// Whether two particles nearer than 2 h are on surface that belongs together, not on two
    /// legs side by side.
    pub fn joined(&mut self, a: u32, b: u32) -> bool {
        let Draft { surface, reach, places, .. } = self;
        let (p, q) = (&places[a as usize], &places[b as usize]);
        let near = |d: f64| d < MERGE * MERGE;
        near(reach.distance(surface, p.position, p.triangle, q.position, q.triangle))
            || near(reach.distance(surface, q.position, q.triangle, p.position, p.triangle))
    }

    /// The closest particle that `accept`s and may be connected to `i`.
    pub fn closest_joined(&mut self, i: u32, accept: impl Fn(u32) -> bool) -> Option<u32> {
        let mut near = vec![];
        self.grid.within(self.position(i), CONNECT, |j, d| {
            if j != i && accept(j) {
                near.push((super::grid::rank(d), j));
            }
        });
        near.sort_unstable();
        near.into_iter().map(|(_, j)| j).find(|&j| self.joined(i, j))
    }
}
