//! The rod that ghost momentum is measured on: nothing moves but the camera.

use lissom_core::Wind;
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{Joints, Rig};
use lissom_rig::view::View as Views;
use lissom_rig::{Character, Pose, Skeleton};

use crate::camera::Path;
use crate::figures::rod;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "rod-ghost",
    from: "rods Sec. 4",
    about: "a rod with five examples, and a camera that makes a quarter turn",
    look: "it takes its new shape and does not swing",
    seconds: 5.0,
    still_secs: 3.0,
    variants: super::WITH_AND_WITHOUT,
    paper: None,
    character: rod::character,
    rig,
    motion,
    wind: |_| Wind::default(),
    // East of the rod, ten degrees up from its foot.
    taps: &[],
    view: View {
        bone: Some("root"),
        follow: false,
        middle: 0.0,
        height: 1.5,
        yaw_deg: 90.0,
        pitch_deg: 10.0,
        rises: false,
        camera: Path::Quarter,
    },
};

fn motion(skeleton: &Skeleton, _: f64) -> Vec<Pose> {
    skeleton.rest_local()
}

fn rig(_: &Character, variant: &str) -> Rig {
    let views = Views { examples: rod::examples(rod::JOINTS), response_secs: Some(0.0), ..Views::default() };
    Rig {
        joints: vec![Joints {
            name: "rod".into(),
            bones: (0..rod::JOINTS).map(rod::bone).collect(),
            radius: rod::RADIUS,
            weight_kg: 0.05 * rod::JOINTS as f32,
            preset: Preset::Ear,
            adjust: Adjust { stiffness_hz: Some(20.0), twist_hz: Some(20.0), damping: Some(0.6), ..Adjust::default() },
            view: super::with(variant, views),
            ..Joints::default()
        }],
        ..Rig::default()
    }
}
