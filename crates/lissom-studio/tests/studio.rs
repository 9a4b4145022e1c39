//! The studio, driven as a person does.

mod person;

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key, Modifiers, vec2};
use egui_kittest::kittest::NodeT;
use lissom_formats::gltf::{Document, Import, export};
use lissom_scenes::scenes;
use lissom_studio::Command;
use lissom_studio::command::Menu;
use lissom_studio::compare::Beside;
use lissom_studio::hand::Blow;
use lissom_studio::orbit::Orbit;
use lissom_studio::page;
use lissom_studio::studio::Mode;
use person::Person;

/// A character as a file: the one of a scene.
fn glb(scene: &str) -> Vec<u8> {
    let scene = scenes::find(scene).expect("a scene");
    export::document(&(scene.character)()).to_glb().expect("a GLB")
}

fn time(person: &Person) -> f64 {
    person.studio().player.as_ref().expect("something is open").time_secs()
}

#[test]
fn a_scene_opens_and_plays() {
    let mut person = Person::sits_down();
    person.waits(2).photographs("gallery");
    person.click("Open bunny").waits(30).photographs("bunny");
    assert!(time(&person) > 0.1);
    person.click("Pause");
    let paused = time(&person);
    person.waits(10);
    assert_eq!(time(&person), paused);
    person.click("One frame on");
    assert!((time(&person) - paused - 1.0 / 60.0).abs() < 1e-9);
}

#[test]
fn a_paused_studio_asks_for_no_picture() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(10).click("Pause").waits(5);
    let asks = person.harness.output().viewport_output.values().map(|v| v.repaint_delay).min();
    assert!(asks.is_some_and(|delay| delay > std::time::Duration::from_secs(60)), "{asks:?}");
}

#[test]
fn dragging_beside_a_body_turns_the_camera_and_scrubbing_goes_back() {
    let mut person = Person::sits_down();
    person.opens("worm").waits(40);
    let before = person.studio().shot();
    let corner = person.place_of("Picture").left_top() + vec2(40.0, 40.0);
    person.drags(corner, corner + vec2(120.0, 30.0));
    assert!(before.eye.distance(person.studio().shot().eye) > 0.1);
    let (late, bar) = (time(&person), person.place_of("Time"));
    person.drags(bar.left_center() + vec2(12.0, 0.0), bar.left_center() + vec2(4.0, 0.0));
    assert!(time(&person) < 0.5 * late, "{} {late}", time(&person));
}

#[test]
fn time_begins_where_one_says_and_goes_frame_by_frame() {
    let mut person = Person::sits_down();
    person.opens("bunny").click("Pause");
    let is_at = |person: &Person, secs: f64| assert!((time(person) - secs).abs() < 1e-6, "{}", time(person));
    person.harness.state_mut().player.as_mut().expect("open").range_secs = Some((2.0, 3.0));
    person.click("Back to the start");
    is_at(&person, 2.0);
    person.click("One frame on").click("One frame on");
    let hash = |person: &Person| person.studio().player.as_ref().map(|p| p.show.actor().world.hash());
    let calm = hash(&person);
    is_at(person.click("One frame back"), 2.0 + 1.0 / 60.0);
    person.harness.state().send(Command::Wind(Blow { on: true, ..Blow::default() }));
    is_at(person.click("One frame on"), 2.0 + 2.0 / 60.0);
    assert_ne!(hash(&person), calm, "the wind blows");
    person.harness.key_press(Key::Comma);
    is_at(person.waits(2), 2.0 + 1.0 / 60.0);
}

#[test]
fn a_scrub_shows_the_same_as_before() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(40).click("Pause");
    let hash = |person: &Person| person.studio().player.as_ref().map(|p| p.show.actor().world.hash());
    let (then, at) = (hash(&person), time(&person));
    person.harness.state().send(Command::Seek { secs: 0.1 });
    person.waits(2);
    assert_ne!(hash(&person), then);
    person.harness.state().send(Command::Seek { secs: at });
    person.waits(2);
    assert_eq!(hash(&person), then);
}

