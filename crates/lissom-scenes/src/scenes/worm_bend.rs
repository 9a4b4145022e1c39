//! \[PD09\] Fig. 9c and e: one side stretches where the other shrinks, and the worm bends; with a delay it writhes like a snake.

use lissom_rig::creature::{Creature, Stiffness, Template, Volume};
use lissom_rig::{Character, Rig};

use crate::figures::worm;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "worm-bend",
    from: "ProcDef Fig. 9",
    about: "a worm that bends to both sides, and writhes like a snake",
    look: "left and right take turns; in the second variant the bend runs along the body",
    seconds: 8.0,
    still_secs: 3.85,
    variants: &["bend", "snake"],
    character: worm::character,
    rig,
    view: View { middle: 0.08, height: 0.82, yaw_deg: 48.0, pitch_deg: 42.0, ..super::BONELESS.view },
    ..super::BONELESS
};

fn rig(_: &Character, variant: &str) -> Rig {
    let mut fields = worm::fields_bend();
    if variant == "bend" {
        fields.delay.clear();
    }
    let mut charts = Template::Sine.charts(2.0, 1.25);
    charts.volume = Volume::Both;
    let creature = Creature {
        fields,
        charts,
        speed: 0.5,
        stiffness: Stiffness::passes(6),
        // Light enough that it bends as a whole, and not its ends alone.
        gravity_scale: 0.1,
        damping: 1.0,
        friction: 0.3,
        region_damping: 9.0,
        ..Creature::new("worm")
    };
    Rig { creatures: vec![creature], colliders: vec![super::floor()], ..Rig::default() }
}
