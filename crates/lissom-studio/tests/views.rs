//! What chains should look like from where, authored as a person does.

mod person;

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use lissom_formats::gltf::export;
use lissom_rig::Rig;
use lissom_rig::rig::Spring;
use lissom_scenes::scenes;
use lissom_studio::Command;
use person::Person;

fn rig(person: &Person) -> Rig {
    person.studio().work.as_ref().expect("something is open").rig().clone()
}

/// The bunny as somebody's file, with a rig that has no chains yet.
fn opens_a_file(person: &mut Person) {
    let character = (scenes::find("bunny").expect("a scene").character)();
    let bytes = export::document(&character).to_glb().expect("it is small");
    person.harness.state().send(Command::OpenFile { name: "rabbit.glb".into(), path: None, bytes, others: Vec::new() });
    person.waits(3).click("Views");
}

#[test]
fn what_looks_the_other_way_has_its_front_there() {
    let character = (scenes::find("bunny").expect("a scene").character)();
    let mut document = export::document(&character);
    document.json_mut()["extensions"]["VRM"] = serde_json::json!({ "humanoid": { "humanBones": [] } });
    let mut person = Person::sits_down();
    for (name, document) in [("now.glb", export::document(&character)), ("old.vrm", document)] {
        let bytes = document.to_glb().expect("it is small");
        person.harness.state().send(Command::OpenFile { name: name.into(), path: None, bytes, others: Vec::new() });
        person.waits(2).discards();
        // The camera begins at a face.
        person.waits(3).click("Views").click("Key this view");
        let view = rig(&person).joints[0].view.clone().expect("a view");
        assert_eq!(view.examples[0].name, "front left", "{name}");
    }
}

#[test]
fn a_pose_that_is_not_keyed_is_undone_and_done_again() {
    let mut person = Person::sits_down();
    opens_a_file(&mut person);
    person.click("Pose the chain").waits(2);
    let turns = |person: &Person| person.studio().views.posing.as_ref().expect("in the hand").turns.clone();
    let mut poses = vec![turns(&person)];
    for by in [vec2(70.0, 90.0), vec2(-40.0, 20.0)] {
        let tip = person.place_of("End of joint 8").center();
        person.drags(tip, tip + by);
        poses.push(turns(&person));
    }
    let rig_before = rig(&person);
    for (command, k) in [(Command::Undo, 1), (Command::Undo, 0), (Command::Redo, 1), (Command::Redo, 2)] {
        person.harness.state().send(command);
        person.waits(2);
        assert_eq!(turns(&person), poses[k]);
    }
    assert_eq!(rig(&person), rig_before);
    person.click("Key this view").harness.state().send(Command::Undo);
    person.waits(2);
    assert_eq!(rig(&person), rig_before, "what is keyed is undone first");
}

/// Turns the camera by shares of a turn.
fn orbits(person: &mut Person, across: f32, up: f32) {
    let rect = person.place_of("Picture");
    let from = rect.left_bottom() + vec2(60.0, -60.0);
    person.drags(from, from + vec2(-2.0 * across, 2.0 * up) * rect.height());
}

fn weights(person: &Person) -> Vec<f32> {
    person.studio().view_weights().expect("views are keyed")
}

#[test]
fn chains_are_found_chosen_and_taken_back() {
    let mut person = Person::sits_down();
    opens_a_file(&mut person);
    let found: Vec<String> = rig(&person).joints.iter().map(|j| j.name.clone()).collect();
    assert_eq!(found.len(), 2, "both ears: {found:?}");
    person.click("How it moves");
    person.photographs("views-numbers");
    person.click("Remove chain").click("Remove chain");
    assert!(rig(&person).joints.is_empty());
    person.click("Find chains");
    person.photographs("views-found");
    person.click(&found[1]).click("Add 1 chain");
    assert_eq!(rig(&person).joints.iter().map(|j| &j.name).collect::<Vec<_>>(), [&found[0]]);
    person.harness.state().send(Command::Undo);
    person.waits(2);
    assert!(rig(&person).joints.is_empty(), "one step");
}

