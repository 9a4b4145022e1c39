//! Cloth with thickness: an outer side, a lining, a trim along the free edges, rounded hems.

use super::shape::Shape;
use glam::Vec3;

/// How a parametric surface becomes cloth. `u` runs anticlockwise seen from above, `v` downwards:
/// the outer side is towards dp/dv x dp/du.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// Quads across and down, the trim's not counted.
    pub columns: usize,
    pub rows: usize,
    pub thickness: f32,
    /// u = 1 joins u = 0: a skirt, a robe.
    pub closed: bool,
    /// Width of the trim at v = 1, as a part of v; 0 for none.
    pub trim: f32,
    /// Width of the trim at u = 0 and u = 1 of an open sheet, as a part of u; 0 for none.
    pub side_trim: f32,
}

/// The parts of a sheet. Together they are closed; neighbours have vertices at the same places.
#[derive(Clone, Debug, Default)]
pub struct Cloth {
    pub outer: Shape,
    pub lining: Shape,
    /// Outer side of the trim, and all hems.
    pub trim: Shape,
}

impl Cloth {
    pub fn triangles(&self) -> usize {
        self.outer.triangles.len() + self.lining.triangles.len() + self.trim.triangles.len()
    }
}

impl Sheet {
    pub fn build(&self, surface: &dyn Fn(f32, f32) -> Vec3) -> Cloth {
        let side = if self.closed { 0.0 } else { self.side_trim };
        let us = stations(self.columns, side, side);
        let vs = stations(self.rows, 0.0, self.trim);
        let grid = Samples::new(surface, &us, &vs, self.closed);
        let (nu, nv) = (us.len() - 1, vs.len() - 1);
        let half = 0.5 * self.thickness;
        let last_column = if side > 0.0 { nu - 1 } else { nu };
        let last_row = if self.trim > 0.0 { nv - 1 } else { nv };
        let is_trim = |i: usize, j: usize| j >= last_row || (side > 0.0 && (i == 0 || i >= last_column));
        let outer = grid.side(half, &|i, j| !is_trim(i, j));
        let lining = grid.side(-half, &|_, _| true);
        let mut trim = grid.side(half, &is_trim);
        let across: Vec<usize> = (0..=nu).collect();
        let down: Vec<usize> = (0..=nv).collect();
        trim.append(&grid.hem(across.iter().rev().map(|&i| (i, 0)), half, (0, -1)));
        trim.append(&grid.hem(across.iter().map(|&i| (i, nv)), half, (0, 1)));
        if !self.closed {
            trim.append(&grid.hem(down.iter().map(|&j| (0, j)), half, (-1, 0)));
            trim.append(&grid.hem(down.iter().rev().map(|&j| (nu, j)), half, (1, 0)));
        }
        Cloth { outer, lining, trim }
    }
}

/// Parameter values from 0 to 1 with one narrow step for a trim at either end.
fn stations(count: usize, first: f32, last: f32) -> Vec<f32> {
    let mut out = Vec::new();
    if first > 0.0 {
        out.push(0.0);
    }
    let span = 1.0 - first - last;
    out.extend((0..=count).map(|i| first + span * i as f32 / count as f32));
    if last > 0.0 {
        out.push(1.0);
    }
    out
}

struct Samples {
    points: Vec<Vec<Vec3>>,
    normals: Vec<Vec<Vec3>>,
}

impl Samples {
    fn new(surface: &dyn Fn(f32, f32) -> Vec3, us: &[f32], vs: &[f32], closed: bool) -> Samples {
        let h = 1e-3;
        let at = |u: f32, v: f32| surface(if closed { u.rem_euclid(1.0) } else { u }, v);
        let normal = |u: f32, v: f32| {
            let (u0, u1) = if closed { (u - h, u + h) } else { ((u - h).max(0.0), (u + h).min(1.0)) };
            let du = at(u1, v) - at(u0, v);
            let dv = at(u, (v + h).min(1.0)) - at(u, (v - h).max(0.0));
            dv.cross(du).normalize()
        };
        let table = |f: &dyn Fn(f32, f32) -> Vec3| us.iter().map(|u| vs.iter().map(|v| f(*u, *v)).collect()).collect();
        Samples { points: table(&at), normals: table(&normal) }
    }

    /// The chosen quads at the distance `offset` along the normal; negative is the inner side.
    fn side(&self, offset: f32, keep: &dyn Fn(usize, usize) -> bool) -> Shape {
        let mut s = Shape::default();
        let rows = self.points[0].len();
        let mut id = vec![u32::MAX; self.points.len() * rows];
        for i in 0..self.points.len() - 1 {
            for j in 0..rows - 1 {
                if !keep(i, j) {
                    continue;
                }
                let q = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)].map(|(i, j)| {
                    let slot = &mut id[i * rows + j];
                    if *slot == u32::MAX {
                        let n = self.normals[i][j];
                        *slot = s.push(self.points[i][j] + n * offset, n * offset.signum());
                    }
                    *slot
                });
                if offset > 0.0 {
                    s.quad(q[0], q[1], q[2], q[3]);
                } else {
                    s.quad(q[3], q[2], q[1], q[0]);
                }
            }
        }
        s
    }

    /// The rounded edge along grid points, which run so that the sheet lies to their left
    /// seen from outside; `away` is the grid direction off the sheet.
    fn hem(&self, edge: impl Iterator<Item = (usize, usize)>, half: f32, away: (i32, i32)) -> Shape {
        let mut s = Shape::default();
        let edge: Vec<_> = edge.collect();
        for &(i, j) in &edge {
            let (p, n) = (self.points[i][j], self.normals[i][j]);
            let back = ((i as i32 - away.0) as usize, (j as i32 - away.1) as usize);
            let off = (p - self.points[back.0][back.1]).reject_from(n).normalize();
            s.push(p + n * half, (n + off).normalize());
            s.push(p + off * half, off);
            s.push(p - n * half, (off - n).normalize());
        }
        for k in 1..edge.len() as u32 {
            for r in 0..2 {
                let (a, b) = (3 * (k - 1) + r, 3 * k + r);
                s.quad(a, a + 1, b + 1, b);
            }
        }
        s
    }
}
