//! The rest pose as a ghost.

use lissom_rig::Material;
use lissom_rig::character::bounds;
use lissom_scenes::cutaway::Piece;

use crate::drawn::Drawn;
use crate::show::Show;

const GHOST: Material = Material { base: 0x5FA8D8, shade: 0x2F7FB8, opacity: 0.32, flat: false };
/// What has not gone farther than this share of the character's size is not drawn twice.
const NEAR: f32 = 0.004;

/// Where soft parts would be if they only followed the bones.
pub fn pieces(show: &Show) -> Vec<Drawn> {
    let actor = show.actor();
    let ghost = actor.ghost();
    let as_ghost: Vec<_> = match show {
        Show::Scene(..) => (0..actor.meshes().len()).map(|k| actor.skinned_as(&ghost, k)).collect(),
        Show::File(file) => file.take.skinned_as(&ghost),
    };
    let now = show.positions();
    let (low, high) = bounds(now.iter().flatten().copied());
    let near = NEAR * (high - low).max_element().max(0.0);
    let mut pieces = Vec::new();
    for (k, (placed, now)) in as_ghost.into_iter().zip(&now).enumerate() {
        let moved: Vec<bool> = placed.0.iter().zip(now).map(|(a, b)| a.distance(*b) > near).collect();
        let mut piece = Piece::placed(actor, k, placed);
        piece.triangles.retain(|t| t.iter().any(|k| moved[*k as usize]));
        (piece.inside, piece.material) = (Vec::new(), GHOST);
        pieces.push(piece);
    }
    pieces.into_iter().filter(|p| !p.triangles.is_empty()).map(Drawn::plain).collect()
}
