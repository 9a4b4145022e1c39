//! Surface nets: one vertex for each grid cell the surface crosses, then moved onto the surface.

use super::sdf::{Sdf, gradient};
use super::shape::Shape;
use glam::Vec3;

/// How far off unit slope the distance may be (its steepest is this many metres a metre).
const STEEPEST: f32 = 2.0;

struct Grid {
    low: Vec3,
    cell: f32,
    size: [usize; 3],
    values: Vec<f32>,
}

impl Grid {
    fn sample(f: Sdf, low: Vec3, high: Vec3, cell: f32) -> Grid {
        let size = ((high - low) / cell).ceil().to_array().map(|n| n as usize + 1);
        let mut values = vec![0.0; size[0] * size[1] * size[2]];
        for (row, line) in values.chunks_exact_mut(size[0]).enumerate() {
            let start = Vec3::new(0.0, (row % size[1]) as f32, (row / size[1]) as f32);
            let mut i = 0;
            while i < line.len() {
                let d = f(low + (start + Vec3::X * i as f32) * cell);
                // No crossing within the next `skip` samples: only the sign matters there.
                let skip = (d.abs() / (cell * STEEPEST)) as usize;
                let end = (i + 1 + skip).min(line.len());
                line[i..end].fill(d);
                i = end;
            }
        }
        Grid { low, cell, size, values }
    }

    fn index(&self, c: [usize; 3]) -> usize {
        c[0] + self.size[0] * (c[1] + self.size[1] * c[2])
    }

    fn stride(&self, axis: usize) -> usize {
        [1, self.size[0], self.size[0] * self.size[1]][axis]
    }

    /// The mean of the crossings of the cell's 12 edges, where there are any.
    fn cell_vertex(&self, c: [usize; 3]) -> Option<Vec3> {
        let base = self.index(c);
        let (mut sum, mut count) = (Vec3::ZERO, 0.0);
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for k in 0..4 {
                let (a, b) = (k & 1, k >> 1);
                let i = base + a * self.stride(u) + b * self.stride(v);
                let (d0, d1) = (self.values[i], self.values[i + self.stride(axis)]);
                if (d0 < 0.0) != (d1 < 0.0) {
                    let mut e = [0.0; 3];
                    e[axis] = d0 / (d0 - d1);
                    e[u] = a as f32;
                    e[v] = b as f32;
                    sum += Vec3::from(e);
                    count += 1.0;
                }
            }
        }
        let corner = Vec3::from(c.map(|x| x as f32));
        (count > 0.0).then(|| self.low + (corner + sum / count) * self.cell)
    }

    /// Vertices and quads, anticlockwise from outside.
    fn nets(&self) -> (Vec<Vec3>, Vec<[u32; 4]>) {
        let mut id = vec![u32::MAX; self.values.len()];
        let (mut points, mut quads) = (Vec::new(), Vec::new());
        let cells = self.size.map(|n| n - 1);
        for z in 0..cells[2] {
            for y in 0..cells[1] {
                for x in 0..cells[0] {
                    if let Some(p) = self.cell_vertex([x, y, z]) {
                        id[self.index([x, y, z])] = points.len() as u32;
                        points.push(p);
                    }
                    let i = self.index([x, y, z]);
                    for axis in 0..3 {
                        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                        let c = [x, y, z];
                        if c[u] == 0 || c[v] == 0 {
                            continue;
                        }
                        let inside = self.values[i] < 0.0;
                        if inside == (self.values[i + self.stride(axis)] < 0.0) {
                            continue;
                        }
                        let (su, sv) = (self.stride(u), self.stride(v));
                        let q = [id[i - su - sv], id[i - sv], id[i], id[i - su]];
                        quads.push(if inside { q } else { [q[3], q[2], q[1], q[0]] });
                    }
                }
            }
        }
        (points, quads)
    }
}

/// The surface of `f` within the bounds, which must hold all of it, with triangles of about `cell`.
pub fn mesh_sdf(f: Sdf, low: Vec3, high: Vec3, cell: f32) -> Shape {
    let grid = Grid::sample(f, low - Vec3::splat(cell), high + Vec3::splat(cell), cell);
    let (mut points, quads) = grid.nets();
    for _ in 0..2 {
        land(f, &mut points, cell);
        relax(&mut points, &quads);
    }
    land(f, &mut points, cell);
    land(f, &mut points, cell);
    let normals = points.iter().map(|p| slope(f, *p, cell).1).collect();
    let mut shape = Shape { positions: points, normals, triangles: Vec::new() };
    shape.triangles.reserve(quads.len() * 2);
    for [a, b, c, d] in quads {
        shape.quad(a, b, c, d);
    }
    shape
}

/// [`mesh_sdf`] with the cell size that gives the wanted number of triangles within about 3 %.
pub fn mesh_with_count(f: Sdf, low: Vec3, high: Vec3, triangles: usize) -> Shape {
    let count = |cell: f32| {
        let pad = Vec3::splat(cell);
        2 * Grid::sample(f, low - pad, high + pad, cell).nets().1.len()
    };
    let mut cell = (high - low).max_element() / 24.0;
    let mut best = (f32::INFINITY, cell);
    for _ in 0..8 {
        let ratio = count(cell) as f32 / triangles as f32;
        let miss = (ratio - 1.0).abs();
        if miss < best.0 {
            best = (miss, cell);
        }
        if miss < 0.02 {
            break;
        }
        cell *= ratio.max(0.05).sqrt();
    }
    mesh_sdf(f, low, high, best.1)
}

/// Length and direction of the gradient.
fn slope(f: Sdf, p: Vec3, cell: f32) -> (f32, Vec3) {
    let g = gradient(f, p, cell * 0.05);
    let length = g.length();
    (length, if length > 1e-6 { g / length } else { Vec3::Y })
}

/// One Newton step onto the surface, no longer than half a cell.
fn land(f: Sdf, points: &mut [Vec3], cell: f32) {
    for p in points {
        let (length, n) = slope(f, *p, cell);
        let step = f(*p) / length.max(0.2);
        *p -= n * step.clamp(-0.5 * cell, 0.5 * cell);
    }
}

/// Moves every vertex half way to the mean of its neighbours, for evener triangles.
fn relax(points: &mut [Vec3], quads: &[[u32; 4]]) {
    let mut sum = vec![(Vec3::ZERO, 0.0_f32); points.len()];
    for q in quads {
        for k in 0..4 {
            let (i, j) = (q[k] as usize, q[(k + 1) % 4] as usize);
            sum[i].0 += points[j];
            sum[i].1 += 1.0;
            sum[j].0 += points[i];
            sum[j].1 += 1.0;
        }
    }
    for (p, (s, n)) in points.iter_mut().zip(sum) {
        if n > 0.0 {
            *p = p.lerp(s / n, 0.5);
        }
    }
}
