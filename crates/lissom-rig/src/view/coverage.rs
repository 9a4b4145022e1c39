//! How well examples cover the views from all around: gaps, overlaps, and poses that cannot be blended.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};
use lissom_core::rest::view_blend::weights;
use serde::Serialize;

use super::View;
use crate::character::Skeleton;

/// Directions that are looked at.
const SAMPLES: usize = 4000;
/// An example should count this much in its own direction.
const MET: f32 = 0.9;
/// Directions nearer than this are one, rad.
const SAME: f32 = 0.01;
/// Rotations farther apart than this have no clear way between them, rad.
const OPPOSED: f32 = 150.0 / 180.0 * PI;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// Share of all directions in which the bind pose counts more than half.
    pub gaps: f32,
    /// Where it counts most, and how much.
    pub worst_gap: Gap,
    pub overlaps: Vec<Overlap>,
    /// Examples of one direction, which share its weight.
    pub coincident: Vec<[String; 2]>,
    pub opposed: Vec<Opposed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gap {
    pub toward: [f32; 3],
    pub base_weight: f32,
}

/// An example that is not met where it was drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overlap {
    pub example: String,
    /// The one that takes most of its weight there.
    pub with: String,
    /// What is left of it.
    pub weight: f32,
}

/// Two examples that turn a joint nearly opposite ways: the shortest way between them may be either.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opposed {
    pub examples: [String; 2],
    /// Its place in the list of bones.
    pub joint: usize,
    pub degrees: f32,
}

/// Looks at every direction.
pub fn coverage(view: &View) -> Coverage {
    let weights = weights(view);
    let (mut gaps, mut worst) = (0, Gap { toward: [0.0, 0.0, 1.0], base_weight: 0.0 });
    for toward in all_around(SAMPLES) {
        let base_weight = weights(toward)[0];
        gaps += usize::from(base_weight > 0.5);
        if base_weight > worst.base_weight {
            worst = Gap { toward: toward.to_array(), base_weight };
        }
    }
    let name = |k: usize| view.examples[k].name.clone();
    let direction = |k: usize| Vec3::from_array(view.examples[k].direction);
    let mut out = Coverage {
        gaps: gaps as f32 / SAMPLES as f32,
        worst_gap: worst,
        overlaps: Vec::new(),
        coincident: Vec::new(),
        opposed: Vec::new(),
    };
    for k in 0..view.examples.len() {
        let weights = weights(direction(k));
        let others = (0..view.examples.len()).filter(|j| *j != k);
        let most = others.max_by(|a, b| weights[a + 1].total_cmp(&weights[b + 1]));
        if let Some(with) = most.filter(|_| weights[k + 1] < MET) {
            out.overlaps.push(Overlap { example: name(k), with: name(with), weight: weights[k + 1] });
        }
        for j in 0..k {
            if direction(j).angle_between(direction(k)) < SAME {
                out.coincident.push([name(j), name(k)]);
            }
            if let Some((joint, angle)) = farthest(view, j, k).filter(|(_, angle)| *angle > OPPOSED) {
                out.opposed.push(Opposed { examples: [name(j), name(k)], joint, degrees: angle.to_degrees() });
            }
        }
    }
    out
}

/// The joint that two examples turn most differently, and by what angle.
fn farthest(view: &View, a: usize, b: usize) -> Option<(usize, f32)> {
    let turns = view.examples[a].rotations.iter().zip(&view.examples[b].rotations);
    let apart = |(a, b): (&[f32; 4], &[f32; 4])| {
        Quat::from_array(*a).normalize().angle_between(Quat::from_array(*b).normalize())
    };
    turns.map(apart).enumerate().max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Directions spread evenly over the sphere, by the golden angle.
pub fn all_around(count: usize) -> impl Iterator<Item = Vec3> {
    let golden = (3.0 - 5_f32.sqrt()) * 0.5 * TAU;
    (0..count).map(move |k| {
        let y = 1.0 - 2.0 * (k as f32 + 0.5) / count as f32;
        let (sin, cos) = (k as f32 * golden % TAU).sin_cos();
        Vec3::new(sin, 0.0, cos) * (1.0 - y * y).max(0.0).sqrt() + Vec3::Y * y
    })
}

/// How much each pose counts for a camera in a direction, the bind pose first: by the engine's own code.
pub fn weights(view: &View) -> impl Fn(Vec3) -> Vec<f32> {
    let blend = view.blend(&Skeleton::default(), &[]);
    move |toward| weights::at(&blend, toward.to_array())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Example, Weighting};

    fn example(name: &str, direction: Vec3, extent: f32, turn: f32) -> Example {
        Example {
            name: name.into(),
            direction: direction.to_array(),
            extent,
            rotations: vec![Quat::from_rotation_x(turn).to_array(); 2],
            morphs: Default::default(),
        }
    }

    fn view(examples: Vec<Example>) -> View {
        View { examples, ..View::default() }
    }

    #[test]
    fn one_example_leaves_a_gap_behind() {
        let found = coverage(&view(vec![example("front", Vec3::Z, 1.0, 0.3)]));
        // It counts for more than half within sqrt(ln 2) of its extent.
        let covered = 0.5 * (1.0 - 0.832_555_f32.cos());
        assert!((found.gaps - (1.0 - covered)).abs() < 0.01, "{found:?}");
        assert!(Vec3::from_array(found.worst_gap.toward).z < -0.99 && found.worst_gap.base_weight > 0.99, "{found:?}");
        assert!(found.overlaps.is_empty() && found.coincident.is_empty() && found.opposed.is_empty());
    }

    #[test]
    fn wide_neighbours_are_not_met() {
        let wide = vec![example("front", Vec3::Z, 1.3, 0.0), example("left", Vec3::X, 1.3, 0.0)];
        let found = coverage(&view(wide.clone()));
        let own = 1.0 / (1.0 + (-(0.5 * PI / 1.3_f32).powi(2)).exp());
        assert_eq!(found.overlaps.len(), 2);
        assert!((found.overlaps[0].weight - own).abs() < 1e-4, "{found:?}");
        assert_eq!((found.overlaps[1].example.as_str(), found.overlaps[1].with.as_str()), ("left", "front"));
        let meets = View { weighting: Weighting::Interpolating, ..view(wide) };
        assert!(coverage(&meets).overlaps.is_empty());
    }

    #[test]
    fn twins_and_opposites_are_named() {
        let twins = vec![example("a", Vec3::Z, 0.5, 0.0), example("b", Vec3::Z * 3.0, 0.5, 2.8)];
        let found = coverage(&view(twins));
        assert_eq!(found.coincident, [["a".to_owned(), "b".to_owned()]]);
        assert!(found.opposed.len() == 1 && (found.opposed[0].degrees - 160.4).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn a_triangulation_leaves_no_gaps() {
        let corners = [Vec3::ONE, Vec3::new(1.0, -1.0, -1.0), Vec3::new(-1.0, 1.0, -1.0), Vec3::new(-1.0, -1.0, 1.0)];
        let around = view(corners.map(|c| example("corner", c, 0.3, 0.0)).to_vec());
        assert!(coverage(&around).gaps > 0.0);
        assert_eq!(coverage(&View { weighting: Weighting::Triangulated, ..around }).gaps, 0.0);
    }
}
