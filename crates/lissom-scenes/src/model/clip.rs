//! Triangles cut along a border.

use std::collections::BTreeMap;

/// What is left of triangles where vertices are below 0 in `sides`. `between` makes a vertex on the border, once for
/// each edge that crosses it, from two vertices and the share of the way from the first.
pub fn clip(triangles: &[[u32; 3]], sides: &[f32], mut between: impl FnMut(usize, usize, f32) -> u32) -> Vec<[u32; 3]> {
    let (mut out, mut cuts) = (Vec::new(), BTreeMap::new());
    for t in triangles {
        let mut corners: Vec<u32> = Vec::with_capacity(4);
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            if sides[a as usize] < 0.0 {
                corners.push(a);
            }
            if (sides[a as usize] < 0.0) != (sides[b as usize] < 0.0) {
                let [a, b] = [a.min(b), a.max(b)].map(|k| k as usize);
                let share = sides[a] / (sides[a] - sides[b]);
                corners.push(*cuts.entry([a, b]).or_insert_with(|| between(a, b, share)));
            }
        }
        out.extend((2..corners.len()).map(|k| [corners[0], corners[k - 1], corners[k]]));
    }
    out
}
