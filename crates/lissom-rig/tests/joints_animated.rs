//! Simulated bones that the animation moves: their rest shape follows it, and their examples with it.

use glam::{Quat, Vec3};
use lissom_core::{Camera, Teleport};
use lissom_rig::rig::Joints;
use lissom_rig::view::{Example, View, Weighting};
use lissom_rig::{Actor, Adjust, Character, Cue, Pose, Preset, Rig, Skeleton};

const DT: f64 = 1.0 / 60.0;
const BONES: [&str; 8] = ["base", "a.1", "a.2", "a.3", "a.4", "b.1", "b.2", "b.3"];

/// A hip with a tail of five joints, from the third of which another one branches off. Bones have axes of their own.
fn fox() -> Character {
    let mut skeleton = Skeleton::default();
    let hip = Some(skeleton.add("hip", None, Vec3::Y));
    let mut parent = hip;
    for (k, name) in BONES[..5].iter().enumerate() {
        parent = Some(skeleton.add(name, parent, Vec3::new(0.0, 1.0, -0.1 - 0.1 * k as f32)));
    }
    parent = skeleton.find("a.2");
    for (k, name) in BONES[5..].iter().enumerate() {
        parent = Some(skeleton.add(name, parent, Vec3::new(0.08 * (k + 1) as f32, 1.0, -0.3 - 0.05 * k as f32)));
    }
    skeleton.add("ring", parent, Vec3::new(0.3, 1.0, -0.4));
    let mut local = skeleton.rest_local();
    for (k, name) in BONES.iter().enumerate() {
        local[skeleton.find(name).expect("a bone")].rotation = about(k as f32, 0.4);
    }
    for (bone, pose) in skeleton.bones.iter_mut().zip(local) {
        bone.parent_from_bone = pose;
    }
    Character { name: "fox".into(), skeleton, ..Character::default() }
}

/// A turn about an axis of its own for each number.
fn about(k: f32, angle: f32) -> Quat {
    Quat::from_axis_angle(Vec3::new(k.sin(), (2.0 * k).cos(), 1.0 - 0.2 * k).normalize(), angle)
}

fn rig(count: usize, view: Option<View>) -> Rig {
    let joints = Joints {
        name: "tail".into(),
        bones: BONES[..count].iter().map(|b| (*b).to_owned()).collect(),
        radius: 0.02,
        weight_kg: 0.1,
        preset: Preset::Ear,
        adjust: Adjust { gravity: Some(0.0), damping: Some(4.0), ..Adjust::default() },
        view,
        ..Joints::default()
    };
    Rig { joints: vec![joints], ..Rig::default() }
}

/// Keys on every bone of the tail; `stretch` moves them as well.
fn clip(skeleton: &Skeleton, amount: f32, stretch: f32) -> Vec<Pose> {
    let mut local = skeleton.rest_local();
    for (k, name) in BONES.iter().enumerate().skip(1) {
        let pose = &mut local[skeleton.find(name).expect("a bone")];
        pose.rotation *= about(5.0 + k as f32, amount);
        pose.translation *= 1.0 + stretch;
    }
    local
}

fn actor(count: usize, view: Option<View>) -> Actor {
    let character = fox();
    let moved: Vec<usize> = BONES[1..].iter().filter_map(|b| character.skeleton.find(b)).collect();
    Actor::animated(character, &rig(count, view), &moved).expect("builds")
}

/// How far the actor's bones are from where they should be: m, and as the sine of half the angle.
fn off(actor: &Actor, local: &[Pose]) -> (f32, f32) {
    let wanted = actor.character.skeleton.world(local);
    let each = wanted.iter().enumerate().map(|(k, pose)| {
        let bone = actor.bone(k);
        let turn = bone.rotation.conjugate() * pose.rotation;
        (bone.translation.distance(pose.translation), turn.xyz().length())
    });
    each.fold((0.0, 0.0), |most, one| (most.0.max(one.0), most.1.max(one.1)))
}

#[test]
fn a_tail_that_a_clip_curls_is_curled() {
    for (count, stretch) in [(5, 0.0), (5, 0.1), (8, 0.0), (8, 0.1)] {
        let mut actor = actor(count, None);
        let skeleton = actor.character.skeleton.clone();
        let mut local = Vec::new();
        for frame in 0..400 {
            let t = (frame as f32 / 60.0).min(1.0);
            local = clip(&skeleton, 0.5 * t, stretch * t);
            actor.step(&Cue::new(DT, &local));
        }
        let (away, turned) = off(&actor, &local);
        println!("{count} joints, stretched by {stretch}: {away:.1e} m, {turned:.1e} rad");
        assert!(away < 0.004 && turned < 0.02, "{count} joints: {away} m, {turned}");
    }
}

