//! What is baked is what was simulated.

use std::ops::ControlFlow;

use glam::{Quat, Vec3};
use lissom_core::Grab;
use lissom_formats::bake::{self, Keying, Options, Recording};
use lissom_formats::gltf::clip::{Between, Target, Track};
use lissom_formats::gltf::{Clip, Document, Import, Trs, export, home};
use lissom_formats::take::{Act, Eye, Take};
use lissom_rig::preset::Preset;
use lissom_rig::rig::{Joints, Rig};
use lissom_rig::{Character, Hands, Mesh, Pose};
use serde_json::json;

const TAIL: [&str; 5] = ["tail.0", "tail.1", "tail.2", "tail.3", "tail.4"];

/// A body with a tail of five bones, and a skin on each.
fn character() -> Character {
    let mut character = Character { name: "newt".into(), ..Character::default() };
    let skeleton = &mut character.skeleton;
    let root = skeleton.add("root", None, Vec3::ZERO);
    let mut last = skeleton.add("body", Some(root), Vec3::new(0.0, 0.5, 0.0));
    for (k, name) in TAIL.iter().enumerate() {
        last = skeleton.add(name, Some(last), Vec3::new(0.0, 0.5, -0.1 - 0.1 * k as f32));
    }
    let places: Vec<Vec3> = skeleton.rest_world().iter().map(|p| p.translation).collect();
    let corner = |k: usize| [Vec3::X, Vec3::Y, Vec3::NEG_X].map(|o| places[k] + 0.03 * o);
    character.meshes.push(Mesh {
        name: "skin".into(),
        part: "skin".into(),
        material: lissom_rig::Material::toon(0x80a060, 0x607840),
        positions: (0..places.len()).flat_map(corner).collect(),
        normals: vec![Vec3::Z; 3 * places.len()],
        triangles: (0..places.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
        bones: (0..places.len() as u16).flat_map(|k| [[k, 0, 0, 0]; 3]).collect(),
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 3 * places.len()],
        morphs: Vec::new(),
    });
    character
}

fn rig() -> Rig {
    let joints = Joints {
        name: "tail".into(),
        bones: TAIL.map(str::to_owned).to_vec(),
        radius: 0.01,
        weight_kg: 0.1,
        preset: Preset::Tail,
        ..Joints::default()
    };
    Rig { joints: vec![joints], ..Rig::default() }
}

/// The body swings to and fro in two seconds, and is where it was.
fn swing(node: usize) -> Clip {
    swing_at(node, 16)
}

/// With so many keys a second.
fn swing_at(node: usize, rate: usize) -> Clip {
    let times: Vec<f32> = (0..=2 * rate).map(|k| k as f32 / rate as f32).collect();
    let turn = |t: &f32| Quat::from_rotation_y(0.6 * (std::f32::consts::PI * t).sin()).to_array();
    let values = times.iter().flat_map(turn).collect();
    let track = Track { node, target: Target::Rotation, between: Between::Linear, times, values, width: 4 };
    Clip { name: "swing".into(), secs: 2.0, tracks: vec![track] }
}

struct Newt {
    document: Document,
    import: Import,
}

/// With the clip in it, and whatever is done to its JSON.
fn newt(change: impl Fn(&mut Document)) -> Newt {
    let mut document = export::document(&character());
    lissom_formats::gltf::animate::write(&mut document, "swing", None, false, &swing(1).tracks);
    change(&mut document);
    let bytes = document.to_glb().expect("small");
    let document = Document::read(&bytes, &|_| None).expect("fine");
    let import = Import::read(&document).expect("fine");
    Newt { document, import }
}

const OPTIONS: Options = Options { fps: 30.0, from_secs: 0.0, to_secs: 2.0, preroll_secs: 0.5, looped: false };

fn keying() -> Keying {
    Keying { name: "baked".into(), animation: Some(0), merge: false, hold: 1, turn_deg: 0.0, share: 0.002 }
}

fn record(newt: &Newt, options: &Options) -> Recording {
    let act = Act { clip: newt.import.clips.first().cloned(), ..Act::default() };
    let mut take = Take::new(newt.import.clone(), &rig(), act).expect("fits");
    bake::record(&mut take, options, &|_, _| Eye::None, &mut |_, _| ControlFlow::Continue(())).expect("nobody stops it")
}

/// How the nodes of a clip are at a time.
fn played(import: &Import, clip: &Clip, time_secs: f64) -> Vec<Trs> {
    let mut local = import.nodes.rest();
    clip.sample(time_secs, &mut local);
    local
}

