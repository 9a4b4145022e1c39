//! Fewer keys: those between which nothing is missed.

/// Frames to keep so that none is off by more than the tolerance: `off(a, b, k)` is how far frame k is from what lies
/// between keys a and b. The two first and the two last are kept, for the speed there.
pub fn reduce(frames: usize, tolerance: f32, off: impl Fn(usize, usize, usize) -> f32) -> Vec<usize> {
    if frames <= 4 {
        return (0..frames).collect();
    }
    let mut keep = vec![false; frames];
    let last = frames - 1;
    for k in [0, 1, last - 1, last] {
        keep[k] = true;
    }
    let mut spans = vec![(1, last - 1)];
    while let Some((a, b)) = spans.pop() {
        let worst = (a + 1..b).map(|k| (off(a, b, k), k)).max_by(|x, y| x.0.total_cmp(&y.0));
        if let Some((error, k)) = worst
            && error > tolerance
        {
            keep[k] = true;
            spans.extend([(a, k), (k, b)]);
        }
    }
    (0..frames).filter(|k| keep[*k]).collect()
}

/// Frames that are not the same as the one before, and the last.
pub fn changes(frames: usize, same: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    (0..frames).filter(|&k| k == 0 || k == frames - 1 || !same(k - 1, k)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_is_missed(values in prop::collection::vec(-1.0f32..1.0, 0..60), tolerance in 0.0f32..1.0) {
            let off = |a: usize, b: usize, k: usize| {
                let share = (k - a) as f32 / (b - a) as f32;
                (values[a] + (values[b] - values[a]) * share - values[k]).abs()
            };
            let keep = reduce(values.len(), tolerance, off);
            prop_assert!(keep.windows(2).all(|w| w[0] < w[1]));
            prop_assert_eq!(keep.first().copied(), (!values.is_empty()).then_some(0));
            prop_assert_eq!(keep.last().map(|k| k + 1).unwrap_or(0), values.len());
            for w in keep.windows(2) {
                for k in w[0] + 1..w[1] {
                    prop_assert!(off(w[0], w[1], k) <= tolerance);
                }
            }
        }
    }

    #[test]
    fn a_straight_line_needs_its_ends_only() {
        assert_eq!(reduce(100, 1e-3, |_, _, _| 0.0), [0, 1, 98, 99]);
        assert_eq!(changes(6, |a, b| [1, 1, 2, 2, 2, 3][a] == [1, 1, 2, 2, 2, 3][b]), [0, 2, 5]);
    }
}
