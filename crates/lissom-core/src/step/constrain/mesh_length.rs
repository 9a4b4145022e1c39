//! Inextensible meshes: Gauss-Seidel over the edges. Edges are sorted outwards from what is held, so one
//! sweep already carries a pull from there to the rim. Tethers help: nothing is farther from where it hangs
//! than the way along the cloth (Kim, Chentanez & Müller 2012, long range attachments).

use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::Vec3;
use crate::step::view::View;
use crate::template::{Body, Edge, Template};

/// Edges that share no particle are worked on together, which is the same as one after the other.
pub struct Sweep<'a> {
    pub body: &'a Body,
    /// How freely each particle moves, by slot: its inverse mass, or less.
    pub give: &'a [f32],
    pub view: View<'a>,
}

/// The ends of some edges, places and how freely they move; and their lengths.
struct Ends<L> {
    a: [L; 4],
    b: [L; 4],
    length: L,
}

impl<L: Lanes> Ends<L> {
    /// The vector from one end to the other, and how long it is.
    #[inline(always)]
    fn way(&self) -> (Vec3<L>, L) {
        let d = Vec3([self.b[0] - self.a[0], self.b[1] - self.a[1], self.b[2] - self.a[2]]);
        (d, d.dot(d).sqrt())
    }

    /// The second end no farther away than the length.
    #[inline(always)]
    fn tether(mut self) -> Self {
        let (d, length) = self.way();
        let pull = L::select(length.greater(self.length), self.length / length - L::splat(1.0), L::zero());
        for c in 0..3 {
            self.b[c] = self.b[c] + d.0[c] * pull;
        }
        self
    }

    /// Both ends moved until the distance is the length.
    #[inline(always)]
    fn hold(mut self) -> Self {
        let (d, length) = self.way();
        let weight = (self.a[3] + self.b[3]) * length;
        let movable = weight.greater(L::splat(1e-30));
        let pull = L::select(movable, (length - self.length) / weight, L::zero());
        let (pa, pb) = (pull * self.a[3], pull * self.b[3]);
        for c in 0..3 {
            self.a[c] = self.a[c] + d.0[c] * pa;
            self.b[c] = self.b[c] - d.0[c] * pb;
        }
        self
    }
}

/// Sixteen edges that share no particle that moves, by their ends. Where there are fewer, a spare point stands in: the
/// one behind all particles, which does not move.
#[derive(Clone, Copy, Debug)]
pub struct Bundle {
    a: [u32; MAX_WIDTH],
    b: [u32; MAX_WIDTH],
    length: Block,
}

impl Bundle {
    /// Edges in bundles, in the order that they have. Particles are counted from `first`, and there are so many.
    pub fn all(edges: &[Edge], first: usize, count: usize) -> Vec<Bundle> {
        let spare = count.next_multiple_of(MAX_WIDTH) as u32;
        let mut bundles = Vec::new();
        let mut filled = MAX_WIDTH;
        // By particle: how many bundles there were when it was last in one.
        let mut taken = vec![0; spare as usize];
        for edge in edges {
            let ends = [edge.a, edge.b].map(|slot| slot as usize - first);
            if filled == MAX_WIDTH || ends.iter().any(|end| taken[*end] == bundles.len()) {
                bundles.push(Bundle { a: [spare; MAX_WIDTH], b: [spare; MAX_WIDTH], length: Block::ZERO });
                filled = 0;
            }
            ends.iter().for_each(|end| taken[*end] = bundles.len());
            let Some(bundle) = bundles.last_mut() else { continue };
            [bundle.a[filled], bundle.b[filled]] = ends.map(|end| end as u32);
            bundle.length.0[filled] = edge.length;
            filled += 1;
        }
        bundles
    }
}

