//! \[KI13\] Fig. 7: the front hair keeps the eyes free, wherever the camera is.

use lissom_core::Wind;
use lissom_rig::Rig;

use crate::figures::front_hair;
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "front-hair",
    from: "rods Fig. 7, Table 1",
    about: "a fringe of three strands that gives way to the view, and three strands that do not",
    look: "both eyes stay free all the way round, while she nods and shakes her head",
    seconds: 8.0,
    variants: &["usual"],
    paper: None,
    character: front_hair::character,
    rig: |_, _| Rig::default(),
    motion: motion::nod_and_shake,
    wind: |_| Wind::default(),
    view: View {
        bone: Some("hips"),
        follow: false,
        middle: 1.15,
        height: 0.52,
        yaw_deg: -20.0,
        pitch_deg: 2.0,
        orbit_secs: 8.0,
    },
};
