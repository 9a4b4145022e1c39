//! A shape becomes a mesh of a character.

use super::shape::Shape;
use super::skin::Weights;
use lissom_rig::{Material, Mesh};

pub fn mesh(name: &str, part: &str, material: Material, shape: Shape, weights: Weights) -> Mesh {
    assert_eq!(shape.positions.len(), weights.bones.len(), "weights of another shape: {name}");
    Mesh {
        name: name.to_owned(),
        part: part.to_owned(),
        material,
        positions: shape.positions,
        normals: shape.normals,
        triangles: shape.triangles,
        bones: weights.bones,
        weights: weights.weights,
        morphs: Vec::new(),
    }
}
