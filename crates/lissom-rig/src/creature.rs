//! A boneless body as an artist authors it: fields painted on it, charts drawn for it, what it answers to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rig::Area;

pub mod charts;
pub mod recipe;

pub use charts::{Charts, Template, Volume};
pub use recipe::Recipe;

/// A value painted at a point, in the bind pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dab {
    pub at: [f32; 3],
    pub value: f32,
}

/// A line drawn on or in the body; which end it began at does not matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    pub points: Vec<[f32; 3]>,
}

/// \[PD09\] 4: what is painted and drawn on a body. Each field is interpolated between its constraints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fields {
    /// 0 is outermost, 1 innermost; its gradient is the second direction.
    pub layer: Vec<Dab>,
    /// The first direction.
    pub direction: Vec<Stroke>,
    /// −1 to 1; 1 everywhere if left out. The paper's amplitude.
    pub strength: Vec<Dab>,
    /// 0 leads and 1 lags; 0 everywhere if left out. The paper's phase shift.
    pub delay: Vec<Dab>,
    /// What counts as near.
    #[serde(default)]
    pub interpolation: Interpolation,
}

/// How fields get from one constraint to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// By distance in space: smooth, and fast.
    #[default]
    Euclidean,
    /// Along the body: for bodies so bent that parts lie side by side.
    AlongBody,
}

/// A boneless body: the tetrahedra of the same name, and how they move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Creature {
    /// The tetrahedra it drives; also its name in contacts and reports.
    pub name: String,
    #[serde(default)]
    pub fields: Fields,
    #[serde(default)]
    pub charts: Charts,
    /// How many times a second a signal could pass from delay 0 to delay 1.
    #[serde(default = "one")]
    pub speed: f32,
    #[serde(default)]
    pub start: Start,
    #[serde(default)]
    pub stiffness: Stiffness,
    /// Motion lost a second, all of it and within regions, as rates.
    #[serde(default)]
    pub damping: f32,
    #[serde(default = "usual_region_damping")]
    pub region_damping: f32,
    /// Its own steps a second.
    #[serde(default = "usual_rate")]
    pub steps_per_sec: f64,
    /// kg/m³
    #[serde(default = "water_density")]
    pub density: f32,
    #[serde(default = "one")]
    pub gravity_scale: f32,
    #[serde(default = "usual_friction")]
    pub friction: f32,
    /// Sliding this way is easier than back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bristles: Option<Bristles>,
    /// How far around its vertices others are kept, m; half an edge if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// Where vertices only follow the bones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Area>,
    /// What it answers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stimuli: Vec<Stimulus>,
    /// The bone it belongs to; the first one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes_through: Vec<String>,
}

impl Creature {
    /// One that lies still.
    pub fn new(name: &str) -> Creature {
        Creature {
            name: name.to_owned(),
            fields: Fields::default(),
            charts: Charts::default(),
            speed: one(),
            start: Start::default(),
            stiffness: Stiffness::default(),
            damping: 0.0,
            region_damping: usual_region_damping(),
            steps_per_sec: usual_rate(),
            density: water_density(),
            gravity_scale: one(),
            friction: usual_friction(),
            bristles: None,
            radius: None,
            held: Vec::new(),
            stimuli: Vec::new(),
            anchor: None,
            passes_through: Vec::new(),
        }
    }
}

fn one() -> f32 {
    1.0
}

fn usual_region_damping() -> f32 {
    4.0
}

fn usual_rate() -> f64 {
    60.0
}

fn water_density() -> f32 {
    1000.0
}

fn usual_friction() -> f32 {
    0.5
}

/// How motion begins: everywhere at once, growing, or where the signal has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    Ease { secs: f32 },
    Front,
}

impl Default for Start {
    fn default() -> Start {
        Start::Ease { secs: 0.5 }
    }
}

/// How stiff a body is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stiffness {
    /// \[PD09\] 5: by the number of passes, N. It costs as much more as it is stiffer.
    Passes {
        count: u32,
        /// N + 1 passes, as the paper's formula is printed.
        #[serde(default, skip_serializing_if = "is_false")]
        literal: bool,
        /// Chebyshev's acceleration with this radius, below 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chebyshev: Option<f32>,
    },
    /// By frequency, at one cost.
    Implicit { hz: f32, iterations: u32 },
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Stiffness {
    pub fn passes(count: u32) -> Stiffness {
        Stiffness::Passes { count, literal: false, chebyshev: None }
    }
}

impl Default for Stiffness {
    fn default() -> Stiffness {
        Stiffness::passes(3)
    }
}

/// What makes sliding one way easier than the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bristles {
    /// The easy way, in the bind pose.
    pub towards: [f32; 3],
    /// Friction the other way is this much more: 2 is three times as much.
    pub more: f32,
}

/// What sets a signal off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    Touch,
    /// It runs into something, or something into it: of this part, or of any.
    Contact {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<String>,
    },
    /// A collider of this part comes within a distance, m.
    Near {
        part: String,
        distance: f32,
    },
    Key {
        name: String,
    },
    Timer {
        first_secs: f32,
        every_secs: f32,
    },
}

/// \[PD09\] 4.4: a rule. When → which charts, how far, how fast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stimulus {
    pub when: When,
    /// Swept once.
    pub charts: Charts,
    /// How many times a second the signal could pass through the whole body.
    pub speed: f32,
    /// What is left of it at the far end is one over this.
    pub fading: f32,
    /// Not again within this time.
    #[serde(default)]
    pub pause_secs: f32,
    /// Where it starts if nothing is touched: for keys and timers.
    #[serde(default)]
    pub at: [f32; 3],
    /// Distances relative to the farthest vertex, as the paper has it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub literal: bool,
}

/// What boneless bodies swim in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Water {
    /// Height of its surface, m; everywhere if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<f32>,
    /// kg/m³
    pub density: f32,
    /// m/s
    pub velocity: [f32; 3],
    pub normal_drag: f32,
    pub tangent_drag: f32,
}

impl Default for Water {
    fn default() -> Water {
        Water { level: None, density: water_density(), velocity: [0.0; 3], normal_drag: 1.0, tangent_drag: 0.03 }
    }
}
