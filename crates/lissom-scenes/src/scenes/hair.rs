//! \[MC11c\] Fig. 11: rich hair on few particles, several clumps to a chain.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::preset::Preset;
use lissom_rig::rig::{Area, Kind, Paint, Region, Rig};

use super::region;
use crate::camera::Path;
use crate::figures::long_hair;
use crate::motion;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "hair",
    from: "characters Fig. 11",
    about: "long hair, several clumps to each chain of particles",
    look: "the hair keeps its volume when the head turns, and lies on the shoulders",
    seconds: 8.0,
    still_secs: 2.3,
    variants: &["usual"],
    paper: Some(Paper::Character { particles: 220, triangles: 17_000, simple_fps: 300.0, final_fps: 40.0 }),
    character: long_hair::character,
    rig,
    motion: motion::turn_and_shake,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: Some("hips"),
        follow: false,
        middle: 1.2,
        height: 1.0,
        yaw_deg: -30.0,
        pitch_deg: 6.0,
        rises: false,
        camera: Path::Still,
    },
};

fn rig(_: &Character, _: &str) -> Rig {
    Rig {
        regions: vec![
            Region {
                spacing: 0.075,
                radius: Some(0.025),
                weight_kg: 0.4,
                paint: vec![Paint { area: Area::Above { height: 1.5 }, simulated: 0.0, soft: 0.06 }],
                ..region("hair", Kind::Strands { chains: 11 }, Preset::Hair, "head")
            },
            Region {
                spacing: 0.122,
                radius: Some(0.06),
                weight_kg: 20.0,
                ..region("body", Kind::Shell { surface: true }, Preset::Body, "hips")
            },
        ],
        ..Rig::default()
    }
}
