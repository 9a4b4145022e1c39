//! \[PD09\] Fig. 9d: a worm crawls by a wave of contraction.

use lissom_rig::creature::{Creature, Stiffness, Template};
use lissom_rig::{Character, Rig};

use crate::figures::worm;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "worm",
    from: "ProcDef Fig. 9, Table 1",
    about: "a worm that crawls",
    look: "waves of contraction run along the body, and it goes the other way",
    seconds: 12.0,
    still_secs: 4.0,
    variants: &["crawl", "back", "ice"],
    paper: Some(Paper::Creatures { vertices: 470, bodies: 1, ms: 5.04 }),
    character: worm::character,
    rig,
    view: View { middle: 0.1, height: 0.75, yaw_deg: 60.0, pitch_deg: 14.0, ..super::BONELESS.view },
    ..super::BONELESS
};

const CYCLE_SECS: f32 = 1.5;

fn rig(_: &Character, variant: &str) -> Rig {
    let mut fields = worm::fields();
    if variant == "back" {
        fields.delay.iter_mut().for_each(|d| d.value = 1.0 - d.value);
    }
    let creature = Creature {
        fields,
        charts: Template::Sine.charts(CYCLE_SECS, 1.5),
        // Two waves are on the body at a time.
        speed: 1.0 / (2.0 * CYCLE_SECS),
        // Light enough that it stands on where it is thick, and lifts where it is thin.
        gravity_scale: 0.25,
        stiffness: Stiffness::passes(6),
        friction: if variant == "ice" { 0.0 } else { 0.6 },
        region_damping: 9.0,
        ..Creature::new("worm")
    };
    Rig { creatures: vec![creature], colliders: vec![super::floor()], ..Rig::default() }
}
