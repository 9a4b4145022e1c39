//! \[MC11c\] Fig. 8: a thick robe, two visual layers on one layer of particles.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{Area, Kind, Paint, Region, Rig};

use super::{floor, region};
use crate::camera::Path;
use crate::figures::robed;
use crate::motion;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "robe",
    from: "characters Fig. 8",
    about: "a robe with a lining, simulated as one layer of particles",
    look: "the lining stays with the outside, and folds run through both",
    seconds: 9.0,
    still_secs: 6.6,
    variants: &["usual"],
    paper: Some(Paper::Character { particles: 780, triangles: 7_000, simple_fps: 60.0, final_fps: 50.0 }),
    character: robed::character,
    rig,
    motion: motion::idle_gust,
    wind: |t| Wind { velocity: [if t > 3.0 { 2.5 } else { 0.0 }, 0.0, -0.5], gusts: 1.0 },
    taps: &[],
    view: View {
        bone: Some("hips"),
        follow: false,
        middle: 0.85,
        height: 1.8,
        yaw_deg: -25.0,
        pitch_deg: 6.0,
        rises: false,
        camera: Path::Still,
    },
};

fn rig(_: &Character, _: &str) -> Rig {
    Rig {
        regions: vec![
            Region {
                spacing: 0.065,
                by_bones: true,
                radius: Some(0.03),
                weight_kg: 2.0,
                paint: vec![
                    Paint { area: Area::Above { height: 0.9 }, simulated: 0.0, soft: 0.1 },
                    // The sleeves go with the arms.
                    sleeve(1.0),
                    sleeve(-1.0),
                ],
                adjust: Adjust { self_collision: Some(false), max_stretch: Some(0.25), ..Adjust::default() },
                ..region("robe", Kind::Cloth, Preset::Robe, "hips")
            },
            Region {
                spacing: 0.09,
                radius: Some(0.05),
                weight_kg: 20.0,
                ..region("body", Kind::Shell { surface: true }, Preset::Body, "hips")
            },
        ],
        colliders: vec![floor()],
        ..Rig::default()
    }
}

fn sleeve(side: f32) -> Paint {
    Paint { area: Area::Ball { center: [0.5 * side, 0.95, 0.0], radius: 0.27 }, simulated: 0.0, soft: 0.05 }
}
