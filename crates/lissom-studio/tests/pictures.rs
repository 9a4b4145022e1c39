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

#[test]
fn a_dense_screen_is_drawn_densely() {
    // The hardest edge in the middle, from pixel to pixel: it is as hard where pixels are half as large.
    let edge = |density: f32| {
        let mut person = Person::looks_at(density);
        person.opens("bunny").waits(2).click("Pause");
        let image = person.picture(1.0);
        assert_eq!(image.width(), (1280.0 * density) as u32);
        let (width, height) = image.dimensions();
        let places = (height / 3..height * 2 / 3).flat_map(|y| (width / 4..width / 2).map(move |x| (x, y)));
        let step = |(x, y): (u32, u32)| image.get_pixel(x, y)[0].abs_diff(image.get_pixel(x + 1, y)[0]);
        places.map(step).max().expect("pixels")
    };
    let [usual, dense] = [edge(1.0), edge(2.0)];
    assert!(usual > 60 && dense as f32 > 0.8 * usual as f32, "{usual} and {dense}");
}
