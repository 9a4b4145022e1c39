//! \[MC11c\] Fig. 1: a girl whose hair, cape and skirt move and touch, walking and running.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{Area, Ball, Kind, Paint, Region, Rig, Select};

use super::region;
use crate::camera::Path;
use crate::figures::girl;
use crate::motion;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "cape-girl",
    from: "characters Fig. 1",
    about: "hair, cape, skirt and soft cheeks on a girl who walks and runs",
    look: "the cape over the skirt, the hair over the cape, and how all three settle after each step",
    seconds: 10.0,
    still_secs: 7.2,
    variants: &["usual"],
    paper: Some(Paper::Character { particles: 1400, triangles: 12_000, simple_fps: 40.0, final_fps: 35.0 }),
    character: girl::character,
    rig,
    motion: motion::walk_then_run,
    // A breath of air: what she runs through takes hold of hair and cape.
    wind: |_| Wind { velocity: [0.0, 0.1, 0.0], gusts: 0.0 },
    taps: &[],
    view: View {
        bone: Some("root"),
        follow: true,
        middle: 0.68,
        height: 1.3,
        yaw_deg: 35.0,
        pitch_deg: 7.0,
        rises: false,
        camera: Path::Still,
    },
};

fn rig(_: &Character, _: &str) -> Rig {
    let held_above = |height: f32, soft: f32| Paint { area: Area::Above { height }, simulated: 0.0, soft };
    // Two rings make the cloth stiff enough that its hem does not turn up or crumple in a run; a cape that calms
    // down sooner keeps its lengths better.
    let firm = Adjust {
        ring: Some(2),
        damping: Some(1.5),
        length_sweeps: Some(11),
        max_stretch: Some(0.12),
        ..Adjust::default()
    };
    Rig {
        regions: vec![
            Region {
                spacing: 0.033,
                radius: Some(0.009),
                weight_kg: 0.5,
                paint: vec![held_above(0.955, 0.05)],
                // So stiff that its hem does not turn up in the air that it flies in.
                adjust: Adjust { wind: Some(3.0), stiffness_hz: Some(8.0), twist_hz: Some(11.0), ..firm },
                ..region("cape", Kind::Cloth, Preset::Cape, "chest")
            },
            Region {
                spacing: 0.033,
                radius: Some(0.009),
                weight_kg: 0.35,
                paint: vec![held_above(0.62, 0.04)],
                adjust: firm,
                ..region("skirt", Kind::Cloth, Preset::Skirt, "hips")
            },
            Region {
                spacing: 0.045,
                radius: Some(0.02),
                weight_kg: 0.3,
                paint: vec![held_above(1.18, 0.06)],
                ..region("hair", Kind::Strands { chains: 14 }, Preset::Hair, "head")
            },
            cheek("cheek", 1.0),
            cheek("cheek", -1.0),
            Region {
                spacing: 0.055,
                radius: Some(0.03),
                weight_kg: 20.0,
                ..region("body", Kind::Shell { surface: true }, Preset::Body, "hips")
            },
        ],
        ..Rig::default()
    }
}

/// A simulated patch of skin: soft in the middle, held at the rim.
fn cheek(name: &str, side: f32) -> Region {
    let center = [0.085 * side, 1.065, 0.10];
    Region {
        select: Select { parts: vec!["body".into()], within: Some(Ball { center, radius: 0.06 }), ..Select::default() },
        spacing: 0.02,
        weight_kg: 0.05,
        adjust: Adjust { gravity: Some(0.2), ..Adjust::default() },
        paint: vec![
            Paint { area: Area::Ball { center, radius: 10.0 }, simulated: 0.0, soft: 0.0 },
            Paint { area: Area::Ball { center, radius: 0.035 }, simulated: 1.0, soft: 0.02 },
        ],
        passes_through: vec!["body".into(), "hair".into(), "cape".into(), "skirt".into()],
        ..region(name, Kind::Cloth, Preset::SoftSkin, "head")
    }
}
