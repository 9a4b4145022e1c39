//! What bones do to the skin: which vertices mostly follow each.

use glam::Vec3;

use crate::character::Character;

/// A bone that has less weight in all moves nothing that is seen.
const LEAST_WEIGHT: f32 = 0.01;

pub struct Skin {
    /// By bone: weights of all vertices.
    weight: Vec<f32>,
    /// By bone: places of the vertices that follow it more than any other.
    vertices: Vec<Vec<Vec3>>,
    /// Without any skin all bones count.
    is_bare: bool,
}

impl Skin {
    pub fn new(character: &Character) -> Skin {
        let count = character.skeleton.bones.len();
        let mut skin = Skin { weight: vec![0.0; count], vertices: vec![Vec::new(); count], is_bare: true };
        for mesh in &character.meshes {
            for ((place, bones), weights) in mesh.positions.iter().zip(&mesh.bones).zip(&mesh.weights) {
                let known = bones.iter().zip(weights).filter(|(b, w)| usize::from(**b) < count && **w > 0.0);
                let mut most = (0, 0.0);
                for (&bone, &weight) in known {
                    skin.weight[usize::from(bone)] += weight;
                    if weight > most.1 {
                        most = (usize::from(bone), weight);
                    }
                }
                if most.1 > 0.0 && place.is_finite() {
                    skin.vertices[most.0].push(*place);
                    skin.is_bare = false;
                }
            }
        }
        skin
    }

    pub fn moves(&self, bone: usize) -> bool {
        self.is_bare || self.weight[bone] > LEAST_WEIGHT
    }

    pub fn vertices(&self, bone: usize) -> &[Vec3] {
        &self.vertices[bone]
    }
}

/// The value that this share of others is below; none of nothing.
pub fn quantile(mut values: Vec<f32>, share: f32) -> Option<f32> {
    values.retain(|v| v.is_finite());
    values.sort_unstable_by(f32::total_cmp);
    let last = values.len().checked_sub(1)?;
    values.get((share * last as f32).round() as usize).copied()
}
