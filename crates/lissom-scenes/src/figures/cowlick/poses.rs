//! Where the tuft leans for which view: always to the right of the picture.

use crate::model::head::way;
use glam::{Quat, Vec3};
use lissom_rig::view::Example;

use super::hair::{CURL, LEAN};

/// Name, degrees of the view round to the left, extent, and degrees of the tuft's turn about the vertical and
/// of its twist about itself.
const AROUND: [(&str, f32, f32, f32, f32); 4] = [
    ("left", 72.0, 0.74, 68.0, 0.0),
    ("back left", 130.0, 0.61, 137.0, -32.0),
    ("back right", -130.0, 0.61, -137.0, 32.0),
    ("right", -72.0, 0.74, -68.0, 0.0),
];

/// The examples of the tuft. From the front it is as drawn. A turn that
/// went all the way round would have to jump back somewhere; so at the back the tuft swings over
/// within its plane to the other side, which keeps the plane.
pub fn examples() -> Vec<Example> {
    let example = |name: &str, round, extent, bones: [Quat; 3]| Example {
        name: name.into(),
        direction: way(round, 0.0).to_array(),
        extent,
        rotations: bones.map(|q| q.to_array()).to_vec(),
        morphs: Default::default(),
    };
    let still = Quat::IDENTITY;
    let over = [still, Quat::from_rotation_z(2.0 * LEAN), Quat::from_rotation_z(2.4 * CURL)];
    let along = Vec3::new(LEAN.sin(), LEAN.cos(), 0.0);
    let turned = |&(name, round, extent, turn, twist): &(&'static str, f32, f32, f32, f32)| {
        let turn = Quat::from_rotation_y(f32::to_radians(turn)) * Quat::from_axis_angle(along, f32::to_radians(twist));
        example(name, round, extent, [still, turn, still])
    };
    AROUND.iter().map(turned).chain([example("back", 180.0, 0.54, over)]).collect()
}
