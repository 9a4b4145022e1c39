//! Particles where the walk left the surface bare: lids, flat tops, pieces between two levels.
//!
//! Completes \[MC11c\] Sec. 6, which says nothing about them. A spot farther than 1.2 h from every
//! particle of its garment is bare; it and its surroundings are filled farthest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::connect::{neighbours, pairs_apart, path};
use super::draft::{Draft, FILL, Place};
use super::{CONNECT, MERGE, SimMeshError};

/// Farther than this from every particle, a spot is bare.
const BARE: f64 = 1.2;
/// What lies this near to a bare spot is filled with it…
const AROUND: f64 = 1.0;
/// …down to this distance between particles.
const SPACING: f64 = 0.9;
/// Neighbours this far apart have no bare spot between them, and nothing fills the gap…
const WIDEST: f64 = 2.0 * BARE;
/// …unless there is surface so near to the middle.
const MIDDLE: f64 = 0.5;
/// Distances are not told apart beyond this.
const FAR: f64 = 3.0;

/// Fills what is bare. `level` gives the level of a position.
pub(crate) fn fill(draft: &mut Draft, level: impl Fn(DVec3) -> u32) -> Result<(), SimMeshError> {
    let samples = draft.samples;
    let count = samples.grid.len() as u32;
    let bare: Vec<u32> = (0..count).filter(|&s| !covered(draft, s)).collect();
    let mut wanted = vec![false; count as usize];
    for &s in &bare {
        let own = draft.garment_of_triangle(samples.triangles[s as usize]);
        samples.grid.within(samples.grid.point(s), AROUND, |o, _| {
            let triangle = samples.triangles[o as usize];
            wanted[o as usize] |= draft.garment_of_triangle(triangle) == own;
        });
    }
    // Distances only shrink as particles are added, so a stale one is checked when it comes up.
    let mut farthest: BinaryHeap<(u64, Reverse<u32>)> = BinaryHeap::new();
    for s in (0..count).filter(|&s| wanted[s as usize]) {
        farthest.push((rank(distance(draft, s)), Reverse(s)));
    }
    while let Some((known, Reverse(s))) = farthest.pop() {
        let (position, triangle) = (samples.grid.point(s), samples.triangles[s as usize]);
        let actual = rank(distance(draft, s));
        if actual < rank(SPACING) {
            continue;
        }
        if actual < known {
            farthest.push((actual, Reverse(s)));
            continue;
        }
        if let Some((near, _)) = draft.grid.nearest(position, MERGE, |_| true) {
            draft.absorb(near, triangle);
            continue;
        }
        let level = level(position);
        draft.add(Place { position, triangle, level, origin: FILL })?;
    }
    Ok(())
}

/// Puts a particle between two neighbours too far apart to be connected, if there is surface
/// between them: cut lines of an almost level surface lie that far apart.
pub(crate) fn fill_between(draft: &mut Draft, level: impl Fn(DVec3) -> u32) -> Result<(), SimMeshError> {
    let samples = draft.samples;
    for (_, a, b) in pairs_apart(draft, CONNECT, WIDEST) {
        if !neighbours(draft, a, b) || path(draft, a, b) {
            continue;
        }
        let middle = (draft.position(a) + draft.position(b)) / 2.0;
        let garment = draft.garment(a);
        let own = |s: u32| draft.garment_of_triangle(samples.triangles[s as usize]) == garment;
        let Some((s, _)) = samples.grid.nearest(middle, MIDDLE, own) else { continue };
        let (position, triangle) = (samples.grid.point(s), samples.triangles[s as usize]);
        if draft.grid.nearest(position, MERGE, |_| true).is_none() {
            draft.add(Place { position, triangle, level: level(position), origin: FILL })?;
        }
    }
    Ok(())
}

fn covered(draft: &Draft, sample: u32) -> bool {
    nearest(draft, sample, BARE).is_some()
}

/// Distance to the nearest particle of the sample's garment, at most [`FAR`].
fn distance(draft: &Draft, sample: u32) -> f64 {
    nearest(draft, sample, BARE).or_else(|| nearest(draft, sample, FAR)).unwrap_or(FAR)
}

fn nearest(draft: &Draft, sample: u32, radius: f64) -> Option<f64> {
    let garment = draft.garment_of_triangle(draft.samples.triangles[sample as usize]);
    let p = draft.samples.grid.point(sample);
    let near = draft.grid.nearest(p, radius, |i| draft.garment(i) == garment);
    near.map(|(_, d)| d.sqrt())
}

fn rank(distance: f64) -> u64 {
    super::grid::rank(distance * distance)
}
