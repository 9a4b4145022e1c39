//! The bunny of the scene `bunny`: a round body, a big head, and two very long ears.

mod body;
mod ear;
mod examples;
mod face;

use crate::humanoid::{self, Proportions};
use lissom_rig::{Character, Material, Skeleton};

pub use examples::examples;

const FUR: (u32, u32) = (0xBCA9CE, 0x8B78A8);
const CREAM: (u32, u32) = (0xF5ECF2, 0xD3C3DA);
const PINK: (u32, u32) = (0xF2A7B5, 0xD5808F);
/// Drawn lines.
const LINE: u32 = 0x5B4677;
const TRIANGLES: usize = 12_000;

/// Joints of an ear.
pub const JOINTS: usize = 8;

fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

/// The left ear (+x) or the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The bone of joint `k` of this ear.
    pub fn bone(self, k: usize) -> String {
        format!("ear.{}.{k}", if self == Side::Left { "L" } else { "R" })
    }
}

/// A small humanoid, and a chain of bones in each ear.
pub fn skeleton() -> Skeleton {
    let mut s = humanoid::skeleton(&Proportions {
        height: 1.0,
        head_ratio: 0.44,
        shoulder_width: 0.27,
        hip_width: 0.22,
        upper_arm: 0.11,
        lower_arm: 0.10,
        leg: 0.20,
        ankle: 0.05,
        foot: 0.12,
        arm_spread: 0.85,
    });
    for side in Side::BOTH {
        let mut parent = s.find("head");
        for (k, joint) in ear::joints(side).into_iter().enumerate() {
            parent = Some(s.add(&side.bone(k), parent, joint));
        }
    }
    s
}

pub fn character() -> Character {
    let skeleton = skeleton();
    let mut meshes = body::patches(&skeleton);
    meshes.extend(face::meshes(&skeleton));
    meshes.extend(Side::BOTH.into_iter().flat_map(|side| ear::meshes(&skeleton, side)));
    let used: usize = meshes.iter().map(|m| m.triangles.len()).sum();
    meshes.insert(0, body::fur(&skeleton, TRIANGLES - used));
    Character { name: "bunny".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use lissom_rig::view::Example;

    #[test]
    fn meshes_are_sound() {
        crate::model::tests::check(&character(), TRIANGLES);
    }

    #[test]
    fn the_right_ears_examples_are_the_left_ones_mirrored() {
        let skeleton = skeleton();
        let tip = |side: Side, example: &Example| {
            let mut pose = skeleton.rest_local();
            for (k, rotation) in example.rotations.iter().enumerate() {
                pose[skeleton.find(&side.bone(k)).expect("an ear")].rotation = Quat::from_array(*rotation);
            }
            skeleton.world(&pose)[skeleton.find(&side.bone(JOINTS - 1)).expect("an ear")].translation
        };
        for (left, right) in examples(Side::Left).iter().zip(examples(Side::Right)) {
            let flip = Vec3::new(-1.0, 1.0, 1.0);
            assert_eq!(Vec3::from(left.direction) * flip, Vec3::from(right.direction));
            assert!((Vec3::from(left.direction).length() - 1.0).abs() < 1e-6);
            let gap = (tip(Side::Left, left) * flip).distance(tip(Side::Right, &right));
            assert!(gap < 1e-5, "{}: {gap} m apart", left.name);
        }
    }
}
