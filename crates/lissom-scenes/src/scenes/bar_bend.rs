//! \[PD09\] Fig. 5: the top of a bar stretches where its bottom shrinks, and it bends.

use lissom_rig::creature::{Charts, Creature, Start, Stiffness, Volume};
use lissom_rig::rig::Gravity;
use lissom_rig::{Character, Rig};

use crate::figures::bar;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "bar-bend",
    from: "ProcDef Fig. 5",
    about: "a bar that bends both ways",
    look: "stretched by 1.5 above, the ends go down; by 1/1.5, up",
    seconds: 4.0,
    still_secs: 3.5,
    variants: &["stretch", "shrink"],
    character: bar::character,
    rig,
    view: View { middle: 0.56, height: 0.66, yaw_deg: 20.0, pitch_deg: 10.0, ..super::BONELESS.view },
    ..super::BONELESS
};

fn rig(_: &Character, variant: &str) -> Rig {
    let rate = if variant == "shrink" { 1.0 / 1.5 } else { 1.5 };
    let creature = Creature {
        fields: bar::fields_bend(),
        charts: Charts { volume: Volume::Free, ..Charts::constant(rate) },
        start: Start::Ease { secs: 1.5 },
        stiffness: Stiffness::Implicit { hz: 20.0, iterations: 3 },
        region_damping: 12.0,
        ..Creature::new("bar")
    };
    Rig { creatures: vec![creature], gravity: Gravity([0.0; 3]), ..Rig::default() }
}
