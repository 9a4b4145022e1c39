//! The body-centred cubic lattice: the corners of cubes and their middles.
//!
//! Space falls into equal tetrahedra, each with one long edge between corners, one between middles, and four short ones
//! between the two. All angles between faces are 60° or 90°.

use glam::{DVec3, IVec3};

/// A short edge, of a long one: from the corner of a unit cube to its middle.
pub(super) const SHORT: f64 = 0.866_025_403_784_438_6;

/// Corners come first, then middles; both by x, then y, then z. Long edges have length `edge`.
pub(super) struct Lattice {
    pub edge: f64,
    origin: DVec3,
    /// Cubes along each side.
    cells: IVec3,
    corners: usize,
}

impl Lattice {
    /// Around a box that is centred at zero, with a cube to spare on all sides.
    pub fn around(half: DVec3, edge: f64) -> Lattice {
        let reach = (half / edge).ceil() + 2.0;
        let cells = (reach * 2.0).as_ivec3();
        let corners = cells + 1;
        let count = corners.x as usize * corners.y as usize * corners.z as usize;
        Lattice { edge, origin: -reach * edge, cells, corners: count }
    }

    /// How many points it would have, before it is made.
    pub fn size(half: DVec3, edge: f64) -> f64 {
        let cells = ((half / edge).ceil() + 2.0) * 2.0;
        2.0 * cells.x * cells.y * cells.z
    }

    pub fn len(&self) -> usize {
        self.corners + self.cells.x as usize * self.cells.y as usize * self.cells.z as usize
    }

    fn is_middle(&self, id: u32) -> bool {
        id as usize >= self.corners
    }

    /// An edge is long between two points of the same kind.
    pub fn is_long(&self, a: u32, b: u32) -> bool {
        self.is_middle(a) == self.is_middle(b)
    }

    pub fn length(&self, a: u32, b: u32) -> f64 {
        if self.is_long(a, b) { self.edge } else { SHORT * self.edge }
    }

    pub fn position(&self, id: u32) -> DVec3 {
        let (cell, shift) = self.cell(id);
        self.origin + (cell.as_dvec3() + shift) * self.edge
    }

    fn cell(&self, id: u32) -> (IVec3, f64) {
        let middle = self.is_middle(id);
        let n = if middle { self.cells } else { self.cells + 1 };
        let k = if middle { id as usize - self.corners } else { id as usize };
        let (nx, ny) = (n.x as usize, n.y as usize);
        let cell = IVec3::new((k % nx) as i32, (k / nx % ny) as i32, (k / nx / ny) as i32);
        (cell, if middle { 0.5 } else { 0.0 })
    }

    fn corner(&self, c: IVec3) -> u32 {
        let n = self.cells + 1;
        (c.x as usize + n.x as usize * (c.y as usize + n.y as usize * c.z as usize)) as u32
    }

    fn middle(&self, c: IVec3) -> u32 {
        let n = self.cells;
        (self.corners + c.x as usize + n.x as usize * (c.y as usize + n.y as usize * c.z as usize)) as u32
    }

    /// Calls with both ends of every edge within the lattice, each once.
    pub fn for_each_edge(&self, mut visit: impl FnMut(u32, u32)) {
        for id in 0..self.len() as u32 {
            let (cell, _) = self.cell(id);
            let middle = self.is_middle(id);
            let n = if middle { self.cells } else { self.cells + 1 };
            for step in [IVec3::X, IVec3::Y, IVec3::Z] {
                let next = cell + step;
                if next.cmplt(n).all() {
                    visit(id, if middle { self.middle(next) } else { self.corner(next) });
                }
            }
            if middle {
                for k in 0..8 {
                    visit(self.corner(cell + IVec3::new(k & 1, k >> 1 & 1, k >> 2)), id);
                }
            }
        }
    }

    /// Calls with the corners of every tetrahedron: around each face between two cubes there are four.
    pub fn for_each_tet(&self, mut visit: impl FnMut([u32; 4])) {
        let axes = [IVec3::X, IVec3::Y, IVec3::Z];
        for z in 0..self.cells.z {
            for y in 0..self.cells.y {
                for x in 0..self.cells.x {
                    let cell = IVec3::new(x, y, z);
                    for k in 0..3 {
                        let (along, u, v) = (axes[k], axes[(k + 1) % 3], axes[(k + 2) % 3]);
                        if !(cell + along).cmplt(self.cells).all() {
                            continue;
                        }
                        let (here, there) = (self.middle(cell), self.middle(cell + along));
                        let first = cell + along;
                        let face = [first, first + u, first + u + v, first + v].map(|c| self.corner(c));
                        for i in 0..4 {
                            visit([face[i], face[(i + 1) % 4], here, there]);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn tetrahedra_fill_space_and_have_the_edges_of_the_lattice() {
        let lattice = Lattice::around(DVec3::new(0.9, 1.0, 2.2), 1.0);
        let mut edges = HashSet::new();
        lattice.for_each_edge(|a, b| {
            assert!(a < b && edges.insert((a, b)));
            let length = lattice.position(a).distance(lattice.position(b));
            assert!((length - lattice.length(a, b)).abs() < 1e-12);
        });
        let (mut volume, mut count) = (0.0, 0);
        lattice.for_each_tet(|t| {
            for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                assert!(edges.contains(&(t[i].min(t[j]), t[i].max(t[j]))));
            }
            let [a, b, c, d] = t.map(|k| lattice.position(k));
            volume += (b - a).cross(c - a).dot(d - a).abs() / 6.0;
            count += 1;
        });
        // Half a cube is missing at each outer face.
        let (x, y, z) = (6.0, 6.0, 10.0);
        assert!((volume - (x * y * z - (x * y + y * z + z * x) / 3.0)).abs() < 1e-9, "{volume} {count}");
    }
}
