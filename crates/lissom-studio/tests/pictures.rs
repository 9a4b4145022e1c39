//! The studio beside pictures of it that somebody has looked at. `UPDATE_SNAPSHOTS=1 cargo xtask test -p lissom-studio
//! --test pictures` accepts what it looks like now.

mod person;

use egui_kittest::{SnapshotOptions, image_snapshot_options};
use lissom_studio::{Command, Watch};
use person::Person;

/// Drivers differ a little, along edges most.
const UNLIKE: f32 = 2.0;
const MOST_UNLIKE: usize = 640 * 400 / 200;

fn compare(person: &mut Person, name: &str) {
    let options = SnapshotOptions::new().output_path("tests/images").threshold(UNLIKE).max_failed_pixels(MOST_UNLIKE);
    image_snapshot_options(&person.picture(0.5), name, &options);
}

#[test]
fn the_gallery() {
    compare(Person::looks().waits(3), "gallery");
}

#[test]
fn a_character_that_plays() {
    let mut person = Person::looks();
    compare(person.opens("bunny").waits(10).click("Pause"), "bunny");
}

#[test]
fn a_creature_and_its_chart() {
    let mut person = Person::looks();
    compare(person.opens("jellyfish").click("Pause"), "creature");
}

#[test]
fn a_chain_and_its_globe() {
    let mut person = Person::looks();
    person.opens("cowlick").click("Pause").harness.state().send(Command::Watch(Watch::Free));
    compare(person.waits(3), "views");
}
