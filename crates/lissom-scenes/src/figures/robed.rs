//! The old wizard of the scene `robe`: a tall hat, a long beard and a thick green robe.

mod body;
mod face;
mod hat;
mod robe;

use crate::humanoid::{Proportions, skeleton};
use crate::model::head::Head;
use glam::Vec3;
use lissom_rig::{Character, Material};

pub const HEIGHT: f32 = 1.6;
const ROBE: (u32, u32) = (0x4F7561, 0x35513F);
const LINING: (u32, u32) = (0x8FA97C, 0x66805C);
const TRIM: (u32, u32) = (0xE9DDBB, 0xBDA783);
const TUNIC: (u32, u32) = (0x8A6B52, 0x5F463A);
const BEARD: (u32, u32) = (0xF6F1E7, 0xC6C0CB);
const SKIN: (u32, u32) = (0xF3CDB0, 0xD69C82);

fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

pub fn proportions() -> Proportions {
    Proportions { head_ratio: 0.205, shoulder_width: 0.33, leg: 0.72, ..Proportions::adult(HEIGHT) }
}

fn head() -> Head {
    let p = proportions();
    Head { chin: Vec3::Y * (p.chin() - 0.01), size: p.head_height(), ears: true, cheeks: 0.95 }
}

pub fn character() -> Character {
    let skeleton = skeleton(&proportions());
    let mut meshes = face::meshes(&skeleton);
    meshes.extend(robe::meshes(&skeleton));
    meshes.extend(body::meshes(&skeleton));
    meshes.extend(hat::meshes(&skeleton));
    Character { name: "robe".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    #[test]
    fn meshes_are_sound() {
        crate::model::tests::check(&super::character(), 7_000);
    }

    #[test]
    fn the_robe_keeps_off_the_body() {
        let character = super::character();
        let tunic = super::body::tunic(&character.skeleton);
        let cloth = character.meshes.iter().filter(|m| m.part == "robe" && m.name != "belt");
        let free = |p: &Vec3| p.y < 1.08 || p.x.abs() > 0.30;
        for p in cloth.flat_map(|m| &m.positions).filter(|p| free(p)) {
            let gap = tunic.distance(*p);
            assert!(gap > 0.02, "{p}: {gap}");
        }
    }
}
