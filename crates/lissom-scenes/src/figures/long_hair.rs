//! The woman of the scene `hair`: a rich head of long, dark plum hair.

mod body;
mod hair;

use crate::humanoid::{Proportions, skeleton};
use crate::model::head::{FaceColours, FaceDrawing, Head};
use crate::model::{mesh, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Material, Mesh, Skeleton};

pub use hair::guides;

pub const HEIGHT: f32 = 1.66;
const HAIR: (u32, u32) = (0x5F3866, 0x3D2248);
const SKIN: (u32, u32) = (0xF3CDB4, 0xD99C84);
const TEAL: (u32, u32) = (0x2F8F8B, 0x1F6468);
const IVORY: (u32, u32) = (0xF2EAD9, 0xC4B3B4);
const ROSE: (u32, u32) = (0xE88A8F, 0xB75C6C);

fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

pub fn proportions() -> Proportions {
    Proportions { head_ratio: 0.185, shoulder_width: 0.172 * HEIGHT, ..Proportions::adult(HEIGHT) }
}

pub fn head() -> Head {
    let p = proportions();
    Head { chin: Vec3::Y * (p.chin() - 0.010), size: p.head_height(), ears: true, cheeks: 0.86 }
}

fn face(skeleton: &Skeleton) -> Vec<Mesh> {
    let draw = FaceDrawing {
        eye: Vec2::new(0.180, 0.400),
        eye_size: Vec2::new(0.092, 0.100),
        brow_height: 0.565,
        mouth_height: 0.150,
        mouth: 0.070,
    };
    let colours = FaceColours {
        skin: toon(SKIN),
        iris: 0x1F8A7A,
        iris_dark: 0x0E3F45,
        iris_bright: 0x6FD6B8,
        lash: 0x2C1632,
        brow: 0x4C2B56,
        lips: 0xB2444F,
        blush: 0xF0AE9C,
    };
    let bone = skeleton.find("head").expect("a head");
    let build = |(name, material, shape)| {
        let weights = skin::rigid(&shape, bone);
        mesh(name, "face", material, shape, weights)
    };
    head().features(&draw, &colours).into_iter().map(build).collect()
}

pub fn character() -> Character {
    let skeleton = skeleton(&proportions());
    let mut meshes = body::meshes(&skeleton);
    meshes.extend(face(&skeleton));
    meshes.extend(hair::fringe(&skeleton));
    meshes.extend(hair::long(&skeleton));
    Character { name: "hair".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    use crate::model::tests::{check, nearest, volume};

    #[test]
    fn meshes_are_sound() {
        let woman = super::character();
        check(&woman, 17_000);
        assert!(volume(&woman, "hair") > 0.0);
        assert!(nearest(&woman, "hair", 1.35, "body") > 0.015);
        assert_eq!(super::guides().len(), 10);
    }
}