/// The largest turn between the tails of a recording and of the clip that was written.
fn off_deg(recording: &Recording, import: &Import, clip: &Clip) -> f32 {
    let nodes = TAIL.map(|name| import.nodes.find(name).expect("there"));
    let frames = recording.frames.iter().zip(&recording.times_secs);
    let angles = frames.flat_map(|(frame, time)| {
        let local = played(import, clip, *time);
        nodes.map(|n| local[n].rotation.angle_between(frame.local[n].rotation).to_degrees())
    });
    angles.fold(0.0, f32::max)
}

fn written(newt: &mut Newt, recording: &Recording, keying: &Keying) -> (bake::Baked, Import) {
    let baked = bake::write(&mut newt.document, &newt.import, recording, keying).expect("fits");
    let bytes = newt.document.to_glb().expect("small");
    let again = Document::read(&bytes, &|_| None).expect("fine");
    (baked, Import::read(&again).expect("fine"))
}

#[test]
fn before_keys_are_reduced_the_bake_is_what_was_seen() {
    let mut newt = newt(|_| {});
    let recording = record(&newt, &OPTIONS);
    let (baked, import) = written(&mut newt, &recording, &keying());
    let clip = &import.clips[baked.animation.expect("something moves")];
    assert_eq!((clip.name.as_str(), baked.nodes, baked.frames), ("baked", 5, 61));
    for (frame, time) in recording.frames.iter().zip(&recording.times_secs) {
        let world = import.nodes.world(&played(&import, clip, *time));
        for (a, b) in world.iter().zip(import.nodes.world(&frame.local)) {
            assert!(a.translation.distance(b.translation) < 1e-5, "at {time}");
        }
    }
    let moved = recording.frames.iter().any(|f| f.local[4].rotation.angle_between(f.clipped[4].rotation) > 0.05);
    assert!(moved, "the tail does not swing");
}

#[test]
fn keys_are_saved_within_the_tolerance() {
    let mut newt = newt(|_| {});
    let recording = record(&newt, &OPTIONS);
    let (baked, import) = written(&mut newt, &recording, &Keying { turn_deg: 1.0, ..keying() });
    assert!(baked.keys < baked.keys_before / 2, "{} of {}", baked.keys, baked.keys_before);
    assert!(baked.turn_error_deg <= 1.0);
    assert!(off_deg(&recording, &import, &import.clips[baked.animation.expect("something moves")]) <= 1.0);
}

/// A walk that leads far away is as exact as one on the spot.
#[test]
fn places_are_kept_however_far_it_goes() {
    let mut newt = newt(|_| {});
    let mut recording = record(&newt, &OPTIONS);
    let way = |time: f64| Vec3::new(20.0 * time as f32, 0.5 + 0.004 * (9.0 * time as f32).sin(), 0.0);
    for (frame, time) in recording.frames.iter_mut().zip(&recording.times_secs) {
        frame.local[1].translation = way(*time);
    }
    let (baked, import) = written(&mut newt, &recording, &Keying { turn_deg: 0.1, ..keying() });
    let clip = &import.clips[baked.animation.expect("something moves")];
    for time in &recording.times_secs {
        let off = played(&import, clip, *time)[1].translation.distance(way(*time));
        assert!(off < 1e-3, "{off} m off at {time}");
    }
}

#[test]
fn a_new_animation_keeps_the_channels_of_the_old_one_and_merging_replaces_it() {
    let recording = record(&newt(|_| {}), &OPTIONS);
    let mut beside = newt(|_| {});
    let (baked, import) = written(&mut beside, &recording, &keying());
    assert_eq!((baked.animation, import.clips.len()), (Some(1), 2));
    assert_eq!(import.clips[0], newt(|_| {}).import.clips[0]);
    assert!(import.clips[1].tracks.iter().any(|t| t.node == 1), "the body moves, too");
    let mut merged = newt(|_| {});
    let (baked, import) = written(&mut merged, &recording, &Keying { merge: true, ..keying() });
    assert_eq!((baked.animation, import.clips.len(), import.clips[0].name.as_str()), (Some(0), 1, "swing"));
    assert_eq!(import.clips[0].tracks.len(), 6);
    // Once more: what was baked is replaced, not added to.
    let mut again = Newt { document: merged.document.clone(), import };
    let (_, import) = written(&mut again, &recording, &Keying { merge: true, ..keying() });
    assert_eq!(import.clips[0].tracks.len(), 6);
}

#[test]
fn on_twos_every_pose_is_held_for_two_frames() {
    let mut newt = newt(|_| {});
    let recording = record(&newt, &OPTIONS);
    let (baked, import) = written(&mut newt, &recording, &Keying { hold: 2, ..keying() });
    let tail = import.nodes.find(TAIL[2]).expect("there");
    let track =
        import.clips[baked.animation.expect("something moves")].tracks.iter().find(|t| t.node == tail).expect("baked");
    assert_eq!(track.between, Between::Step);
    assert!(track.times.windows(2).all(|w| w[1] - w[0] > 1.9 / 30.0), "{:?}", track.times);
}

