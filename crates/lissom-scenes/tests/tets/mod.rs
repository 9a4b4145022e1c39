//! What is measured on a body of tetrahedra.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec3, Vec3};
use lissom_rig::{Character, TetMesh};

#[derive(Clone, Copy, Debug)]
pub struct Report {
    pub tets: usize,
    /// Least and greatest angle between two faces of a tetrahedron, degrees.
    pub angles: (f64, f64),
    pub least_volume: f64,
    pub pieces: usize,
    /// Edges of the surface that do not lie between two faces.
    pub open_edges: usize,
    pub unused: usize,
}

impl Report {
    #[track_caller]
    pub fn check(&self, name: &str, least_angle: f64) {
        assert!(self.tets > 0 && self.least_volume > 0.0, "{name}: {self:?}");
        assert!(self.angles.0 >= least_angle, "{name}: {self:?}");
        assert_eq!((self.pieces, self.open_edges, self.unused), (1, 0, 0), "{name}: {self:?}");
    }
}

fn angles(p: [DVec3; 4]) -> [f64; 6] {
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 0, 2], [2, 3, 0, 1]].map(|[a, b, c, d]| {
        let along = (p[b] - p[a]).normalize();
        let [u, v] = [c, d].map(|k| (p[k] - p[a]).reject_from_normalized(along));
        u.angle_between(v).to_degrees()
    })
}

pub fn report(mesh: &TetMesh) -> Report {
    let near = mesh.neighbours();
    let mut found = (180.0_f64, 0.0_f64);
    for tet in &mesh.tets {
        for a in angles(tet.map(|k| mesh.positions[k as usize].as_dvec3())) {
            found = (found.0.min(a), found.1.max(a));
        }
    }
    let mut edges = BTreeMap::new();
    for [a, b, c] in mesh.surface() {
        for (a, b) in [(a, b), (b, c), (c, a)] {
            *edges.entry((a.min(b), a.max(b))).or_insert(0) += 1;
        }
    }
    let mut seen = vec![false; mesh.positions.len()];
    let mut pieces = 0;
    for start in 0..seen.len() {
        let mut open = vec![start as u32];
        pieces += usize::from(!seen[start]);
        while let Some(k) = open.pop() {
            if !std::mem::replace(&mut seen[k as usize], true) {
                open.extend(&near[k as usize]);
            }
        }
    }
    Report {
        tets: mesh.tets.len(),
        angles: found,
        least_volume: mesh.tets.iter().map(|&t| mesh.volume_of(t)).fold(f64::INFINITY, f64::min),
        pieces,
        open_edges: edges.values().filter(|n| **n != 2).count(),
        unused: near.iter().filter(|n| n.is_empty()).count(),
    }
}

/// The body and its tetrahedra are their own mirror image.
#[track_caller]
pub fn symmetric(mesh: &TetMesh, flip: Vec3) {
    let key = |p: Vec3| p.to_array().map(|c| (f64::from(c) * 1e5).round() as i64);
    let ids: BTreeMap<[i64; 3], u32> = mesh.positions.iter().enumerate().map(|(k, p)| (key(*p), k as u32)).collect();
    let mut other = Vec::new();
    for p in &mesh.positions {
        let near = |d: [i64; 3]| ids.get(&std::array::from_fn(|i| key(*p * flip)[i] + d[i]));
        let around = (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| [x, y, z])));
        other.push(*around.into_iter().find_map(near).unwrap_or_else(|| panic!("no vertex opposite {p}, {flip}")));
    }
    let sorted = |mut t: [u32; 4]| {
        t.sort_unstable();
        t
    };
    let tets: BTreeSet<[u32; 4]> = mesh.tets.iter().map(|t| sorted(*t)).collect();
    let lost = mesh.tets.iter().filter(|t| !tets.contains(&sorted(t.map(|k| other[k as usize])))).count();
    assert_eq!(lost, 0, "of {} tetrahedra have no mirror image in {flip}", tets.len());
}

/// How far a point is outside a tetrahedron, less than 0 inside, by its barycentric coordinates times its size.
fn outside(p: [DVec3; 4], q: DVec3) -> f64 {
    let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
    let whole = volume(p[0], p[1], p[2], p[3]);
    let shares = [
        volume(q, p[1], p[2], p[3]),
        volume(p[0], q, p[2], p[3]),
        volume(p[0], p[1], q, p[3]),
        volume(p[0], p[1], p[2], q),
    ];
    // A share times the height over its face is a distance.
    let heights: [f64; 4] = std::array::from_fn(|k| {
        let [a, b, c] = [1, 2, 3].map(|i| p[(k + i) % 4]);
        whole / (b - a).cross(c - a).length()
    });
    (0..4).map(|k| -shares[k] / whole * heights[k]).fold(f64::NEG_INFINITY, f64::max)
}

/// Every drawn vertex of the first body lies in a tetrahedron, or so near to one, m.
#[track_caller]
pub fn carries(character: &Character, reach: f64) {
    let tets = &character.tets[0];
    let corners: Vec<[DVec3; 4]> =
        tets.mesh.tets.iter().map(|t| t.map(|k| tets.mesh.positions[k as usize].as_dvec3())).collect();
    for mesh in character.meshes.iter().filter(|m| m.part == tets.name) {
        let (mut worst, mut at) = (0.0, Vec3::ZERO);
        for p in &mesh.positions {
            let far = corners.iter().map(|c| outside(*c, p.as_dvec3())).fold(f64::INFINITY, f64::min);
            if far > worst {
                (worst, at) = (far, *p);
            }
        }
        println!("  {}: {worst:.4} m outside at {at}", mesh.name);
        assert!(worst < reach, "{} of {}: {worst} m outside at {at}", mesh.name, character.name);
    }
}