#[test]
fn a_pull_moves_an_ear_and_a_click_touches() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(20);
    let bone = |person: &Person| {
        let actor = person.studio().player.as_ref().expect("open").show.actor();
        let tip = actor.character.skeleton.bones.iter().rposition(|b| b.name.starts_with("ear.L")).expect("an ear");
        actor.bone(tip).translation
    };
    // Where the tip is on the screen, the camera standing still.
    person.harness.state().send(Command::Watch(lissom_studio::Watch::Free));
    person.waits(40);
    let at = person.studio().aim(person.place_of("Picture")).project(bone(&person)).expect("in the picture");
    let (before, hand) = (bone(&person), at + vec2(0.0, -90.0));
    person.harness.hover_at(at);
    person.waits(1);
    person.harness.drag_at(at);
    person.waits(1);
    person.harness.hover_at(hand);
    person.waits(30);
    let pulled = bone(&person).distance(before);
    person.photographs("pulled");
    person.harness.drop_at(hand);
    person.waits(2);
    assert!(pulled > 0.03, "{pulled}");
}

#[test]
fn in_a_comparison_the_picture_under_the_mouse_is_pulled() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(2).harness.state().send(Command::Compare(Beside::Without));
    person.harness.state().send(Command::Watch(lissom_studio::Watch::Free));
    person.waits(20);
    let tip = |person: &Person, beside: bool| {
        let first = person.studio().player.as_ref().expect("open");
        let actor =
            if beside { &person.studio().compare.player.as_ref().expect("beside").show } else { &first.show }.actor();
        let tip = actor.character.skeleton.bones.iter().rposition(|b| b.name.starts_with("ear.L")).expect("an ear");
        actor.bone(tip).translation
    };
    // Where the tip is on the screen, from the middle of its picture.
    let seen = |person: &Person, beside: bool| {
        let rect = person.place_of(if beside { "Second picture" } else { "Picture" });
        person.studio().aim(rect).project(tip(person, beside)).expect("in the picture") - rect.center()
    };
    let middle = person.place_of("Second picture").center();
    let (at, hand) = (seen(&person, true), seen(&person, true) + vec2(0.0, -60.0));
    person.harness.hover_at(middle + at);
    person.waits(1);
    person.harness.drag_at(middle + at);
    person.waits(1);
    person.harness.hover_at(middle + hand);
    person.waits(30).photographs("compare-pulled");
    let off = [false, true].map(|beside| (seen(&person, beside) - hand).length());
    assert!(off[1] < 0.5 * off[0], "{off:?}");
}

#[test]
fn what_a_hand_changes_is_played_when_it_lets_go() {
    let mut person = Person::sits_down();
    person.opens("cape-girl").waits(20);
    let clock = |person: &Person| person.studio().player.as_ref().expect("open").clock_secs();
    let corner = person.place_of("Picture").left_top() + vec2(20.0, 20.0);
    person.harness.hover_at(corner);
    person.harness.drag_at(corner);
    person.waits(2);
    let mut rig = person.studio().work.as_ref().expect("open").rig().clone();
    for k in 0..3 {
        rig.gravity.0[1] = -3.0 - k as f32;
        person.harness.state().send(Command::Edit { what: "Gravity".into(), rig: Box::new(rig.clone()) });
        person.waits(1);
        assert_eq!(person.studio().work.as_ref().map(|w| w.rig()), Some(&rig), "the value is shown at once");
    }
    assert!(clock(&person) > 0.25, "the same goes on");
    person.harness.drop_at(corner);
    person.waits(2);
    assert!(clock(&person) < 0.1, "made anew");
}

#[test]
fn a_dropped_character_opens_and_a_bad_file_leaves_it() {
    let mut person = Person::sits_down();
    person.drops("bunny.glb", &glb("bunny"));
    assert_eq!(person.studio().work.as_ref().map(|w| w.name().to_owned()), Some("bunny.glb".to_owned()));
    assert!(!person.studio().work.as_ref().is_some_and(|w| w.rig().joints.is_empty()), "chains are proposed");
    person.photographs("dropped");
    let rig = person.studio().work.as_ref().map(|w| w.rig().clone());
    person.drops("broken.glb", b"glTF and then nothing of use");
    assert!(person.studio().notices.list().iter().any(|n| n.is_error && n.text.contains("broken.glb")));
    person.drops("picture.png", b"not at all");
    assert_eq!(person.studio().work.as_ref().map(|w| w.rig().clone()), rig);
}

