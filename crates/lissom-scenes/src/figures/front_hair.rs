//! The girl of the scene `front-hair`: a fringe that hangs before her face, and big eyes it must not hide.

mod hair;
mod poses;

use super::girl;
use crate::humanoid::skeleton;
use crate::model::head::FaceDrawing;
use crate::model::{Shape, mesh, skin};
use glam::Vec2;
use lissom_rig::{Character, Mesh, Skeleton};

pub use poses::{VIEW_DEPENDENT, examples};

/// The face with both irises as meshes of their own, so that they can be told apart.
fn face(skeleton: &Skeleton) -> Vec<Mesh> {
    let draw = FaceDrawing { eye: Vec2::new(0.186, 0.378), eye_size: Vec2::new(0.105, 0.140), ..girl::drawing() };
    let bone = skeleton.find("head").expect("a head");
    let mut meshes = girl::face(skeleton, &girl::head(), &draw);
    let iris = meshes.iter().position(|m| m.name == "iris").expect("irises");
    let Mesh { material, positions, normals, triangles, .. } = meshes.remove(iris);
    let both = Shape { positions, normals, triangles };
    meshes.extend([("iris.L", 1.0), ("iris.R", -1.0)].map(|(name, side)| {
        let shape = both.kept(&|p| side * p.x > 0.0);
        let weights = skin::rigid(&shape, bone);
        mesh(name, "iris", material, shape, weights)
    }));
    meshes
}

pub fn character() -> Character {
    let mut skeleton = skeleton(&girl::proportions());
    for strand in hair::strands() {
        strand.add_bones(&mut skeleton, "head");
    }
    let mut meshes = girl::body::meshes(&skeleton);
    meshes.extend(face(&skeleton));
    meshes.extend(hair::meshes(&skeleton));
    Character { name: "front-hair".to_owned(), skeleton, meshes }
}

#[cfg(test)]
mod tests {
    use crate::model::tests::{check, volume};

    #[test]
    fn meshes_are_sound() {
        let girl = super::character();
        check(&girl, 13_200);
        for (chain, joints) in super::VIEW_DEPENDENT {
            assert!(volume(&girl, chain) > 0.0, "{chain}");
            for example in super::examples(chain) {
                assert_eq!(example.rotations.len(), joints, "{chain} {}", example.name);
                assert!((0.5..=1.3).contains(&example.extent), "{chain} {}", example.name);
            }
        }
    }
}
