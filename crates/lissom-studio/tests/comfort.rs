//! What people take for granted.

mod person;

use eframe::egui::{Key, Modifiers};
use lissom_formats::gltf::export;
use lissom_scenes::scenes;
use lissom_studio::Command;
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
    person.harness.state().send(Command::OpenFile { name, path: None, bytes });
    person.waits(3);
    assert_eq!(person.place_of("Creatures"), before);
}

#[test]
fn surfaces_are_among_the_files_opened_last() {
    let mut person = Person::sits_down();
    person.drops("tip.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    person.harness.state().send(Command::Gallery);
    assert!(person.waits(2).sees("tip.obj"));
}
