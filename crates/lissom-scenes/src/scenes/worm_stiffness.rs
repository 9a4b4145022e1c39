//! \[PD09\] Fig. 8: the more passes, the stiffer. The middle of a worm is held in the air.

use lissom_rig::creature::{Creature, Stiffness};
use lissom_rig::rig::Area;
use lissom_rig::{Character, Rig};

use crate::figures::{boneless, props, worm};
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "worm-stiffness",
    from: "ProcDef Fig. 8, Table 1",
    about: "a worm that is held by its middle and hangs down",
    look: "the ends hang less with more passes; the implicit step costs the same however stiff",
    seconds: 8.0,
    still_secs: 7.0,
    variants: &["n6", "n1", "n15", "implicit"],
    paper: Some(Paper::Creatures { vertices: 470, bodies: 1, ms: 5.04 }),
    character,
    rig,
    view: View { middle: 0.46, height: 0.95, yaw_deg: 38.0, pitch_deg: 3.0, ..super::BONELESS.view },
    ..super::BONELESS
};

/// How high it is held, m, and where its middle is.
const LIFT: f32 = 0.62;
const MIDDLE: f32 = LIFT + 0.08;

fn character() -> Character {
    let mut worm = worm::character();
    let meshes = worm.meshes.iter_mut().map(|m| &mut m.positions);
    let tets = worm.tets.iter_mut().map(|t| &mut t.mesh.positions);
    meshes.chain(tets).flatten().for_each(|p| p.y += LIFT);
    boneless::add(&mut worm, "post", props::post(MIDDLE, 0.112));
    worm
}

fn rig(_: &Character, variant: &str) -> Rig {
    let stiffness = match variant {
        "n1" => Stiffness::passes(1),
        "n15" => Stiffness::passes(15),
        "implicit" => Stiffness::Implicit { hz: 60.0, iterations: 3 },
        _ => Stiffness::passes(6),
    };
    let creature = Creature {
        stiffness,
        // As much lighter as the difference shows well.
        gravity_scale: 0.25,
        damping: 1.5,
        held: vec![Area::Ball { center: [0.0, MIDDLE, 0.0], radius: 0.13 }],
        ..Creature::new("worm")
    };
    Rig { creatures: vec![creature], ..Rig::default() }
}
