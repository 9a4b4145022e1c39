//! The studio, driven as a person does.

mod person;

use person::Person;

#[test]
fn a_scene_opens_and_plays() {
    let mut person = Person::sits_down();
    person.waits(2).photographs("gallery");
    person.click("Open bunny").waits(30).photographs("bunny");
    let player = person.studio().player.as_ref().expect("a scene is open");
    assert!(player.time_secs() > 0.1 && player.playing);
    person.click("Pause");
    let paused = person.studio().player.as_ref().map(|p| p.time_secs());
    person.waits(10);
    assert_eq!(person.studio().player.as_ref().map(|p| p.time_secs()), paused);
}

#[test]
fn dragging_the_picture_turns_the_camera() {
    let mut person = Person::sits_down();
    person.opens("worm");
    let before = person.studio().orbit;
    let middle = person.place_of("Picture").center();
    person.drags(middle, middle + eframe::egui::vec2(120.0, 30.0));
    let after = person.studio().orbit;
    assert!((before.yaw_rad - after.yaw_rad).abs() > 0.2 && before.target == after.target);
}

#[test]
fn a_page_is_made_of_what_is_open() {
    let mut person = Person::sits_down();
    person.opens("jellyfish").harness.state().send(lissom_studio::Command::AskPage);
    person.waits(3);
    let desk = person.desk.0.borrow();
    let index = desk.get(std::path::Path::new("jellyfish-page/index.html")).expect("a page");
    assert!(String::from_utf8_lossy(index).contains("<body data-view=\"jellyfish\""));
    let rig = desk.get(std::path::Path::new("jellyfish-page/rig.lissom.json")).expect("its rig");
    assert!(lissom_rig::Rig::from_json(rig).is_ok_and(|rig| !rig.creatures.is_empty()));
}
