//! \[PD09\] Fig. 1: a jellyfish swims by contracting its bell quickly and opening it slowly.

use lissom_rig::creature::{Creature, Stiffness, Template, Volume, Water};
use lissom_rig::rig::Gravity;
use lissom_rig::{Character, Rig};

use crate::figures::jellyfish;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "jellyfish",
    from: "ProcDef Fig. 1, Table 1",
    about: "a jellyfish that swims by itself",
    look: "the bell closes from the top to the rim, and rises with each stroke",
    seconds: 15.0,
    still_secs: 3.3,
    variants: &["swim", "even", "slow", "dry"],
    paper: Some(Paper::Creatures { vertices: 854, bodies: 1, ms: 4.37 }),
    character: jellyfish::character,
    rig,
    view: View { rises: true, middle: 0.82, height: 1.25, yaw_deg: 20.0, pitch_deg: 8.0, ..super::BONELESS.view },
    ..super::BONELESS
};

/// Seconds of a stroke.
pub const STROKE_SECS: f32 = 1.5;

fn rig(_: &Character, variant: &str) -> Rig {
    let quick = match variant {
        "even" => 0.5,
        "slow" => 0.75,
        _ => 0.25,
    };
    let mut charts = Template::Pulse { quick }.charts(STROKE_SECS, 1.5);
    charts.volume = Volume::Second;
    let creature = Creature {
        fields: jellyfish::fields(),
        charts,
        speed: 4.0,
        stiffness: Stiffness::passes(2),
        ..Creature::new("jellyfish")
    };
    // Without water there is nothing to push against, and nothing to sink in.
    let dry = variant == "dry";
    Rig {
        creatures: vec![creature],
        water: (!dry).then(Water::default),
        gravity: if dry { Gravity([0.0; 3]) } else { Gravity::default() },
        ..Rig::default()
    }
}
