//! The snail of the scene `snail`: a soft foot, a raised head with eyes on stalks, and a house on its back.

mod look;
mod shell;

use super::boneless::{self, dabs, face_near, stroke};
use crate::model::clump::catmull_rom;
use crate::model::section::Section;
use crate::model::web::{TetBuilder, spoke};
use crate::model::{mesh, skin};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Dab, Fields, TetMesh};

/// Slices between tail and head.
const SLICES: usize = 29;
const STALK_RINGS: usize = 5;

/// From tail to head: forward, height, half width, how far up and how far down the body reaches.
const BODY: [[f32; 5]; 11] = [
    [-0.55, 0.024, 0.034, 0.026, 0.024],
    [-0.46, 0.040, 0.064, 0.042, 0.040],
    [-0.32, 0.050, 0.092, 0.058, 0.050],
    [-0.14, 0.058, 0.112, 0.070, 0.058],
    [0.04, 0.060, 0.116, 0.074, 0.060],
    [0.19, 0.068, 0.112, 0.080, 0.068],
    [0.305, 0.112, 0.100, 0.086, 0.092],
    [0.375, 0.195, 0.088, 0.082, 0.090],
    [0.405, 0.280, 0.092, 0.088, 0.092],
    [0.425, 0.355, 0.098, 0.098, 0.096],
    [0.440, 0.425, 0.070, 0.072, 0.066],
];

fn row(share: f32) -> [f32; 5] {
    std::array::from_fn(|k| catmull_rom(&BODY.map(|r| Vec3::X * r[k]), share).x)
}

/// Middle of the body, and the direction towards the head.
pub fn spine(share: f32) -> (Vec3, Vec3) {
    let at = |t: f32| {
        let [z, y, ..] = row(t.clamp(0.0, 1.0));
        Vec3::new(0.0, y, z)
    };
    (at(share), (at(share + 0.01) - at(share - 0.01)).normalize())
}

/// By share from tail to head and a place in the unit disc; its lower half is flat on the foot.
pub fn at(share: f32, disc: Vec2) -> Vec3 {
    let [_, _, wide, up, down] = row(share.clamp(0.0, 1.0));
    let (middle, along) = spine(share);
    let back = along.cross(Vec3::X);
    let foot = 1.0 - ((share - 0.42) / 0.2).clamp(0.0, 1.0);
    let high = if disc.y > 0.0 {
        disc.y * up
    } else {
        // Flat below 0.7, round at the neck.
        -(-disc.y * (1.0 - foot) + (-disc.y / 0.7).min(1.0) * foot) * down
    };
    middle + Vec3::X * (disc.x * wide) + back * high
}

/// Middles and radii of an eye stalk's rings; `side` is 1 or -1.
pub fn stalk(side: f32) -> Vec<(Vec3, f32)> {
    let root = Vec3::new(0.040 * side, 0.430, 0.435);
    let ring = |i: usize| {
        let t = i as f32 / STALK_RINGS as f32;
        let bend = Vec3::new((0.075 * t + 0.02 * t * t) * side, 0.175 * t, 0.02 * t - 0.02 * t * t);
        (root + bend, 0.027 - 0.004 * t)
    };
    (1..=STALK_RINGS).map(ring).collect()
}

/// 29 slices of 19 vertices with 7 at each end, the hump under the house, and two stalks of 15.
pub fn tets() -> TetMesh {
    let section = Section::columns(&[3, 4, 5, 4, 3]);
    let mut body = TetBuilder::default();
    let share = |i: usize| (i + 1) as f32 / (SLICES + 1) as f32;
    let slice = |s: f32| section.points.iter().map(move |p| at(s, *p));
    let mut layers: Vec<Vec<u32>> = (0..SLICES).map(|i| body.vertices(slice(share(i)))).collect();
    for last in [false, true] {
        let full = layers[if last { layers.len() - 1 } else { 0 }].clone();
        let s = if last { 1.0 } else { 0.0 };
        let end = |(i, p): (usize, &Vec2)| if section.inner[i] { body.vertex(at(s, *p * 1.4)) } else { full[i] };
        let end = section.points.iter().enumerate().map(end).collect();
        layers.insert(if last { layers.len() } else { 0 }, end);
    }
    body.sweep(&section.web, &layers);
    let plain = body.mesh().clone();
    shell::add_hump(&mut body, &section, &layers[1..=SLICES]);
    for side in [1.0, -1.0] {
        let rings = stalk(side);
        let root = face_near(&plain, Vec3::new(0.042 * side, 0.45, 0.437));
        body.stalk(root, &rings, None);
    }
    body.finish()
}

