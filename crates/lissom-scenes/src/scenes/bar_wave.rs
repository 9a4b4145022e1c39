//! \[PD09\] Fig. 6: a delay sends a bulge along a bar.

use lissom_rig::creature::{Charts, Creature, Stiffness};
use lissom_rig::rig::Gravity;
use lissom_rig::{Character, Rig};

use crate::figures::bar;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "bar-wave",
    from: "ProcDef Fig. 6",
    about: "a bulge that runs along a bar",
    look: "where it is short it is thick; the bulge goes from left to right",
    seconds: 6.0,
    still_secs: 3.0,
    variants: &["wave"],
    character: bar::character,
    rig,
    view: View { middle: 0.54, height: 0.66, yaw_deg: 20.0, pitch_deg: 10.0, ..super::BONELESS.view },
    ..super::BONELESS
};

/// Seconds of a cycle; the signal takes as long from one end to the other.
pub const CYCLE_SECS: f32 = 2.0;

fn rig(_: &Character, _: &str) -> Rig {
    let pulse = vec![[0.0, 1.0], [0.16, 0.5], [0.32, 1.0]];
    let creature = Creature {
        fields: bar::fields_wave(),
        charts: Charts { cycle_secs: CYCLE_SECS, first: pulse, ..Charts::default() },
        speed: 1.0 / CYCLE_SECS,
        stiffness: Stiffness::Implicit { hz: 20.0, iterations: 3 },
        region_damping: 12.0,
        ..Creature::new("bar")
    };
    Rig { creatures: vec![creature], gravity: Gravity([0.0; 3]), ..Rig::default() }
}
