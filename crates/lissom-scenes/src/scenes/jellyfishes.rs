//! \[PD09\] Fig. 10, left: 31 jellyfish swim, and avoid each other.

use glam::{Quat, Vec3};
use lissom_core::Wind;
use lissom_rig::creature::{Creature, Stiffness, Template, Volume, Water};
use lissom_rig::rig::{ColliderShape, RigCollider};
use lissom_rig::{Character, Rig};

use crate::camera::Path;
use crate::figures::jellyfish;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "jellyfishes",
    from: "ProcDef Fig. 10, Table 1",
    about: "31 jellyfish in a round tank",
    look: "they swim into each other and slide past",
    seconds: 10.0,
    still_secs: 6.0,
    variants: &["swarm"],
    paper: Some(Paper::Creatures { vertices: 315, bodies: 31, ms: 31.64 }),
    character,
    rig,
    motion: super::stays,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: None,
        follow: false,
        rises: false,
        middle: 1.0,
        height: 2.6,
        yaw_deg: 25.0,
        pitch_deg: 6.0,
        camera: Path::Still,
    },
};

const COUNT: usize = 31;
const TANK: f32 = 1.15;

/// Where one of them starts: in a spiral, in five layers, each leaning another way.
fn place(k: usize) -> (Vec3, Quat) {
    let turn = k as f32 * 2.399_963;
    let (layer, out) = (k % 5, ((k / 5) as f32 + 0.4).sqrt() * 0.34);
    let at = Vec3::new(out * turn.cos(), 0.12 + 0.4 * layer as f32, out * turn.sin());
    (at, Quat::from_axis_angle(Vec3::new(-turn.sin(), 0.0, turn.cos()), 0.5 * (1.7 * k as f32).sin()))
}

fn character() -> Character {
    super::crowd("jellyfishes", COUNT, jellyfish::small_jellyfish, place)
}

fn rig(character: &Character, _: &str) -> Rig {
    let fields = jellyfish::small_fields();
    let creature = |k: usize| {
        let mut charts = Template::Pulse { quick: 0.25 }.charts(0.9 + 0.04 * (k % 7) as f32, 1.5);
        charts.volume = Volume::Second;
        Creature {
            fields: super::moved(&fields, place(k)),
            charts,
            speed: 5.0,
            stiffness: Stiffness::passes(1),
            radius: Some(0.02),
            ..Creature::new(&character.tets[k].name)
        }
    };
    let tank = RigCollider {
        part: "tank".into(),
        bone: None,
        shape: ColliderShape::InsideSphere { center: [0.0, 1.0, 0.0], radius: TANK },
        friction: 0.1,
    };
    Rig {
        creatures: (0..COUNT).map(creature).collect(),
        colliders: vec![tank],
        water: Some(Water::default()),
        ..Rig::default()
    }
}