#[test]
fn work_is_saved_opened_again_and_recovered() {
    let mut person = Person::sits_down();
    person.drops("bunny.glb", &glb("bunny"));
    let rig = person.lightens();
    person.waits(200);
    // It was not saved when the power went; somebody else's desk has it.
    let mut later = Person::at(person.desk.clone());
    later.waits(2).photographs("recovery");
    later.click("Go on with them").waits(2);
    assert_eq!(later.studio().work.as_ref().map(|w| w.rig().clone()), Some(rig.clone()));
    later.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    later.waits(3);
    let mut again = Person::at(later.desk.clone());
    assert!(!again.waits(2).sees("Go on with them"));
    again.harness.state().send(Command::OpenPath("bunny.glb".into()));
    again.waits(3);
    assert_eq!(again.studio().work.as_ref().map(|w| w.rig().clone()), Some(rig));
}

#[test]
fn a_bake_is_a_glb_with_keys() {
    let mut person = Person::sits_down();
    person.drops("bunny.glb", &glb("bunny"));
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
    person.waits(3).photographs("bake");
    assert!(person.sees("Stays where it is now"), "whoever looks");
    let document = Document::read(&bakes(&mut person), &|_| None).expect("a document");
    assert!(!Import::read(&document).expect("a character").clips.is_empty());
}

