//! The acrobat of the scene `somersault`: a short suit, and four long panels full of ornaments.

mod body;
mod clothing;
mod hair;

use crate::humanoid::{Proportions, skeleton};
use crate::model::head::{FaceColours, FaceDrawing, Head};
use crate::model::{mesh, mesh_with_count, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Material, Mesh, Skeleton};

pub const HEIGHT: f32 = 1.6;
const SKIN: (u32, u32) = (0xEDBE98, 0xC98A6C);
const SUIT: (u32, u32) = (0x35466F, 0x253150);
const PANEL: (u32, u32) = (0xA8324A, 0x74213A);
const GOLD: (u32, u32) = (0xE3B23C, 0xA87424);
const HAIR: (u32, u32) = (0x4A3A5E, 0x2F2442);
const TASSEL: (u32, u32) = (0xF0E2C4, 0xC7A983);

fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

pub fn proportions() -> Proportions {
    Proportions { head_ratio: 0.185, shoulder_width: 0.29, hip_width: 0.165, ..Proportions::adult(HEIGHT) }
}

fn head() -> Head {
    let p = proportions();
    let chin = Vec3::Y * (p.chin() - 0.008);
    Head { chin, size: p.head_height(), ears: false, cheeks: 0.84 }
}

fn face(skeleton: &Skeleton) -> Vec<Mesh> {
    let h = head();
    let draw = FaceDrawing {
        eye: Vec2::new(0.175, 0.385),
        eye_size: Vec2::new(0.090, 0.098),
        brow_height: 0.545,
        mouth_height: 0.145,
        mouth: 0.065,
    };
    let colours = FaceColours {
        skin: toon(SKIN),
        iris: 0x2F8F83,
        iris_dark: 0x143F42,
        iris_bright: 0x7FD0BC,
        lash: 0x33203A,
        brow: HAIR.1,
        lips: 0x9C3F44,
        blush: 0xE39C80,
    };
    let bone = skeleton.find("head").expect("a head");
    let skull = |p: Vec3| h.distance(p);
    let reach = Vec3::splat(0.75 * h.size);
    let skull = mesh_with_count(&skull, h.centre() - reach, h.centre() + reach, 380);
    let build = |(name, material, shape)| {
        let weights = skin::rigid(&shape, bone);
        mesh(name, "face", material, shape, weights)
    };
    let features = h.features(&draw, &colours).into_iter();
    [("head", toon(SKIN), skull)].into_iter().chain(features).map(build).collect()
}

pub fn character() -> Character {
    let skeleton = skeleton(&proportions());
    let mut meshes = face(&skeleton);
    meshes.extend(body::meshes(&skeleton));
    meshes.extend(hair::meshes(&skeleton));
    meshes.extend(clothing::meshes(&skeleton));
    Character { name: "somersault".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn meshes_are_sound() {
        crate::model::tests::check(&super::character(), 7_000);
    }

    #[test]
    fn panels_keep_off_the_body() {
        let character = super::character();
        let (suit, limbs) = (super::body::suit(&character.skeleton), super::body::limbs(&character.skeleton));
        let cloth = character.meshes.iter().filter(|m| m.part == "clothing");
        for p in cloth.flat_map(|m| &m.positions).filter(|p| p.y < super::clothing::BELT - 0.08) {
            let gap = suit.distance(*p).min(limbs.distance(*p));
            assert!(gap > 0.02, "{p}: {gap}");
        }
    }
}
