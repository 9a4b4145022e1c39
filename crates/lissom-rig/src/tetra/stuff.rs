//! Labelle & Shewchuk 2007, *Isosurface Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles*.
//!
//! Edges of a lattice are cut where they leave the solid. A point of the lattice that a cut comes too close to is moved
//! there, so that no short edge is left; then the outside of each tetrahedron is cut off. Because only few ways of
//! cutting remain, angles between faces stay away from 0° and 180°.

use std::collections::HashMap;
use std::ops::ControlFlow;

use glam::DVec3;

use super::lattice::Lattice;
use super::solid::Solid;
use super::stencil::{Corner, first_is_shorter, is_screw, prism};

/// A cut nearer to a point than this part of a long or short edge moves the point. With this pair the paper has angles
/// of at least 10.7°.
const NEAR_LONG: f64 = 0.249_99;
const NEAR_SHORT: f64 = 0.411_89;

/// Tetrahedra of positive volume that fill a solid. Those of its surface have their outer corners on it.
#[derive(Default)]
pub(super) struct Stuffed {
    pub positions: Vec<DVec3>,
    pub tets: Vec<[u32; 4]>,
}

/// Where a point of the lattice is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    In,
    /// It was moved onto the surface.
    On,
    Out,
}

struct Cut {
    ends: [u32; 2],
    at: DVec3,
}

