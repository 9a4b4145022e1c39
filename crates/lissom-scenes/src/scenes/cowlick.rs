//! \[KI13\] Fig. 6: a tuft on top of the head faces the camera, even when she walks and turns.

use lissom_core::Wind;
use lissom_rig::Rig;

use crate::figures::cowlick;
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "cowlick",
    from: "rods Fig. 6, Table 1",
    about: "a tuft of hair that faces the camera, on a girl who walks in a circle",
    look: "the tuft shows the same bold curve from every side",
    seconds: 9.0,
    variants: &["usual"],
    paper: None,
    character: cowlick::character,
    rig: |_, _| Rig::default(),
    motion: motion::walk_in_circle,
    wind: |_| Wind::default(),
    view: View {
        bone: Some("root"),
        follow: false,
        middle: 0.58,
        height: 1.1,
        yaw_deg: 12.0,
        pitch_deg: 5.0,
        orbit_secs: 0.0,
    },
};
