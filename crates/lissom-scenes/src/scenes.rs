//! The scenes, by name.

use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{ColliderShape, Kind, Region, RigCollider, Select};

use crate::scene::{Scene, SceneError};

mod cape_girl;
mod cowlick;
mod front_hair;
mod hair;
mod monster;
mod robe;
mod somersault;

/// All of them, in the order in which to show them.
pub const ALL: [&Scene; 7] = [
    &cape_girl::SCENE,
    &hair::SCENE,
    &robe::SCENE,
    &somersault::SCENE,
    &monster::SCENE,
    &front_hair::SCENE,
    &cowlick::SCENE,
];

pub fn find(name: &str) -> Result<&'static Scene, SceneError> {
    ALL.into_iter()
        .find(|s| s.name == name)
        .ok_or_else(|| SceneError::NoScene { name: name.to_owned(), known: ALL.map(|s| s.name).join(", ") })
}

/// A region of the part with its own name, to be completed.
fn region(name: &str, kind: Kind, preset: Preset, anchor: &str) -> Region {
    Region {
        name: name.into(),
        select: Select { parts: vec![name.into()], within: None },
        kind,
        spacing: 0.05,
        radius: None,
        axis: None,
        by_bones: false,
        weight_kg: 1.0,
        anchor: anchor.into(),
        preset,
        adjust: Adjust::default(),
        paint: Vec::new(),
        passes_through: Vec::new(),
    }
}

/// The ground, to stand and to lie on.
fn floor() -> RigCollider {
    RigCollider {
        part: "floor".into(),
        bone: None,
        shape: ColliderShape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] },
        friction: 0.8,
    }
}
