//! Motions of real files, where there are some, and of whatever bytes come.

use std::path::PathBuf;

use glam::Vec3;
use lissom_formats::gltf::{Document, Nodes};
use lissom_formats::humanoid::HumanBone::{self, *};
use lissom_formats::humanoid::Humanoid;
use lissom_formats::motion::{Motion, Retarget, bvh};
use lissom_formats::vrm;
use proptest::prelude::*;

/// In `LISSOM_ASSETS`, or beside the repository.
fn assets() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/assets");
    PathBuf::from(std::env::var("LISSOM_ASSETS").unwrap_or(beside.to_owned()))
}

fn file(name: &str) -> Option<Vec<u8>> {
    let bytes = std::fs::read(assets().join(name)).ok();
    if bytes.is_none() {
        println!("no {name}: nothing to test");
    }
    bytes
}

fn guess(nodes: &Nodes) -> Option<Humanoid> {
    Humanoid::guess(nodes.list.iter().map(|n| (n.name.as_str(), n.parent)))
}

#[test]
fn real_bvh_loads() {
    for (name, frames) in [("bvh/cmu_02_01.bvh", 344), ("bvh/cmu_02_03.bvh", 174), ("bvh/cmu_49_06.bvh", 482)] {
        let Some(bytes) = file(name) else { continue };
        let read = bvh::read(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((read.nodes.list.len(), read.frames), (31, frames), "{name}");
        let human = guess(&read.nodes).unwrap_or_else(|| panic!("{name}: no human"));
        let called = |bone| human.node(bone).map_or("", |n| read.nodes.list[n].name.as_str());
        let found = [Hips, Spine, Chest, UpperChest, Neck, Head, LeftShoulder, LeftUpperArm, RightFoot].map(called);
        let expected = ["Hips", "LowerBack", "Spine", "Spine1", "Neck", "Head", "LeftShoulder", "LeftArm", "RightFoot"];
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn bvh_is_refused_where_it_is_wrong() {
    for path in assets().join("invalid/bvh").read_dir().into_iter().flatten().flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match bvh::read(&std::fs::read(&path).expect("a file")) {
            Ok(_) => assert!(name.starts_with("valid"), "{name}"),
            Err(error) => {
                println!("{name}: {error}");
                assert!(name.starts_with("malformed") && error.to_string().starts_with("line "), "{name}: {error}");
            }
        }
    }
}

fn read_nodes(name: &str) -> Option<(Document, Nodes)> {
    let document = Document::read(&file(name)?, &|_| None).unwrap_or_else(|e| panic!("{name}: {e}"));
    let nodes = Nodes::read(&document).unwrap_or_else(|e| panic!("{name}: {e}"));
    Some((document, nodes))
}

#[test]
fn humans_are_found_by_names_and_animals_are_not() {
    let humans = ["kaykit_Mage", "quaternius_Witch", "vsekai_skel_bone_2025", "khronos_RiggedFigure"];
    let others = [
        "khronos_CesiumMan",
        "khronos_Fox",
        "mesh2motion_bird",
        "mesh2motion_horse",
        "mesh2motion_snake",
        "quaternius_Fox",
        "quaternius_MantaRay",
        "quaternius_Snake",
        "quaternius_PlatformerCharacter",
    ];
    for (name, human) in humans.map(|n| (n, true)).into_iter().chain(others.map(|n| (n, false))) {
        let Some((_, nodes)) = read_nodes(&format!("gltf/{name}.glb")) else { continue };
        let found = guess(&nodes);
        println!("{name}: {} bones", found.as_ref().map_or(0, |h| h.bones().count()));
        assert_eq!(found.is_some(), human, "{name}");
    }
}

/// What a VRM says itself.
fn said(document: &Document, nodes: &Nodes) -> Humanoid {
    vrm::read(document.json(), nodes).expect("a VRM").humanoid
}

const AVATARS: [(&str, f32); 3] = [
    ("vrm/vrm0_Godette_v4.vrm", -1.0),
    ("vrm/vrm0_100avatars_179_CoolBunny.vrm", -1.0),
    ("vrm/vrm1_Seed-san_converted.vrm", 1.0),
];

#[test]
fn guesses_agree_with_what_vrm_says() {
    for (name, _) in AVATARS {
        let Some((document, nodes)) = read_nodes(name) else { continue };
        let (said, guessed) = (said(&document, &nodes), guess(&nodes).unwrap_or_else(|| panic!("{name}: no human")));
        for (bone, node) in said.bones().filter(|b| b.0.is_required()) {
            assert_eq!(guessed.node(bone), Some(node), "{name}: {}", bone.name());
        }
    }
}

fn read_motion(name: &str) -> Option<Motion> {
    Some(Motion::read(&file(name)?).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// Where bones are at a time, as the avatar sees it: x to its left, z ahead.
fn posed<const N: usize>(
    retarget: &Retarget,
    avatar: (&Nodes, &Humanoid, f32),
    secs: f64,
    bones: [HumanBone; N],
) -> [Vec3; N] {
    let (nodes, human, looks) = avatar;
    let mut local = nodes.rest();
    retarget.apply(secs, &mut local);
    let world = nodes.world(&local);
    bones.map(|b| Vec3::from(world[human.node(b).expect("a bone")].translation) * Vec3::new(looks, 1.0, looks))
}

#[test]
fn avatars_walk() {
    let Some(motion) = read_motion("bvh/cmu_02_01.bvh") else { return };
    for (name, looks) in AVATARS {
        let Some((_, nodes)) = read_nodes(name) else { continue };
        let human = guess(&nodes).expect("a humanoid");
        let retarget = Retarget::new(motion.clone(), &nodes, &human).unwrap_or_else(|e| panic!("{name}: {e}"));
        let bones = [Hips, Head, LeftToes, RightToes, LeftHand, RightHand];
        let frames: Vec<[Vec3; 6]> =
            (1..344).map(|k| posed(&retarget, (&nodes, &human, looks), f64::from(k) / 120.0, bones)).collect();
        let rest = nodes.world(&nodes.rest());
        let [high, ground] = [Hips, LeftToes].map(|b| rest[human.node(b).expect("a bone")].translation.y);
        let way = frames[frames.len() - 1][0].z - frames[0][0].z;
        let lead = |f: &[Vec3; 6]| (f[2].z - f[3].z) / high;
        let steps = frames.windows(2).filter(|w| lead(&w[0]) * lead(&w[1]) < 0.0).count();
        let apart = frames.iter().map(lead).fold(0.0, f32::max);
        let lowest = frames.iter().map(|f| f[2].y.min(f[3].y)).fold(f32::MAX, f32::min) - ground;
        let slid = frames.windows(2).map(|w| {
            let foot = if w[0][2].y < w[0][3].y { 2 } else { 3 };
            (w[1][foot] - w[0][foot]).with_y(0.0).length() / way
        });
        let slid: f32 = slid.sum();
        println!(
            "{name}: {:.2} hip heights ahead, {steps} times the other foot first, by {apart:.2} at most, \
             toes as low as {:.3} at rest, {:.0} % of the way slid",
            way / high,
            lowest / high,
            100.0 * slid
        );
        assert!(way > 2.0 * high, "{name}: {way}");
        assert!((4..=6).contains(&steps) && apart > 0.3, "{name}: {steps} {apart}");
        assert!(lowest.abs() < 0.05 * high && slid < 0.15, "{name}: {lowest} {slid}");
        for [hips, head, left_foot, right_foot, left_hand, right_hand] in frames {
            assert!(head.y > hips.y + 0.3 * high, "{name}: the head is above");
            assert!(left_hand.x > right_hand.x && left_foot.x > right_foot.x - 0.05 * high, "{name}: left is left");
            assert!(left_hand.y.max(right_hand.y) < head.y, "{name}: hands hang");
        }
    }
}

#[test]
fn animations_of_vrm_move_avatars() {
    let Some(motion) = read_motion("vrm/threevrm/test.vrma") else { return };
    // An arm is let down, and then the eyes look left.
    let [begin, down, left] = [0.0, 0.5, 2.5].map(|secs| motion.sample(secs));
    assert_eq!((motion.secs(), begin.moved, begin.look_at), (3.0, Vec3::ZERO, Some(Vec3::Z)));
    assert!(left.look_at.is_some_and(|v| v.distance(Vec3::X) < 1e-5));
    for bone in HumanBone::ALL {
        let moves = begin.turns[bone as usize] != down.turns[bone as usize];
        let below = std::iter::successors(Some(bone), |b| b.parent()).any(|b| b == RightUpperArm);
        assert_eq!(moves, below, "{}", bone.name());
    }
    for (name, looks) in AVATARS {
        let Some((document, nodes)) = read_nodes(name) else { continue };
        let human = said(&document, &nodes);
        let retarget = Retarget::new(motion.clone(), &nodes, &human).unwrap_or_else(|e| panic!("{name}: {e}"));
        let [upper, lower, hand] =
            posed(&retarget, (&nodes, &human, looks), 0.5, [RightUpperArm, RightLowerArm, RightHand]);
        assert!((lower - upper).normalize().distance(Vec3::NEG_Y) < 1e-3, "{name}: {}", lower - upper);
        assert!((hand - lower).normalize().distance(Vec3::NEG_Y) < 1e-3, "{name}: {}", hand - lower);
    }
}

const WAVE: &str = "HIERARCHY
ROOT Hips {
  OFFSET 0 9 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine { OFFSET 0 1 0
    JOINT Head { OFFSET 0 4 0 End Site { OFFSET 0 1 0 } }
    JOINT LeftArm { OFFSET 1 3 0 CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT LeftForeArm { OFFSET 3 0 0 JOINT LeftHand { OFFSET 2 0 0 } } }
    JOINT RightArm { OFFSET -1 3 0 JOINT RightForeArm { OFFSET -3 0 0 JOINT RightHand { OFFSET -2 0 0 } } } }
  JOINT LeftUpLeg { OFFSET 1 0 0 JOINT LeftLeg { OFFSET 0 -4 0 JOINT LeftFoot { OFFSET 0 -4 0 } } }
  JOINT RightUpLeg { OFFSET -1 0 0 JOINT RightLeg { OFFSET 0 -4 0 JOINT RightFoot { OFFSET 0 -4 0 } } }
}
MOTION
Frames: 2
Frame Time: 0.1
0 9 0 0 0 0 0 0 0
1 9 0 5 0 0 0 90 0
";

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Motion::read(&bytes);
    }

    #[test]
    fn changed_files_are_refused_or_can_be_used(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..14usize, any::<u8>()), 1..6)
    ) {
        let words = ["4294967295", "-1", "1e999", "nan", "1e9", "1e-30", "99999999999999999999", "{", "}", "JOINT", "\r"];
        let mut bytes = WAVE.as_bytes().to_vec();
        for (at, what, byte) in changes {
            let at = at.index(bytes.len());
            match words.get(what) {
                Some(word) => drop(bytes.splice(at..at + 1, word.bytes())),
                None => bytes[at] = byte,
            }
        }
        if let Ok(read) = bvh::read(&bytes) {
            prop_assert!(read.clip.tracks.iter().map(|t| t.values.len()).sum::<usize>() <= 8 * bytes.len());
        }
        let nodes = bvh::read(WAVE.as_bytes()).expect("a motion").nodes;
        let human = guess(&nodes).expect("a human");
        if let Ok(motion) = Motion::read(&bytes) {
            let mut local = nodes.rest();
            Retarget::new(motion, &nodes, &human).expect("a humanoid").apply(0.05, &mut local);
            prop_assert!(local.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()), "{local:?}");
        }
    }
}
