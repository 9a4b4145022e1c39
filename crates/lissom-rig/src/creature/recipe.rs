//! Recipes: fields and charts that bring any body to life, from nothing but its shape.
//!
//! A recipe is a few rules of place (how far along the body's axis, how far from it), told to dabs and short strokes
//! that are spread over the body. They are what somebody would have painted, and can be painted over.

use glam::{DMat3, DVec3, Vec3};

use super::{Charts, Creature, Dab, Fields, Stiffness, Stroke, Template, Volume};
use crate::field::samples::{Sample, spread};
use crate::sim_mesh::axes::principal_axes;
use crate::tets::TetMesh;

/// So many dabs and strokes say what a field is.
const PLACES: usize = 60;
/// How steeply the heart's fibres wind around it.
const FIBRE_RAD: f32 = 0.8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Rings contract, one after the other, from the top to the rim.
    Jellyfish,
    /// Waves of contraction run along the longest side.
    Worm,
    /// Fibres in spirals contract, so that it wrings itself out.
    Heart,
    /// It swells and sinks in the middle, slowly.
    Breathing,
}

impl Recipe {
    pub const ALL: [Recipe; 4] = [Recipe::Jellyfish, Recipe::Worm, Recipe::Heart, Recipe::Breathing];

    pub fn name(self) -> &'static str {
        match self {
            Recipe::Jellyfish => "Jellyfish",
            Recipe::Worm => "Worm",
            Recipe::Heart => "Heart",
            Recipe::Breathing => "Breathing",
        }
    }

    /// What it does, in plain words.
    pub const fn about(self) -> &'static str {
        match self {
            Recipe::Jellyfish => "Rings contract, one after the other, from the top to the rim",
            Recipe::Worm => "Waves of contraction run along its longest side",
            Recipe::Heart => "Fibres in spirals contract: it beats and wrings itself out",
            Recipe::Breathing => "It swells and sinks in the middle, slowly",
        }
    }

    /// A creature of a body with other fields and charts; what holds it and what it answers to stay.
    pub fn on(self, mesh: &TetMesh, creature: &Creature) -> Creature {
        let (charts, speed, passes) = match self {
            Recipe::Jellyfish => {
                let charts = Template::Pulse { quick: 0.25 }.charts(1.5, 1.5);
                (Charts { volume: Volume::Second, ..charts }, 4.0, 2)
            }
            // Two waves are on the body at a time.
            Recipe::Worm => (Template::Sine.charts(1.5, 1.5), 1.0 / 3.0, 6),
            Recipe::Heart => {
                let charts = Template::Heartbeat.charts(1.3, 1.3);
                let second = charts.first.iter().map(|[t, c]| [*t, c.powf(-1.1)]).collect();
                (Charts { volume: Volume::Free, range: 1.5, second, ..charts }, 6.0, 6)
            }
            Recipe::Breathing => {
                let breath = |most: f32| vec![[0.0, 1.0], [0.38, most], [0.48, most], [0.9, 1.0]];
                let [first, second, third] = [1.25, 1.12, 1.25].map(breath);
                (Charts { cycle_secs: 4.0, range: 1.5, volume: Volume::Free, first, second, third }, 4.0, 4)
            }
        };
        let stiffness = Stiffness::passes(passes);
        Creature { fields: self.fields(mesh), charts, speed, stiffness, region_damping: 9.0, ..creature.clone() }
    }

    fn fields(self, mesh: &TetMesh) -> Fields {
        let round = matches!(self, Recipe::Jellyfish | Recipe::Heart);
        let Some(shape) = Shape::of(mesh, round) else { return Fields::default() };
        let outwards = |p: Vec3| 1.0 - shape.out(p).length() / shape.radius;
        let across = |p: Vec3| shape.axis.cross(shape.out(p)).normalize_or_zero();
        let (mut layer, mut strength, mut delay) = (shape.dabs(outwards), Vec::new(), shape.dabs(|p| shape.along(p)));
        let direction = match self {
            Recipe::Jellyfish => {
                // Seen from below the top, the thickness of a bell is the way out.
                let hub = shape.middle;
                let far = mesh.positions.iter().map(|p| p.distance(hub)).fold(f32::MIN_POSITIVE, f32::max);
                layer = shape.dabs(|p| 1.0 - p.distance(hub) / far);
                strength = shape.dabs(|p| (shape.out(p).length() / (0.4 * shape.radius)).min(1.0));
                shape.strokes(across)
            }
            Recipe::Worm => {
                // The other two directions are alike.
                layer.clear();
                shape.strokes(|_| shape.axis)
            }
            Recipe::Heart => shape.strokes(|p| across(p) * FIBRE_RAD.cos() + shape.axis * FIBRE_RAD.sin()),
            Recipe::Breathing => {
                strength = shape.dabs(|p| 1.0 - (2.0 * shape.along(p) - 1.0).powi(2));
                delay.clear();
                shape.strokes(|_| shape.axis)
            }
        };
        Fields { layer, direction, strength, delay, ..Fields::default() }
    }
}