/// Moves the ends of edges, as many at once as there are lanes.
#[inline(always)]
fn put<L: Lanes>(points: &mut [[f32; 4]], bundles: &[Bundle], moved: impl Fn(Ends<L>) -> Ends<L>) {
    for bundle in bundles {
        for first in (0..MAX_WIDTH).step_by(L::WIDTH) {
            let (a, b) = (|lane: usize| bundle.a[first + lane] as usize, |lane: usize| bundle.b[first + lane] as usize);
            // SAFETY: ends are among the particles or spare.
            unsafe {
                let (from, to) = (L::gather(points, a), L::gather(points, b));
                let ends = moved(Ends { a: from, b: to, length: L::load(&bundle.length.0, first) });
                L::scatter(ends.a, points, a);
                L::scatter(ends.b, points, b);
            }
        }
    }
}

impl Kernel for Sweep<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Sweep { body, give, view } = self;
        let View { base, mut x, block: work, .. } = view;
        let slots = x[0].len();
        // Places and how freely they move, particle by particle.
        let points = &mut Block::flat_mut(work).as_chunks_mut::<4>().0[..slots + 1];
        points[slots] = [0.0; 4];
        for slot in (0..slots).step_by(L::WIDTH) {
            let [x, y, z] = Vec3::<L>::load(&x, slot).0;
            // SAFETY: there is a point for every slot.
            unsafe { L::scatter([x, y, z, L::load(give, base + slot)], points, |lane| slot + lane) };
        }
        put(points, &body.tether_bundles, Ends::<L>::tether);
        for _ in 0..body.params.length_sweeps {
            put(points, &body.bundles, Ends::<L>::hold);
        }
        for slot in (0..slots).step_by(L::WIDTH) {
            // SAFETY: as above.
            let [px, py, pz, _] = unsafe { L::gather(points, |lane| slot + lane) };
            Vec3([px, py, pz]).store(&mut x, slot);
        }
    }
}

/// At most so many sweeps to bring edges within the limit.
const LIMIT_SWEEPS: usize = 12;

/// Brings edges that are off by more than the body allows back to what it allows.
pub fn limit(template: &Template, body: &Body, view: &mut View<'_>) {
    let (base, most) = (view.base, body.params.max_stretch);
    if !most.is_finite() {
        return;
    }
    for _ in 0..LIMIT_SWEEPS {
        let mut within = true;
        for edge in &template.edges[body.edges.clone()] {
            let (a, b) = (edge.a as usize, edge.b as usize);
            let (wa, wb) = (template.inv_mass[a], template.inv_mass[b]);
            let at = |x: &[&mut [f32]; 3], s: usize| glam::Vec3::new(x[0][s], x[1][s], x[2][s]);
            let d = at(&view.x, b - base) - at(&view.x, a - base);
            let length = d.length();
            let goal = length.clamp(edge.length * (1.0 - most), edge.length * (1.0 + most));
            let weight = (wa + wb) * length;
            if goal == length || weight <= 1e-30 {
                continue;
            }
            within = false;
            let pull = d * ((length - goal) / weight);
            for c in 0..3 {
                view.x[c][a - base] += pull[c] * wa;
                view.x[c][b - base] -= pull[c] * wb;
            }
        }
        if within {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_a_bundle_share_no_particle_and_keep_their_order() {
        let edge = |k: u32| Edge { a: 100 + k % 7, b: 100 + 7 + k % 50, length: k as f32 };
        let edges: Vec<Edge> = (0..200).map(edge).collect();
        let bundles = Bundle::all(&edges, 100, 57);
        let mut seen = Vec::new();
        for bundle in &bundles {
            let filled = bundle.a.iter().take_while(|a| **a < 57).count();
            let mut ends: Vec<u32> = bundle.a[..filled].iter().chain(&bundle.b[..filled]).copied().collect();
            ends.sort_unstable();
            ends.dedup();
            assert_eq!(ends.len(), 2 * filled);
            assert!(bundle.a[filled..].iter().chain(&bundle.b[filled..]).all(|end| *end == 64), "spare");
            seen.extend_from_slice(&bundle.length.0[..filled]);
        }
        assert_eq!(seen, (0..200).map(|k| k as f32).collect::<Vec<_>>());
    }
}
