//! Which particles a vertex follows.

use glam::Vec3;

use super::Influences;
use crate::sim_mesh::grid::{Grid, rank};
use crate::sim_mesh::groups::Groups;
use crate::sim_mesh::surface::weld;
use crate::sim_mesh::{CONNECT, MERGE, SimMesh};

/// The radius of influence, in distances of the fifth particle.
const SUPPORT: f64 = 1.2;

/// The weights w^vp of \[MC11c\] Eq. 1 (the paper leaves them open): the four nearest particles,
/// w ∝ (1 − d/R)², R = 1.2 times the distance of the fifth. They must belong to the vertex's
/// connected part and not to a layer on the other side, if such particles are about as near as
/// any; else the rule is relaxed. Layers that share their particles count as one, so that the
/// outside and the lining of a cloth follow the same particles and keep their distance.
/// Without particles all weights are zero.
pub fn vertex_particle(positions: &[Vec3], normals: &[Vec3], triangles: &[[u32; 3]], sim: &SimMesh) -> Vec<Influences> {
    let h = f64::from(sim.spacing).max(f64::MIN_POSITIVE);
    let parts = connected_parts(positions, triangles, h);
    let at = |p: Vec3| p.as_dvec3() / h;
    let finite = |p: Vec3| if p.is_finite() { p } else { Vec3::ZERO };
    let vertices = Grid::of(1.0, positions.iter().map(|&p| at(finite(p))));
    let particles = Grid::of(CONNECT, sim.particles.iter().map(|p| at(p.position)));
    let part_of_particle: Vec<u32> = particles
        .points()
        .map(|p| {
            let mut near = None;
            for radius in [0.25, 1.0, CONNECT * 2.0, f64::INFINITY] {
                near = near.or_else(|| vertices.nearest(p, radius, |_| true));
            }
            near.map_or(u32::MAX, |(v, _)| parts[v as usize])
        })
        .collect();
    let mut near: Vec<(u64, u32, f64)> = vec![];
    let mut chosen: Vec<(u32, f64)> = vec![];
    let weigh = |v: usize| {
        let p = vertices.point(v as u32);
        near.clear();
        for radius in [1.5 * CONNECT, 6.0 * CONNECT, f64::INFINITY] {
            if near.len() < 5 {
                near.clear();
                particles.within(p, radius, |i, d| near.push((rank(d), i, d.sqrt())));
            }
        }
        near.sort_unstable_by_key(|&(rank, i, _)| (rank, i));
        let Some(&(_, _, nearest)) = near.first() else {
            return Influences::default();
        };
        let normal = normals.get(v).copied().unwrap_or(Vec3::ZERO);
        let same_side = |i: u32| {
            let shared = (particles.point(i) - p).dot(normal.as_dvec3()).abs() < MERGE;
            shared || sim.particles[i as usize].normal.dot(normal) > 0.0
        };
        let same_part = |i: u32| part_of_particle[i as usize] == parts[v];
        let rules: [&dyn Fn(u32) -> bool; 4] = [&|i| same_part(i) && same_side(i), &same_side, &same_part, &|_| true];
        for rule in rules {
            chosen.clear();
            let fitting = near.iter().filter(|&&(_, i, _)| rule(i));
            chosen.extend(fitting.take(5).map(|&(_, i, d)| (i, d)));
            if chosen.first().is_some_and(|&(_, d)| d <= nearest + MERGE) {
                break;
            }
        }
        weigh_by_distance(&chosen)
    };
    (0..positions.len()).map(weigh).collect()
}

/// Weights of particles with their distances, nearest first; the fifth only sets the radius.
fn weigh_by_distance(chosen: &[(u32, f64)]) -> Influences {
    let radius = SUPPORT * chosen.last().map_or(0.0, |&(_, d)| d);
    let weight = |d: f64| {
        if radius > 0.0 { (1.0 - d / radius).powi(2) } else { 1.0 }
    };
    Influences::largest(chosen.iter().take(4).map(|&(i, d)| (i, weight(d))).collect())
}

/// The connected part of each vertex after welding; a vertex of no triangle is its own part.
fn connected_parts(positions: &[Vec3], triangles: &[[u32; 3]], spacing: f64) -> Vec<u32> {
    let usable = |t: &&[u32; 3]| t.iter().all(|&i| positions.get(i as usize).is_some_and(|p| p.is_finite()));
    let triangles: Vec<[u32; 3]> = triangles.iter().filter(usable).copied().collect();
    let welding = weld(positions, &triangles, spacing);
    let mut groups = Groups::new(welding.vertices.len());
    for t in &triangles {
        let [a, b, c] = t.map(|i| welding.welded[i as usize]);
        groups.merge(a, b);
        groups.merge(a, c);
    }
    let own = |v: usize| (welding.vertices.len() + v) as u32;
    let part = |(v, &w): (usize, &u32)| if w == u32::MAX { own(v) } else { groups.of(w) };
    welding.welded.iter().enumerate().map(part).collect()
}
