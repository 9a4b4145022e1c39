//! The bowel of the scene `bowel`: a hollow tube bent to an S, ringed by furrows.

mod look;

use super::boneless::{self, dabs, stroke};
use crate::model::web::{TetBuilder, Web, spoke};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Dab, Fields, TetMesh};
use std::f32::consts::{FRAC_PI_2, PI};

/// Slices along the tube, and vertices round each side of the wall.
pub const SLICES: usize = 49;
pub const AROUND: usize = 16;
/// Of the two arcs of the S.
const BEND: f32 = 0.285;
/// Angle of each arc.
const ARC: f32 = 1.42 * PI;
/// Height of the middle.
const HEIGHT: f32 = 0.86;
/// Outside and inside, between furrow and bulge.
pub const RADII: [f32; 2] = [0.112, 0.064];
/// How much wider bulges are, and narrower furrows.
const BULGE: f32 = 0.10;

/// A place of the centreline by its share of the length, and the direction there.
pub fn centreline(share: f32) -> (Vec3, Vec3) {
    let (side, t) = if share < 0.5 { (1.0, 1.0 - 2.0 * share) } else { (-1.0, 2.0 * share - 1.0) };
    // From the middle of the S outwards along one arc; the other is the same turned half round.
    let angle = -FRAC_PI_2 - t * ARC;
    let p = Vec3::new(angle.cos(), 1.0 + angle.sin(), 0.0) * BEND * side;
    // Towards greater shares.
    let along = Vec3::new(-angle.sin(), angle.cos(), 0.0);
    (p + Vec3::Y * HEIGHT, along)
}

/// By share along, direction round and depth: 0 outside, 1 inside.
pub fn at(share: f32, round: Vec2, depth: f32) -> Vec3 {
    let (centre, along) = centreline(share.clamp(0.0, 1.0));
    // Slices alternate between furrow and bulge.
    let swell = 1.0 - BULGE * (PI * share * (SLICES - 1) as f32).cos() * (1.0 - 0.5 * depth);
    let radius = (RADII[0] + (RADII[1] - RADII[0]) * depth) * swell;
    centre + (Vec3::Z.cross(along) * round.x + Vec3::Z * round.y) * radius
}

/// A ring of squares, cut so that it is the same from both sides of every spoke.
fn ring() -> Web {
    let id = |depth: usize, k: usize| depth * AROUND + k % AROUND;
    let even = |depth: usize, k: usize| (depth + k).is_multiple_of(2);
    let mut web = Web::default();
    for depth in 0..2 {
        web.labels.extend((0..AROUND).map(|k| if even(depth, k) { (k % 2) as u8 } else { 2 }));
    }
    for k in 0..AROUND {
        let [a, b, c, d] = [id(0, k), id(0, k + 1), id(1, k), id(1, k + 1)];
        web.triangles.extend(if even(0, k) { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] });
    }
    web
}

/// Vertex numbers of a slice, round the outside and round the inside in the same order.
pub fn rings() -> Vec<[Vec<u32>; 2]> {
    let slice = |i: usize| [0, 1].map(|depth| (0..AROUND).map(|k| ((2 * i + depth) * AROUND + k) as u32).collect());
    (0..SLICES).map(slice).collect()
}

/// 49 slices of 32 vertices, and four at each end that round off the rim.
pub fn tets() -> TetMesh {
    let mut body = TetBuilder::default();
    let share = |i: usize| i as f32 / (SLICES - 1) as f32;
    let mut layers = Vec::new();
    for i in 0..SLICES {
        let wall = |depth: usize| (0..AROUND).map(move |k| at(share(i), spoke(k, AROUND), depth as f32));
        layers.push(body.vertices(wall(0).chain(wall(1))));
    }
    for last in [false, true] {
        let s = if last { 1.0 } else { 0.0 };
        let away = centreline(s).1 * if last { 0.02 } else { -0.02 };
        let mut end = layers[if last { layers.len() - 1 } else { 0 }].clone();
        for k in (0..AROUND).step_by(4) {
            end[k] = body.vertex(at(s, spoke(k, AROUND), 0.3) + away);
        }
        layers.insert(if last { layers.len() } else { 0 }, end);
    }
    body.sweep(&ring(), &layers);
    body.finish()
}

pub fn character() -> Character {
    let tets = tets();
    let parts = look::parts();
    boneless::character("bowel", tets, parts)
}

/// Layers from the outside to the inside, the first direction round the tube, delay along it.
pub fn fields() -> Fields {
    let share = |i: usize| i as f32 / (SLICES - 1) as f32;
    let wall =
        |depth: f32| (0..SLICES).step_by(2).flat_map(move |i| (0..8).map(move |k| at(share(i), spoke(k, 8), depth)));
    let hoop = |i: usize| stroke((0..=16).map(|k| at(share(i), spoke(k, 16), 0.5)));
    let mark = |i: usize| (0..4).map(move |k| Dab { at: at(share(i), spoke(k, 4), 0.5).to_array(), value: share(i) });
    Fields {
        layer: [dabs(0.0, wall(0.0)), dabs(1.0, wall(1.0))].concat(),
        direction: (0..SLICES).step_by(3).map(hoop).collect(),
        strength: Vec::new(),
        delay: (0..SLICES).step_by(2).flat_map(mark).collect(),
        ..Fields::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 11_800);
    }
}
