//! Smooth skins for bodies of tetrahedra: their surface, each triangle cut into four and rounded (Loop 1987).

use super::shape::Shape;
use glam::Vec3;
use std::collections::BTreeMap;

/// A closed surface whose triangles belong to numbered groups: `groups` has one for each triangle.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub groups: Vec<usize>,
}

impl Skin {
    /// `group` tells the group of a face.
    pub fn new(positions: &[Vec3], faces: Vec<[u32; 3]>, group: &dyn Fn([u32; 3]) -> usize) -> Skin {
        let groups = faces.iter().map(|f| group(*f)).collect();
        Skin { positions: positions.to_vec(), triangles: faces, groups }
    }

    /// Each triangle becomes four, and corners move towards the mean of their neighbours.
    pub fn rounded(&self) -> Skin {
        let p = |k: u32| self.positions[k as usize];
        let mut near = vec![(Vec3::ZERO, 0.0_f32); self.positions.len()];
        let mut edges: BTreeMap<[u32; 2], (Vec3, u32)> = BTreeMap::new();
        for &[a, b, c] in &self.triangles {
            for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
                near[a as usize].0 += p(b);
                near[a as usize].1 += 1.0;
                let next = edges.len() as u32;
                edges.entry([a.min(b), a.max(b)]).or_insert((Vec3::ZERO, next)).0 += p(c);
            }
        }
        let move_in = |(q, (sum, n)): (&Vec3, &(Vec3, f32))| {
            let share = if *n > 3.5 { 0.375 } else { 0.5625 };
            if *n > 0.0 { q.lerp(*sum / *n, share) } else { *q }
        };
        let mut positions: Vec<Vec3> = self.positions.iter().zip(&near).map(move_in).collect();
        let first = positions.len() as u32;
        positions.resize(positions.len() + edges.len(), Vec3::ZERO);
        for ([a, b], (across, k)) in &edges {
            positions[(first + k) as usize] = (p(*a) + p(*b)) * 0.375 + *across * 0.125;
        }
        let middle = |a: u32, b: u32| first + edges[&[a.min(b), a.max(b)]].1;
        let four = |&[a, b, c]: &[u32; 3]| {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        };
        Skin {
            triangles: self.triangles.iter().flat_map(four).collect(),
            groups: self.groups.iter().flat_map(|&g| [g; 4]).collect(),
            positions,
        }
    }

    /// The triangles of one group; normals are those of the whole.
    pub fn group(&self, group: usize) -> Shape {
        let mut normals = vec![Vec3::ZERO; self.positions.len()];
        for t in &self.triangles {
            let [a, b, c] = t.map(|k| self.positions[k as usize]);
            t.iter().for_each(|&k| normals[k as usize] += (b - a).cross(c - a));
        }
        let mut out = Shape::default();
        let mut map = vec![u32::MAX; self.positions.len()];
        for (t, _) in self.triangles.iter().zip(&self.groups).filter(|(_, g)| **g == group) {
            let kept = t.map(|k| {
                let k = k as usize;
                if map[k] == u32::MAX {
                    map[k] = out.push(self.positions[k], normals[k].normalize_or(Vec3::Y));
                }
                map[k]
            });
            out.triangles.push(kept);
        }
        out
    }
}
