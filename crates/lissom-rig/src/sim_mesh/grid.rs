//! A hashed uniform grid over points that can grow, for neighbour queries.

use glam::DVec3;

const NONE: u32 = u32::MAX;

/// Points by cell. Queries visit points in an order that depends only on the order of insertion.
pub(crate) struct Grid {
    cell: f64,
    /// First point of each bucket.
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

/// A point, together with all that a query reads of it.
struct Entry {
    point: DVec3,
    cell: [i32; 3],
    /// The next in its bucket.
    next: u32,
}

impl Grid {
    pub fn new(cell: f64) -> Grid {
        Grid { cell, heads: vec![NONE; 64], entries: vec![] }
    }

    pub fn of(cell: f64, points: impl IntoIterator<Item = DVec3>) -> Grid {
        let mut grid = Grid::new(cell);
        for p in points {
            grid.push(p);
        }
        grid
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn point(&self, i: u32) -> DVec3 {
        self.entries[i as usize].point
    }

    pub fn points(&self) -> impl Iterator<Item = DVec3> {
        self.entries.iter().map(|e| e.point)
    }

    pub fn push(&mut self, p: DVec3) -> u32 {
        let index = self.entries.len() as u32;
        self.entries.push(Entry { point: p, cell: self.cell_of(p), next: NONE });
        if self.entries.len() > self.heads.len() {
            self.heads = vec![NONE; self.heads.len() * 4];
            for i in 0..=index {
                self.link(i);
            }
        } else {
            self.link(index);
        }
        index
    }

    /// Calls `visit(index, squared distance)` for every point closer than `radius`.
    pub fn within(&self, p: DVec3, radius: f64, mut visit: impl FnMut(u32, f64)) {
        let (lo, hi) = (self.cell_of(p - radius), self.cell_of(p + radius));
        let limit = radius * radius;
        let cells: f64 = (0..3).map(|k| hi[k] as f64 - lo[k] as f64 + 1.0).product();
        if cells > self.entries.len() as f64 + 27.0 {
            for (i, q) in self.points().enumerate() {
                let d = q.distance_squared(p);
                if d < limit {
                    visit(i as u32, d);
                }
            }
            return;
        }
        for z in lo[2]..=hi[2] {
            for y in lo[1]..=hi[1] {
                for x in lo[0]..=hi[0] {
                    let cell = [x, y, z];
                    let mut i = self.heads[self.bucket(cell)];
                    while i != NONE {
                        let entry = &self.entries[i as usize];
                        let d = entry.point.distance_squared(p);
                        if d < limit && entry.cell == cell {
                            visit(i, d);
                        }
                        i = entry.next;
                    }
                }
            }
        }
    }

    /// The nearest accepted point closer than `radius`, with its squared distance.
    /// Equal distances go to the lower index, see [`rank`].
    pub fn nearest(&self, p: DVec3, radius: f64, mut accept: impl FnMut(u32) -> bool) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        self.within(p, radius, |i, d| {
            if best.is_none_or(|(j, e)| (rank(d), i) < (rank(e), j)) && accept(i) {
                best = Some((i, d));
            }
        });
        best
    }

    fn link(&mut self, i: u32) {
        let bucket = self.bucket(self.entries[i as usize].cell);
        self.entries[i as usize].next = self.heads[bucket];
        self.heads[bucket] = i;
    }

    fn cell_of(&self, p: DVec3) -> [i32; 3] {
        (p / self.cell).floor().to_array().map(|x| x.clamp(-1e9, 1e9) as i32)
    }

    fn bucket(&self, c: [i32; 3]) -> usize {
        let mut hash = (c[0] as u32 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ (c[1] as u32 as u64)).rotate_left(23).wrapping_mul(0xD1B5_4A32_D192_ED03);
        hash = (hash ^ (c[2] as u32 as u64)).rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 32) as usize & (self.heads.len() - 1)
    }
}

/// A squared distance in spacings², rounded for comparing: what is equal but for rounding errors
/// compares equal, so that a scaled or moved mesh makes the same choices.
pub(crate) fn rank(squared: f64) -> u64 {
    (squared * 1e4).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_brute_force_finds() {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            f64::from(seed >> 8) / f64::from(1u32 << 24) * 10.0 - 5.0
        };
        let points: Vec<DVec3> = (0..500).map(|_| DVec3::new(random(), random(), random())).collect();
        let grid = Grid::of(0.7, points.iter().copied());
        for &p in &points[..50] {
            for radius in [0.1, 0.7, 2.0, 30.0] {
                let mut found = vec![];
                grid.within(p, radius, |i, _| found.push(i));
                found.sort();
                let expected: Vec<u32> = (0..500u32).filter(|&i| points[i as usize].distance(p) < radius).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
