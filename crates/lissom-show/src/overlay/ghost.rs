//! The rest pose as a ghost.

use lissom_rig::Material;
use lissom_rig::character::bounds;
use lissom_scenes::cutaway::Piece;

use crate::show::{Drawn, Show};

const GHOST: Material = Material { base: 0x5FA8D8, shade: 0x2F7FB8, opacity: 0.32, flat: false };
/// What has not gone farther than this share of the character's size is not drawn twice.
const NEAR: f32 = 0.004;

/// Where soft parts would be if they only followed the bones.
pub fn pieces(show: &Show) -> Vec<Drawn> {
    let actor = show.actor();
    let ghost = actor.ghost();
    let as_ghost = match show {
        Show::Scene(_) => (0..actor.meshes().len()).map(|k| actor.skinned_as(&ghost, k)).collect(),
        Show::File(file) => file.take.skinned_as(&ghost),
    };
    let now = show.drawn(None);
    let (low, high) = bounds(now.iter().flat_map(|d| d.piece.positions.iter().copied()));
    let near = NEAR * (high - low).max_element().max(0.0);
    let piece = |(drawn, (positions, normals)): (Drawn, (Vec<_>, Vec<_>))| {
        let moved: Vec<bool> = positions
            .iter()
            .zip(&drawn.piece.positions)
            .map(|(a, b): (&glam::Vec3, _)| a.distance(*b) > near)
            .collect();
        let triangles = drawn.piece.triangles.into_iter().filter(|t| t.iter().any(|k| moved[*k as usize])).collect();
        Drawn::plain(Piece { positions, normals, triangles, inside: Vec::new(), material: GHOST })
    };
    let pieces = now.into_iter().zip::<Vec<_>>(as_ghost).map(piece);
    pieces.filter(|d| !d.piece.triangles.is_empty()).collect()
}
