//! What people take for granted.

mod person;

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use lissom_formats::gltf::export;
use lissom_rig::Rig;
use lissom_rig::view::Sag;
use lissom_scenes::scenes;
use lissom_studio::Command;
use lissom_studio::compare::Beside;
use person::Person;

#[test]
fn escape_puts_every_tool_down() {
    let mut person = Person::sits_down();
    person.opens("bunny").click("Views").click("Pose the chain").waits(2);
    assert!(person.studio().views.posing.is_some());
    person.harness.key_press(Key::Escape);
    person.waits(2);
    assert!(person.studio().views.posing.is_none());
}

#[test]
fn keys_work_while_a_button_has_the_focus() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    (0..3).for_each(|_| {
        person.harness.key_press(Key::Tab);
        person.waits(1);
    });
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    person.waits(2);
    assert!(person.sees("Play or pause"), "the palette lists its commands");
}

#[test]
fn a_long_name_leaves_room_for_the_modes() {
    let character = (scenes::find("bunny").expect("a scene").character)();
    let bytes = export::document(&character).to_glb().expect("it is small");
    let mut person = Person::sits_down();
    person.opens("bunny");
    let before = person.place_of("Creatures");
    let name = format!("{}.glb", "a very long name ".repeat(20));
    person.harness.state().send(Command::OpenFile { name, path: None, bytes, others: Vec::new() });
    person.waits(3);
    assert_eq!(person.place_of("Creatures"), before);
}

#[test]
fn surfaces_are_among_the_files_opened_last() {
    let mut person = Person::sits_down();
    person.drops("tip.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    while person.studio().job.is_some() {
        person.waits(1);
    }
    person.harness.state().send(Command::Gallery);
    assert!(person.waits(2).sees("tip.obj"));
}

/// Wants poses that hold in any tilt; does not wait for them.
fn asks_for_any_tilt(person: &mut Person) -> Rig {
    let mut rig = person.studio().work.as_ref().expect("open").rig().clone();
    rig.joints.iter_mut().flat_map(|j| &mut j.view).for_each(|view| view.sag = Sag::AnyTilt);
    person.harness.state().send(Command::Edit { what: "Sag".into(), rig: Box::new(rig.clone()) });
    person.harness.run_steps(2);
    rig
}

#[test]
fn poses_are_baked_against_gravity_beside_and_that_can_be_stopped() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(20);
    let before = person.studio().player.as_ref().map(|p| p.time_secs()).expect("plays");
    let rig = asks_for_any_tilt(&mut person);
    assert!(person.sees("Finding how poses hold against gravity"));
    let meanwhile = person.studio().player.as_ref().map(|p| p.time_secs());
    assert!(meanwhile > Some(before), "what was there before plays on");
    person.waits(1);
    assert!(!person.sees("Stop") && person.studio().trouble.is_none());
    // Once more, and stopped: it plays on, and the rig is what was asked for.
    person.harness.state().send(Command::Undo);
    person.waits(1);
    asks_for_any_tilt(&mut person);
    person.harness.get_by_label("Stop").click();
    person.harness.run_steps(3);
    assert!(!person.sees("Stop") && person.studio().notices.list().iter().any(|n| n.text.starts_with("Stopped")));
    let (work, player) = (person.studio().work.as_ref(), person.studio().player.as_ref());
    assert_eq!((work.map(|w| w.rig()), player.map(|p| p.playing)), (Some(&rig), Some(true)));
}

#[test]
fn poses_of_a_second_picture_are_baked_beside_too() {
    let mut person = Person::sits_down();
    let plain = Command::OpenScene { name: "bunny".into(), variant: Some("without".into()) };
    person.harness.state().send(plain);
    person.waits(2).harness.state().send(Command::Compare(Beside::Variant("with")));
    person.harness.run_steps(2);
    let second = |person: &Person| {
        let player = person.studio().compare.player.as_ref().expect("a second picture");
        player.show.actor().world.template().held.clone()
    };
    let sagging = second(&person);
    assert!(person.sees("Finding how poses hold against gravity"));
    while person.studio().compare.preparing.is_some() {
        person.waits(1);
    }
    assert_ne!(second(&person), sagging);
}

#[test]
fn long_bodies_are_in_the_picture_when_they_are_opened() {
    let mut body = (scenes::find("bar-bend").expect("a scene").character)().tets.remove(0).mesh;
    body.positions.iter_mut().for_each(|place| place.x *= 5.0);
    let mut person = Person::sits_down();
    let open = Command::OpenBody { name: "long".into(), path: None, body: Box::new(body), words: String::new() };
    person.harness.state().send(open);
    person.waits(2);
    let (studio, rect) = (person.studio(), person.place_of("Picture"));
    let aim = studio.aim(rect);
    let places = studio.player.as_ref().expect("plays").places(|_| true);
    assert!(places.iter().all(|place| aim.project(*place).is_some_and(|at| rect.contains(at))));
}

#[test]
fn the_menu_says_what_is_undone() {
    let mut person = Person::sits_down();
    person.opens("bunny").lightens();
    assert!(person.click("Edit").harness.query_by_label_contains("Undo: Gravity").is_some());
    person.harness.state().send(Command::Undo);
    assert!(person.waits(2).harness.query_by_label_contains("Redo: Gravity").is_some());
}
