//! \[MC11c\] Fig. 10: an impossible leap, played directly or as far as momentum allows.

use lissom_core::Wind;
use lissom_rig::Character;
use lissom_rig::preset::Preset;
use lissom_rig::rig::{Kind, Region, Rig};

use super::{floor, region};
use crate::camera::Path;
use crate::figures::monster;
use crate::motion;
use crate::scene::{Paper, Scene, View};

pub const SCENE: Scene = Scene {
    name: "monster",
    from: "characters Fig. 10",
    about: "a monster whose animation hovers through the air; physics lets it only shape the body",
    look: "direct, it flies as animated; momentum-conserving, it stays on the floor and wriggles",
    seconds: 8.0,
    still_secs: 2.1,
    variants: &["momentum-conserving", "direct"],
    paper: Some(Paper::Character { particles: 130, triangles: 40_000, simple_fps: 250.0, final_fps: 45.0 }),
    character: monster::character,
    rig,
    motion: motion::leap,
    wind: |_| Wind::default(),
    taps: &[],
    view: View {
        bone: None,
        follow: false,
        middle: 1.3,
        height: 3.4,
        yaw_deg: -30.0,
        pitch_deg: 8.0,
        rises: false,
        camera: Path::Still,
    },
};

fn rig(_: &Character, variant: &str) -> Rig {
    let kind = if variant == "direct" { Kind::Shell { surface: false } } else { Kind::MomentumConserving };
    let mut body = region("monster", kind, Preset::Body, "hips");
    body.select.parts = vec!["body".into(), "face".into()];
    Rig {
        regions: vec![Region { spacing: 0.237, weight_kg: 120.0, ..body }],
        colliders: vec![floor()],
        ..Rig::default()
    }
}