#[test]
fn a_chain_is_made_from_a_bone_where_none_was_found() {
    let mut character = (scenes::find("bunny").expect("a scene").character)();
    let bones = &mut character.skeleton.bones;
    let ear = bones.iter().position(|b| b.name.starts_with("ear.")).expect("it has ears");
    bones.iter_mut().enumerate().for_each(|(k, bone)| bone.name = format!("{}{k}", ["x", "y", "z"][k % 3]));
    let next = bones.iter().position(|b| b.parent == Some(ear)).expect("a chain");
    let [ear, next] = [ear, next].map(|k| bones[k].name.clone());
    let bytes = export::document(&character).to_glb().expect("it is small");
    let mut person = Person::sits_down();
    person.drops("nameless.glb", &bytes).click("Views");
    // Long rows are found without a name.
    if !rig(&person).joints.is_empty() {
        person.click("How it moves");
    }
    rig(&person).joints.iter().for_each(|_| _ = person.click("Remove chain"));
    let start = rig(&person);
    let choose = |person: &mut Person, bone: &str| {
        person.click("New chain from a bone").harness.get_by_label(bone).scroll_to_me();
        person.waits(20).photographs("views-bones").click(bone);
    };
    choose(&mut person, &ear);
    let made = rig(&person);
    assert_eq!(made.joints.len(), 1, "{:?}", person.studio().notices.list());
    assert_eq!(made.joints[0].bones[..2], [ear, next.clone()]);
    assert!(person.sees("How it moves"), "it is chosen");
    // Bones are in one chain.
    choose(&mut person, &next);
    assert_eq!(rig(&person), made);
    person.harness.state().send(Command::Undo);
    person.waits(2);
    assert_eq!(rig(&person), start, "one step");
}

#[test]
fn three_views_are_keyed_and_weights_follow_the_camera() {
    let mut person = Person::sits_down();
    opens_a_file(&mut person);
    let start = rig(&person);
    person.click("Pose the chain").waits(2);
    assert!(!person.studio().player.as_ref().expect("a file").playing);
    let tip = person.place_of("End of joint 8").center();
    person.drags(tip, tip + vec2(70.0, 90.0));
    person.photographs("views-pose");
    let time = |person: &Person| person.studio().player.as_ref().map(|p| p.time_secs());
    let before = time(&person);
    person.click("Key this view");
    assert!(before > Some(0.0) && time(&person) == before, "time stands still");
    for _ in 0..2 {
        orbits(&mut person, 0.3, 0.0);
        let joint = person.place_of("Joint 5").center();
        person.drags(joint, joint + vec2(-30.0, -20.0));
        person.harness.key_press(Key::K);
        person.waits(3);
    }
    let keyed = rig(&person);
    let view = keyed.joints[0].view.clone().expect("views");
    assert_eq!(view.examples.len(), 3);
    let mut names: Vec<&String> = view.examples.iter().map(|e| &e.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 3, "{names:?}");
    let apart = |a: usize, b: usize| {
        let turn = |k: usize| glam::Quat::from_array(view.examples[k].rotations[3]);
        turn(a).angle_between(turn(b))
    };
    assert!(apart(1, 2) > 0.05 || apart(0, 1) > 0.05, "they were posed differently");
    person.photographs("views-keyed");
    // Keyed again it is replaced.
    person.harness.key_press(Key::K);
    person.waits(3);
    assert_eq!(rig(&person).joints[0].view.as_ref().map(|v| v.examples.len()), Some(3));
    // Put down, it goes on.
    person.click("Pose the chain").waits(20);
    let before = weights(&person);
    assert!(before[3] > 0.8, "{before:?}");
    orbits(&mut person, -0.3, 0.0);
    person.waits(40);
    let after = weights(&person);
    assert!(after[2] > 0.8 && after[3] < 0.2, "{before:?} {after:?}");
    // All back, and all again.
    let end = rig(&person);
    for (command, expected) in [(Command::Undo, start), (Command::Redo, end)] {
        (0..10).for_each(|_| person.harness.state().send(command.clone()));
        person.waits(3);
        assert_eq!(rig(&person), expected, "{command:?}");
    }
}

