//! The bar of the scenes `bar-bend` and `bar-wave`: a plain soft block to see fields and charts on.

use super::boneless::{self, dabs, stroke, toon};
use crate::model::tet_grid::tet_grid;
use crate::model::{Shape, sdf};
use glam::Vec3;
use lissom_rig::{Character, Dab, Fields, TetMesh};

/// Along x, y and z.
pub const SIZE: Vec3 = Vec3::new(1.2, 0.2, 0.2);
pub const CELLS: [usize; 3] = [12, 2, 2];
/// Height of its middle when it is shown.
pub const HEIGHT: f32 = 0.6;
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
    let middle = Vec3::Y * HEIGHT;
    let form = |p: Vec3| sdf::rounded_box(p, middle, 0.5 * SIZE, 0.022);
    let edge = 0.5 * SIZE + Vec3::splat(0.01);
    let whole = sdf::mesh_sdf(&form, middle - edge, middle + edge, 0.016);
    let dark = |p: Vec3| ((p.x + 0.5 * SIZE.x) / 0.1).floor() as i32 % 2 != 0;
    (whole.kept(&|p| !dark(p)), whole.kept(&dark))
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
        check(&character(), 8_436);
    }
}
