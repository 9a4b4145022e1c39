//! \[PD09\] Fig. 7: a snail draws back where it is touched, and the signal runs on through its body.

use lissom_rig::creature::{Charts, Creature, Stiffness, Stimulus, Template, Volume, When};
use lissom_rig::rig::{Area, ColliderShape, Gravity, RigCollider};
use lissom_rig::{Character, Pose, Rig, Skeleton};

use crate::figures::snail;
use crate::scene::{Scene, Tap, View};

pub const SCENE: Scene = Scene {
    name: "snail",
    from: "ProcDef Fig. 7",
    about: "a snail that answers a touch, and a stone in its way",
    look: "an eye draws back, then the head, then the rest of the body, each a little later and less",
    seconds: 8.0,
    still_secs: 2.0,
    variants: &["touch", "obstacle"],
    character: snail::on_the_way,
    rig,
    motion: glides,
    taps: &[Tap { at_secs: TAP_SECS, creature: "snail", place: TAP }],
    view: View { middle: 0.28, height: 0.95, yaw_deg: 65.0, pitch_deg: 10.0, ..super::BONELESS.view },
    ..super::BONELESS
};

/// When it is touched, and where: at the tip of an eye.
pub const TAP_SECS: f64 = 1.0;
pub const TAP: [f32; 3] = [0.135, 0.605, 0.435];

fn rig(_: &Character, variant: &str) -> Rig {
    if variant == "obstacle" { obstacle() } else { touch() }
}

/// Nothing moves until it is touched: its house is held, and it weighs nothing.
fn touch() -> Rig {
    let creature = Creature {
        fields: snail::fields(),
        stiffness: Stiffness::passes(6),
        damping: 4.0,
        region_damping: 9.0,
        held: vec![house()],
        stimuli: vec![draws_back(When::Touch)],
        ..Creature::new("snail")
    };
    Rig { creatures: vec![creature], colliders: vec![super::floor()], gravity: Gravity([0.0; 3]), ..Rig::default() }
}

/// Its house is taken along, waves run through its foot, and then there is a stone.
fn obstacle() -> Rig {
    let (center, radius) = snail::STONE;
    let shape = ColliderShape::Sphere { center: center.to_array(), radius };
    let stone = RigCollider { part: "stone".into(), bone: None, shape, friction: 0.2 };
    let mut rig = touch();
    rig.colliders.push(stone);
    let creature = &mut rig.creatures[0];
    creature.fields = snail::fields_foot();
    creature.charts = Template::Sine.charts(1.0, 1.08);
    // Two waves are on the foot at a time.
    creature.speed = 0.5;
    creature.friction = 0.05;
    creature.anchor = Some(snail::WAY.into());
    creature.stimuli = vec![draws_back(When::Contact { part: Some("stone".into()) })];
    rig
}

/// The way goes on at a snail's pace, until a little after the stone is met, and a little back.
fn glides(skeleton: &Skeleton, time_secs: f64) -> Vec<Pose> {
    let mut pose = skeleton.rest_local();
    let ease = |from: f64, to: f64| {
        let s = ((time_secs - from) / (to - from)).clamp(0.0, 1.0);
        s * s * (3.0 - 2.0 * s)
    };
    if let Some(way) = skeleton.find(snail::WAY) {
        pose[way].translation.z += (0.17 * ease(0.5, 3.5) - 0.11 * ease(3.0, 4.6)) as f32;
    }
    pose
}

fn house() -> Area {
    Area::Ball { center: [0.0, 0.36, -0.135], radius: 0.26 }
}

/// Quickly shorter, and slowly out again.
fn draws_back(when: When) -> Stimulus {
    let first = vec![[0.0, 1.0], [0.14, 0.62], [0.24, 0.5], [0.45, 0.52], [0.75, 0.85], [0.93, 1.0]];
    let wide = |[t, c]: &[f32; 2]| [*t, c.powf(-0.25)];
    let across: Vec<[f32; 2]> = first.iter().map(wide).collect();
    let charts =
        Charts { cycle_secs: 2.6, volume: Volume::Free, second: across.clone(), third: across, first, range: 2.0 };
    Stimulus { when, charts, speed: 1.2, fading: 8.0, pause_secs: 3.0, at: [0.0; 3], literal: false }
}
