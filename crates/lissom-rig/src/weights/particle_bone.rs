//! Which bones a particle follows.

use glam::Vec3;

use super::Influences;
use crate::sim_mesh::SimMesh;
use crate::sim_mesh::grid::Grid;

/// The weights w^pb of \[MC11c\] Eq. 3: a particle follows the bones of the vertices that follow
/// it. References to one bone are summed, the four largest kept, the sum made 1; ties go to the
/// lower bone. A particle that no vertex follows gets the bones of the vertex nearest to it.
pub fn particle_bone(
    positions: &[Vec3],
    bones: &[[u16; 4]],
    bone_weights: &[[f32; 4]],
    vertex_particle: &[Influences],
    sim: &SimMesh,
) -> Vec<Influences> {
    let of_vertex = |v: usize| {
        let bones = bones.get(v).copied().unwrap_or_default();
        let weights = bone_weights.get(v).copied().unwrap_or_default();
        bones.into_iter().zip(weights).map(|(b, w)| (u32::from(b), f64::from(w)))
    };
    let mut sums: Vec<Vec<(u32, f64)>> = vec![vec![]; sim.particles.len()];
    for (v, influences) in vertex_particle.iter().enumerate() {
        for (particle, share) in influences.iter() {
            let Some(sums) = sums.get_mut(particle as usize) else {
                continue;
            };
            for (bone, weight) in of_vertex(v).filter(|&(_, w)| w > 0.0) {
                let weight = weight * f64::from(share);
                match sums.iter_mut().find(|(b, _)| *b == bone) {
                    Some((_, sum)) => *sum += weight,
                    None => sums.push((bone, weight)),
                }
            }
        }
    }
    let h = f64::from(sim.spacing).max(f64::MIN_POSITIVE);
    let weighted = |v: &usize| positions[*v].is_finite() && of_vertex(*v).any(|(_, w)| w > 0.0);
    let candidates: Vec<usize> = (0..positions.len()).filter(weighted).collect();
    let grid = Grid::of(1.0, candidates.iter().map(|&v| positions[v].as_dvec3() / h));
    let lumped = sums.into_iter().zip(&sim.particles).map(|(sums, particle)| {
        if !sums.is_empty() {
            return Influences::largest(sums);
        }
        let p = particle.position.as_dvec3() / h;
        let mut near = None;
        for radius in [1.0, 4.0, f64::INFINITY] {
            near = near.or_else(|| grid.nearest(p, radius, |_| true));
        }
        near.map_or_else(Influences::default, |(i, _)| Influences::largest(of_vertex(candidates[i as usize]).collect()))
    });
    lumped.collect()
}
