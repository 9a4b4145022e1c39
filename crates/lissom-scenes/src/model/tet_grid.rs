//! Blocks of tetrahedra: cells of a grid, each cut into five.

use glam::Vec3;
use lissom_rig::TetMesh;

/// `cells` along x, y and z; `place` gives the position of a corner from its shares (0 to 1) of the three sides.
///
/// Cells are cut in turns, like the fields of a chessboard. Where a number of cells is even, the block is its own
/// mirror image across the middle of that side.
pub fn tet_grid(cells: [usize; 3], place: &dyn Fn(Vec3) -> Vec3) -> TetMesh {
    let [nx, ny, nz] = cells;
    let id = |i: usize, j: usize, k: usize| ((i * (ny + 1) + j) * (nz + 1) + k) as u32;
    let share = |i: usize, n: usize| i as f32 / n as f32;
    let mut mesh = TetMesh::default();
    for i in 0..=nx {
        for j in 0..=ny {
            for k in 0..=nz {
                mesh.positions.push(place(Vec3::new(share(i, nx), share(j, ny), share(k, nz))));
            }
        }
    }
    for i in 0..nx {
        for j in 0..ny {
            for k in 0..nz {
                let corner = |b: usize| id(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
                // The diagonals of all faces join corners whose three numbers have an even sum.
                let flip = if (i + j + k) % 2 == 0 { 0 } else { 1 };
                let five = [[0, 3, 5, 6], [1, 0, 3, 5], [2, 3, 0, 6], [4, 0, 5, 6], [7, 3, 6, 5]];
                mesh.tets.extend(five.map(|t| t.map(|b: usize| corner(b ^ flip))));
            }
        }
    }
    for k in 0..mesh.tets.len() {
        if mesh.volume_of(mesh.tets[k]) < 0.0 {
            mesh.tets[k].swap(2, 3);
        }
    }
    mesh
}
