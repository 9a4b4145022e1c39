//! Strokes as directions at points. \[PD09\] 4.1.

use glam::{DVec3, Vec3};

use super::samples::Sample;
use crate::creature::Stroke;

/// Between what is taken of a stroke, in mean edges of the body.
pub const STEP: f32 = 0.5;
/// No stroke counts for more places than this.
const MOST: usize = 1500;

/// How strokes become a field of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// As lines, t tᵀ: it does not matter from which end a stroke was drawn.
    #[default]
    Lines,
    /// \[PD09\] 4.1 as printed: x, y and z, one by one. Strokes are turned to agree with those near.
    Vectors,
}

/// A place on a stroke, and where the stroke goes there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    pub at: DVec3,
    /// Of unit length.
    pub along: DVec3,
}

/// The tangents of a polyline, evenly spread and at most `spacing` apart; none if it has no length.
pub fn tangents(points: &[Vec3], spacing: f32) -> Vec<Tangent> {
    let mut line: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
    line.dedup();
    let lengths: Vec<f64> = line.windows(2).map(|w| w[0].distance(w[1])).collect();
    let total: f64 = lengths.iter().sum();
    if total <= 0.0 || !total.is_finite() {
        return Vec::new();
    }
    let wanted = (total / f64::from(spacing)).ceil();
    let count = if wanted.is_finite() { wanted.clamp(1.0, MOST as f64) as usize } else { MOST };
    let place = |share: f64| {
        let (mut left, mut k) = (share * total, 0);
        while k + 1 < lengths.len() && left > lengths[k] {
            left -= lengths[k];
            k += 1;
        }
        let along = (line[k + 1] - line[k]) / lengths[k];
        Tangent { at: line[k] + along * left.min(lengths[k]), along }
    };
    let share = |k: f64| k / count as f64;
    let piece = |k: usize| {
        let k = k as f64;
        let (start, middle, end) = (place(share(k)).at, place(share(k + 0.5)), place(share(k + 1.0)).at);
        let chord = end - start;
        // Where the stroke turns back on itself, its own direction is what is left.
        let turned = chord.length() < 0.1 * total / count as f64;
        Tangent { at: middle.at, along: if turned { middle.along } else { chord.normalize() } }
    };
    (0..count).map(piece).collect()
}

/// x², y², z², xy, yz and zx of every tangent.
pub(crate) fn line_samples(strokes: &[Vec<Tangent>]) -> Vec<Sample<6>> {
    let products = |d: DVec3| [d.x * d.x, d.y * d.y, d.z * d.z, d.x * d.y, d.y * d.z, d.z * d.x];
    strokes.iter().flatten().map(|t| Sample { at: t.at, values: products(t.along) }).collect()
}

/// x, y and z of every tangent, after strokes are turned: each agrees with the earlier one it comes nearest to. Around
/// a ring that holds where agreeing with the first would not.
pub(crate) fn vector_samples(strokes: &[Vec<Tangent>]) -> Vec<Sample<3>> {
    let mut samples: Vec<Sample<3>> = Vec::new();
    for stroke in strokes {
        let pairs = stroke.iter().flat_map(|t| samples.iter().map(move |s| (t, s)));
        let distance = |(t, s): &(&Tangent, &Sample<3>)| t.at.distance_squared(s.at);
        let nearest = pairs.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let against = nearest.is_some_and(|(t, s)| t.along.dot(DVec3::from_array(s.values)) < 0.0);
        let sign = if against { -1.0 } else { 1.0 };
        samples.extend(stroke.iter().map(|t| Sample { at: t.at, values: (t.along * sign).to_array() }));
    }
    samples
}

/// The points of an authored stroke.
pub(crate) fn points(stroke: &Stroke) -> Vec<Vec3> {
    stroke.points.iter().map(|p| Vec3::from_array(*p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_are_spread_evenly() {
        let line = [Vec3::ZERO, Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0)];
        let list = tangents(&line, 0.26);
        assert_eq!(list.len(), 8);
        assert!(list[0].at.abs_diff_eq(DVec3::new(0.125, 0.0, 0.0), 1e-12) && list[0].along == DVec3::X);
        assert!(list[7].at.abs_diff_eq(DVec3::new(1.0, 0.875, 0.0), 1e-12) && list[7].along == DVec3::Y);
        let one = tangents(&line, 10.0);
        assert!(one[0].along.abs_diff_eq(DVec3::new(1.0, 1.0, 0.0).normalize(), 1e-12));
    }

    #[test]
    fn there_and_back_still_has_a_direction() {
        assert_eq!(tangents(&[Vec3::ZERO, Vec3::Y, Vec3::ZERO], 10.0)[0].along.abs(), DVec3::Y);
        assert!(tangents(&[Vec3::Y, Vec3::Y], 1.0).is_empty());
        assert!(tangents(&[Vec3::Y], 1.0).is_empty());
        assert_eq!(tangents(&[Vec3::ZERO, Vec3::Y], 0.0).len(), MOST);
    }

    #[test]
    fn strokes_turn_to_agree_with_those_before() {
        let there = tangents(&[Vec3::ZERO, Vec3::X], 1.0);
        let back = tangents(&[Vec3::X, Vec3::new(0.0, 0.1, 0.0)], 1.0);
        let samples = vector_samples(&[there, back]);
        assert!(samples.iter().all(|s| s.values[0] > 0.9));
    }
}
