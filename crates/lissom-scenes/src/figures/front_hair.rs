//! The girl of the scene `front-hair`: a fringe that hangs before her face, and big eyes it must not hide.

mod hair;
mod poses;

use super::girl;
use crate::humanoid::skeleton;
use crate::model::head::FaceDrawing;
use crate::model::{Shape, mesh, skin};
use glam::{Quat, Vec2, Vec3};
use lissom_rig::{Character, Mesh, MorphTarget, Skeleton};

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
    let mouth = meshes.iter_mut().find(|m| m.name == "mouth").expect("a mouth");
    mouth.morphs = [("mouth.left", 1.0), ("mouth.right", -1.0)].map(|(name, side)| cheat(mouth, name, side)).into();
    meshes
}

/// Degrees by which the mouth slides round the face.
const CHEAT: f32 = 12.0;
/// How far it lifts on its way, which is straight while the skin is not, m.
const LIFT: f32 = 0.002;

/// Drawn characters keep their mouth in sight from the side: it slides over the skin towards the camera.
fn cheat(mouth: &Mesh, name: &str, side: f32) -> MorphTarget {
    let head = girl::head();
    let middle = head.at(0.0, 0.0, 0.0);
    let turn = Quat::from_rotation_y((side * CHEAT).to_radians());
    let slid = |p: &Vec3| {
        let out = (turn * (*p - middle) * Vec3::new(1.0, 0.0, 1.0)).normalize();
        let level = Vec3::new(middle.x, p.y, middle.z);
        let (gap, mut reach) = (head.distance(*p) + LIFT, (*p - level).length());
        for _ in 0..20 {
            reach -= head.distance(level + out * reach) - gap;
        }
        level + out * reach - *p
    };
    MorphTarget { name: name.to_owned(), offsets: mouth.positions.iter().map(slid).collect() }
}

pub fn character() -> Character {
    let mut skeleton = skeleton(&girl::proportions());
    for strand in hair::strands() {
        strand.add_bones(&mut skeleton, "head");
    }
    let mut meshes = girl::body::meshes(&skeleton);
    meshes.extend(face(&skeleton));
    meshes.extend(hair::meshes(&skeleton));
    Character { name: "front-hair".to_owned(), skeleton, meshes, ..Character::default() }
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