#[test]
fn loops_meet_in_place_and_speed() {
    let mut newt = newt(|_| {});
    let recording = record(&newt, &Options { looped: true, ..OPTIONS });
    let (baked, import) = written(&mut newt, &recording, &Keying { turn_deg: 0.1, ..keying() });
    assert_eq!(baked.nodes, 5, "only the tail is baked");
    let clip = &import.clips[baked.animation.expect("something moves")];
    let tip = import.nodes.find(TAIL[4]).expect("there");
    let at = |t: f64| Vec3::from(import.nodes.world(&played(&import, clip, t))[tip].translation);
    let dt = 1.0 / 30.0;
    let speeds: Vec<Vec3> = (0..60).map(|k| (at((k + 1) as f64 * dt) - at(k as f64 * dt)) / dt as f32).collect();
    let peak = speeds.iter().fold(0.0, |a: f32, v| a.max(v.length()));
    assert!(at(0.0).distance(at(2.0)) < 0.005 * 0.4, "{}", at(0.0).distance(at(2.0)));
    // The speed changes from frame to frame; over the seam no more than next to it.
    let bend = |a: Vec3, b: Vec3| a.distance(b);
    let beside = bend(speeds[0], speeds[1]).max(bend(speeds[58], speeds[59]));
    assert!(bend(speeds[59], speeds[0]) < beside + 0.02 * peak, "{} {beside} {peak}", bend(speeds[59], speeds[0]));
}

/// Where the clip itself is smooth, the speed at the end is that at the beginning. Frames are short, so that differences
/// from frame to frame are speeds.
#[test]
fn speeds_meet_at_the_seam() {
    let newt = newt(|_| {});
    let fps = 960.0;
    let act = Act { clip: Some(swing_at(1, 480)), ..Act::default() };
    let mut take = Take::new(newt.import.clone(), &rig(), act).expect("fits");
    let options = Options { fps, looped: true, ..OPTIONS };
    let recording = bake::record(&mut take, &options, &|_, _| Eye::None, &mut |_, _| ControlFlow::Continue(()))
        .expect("nobody stops it");
    let tip = newt.import.nodes.find(TAIL[4]).expect("there");
    let at = |frame: &bake::Frame| Vec3::from(newt.import.nodes.world(&frame.local)[tip].translation);
    let tips: Vec<Vec3> = recording.frames.iter().map(at).collect();
    let speeds: Vec<Vec3> = tips.windows(2).map(|w| (w[1] - w[0]) * fps as f32).collect();
    let peak = speeds.iter().fold(0.0, |a: f32, v| a.max(v.length()));
    let (first, last) = (speeds[0], speeds[speeds.len() - 1]);
    println!("speed {first} and {last}, at most {peak} m/s");
    assert!(peak > 0.3 && first.distance(last) < 0.02 * peak, "{first} {last} {peak}");
}

/// Sizes of armatures, mirrored ones and none at all.
#[test]
fn whatever_the_armature_the_tail_swings_alike() {
    let plain = record(&newt(|_| {}), &OPTIONS);
    for scale in [0.01, 100.0] {
        // The skeleton is made as much smaller as its root is larger.
        let sized = newt(|document| {
            for node in document.list_mut("nodes").iter_mut().take(7).skip(1) {
                let moved: Vec<f64> = node["translation"]
                    .as_array()
                    .expect("three")
                    .iter()
                    .map(|v| v.as_f64().expect("one") / scale)
                    .collect();
                node["translation"] = json!(moved);
            }
            document.list_mut("nodes")[0]["scale"] = json!([scale, scale, scale]);
        });
        let recording = record(&sized, &OPTIONS);
        for (a, b) in plain.frames.iter().zip(&recording.frames) {
            let angle = a.local[4].rotation.angle_between(b.local[4].rotation).to_degrees();
            assert!(angle < 0.2, "at {scale} it is {angle}° off");
        }
    }
    for scale in [[-1.0, 1.0, 1.0], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [2.0, 0.5, 1.0]] {
        for node in [0, 4] {
            let mut odd = newt(|document| document.list_mut("nodes")[node]["scale"] = json!(scale));
            let recording = record(&odd, &OPTIONS);
            let (_, import) = written(&mut odd, &recording, &keying());
            for frame in &recording.frames {
                let world = import.nodes.world(&frame.local);
                let sane = |w: &glam::Affine3A| w.is_finite() && w.translation.length() < 3.0;
                assert!(world.iter().all(sane), "node {node} sized {scale:?}");
            }
        }
    }
}

