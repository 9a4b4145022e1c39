//! A boneless body as an artist authors it: fields painted on it, charts drawn for it, what it answers to.

use serde::{Deserialize, Serialize};

use crate::rig::Area;

/// A value painted at a point, in the bind pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dab {
    pub at: [f32; 3],
    pub value: f32,
}

/// A line drawn on or in the body; which end it began at does not matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    pub points: Vec<[f32; 3]>,
}

/// \[PD09\] 4: what is painted and drawn on a body. Each field is interpolated between its constraints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// By distance in space: smooth, and fast.
    #[default]
    Euclidean,
    /// Along the body: for bodies so bent that parts lie side by side.
    AlongBody,
}

/// A boneless body: the tetrahedra of the same name, and how they move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Creature {
    /// The tetrahedra it drives; also its name in contacts and reports.
    pub name: String,
    #[serde(default)]
    pub fields: Fields,
    /// Where vertices only follow the bones.
    #[serde(default)]
    pub held: Vec<Area>,
}
