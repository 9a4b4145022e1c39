//! Motions of real files, where there are some, and of whatever bytes come.

use std::path::PathBuf;

use glam::Vec3;
use lissom_formats::gltf::{Document, Nodes};
use lissom_formats::humanoid::HumanBone::{self, *};
use lissom_formats::humanoid::Humanoid;
use lissom_formats::motion::{Motion, Retarget, bvh};
use proptest::prelude::*;
use serde_json::Value;

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
fn said(document: &Document) -> Humanoid {
    let json = document.json();
    let mut human = Humanoid::default();
    let mut set = |name: &str, node: &Value| {
        if let (Some(bone), Some(node)) = (HumanBone::from_name(name), node.as_u64()) {
            human.set(bone, node as usize);
        }
    };
    for bone in json.pointer("/extensions/VRM/humanoid/humanBones").and_then(Value::as_array).into_iter().flatten() {
        set(bone["bone"].as_str().unwrap_or_default(), &bone["node"]);
    }
    let bones = json.pointer("/extensions/VRMC_vrm/humanoid/humanBones").and_then(Value::as_object);
    bones.into_iter().flatten().for_each(|(name, bone)| set(name, &bone["node"]));
    human
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
        let (said, guessed) = (said(&document), guess(&nodes).unwrap_or_else(|| panic!("{name}: no human")));
        for (bone, node) in said.bones().filter(|b| b.0.is_required()) {
            assert_eq!(guessed.node(bone), Some(node), "{name}: {}", bone.name());
        }
    }
}

#[test]
fn avatars_walk() {
    let Some(bytes) = file("bvh/cmu_02_01.bvh") else { return };
    let motion = Motion::read(&bytes).expect("a walk");
    for (name, looks) in AVATARS {
        let Some((document, nodes)) = read_nodes(name) else { continue };
        let human = said(&document);
        let retarget = Retarget::new(&motion, &nodes, &human).unwrap_or_else(|e| panic!("{name}: {e}"));
        // Seen as the avatar sees it: x to its left, z ahead.
        let frames: Vec<[Vec3; 6]> = (1..344)
            .map(|frame| {
                let mut local = nodes.rest();
                retarget.apply(&motion.sample(f64::from(frame) * 0.0083333), &mut local);
                let world = nodes.world(&local);
                let at = |b: HumanBone| Vec3::from(world[human.node(b).expect("a bone")].translation);
                [Hips, Head, LeftFoot, RightFoot, LeftHand, RightHand].map(at).map(|p| p * Vec3::new(looks, 1.0, looks))
            })
            .collect();
        let rest = nodes.world(&nodes.rest());
        let height = |b: HumanBone| rest[human.node(b).expect("a bone")].translation.y;
        let (hips, foot) = (height(Hips), height(LeftFoot));
        let ahead = frames[frames.len() - 1][0].z - frames[0][0].z;
        let lead = |f: &[Vec3; 6]| (f[2].z - f[3].z) / hips;
        let steps = frames.windows(2).filter(|w| lead(&w[0]) * lead(&w[1]) < 0.0).count();
        let most = frames.iter().map(lead).fold(0.0, f32::max);
        let lowest = frames.iter().map(|f| f[2].y.min(f[3].y)).fold(f32::MAX, f32::min) - foot;
        let slides = slide(&frames, hips);
        println!(
            "{name}: {:.2} hip heights ahead, {steps} changes of feet, {most:.2} apart at most, ankles {:.3} below rest, {slides:.3} slid",
            ahead / hips,
            -lowest / hips
        );
        assert!(ahead > 2.0 * hips, "{name}: {ahead}");
        assert!((2..=6).contains(&steps) && most > 0.3, "{name}: {steps} {most}");
        assert!(lowest.abs() < 0.12 * hips, "{name}: {lowest} {hips}");
        for f in &frames {
            assert!(f[1].y > f[0].y + 0.3 * hips, "{name}: the head is above");
            assert!(f[4].x > f[5].x && f[2].x > f[3].x - 0.2 * hips, "{name}: left is left");
            assert!(f[4].y < f[1].y && f[5].y < f[1].y, "{name}: hands hang");
        }
    }
}

/// How far the lower foot moves over the ground, as a share of the way.
fn slide(frames: &[[Vec3; 6]], _hips: f32) -> f32 {
    let moved: f32 = frames
        .windows(2)
        .map(|w| {
            let foot = if w[0][2].y < w[0][3].y { 2 } else { 3 };
            (w[1][foot] - w[0][foot]).with_y(0.0).length()
        })
        .sum();
    moved / (frames[frames.len() - 1][0] - frames[0][0]).length()
}

#[test]
fn animations_of_vrm_move_avatars() {
    let Some(bytes) = file("vrm/threevrm/test.vrma") else { return };
    let motion = Motion::read(&bytes).expect("a motion");
    let (begin, end) = (motion.sample(0.0), motion.sample(motion.secs()));
    let turned: Vec<HumanBone> =
        HumanBone::ALL.into_iter().filter(|b| begin.turns[*b as usize] != end.turns[*b as usize]).collect();
    println!("{} s, {turned:?}, {:?} {:?}", motion.secs(), begin.look_at, end.look_at);
    assert!(motion.secs() > 0.0 && turned.contains(&RightUpperArm) && !turned.contains(&LeftUpperArm));
    assert!(begin.moved.length() < 1e-4 && begin.look_at.is_some());
    assert!(begin.turns[Hips as usize].is_some_and(|q| q.is_near_identity()));
}

const WALK: &str = "HIERARCHY\nROOT Hips\n{\n OFFSET 0 9 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n \
    JOINT Chest\n {\n  OFFSET 0 2 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 1 0\n  }\n }\n}\n\
    MOTION\nFrames: 2\nFrame Time: 0.1\n0 9 0 0 0 0 0 0 0\n1 9 0 5 0 0 0 90 0\n";

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Motion::read(&bytes);
    }

    #[test]
    fn changed_files_are_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..12usize, any::<u8>()), 1..6)
    ) {
        let words = ["4294967295", "-1", "1e999", "nan", "99999999999999999999", "{", "}", "JOINT", "1e9", "\r", "MOTION"];
        let mut bytes = WALK.as_bytes().to_vec();
        for (at, what, byte) in changes {
            let at = at.index(bytes.len());
            match words.get(what) {
                Some(word) => drop(bytes.splice(at..at + 1, word.bytes())),
                None => bytes[at] = byte,
            }
        }
        if let Ok(read) = bvh::read(&bytes) {
            let mut local = read.nodes.rest();
            read.clip.sample(0.05, &mut local);
            prop_assert!(local.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()));
            prop_assert!(read.clip.tracks.iter().map(|t| t.values.len()).sum::<usize>() <= 8 * bytes.len());
        }
    }
}