/// A body by its axis, and places spread over it.
struct Shape {
    middle: Vec3,
    axis: Vec3,
    /// How far it goes along the axis, from the middle.
    reach: [f32; 2],
    /// How far it goes away from the axis.
    radius: f32,
    edge: f32,
    places: Vec<Vec3>,
}

impl Shape {
    /// About the axis around which it is most alike, from the end that is nearer to it; or along its longest axis. None
    /// if it has no volume.
    fn of(mesh: &TetMesh, round: bool) -> Option<Shape> {
        let solid = mesh.tets.iter().map(|&t| {
            let place = |k: u32| mesh.positions.get(k as usize).map(|p| p.as_dvec3());
            let corners: Option<Vec<DVec3>> = t.iter().map(|&k| place(k)).collect();
            corners.map(|c| (c.iter().sum::<DVec3>() / 4.0, mesh.volume_of(t)))
        });
        let solid: Vec<(DVec3, f64)> = solid.collect::<Option<_>>()?;
        let volume: f64 = solid.iter().map(|s| s.1).sum();
        let middle = solid.iter().map(|(p, v)| *p * *v).sum::<DVec3>() / volume;
        let mut covariance = DMat3::ZERO;
        for (p, v) in &solid {
            let d = *p - middle;
            covariance += DMat3::from_cols(d * d.x, d * d.y, d * d.z) * *v;
        }
        if !(volume > 0.0 && covariance.is_finite()) {
            return None;
        }
        let axes = principal_axes(covariance, 0.9, [DVec3::Y, DVec3::Z, DVec3::X]);
        let [long, mean, short] = axes.variances.to_array();
        let is_flat = round && mean / long.max(f64::MIN_POSITIVE) > short / mean.max(f64::MIN_POSITIVE);
        let axis = if is_flat { axes.directions.z_axis } else { axes.directions.x_axis };
        let places = mesh.positions.iter().map(|p| Sample { at: p.as_dvec3(), values: [] }).collect();
        let places: Vec<Vec3> = spread::<0>(places, PLACES).iter().map(|s| s.at.as_vec3()).collect();
        let mut shape = Shape {
            middle: middle.as_vec3(),
            axis: axis.as_vec3(),
            reach: [0.0, f32::MIN_POSITIVE],
            radius: f32::MIN_POSITIVE,
            edge: mesh.mean_edge(),
            places,
        };
        for p in &mesh.positions {
            let along = (*p - shape.middle).dot(shape.axis);
            shape.reach = [shape.reach[0].min(along), shape.reach[1].max(along)];
            shape.radius = shape.radius.max(shape.out(*p).length());
        }
        if round && shape.width(&mesh.positions, 0.9..=1.0) < shape.width(&mesh.positions, 0.0..=0.1) {
            shape.axis = -shape.axis;
            shape.reach = [-shape.reach[1], -shape.reach[0]];
        }
        Some(shape)
    }

    /// From one end to the other, 0 to 1.
    fn along(&self, p: Vec3) -> f32 {
        let [low, high] = self.reach;
        (((p - self.middle).dot(self.axis) - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// From the axis to a place.
    fn out(&self, p: Vec3) -> Vec3 {
        (p - self.middle).reject_from_normalized(self.axis)
    }

    /// The mean distance from the axis, in a part of the body.
    fn width(&self, all: &[Vec3], shares: std::ops::RangeInclusive<f32>) -> f32 {
        let there = all.iter().filter(|p| shares.contains(&self.along(**p)));
        let (sum, count) = there.fold((0.0, 0.0), |(s, n), p| (s + self.out(*p).length(), n + 1.0));
        sum / f32::max(count, 1.0)
    }

    fn dabs(&self, rule: impl Fn(Vec3) -> f32) -> Vec<Dab> {
        self.places.iter().map(|p| Dab { at: p.to_array(), value: rule(*p) }).collect()
    }

    /// Short ones; none where the rule says nothing.
    fn strokes(&self, rule: impl Fn(Vec3) -> Vec3) -> Vec<Stroke> {
        let stroke = |p: &Vec3| {
            let half = rule(*p) * self.edge;
            (half.length() > 0.1 * self.edge)
                .then(|| Stroke { points: [*p - half, *p + half].map(|e| e.to_array()).to_vec() })
        };
        self.places.iter().filter_map(stroke).collect()
    }
}
