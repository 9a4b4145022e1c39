//! All three papers in one character and one scene, and everything touches.

use glam::Quat;
use lissom_core::Wind;
use lissom_rig::creature::{Bristles, Charts, Creature, Stiffness, Template, Volume};
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{Area, Joints, Kind, Paint, Region};
use lissom_rig::view::View as Views;
use lissom_rig::{Character, Rig};

use super::region;
use crate::camera::Path;
use crate::figures::{belly, companion, menagerie};
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "menagerie",
    from: "all three papers",
    about: "hair that knows the camera, a skirt, a belly that breathes, and a boneless friend",
    look: "the friend shuffles up to her, into her skirt and under her hair, which it lifts; all push each other",
    seconds: 12.0,
    still_secs: 4.0,
    variants: &["usual"],
    paper: None,
    character: menagerie::character,
    rig,
    motion: motion::nod_and_shake,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: Some("root"),
        follow: false,
        rises: false,
        middle: 0.66,
        height: 1.5,
        yaw_deg: -45.0,
        pitch_deg: 6.0,
        camera: Path::Orbit { period_secs: 48.0 },
    },
};

fn rig(_: &Character, _: &str) -> Rig {
    let tail = |name: &str, side: f32| Joints {
        name: "hair".into(),
        bones: (0..menagerie::JOINTS).map(|k| format!("{name}.{k}")).collect(),
        radius: 0.018,
        weight_kg: 0.15,
        preset: Preset::Hair,
        view: Some(Views { examples: menagerie::examples(side), ..Views::default() }),
        ..Joints::default()
    };
    let skirt = Region {
        spacing: 0.033,
        radius: Some(0.009),
        weight_kg: 0.35,
        paint: vec![Paint { area: Area::Above { height: 0.62 }, simulated: 0.0, soft: 0.04 }],
        adjust: Adjust {
            ring: Some(2),
            damping: Some(1.5),
            length_sweeps: Some(11),
            max_stretch: Some(0.12),
            ..Adjust::default()
        },
        ..region("skirt", Kind::Cloth, Preset::Skirt, "hips")
    };
    let body = Region {
        spacing: 0.055,
        radius: Some(0.03),
        weight_kg: 20.0,
        ..region("body", Kind::Shell { surface: true }, Preset::Body, "hips")
    };
    Rig {
        regions: vec![skirt, body],
        joints: vec![tail(menagerie::TAILS[0], 1.0), tail(menagerie::TAILS[1], -1.0)],
        creatures: vec![breathing(), friend()],
        colliders: vec![super::floor()],
        ..Rig::default()
    }
}

/// Held where it joins the trunk, and breathing: it stretches outwards and back.
fn breathing() -> Creature {
    let belly = menagerie::belly();
    let breath = Template::Sine.charts(3.2, 1.25);
    Creature {
        fields: belly.fields(),
        charts: Charts { volume: Volume::Free, first: Vec::new(), second: breath.first.clone(), ..breath },
        stiffness: Stiffness::passes(4),
        held: belly.held(),
        anchor: Some("spine".into()),
        radius: Some(0.012),
        region_damping: 9.0,
        ..Creature::new(belly::NAME)
    }
}

/// Stretching and squatting in turns takes it forward, on bristles.
fn friend() -> Creature {
    let there = (menagerie::START, Quat::IDENTITY);
    Creature {
        fields: super::moved(&companion::fields(), there),
        charts: Template::Sine.charts(0.9, 1.22),
        stiffness: Stiffness::passes(6),
        bristles: Some(Bristles { towards: [0.0, 0.0, -1.0], more: 2.0 }),
        friction: 0.5,
        density: 300.0,
        gravity_scale: 0.5,
        region_damping: 9.0,
        radius: Some(0.025),
        ..Creature::new("companion")
    }
}
