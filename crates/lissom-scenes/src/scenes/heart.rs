//! \[PD09\] Fig. 11a to c: the ventricles of a heart beat. Fibres in spirals contract, and the walls thicken.

use lissom_rig::creature::{Creature, Stiffness, Template, Volume};
use lissom_rig::rig::{Area, Gravity};
use lissom_rig::{Character, Rig};

use crate::figures::heart;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "heart",
    from: "ProcDef Fig. 11, Table 1",
    about: "the two ventricles of a heart, beating",
    look: "the left wall thickens, the left ventricle empties, and the apex twists against the base",
    seconds: 6.0,
    still_secs: 3.0,
    variants: &["beat"],
    paper: Some(Paper::Creatures { vertices: 1302, bodies: 1, ms: 14.79 }),
    character: heart::character,
    rig,
    view: View { middle: 0.62, height: 0.95, yaw_deg: 20.0, pitch_deg: 34.0, ..super::BONELESS.view },
    ..super::BONELESS
};

/// Seconds of a beat.
pub const BEAT_SECS: f32 = 1.3;

fn rig(_: &Character, _: &str) -> Rig {
    // Along the fibres it contracts, through the wall it expands; a little more than it takes to keep the volume,
    // because regions hold each other back more there than along.
    let mut charts = Template::Heartbeat.charts(BEAT_SECS, 1.27);
    charts.volume = Volume::Free;
    charts.range = 1.5;
    charts.second = charts.first.iter().map(|[t, c]| [*t, c.powf(-1.1)]).collect();
    let creature = Creature {
        fields: heart::fields(),
        charts,
        speed: 6.0,
        stiffness: Stiffness::passes(6),
        damping: 8.0,
        region_damping: 9.0,
        held: heart::roots().map(|root| Area::Ball { center: root.to_array(), radius: 0.075 }).to_vec(),
        ..Creature::new("heart")
    };
    Rig { creatures: vec![creature], gravity: Gravity([0.0; 3]), ..Rig::default() }
}