pub fn character() -> Character {
    boneless::character("snail", tets(), look::parts())
}

/// A stone in front of it: middle and radius.
pub const STONE: (Vec3, f32) = (Vec3::new(0.0, 0.10, 0.76), 0.2);

/// The bone that takes it along, if it is held by that one.
pub const WAY: &str = "way";

/// The snail on its way, and the stone.
pub fn on_the_way() -> Character {
    let mut snail = character();
    snail.skeleton.add(WAY, None, Vec3::ZERO);
    let stone = look::stone();
    let weights = skin::rigid(&stone, 0);
    snail.meshes.push(mesh("stone", "stone", boneless::toon((0xB9B4AE, 0x857F80)), stone, weights));
    snail
}

/// Layers from the skin to the axis, the first direction along the body, delay from the head to the tail; the house
/// keeps its form.
pub fn fields() -> Fields {
    let shares = || (0..=12).map(|i| 0.02 + 0.96 * i as f32 / 12.0);
    let skin = shares().skip(1).take(11).flat_map(|s| (0..8).map(move |k| at(s, spoke(k, 8))));
    let axis = shares().map(|s| at(s, Vec2::ZERO));
    let line = |disc: Vec2| stroke(shares().map(|s| at(s, disc)));
    let lines = [Vec2::ZERO, Vec2::X * 0.8, Vec2::X * -0.8, Vec2::Y * 0.8, Vec2::Y * -0.8];
    let stalks = [1.0, -1.0].map(|side| stroke(stalk(side).into_iter().map(|r| r.0)));
    let delay = shares()
        .flat_map(|s| [Vec2::Y, -Vec2::Y].map(|d| (s, at(s, d))))
        .map(|(s, p)| Dab { at: p.to_array(), value: 1.0 - s });
    let strength = [
        dabs(1.0, shares().flat_map(|s| [Vec2::X, -Vec2::X, -Vec2::Y].map(|d| at(s, d)))),
        dabs(1.0, [1.0, -1.0].into_iter().flat_map(stalk).map(|r| r.0)),
        dabs(0.0, shell::inside()),
    ];
    Fields {
        layer: [dabs(0.0, skin), dabs(1.0, axis)].concat(),
        direction: lines.map(line).into_iter().chain(stalks).collect(),
        strength: strength.concat(),
        delay: delay.collect(),
        ..Fields::default()
    }
}

/// The same, with nothing but the foot moving by itself.
pub fn fields_foot() -> Fields {
    let foot = (0..=9).map(|i| 0.02 + 0.06 * i as f32);
    let back = (0..=9).map(|i| at(0.02 + 0.06 * i as f32, Vec2::Y));
    let head = (0..=6).map(|i| 0.66 + 0.055 * i as f32);
    let strength = [
        dabs(1.0, foot.flat_map(|s| [Vec2::new(0.6, -0.7), Vec2::new(-0.6, -0.7)].map(|d| at(s, d)))),
        dabs(0.0, head.flat_map(|s| [Vec2::Y, Vec2::X, -Vec2::X, -Vec2::Y].map(|d| at(s, d)))),
        dabs(0.0, [1.0, -1.0].into_iter().flat_map(stalk).map(|r| r.0)),
        dabs(0.0, back.chain(shell::inside())),
    ];
    Fields { strength: strength.concat(), ..fields() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 11_136);
        check(&on_the_way(), 12_032);
    }
}
