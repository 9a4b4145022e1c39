//! What a field must take: values at points, made fit for interpolation.

use glam::DVec3;

use crate::sim_mesh::grid::Grid;

/// In the unit box, points nearer than this are one.
pub(crate) const TOUCHING: f64 = 1e-5;

/// Values at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<const N: usize> {
    pub at: DVec3,
    pub values: [f64; N],
}

/// The cube into which a body and what is painted on it are scaled, so that nothing depends on size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitBox {
    pub centre: DVec3,
    /// The longest side of what it holds; 1 if that is a point.
    pub size: f64,
}

impl UnitBox {
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> UnitBox {
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (lo, hi) = points.into_iter().fold(start, |(lo, hi), p| (lo.min(p), hi.max(p)));
        let size = (hi - lo).max_element();
        if size > 0.0 {
            UnitBox { centre: (lo + hi) / 2.0, size }
        } else {
            UnitBox { centre: if lo.is_finite() { lo } else { DVec3::ZERO }, size: 1.0 }
        }
    }

    pub fn inside(&self, p: DVec3) -> DVec3 {
        (p - self.centre) / self.size
    }
}

/// Samples at the same place become one, with the mean of their values.
pub(crate) fn merged<const N: usize>(samples: impl IntoIterator<Item = Sample<N>>) -> Vec<Sample<N>> {
    let mut grid = Grid::new(2.0 * TOUCHING);
    let mut sums: Vec<(Sample<N>, f64)> = Vec::new();
    for sample in samples {
        if let Some((i, _)) = grid.nearest(sample.at, TOUCHING, |_| true) {
            let (sum, count) = &mut sums[i as usize];
            sum.at += sample.at;
            (0..N).for_each(|c| sum.values[c] += sample.values[c]);
            *count += 1.0;
        } else {
            grid.push(sample.at);
            sums.push((sample, 1.0));
        }
    }
    sums.into_iter().map(|(s, n)| Sample { at: s.at / n, values: s.values.map(|v| v / n) }).collect()
}

/// At most `most` samples, each as far from those before it as can be.
pub(crate) fn spread<const N: usize>(samples: Vec<Sample<N>>, most: usize) -> Vec<Sample<N>> {
    if samples.len() <= most {
        return samples;
    }
    let mut distances = vec![f64::INFINITY; samples.len()];
    let mut chosen = vec![0];
    while chosen.len() < most {
        let last = samples[chosen[chosen.len() - 1]].at;
        let mut farthest = 0;
        for (i, sample) in samples.iter().enumerate() {
            distances[i] = distances[i].min(sample.at.distance_squared(last));
            if distances[i] > distances[farthest] {
                farthest = i;
            }
        }
        chosen.push(farthest);
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|i| samples[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(x: f64, value: f64) -> Sample<1> {
        Sample { at: DVec3::new(x, 0.0, 0.0), values: [value] }
    }

    #[test]
    fn the_same_place_is_one_sample() {
        let list = merged([sample(0.0, 1.0), sample(0.5, 2.0), sample(4e-6, 3.0), sample(2e-5, 9.0)]);
        assert_eq!(list.iter().map(|s| s.values[0]).collect::<Vec<_>>(), [2.0, 2.0, 9.0]);
    }

    #[test]
    fn few_samples_still_cover_all() {
        let list: Vec<_> = (0..=1000).map(|k| sample(f64::from(k) / 1000.0, f64::from(k))).collect();
        let few = spread(list, 11);
        assert_eq!(few.len(), 11);
        for x in 0..=100 {
            let x = f64::from(x) / 100.0;
            assert!(few.iter().any(|s| (s.at.x - x).abs() <= 0.0651), "nothing near {x}");
        }
    }

    #[test]
    fn boxes_of_points_and_of_nothing() {
        let b = UnitBox::around([DVec3::new(1.0, 2.0, 3.0), DVec3::new(3.0, 2.5, 3.0)]);
        assert_eq!((b.centre, b.size), (DVec3::new(2.0, 2.25, 3.0), 2.0));
        assert_eq!(UnitBox::around([DVec3::ONE]), UnitBox { centre: DVec3::ONE, size: 1.0 });
        assert_eq!(UnitBox::around([]).centre, DVec3::ZERO);
    }
}
