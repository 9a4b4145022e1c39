//! \[PD09\] Fig. 10, right: 101 short worms crawl over each other.

use glam::{Quat, Vec3};
use lissom_rig::creature::{Creature, Stiffness, Template};
use lissom_rig::rig::{ColliderShape, RigCollider};
use lissom_rig::{Character, Rig};

use crate::figures::{boneless, props, worm};
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "worms",
    from: "ProcDef Fig. 10, Table 1",
    about: "101 short worms in a bowl",
    look: "they crawl over and under each other",
    seconds: 10.0,
    still_secs: 5.0,
    variants: &["heap"],
    paper: Some(Paper::Creatures { vertices: 73, bodies: 101, ms: 34.01 }),
    character,
    rig,
    view: View { middle: 0.22, height: 2.5, yaw_deg: 20.0, pitch_deg: 30.0, ..super::BONELESS.view },
    ..super::BONELESS
};

const COUNT: usize = 101;
/// Radius of the bowl.
const BOWL: f32 = 9.0;
/// How far above the ground its inside is, and where its edge is.
const FOOT: f32 = 0.1;
const EDGE: f32 = 1.85;

/// Where one of them starts: in a spiral, every way round, above the bowl, which rises towards its edge.
fn place(k: usize) -> (Vec3, Quat) {
    let turn = k as f32 * 2.399_963;
    let out = 1.7 * ((k as f32 + 0.5) / COUNT as f32).sqrt();
    let floor = BOWL - (BOWL * BOWL - (out + 0.17).powi(2)).sqrt();
    let at = Vec3::new(out * turn.cos(), FOOT + floor + 0.06 * (k % 3) as f32, out * turn.sin());
    (at, Quat::from_rotation_y(2.1 * k as f32))
}

fn character() -> Character {
    let mut worms = super::crowd("worms", COUNT, worm::short_worm, place);
    boneless::add(&mut worms, "bowl", props::dish(BOWL, FOOT, EDGE));
    worms
}

fn rig(character: &Character, _: &str) -> Rig {
    let fields = worm::short_fields();
    let creature = |k: usize| Creature {
        fields: super::moved(&fields, place(k)),
        charts: Template::Sine.charts(0.6 + 0.03 * (k % 9) as f32, 1.35),
        speed: 1.2,
        stiffness: Stiffness::passes(1),
        radius: Some(0.02),
        region_damping: 9.0,
        gravity_scale: 0.25,
        ..Creature::new(&character.tets[k].name)
    };
    let bowl = RigCollider {
        part: "bowl".into(),
        bone: None,
        shape: ColliderShape::InsideSphere { center: [0.0, FOOT + BOWL, 0.0], radius: BOWL },
        friction: 0.5,
    };
    Rig { creatures: (0..COUNT).map(creature).collect(), colliders: vec![bowl], ..Rig::default() }
}
