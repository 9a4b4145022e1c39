//! Nothing that somebody made is lost: it is asked for, kept aside, and offered again.

mod person;

use std::path::Path;
use std::time::Duration;

use eframe::egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use lissom_formats::gltf::{Document, Import, export};
use lissom_rig::Rig;
use lissom_scenes::scenes;
use lissom_studio::Command;
use lissom_studio::compare::Beside;
use person::Person;
use serde_json::json;

fn glb(scene: &str) -> Vec<u8> {
    let scene = scenes::find(scene).expect("a scene");
    export::document(&(scene.character)()).to_glb().expect("a GLB")
}

fn name(person: &Person) -> Option<&str> {
    person.studio().work.as_ref().map(|w| w.name())
}

fn rig(person: &Person) -> Option<&Rig> {
    person.studio().work.as_ref().map(|w| w.rig())
}

fn file(person: &Person, name: &str) -> Option<Vec<u8>> {
    person.desk.0.borrow().get(Path::new(name)).cloned()
}

/// Whether the window was told so with one of the next pictures.
fn is_told(person: &mut Person, what: &ViewportCommand) -> bool {
    (0..3).any(|_| {
        person.harness.run_steps(1);
        person.harness.output().viewport_output[&ViewportId::ROOT].commands.contains(what)
    })
}

fn closes(person: &mut Person) {
    let window = person.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    window.events.push(ViewportEvent::Close);
}

#[test]
fn changes_are_asked_for_before_they_are_left() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    let lighter = person.lightens();
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
    assert!(person.waits(3).photographs("leaving").sees("Your changes to bunny are not saved."));
    person.harness.key_press(Key::Escape);
    assert!(!person.waits(3).sees("Discard") && rig(&person) == Some(&lighter));
    // Saved with Enter, and then what was asked for comes.
    person.drops("rabbit.glb", &glb("bunny"));
    assert_eq!(name(&person), Some("bunny"));
    person.harness.key_press(Key::Enter);
    person.waits(3);
    assert_eq!(name(&person), Some("rabbit.glb"));
    let saved = file(&person, "bunny.lissom.json").expect("a file");
    assert_eq!(Rig::from_json(&saved).expect("a rig"), lighter);
    // A variant is other work, too; one that is not changed is left at once.
    person.opens("bunny").lightens();
    person.harness.state().send(Command::OpenScene { name: "bunny".into(), variant: Some("without".into()) });
    person.waits(3);
    assert!(person.sees("Save") && rig(&person) == Some(&lighter));
    person.click("Discard");
    assert!(!person.sees("Discard") && name(&person) == Some("bunny") && rig(&person) != Some(&lighter));
    person.opens("worm");
    assert_eq!(name(&person), Some("worm"));
}

#[test]
fn a_window_closes_when_it_is_clear_what_becomes_of_changes() {
    let mut person = Person::sits_down();
    person.opens("bunny").lightens();
    person.waits(200);
    closes(&mut person);
    assert!(is_told(&mut person, &ViewportCommand::CancelClose));
    person.waits(2).click("Cancel");
    assert!(!Person::at(person.desk.clone()).studio().recovery.is_empty(), "still kept aside");
    closes(&mut person);
    person.waits(2).harness.get_by_label("Discard").click();
    assert!(is_told(&mut person, &ViewportCommand::Close));
    closes(&mut person);
    assert!(!is_told(&mut person, &ViewportCommand::CancelClose));
    assert!(Person::at(person.desk).studio().recovery.is_empty(), "and forgotten");
}

#[test]
fn two_windows_keep_their_changes_side_by_side() {
    let mut first = Person::sits_down();
    let another = |person: &Person| Person::at(person.desk.clone());
    let kept = |person: &Person| another(person).studio().recovery.iter().map(|r| r.name.clone()).collect::<Vec<_>>();
    let mut second = another(&first);
    first.opens("bunny").lightens();
    second.opens("worm").lightens();
    first.waits(200);
    second.waits(200);
    assert_eq!(kept(&first), ["bunny", "worm"]);
    first.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    first.waits(3);
    assert_eq!(kept(&first), ["worm"]);
}

#[test]
fn files_that_come_together_are_one() {
    let mut person = Person::sits_down();
    let nodes = b"4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n".to_vec();
    let others = vec![("tip.ele".to_owned(), b"1 4 0\n0 0 1 2 3\n".to_vec())];
    person.harness.state().send(Command::OpenFile { name: "tip.node".into(), path: None, bytes: nodes, others });
    person.waits(2);
    assert_eq!(name(&person), Some("tip.node"), "{:?}", person.studio().notices.list());
}

