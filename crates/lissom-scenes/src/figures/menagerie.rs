//! The girl of the scene `menagerie`, with two long tails of hair, a skirt and a belly that breathes; and her companion.

use super::belly::Belly;
use super::bend::Bend;
use super::girl::{self, HAIR, dress, hair, head, toon};
use super::strand::{Beside, Strand, outward};
use super::{companion, girl::CREAM};
use crate::humanoid::skeleton;
use crate::model::clump::Clump;
use crate::model::head::way;
use glam::Vec3;
use lissom_rig::view::Example;
use lissom_rig::{Character, Skeleton};

pub const JOINTS: usize = 9;
pub const TAILS: [&str; 2] = ["tail-left", "tail-right"];
/// Where the companion starts.
pub const START: Vec3 = Vec3::new(0.17, 0.0, 0.40);
/// Of the girl's trunk, where the belly is.
const TRUNK: f32 = 0.075;

/// A tail from behind an ear down to the skirt, to the girl's left or right.
fn tail(name: &'static str, side: f32) -> Strand {
    let h = head();
    let path = [
        [0.40, 0.58, -0.12],
        [0.56, 0.50, -0.06],
        [0.63, 0.18, 0.06],
        [0.64, -0.30, 0.22],
        [0.66, -1.0, 0.44],
        [0.66, -1.78, 0.56],
    ];
    Strand::even(name, JOINTS, path.iter().map(|p| h.at(side * p[0], p[1], p[2])).collect())
}

fn tails() -> [Strand; 2] {
    [tail(TAILS[0], 1.0), tail(TAILS[1], -1.0)]
}

/// What a tail looks like from where: it stays beside the face, and never hides the other.
pub fn examples(side: f32) -> Vec<Example> {
    let example = |name: &str, round: f32, extent: f32, bend: Bend| Example {
        name: name.into(),
        direction: way(round * side, 0.0).to_array(),
        extent,
        rotations: bend.rotations(JOINTS),
        morphs: Default::default(),
    };
    let bend = |turn: f32, aside: f32, ahead: f32| Bend { turn: turn * side, aside: aside * side, ahead, hang: 0.6 };
    vec![
        example("front", 0.0, 0.6, bend(0.0, 22.0, -6.0)),
        example("own side", 80.0, 0.6, bend(-12.0, 0.0, -26.0)),
        example("other side", -80.0, 0.6, bend(0.0, 0.0, 28.0)),
        example("back", 180.0, 0.6, bend(0.0, 26.0, 0.0)),
    ]
}

/// The girl's bones, with those of the tails.
fn bones() -> Skeleton {
    let mut bones = skeleton(&girl::proportions());
    for tail in tails() {
        tail.add_bones(&mut bones, "head");
    }
    bones
}

pub fn belly() -> Belly {
    Belly::on(&bones(), TRUNK)
}

pub fn character() -> Character {
    let skeleton = bones();
    let h = head();
    let out = outward(&h);
    let lens = Clump { segments: 18, sides: 8, taper: 0.7, ..Clump::default() };
    let clump = |width: f32, thickness: f32, aside: f32, raised: f32| {
        (Clump { width, thickness, ..lens }, Beside { aside, off: 0.0, raised })
    };
    let strands = tails().map(|tail| {
        let clumps = [clump(0.085, 0.06, 0.0, 0.0), clump(0.055, 0.045, 0.028, 0.07), clump(0.055, 0.045, -0.028, 0.1)];
        let shape = tail.clumps(&clumps, &out);
        tail.mesh(&skeleton, toon(HAIR), shape)
    });
    let mut meshes = girl::body::meshes(&skeleton);
    meshes.extend(girl::face(&skeleton, &h, &girl::drawing()));
    meshes.extend(hair::fringe(&skeleton));
    meshes.extend(strands);
    meshes.extend(dress::skirt(&skeleton));
    let mut girl = Character { name: "menagerie".to_owned(), skeleton, meshes, ..Character::default() };
    belly().add_to(&mut girl, toon(CREAM));
    add_companion(&mut girl);
    girl
}

/// The companion stands in front of her.
fn add_companion(girl: &mut Character) {
    let mut friend = companion::character();
    friend.meshes.iter_mut().for_each(|m| m.positions.iter_mut().for_each(|p| *p += START));
    friend.tets.iter_mut().for_each(|t| t.mesh.positions.iter_mut().for_each(|p| *p += START));
    girl.meshes.extend(friend.meshes);
    girl.tets.extend(friend.tets);
}
