//! \[PD09\] Fig. 11d to g: peristalsis. Rings round a bowel contract one after the other.

use lissom_rig::creature::{Charts, Creature, Interpolation, Start, Stiffness};
use lissom_rig::rig::{Area, Gravity};
use lissom_rig::{Character, Rig};

use crate::figures::bowel;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "bowel",
    from: "ProcDef Fig. 11, Table 1",
    about: "a bowel that moves what is in it along",
    look: "a narrow place runs along the S from one end to the other",
    seconds: 10.0,
    still_secs: 4.0,
    variants: &["peristalsis"],
    paper: Some(Paper::Creatures { vertices: 1576, bodies: 1, ms: 17.49 }),
    character: bowel::character,
    rig,
    view: View { middle: 0.86, height: 1.28, yaw_deg: 15.0, pitch_deg: 10.0, ..super::BONELESS.view },
    ..super::BONELESS
};

/// Seconds of a cycle; a wave takes as long from one end to the other.
pub const CYCLE_SECS: f32 = 5.0;

/// How much shorter a ring becomes where it is tightest, if nothing holds it back.
const RATE: f32 = 2.1;

fn rig(_: &Character, _: &str) -> Rig {
    // A tight ring, and ahead of it room for what it pushes along.
    let ahead = [(0.16, 0.0), (0.22, 0.3), (0.28, 0.4), (0.33, 0.25)];
    let tight = [(0.38, -0.35), (0.42, -1.0), (0.47, -1.0), (0.52, -0.4), (0.57, 0.0)];
    let first = ahead.iter().chain(&tight).map(|(t, amount)| [*t, RATE.powf(*amount)]).collect();
    let charts = Charts { cycle_secs: CYCLE_SECS, range: RATE, first, ..Charts::default() };
    let mut fields = bowel::fields();
    fields.interpolation = Interpolation::AlongBody;
    let ends = [0.0, 1.0].map(|share| {
        let (center, _) = bowel::centreline(share);
        Area::Ball { center: center.to_array(), radius: 0.13 }
    });
    let creature = Creature {
        fields,
        charts,
        speed: 1.0 / CYCLE_SECS,
        start: Start::Front,
        stiffness: Stiffness::passes(6),
        region_damping: 9.0,
        damping: 4.0,
        held: ends.to_vec(),
        ..Creature::new("bowel")
    };
    Rig { creatures: vec![creature], gravity: Gravity([0.0; 3]), ..Rig::default() }
}