#[test]
fn changes_of_a_file_without_a_path_are_offered_when_it_is_open_again() {
    let opens = |person: &mut Person| {
        let bytes = glb("bunny");
        person.harness.state().send(Command::OpenFile {
            name: "rabbit.glb".into(),
            path: None,
            bytes,
            others: Vec::new(),
        });
        person.waits(3);
    };
    let mut person = Person::sits_down();
    opens(&mut person);
    let lighter = person.lightens();
    person.waits(200);
    let mut later = Person::at(person.desk);
    assert!(later.waits(2).sees("Your changes to rabbit.glb were not saved. Open it again first."));
    opens(&mut later);
    // Other changes do not take their place.
    later.lightens();
    later.lightens();
    later.waits(200);
    let kept = Person::at(later.desk.clone()).studio().recovery.clone();
    assert_eq!(kept.len(), 2);
    later.click("Go on with them");
    assert!(rig(&later) == Some(&lighter) && !later.sees("Go on with them"));
    later.waits(200);
    assert_eq!(Person::at(later.desk).studio().recovery.len(), 1);
}

#[test]
fn a_file_that_is_gone_leaves_what_was_kept() {
    let mut person = Person::sits_down();
    person.drops("rabbit.glb", &glb("bunny")).lightens();
    person.waits(200).desk.0.borrow_mut().remove(Path::new("rabbit.glb"));
    let mut later = Person::at(person.desk);
    later.waits(2).click("Go on with them");
    assert!(name(&later).is_none() && later.sees("Go on with them"));
}

#[test]
fn the_last_change_is_kept_though_nothing_moves() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(130).click("Pause");
    person.lightens();
    person.waits(3).lightens();
    person.waits(3);
    let asks = person.harness.output().viewport_output.values().map(|v| v.repaint_delay).min();
    assert!(asks.is_some_and(|delay| delay <= Duration::from_secs(2)), "{asks:?}");
}

#[test]
fn what_was_found_for_one_character_is_not_offered_for_the_next() {
    let mut person = Person::sits_down();
    person
        .drops("rabbit.glb", &glb("bunny"))
        .click("Views")
        .click("How it moves")
        .click("Remove chain")
        .click("Find chains");
    person.harness.state().send(Command::Compare(Beside::FixedView));
    person.waits(2);
    assert!(!person.studio().views.found.is_empty());
    person.drops("girl.glb", &glb("cape-girl")).discards();
    assert!(person.studio().views.found.is_empty() && person.studio().compare.beside.is_none());
}

#[test]
fn a_broken_rig_beside_a_character_does_not_keep_it_closed() {
    let other = scenes::find("jellyfish").map(|s| (s.rig)(&(s.character)(), s.variants[0]).to_json()).expect("a scene");
    for beside in ["{ \"joints\": ", other.as_str()] {
        let mut person = Person::sits_down();
        person.desk.0.borrow_mut().insert("rabbit.lissom.json".into(), beside.into());
        person.drops("rabbit.glb", &glb("bunny"));
        assert!(rig(&person).is_some_and(|rig| !rig.joints.is_empty()), "chains are proposed");
        let notices = person.studio().notices.list();
        assert!(notices.iter().any(|n| n.is_error && n.text.contains("rabbit.lissom.json is not used")), "{notices:?}");
    }
}

#[test]
fn nor_does_a_broken_rig_inside_it() {
    let broken = [
        json!({ "version": 1, "joints": 5 }),
        json!({ "version": 1, "joints": [{ "name": "a", "bones": ["nobody's"] }] }),
    ];
    for rig_inside in broken {
        let mut document = export::document(&(scenes::find("bunny").expect("a scene").character)());
        document.json_mut()["extensions"] = json!({ "LISSOM_rig": rig_inside });
        let mut person = Person::sits_down();
        person.drops("rabbit.glb", &document.to_glb().expect("a GLB"));
        assert!(rig(&person).is_some_and(|rig| !rig.joints.is_empty()), "chains are proposed");
        let notices = person.studio().notices.list();
        assert!(notices.iter().any(|n| n.is_error && n.text.contains("inside rabbit.glb is not used")), "{notices:?}");
    }
}

