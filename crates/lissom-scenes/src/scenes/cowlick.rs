//! \[KI13\] Fig. 6: a tuft on top of the head faces the camera, even when she walks and turns.

use lissom_core::Wind;
use lissom_rig::preset::Adjust;
use lissom_rig::rig::Joints;
use lissom_rig::view::{Sag, View as Views};
use lissom_rig::{Character, Rig};

use crate::camera::Path;
use crate::figures::cowlick;
use crate::motion;
use crate::scene::{Scene, View};

pub const SCENE: Scene = Scene {
    name: "cowlick",
    from: "rods Fig. 6, Table 1",
    about: "a tuft of hair that faces the camera, on a girl who walks in a circle",
    look: "the tuft shows the same bold curve from every side",
    seconds: 9.0,
    still_secs: 1.2,
    variants: super::WITH_AND_WITHOUT,
    paper: None,
    character: cowlick::character,
    rig,
    motion: motion::walk_in_circle,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: Some("root"),
        follow: false,
        middle: 0.58,
        height: 1.1,
        yaw_deg: 12.0,
        pitch_deg: 5.0,
        rises: false,
        camera: Path::Still,
    },
};

fn rig(_: &Character, variant: &str) -> Rig {
    let views = Views { examples: cowlick::examples(), sag: Sag::AnyTilt, ..Views::default() };
    let firm = Adjust { stiffness_hz: Some(30.0), twist_hz: Some(30.0), damping: Some(3.0), ..Adjust::default() };
    let tuft = Joints { adjust: firm, ..super::strand("cowlick", 3, super::with(variant, views)) };
    let locks = ["lock.0", "lock.1", "lock.2"].map(|name| super::strand(name, 5, None));
    let colliders = super::head_colliders(&cowlick::head());
    Rig { colliders, joints: [tuft].into_iter().chain(locks).collect(), ..Rig::default() }
}
