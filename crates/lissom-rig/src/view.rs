//! Art direction by the camera: what joints should look like from where.

use std::collections::BTreeMap;
use std::str::FromStr;

use glam::{Quat, Vec3};
use lissom_core as core;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::character::{Pose, Skeleton};

pub mod coverage;
mod mirror;

pub use mirror::other_side;

/// Examples for a set of joints. Beside them there is always the bind pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct View {
    pub examples: Vec<Example>,
    pub weighting: Weighting,
    pub descriptor: Descriptor,
    pub suppression: Suppression,
    /// How quickly the shape follows the camera; 0.1 s if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_secs: Option<f32>,
    pub sag: Sag,
    /// In wind faster than this, m/s, nothing is done about ghost momentum: nobody would see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_wind: Option<f32>,
}

/// A pose for one view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub name: String,
    /// Towards the camera, in the frame of the first joint.
    pub direction: [f32; 3],
    /// How far around that direction it counts, rad.
    pub extent: f32,
    /// Rotation of each bone relative to its parent, x y z w, as a node has it in glTF.
    pub rotations: Vec<[f32; 4]>,
    /// Morph targets that go with it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub morphs: BTreeMap<String, f32>,
}

/// How view directions become weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weighting {
    #[default]
    Gaussian,
    /// Meets every example exactly.
    Interpolating,
    /// Barycentric between the directions.
    Triangulated,
}

/// What relative rotations are relative to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Descriptor {
    #[default]
    ParentLocal,
    Paper,
}

/// What is done about the motion that a moving camera would cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Suppression {
    None,
    /// Damp everything, this much per second more.
    Damping {
        rate: f32,
    },
    Projection {
        ridge: f32,
        window: f32,
    },
    #[default]
    Transport,
}

impl Suppression {
    /// Enough to calm a part within half a second.
    pub const DAMPING: Suppression = Suppression::Damping { rate: 8.0 };
    pub const PROJECTION: Suppression = Suppression::Projection { ridge: 0.1, window: 0.3 };
    /// Every kind by its name, with the numbers above.
    pub const NAMED: [(&str, Suppression); 4] = [
        ("none", Suppression::None),
        ("damping", Suppression::DAMPING),
        ("projection", Suppression::PROJECTION),
        ("transport", Suppression::Transport),
    ];
}

impl FromStr for Suppression {
    type Err = NoSuppression;

    fn from_str(name: &str) -> Result<Suppression, NoSuppression> {
        let found = Suppression::NAMED.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| kind).ok_or_else(|| NoSuppression(name.to_owned()))
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{0}`: give none, damping, projection or transport")]
pub struct NoSuppression(String);

/// Whether poses are what gravity leaves, or what it acts on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sag {
    #[default]
    Off,
    /// Poses are met while the base is upright as in the bind pose.
    Upright,
    /// Poses are met however the base is turned.
    AnyTilt,
}

impl View {
    /// The engine's form of it, for the given bones of a skeleton.
    pub fn blend(&self, skeleton: &Skeleton, bones: &[usize]) -> core::ViewBlend {
        core::ViewBlend {
            examples: self.examples.iter().map(|e| e.posed(skeleton, bones)).collect(),
            weighting: match self.weighting {
                Weighting::Gaussian => core::Weighting::Gaussian,
                Weighting::Interpolating => core::Weighting::Interpolating,
                Weighting::Triangulated => core::Weighting::Triangulated,
            },
            descriptor: match self.descriptor {
                Descriptor::ParentLocal => core::Descriptor::ParentLocal,
                Descriptor::Paper => core::Descriptor::Paper,
            },
            suppression: match self.suppression {
                Suppression::None => core::Suppression::None,
                Suppression::Damping { rate } => core::Suppression::Damping { rate },
                Suppression::Projection { ridge, window } => core::Suppression::Projection { ridge, window },
                Suppression::Transport => core::Suppression::Transport,
            },
            response_secs: self.response_secs.unwrap_or(core::ViewBlend::default().response_secs),
            sag: match self.sag {
                Sag::Off => core::Sag::Off,
                Sag::Upright => core::Sag::Upright,
                Sag::AnyTilt => core::Sag::AnyTilt,
            },
            until_wind: self.until_wind.unwrap_or(f32::INFINITY),
        }
    }
}

impl Example {
    /// Poses of the joints in the frame of the first one, as the animation has it.
    fn joints(&self, skeleton: &Skeleton, bones: &[usize]) -> Vec<Pose> {
        let mut out: Vec<Pose> = Vec::with_capacity(bones.len());
        for (k, &bone) in bones.iter().enumerate() {
            let bind = skeleton.bones[bone].parent_from_bone;
            let turn = self.rotations.get(k).map_or(bind.rotation, |q| Quat::from_array(*q).normalize());
            let parent = skeleton.bones[bone].parent.and_then(|p| bones.iter().position(|b| *b == p));
            out.push(match parent {
                Some(parent) => out[parent].then(&Pose::new(bind.translation, turn)),
                None => Pose::new(Vec3::ZERO, bind.rotation.conjugate() * turn),
            });
        }
        out
    }

    fn posed(&self, skeleton: &Skeleton, bones: &[usize]) -> core::ViewExample {
        let joints = self.joints(skeleton, bones);
        core::ViewExample {
            positions: joints.iter().map(|j| j.translation.to_array()).collect(),
            rotations: joints.iter().map(|j| j.rotation.to_array()).collect(),
            direction: self.direction,
            extent: self.extent,
            morphs: self.morphs.iter().map(|(name, &weight)| core::Morph { name: name.clone(), weight }).collect(),
        }
    }
}
