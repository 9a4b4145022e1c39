//! What is measured on a body of tetrahedra.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec3, Vec3};
use lissom_rig::{Character, TetMesh};
use lissom_scenes::model::sdf;

#[derive(Clone, Copy, Debug)]
pub struct Report {
    pub tets: usize,
    /// Least and greatest angle between two faces of a tetrahedron, degrees.
    pub angles: (f64, f64),
    /// Where the least angle is.
    worst: Vec3,
    /// Faces that both their tetrahedra see from the same side: one of them is turned over.
    pub folded: usize,
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
        assert!(self.angles.0 >= least_angle, "{name} at {}: {self:?}", self.worst);
        assert_eq!((self.pieces, self.open_edges, self.unused, self.folded), (1, 0, 0, 0), "{name}: {self:?}");
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
    let (mut found, mut worst) = ((180.0_f64, 0.0_f64), Vec3::ZERO);
    for tet in &mesh.tets {
        for a in angles(tet.map(|k| mesh.positions[k as usize].as_dvec3())) {
            if a < found.0 {
                worst = tet.iter().map(|&k| mesh.positions[k as usize]).sum::<Vec3>() / 4.0;
            }
            found = (found.0.min(a), found.1.max(a));
        }
    }
    let mut faces: BTreeMap<[u32; 3], i32> = BTreeMap::new();
    for &[a, b, c, d] in &mesh.tets {
        for face in [[a, c, b], [a, b, d], [a, d, c], [b, c, d]] {
            let mut key = face;
            key.sort_unstable();
            let even = (face[0] < face[1]) ^ (face[1] < face[2]) ^ (face[0] < face[2]);
            *faces.entry(key).or_insert(0) += if even { 1 } else { -1 };
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
        worst,
        folded: faces.values().filter(|n| n.abs() > 1).count(),
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

/// Whether a point lies in a tetrahedron, or on it.
fn holds(p: [Vec3; 4], q: Vec3) -> bool {
    let volume = |a: Vec3, b: Vec3, c: Vec3, d: Vec3| (b - a).cross(c - a).dot(d - a);
    let slack = -1e-4 * volume(p[0], p[1], p[2], p[3]);
    volume(q, p[1], p[2], p[3]) >= slack
        && volume(p[0], q, p[2], p[3]) >= slack
        && volume(p[0], p[1], q, p[3]) >= slack
        && volume(p[0], p[1], p[2], q) >= slack
}

/// The distance of a point to a triangle.
fn distance([a, b, c]: [Vec3; 3], p: Vec3) -> f32 {
    let n = (b - a).cross(c - a).normalize();
    let inside = [[a, b], [b, c], [c, a]].iter().all(|[u, v]| (*v - *u).cross(p - *u).dot(n) >= 0.0);
    let side = |u: Vec3, v: Vec3| sdf::segment(p, u, v);
    if inside { (p - a).dot(n).abs() } else { side(a, b).min(side(b, c)).min(side(c, a)) }
}

/// Every drawn vertex of the first body lies in a tetrahedron, or so near to its surface, m.
#[track_caller]
pub fn carries(character: &Character, reach: f32) {
    let tets = &character.tets[0];
    let corners: Vec<[Vec3; 4]> = tets.mesh.tets.iter().map(|t| t.map(|k| tets.mesh.positions[k as usize])).collect();
    let surface: Vec<[Vec3; 3]> =
        tets.mesh.surface().into_iter().map(|f| f.map(|k| tets.mesh.positions[k as usize])).collect();
    for mesh in character.meshes.iter().filter(|m| m.part == tets.name) {
        let (mut worst, mut at) = (0.0, Vec3::ZERO);
        for p in &mesh.positions {
            if !corners.iter().any(|c| holds(*c, *p)) {
                let far = surface.iter().map(|t| distance(*t, *p)).fold(f32::INFINITY, f32::min);
                if far > worst {
                    (worst, at) = (far, *p);
                }
            }
        }
        println!("  {}: {worst:.4} m outside at {at}", mesh.name);
        assert!(worst < reach, "{} of {}: {worst} m outside at {at}", mesh.name, character.name);
    }
}
