//! The jellyfish: a large one of the scene `jellyfish`, and the small ones of `jellyfishes`.

mod look;
mod small;

use super::boneless::{self, dabs, face_near, stroke};
use crate::model::dome::Dome;
use crate::model::web::{TetBuilder, spoke};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Dab, Fields, TetMesh};
use std::f32::consts::{PI, TAU};

pub use small::{small_fields, small_jellyfish, small_tets};

/// A bell about the y axis, open below.
#[derive(Clone, Copy, Debug)]
pub struct Bell {
    pub radius: f32,
    /// From the widest place to the top, outside.
    pub height: f32,
    /// Of the widest place.
    pub level: f32,
    /// Thickness at the top and at the rim.
    pub thickness: [f32; 2],
    /// How far it goes down its sides, as an angle from the top.
    pub opening: f32,
    /// How deep the notches of the rim are, and how many there are.
    pub scallops: (f32, f32),
}

pub const BELL: Bell =
    Bell { radius: 0.5, height: 0.43, level: 1.02, thickness: [0.125, 0.042], opening: 1.66, scallops: (0.035, 16.0) };

impl Bell {
    /// By share from the top to the rim, direction, and depth: 0 outside, 1 inside.
    pub fn at(&self, share: f32, round: Vec2, depth: f32) -> Vec3 {
        let angle = share * self.opening;
        let (sin, cos) = angle.sin_cos();
        let (radius, height) = (self.radius * sin, self.height * cos);
        let normal = Vec2::new(self.height * sin, self.radius * cos).normalize();
        let s = share * share * (3.0 - 2.0 * share);
        let thick = self.thickness[0] + (self.thickness[1] - self.thickness[0]) * s;
        // Lobes hang lower than the notches between them.
        let turns = self.scallops.1 * round.to_angle();
        let lobe = 0.5 * self.scallops.0 * (1.0 - turns.cos()) * ((share - 0.86) / 0.14).clamp(0.0, 1.0).powi(2);
        let r = radius - normal.x * thick * depth;
        Vec3::new(round.x * r, self.level + height - normal.y * thick * depth - lobe, round.y * r)
    }

    /// Its layers of tetrahedra; `shares` are those of the rings.
    fn build(&self, body: &mut TetBuilder, dome: &Dome, shares: &[f32]) -> [Vec<u32>; 2] {
        let layers = [0.0, 1.0].map(|depth| {
            let place = |(ring, k): (usize, usize)| {
                let n = dome.rings[ring];
                self.at(shares[ring], if n > 1 { spoke(k, n) } else { Vec2::X }, depth)
            };
            body.vertices(dome.places().map(place))
        });
        body.sweep(&dome.web, &layers);
        layers
    }

    /// Layers from the outside in, rings round the middle layer on the near and the far side, delay from the top to
    /// the rim, strength from nothing at the top.
    fn fields(&self) -> Fields {
        let grid = |from: usize| (from..=6).flat_map(|i| (0..8).map(move |k| (i as f32 / 6.0, spoke(k, 8))));
        let wall = |depth: f32| grid(1).map(move |(s, d)| self.at(s, d, depth)).chain([self.at(0.0, Vec2::X, depth)]);
        let layer = [dabs(0.0, wall(0.0)), dabs(1.0, wall(1.0))].concat();
        let arcs = [(0.42, 0.0), (0.85, 0.0), (0.42, PI), (0.85, PI)];
        let arc = |(share, start): (f32, f32)| {
            let on = |k: i32| self.at(share, Vec2::from_angle(start + PI * (0.06 + 0.88 * k as f32 / 12.0)), 0.5);
            stroke((0..=12).map(on))
        };
        let at_middle = |rule: &dyn Fn(f32) -> f32| -> Vec<Dab> {
            let dab = |(share, d)| Dab { at: self.at(share, d, 0.5).to_array(), value: rule(share) };
            grid(0).filter(|(s, d)| *s > 0.0 || d.x > 0.99).map(dab).collect()
        };
        let strength = at_middle(&|share| (share * self.opening / 0.5).clamp(0.0, 1.0));
        Fields {
            layer,
            direction: arcs.map(arc).to_vec(),
            strength,
            delay: at_middle(&|share| share),
            ..Fields::default()
        }
    }
}

