//! \[KI13\] Fig. 1: a bunny with swinging ears, and a camera that walks around it.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::rig::Rig;

use crate::figures::bunny;
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "bunny",
    from: "rods Fig. 1, Table 1",
    about: "a bunny whose ears take the shape that looks best from where the camera is",
    look: "from all sides there are two ears, and neither hides the other or the eyes",
    seconds: 10.0,
    variants: &["usual"],
    paper: None,
    character: bunny::character,
    rig,
    motion: motion::hop_and_look,
    wind: |_| Wind::default(),
    view: View {
        bone: Some("root"),
        follow: false,
        middle: 0.84,
        height: 1.75,
        yaw_deg: -25.0,
        pitch_deg: 7.0,
        orbit_secs: 10.0,
    },
};

fn rig(_: &Character, _: &str) -> Rig {
    Rig::default()
}