pub(super) fn stuff(
    solid: &Solid,
    lattice: &Lattice,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<(), Stuffed> {
    let count = lattice.len();
    let mut sides = Vec::with_capacity(count);
    for id in 0..count as u32 {
        sides.push(if solid.inside(lattice.position(id)) { Side::In } else { Side::Out });
        if id % 4096 == 0 {
            progress(0.5 * f64::from(id) / count as f64)?;
        }
    }
    let cuts = cut(solid, lattice, &sides, progress)?;
    let moved = warp(lattice, &mut sides, &cuts);
    let mut maker = Maker {
        lattice,
        sides,
        moved,
        cuts: cuts.iter().map(|c| ((c.ends[0], c.ends[1]), c.at)).collect(),
        corner_of_point: HashMap::new(),
        corner_of_cut: HashMap::new(),
        made: Stuffed::default(),
    };
    lattice.for_each_tet(|tet| maker.add(tet));
    progress(1.0)?;
    ControlFlow::Continue(maker.made)
}

fn cut(
    solid: &Solid,
    lattice: &Lattice,
    sides: &[Side],
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<Cut>> {
    let mut cuts = Vec::new();
    lattice.for_each_edge(|a, b| {
        if sides[a as usize] != sides[b as usize] {
            cuts.push(Cut { ends: [a, b], at: DVec3::ZERO });
        }
    });
    let count = cuts.len() as f64;
    for (k, cut) in cuts.iter_mut().enumerate() {
        let [a, b] = cut.ends;
        let (inside, outside) = if sides[a as usize] == Side::In { (a, b) } else { (b, a) };
        let (inside, outside) = (lattice.position(inside), lattice.position(outside));
        cut.at = inside.lerp(outside, solid.crossing(inside, outside));
        if k % 256 == 0 {
            progress(0.5 + 0.5 * k as f64 / count)?;
        }
    }
    ControlFlow::Continue(cuts)
}

/// Moves points onto cuts that are too near, one after the other; the edges of a moved point count as not cut any more.
fn warp(lattice: &Lattice, sides: &mut [Side], cuts: &[Cut]) -> HashMap<u32, DVec3> {
    let mut near: Vec<(u32, u32)> = Vec::new();
    for (k, cut) in cuts.iter().enumerate() {
        let [a, b] = cut.ends;
        let share = if lattice.is_long(a, b) { NEAR_LONG } else { NEAR_SHORT };
        for end in cut.ends {
            if lattice.position(end).distance(cut.at) < share * lattice.length(a, b) {
                near.push((end, k as u32));
            }
        }
    }
    near.sort_unstable();
    let mut moved = HashMap::new();
    for group in near.chunk_by(|a, b| a.0 == b.0) {
        let point = group[0].0;
        let place = lattice.position(point);
        let open = |c: &&Cut| c.ends.iter().all(|&e| sides[e as usize] != Side::On);
        let cuts = group.iter().map(|&(_, k)| &cuts[k as usize]).filter(open);
        let nearest = cuts.min_by(|a, b| place.distance_squared(a.at).total_cmp(&place.distance_squared(b.at)));
        if let Some(cut) = nearest {
            moved.insert(point, cut.at);
            sides[point as usize] = Side::On;
        }
    }
    moved
}

struct Maker<'a> {
    lattice: &'a Lattice,
    sides: Vec<Side>,
    moved: HashMap<u32, DVec3>,
    cuts: HashMap<(u32, u32), DVec3>,
    corner_of_point: HashMap<u32, u32>,
    corner_of_cut: HashMap<(u32, u32), u32>,
    made: Stuffed,
}

impl Maker<'_> {
    /// What is inside of a tetrahedron of the lattice.
    fn add(&mut self, tet: [u32; 4]) {
        if tet.iter().all(|&k| self.sides[k as usize] != Side::In) {
            return;
        }
        let sides = &self.sides;
        let which = |side| tet.iter().copied().filter(|&k| sides[k as usize] == side).collect::<Vec<u32>>();
        let (inside, on, out) = (which(Side::In), which(Side::On), which(Side::Out));
        match (inside.as_slice(), out.as_slice()) {
            (_, []) => {
                let tet = tet.map(|k| self.point(k).0);
                self.push(tet);
            }
            // The tip that is inside.
            (&[p], _) => {
                let ends = out.iter().map(|&n| self.cut(p, n).0).collect::<Vec<_>>();
                let rest = on.iter().map(|&z| self.point(z).0).collect::<Vec<_>>();
                let all = [&[self.point(p).0], ends.as_slice(), rest.as_slice()].concat();
                self.push([all[0], all[1], all[2], all[3]]);
            }
            // A pyramid over the side that was cut.
            (&[p, q], &[n]) => {
                let apex = self.point(on[0]).0;
                let (a, b, c, d) = (self.point(p).0, self.point(q).0, self.cut(q, n).0, self.cut(p, n).0);
                if self.begins_at_first(p, q, n) {
                    self.push([apex, a, b, c]);
                    self.push([apex, a, c, d]);
                } else {
                    self.push([apex, a, b, d]);
                    self.push([apex, b, c, d]);
                }
            }
            // A wedge with the edge p–q; its third side lies on the surface and is divided as is best.
            (&[p, q], &[m, n]) => {
                let top = [self.point(p), self.cut(p, m), self.cut(p, n)];
                let bottom = [self.point(q), self.cut(q, m), self.cut(q, n)];
                let mut diagonals = [self.begins_at_first(p, q, m), true, !self.begins_at_first(p, q, n)];
                diagonals[1] = first_is_shorter(top[1], bottom[2], top[2], bottom[1]);
                if is_screw(diagonals) {
                    diagonals[1] = !diagonals[1];
                }
                self.push_prism(top, bottom, diagonals);
            }
            // All but a tip. Of the tip's edges one is long, and its cut has two diagonals: no screw.
            (&[p, q, r], &[n]) => {
                let top = [p, q, r].map(|k| self.point(k));
                let bottom = [p, q, r].map(|k| self.cut(k, n));
                let diagonals =
                    [self.begins_at_first(p, q, n), self.begins_at_first(q, r, n), self.begins_at_first(r, p, n)];
                self.push_prism(top, bottom, diagonals);
            }
            _ => {}
        }
    }

    /// The face p, q, n is cut between n and the others. Whether the diagonal of what is left begins at p. Both
    /// tetrahedra of a face must see it the same way.
    ///
    /// To the cut of a long edge, from the corner opposite to it, which has the widest angle; else the shorter.
    /// Deviates from the paper, which goes by the parity of coordinates: no bound is proven for the shorter one. In all
    /// that was tried, angles are at least 10.4°.
    fn begins_at_first(&mut self, p: u32, q: u32, n: u32) -> bool {
        if self.lattice.is_long(q, n) {
            true
        } else if self.lattice.is_long(p, n) {
            false
        } else {
            first_is_shorter(self.point(p), self.cut(q, n), self.point(q), self.cut(p, n))
        }
    }

    fn point(&mut self, id: u32) -> Corner {
        let position = self.moved.get(&id).copied().unwrap_or_else(|| self.lattice.position(id));
        let made = &mut self.made.positions;
        let corner = *self.corner_of_point.entry(id).or_insert_with(|| {
            made.push(position);
            made.len() as u32 - 1
        });
        (corner, position)
    }

    fn cut(&mut self, a: u32, b: u32) -> Corner {
        let edge = (a.min(b), a.max(b));
        let position = self.cuts.get(&edge).copied().unwrap_or_default();
        let made = &mut self.made.positions;
        let corner = *self.corner_of_cut.entry(edge).or_insert_with(|| {
            made.push(position);
            made.len() as u32 - 1
        });
        (corner, position)
    }

    fn push_prism(&mut self, top: [Corner; 3], bottom: [Corner; 3], diagonals: [bool; 3]) {
        prism(top.map(|c| c.0), bottom.map(|c| c.0), diagonals).into_iter().for_each(|t| self.push(t));
    }

    fn push(&mut self, mut tet: [u32; 4]) {
        let [a, b, c, d] = tet.map(|k| self.made.positions[k as usize]);
        if (b - a).cross(c - a).dot(d - a) < 0.0 {
            tet.swap(2, 3);
        }
        self.made.tets.push(tet);
    }
}
