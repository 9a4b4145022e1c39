//! The girl of the scene `cape-girl`: a cape, a skirt and long copper hair.

pub(super) mod body;
pub(super) mod dress;
pub(super) mod hair;

use crate::humanoid::{Proportions, skeleton};
use crate::model::head::{FaceColours, FaceDrawing, Head};
use crate::model::{mesh, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Material, Mesh, Skeleton};

pub use hair::guides;

pub const HEIGHT: f32 = 1.35;
pub(super) const HAIR: (u32, u32) = (0xC65B2E, 0x8E3A22);
pub(super) const SKIN: (u32, u32) = (0xFBE0CF, 0xEDB59C);
pub(super) const CAPE: (u32, u32) = (0xA8324A, 0x74213A);
/// The cape, which stands out from the skirt.
pub(super) const WINE: (u32, u32) = (0x85203F, 0x591431);
pub(super) const NAVY: (u32, u32) = (0x35466F, 0x253150);
pub(super) const GOLD: (u32, u32) = (0xE3B23C, 0xA87424);
pub(super) const CREAM: (u32, u32) = (0xF6EDE0, 0xCDB6B8);
pub(super) const LEATHER: (u32, u32) = (0x7E4E37, 0x533026);

pub(super) fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

pub fn proportions() -> Proportions {
    Proportions { head_ratio: 0.255, shoulder_width: 0.205, ..Proportions::child(HEIGHT) }
}

pub fn head() -> Head {
    let p = proportions();
    Head { chin: Vec3::Y * (p.chin() - 0.012), size: p.head_height(), ears: false, cheeks: 1.0 }
}

pub fn drawing() -> FaceDrawing {
    FaceDrawing {
        eye: Vec2::new(0.185, 0.385),
        eye_size: Vec2::new(0.095, 0.125),
        brow_height: 0.565,
        mouth_height: 0.150,
        mouth: 0.062,
    }
}

/// A face in the girl's colours, for other scenes too.
pub fn face(skeleton: &Skeleton, head: &Head, draw: &FaceDrawing) -> Vec<Mesh> {
    let colours = FaceColours {
        skin: toon(SKIN),
        iris: 0x4B3FA8,
        iris_dark: 0x261C5E,
        iris_bright: 0x8A7FE0,
        lash: 0x4A1F1C,
        brow: 0x8E3A22,
        lips: 0xA5443F,
        blush: 0xF7BFAE,
    };
    let bone = skeleton.find("head").expect("a head");
    let features = head.features(draw, &colours);
    let build = |(name, material, shape)| {
        let weights = skin::rigid(&shape, bone);
        mesh(name, "face", material, shape, weights)
    };
    features.into_iter().map(build).collect()
}

pub fn character() -> Character {
    let skeleton = skeleton(&proportions());
    let mut meshes = body::meshes(&skeleton);
    meshes.extend(face(&skeleton, &head(), &drawing()));
    meshes.extend(hair::fringe(&skeleton));
    meshes.extend(hair::long(&skeleton));
    meshes.extend(dress::cape(&skeleton));
    meshes.extend(dress::skirt(&skeleton));
    Character { name: "cape-girl".to_owned(), skeleton, meshes, ..Character::default() }
}

#[cfg(test)]
mod tests {
    use crate::model::tests::{check, nearest, volume};

    #[test]
    fn meshes_are_sound() {
        let girl = super::character();
        check(&girl, 12_000);
        for part in ["hair", "cape", "skirt"] {
            assert!(volume(&girl, part) > 0.0, "{part}");
        }
    }

    #[test]
    fn loose_parts_keep_clear_of_the_rest() {
        let girl = super::character();
        for (part, below, other, least) in [
            ("cape", 0.94, "body", 0.015),
            ("skirt", 0.63, "body", 0.015),
            ("hair", 1.05, "body", 0.015),
            ("hair", 1.05, "cape", 0.020),
            ("cape", 0.94, "skirt", 0.020),
        ] {
            let gap = nearest(&girl, part, below, other);
            assert!(gap > least, "{part} to {other}: {gap}");
        }
    }
}
