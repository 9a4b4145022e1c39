//! Principal parts of a rigged mesh: sleeves, legs, a skirt, each along its own bones.

use crate::character::{Mesh, Skeleton};

/// Clusters triangles by the chain of bones that moves them most: one list of triangle indices
/// per chain, in the order of the chains. A chain runs on while a bone has one child (of those
/// that move the mesh at all).
pub fn parts_by_bones(mesh: &Mesh, skeleton: &Skeleton) -> Vec<Vec<u32>> {
    let chains = chains(mesh, skeleton);
    let mut parts = vec![vec![]; skeleton.bones.len().max(1)];
    for (t, triangle) in mesh.triangles.iter().enumerate() {
        let mut sums: Vec<(usize, f32)> = Vec::with_capacity(12);
        for &v in triangle {
            for (bone, weight) in influences(mesh, v as usize) {
                let Some(&chain) = chains.get(bone) else {
                    continue;
                };
                match sums.iter_mut().find(|(c, _)| *c == chain) {
                    Some((_, sum)) => *sum += weight,
                    None => sums.push((chain, weight)),
                }
            }
        }
        sums.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        parts[sums.first().map_or(0, |s| s.0)].push(t as u32);
    }
    parts.retain(|p| !p.is_empty());
    parts
}

/// The chain of each bone, named by its first bone.
fn chains(mesh: &Mesh, skeleton: &Skeleton) -> Vec<usize> {
    let count = skeleton.bones.len();
    let mut used = vec![false; count];
    for v in 0..mesh.bones.len() {
        for (bone, weight) in influences(mesh, v) {
            if let Some(used) = used.get_mut(bone) {
                *used |= weight > 0.0;
            }
        }
    }
    let parent = |b: usize| skeleton.bones[b].parent.filter(|&p| p < b);
    let mut children = vec![0; count];
    for b in (0..count).rev().filter(|&b| parent(b).is_some()) {
        let p = parent(b).unwrap_or(b);
        if used[b] {
            children[p] += 1;
            used[p] = true;
        }
    }
    let mut chains: Vec<usize> = (0..count).collect();
    for b in 0..count {
        if let Some(p) = parent(b).filter(|&p| children[p] == 1) {
            chains[b] = chains[p];
        }
    }
    chains
}

fn influences(mesh: &Mesh, v: usize) -> impl Iterator<Item = (usize, f32)> {
    let bones = mesh.bones.get(v).copied().unwrap_or_default();
    let weights = mesh.weights.get(v).copied().unwrap_or_default();
    bones.map(usize::from).into_iter().zip(weights).filter(|(_, w)| w.is_finite())
}
