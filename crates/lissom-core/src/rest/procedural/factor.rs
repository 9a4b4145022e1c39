//! A sparse symmetric matrix, factored once as L D Lᵀ and solved many times, three right-hand sides at once.
//!
//! The order of elimination is by nested dissection: the body is cut across its longest side, what touches the cut goes
//! last, and the halves are cut again. The factor is computed in double precision; solving runs in one fixed order.

use glam::DVec3;
use std::collections::BTreeMap;

/// Pieces this small are not cut any more.
const LEAF: usize = 16;

#[derive(Clone, Debug, Default)]
pub struct Factor {
    /// Where in the order each row stands.
    order: Vec<u32>,
    starts: Vec<u32>,
    below: Vec<u32>,
    values: Vec<f32>,
    inverse: Vec<f32>,
}

impl Factor {
    /// Of the matrix with these entries on and below the diagonal; `places` guide the order.
    pub fn new(rows: &[BTreeMap<usize, f64>], places: &[DVec3]) -> Factor {
        let count = rows.len();
        let mut near = vec![Vec::new(); count];
        for (i, row) in rows.iter().enumerate() {
            for &j in row.keys().filter(|j| **j != i) {
                near[i].push(j);
                near[j].push(i);
            }
        }
        let mut sequence = Vec::with_capacity(count);
        dissect((0..count).collect(), &near, places, &mut sequence);
        let mut order = vec![0; count];
        for (k, &row) in sequence.iter().enumerate() {
            order[row] = k;
        }
        let mut columns: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); count];
        for (i, row) in rows.iter().enumerate() {
            for (&j, &value) in row {
                let (a, b) = (order[i].min(order[j]), order[i].max(order[j]));
                *columns[a].entry(b).or_insert(0.0) += value;
            }
        }
        let mut factor = Factor { order: order.iter().map(|k| *k as u32).collect(), ..Factor::default() };
        factor.starts.push(0);
        for k in 0..count {
            let column = std::mem::take(&mut columns[k]);
            let pivot = column.get(&k).copied().unwrap_or(1.0);
            let rest: Vec<(usize, f64)> = column.into_iter().filter(|(i, _)| *i != k).collect();
            for (index, &(i, value)) in rest.iter().enumerate() {
                let scaled = value / pivot;
                for &(j, other) in &rest[index..] {
                    *columns[i].entry(j).or_insert(0.0) -= scaled * other;
                }
                factor.below.push(i as u32);
                factor.values.push(scaled as f32);
            }
            factor.starts.push(factor.below.len() as u32);
            factor.inverse.push((1.0 / pivot) as f32);
        }
        factor
    }

    pub fn entries(&self) -> usize {
        self.below.len()
    }

    pub fn place(&self, row: usize) -> usize {
        self.order[row] as usize
    }

    /// Solves in place; `w` is in the order of elimination, see [`Factor::place`].
    pub fn solve(&self, w: &mut [[f32; 4]]) {
        let count = self.inverse.len();
        for k in 0..count {
            let pivot = w[k];
            let range = self.starts[k] as usize..self.starts[k + 1] as usize;
            for (&i, &value) in self.below[range.clone()].iter().zip(&self.values[range]) {
                let to = &mut w[i as usize];
                for c in 0..4 {
                    to[c] -= value * pivot[c];
                }
            }
        }
        for k in (0..count).rev() {
            let mut sum = w[k].map(|v| v * self.inverse[k]);
            let range = self.starts[k] as usize..self.starts[k + 1] as usize;
            for (&i, &value) in self.below[range.clone()].iter().zip(&self.values[range]) {
                let from = &w[i as usize];
                for c in 0..4 {
                    sum[c] -= value * from[c];
                }
            }
            w[k] = sum;
        }
    }
}

fn dissect(mut piece: Vec<usize>, near: &[Vec<usize>], places: &[DVec3], sequence: &mut Vec<usize>) {
    if piece.len() <= LEAF {
        sequence.extend(piece);
        return;
    }
    let (low, high) = piece.iter().fold((DVec3::MAX, DVec3::MIN), |(l, h), &k| (l.min(places[k]), h.max(places[k])));
    let side = high - low;
    let axis = if side.x >= side.y && side.x >= side.z {
        0
    } else if side.y >= side.z {
        1
    } else {
        2
    };
    piece.sort_by(|a, b| places[*a][axis].total_cmp(&places[*b][axis]).then(a.cmp(b)));
    let right: Vec<usize> = piece.split_off(piece.len() / 2);
    let on_left: std::collections::BTreeSet<usize> = piece.iter().copied().collect();
    let (cut, right): (Vec<usize>, Vec<usize>) =
        right.into_iter().partition(|k| near[*k].iter().any(|m| on_left.contains(m)));
    if right.is_empty() {
        // Everything touches everything: nothing is gained by cutting.
        sequence.extend(piece);
        sequence.extend(cut);
        return;
    }
    dissect(piece, near, places, sequence);
    dissect(right, near, places, sequence);
    sequence.extend(cut);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_what_it_factored() {
        let side = 9;
        let place = |k: usize| DVec3::new((k % side) as f64, (k / side % side) as f64, (k / side / side) as f64);
        let count = side * side * 3;
        let places: Vec<DVec3> = (0..count).map(place).collect();
        let mut rows = vec![BTreeMap::new(); count];
        for i in 0..count {
            rows[i].insert(i, 1.0 + 0.01 * i as f64);
            for j in 0..i {
                let d = places[i].distance(places[j]);
                if d < 2.1 {
                    rows[i].insert(j, -0.03 / d);
                }
            }
        }
        let factor = Factor::new(&rows, &places);
        let wanted: Vec<f64> = (0..count).map(|k| ((k * 7 % 13) as f64) - 5.0).collect();
        let mut right = vec![0.0; count];
        for (i, row) in rows.iter().enumerate() {
            for (&j, value) in row {
                right[i] += value * wanted[j];
                if i != j {
                    right[j] += value * wanted[i];
                }
            }
        }
        let mut w = vec![[0.0_f32; 4]; count];
        for k in 0..count {
            w[factor.place(k)] = [right[k] as f32, 2.0 * right[k] as f32, 0.0, 0.0];
        }
        factor.solve(&mut w);
        for k in 0..count {
            let found = w[factor.place(k)];
            assert!((f64::from(found[0]) - wanted[k]).abs() < 1e-4, "{k}: {found:?} for {}", wanted[k]);
            assert!((f64::from(found[1]) - 2.0 * wanted[k]).abs() < 2e-4, "{k}");
        }
        assert!(factor.entries() < count * count / 4, "{}", factor.entries());
    }
}