/// Shares of the rings: 1, 8, 16 and eight times 32 vertices.
const RINGS: [f32; 11] = [0.0, 0.11, 0.225, 0.335, 0.43, 0.525, 0.62, 0.715, 0.81, 0.905, 1.0];
pub const TENTACLES: usize = 8;
const TENTACLE_RINGS: usize = 8;
const ARM_RINGS: usize = 8;

/// Which way the k-th of four arms or eight tentacles points.
fn direction(k: usize, count: usize) -> Vec2 {
    spoke(2 * k + 1, 2 * count)
}

/// Middles and radii of a tentacle's rings: from the rim down in two gentle waves.
pub fn tentacle(k: usize) -> Vec<(Vec3, f32)> {
    let way = direction(k, TENTACLES);
    let root = BELL.at(1.0, way, 0.5);
    let ring = |i: usize| {
        let t = i as f32 / TENTACLE_RINGS as f32;
        let out = 0.035 * (t * 2.3 * PI).sin() + 0.03 * t;
        (root + Vec3::new(way.x * out, -0.62 * t, way.y * out), 0.026 - 0.010 * t)
    };
    (1..=TENTACLE_RINGS).map(ring).collect()
}

/// Middles and radii of an arm's rings, and its tip.
pub fn arm(k: usize) -> (Vec<(Vec3, f32)>, Vec3) {
    let way = direction(k, 4);
    let root = BELL.at(0.2, way, 1.0);
    let place = |i: usize| {
        let t = i as f32 / (ARM_RINGS + 1) as f32;
        let out = 0.25 * t + 0.03 * (t * 2.2 * PI).sin();
        root + Vec3::new(way.x * out, -0.95 * t, way.y * out)
    };
    // So thick that they trail behind rather than fold.
    let ring = |i: usize| (place(i), 0.1 - 0.05 * i as f32 / ARM_RINGS as f32);
    ((1..=ARM_RINGS).map(ring).collect(), place(ARM_RINGS + 1))
}

/// The bell has 562 vertices, the four arms 25 each and the eight tentacles 24 each.
pub fn tets() -> TetMesh {
    let mut body = TetBuilder::default();
    BELL.build(&mut body, &Dome::new(8, 32, 8), &RINGS);
    let bell = body.mesh().clone();
    for k in 0..4 {
        let (rings, tip) = arm(k);
        let way = direction(k, 4);
        // A little aside: of two faces equally near one must be chosen, the same on both sides.
        let aside = Vec3::new(way.x * 0.95, 0.0, way.y) * 0.01;
        body.stalk(face_near(&bell, BELL.at(0.2, way, 1.0) + aside), &rings, Some(tip));
    }
    for k in 0..TENTACLES {
        let way = direction(k, TENTACLES);
        let aside = way * way.abs() * Vec2::new(-0.02, 0.02);
        let rim = BELL.at(1.0, way, 0.5) + Vec3::new(aside.x, -0.02, aside.y);
        body.stalk(face_near(&bell, rim), &tentacle(k), None);
    }
    body.finish()
}

pub fn character() -> Character {
    boneless::character("jellyfish", tets(), look::large())
}

/// As in Fig. 3 of the paper; arms and tentacles only follow.
pub fn fields() -> Fields {
    let mut fields = BELL.fields();
    let arms = (0..4).flat_map(|k| arm(k).0).step_by(2);
    let tentacles = (0..TENTACLES).flat_map(tentacle).step_by(2);
    fields.strength.extend(dabs(0.0, arms.chain(tentacles).map(|p| p.0)));
    fields
}

/// A full turn from 0 to 1.
fn turn(share: f32) -> Vec2 {
    Vec2::from_angle(share * TAU)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 12_000);
        check(&small_jellyfish(1), 1_864);
    }
}
