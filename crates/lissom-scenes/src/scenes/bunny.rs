//! \[KI13\] Fig. 1: a bunny with swinging ears, and a camera that walks around it.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::preset::Preset;
use lissom_rig::rig::{ColliderShape, Joints, Rig, RigCollider};
use lissom_rig::view::{Sag, View as Views};

use crate::camera::Path;
use crate::figures::bunny;
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "bunny",
    from: "rods Fig. 1, Table 1",
    about: "a bunny whose ears take the shape that looks best from where the camera is",
    look: "from all sides there are two ears, and neither hides the other or the eyes",
    seconds: 10.0,
    still_secs: 2.0,
    variants: super::WITH_AND_WITHOUT,
    paper: None,
    character: bunny::character,
    rig,
    motion: motion::hop_and_look,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: Some("root"),
        follow: false,
        middle: 0.84,
        height: 1.75,
        yaw_deg: -25.0,
        pitch_deg: 7.0,
        rises: false,
        camera: Path::Orbit { period_secs: 10.0 },
    },
};

fn rig(_: &Character, variant: &str) -> Rig {
    let ear = |side: bunny::Side, name: &str| {
        let views = Views { examples: bunny::examples(side), sag: Sag::Upright, ..Views::default() };
        Joints {
            name: name.into(),
            bones: (0..bunny::JOINTS).map(|k| side.bone(k)).collect(),
            radius: 0.03,
            weight_kg: 0.24,
            preset: Preset::Ear,
            view: super::with(variant, views),
            ..Joints::default()
        }
    };
    let ball = |center: [f32; 3], radius: f32| RigCollider {
        part: "head".into(),
        bone: Some("head".into()),
        shape: ColliderShape::Sphere { center, radius },
        friction: 0.3,
    };
    Rig {
        joints: vec![ear(bunny::Side::Left, "ear.L"), ear(bunny::Side::Right, "ear.R")],
        colliders: vec![ball([0.0, 0.74, 0.0], 0.2)],
        ..Rig::default()
    }
}
