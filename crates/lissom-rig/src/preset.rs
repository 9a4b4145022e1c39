//! Presets: numbers that look right for what people make, and single ones changed.

use lissom_core::{BodyParams, Limit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Strands that swing and come back.
    #[default]
    Hair,
    Cape,
    Skirt,
    /// Heavy two-sided cloth.
    Robe,
    /// Follows closely and quivers.
    SoftSkin,
    Ear,
    Tail,
    Ribbon,
    /// For shells, which are only there to collide.
    Body,
}

impl Preset {
    pub fn params(self) -> BodyParams {
        let base = BodyParams::default();
        match self {
            Preset::Hair => BodyParams { bend_hz: 9.0, twist_hz: 12.0, damping: 1.5, wind: 1.2, ..base },
            Preset::Cape => BodyParams {
                bend_hz: 5.0,
                twist_hz: 8.0,
                ring: 1,
                damping: 1.0,
                wind: 2.0,
                self_collision: true,
                ..base
            },
            Preset::Skirt => {
                BodyParams { bend_hz: 9.0, twist_hz: 10.0, ring: 1, damping: 1.5, self_collision: true, ..base }
            }
            Preset::Robe => BodyParams {
                bend_hz: 8.0,
                twist_hz: 10.0,
                ring: 1,
                damping: 1.2,
                wind: 0.8,
                self_collision: true,
                ..base
            },
            Preset::SoftSkin => BodyParams { bend_hz: 24.0, twist_hz: 24.0, ring: 1, damping: 4.0, wind: 0.0, ..base },
            Preset::Ear => BodyParams { bend_hz: 18.0, twist_hz: 18.0, damping: 1.5, ..base },
            Preset::Tail => BodyParams { bend_hz: 12.0, twist_hz: 14.0, damping: 1.2, ..base },
            Preset::Ribbon => BodyParams { bend_hz: 5.0, twist_hz: 8.0, damping: 0.8, wind: 3.0, ..base },
            Preset::Body => BodyParams { friction: 0.5, wind: 0.0, damping: 0.0, spin_damping: 0.0, ..base },
        }
    }
}

/// Numbers of a preset that are changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Adjust {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness_hz: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twist_hz: Option<f32>,
    /// How many joints or particles around each are matched together: the main control of stiffness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_cone_deg: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_collision: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_sweeps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_stretch: Option<f32>,
}

impl Adjust {
    pub fn is_empty(&self) -> bool {
        *self == Adjust::default()
    }

    pub fn apply(&self, params: &mut BodyParams) {
        let set = |value: Option<f32>, to: &mut f32| {
            if let Some(value) = value {
                *to = value;
            }
        };
        set(self.stiffness_hz, &mut params.bend_hz);
        set(self.twist_hz, &mut params.twist_hz);
        set(self.damping, &mut params.damping);
        set(self.gravity, &mut params.gravity_scale);
        set(self.wind, &mut params.wind);
        set(self.inertia, &mut params.inertia);
        set(self.friction, &mut params.friction);
        set(self.max_stretch, &mut params.max_stretch);
        if let Some(deg) = self.limit_cone_deg {
            params.limit = Some(Limit::Cone { angle_rad: deg.to_radians() });
        }
        params.ring = self.ring.unwrap_or(params.ring);
        params.self_collision = self.self_collision.unwrap_or(params.self_collision);
        params.length_sweeps = self.length_sweeps.unwrap_or(params.length_sweeps);
    }
}
