//! The bar of the scenes `bar-bend` and `bar-wave`: a plain soft block to see fields and charts on.

use super::boneless::{self, dabs, stroke, toon};
use crate::model::Shape;
use crate::model::patch::patch;
use crate::model::tet_grid::tet_grid;
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Dab, Fields, TetMesh};
use std::f32::consts::FRAC_PI_2;

/// Along x, y and z.
pub const SIZE: Vec3 = Vec3::new(1.2, 0.2, 0.2);
pub const CELLS: [usize; 3] = [12, 2, 2];
/// Height of its middle when it is shown.
pub const HEIGHT: f32 = 0.6;
const BANDS: usize = 13;
/// Quads round the bar; a multiple of 20 has one edge on each end of a corner.
const SIDES: usize = 60;
/// Radius of its edges.
const ROUND: f32 = 0.024;
const BODY: (u32, u32) = (0xF1E4CF, 0xC9B3A2);
const BAND: (u32, u32) = (0xD9C3B0, 0xAE9688);

/// The bar of so many cells about the origin: `[12, 3, 3]` has 208 vertices. Even numbers of cells make it symmetric.
pub fn tets(cells: [usize; 3]) -> TetMesh {
    tet_grid(cells, &|share| (share - Vec3::splat(0.5)) * SIZE)
}

/// The bar of so many cells, floating.
pub fn character_of(cells: [usize; 3]) -> Character {
    let mut tets = tets(cells);
    tets.positions.iter_mut().for_each(|p| p.y += HEIGHT);
    let (body, bands) = look();
    boneless::character("bar", tets, vec![("body", toon(BODY), body), ("bands", toon(BAND), bands)])
}

pub fn character() -> Character {
    character_of(CELLS)
}

/// A rounded block in bands, so that stretching is seen.
fn look() -> (Shape, Shape) {
    let half = 0.5 * SIZE;
    let mut shapes = (Shape::default(), Shape::default());
    for k in 0..BANDS {
        let along = |k: usize| SIZE.x * (k as f32 / BANDS as f32 - 0.5);
        // The rounded ends are finer.
        let (from, to) = (along(k).max(ROUND - half.x), along(k + 1).min(half.x - ROUND));
        let mut strip = patch(&skin, 0.0..1.0, from..to, [SIDES, 4]);
        if from > along(k) {
            strip.append(&patch(&skin, 0.0..1.0, along(k)..from, [SIDES, 6]));
        }
        if to < along(k + 1) {
            strip.append(&patch(&skin, 0.0..1.0, to..along(k + 1), [SIDES, 6]));
        }
        if k % 2 == 0 { shapes.0.append(&strip) } else { shapes.1.append(&strip) }
    }
    for side in [-1.0, 1.0] {
        let middle = Vec3::new(side * half.x, HEIGHT, 0.0);
        let end = patch(&|u, v| middle.lerp(skin(u, side * half.x), v), 0.0..1.0, 0.0..1.0, [SIDES, 4]);
        shapes.0.append(&if side < 0.0 { end } else { end.flipped() });
    }
    shapes
}

/// Round the bar and along it; edges and ends are rounded off.
fn skin(u: f32, x: f32) -> Vec3 {
    let half = 0.5 * SIZE;
    let near = (ROUND - (half.x - x.abs())).clamp(0.0, ROUND);
    let inset = ROUND - (ROUND * ROUND - near * near).sqrt();
    // Four sides, each straight at first and then round a corner.
    let (side, share) = ((4.0 * u).floor(), (4.0 * u).rem_euclid(1.0));
    let core = half.y - ROUND;
    let along = core * (2.0 * (share / 0.8).min(1.0) - 1.0);
    let corner = FRAC_PI_2 * ((share - 0.8) / 0.2).max(0.0);
    let flat = Vec2::new(core, along) + Vec2::from_angle(corner) * (ROUND - inset);
    let turned = Vec2::from_angle(FRAC_PI_2 * side).rotate(flat);
    Vec3::new(x, HEIGHT + turned.x, turned.y)
}

/// Points on the face that `side` looks to, or in the plane through the middle.
fn plane(side: Vec3) -> impl Iterator<Item = Vec3> {
    let other = if side.y != 0.0 { Vec3::Z } else { Vec3::Y };
    (0..7).flat_map(move |i| (-1..=1).map(move |j| (i, j))).map(move |(i, j)| {
        let along = Vec3::X * (i as f32 / 6.0 - 0.5);
        (along + 0.5 * side + other * (0.5 * j as f32)) * SIZE + Vec3::Y * HEIGHT
    })
}

/// First direction along the bar, second upwards; strength 1 on the top and -1 on the bottom.
pub fn fields_bend() -> Fields {
    let strength = [dabs(1.0, plane(Vec3::Y)), dabs(-1.0, plane(Vec3::NEG_Y))].concat();
    Fields { strength, ..fields() }
}

/// First direction along the bar, second upwards, the same everywhere.
pub fn fields() -> Fields {
    let layer = [dabs(0.0, plane(Vec3::Y)), dabs(1.0, plane(Vec3::NEG_Y))].concat();
    let lines = [(-0.4, -0.4), (-0.4, 0.4), (0.4, -0.4), (0.4, 0.4)].map(|(y, z)| {
        let at = |i: i32| Vec3::new(i as f32 / 8.0 - 0.5, y, z) * SIZE + Vec3::Y * HEIGHT;
        stroke((0..=8).map(at))
    });
    Fields { layer, direction: lines.to_vec(), ..Fields::default() }
}

/// Delay from 0 at the left end to 1 at the right.
pub fn fields_wave() -> Fields {
    let delay: Vec<Dab> = [Vec3::Y, Vec3::NEG_Y].into_iter().flat_map(plane).map(delayed).collect();
    Fields { delay, ..fields() }
}

fn delayed(p: Vec3) -> Dab {
    Dab { at: p.to_array(), value: p.x / SIZE.x + 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 8_640);
    }
}