#[test]
fn loops_open_as_the_clip_has_it() {
    let mut rig = rig(8, None);
    rig.joints[0].links = vec![["a.4".into(), "b.3".into()]];
    let character = fox();
    let moved = [character.skeleton.find("b.2").expect("a bone")];
    let mut actor = Actor::animated(character, &rig, &moved).expect("builds");
    let skeleton = actor.character.skeleton.clone();
    let mut local = skeleton.rest_local();
    for frame in 0..400 {
        local[moved[0]].rotation =
            skeleton.bones[moved[0]].parent_from_bone.rotation * about(3.0, 0.5 * (frame as f32 / 60.0).min(1.0));
        actor.step(&Cue::new(DT, &local));
    }
    let (away, _) = off(&actor, &local);
    assert!(away < 1e-3, "{away} m");
}

#[test]
fn it_starts_as_the_clip_has_it() {
    for count in [5, 8] {
        let mut actor = actor(count, None);
        for (amount, teleport) in [(0.6, None), (-0.4, Some(Teleport::Reset))] {
            let local = clip(&actor.character.skeleton, amount, 0.0);
            actor.step(&Cue { teleport, ..Cue::new(DT, &local) });
            let (away, turned) = off(&actor, &local);
            assert!(away < 3e-6 && turned < 1e-5, "{count} joints: {away} m, {turned}");
            assert!(actor.world.measure().kinetic_energy < 1e-9);
        }
    }
}

/// One example, seen from above.
fn seen_from_above(skeleton: &Skeleton, count: usize) -> View {
    let bind = |name: &str| skeleton.bones[skeleton.find(name).expect("a bone")].parent_from_bone.rotation;
    let turned = |(k, name): (usize, &&str)| (bind(name) * about(9.0 - k as f32, 0.3)).to_array();
    let example = Example {
        name: "above".into(),
        direction: (bind(BONES[0]).conjugate() * Vec3::Y).to_array(),
        extent: 0.8,
        rotations: BONES[..count].iter().enumerate().map(turned).collect(),
        morphs: Default::default(),
    };
    View { examples: vec![example], weighting: Weighting::Interpolating, ..View::default() }
}

#[test]
fn examples_go_along() {
    for count in [5, 8] {
        let skeleton = fox().skeleton;
        let view = seen_from_above(&skeleton, count);
        let mut actor = actor(count, Some(view.clone()));
        // The example takes the place of the bind pose, and the clip turns from there.
        let wanted = |clip: &[Pose]| {
            let mut local = clip.to_vec();
            for (name, example) in BONES[..count].iter().zip(&view.examples[0].rotations) {
                let k = skeleton.find(name).expect("a bone");
                let bind = skeleton.bones[k].parent_from_bone.rotation;
                local[k].rotation = Quat::from_array(*example) * bind.conjugate() * local[k].rotation;
            }
            local
        };
        let mut step = |amount: f32, from: Vec3| {
            let local = clip(&skeleton, amount, 0.0);
            let camera = Some(Camera::Orthographic { forward: (-from).to_array() });
            actor.step(&Cue { camera, ..Cue::new(DT, &local) });
            (off(&actor, &wanted(&local)), off(&actor, &local))
        };
        let ((away, turned), _) = step(0.5, Vec3::Y);
        assert!(away < 2e-5 && turned < 1e-3, "{count} joints, at first: {away} m, {turned}");
        for frame in 0..300 {
            step(0.5 - 0.9 * (frame as f32 / 60.0).min(1.0), Vec3::Y);
        }
        let ((away, turned), _) = step(-0.4, Vec3::Y);
        assert!(away < 0.004 && turned < 0.02, "{count} joints, in the end: {away} m, {turned}");
        // From below it is the clip's own pose.
        let (_, (away, turned)) = (0..300).map(|_| step(-0.4, -Vec3::Y)).last().expect("steps");
        assert!(away < 0.004 && turned < 0.02, "{count} joints, from below: {away} m, {turned}");
    }
}

#[test]
fn a_clip_that_keeps_the_bind_pose_changes_nothing() {
    let play = |mut actor: Actor| {
        for frame in 0..120 {
            let mut local = clip(&actor.character.skeleton, 0.0, 0.0);
            local[0].rotation = Quat::from_rotation_y((0.1 * frame as f32).sin());
            actor.step(&Cue::new(DT, &local));
        }
        (0..actor.character.skeleton.bones.len()).map(|k| actor.bone(k).translation).collect::<Vec<_>>()
    };
    for count in [5, 8] {
        let plain = Actor::new(fox(), &rig(count, None)).expect("builds");
        let off = play(actor(count, None)).iter().zip(play(plain)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        assert!(off < 1e-5, "{count} joints: {off} m");
    }
}
