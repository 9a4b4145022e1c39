//! The heart of the scene `heart`: a thick left ventricle, and a thinner right one that clasps it.

mod fibres;
mod look;
mod right;
mod sliced;
mod ventricle;

use super::boneless;
use crate::model::dome::Dome;
use crate::model::web::{TetBuilder, spoke};
use glam::{Quat, Vec2, Vec3};
use lissom_rig::{Character, TetMesh};

pub use fibres::fields;
pub use sliced::sliced;
pub use ventricle::{Ventricle, left_ventricle};

/// Half the width and half the length of the left ventricle, outside and inside.
const WIDTH: [f32; 2] = [0.24, 0.15];
const LENGTH: [f32; 2] = [0.50, 0.41];
/// Vertices through the wall, and round it where it is full.
const LAYERS: usize = 4;
const AROUND: usize = 24;
/// Angles from the apex: the middle of the heart would be at a right angle.
const FIRST: [f32; 3] = [0.0, 0.22, 0.42];
const FULL: [f32; 2] = [0.58, 2.0];
const FULL_RINGS: usize = 11;
/// How the heart lies: its apex down and to its left.
const MIDDLE: Vec3 = Vec3::new(0.0, 0.68, 0.0);
const TILT: f32 = 0.42;
const TURN: f32 = -0.62;

/// From the upright heart about the origin to where it is shown.
fn posed(p: Vec3) -> Vec3 {
    MIDDLE + Quat::from_rotation_z(TILT) * Quat::from_rotation_y(TURN) * p
}

/// The web of the left ventricle's wall.
fn wall() -> Dome {
    Dome::new(6, AROUND, FULL_RINGS)
}

/// Angle from the apex of a ring, which may lie between two.
fn angle(ring: f32) -> f32 {
    let share = (ring - FIRST.len() as f32) / (FULL_RINGS - 1) as f32;
    if share >= 0.0 {
        return FULL[0] + (FULL[1] - FULL[0]) * share;
    }
    let below = (ring.max(0.0) as usize).min(FIRST.len() - 1);
    let above = FIRST.get(below + 1).copied().unwrap_or(FULL[0]);
    FIRST[below] + (above - FIRST[below]) * (ring - below as f32)
}

/// The left ventricle, upright: angle from the apex, direction round, depth from outside (0) to inside (1).
fn left(angle: f32, round: Vec2, depth: f32) -> Vec3 {
    let (sin, cos) = angle.sin_cos();
    let width = WIDTH[0] + (WIDTH[1] - WIDTH[0]) * depth;
    let length = LENGTH[0] + (LENGTH[1] - LENGTH[0]) * depth;
    Vec3::new(round.x * width * sin, -length * cos, round.y * width * sin)
}

/// Outward, at a place outside.
fn outward(p: Vec3) -> Vec3 {
    (p / Vec3::new(WIDTH[0] * WIDTH[0], LENGTH[0] * LENGTH[0], WIDTH[0] * WIDTH[0])).normalize()
}

/// Middle of the base, and the apex.
pub fn axis() -> (Vec3, Vec3) {
    (posed(Vec3::Y * left(FULL[1], Vec2::X, 0.5).y), posed(left(0.0, Vec2::X, 0.0)))
}

/// Where the blood leaves the left ventricle and the right one: what the heart hangs by.
pub fn roots() -> [Vec3; 2] {
    let outlet = 0.5 * (right::OUTLET[0] + right::OUTLET[1]) as f32 / right::COLUMNS as f32;
    [posed(left(1.98, right::direction(9.0), 0.55)), posed(right::wall(outlet, 1.06, 1.0))]
}

/// The left ventricle has 1132 vertices, the right one 170.
pub fn tets() -> TetMesh {
    let wall = wall();
    let mut body = TetBuilder::default();
    let mut layers = Vec::new();
    for l in 0..LAYERS {
        let depth = l as f32 / (LAYERS - 1) as f32;
        let place = |(ring, k): (usize, usize)| {
            let n = wall.rings[ring];
            posed(left(angle(ring as f32), if n > 1 { spoke(k, n) } else { Vec2::X }, depth))
        };
        layers.push(body.vertices(wall.places().map(place)));
    }
    body.sweep(&wall.web, &layers);
    right::add(&mut body, &wall);
    body.finish()
}

pub fn character() -> Character {
    let tets = tets();
    let parts = look::parts(&tets);
    let mut heart = boneless::character("heart", tets, parts);
    // The vessels are stiff, and stay where they are.
    let vessels = heart.meshes.iter_mut().filter(|m| look::VESSELS.contains(&m.name.as_str()));
    vessels.for_each(|m| "vessels".clone_into(&mut m.part));
    heart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 13_126);
        check(&sliced(), 16_928);
    }
}
