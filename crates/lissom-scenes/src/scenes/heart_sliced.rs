//! \[PD09\] Fig. 11c, below: the heart sliced, seen from above.

use crate::figures::heart;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "heart-sliced",
    about: "the same heart with its top cut off, seen from above",
    look: "the left wall thickens inwards, and little is left of the room within",
    paper: None,
    character: heart::sliced,
    view: View { middle: 0.6, height: 0.68, yaw_deg: -62.0, pitch_deg: 54.0, ..super::heart::SCENE.view },
    ..super::heart::SCENE
};
