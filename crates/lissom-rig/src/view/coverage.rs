//! How well examples cover the views from all around: gaps, overlaps, and poses that cannot be blended.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};
use lissom_core::rest::Rest;
use lissom_core::{
    Binding, BodyDesc, BodyParams, BuildError, Camera, ParticleDesc, Sag, Settings, StepInput, Structure, ViewBlend,
    World, WorldDesc,
};
use serde::Serialize;

use super::View;
use crate::character::{Pose, Skeleton};

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

/// Looks at every direction. Fails where a world of these examples cannot be built.
pub fn coverage(view: &View) -> Result<Coverage, BuildError> {
    let mut probe = Probe::new(view)?;
    let (mut gaps, mut worst) = (0, Gap { toward: [0.0, 0.0, 1.0], base_weight: 0.0 });
    for toward in all_around(SAMPLES) {
        let base_weight = probe.weights(toward)[0];
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
        let weights = probe.weights(direction(k));
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
    Ok(out)
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

/// The smallest world that has these view directions: the weights are the engine's own.
pub struct Probe(World);

impl Probe {
    pub fn new(view: &View) -> Result<Probe, BuildError> {
        let mut skeleton = Skeleton::default();
        let base = skeleton.add("base", None, Vec3::ZERO);
        let bones = [base, skeleton.add("tip", Some(base), Vec3::Y)];
        let mut view = view.clone();
        view.examples.iter_mut().for_each(|e| e.rotations.clear());
        let rest = Rest::View(ViewBlend { response_secs: 0.0, sag: Sag::Off, ..view.blend(&skeleton, &bones) });
        let particle = |position: [f32; 3], animated: bool| ParticleDesc {
            position,
            rotation: Quat::IDENTITY.to_array(),
            radii: [0.1; 3],
            mass_kg: 1.0,
            animated,
            surface: false,
            binding: Binding::rigid(0),
        };
        let body = BodyDesc {
            part: "examples".into(),
            particles: vec![particle([0.0; 3], true), particle([0.0, 1.0, 0.0], false)],
            structure: Structure::Chain,
            anchor: 0,
            params: BodyParams { rest, ..BodyParams::default() },
        };
        let settings = Settings { gravity: [0.0; 3], ..Settings::default() };
        let bones = vec![Pose::IDENTITY.to_array()];
        World::new(WorldDesc { bones, bodies: vec![body], colliders: Vec::new(), settings }).map(Probe)
    }

    /// How much each pose counts, the bind pose first, for a camera in this direction.
    pub fn weights(&mut self, toward: Vec3) -> Vec<f32> {
        let bones = [Pose::IDENTITY.to_array()];
        let camera = Some(Camera::Orthographic { forward: (-toward).to_array() });
        self.0.step(&StepInput { camera, camera_cut: true, ..StepInput::new(0.0, &bones) });
        self.0.view_weights(0).unwrap_or_default()
    }
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
        let found = coverage(&view(vec![example("front", Vec3::Z, 1.0, 0.3)])).expect("builds");
        // It counts for more than half within sqrt(ln 2) of its extent.
        let covered = 0.5 * (1.0 - 0.832_555_f32.cos());
        assert!((found.gaps - (1.0 - covered)).abs() < 0.01, "{found:?}");
        assert!(Vec3::from_array(found.worst_gap.toward).z < -0.99 && found.worst_gap.base_weight > 0.99, "{found:?}");
        assert!(found.overlaps.is_empty() && found.coincident.is_empty() && found.opposed.is_empty());
    }

    #[test]
    fn wide_neighbours_are_not_met() {
        let wide = vec![example("front", Vec3::Z, 1.3, 0.0), example("left", Vec3::X, 1.3, 0.0)];
        let found = coverage(&view(wide.clone())).expect("builds");
        let own = 1.0 / (1.0 + (-(0.5 * PI / 1.3_f32).powi(2)).exp());
        assert_eq!(found.overlaps.len(), 2);
        assert!((found.overlaps[0].weight - own).abs() < 1e-4, "{found:?}");
        assert_eq!((found.overlaps[1].example.as_str(), found.overlaps[1].with.as_str()), ("left", "front"));
        let meets = View { weighting: Weighting::Interpolating, ..view(wide) };
        assert!(coverage(&meets).expect("builds").overlaps.is_empty());
    }

    #[test]
    fn twins_and_opposites_are_named() {
        let twins = vec![example("a", Vec3::Z, 0.5, 0.0), example("b", Vec3::Z * 3.0, 0.5, 2.8)];
        let found = coverage(&view(twins)).expect("builds");
        assert_eq!(found.coincident, [["a".to_owned(), "b".to_owned()]]);
        assert!(found.opposed.len() == 1 && (found.opposed[0].degrees - 160.4).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn triangulated_examples_must_lie_all_around() {
        let mut flat = view(vec![example("front", Vec3::Z, 1.0, 0.0)]);
        flat.weighting = Weighting::Triangulated;
        assert!(coverage(&flat).is_err());
        let corners = [Vec3::ONE, Vec3::new(1.0, -1.0, -1.0), Vec3::new(-1.0, 1.0, -1.0), Vec3::new(-1.0, -1.0, 1.0)];
        flat.examples = corners.map(|c| example("corner", c, 1.0, 0.0)).to_vec();
        assert_eq!(coverage(&flat).expect("builds").gaps, 0.0);
    }
}