/// Answers the dialog, and waits for the file.
fn bakes(person: &mut Person) -> Vec<u8> {
    person.click("Bake");
    let begin = std::time::Instant::now();
    loop {
        person.harness.run_steps(1);
        if let Some(bytes) = person.desk.0.borrow_mut().remove(std::path::Path::new("bunny-baked.glb")) {
            return bytes;
        }
        assert!(begin.elapsed().as_secs() < 60, "it takes long");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn the_wind_that_blows_is_baked_and_goes_with_a_page() {
    let mut person = Person::sits_down();
    person.drops("bunny.glb", &glb("bunny"));
    let [calm, windy] = [false, true].map(|on| {
        person.harness.state().send(Command::Wind(Blow { on, ..Blow::default() }));
        person.harness.state().send(Command::AskBake);
        assert_eq!(person.waits(3).sees("4.0 m/s to 90°, as in Watch"), on);
        bakes(&mut person)
    });
    assert_ne!(calm, windy);
    person.harness.state().send(Command::AskPage);
    person.waits(3);
    let page = person.desk.0.borrow().get(std::path::Path::new("bunny-page/index.html")).cloned().expect("a page");
    assert!(String::from_utf8_lossy(&page).contains(" data-wind=\"4 90 0.5\""));
    let asks = [("view", "bunny"), ("wind", "7 10 0")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    person.harness.state().send(Command::OpenAsked { asks: asks.into(), files: Vec::new() });
    person.waits(3);
    let blow = person.studio().blow();
    assert_eq!((blow.on, blow.speed, blow.heading_deg), (true, 7.0, 10.0));
}

#[test]
fn commands_are_found_by_typing() {
    let mut person = Person::sits_down();
    person.opens("cowlick");
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    person.waits(2);
    person.harness.event(egui::Event::Text("pause".into()));
    person.waits(2).photographs("palette");
    person.harness.key_press(Key::Enter);
    person.waits(3);
    assert!(!person.studio().player.as_ref().is_some_and(|p| p.playing));
}

#[test]
fn a_page_is_made_of_what_is_open() {
    let mut person = Person::sits_down();
    person.opens("jellyfish").harness.state().send(lissom_studio::Command::AskPage);
    person.waits(3);
    let desk = person.desk.0.borrow();
    let index = desk.get(std::path::Path::new("jellyfish-page/index.html")).expect("a page");
    assert!(String::from_utf8_lossy(index).contains(" data-view=\"jellyfish\""));
    let rig = desk.get(std::path::Path::new("jellyfish-page/rig.lissom.json")).expect("its rig");
    assert!(lissom_rig::Rig::from_json(rig).is_ok_and(|rig| !rig.creatures.is_empty()));
}

#[test]
fn a_page_opens_what_it_was_made_of() {
    for file in [None, Some("bunny.glb")] {
        let mut person = Person::sits_down();
        match file {
            None => person.opens("jellyfish"),
            Some(name) => person.drops(name, &glb("bunny")),
        };
        let work = person.studio().work.as_ref().expect("open");
        let (asks, files) = page::contents(&work.source, work.rig()).expect("a page");
        let (again, troubles) = page::opened(&asks, &files).expect("opens");
        assert_eq!((again.rig(), troubles), (work.rig(), Vec::new()));
        assert_eq!(page::contents(&again.source, again.rig()).expect("a page").0, asks);
    }
    let missing = page::Asks::from([("view".to_owned(), "nobody.glb".to_owned())]);
    assert!(page::opened(&missing, &[]).is_err_and(|why| why.contains("nobody.glb")));
}

#[test]
fn a_page_shows_what_was_seen() {
    let mut person = Person::sits_down();
    person.drops("bunny.glb", &glb("bunny")).harness.state().send(Command::Animation(None));
    person.waits(1).harness.state().send(Command::AskPage);
    let seen = person.studio().orbit;
    person.waits(3);
    let desk = person.desk.0.borrow();
    let index = String::from_utf8_lossy(desk.get(std::path::Path::new("bunny-page/index.html")).expect("a page"));
    assert!(
        index.contains("<body data-animation=\"none\" ") && index.contains(" data-view=\"character.glb\""),
        "{index}"
    );
    let camera = index.split("data-camera=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a camera");
    assert_eq!(Orbit::from_text(camera), Some(seen));
    assert_eq!((Orbit::from_text("1 2 3"), Orbit::from_text("1 2 3 4 5 NaN")), (None, None));
}

#[test]
fn a_rig_is_known_in_capitals_and_both_keys_redo() {
    let mut person = Person::sits_down();
    person.drops("bunny.glb", &glb("bunny"));
    let rig = |person: &Person| person.studio().work.as_ref().expect("open").rig().clone();
    let (before, mut after) = (rig(&person), rig(&person));
    after.gravity.0 = [0.0, -3.0, 0.0];
    person.drops("BUNNY.LISSOM.JSON", after.to_json().as_bytes());
    assert_eq!(rig(&person), after);
    for redo in [(Modifiers::COMMAND, Key::Y), (Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)] {
        for ((modifiers, key), expected) in [((Modifiers::COMMAND, Key::Z), &before), (redo, &after)] {
            person.harness.key_press_modifiers(modifiers, key);
            assert_eq!(rig(person.waits(3)), *expected, "{key:?}");
        }
    }
}

/// What is on the screen to press, tick, choose and drag, and says nothing about itself.
fn silent(person: &Person) -> Vec<String> {
    let all: Vec<_> = person.harness.root().children_recursive().collect();
    let role = |node: &egui_kittest::Node<'_>| node.accesskit_node().role();
    let sliders: Vec<egui::Rect> = all.iter().filter(|n| role(n) == Role::Slider).map(|n| n.rect()).collect();
    // The number of a slider stands right of it; what heads a list or a menu only opens it, and what closes a window
    // is egui's own.
    let is_of_slider = |rect: egui::Rect| {
        sliders
            .iter()
            .any(|s| (s.center().y - rect.center().y).abs() < 6.0 && (0.0..20.0).contains(&(rect.left() - s.right())))
    };
    let is_known = |name: &str| name == "Close window" || Menu::ALL.iter().any(|(_, menu)| *menu == name);
    let silent = all.iter().filter(|node| {
        let data = node.accesskit_node();
        let matters = match data.role() {
            Role::Button => data.data().is_expanded().is_none() && !is_known(&data.label().unwrap_or_default()),
            Role::SpinButton => !is_of_slider(node.rect()),
            Role::CheckBox | Role::RadioButton | Role::ComboBox | Role::Slider => true,
            _ => false,
        };
        matters && data.description().is_none_or(|words| words.is_empty())
    });
    silent.map(|node| format!("{:?} {:?}", role(node), node.accesskit_node().label())).collect()
}

#[test]
fn all_that_can_be_pressed_says_what_it_does() {
    let mut person = Person::sits_down();
    person.waits(2);
    assert_eq!(silent(&person), [""; 0], "gallery");
    let screens =
        [("bunny", Mode::Play), ("bunny", Mode::Views), ("cape-girl", Mode::Cloth), ("worm", Mode::Creatures)];
    for (scene, mode) in screens {
        person.opens(scene).harness.state().send(Command::Mode(mode));
        assert_eq!(silent(person.waits(3)), [""; 0], "{mode:?} of {scene}");
    }
    person.drops("bunny.glb", &glb("bunny"));
    person.harness.state().send(Command::AskBake);
    assert_eq!(silent(person.waits(3)), [""; 0], "baking");
}
