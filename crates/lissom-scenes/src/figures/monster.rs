//! The monster of the scene `monster`: big, round, horned, and rather glad to see you.

mod body;
mod face;
mod horn;

use crate::humanoid::{self, Proportions};
use glam::Vec3;
use lissom_rig::{Character, Material, Skeleton};

const HIDE: (u32, u32) = (0x6FA37A, 0x46714F);
const BELLY: (u32, u32) = (0xC3D9A6, 0x8FB082);
const HORN: (u32, u32) = (0xEADFC2, 0xB9A37E);
const SPOT: (u32, u32) = (0x558A67, 0x355C43);
const TRIANGLES: usize = 40_000;

/// The tail's joints, then its tip.
const TAIL: [Vec3; 7] = [
    Vec3::new(0.0, 0.66, -0.30),
    Vec3::new(0.0, 0.50, -0.52),
    Vec3::new(0.0, 0.38, -0.75),
    Vec3::new(0.0, 0.33, -1.00),
    Vec3::new(0.0, 0.38, -1.24),
    Vec3::new(0.0, 0.52, -1.44),
    Vec3::new(0.0, 0.72, -1.57),
];

fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

/// A heavy humanoid with `tail_1` to `tail_6`.
pub fn skeleton() -> Skeleton {
    let mut s = humanoid::skeleton(&Proportions::brute(2.0));
    let mut parent = s.find("hips");
    for (k, joint) in TAIL.iter().take(6).enumerate() {
        parent = Some(s.add(&format!("tail_{}", k + 1), parent, *joint));
    }
    s
}

pub fn character() -> Character {
    let skeleton = skeleton();
    let mut meshes = face::meshes(&skeleton);
    meshes.extend(horn::meshes(&skeleton));
    meshes.extend(body::patches(&skeleton));
    let used: usize = meshes.iter().map(|m| m.triangles.len()).sum();
    meshes.insert(0, body::hide(&skeleton, TRIANGLES - used));
    Character { name: "monster".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn meshes_are_sound() {
        crate::model::tests::check(&super::character(), super::TRIANGLES);
    }
}
