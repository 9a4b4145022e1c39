//! \[PD09\] 4.2: deformation charts, and templates to start from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the charts across do to keep the volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Volume {
    /// All three charts are drawn.
    Free,
    /// The other two share what the first takes.
    #[default]
    Both,
    /// The second takes all of it.
    Second,
}

/// Three charts: how much a body stretches along its three directions in the course of a cycle. A point is a share of
/// the cycle and a rate: 1 is as drawn, 2 twice as long, 0.5 half. Between points rates change evenly in proportion;
/// the right edge is the left edge. Without points a chart is 1 throughout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charts {
    pub cycle_secs: f32,
    /// Rates are between 1/range and range.
    pub range: f32,
    pub volume: Volume,
    pub first: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub second: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub third: Vec<[f32; 2]>,
}

impl Default for Charts {
    fn default() -> Charts {
        Charts {
            cycle_secs: 1.0,
            range: 2.0,
            volume: Volume::Both,
            first: Vec::new(),
            second: Vec::new(),
            third: Vec::new(),
        }
    }
}

impl Charts {
    /// The same, with the cycle played backwards.
    pub fn reversed(&self) -> Charts {
        let back = |points: &[[f32; 2]]| points.iter().rev().map(|[t, c]| [1.0 - t, *c]).collect();
        Charts { first: back(&self.first), second: back(&self.second), third: back(&self.third), ..self.clone() }
    }

    /// With rates that never change.
    pub fn constant(rate: f32) -> Charts {
        Charts { first: vec![[0.0, rate]], range: rate.max(1.0 / rate).max(2.0), ..Charts::default() }
    }
}

/// Shapes to start from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Template {
    /// A quick contraction, taking this share of the cycle, and a slow return: a jellyfish's stroke.
    Pulse { quick: f32 },
    /// Longer and shorter in turns.
    Sine,
    /// Shorter for half the cycle, with soft edges.
    Squeeze,
    /// Two beats, the second weaker, and a rest.
    Heartbeat,
    /// A short contraction that is sent along a body by a delay, lengthening a little ahead of it.
    Peristalsis,
}

impl Template {
    pub const ALL: [Template; 5] = [
        Template::Pulse { quick: 0.25 },
        Template::Sine,
        Template::Squeeze,
        Template::Heartbeat,
        Template::Peristalsis,
    ];

    /// Charts of this shape, shrinking to 1/`rate` at most.
    pub fn charts(self, cycle_secs: f32, rate: f32) -> Charts {
        let curve = |t: f32| -> f32 {
            let bump = |middle: f32, half: f32| {
                let x = ((t - middle) / half).clamp(-1.0, 1.0);
                0.5 + 0.5 * (std::f32::consts::PI * x).cos()
            };
            match self {
                Template::Pulse { quick } => {
                    let quick = quick.clamp(0.05, 0.95);
                    let x = if t < quick { t / quick } else { 1.0 - (t - quick) / (1.0 - quick) };
                    -(0.5 - 0.5 * (std::f32::consts::PI * x).cos())
                }
                Template::Sine => (std::f32::consts::TAU * t).sin(),
                Template::Squeeze => {
                    let x = (0.5 - (2.0 * t - 1.0).abs()) / 0.3 + 0.5;
                    let x = x.clamp(0.0, 1.0);
                    -(x * x * (3.0 - 2.0 * x))
                }
                Template::Heartbeat => -bump(0.22, 0.22) - 0.35 * bump(0.55, 0.15),
                Template::Peristalsis => -bump(0.5, 0.25) + 0.3 * bump(0.2, 0.2),
            }
        };
        let count = 24;
        let point = |k: usize| {
            let t = k as f32 / count as f32;
            [t, rate.powf(curve(t))]
        };
        Charts { cycle_secs, range: rate.max(1.05), first: (0..count).map(point).collect(), ..Charts::default() }
    }
}
