//! Who looks at a character from a file.

use glam::Vec3;
use lissom_core::Camera;
use lissom_formats::model::Model;
use lissom_formats::take::{Eye, Take};
use lissom_rig::character::bounds;
use lissom_scenes::camera::{Path, Shot};

/// A camera of the file, or one that moves as it does in scenes.
#[derive(Clone, Debug)]
pub enum View {
    None,
    OfFile(lissom_formats::gltf::Camera),
    Path(Frame, Path),
}

/// From a little to the side both a face and a tail are seen.
const THREE_QUARTERS_RAD: f32 = 0.6;

/// What a camera must hold, at rest.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    middle: Vec3,
    height: f32,
    /// The middle of all nodes.
    nodes: Vec3,
    /// Which way it looks at first: from where a character's face is seen.
    yaw_rad: f32,
}

impl Frame {
    pub fn of(model: &Model) -> Frame {
        let import = &model.import;
        let world = import.nodes.world(&import.nodes.rest());
        let places = import.character.meshes.iter().flat_map(|m| m.positions.iter().copied());
        let places = places.chain(world.iter().map(|w| w.translation.into()).filter(|_| import.drawn.is_empty()));
        let (low, high) = bounds(places);
        let size = (high - low).max(Vec3::splat(1e-6));
        Frame {
            middle: (low + high) / 2.0,
            height: size.y.max(0.6 * size.x).max(0.6 * size.z),
            nodes: middle(&world),
            yaw_rad: THREE_QUARTERS_RAD + if model.looks_back() { std::f32::consts::PI } else { 0.0 },
        }
    }

    /// Where a camera is while the character is where it is now.
    pub fn shot(&self, take: &Take, path: &Path, time_secs: f64, since_secs: f64) -> Shot {
        let moved = middle(take.world()) - self.nodes;
        let yaw = self.yaw_rad + path.turn(time_secs) as f32;
        let mut shot = Shot::around(self.middle + moved, self.height, yaw, 0.12);
        shot.eye = path.place(time_secs).unwrap_or(shot.eye);
        shot.cut = path.cuts(time_secs - since_secs, time_secs);
        shot
    }
}

fn middle(world: &[glam::Affine3A]) -> Vec3 {
    Vec3::from(world.iter().map(|w| w.translation).sum::<glam::Vec3A>()) / world.len().max(1) as f32
}

impl View {
    /// Who looks at a moment, `since_secs` after the picture before.
    pub fn eye(&self, take: &Take, time_secs: f64, since_secs: f64) -> Eye {
        match self {
            View::None => Eye::None,
            View::OfFile(camera) => Eye::OfFile(camera.clone()),
            View::Path(frame, path) => {
                let shot = frame.shot(take, path, time_secs, since_secs);
                Eye::Given { camera: Camera::Perspective { position: shot.eye.to_array() }, cut: shot.cut }
            }
        }
    }
}
