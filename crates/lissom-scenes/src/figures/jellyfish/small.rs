//! A small jellyfish, of which there are many: fewer vertices, fewer triangles, several colours.

use super::{Bell, direction, look};
use crate::figures::boneless::{self, dabs, face_near};
use crate::model::dome::Dome;
use crate::model::web::TetBuilder;
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Fields, TetMesh};

pub const SMALL: Bell =
    Bell { radius: 0.16, height: 0.14, level: 0.2, thickness: [0.042, 0.02], opening: 1.66, scallops: (0.012, 8.0) };
/// Shares of the rings: 1, 8 and seven times 16 vertices.
const RINGS: [f32; 9] = [0.0, 0.16, 0.31, 0.43, 0.55, 0.67, 0.78, 0.89, 1.0];
const TENTACLES: usize = 8;

/// Middles and radii of a tentacle's rings.
pub fn tentacle(k: usize) -> Vec<(Vec3, f32)> {
    let way = direction(k, TENTACLES);
    let root = SMALL.at(1.0, way, 0.5);
    // Long and short in turns, on both sides alike.
    let long = if k.div_ceil(2).is_multiple_of(2) { 1.0 } else { 0.72 };
    let ring = |(down, out): (f32, f32)| {
        let down = long * down;
        (root + Vec3::new(way.x * out, -down, way.y * out), 0.013 - 0.03 * down)
    };
    [(0.05, 0.016), (0.1, 0.006), (0.16, 0.024)].map(ring).to_vec()
}

/// Where the mouth ends.
pub fn mouth() -> Vec3 {
    SMALL.at(0.0, Vec2::X, 1.0) - Vec3::Y * 0.06
}

/// The bell has 242 vertices, its mouth 1 and the eight tentacles 9 each.
pub fn small_tets() -> TetMesh {
    let mut body = TetBuilder::default();
    let dome = Dome::new(8, 16, 7);
    let [_, inside] = SMALL.build(&mut body, &dome, &RINGS);
    let bell = body.mesh().clone();
    let tip = body.vertex(mouth());
    for k in 0..8 {
        body.tet([inside[0], inside[dome.at(1, k)], inside[dome.at(1, k + 1)], tip]);
    }
    for k in 0..TENTACLES {
        let way = direction(k, TENTACLES);
        let aside = way * way.abs() * Vec2::new(-0.006, 0.006);
        let rim = SMALL.at(1.0, way, 0.5) + Vec3::new(aside.x, -0.01, aside.y);
        body.stalk(face_near(&bell, rim), &tentacle(k), None);
    }
    body.finish()
}

/// A small jellyfish in one of many colours, by number.
pub fn small_jellyfish(number: usize) -> Character {
    boneless::character("small-jellyfish", small_tets(), look::small(number))
}

pub fn small_fields() -> Fields {
    let mut fields = SMALL.fields();
    let tentacles = (0..TENTACLES).flat_map(tentacle).map(|p| p.0);
    fields.strength.extend(dabs(0.0, tentacles.chain([mouth()])));
    fields
}