/// A human in a T-pose that stands for a second.
fn bvh() -> String {
    let joint = |name: &str, [x, y]: [i32; 2], below: &str| {
        let (kind, channels) =
            if name == "Hips" { ("ROOT", "3 Zrotation Xrotation Yrotation") } else { ("JOINT", "0") };
        format!("{kind} {name} {{ OFFSET {x} {y} 0 CHANNELS {channels} {below} }} ")
    };
    let side = |side: &str, x: i32| {
        let named = |name: &str, at: [i32; 2], below: &str| joint(&format!("{side}{name}"), at, below);
        let hand = named("ForeArm", [30 * x, 0], &named("Hand", [25 * x, 0], ""));
        let foot = named("Leg", [0, -45], &named("Foot", [0, -45], ""));
        [named("Arm", [15 * x, 30], &hand), named("UpLeg", [10 * x, 0], &foot)]
    };
    let ([left_arm, left_leg], [right_arm, right_leg]) = (side("Left", 1), side("Right", -1));
    let spine = joint("Spine", [0, 10], &(joint("Head", [0, 50], "") + &left_arm + &right_arm));
    let hips = joint("Hips", [0, 100], &(spine + &left_leg + &right_leg));
    format!("HIERARCHY {hips} MOTION\nFrames: 2\nFrame Time: 1\n0 0 0\n0 0 10\n")
}

#[test]
fn a_motion_is_listed_baked_under_its_name_and_left_again() {
    let mut person = Person::sits_down();
    person.drops("girl.glb", &glb("cape-girl")).drops("dance.bvh", bvh().as_bytes());
    let notices = person.studio().notices.list();
    assert!(!notices.iter().any(|n| n.is_error), "{notices:?}");
    assert!(person.harness.query_by_value("dance.bvh").is_some());
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
    person.waits(3).click("Bake");
    let begin = std::time::Instant::now();
    while file(&person, "girl-baked.glb").is_none() && begin.elapsed().as_secs() < 60 {
        person.harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(20));
    }
    let document = Document::read(&file(&person, "girl-baked.glb").expect("a file"), &|_| None).expect("a document");
    let clips = Import::read(&document).expect("a character").clips;
    assert_eq!(clips.last().map(|clip| clip.name.as_str()), Some("dance (Lissom)"));
    person.harness.state().send(Command::Animation(None));
    person.waits(2);
    assert!(person.harness.query_by_value("dance.bvh").is_none());
}

/// Somebody who takes their time to say where something should go.
fn hesitates(person: &Person) {
    *person.desk.1.borrow_mut() = Some(Vec::new());
}

fn answers(person: &mut Person) {
    let answers = person.desk.1.borrow_mut().take().expect("they hesitated");
    answers.into_iter().for_each(|answer| person.harness.state().send(answer));
    person.waits(3);
}

#[test]
fn while_it_is_asked_where_to_save_everything_goes_on() {
    let mut person = Person::sits_down();
    person.opens("bunny").waits(20);
    hesitates(&person);
    let (asked, secs) = (person.lightens(), |p: &Person| p.studio().player.as_ref().map(|p| p.time_secs()));
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    let before = secs(person.waits(1));
    let lighter = person.lightens();
    assert!(secs(person.waits(10)) > before && file(&person, "bunny.lissom.json").is_none());
    answers(&mut person);
    let saved = |person: &Person| Rig::from_json(file(person, "bunny.lissom.json").expect("a file")).expect("a rig");
    let changed = |person: &Person| person.studio().work.as_ref().is_some_and(|w| w.is_changed());
    assert!(saved(&person) == asked && changed(&person), "what came later is not saved");
    // From now on it is known where to.
    hesitates(&person);
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    assert!(saved(person.waits(3)) == lighter && !changed(&person));
}

#[test]
fn what_is_left_waits_for_the_answer() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    let lighter = person.lightens();
    hesitates(&person);
    person.harness.state().send(Command::Gallery);
    person.waits(2).click("Save");
    assert!(name(&person) == Some("bunny") && !person.sees("Discard"));
    answers(&mut person);
    assert!(name(&person).is_none() && file(&person, "bunny.lissom.json").is_some());
    // What was asked for of other work is written, and no more.
    person.opens("bunny").lightens();
    hesitates(&person);
    person.harness.state().send(Command::SaveAs);
    person.waits(2).opens("worm").click("Discard");
    answers(&mut person);
    let work = person.studio().work.as_ref().expect("open");
    assert_eq!((work.name(), work.is_changed(), &work.rig_path), ("worm", false, &None));
    assert_eq!(Rig::from_json(file(&person, "bunny.lissom.json").expect("a file")).expect("a rig"), lighter);
}

