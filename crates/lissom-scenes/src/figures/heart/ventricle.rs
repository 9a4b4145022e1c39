//! The left ventricle's vertices, and what is measured on it: the cavity, the wall, the twist.

use super::{LAYERS, axis, wall};
use glam::{DVec3, Vec3};

/// Vertex numbers in rings from the apex (one vertex) to the base. `inner[r][k]` is opposite `outer[r][k]`.
#[derive(Clone, Debug)]
pub struct Ventricle {
    pub inner: Vec<Vec<u32>>,
    pub outer: Vec<Vec<u32>>,
    /// The wall of the cavity, open at the base.
    pub cavity: Vec<[u32; 3]>,
}

pub fn left_ventricle() -> Ventricle {
    let wall = wall();
    let count = wall.count();
    let layer = |l: usize| {
        let ring = |r: usize| (0..wall.rings[r]).map(|k| (l * count + wall.at(r, k)) as u32).collect();
        (0..wall.rings.len()).map(ring).collect()
    };
    let deepest = (LAYERS - 1) * count;
    let cavity = wall.web.triangles.iter().map(|t| t.map(|k| (deepest + k) as u32)).collect();
    Ventricle { inner: layer(LAYERS - 1), outer: layer(0), cavity }
}

impl Ventricle {
    /// Volume of the cavity, closed by a lid at the base, m³.
    pub fn cavity(&self, places: &[Vec3]) -> f64 {
        let p = |k: u32| places[k as usize].as_dvec3();
        let base = self.inner.last().expect("rings");
        let lid = base.iter().map(|&k| p(k)).sum::<DVec3>() / base.len() as f64;
        let six = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|k| p(k) - lid);
            a.dot(b.cross(c))
        };
        (self.cavity.iter().map(six).sum::<f64>() / 6.0).abs()
    }

    /// Mean thickness of the wall without the apex, m.
    pub fn thickness(&self, places: &[Vec3]) -> f64 {
        let pairs = self.inner.iter().flatten().zip(self.outer.iter().flatten()).skip(19);
        let (sum, count) = pairs.fold((0.0, 0.0), |(s, n), (&a, &b)| {
            (s + f64::from(places[a as usize].distance(places[b as usize])), n + 1.0)
        });
        sum / count
    }

    /// How far the apex has turned against the base since `rest`, seen from the base; radians.
    pub fn twist(&self, rest: &[Vec3], now: &[Vec3]) -> f64 {
        let (base, apex) = axis();
        let up = (base - apex).as_dvec3().normalize();
        let turned = |ring: &[u32]| {
            let off = |places: &[Vec3]| -> Vec<DVec3> {
                let all: Vec<DVec3> = ring.iter().map(|&k| places[k as usize].as_dvec3()).collect();
                let middle = all.iter().sum::<DVec3>() / all.len() as f64;
                all.iter().map(|p| (*p - middle).reject_from_normalized(up)).collect()
            };
            let pairs: Vec<(DVec3, DVec3)> = off(rest).into_iter().zip(off(now)).collect();
            let sin: f64 = pairs.iter().map(|(a, b)| up.dot(a.cross(*b))).sum();
            sin.atan2(pairs.iter().map(|(a, b)| a.dot(*b)).sum())
        };
        turned(&self.outer[3]) - turned(self.outer.last().expect("rings"))
    }
}