#[test]
fn a_mirrored_character_moves_as_its_mirror_image() {
    let plain = record(&newt(|_| {}), &OPTIONS);
    let mirrored = newt(|document| document.list_mut("nodes")[0]["scale"] = json!([-1.0, 1.0, 1.0]));
    let recording = record(&mirrored, &OPTIONS);
    for (a, b) in plain.frames.iter().zip(&recording.frames) {
        let angle = a.local[5].rotation.angle_between(b.local[5].rotation).to_degrees();
        assert!(angle < 0.5, "{angle}° off");
    }
}

#[test]
fn a_jump_of_a_hundred_metres_is_survived() {
    let jump = newt(|document| {
        let values = [0.0, 0.0, 0.0, 100.0, 0.0, 0.0];
        let track = Track {
            node: 0,
            target: Target::Translation,
            between: Between::Step,
            times: vec![0.0, 1.0],
            values: values.to_vec(),
            width: 3,
        };
        lissom_formats::gltf::animate::write(document, "jump", Some(0), true, &[track]);
    });
    let recording = record(&jump, &OPTIONS);
    for (frame, time) in recording.frames.iter().zip(&recording.times_secs) {
        let world = jump.import.nodes.world(&frame.local);
        let tail = TAIL.map(|name| world[jump.import.nodes.find(name).expect("there")].translation);
        assert!(tail[4].is_finite() && tail[0].distance(tail[4]) < 0.41, "at {time}");
    }
}

#[test]
fn a_rig_lives_in_a_document_and_in_its_extras() {
    let mut newt = newt(|_| {});
    assert_eq!(home::rig(&newt.document), Ok(None));
    home::put(&mut newt.document, &newt.import.nodes, &rig());
    assert_eq!(home::rig(&newt.document), Ok(Some(rig())));
    let used = newt.document.json()["extensionsUsed"].clone();
    assert_eq!((used, newt.document.json()["extensionsRequired"].is_null()), (json!(["LISSOM_rig"]), true));
    // A program that does not know the extension drops it, and keeps the extras.
    newt.document.json_mut()["extensions"] = json!({});
    assert_eq!(home::rig(&newt.document), Ok(Some(rig())));
    home::put(&mut newt.document, &newt.import.nodes, &Rig::default());
    assert!(newt.document.json()["nodes"].as_array().expect("some").iter().all(|n| n["extras"].is_null()));
}

#[test]
fn a_recording_can_be_stopped() {
    let newt = newt(|_| {});
    for looped in [false, true] {
        let mut take = Take::new(newt.import.clone(), &rig(), Act::default()).expect("fits");
        let mut shares = Vec::new();
        let stopped = bake::record(&mut take, &Options { looped, ..OPTIONS }, &|_, _| Eye::None, &mut |_, share| {
            shares.push(share);
            if shares.len() == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.err(), Some(bake::Stopped));
        assert!(shares.len() == 9 && shares.is_sorted() && shares[8] < 1.0, "{shares:?}");
    }
}

#[test]
fn hands_pull_and_a_stance_carries() {
    let newt = newt(|_| {});
    let tip = newt.import.nodes.find(TAIL[4]).expect("there");
    let play = |stance: Option<Pose>, pull: Vec3| {
        let mut take = Take::new(newt.import.clone(), &rig(), Act::default()).expect("fits");
        take.stance = stance;
        take.start(0.0, &Eye::None);
        let start = Vec3::from_array(take.actor.world.poses().positions()[4]);
        let grabs = [Grab { body: 0, particle: 4, target: (start + pull).to_array() }];
        let hands = Hands { grabs: if pull == Vec3::ZERO { &[] } else { &grabs }, ..Hands::default() };
        for _ in 0..60 {
            take.step_with(1.0 / 60.0, &Eye::None, None, &hands, &mut |_| {});
        }
        Vec3::from(take.world()[tip].translation)
    };
    let plain = play(None, Vec3::ZERO);
    let side = play(None, Vec3::new(0.0, 0.05, 0.05)) - plain;
    assert!(side.y > 0.02 && side.z > 0.02, "pulled by {side}");
    let stance = Pose::new(Vec3::new(1.0, 2.0, 3.0), Quat::from_rotation_y(1.0));
    assert!(play(Some(stance), Vec3::ZERO).distance(stance.point(plain)) < 1e-3);
}

#[test]
fn poses_without_sizes_are_those_of_the_bones() {
    let newt = newt(|_| {});
    let mut take = Take::new(newt.import.clone(), &rig(), Act::default()).expect("fits");
    take.step(0.1, &Eye::None, None);
    for (bone, pose) in (0..7).map(|b| (b, take.actor.bone(b))) {
        let world = take.world()[take.import.node_of(bone)];
        assert!(Pose::new(world.translation.into(), pose.rotation).translation.distance(pose.translation) < 1e-3);
    }
}
