//! \[MC11c\] Fig. 9: clothing with ornaments in a somersault; surface particles keep the legs out of it.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::preset::Preset;
use lissom_rig::rig::{Area, Kind, Paint, Region, Rig};

use super::region;
use crate::camera::Path;
use crate::figures::acrobat;
use crate::motion;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "somersault",
    from: "characters Fig. 9",
    about: "panels of cloth with ornaments on an acrobat who turns somersaults",
    look: "the panels fly and wrap, and no leg comes through",
    seconds: 8.0,
    still_secs: 0.73,
    variants: &["usual", "plain-particles"],
    paper: Some(Paper::Character { particles: 700, triangles: 7_000, simple_fps: 90.0, final_fps: 50.0 }),
    character: acrobat::character,
    rig,
    motion: motion::somersault,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: Some("hips"),
        follow: false,
        middle: 1.0,
        height: 2.2,
        yaw_deg: -45.0,
        pitch_deg: 6.0,
        rises: false,
        camera: Path::Still,
    },
};

fn rig(_: &Character, variant: &str) -> Rig {
    Rig {
        regions: vec![
            Region {
                spacing: 0.046,
                radius: Some(0.023),
                weight_kg: 0.6,
                paint: vec![Paint { area: Area::Above { height: 0.82 }, simulated: 0.0, soft: 0.05 }],
                ..region("clothing", Kind::Cloth, Preset::Skirt, "hips")
            },
            Region {
                spacing: 0.057,
                radius: Some(0.035),
                weight_kg: 20.0,
                ..region("body", Kind::Shell { surface: true }, Preset::Body, "hips")
            },
        ],
        surface_particles: variant != "plain-particles",
        ..Rig::default()
    }
}