#[test]
fn examples_are_moved_mirrored_copied_and_deleted() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    let start = rig(&person);
    assert!(person.sees("View globe"));
    person.click("Example left").waits(3).photographs("views-bunny");
    let extent = |person: &Person, k: usize| rig(person).joints[0].view.as_ref().map_or(0.0, |v| v.examples[k].extent);
    let before = extent(&person, 1);
    let (dot, rim) = (person.place_of("Example left").center(), person.place_of("Extent of left").center());
    person.drags(rim, rim + (dot - rim) * 0.5);
    let after = extent(&person, 1);
    assert!(after < 0.8 * before && after > 0.1, "{before} {after}");
    // The dot itself moves the direction.
    person.drags(dot, dot + vec2(0.0, -25.0));
    let direction = |rig: &Rig| rig.joints[0].view.as_ref().expect("views").examples[1].direction;
    assert!(direction(&rig(&person))[1] > direction(&start)[1] + 0.1);
    // Onto the other ear, in the place of what was there.
    person.click("Mirror");
    let mirrored = rig(&person);
    let other = mirrored.joints[1].view.as_ref().expect("views");
    assert!(other.examples.iter().any(|e| e.extent == after && e.direction[0] < 0.0), "{:?}", other.examples);
    person.click("Copy");
    assert_eq!(rig(&person).joints[0].view.as_ref().map(|v| v.examples.len()), Some(6));
    person.click("Delete");
    assert_eq!(rig(&person).joints[0].view.as_ref().map(|v| v.examples.len()), Some(5));
    person.click("Weight of front");
    person.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Name").focus();
    person.waits(2);
    person.harness.event(egui::Event::Text(" of all".into()));
    person.harness.key_press(Key::Enter);
    person.waits(3);
    assert!(person.sees("Example front of all"));
    let end = rig(&person);
    (0..20).for_each(|_| person.harness.state().send(Command::Undo));
    person.waits(2);
    assert_eq!(rig(&person), start);
    (0..20).for_each(|_| person.harness.state().send(Command::Redo));
    person.waits(2);
    assert_eq!(rig(&person), end);
}

#[test]
fn the_camera_goes_to_an_example_and_physics_can_be_left_out() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    person.click("Pause");
    person.harness.key_press(Key::B);
    person.click("Weight of behind").click("Look").waits(3);
    assert!(person.studio().views.preview);
    let w = weights(&person);
    assert!(w[4] > 0.7, "{w:?}");
    let energy = |person: &Person| {
        let actor = person.studio().player.as_ref().expect("a scene").show.actor();
        actor.world.kinetic_energy(actor.joints[0].body)
    };
    assert_eq!(energy(&person), 0.0);
    person.photographs("views-preview");
    person.harness.key_press(Key::B);
    person.harness.key_press(Key::Space);
    person.waits(10);
    assert!(energy(&person) > 0.0);
}

#[test]
fn two_pictures_are_in_step() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    person.click("View").click("Compare with and without views").waits(20);
    assert!(person.sees("Second picture"));
    person.photographs("compare-without");
    let times = |person: &Person| {
        let studio = person.studio();
        let second = studio.compare.player.as_ref().map(|p| p.time_secs());
        (studio.player.as_ref().map(|p| p.time_secs()), second)
    };
    let (first, second) = times(&person);
    assert!(first == second && first > Some(0.2), "{first:?} {second:?}");
    // Orbiting the second orbits both.
    let (before, middle) = (person.studio().orbit, person.place_of("Second picture").center());
    person.drags(middle, middle + vec2(80.0, 0.0));
    assert_ne!(person.studio().orbit, before);
    person.click("Back to the start").waits(3);
    let (first, second) = times(&person);
    assert_eq!(first, second);
    person.click("View").click("Compare with the animation alone").waits(20);
    let second = person.studio().compare.player.as_ref().expect("a second picture");
    assert!(second.show.actor().joints.is_empty() && times(&person).0 == times(&person).1);
    person.click("View").click("Compare with a fixed view").waits(5);
    let fixed = person.studio().compare.orbit;
    let middle = person.place_of("Picture").center() - vec2(150.0, -200.0);
    person.drags(middle, middle + vec2(80.0, 0.0));
    person.photographs("compare-fixed");
    assert!(fixed.is_some() && person.studio().compare.orbit == fixed && Some(person.studio().orbit) != fixed);
}

#[test]
fn numbers_that_springs_replace_are_grey_and_what_is_wrong_is_said() {
    let mut person = Person::sits_down();
    opens_a_file(&mut person);
    let mut springy = rig(&person);
    let spring =
        Spring { stiffness: 0.1, drag: 0.4, gravity_power: 0.0, gravity_dir: [0.0, -1.0, 0.0], hit_radius: 0.02 };
    let chain = &mut springy.joints[0];
    (chain.view, chain.springs) = (None, vec![spring; chain.bones.len()]);
    person.harness.state().send(Command::Edit { what: "Springs".into(), rig: Box::new(springy.clone()) });
    person.waits(2).click("How it moves").waits(20);
    let is_grey = |name: &str| person.harness.get_by_role_and_label(Role::Slider, name).accesskit_node().is_disabled();
    let grey = ["Stiffness", "Damping", "Gravity", "Inertia", "Radius"].map(is_grey);
    assert_eq!(grey, [true, true, true, false, true]);
    springy.joints[0].springs[0].drag = 9.0;
    person.harness.state().send(Command::Edit { what: "Springs".into(), rig: Box::new(springy.clone()) });
    assert!(person.waits(2).harness.query_by_label_contains("⚠ springs[0]: drag is 9").is_some());
}
