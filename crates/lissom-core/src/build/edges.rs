//! The edges of a mesh: which are next to which, in what order lengths are put right, and tethers.

use crate::desc::BodyDesc;
use glam::Vec3;

/// The particles that each is connected to.
pub fn neighbours(count: usize, edges: &[[u32; 2]]) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); count];
    for &[a, b] in edges {
        near[a as usize].push(b as usize);
        near[b as usize].push(a as usize);
    }
    near
}

/// Whether a particle is where the bones take it.
pub fn held(desc: &BodyDesc, particle: usize) -> bool {
    desc.particles[particle].animated && !desc.params.conserve_momentum
}

/// Edges in the order of their distance from what is held, in connections.
pub fn outwards(desc: &BodyDesc, edges: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let near = neighbours(desc.particles.len(), edges);
    let mut depth = vec![usize::MAX; near.len()];
    let mut queue: std::collections::VecDeque<usize> = (0..near.len()).filter(|&k| held(desc, k)).collect();
    for &k in &queue {
        depth[k] = 0;
    }
    while let Some(k) = queue.pop_front() {
        for &m in &near[k] {
            if depth[m] == usize::MAX {
                depth[m] = depth[k] + 1;
                queue.push_back(m);
            }
        }
    }
    let class = |[a, b]: [u32; 2]| {
        let (da, db) = (depth[a as usize], depth[b as usize]);
        (da.min(db), da.max(db))
    };
    let mut sorted = edges.to_vec();
    sorted.sort_by_key(|&edge| (class(edge), edge));
    // At one distance, edges that share no particle come one after the other: none waits for the last.
    let mut colored: Vec<((usize, usize), u32, [u32; 2])> = Vec::with_capacity(sorted.len());
    let mut taken: Vec<((usize, usize), u64)> = vec![((0, 0), 0); near.len()];
    for edge in sorted {
        let class = class(edge);
        let used = edge.iter().fold(0, |bits, &k| {
            let (of, colors) = taken[k as usize];
            if of == class { bits | colors } else { bits }
        });
        let color = (!used).trailing_zeros().min(63);
        for k in edge {
            let entry = &mut taken[k as usize];
            *entry = (class, if entry.0 == class { entry.1 } else { 0 } | 1 << color);
        }
        colored.push((class, color, edge));
    }
    colored.sort_unstable();
    colored.into_iter().map(|(_, _, edge)| edge).collect()
}

/// The nearest held particle of each simulated one, and the way there along the edges (Dijkstra).
pub fn tethers(desc: &BodyDesc, edges: &[[u32; 2]]) -> Vec<([u32; 2], f32)> {
    let at = |k: usize| Vec3::from_array(desc.particles[k].position);
    let near = neighbours(desc.particles.len(), edges);
    let held = |k: usize| held(desc, k);
    let mut best: Vec<(f32, usize)> = (0..near.len()).map(|k| (if held(k) { 0.0 } else { f32::INFINITY }, k)).collect();
    // Lengths as bits sort like the lengths themselves, because none is negative.
    let mut queue: std::collections::BTreeSet<(u32, usize)> =
        (0..near.len()).filter(|&k| held(k)).map(|k| (0, k)).collect();
    while let Some((bits, k)) = queue.pop_first() {
        let way = f32::from_bits(bits);
        if way > best[k].0 {
            continue;
        }
        for &m in &near[k] {
            let longer = way + at(k).distance(at(m));
            if longer < best[m].0 {
                best[m] = (longer, best[k].1);
                queue.insert((longer.to_bits(), m));
            }
        }
    }
    let free = best.iter().enumerate().filter(|(k, (way, _))| !held(*k) && way.is_finite());
    free.map(|(k, &(way, anchor))| ([anchor as u32, k as u32], way)).collect()
}