#[test]
fn one_question_at_a_time() {
    let mut person = Person::sits_down();
    person.opens("bunny").lightens();
    hesitates(&person);
    let saves = |person: &mut Person| {
        person.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        person.waits(2);
    };
    saves(&mut person);
    let lighter = person.lightens();
    saves(&mut person);
    person.harness.state().send(made("bunny.glb"));
    person.waits(2);
    assert_eq!(person.desk.1.borrow().as_ref().map(Vec::len), Some(1), "neither the rig nor the bake asks beside it");
    answers(&mut person);
    assert_eq!(Rig::from_json(file(&person, "bunny.lissom.json").expect("a file")).expect("a rig"), lighter);
    assert!(file(&person, "bunny.glb").is_some(), "asked for after the rig");
}

/// A bake that is done.
fn made(name: &str) -> Command {
    Command::SaveFile { name: name.into(), bytes: vec![1], words: String::new() }
}

#[test]
fn a_bake_is_not_lost_with_the_window() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    hesitates(&person);
    person.harness.state().send(made("bunny.glb"));
    person.waits(2);
    closes(&mut person);
    assert!(is_told(&mut person, &ViewportCommand::CancelClose));
    person.waits(2).photographs("leaving-bake");
    assert!(person.sees("bunny.glb is not saved yet: say in its dialog where it should go.") && !person.sees("Save"));
    person.harness.key_press(Key::Enter);
    assert!(!person.waits(3).sees("Discard") && name(&person) == Some("bunny"), "Enter loses nothing");
    // Once it is clear where it goes, the window closes.
    closes(&mut person);
    person.waits(2);
    let answer = person.desk.1.borrow_mut().take().and_then(|mut answers| answers.pop()).expect("one");
    person.harness.state().send(answer);
    assert!(is_told(&mut person, &ViewportCommand::Close) && file(&person, "bunny.glb").is_some());
    // Or goes nowhere.
    person.opens("bunny");
    hesitates(&person);
    person.harness.state().send(made("again.glb"));
    person.waits(2);
    closes(&mut person);
    person.waits(2).harness.get_by_label("Discard").click();
    assert!(is_told(&mut person, &ViewportCommand::Close) && file(&person, "again.glb").is_none());
}

#[test]
fn what_cannot_be_written_keeps_the_window_open_and_is_asked_for_again() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    hesitates(&person);
    person.harness.state().send(made("bunny.glb"));
    person.waits(2);
    closes(&mut person);
    person.waits(2);
    let answers = |person: &mut Person| {
        let answer = person.desk.1.borrow_mut().as_mut().and_then(Vec::pop).expect("somebody is asked");
        person.harness.state().send(answer);
        is_told(person, &ViewportCommand::Close)
    };
    person.desk.2.set(true);
    assert!(!answers(&mut person) && !person.sees("Discard") && file(&person, "bunny.glb").is_none());
    let notices = person.studio().notices.list();
    assert!(notices.iter().any(|n| n.is_error && n.text.contains("no space left")), "{notices:?}");
    person.desk.2.set(false);
    assert!(!answers(&mut person) && file(&person, "bunny.glb").is_some());
    // Nor does it close because somebody would not say where to.
    person.harness.state().send(made("again.glb"));
    person.waits(2);
    closes(&mut person);
    person.waits(2).harness.state().send(Command::SaveTo(None));
    assert!(!is_told(&mut person, &ViewportCommand::Close) && !person.sees("Discard"));
}

#[test]
fn a_rig_that_waits_is_not_replaced_by_that_of_other_work() {
    let mut person = Person::sits_down();
    person.opens("bunny");
    let lighter = person.lightens();
    hesitates(&person);
    let saves = |person: &mut Person| {
        person.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        person.waits(2);
    };
    saves(&mut person);
    person.harness.state().send(Command::OpenScene { name: "bunny".into(), variant: Some("without".into()) });
    person.waits(2).click("Discard");
    saves(&mut person);
    let answer = person.desk.1.borrow_mut().as_mut().and_then(Vec::pop).expect("one");
    person.harness.state().send(answer);
    person.waits(2);
    assert_eq!(Rig::from_json(file(&person, "bunny.lissom.json").expect("a file")).expect("a rig"), lighter);
    answers(&mut person);
    assert_ne!(Rig::from_json(file(&person, "bunny.lissom.json").expect("a file")).expect("a rig"), lighter);
}

#[test]
fn saved_twice_while_it_is_asked_where_to_it_is_left_nevertheless() {
    let mut person = Person::sits_down();
    person.opens("bunny").lightens();
    hesitates(&person);
    person.harness.state().send(Command::Gallery);
    person.waits(2).click("Save");
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    person.waits(2);
    answers(&mut person);
    assert!(name(&person).is_none() && file(&person, "bunny.lissom.json").is_some());
}
