//! How much each vertex follows particles rather than bones.

use glam::Vec3;

use super::Influences;
use crate::sim_mesh::surface::weld;

/// How often the blend is averaged over the mesh.
const PASSES: usize = 2;

/// The blend of each vertex from paint on particles (\[MC11c\] Sec. 4: 0 skeleton, 1 particles),
/// smoothed twice over the mesh. Vertices in one place get one value, so that seams stay closed.
pub fn blend(paint: &[f32], vertex_particle: &[Influences], positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<f32> {
    let painted = |i: u32| paint.get(i as usize).map_or(0.0, |s| s.clamp(0.0, 1.0));
    let mut values: Vec<f32> = vertex_particle
        .iter()
        .map(|influences| influences.iter().map(|(i, w)| w * painted(i)).sum::<f32>().min(1.0))
        .collect();
    let usable = |t: &&[u32; 3]| {
        t.iter().all(|&i| (i as usize) < values.len() && positions.get(i as usize).is_some_and(|p| p.is_finite()))
    };
    let triangles: Vec<[u32; 3]> = triangles.iter().filter(usable).copied().collect();
    let welding = weld(positions, &triangles, 1.0);
    let corners: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|i| welding.welded[i as usize])).collect();
    let count = welding.vertices.len();
    let mut welded = mean_of_welded(&values, &welding.welded, count);
    for _ in 0..PASSES {
        welded = smooth(&welded, &corners);
    }
    for (value, &w) in values.iter_mut().zip(&welding.welded) {
        if let Some(&smoothed) = welded.get(w as usize) {
            *value = smoothed;
        }
    }
    values
}

fn mean_of_welded(values: &[f32], welded: &[u32], count: usize) -> Vec<f32> {
    let mut sums = vec![(0.0, 0.0); count];
    for (&value, &w) in values.iter().zip(welded) {
        if let Some(sum) = sums.get_mut(w as usize) {
            *sum = (sum.0 + value, sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(sum, n): (f32, f32)| sum / n.max(1.0)).collect()
}

/// Half its own value and half the mean of the corners of its triangles.
fn smooth(values: &[f32], triangles: &[[u32; 3]]) -> Vec<f32> {
    let mut sums = vec![(0.0f32, 0.0f32); values.len()];
    for t in triangles {
        let [a, b, c] = t.map(|i| values[i as usize]);
        for (v, others) in t.iter().zip([b + c, c + a, a + b]) {
            let sum = &mut sums[*v as usize];
            *sum = (sum.0 + others, sum.1 + 2.0);
        }
    }
    let average = |(&own, (sum, n)): (&f32, (f32, f32))| {
        if n > 0.0 { 0.5 * own + 0.5 * sum / n } else { own }
    };
    values.iter().zip(sums).map(average).collect()
}
