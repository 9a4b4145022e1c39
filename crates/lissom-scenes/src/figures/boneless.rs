//! What all boneless bodies share: one bone, the body of tetrahedra, and the meshes it carries.

use crate::model::{Shape, mesh, skin};
use glam::Vec3;
use lissom_rig::{Character, Dab, Material, Skeleton, Stroke, TetMesh, Tets};

/// A character of one body; body, part and character have one name.
pub fn character(name: &str, tets: TetMesh, parts: Vec<(&str, Material, Shape)>) -> Character {
    let mut skeleton = Skeleton::default();
    skeleton.add("root", None, Vec3::ZERO);
    let tets = vec![Tets { name: name.to_owned(), mesh: tets, ..Tets::default() }];
    let mut character = Character { name: name.to_owned(), skeleton, meshes: Vec::new(), tets };
    add(&mut character, name, parts);
    character
}

/// More meshes of one part. Where that is no body of tetrahedra, they stay where they are.
pub fn add(character: &mut Character, part: &str, things: Vec<(&str, Material, Shape)>) {
    let draw = |(name, material, shape): (&str, Material, Shape)| {
        let weights = skin::rigid(&shape, 0);
        mesh(name, part, material, shape, weights)
    };
    character.meshes.extend(things.into_iter().map(draw));
}

pub fn toon(colours: (u32, u32)) -> Material {
    Material::toon(colours.0, colours.1)
}

/// A material that lets through what is behind it.
pub fn glassy(colours: (u32, u32), opacity: f32) -> Material {
    Material { opacity, ..toon(colours) }
}

/// One value at many points.
pub fn dabs(value: f32, points: impl IntoIterator<Item = Vec3>) -> Vec<Dab> {
    points.into_iter().map(|p| Dab { at: p.to_array(), value }).collect()
}

pub fn stroke(points: impl IntoIterator<Item = Vec3>) -> Stroke {
    Stroke { points: points.into_iter().map(|p| p.to_array()).collect() }
}

/// The face of the body's surface whose middle is nearest to a point.
pub fn face_near(tets: &TetMesh, p: Vec3) -> [u32; 3] {
    let middle = |f: &[u32; 3]| f.iter().map(|&k| tets.positions[k as usize]).sum::<Vec3>() / 3.0;
    let gap = |f: &[u32; 3]| middle(f).distance_squared(p);
    tets.surface().into_iter().min_by(|a, b| gap(a).total_cmp(&gap(b))).expect("a surface")
}
