//! Edges that the walk did not make: across gaps, to filled spots, between components.
//!
//! Completes \[MC11c\] Sec. 6, which connects by levels only and leaves the rest to the artist.

use super::CONNECT;
use super::draft::{Draft, FILL};
use super::grid::rank;
use super::groups::Groups;

/// Particles with a path of so many edges between them need no edge of their own: three go
/// round a quad.
const PATH: usize = 3;
/// Components are joined along gaps up to this wide.
const WIDE_GAP: f64 = 2.0;

/// Connects neighbours (no third particle in the ball between them) nearer than 1.5 h that have
/// no short path, and all neighbours of filled spots and across parts.
pub(crate) fn close_gaps(draft: &mut Draft) {
    for (_, a, b) in pairs_apart(draft, 0.0, CONNECT) {
        let origins = [a, b].map(|i| draft.places[i as usize].origin);
        let apart = origins[0] != origins[1] || origins[0] == FILL;
        if neighbours(draft, a, b) && (apart || !path(draft, a, b)) && draft.joined(a, b) {
            draft.connect(a, b);
        }
    }
}

/// Pairs of a garment that are not connected, with distances from `least` to `most`, shortest
/// first.
pub(crate) fn pairs_apart(draft: &Draft, least: f64, most: f64) -> Vec<(u64, u32, u32)> {
    let mut pairs = vec![];
    for a in 0..draft.places.len() as u32 {
        draft.grid.within(draft.position(a), most, |b, d| {
            let same = a < b && draft.garment(a) == draft.garment(b);
            if same && d >= least * least && !draft.connected(a, b) {
                pairs.push((rank(d), a, b));
            }
        });
    }
    pairs.sort_unstable();
    pairs
}

/// Joins the components of each garment: along gaps up to 2 h where there are neighbours, and
/// by the shortest edges there are. Records these edges as stitches.
pub(crate) fn join_components(draft: &mut Draft) {
    let mut components = components(draft);
    let Some(loose) = loose_particles(draft, &components) else { return };
    for (_, a, b) in pairs_between(draft, &components, &loose, WIDE_GAP) {
        if neighbours(draft, a, b) && draft.joined(a, b) {
            draft.connect(a, b);
            draft.stitches.push([a, b]);
        }
    }
    for &[a, b] in &draft.stitches {
        components.merge(a, b);
    }
    let mut radius = 2.0 * WIDE_GAP;
    let limit = 2.0 * draft.surface.diagonal() + radius;
    while radius < limit {
        let Some(loose) = loose_particles(draft, &components) else { return };
        for (_, a, b) in pairs_between(draft, &components, &loose, radius) {
            if components.merge(a, b) {
                draft.connect(a, b);
                draft.stitches.push([a, b]);
            }
        }
        radius *= 2.0;
    }
}

fn components(draft: &Draft) -> Groups {
    let mut components = Groups::new(draft.places.len());
    for (a, near) in draft.neighbours.iter().enumerate() {
        for &b in near {
            components.merge(a as u32, b);
        }
    }
    components
}

/// Pairs of a garment in different components, one of each pair `loose`, shortest first.
fn pairs_between(draft: &Draft, components: &Groups, loose: &[u32], radius: f64) -> Vec<(u64, u32, u32)> {
    let mut pairs = vec![];
    for &a in loose {
        draft.grid.within(draft.position(a), radius, |b, d| {
            if draft.garment(a) == draft.garment(b) && components.of(a) != components.of(b) {
                pairs.push((rank(d), a.min(b), a.max(b)));
            }
        });
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The particles outside the largest component of their garment; none when all is joined.
fn loose_particles(draft: &Draft, components: &Groups) -> Option<Vec<u32>> {
    let count = draft.places.len() as u32;
    let mut size = vec![0u32; count as usize];
    for i in 0..count {
        size[components.of(i) as usize] += 1;
    }
    let mut largest = vec![None; draft.surface.piece_count];
    for i in (0..count).filter(|&i| components.of(i) == i) {
        let best = &mut largest[draft.garment(i) as usize];
        if best.is_none_or(|b: u32| size[i as usize] > size[b as usize]) {
            *best = Some(i);
        }
    }
    let outside = |&i: &u32| largest[draft.garment(i) as usize] != Some(components.of(i));
    let loose: Vec<u32> = (0..count).filter(outside).collect();
    (!loose.is_empty()).then_some(loose)
}

/// Whether the ball with diameter a–b holds no other particle of the garment (Gabriel graph; a
/// little larger, so that a square has no diagonals).
pub(crate) fn neighbours(draft: &Draft, a: u32, b: u32) -> bool {
    let (p, q) = (draft.position(a), draft.position(b));
    let garment = draft.garment(a);
    let radius = p.distance(q) * 0.5 * 1.02;
    let between = |i: u32| i != a && i != b && draft.garment(i) == garment;
    draft.grid.nearest((p + q) / 2.0, radius, between).is_none()
}

/// Whether few edges lead from one particle to the other.
pub(crate) fn path(draft: &Draft, from: u32, to: u32) -> bool {
    let mut seen = vec![from];
    let mut start = 0;
    for _ in 0..PATH {
        let end = seen.len();
        for k in start..end {
            for &j in &draft.neighbours[seen[k] as usize] {
                if j == to {
                    return true;
                }
                if !seen.contains(&j) {
                    seen.push(j);
                }
            }
        }
        start = end;
    }
    false
}
