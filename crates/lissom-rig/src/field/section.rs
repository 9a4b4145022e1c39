//! Surfaces through a body, one piece per tetrahedron: where a function that is linear on each changes its sign.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::tets::TetMesh;
use crate::tri_mesh::TriMesh;

/// A point on an edge of a body, or at a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionPoint {
    pub position: Vec3,
    /// The vertices it lies between; twice the same if it is at one.
    pub ends: [u32; 2],
    /// The share of the second of them.
    pub weight: f32,
    /// A tetrahedron that has this edge.
    pub tet: u32,
}

impl SectionPoint {
    /// What a field has here.
    pub fn sample(&self, values: &[f32]) -> f32 {
        let [a, b] = self.ends.map(|v| values[v as usize]);
        if a == b { a } else { a * (1.0 - self.weight) + b * self.weight }
    }

    /// The shares of the corners of its tetrahedron: its barycentric weights.
    pub fn shares(&self, mesh: &TetMesh) -> [f32; 4] {
        let tet = mesh.tets[self.tet as usize];
        let share = |v: u32| match self.ends {
            [a, b] if a == b => f32::from(u8::from(v == a)),
            [a, _] if v == a => 1.0 - self.weight,
            [_, b] if v == b => self.weight,
            _ => 0.0,
        };
        tet.map(share)
    }
}

/// Triangles through a body, welded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    pub points: Vec<SectionPoint>,
    pub triangles: Vec<[u32; 3]>,
}

impl Section {
    /// To paint on.
    pub fn surface(&self) -> TriMesh {
        TriMesh { positions: self.points.iter().map(|p| p.position).collect(), triangles: self.triangles.clone() }
    }

    /// A field by point, to colour it with.
    pub fn sample(&self, values: &[f32]) -> Vec<f32> {
        self.points.iter().map(|p| p.sample(values)).collect()
    }
}

/// The even orders of four corners, by which of them are negative: first the lone one, or the two.
const ORDERS: [([usize; 4], usize); 14] = [
    ([0, 1, 2, 3], 0b0001),
    ([1, 0, 3, 2], 0b0010),
    ([2, 0, 1, 3], 0b0100),
    ([3, 0, 2, 1], 0b1000),
    ([0, 1, 2, 3], 0b1110),
    ([1, 0, 3, 2], 0b1101),
    ([2, 0, 1, 3], 0b1011),
    ([3, 0, 2, 1], 0b0111),
    ([0, 1, 2, 3], 0b0011),
    ([0, 2, 3, 1], 0b0101),
    ([0, 3, 1, 2], 0b1001),
    ([1, 2, 0, 3], 0b0110),
    ([1, 3, 2, 0], 0b1010),
    ([2, 3, 0, 1], 0b1100),
];

/// Where a function of the vertices is 0. Vertices at which it is 0 count as positive, and are not doubled: pieces
/// without area are left out, so that what is closed stays closed. Triangles face the positive side.
pub(crate) struct Builder<'a> {
    mesh: &'a TetMesh,
    levels: &'a [f64],
    known: BTreeMap<[u32; 2], u32>,
    pub section: Section,
}

impl<'a> Builder<'a> {
    pub fn new(mesh: &'a TetMesh, levels: &'a [f64]) -> Builder<'a> {
        Builder { mesh, levels, known: BTreeMap::new(), section: Section::default() }
    }

    pub fn negative(&self, vertex: u32) -> bool {
        self.levels[vertex as usize] < 0.0
    }

    /// The pieces in all tetrahedra.
    pub fn march(&mut self) {
        for (t, tet) in self.mesh.tets.iter().enumerate() {
            let signs = (0..4).map(|k| usize::from(self.negative(tet[k])) << k).sum::<usize>();
            let Some((order, _)) = ORDERS.iter().find(|(_, case)| *case == signs) else { continue };
            let [i, j, k, l] = order.map(|c| tet[c]);
            let t = t as u32;
            let polygon: Vec<u32> = match signs.count_ones() {
                1 => [[i, j], [i, k], [i, l]].map(|e| self.crossing(e, t)).into(),
                3 => [[i, l], [i, k], [i, j]].map(|e| self.crossing(e, t)).into(),
                _ => [[i, k], [i, l], [j, l], [j, k]].map(|e| self.crossing(e, t)).into(),
            };
            self.polygon(&polygon);
        }
    }

    /// Triangles of a convex polygon, without those that have no area because points coincide.
    pub fn polygon(&mut self, corners: &[u32]) {
        let mut corners = corners.to_vec();
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        for k in 2..corners.len() {
            self.section.triangles.push([corners[0], corners[k - 1], corners[k]]);
        }
    }

    /// The point at a vertex.
    pub fn vertex(&mut self, v: u32, tet: u32) -> u32 {
        let position = self.mesh.positions[v as usize];
        self.point([v, v], SectionPoint { position, ends: [v, v], weight: 0.0, tet })
    }

    /// The point on an edge whose ends have different signs.
    pub fn crossing(&mut self, [a, b]: [u32; 2], tet: u32) -> u32 {
        let (a, b) = (a.min(b), a.max(b));
        let [from, to] = [a, b].map(|v| self.levels[v as usize]);
        if let Some(at) = [a, b].into_iter().find(|v| self.levels[*v as usize] == 0.0) {
            return self.vertex(at, tet);
        }
        let weight = from / (from - to);
        let [p, q] = [a, b].map(|v| self.mesh.positions[v as usize].as_dvec3());
        let position = (p + (q - p) * weight).as_vec3();
        self.point([a, b], SectionPoint { position, ends: [a, b], weight: weight as f32, tet })
    }

    fn point(&mut self, key: [u32; 2], point: SectionPoint) -> u32 {
        *self.known.entry(key).or_insert_with(|| {
            self.section.points.push(point);
            self.section.points.len() as u32 - 1
        })
    }
}
