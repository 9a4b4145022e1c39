//! Simulated bones: chains, branches and loops with poses for views, and what hangs on them.

use glam::{Quat, Vec3};
use lissom_core::Camera;
use lissom_rig::rig::Joints;
use lissom_rig::view::{Example, View, Weighting};
use lissom_rig::{Actor, Adjust, Character, Cue, Preset, Rig, Skeleton};

const DT: f64 = 1.0 / 60.0;

/// Three whiskers of three joints on one base, and a bead on the tip of the first.
fn whiskers() -> Character {
    let mut skeleton = Skeleton::default();
    let head = Some(skeleton.add("head", None, Vec3::ZERO));
    let base = Some(skeleton.add("base", head, Vec3::Z * 0.1));
    for (k, x) in [-0.5_f32, 0.0, 0.5].into_iter().enumerate() {
        let along = Vec3::new(x, 0.0, 1.0).normalize() * 0.05;
        let mut parent = base;
        for joint in 1..=3 {
            parent = Some(skeleton.add(&format!("whisker.{k}.{joint}"), parent, Vec3::Z * 0.1 + along * joint as f32));
        }
        if k == 0 {
            skeleton.add("bead", parent, Vec3::Z * 0.1 + along * 3.5);
        }
    }
    Character { name: "whiskers".into(), skeleton, meshes: Vec::new(), ..Character::default() }
}

fn rig(view: Option<View>) -> Rig {
    let mut bones = vec!["base".to_owned()];
    bones.extend((0..3).flat_map(|k| (1..=3).map(move |joint| format!("whisker.{k}.{joint}"))));
    Rig {
        joints: vec![Joints {
            name: "whiskers".into(),
            bones,
            radius: 0.004,
            weight_kg: 0.01,
            preset: Preset::Ear,
            adjust: Adjust { gravity: Some(0.0), ..Adjust::default() },
            view,
            ..Joints::default()
        }],
        ..Rig::default()
    }
}

/// All whiskers up, seen from above.
fn up() -> View {
    let turn = Quat::from_rotation_x(-0.3).to_array();
    let mut rotations = vec![turn; 10];
    rotations[0] = Quat::IDENTITY.to_array();
    let example = Example {
        name: "above".into(),
        direction: [0.0, 1.0, 0.0],
        extent: 0.8,
        rotations,
        morphs: Default::default(),
    };
    View { examples: vec![example], weighting: Weighting::Interpolating, ..View::default() }
}

fn look(actor: &mut Actor, from: Vec3, dt_secs: f64) {
    let pose = actor.character.skeleton.rest_local();
    let camera = Some(Camera::Orthographic { forward: (-from).to_array() });
    actor.step(&Cue { camera, ..Cue::new(dt_secs, &pose) });
}

#[test]
fn a_hand_of_whiskers_takes_its_pose() {
    let character = whiskers();
    let skeleton = character.skeleton.clone();
    let view = up();
    let mut pose = skeleton.rest_local();
    let rig = rig(Some(view.clone()));
    for (bone, rotation) in rig.joints[0].bones.iter().zip(&view.examples[0].rotations) {
        pose[skeleton.find(bone).expect("a bone")].rotation = Quat::from_array(*rotation);
    }
    let wanted = skeleton.world(&pose);
    let mut actor = Actor::new(character, &rig).expect("builds");
    look(&mut actor, Vec3::Y, DT);
    for (k, bone) in skeleton.bones.iter().enumerate() {
        let off = actor.bone(k).translation.distance(wanted[k].translation);
        assert!(off < 1e-5, "{}: {off} m", bone.name);
    }
    // Round to the front it is the bind pose again, and nothing swings.
    for frame in 0..120 {
        let a = (frame as f32 / 60.0).min(1.0) * std::f32::consts::FRAC_PI_2;
        look(&mut actor, Vec3::new(0.0, a.cos(), a.sin()), DT);
    }
    let tip = skeleton.find("whisker.1.3").expect("a tip");
    assert!(actor.bone(tip).translation.distance(skeleton.rest_world()[tip].translation) < 0.03);
    assert!(actor.world.measure().kinetic_energy < 1e-9);
}

#[test]
fn links_close_loops() {
    let mut rig = rig(Some(up()));
    rig.joints[0].links =
        vec![["whisker.0.3".into(), "whisker.1.3".into()], ["whisker.1.3".into(), "whisker.2.3".into()]];
    let mut actor = Actor::new(whiskers(), &rig).expect("builds");
    let skeleton = actor.character.skeleton.clone();
    let at = |actor: &Actor, name: &str| actor.bone(skeleton.find(name).expect("a bone")).translation;
    let apart = |actor: &Actor| at(actor, "whisker.0.3").distance(at(actor, "whisker.1.3"));
    let rest = apart(&actor);
    for frame in 0..120 {
        let a = frame as f32 / 60.0;
        look(&mut actor, Vec3::new(0.3, a.cos(), a.sin()), DT);
        assert!((apart(&actor) / rest - 1.0).abs() < 1e-4, "frame {frame}");
    }
}

#[test]
fn wrong_joints_are_named() {
    let mut unknown = rig(None);
    unknown.joints[0].bones[3] = "nose".into();
    let mut loose = rig(None);
    loose.joints[0].bones.swap(1, 2);
    let mut nowhere = rig(None);
    nowhere.joints[0].links = vec![["base".into(), "head".into()]];
    let mut short = rig(Some(up()));
    short.joints[0].view.as_mut().expect("a view").examples[0].rotations.pop();
    for (rig, says) in [
        (unknown, "there is no bone `nose`"),
        (loose, "hangs on none of those before it"),
        (nowhere, "the link to `head` leads nowhere"),
        (short, "9 rotations for 10 bones"),
    ] {
        let error = Actor::new(whiskers(), &rig).expect_err("wrong").to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn rigs_with_views_survive_the_way_through_a_file() {
    let rig = rig(Some(up()));
    let text = serde_json::to_string(&rig).expect("writes");
    assert_eq!(serde_json::from_str::<Rig>(&text).expect("reads"), rig);
}

#[test]
fn mirrored_examples_change_sides() {
    let mut example = up().examples.remove(0);
    example.direction = [0.6, 0.0, 0.8];
    example.morphs = [("mouth.left".into(), 1.0), ("brow.R".into(), 0.5), ("smile".into(), 0.2)].into();
    let mirrored = example.mirrored("below");
    assert_eq!(mirrored.direction, [-0.6, 0.0, 0.8]);
    let names: Vec<&str> = mirrored.morphs.keys().map(String::as_str).collect();
    assert_eq!(names, ["brow.L", "mouth.right", "smile"]);
    assert_eq!(mirrored.mirrored("above"), Example { name: "above".into(), ..example });
}
