//! Small bodies of tetrahedra.
#![allow(dead_code)]

use glam::Vec3;
use lissom_rig::{Dab, TetMesh};
use std::collections::BTreeMap;

/// The six tetrahedra of a cell: one for each way from a corner to the opposite one along edges.
const WAYS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// Cells of a grid that are `inside`, with corners put where `place` says. What `place` puts together is one vertex.
pub fn cells(
    count: [i32; 3],
    inside: impl Fn([i32; 3]) -> bool,
    place: impl Fn([i32; 3]) -> ([i32; 3], Vec3),
) -> TetMesh {
    let mut mesh = TetMesh::default();
    let mut known = BTreeMap::new();
    for cell in each(count).filter(|c| inside(*c)) {
        for way in WAYS {
            let mut corner = cell;
            let mut tet = vec![corner];
            for axis in way {
                corner[axis] += 1;
                tet.push(corner);
            }
            let mut corners = [0; 4];
            for (k, c) in tet.into_iter().enumerate() {
                let (key, position) = place(c);
                corners[k] = *known.entry(key).or_insert_with(|| {
                    mesh.positions.push(position);
                    mesh.positions.len() as u32 - 1
                });
            }
            if mesh.volume_of(corners) < 0.0 {
                corners.swap(2, 3);
            }
            if mesh.volume_of(corners) > 1e-12 {
                mesh.tets.push(corners);
            }
        }
    }
    mesh
}

fn each([x, y, z]: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
}

/// A box from the origin, of cubes with the given edge.
pub fn bar(count: [i32; 3], edge: f32) -> TetMesh {
    cells(count, |_| true, |c| (c, Vec3::from_array(c.map(|a| a as f32)) * edge))
}

/// Two arms of cubes beside each other, one cube apart, joined at the bottom.
pub fn horseshoe(height: i32) -> TetMesh {
    let inside = |[x, y, _]: [i32; 3]| y < 2 || !(2..3).contains(&x);
    cells([5, height, 2], inside, |c| (c, Vec3::from_array(c.map(|a| a as f32))))
}

/// A bell open at the bottom, of unit radius and the given thickness: `around` by `down` by `through` cells.
pub fn bell(around: i32, down: i32, through: i32, thickness: f32) -> TetMesh {
    let place = |[i, j, k]: [i32; 3]| {
        let longitude = std::f32::consts::TAU * i as f32 / around as f32;
        let latitude = 1.6 * j as f32 / down as f32;
        let radius = 1.0 - thickness * k as f32 / through as f32;
        let (sin, cos) = latitude.sin_cos();
        let position = Vec3::new(sin * longitude.cos(), cos, sin * longitude.sin()) * radius;
        (if j == 0 { [0, 0, k] } else { [i % around, j, k] }, position)
    };
    cells([around, down, through], |_| true, place)
}

pub fn dab(at: Vec3, value: f32) -> Dab {
    Dab { at: at.to_array(), value }
}
