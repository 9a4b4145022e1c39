//! The girl of the scene `cowlick`: a big head on a small body, and a tuft of hair that faces the camera.

mod body;
mod hair;
mod poses;

use super::girl;
use crate::humanoid::{Proportions, skeleton};
use crate::model::head::{FaceDrawing, Head};
use glam::{Vec2, Vec3};
use lissom_rig::Character;

pub use poses::examples;

const HEIGHT: f32 = 1.0;

fn proportions() -> Proportions {
    Proportions {
        height: HEIGHT,
        head_ratio: 0.42,
        shoulder_width: 0.165,
        hip_width: 0.10,
        upper_arm: 0.105,
        lower_arm: 0.095,
        leg: 0.255,
        ankle: 0.040,
        foot: 0.055,
        arm_spread: 0.75,
    }
}

pub fn head() -> Head {
    let p = proportions();
    Head { chin: Vec3::Y * (p.chin() - 0.015), size: p.head_height(), ears: false, cheeks: 1.0 }
}

pub fn character() -> Character {
    let mut skeleton = skeleton(&proportions());
    for strand in hair::strands() {
        strand.add_bones(&mut skeleton, "head");
    }
    let draw = FaceDrawing {
        eye: Vec2::new(0.190, 0.350),
        eye_size: Vec2::new(0.112, 0.150),
        brow_height: 0.560,
        mouth_height: 0.125,
        mouth: 0.058,
    };
    let mut meshes = body::meshes(&skeleton);
    meshes.extend(girl::face(&skeleton, &head(), &draw));
    meshes.extend(hair::meshes(&skeleton));
    Character { name: "cowlick".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn meshes_are_sound() {
        crate::model::tests::check(&super::character(), 12_100);
    }
}
