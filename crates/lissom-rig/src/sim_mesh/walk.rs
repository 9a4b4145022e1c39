//! The walk along the axis that puts particles on levels. \[MC11c\] Sec. 6.

use glam::{DMat3, DVec3};

use super::cut::{CutLine, Marks, cut_lines};
use super::distance::to_segment;
use super::draft::{Draft, Place};
use super::{CONNECT, MERGE, SimMeshError};

/// The first level lies this far above the lowest point, so that it cuts something.
const FIRST: f64 = 1e-4;
/// The smallest step between levels: an almost level surface would otherwise stop the walk.
const SMALLEST_STEP: f64 = 0.2;
/// Particles of different levels keep this distance.
const CROWDED: f64 = 0.5;

/// Walks from the lowest to the highest level along the first of `axes`; gives the heights of the
/// levels.
pub(crate) fn walk(draft: &mut Draft, axes: DMat3) -> Result<Vec<f64>, SimMeshError> {
    let surface = draft.surface;
    let axis = axes.x_axis;
    let heights: Vec<f64> = surface.vertices.iter().map(|p| p.dot(axis)).collect();
    let range = |t: u32| {
        let [a, b, c] = surface.triangles[t as usize].map(|v| heights[v as usize]);
        (a.min(b).min(c), a.max(b).max(c))
    };
    let mut order: Vec<u32> = (0..surface.triangles.len() as u32).collect();
    order.sort_by(|&a, &b| range(a).0.total_cmp(&range(b).0).then(a.cmp(&b)));
    let mut waiting = order.into_iter().peekable();
    let mut cut: Vec<u32> = vec![];
    let mut marks = Marks::new(surface);
    let mut height = f64::NEG_INFINITY;
    let mut below = 0..0;
    let mut levels = vec![];
    loop {
        while let Some(t) = waiting.next_if(|&t| range(t).0 < height) {
            cut.push(t);
        }
        cut.retain(|&t| range(t).1 >= height);
        cut.sort_unstable();
        if cut.is_empty() {
            // Below everything, or between pieces.
            let Some(&next) = waiting.peek() else {
                return Ok(levels);
            };
            height = height.max(range(next).0) + FIRST;
            continue;
        }
        let level = levels.len() as u32;
        levels.push(height);
        let first = draft.places.len() as u32;
        for line in cut_lines(surface, &heights, height, &cut, axes.y_axis, &mut marks) {
            place(draft, &line, level, first)?;
        }
        let current = first..draft.places.len() as u32;
        connect_levels(draft, below.clone(), current.clone());
        below = current;
        height += step(draft, &cut, axis);
    }
}

/// The distance to the next level: \[MC11c\] Sec. 6 "h times the average inclination".
fn step(draft: &Draft, cut: &[u32], axis: DVec3) -> f64 {
    let (mut sum, mut area) = (0.0, 0.0);
    for &t in cut {
        let (a, n) = (draft.surface.areas[t as usize], draft.surface.normals[t as usize]);
        sum += a * (1.0 - n.dot(axis).powi(2)).max(0.0).sqrt();
        area += a;
    }
    if area > 0.0 { (sum / area).max(SMALLEST_STEP) } else { 1.0 }
}

/// Puts particles on one line of a level that starts at particle `first`, and connects them.
/// Deviates from \[MC11c\] Sec. 6: rejects below 0.75 h and connects below 1.5 h, because with h
/// for both nothing on one level could be connected and no level to the next. The distance is
/// that to the particles *and the edges* of the level, so that any layer nearer than 0.75 h
/// merges; particles of other levels reject below 0.5 h.
fn place(draft: &mut Draft, line: &CutLine, level: u32, first: u32) -> Result<(), SimMeshError> {
    let line_start = draft.places.len() as u32;
    let mut previous: Option<u32> = None;
    for (position, triangle) in line.stations() {
        if let Some(near) = taken(draft, position, first) {
            draft.absorb(near, triangle);
            previous = Some(near);
            continue;
        }
        let i = draft.add(Place { position, triangle, level, origin: 0 })?;
        let behind = match previous {
            Some(p) if draft.distance(p, i) < CONNECT => Some(p),
            _ => draft.closest_joined(i, |j| j >= first),
        };
        if let Some(p) = behind {
            draft.connect(p, i);
        }
        previous = Some(i);
    }
    let end = draft.places.len() as u32;
    if line.closed && end - line_start > 1 && draft.distance(line_start, end - 1) < CONNECT {
        draft.connect(line_start, end - 1);
    } else if end > line_start {
        let beside = draft.closest_joined(end - 1, |j| (first..line_start).contains(&j));
        if let Some(j) = beside {
            draft.connect(end - 1, j);
        }
    }
    Ok(())
}

/// The particle that already stands for a position on the level from particle `first` on.
fn taken(draft: &Draft, position: DVec3, first: u32) -> Option<u32> {
    let keep = |d: f64, limit: f64| d < limit * limit;
    let near = draft.grid.nearest(position, CONNECT, |i| {
        let p = draft.position(i);
        if i < first {
            return keep(p.distance_squared(position), CROWDED);
        }
        let on_level = draft.neighbours[i as usize].iter().filter(|&&j| j >= first);
        keep(p.distance_squared(position), MERGE)
            || on_level.into_iter().any(|&j| keep(to_segment(position, p, draft.position(j)), MERGE))
    });
    near.map(|(i, _)| i)
}

/// Connects each particle of a level to the closest below, and each of the level below to the
/// closest above. \[MC11c\] Sec. 6.
fn connect_levels(draft: &mut Draft, below: std::ops::Range<u32>, current: std::ops::Range<u32>) {
    for i in current.clone() {
        if let Some(j) = draft.closest_joined(i, |j| j < current.start) {
            draft.connect(i, j);
        }
    }
    for i in below {
        if let Some(j) = draft.closest_joined(i, |j| current.contains(&j)) {
            draft.connect(i, j);
        }
    }
}
