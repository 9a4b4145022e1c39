//! All that somebody makes can be taken back and done again.

mod person;

use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use lissom_formats::gltf::clip::{Between, Target, Track};
use lissom_formats::gltf::{animate, export};
use lissom_rig::creature::Recipe;
use lissom_rig::rig::{Kind, Select};
use lissom_scenes::scenes;
use lissom_studio::Command;
use lissom_studio::cloth::{ClothCommand, Form};
use lissom_studio::command::{Menu, entries};
use lissom_studio::creatures::CreaturesCommand;
use lissom_studio::hand::Blow;
use lissom_studio::history::Made;
use lissom_studio::studio::{Mode, Selection};
use lissom_studio::views::ViewsCommand;
use person::Person;

const WAVE: &str = "HIERARCHY
ROOT Hips {
  OFFSET 0 9 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine { OFFSET 0 1 0
    JOINT Head { OFFSET 0 4 0 End Site { OFFSET 0 1 0 } }
    JOINT LeftArm { OFFSET 1 3 0 CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT LeftForeArm { OFFSET 3 0 0 JOINT LeftHand { OFFSET 2 0 0 } } }
    JOINT RightArm { OFFSET -1 3 0 JOINT RightForeArm { OFFSET -3 0 0 JOINT RightHand { OFFSET -2 0 0 } } } }
  JOINT LeftUpLeg { OFFSET 1 0 0 JOINT LeftLeg { OFFSET 0 -4 0 JOINT LeftFoot { OFFSET 0 -4 0 } } }
  JOINT RightUpLeg { OFFSET -1 0 0 JOINT RightLeg { OFFSET 0 -4 0 JOINT RightFoot { OFFSET 0 -4 0 } } }
}
MOTION
Frames: 3
Frame Time: 0.5
0 9 0 0 0 0 0 0 0
1 9 0 5 0 0 0 90 0
0 9 0 0 0 0 0 0 0
";

/// The character of a scene with two animations: two seconds of `idle`, and three of `nod`.
fn animated(scene: &str) -> Vec<u8> {
    let mut document = export::document(&(scenes::find(scene).expect("a scene").character)());
    for (name, secs) in [("idle", 2.0), ("nod", 3.0)] {
        let track = Track {
            node: 0,
            target: Target::Translation,
            between: Between::Linear,
            times: vec![0.0, secs],
            values: vec![0.0, 0.0, 0.0, 0.1, 0.0, 0.0],
            width: 3,
        };
        animate::write(&mut document, name, None, false, &[track]);
    }
    document.to_glb().expect("a GLB")
}

fn made(person: &Person) -> Made {
    person.studio().work.as_ref().expect("open").history.now().clone()
}

fn asks(person: &mut Person, command: Command) -> Made {
    person.harness.state().send(command);
    made(person.waits(2))
}

/// What plays: how long it is, and its name in the panel.
fn plays(person: &Person, secs: f64, name: &str) -> bool {
    let length = person.studio().player.as_ref().map_or(0.0, |p| p.length_secs());
    (length - secs).abs() < 1e-3 && person.harness.query_all_by_value(name).next().is_some()
}

#[test]
fn animations_and_motions_are_taken_back_and_done_again() {
    let mut person = Person::sits_down();
    person.drops("girl.glb", &animated("cape-girl")).click("Watch");
    assert!(plays(&person, 2.0, "idle"));
    asks(&mut person, Command::Range(Some((0.5, 1.5))));
    person.click("Animation").click("nod");
    assert!(plays(&person, 3.0, "nod") && made(&person).range_secs.is_none(), "of another animation it is all");
    person.drops("wave.bvh", WAVE.as_bytes());
    assert!(plays(&person, 1.0, "wave.bvh"), "{:?}", person.studio().notices.list());
    person.lightens();
    let last = made(&person);
    let steps = [(1.0, "wave.bvh"), (3.0, "nod"), (2.0, "idle"), (2.0, "idle")];
    assert_eq!(person.studio().undoable(), Some("Gravity"));
    for (secs, name) in steps {
        person.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert!(plays(person.waits(3), secs, name), "back to {name}");
        assert!(!person.studio().work.as_ref().is_some_and(|w| w.is_changed()), "nothing of this is saved");
    }
    assert_eq!((person.studio().undoable(), person.studio().redoable()), (None, Some("Range")));
    person.click("Edit").photographs("undo").harness.get_by_label_contains("Redo: Range").click();
    person.waits(3);
    assert_eq!(person.studio().player.as_ref().and_then(|p| p.range_secs), Some((0.5, 1.5)));
    for (secs, name) in [(3.0, "nod"), (1.0, "wave.bvh"), (1.0, "wave.bvh")] {
        person.harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
        assert!(plays(person.waits(3), secs, name), "on to {name}");
    }
    assert_eq!(made(&person), last);
}

#[test]
fn what_plays_beside_plays_the_same() {
    let mut person = Person::sits_down();
    person
        .drops("rabbit.glb", &animated("bunny"))
        .click("Views")
        .click("Key this view")
        .click("Watch")
        .click("no views");
    let beside = |person: &Person| person.studio().compare.player.as_ref().map(|p| p.length_secs());
    for (command, secs) in [(Command::Animation(Some(1)), 3.0), (Command::Undo, 2.0)] {
        asks(&mut person, command);
        assert!(beside(person.waits(2)).is_some_and(|length| (length - secs).abs() < 1e-3));
    }
}

/// Does it, and if it changed anything takes it back, does it again, and takes it back. Whether it did.
fn is_undone(person: &mut Person, command: Command) -> bool {
    let before = made(person);
    person.harness.state().send(command.clone());
    // A pose in the making is taken back by itself.
    let after = asks(person, Command::PutDown);
    if after == before {
        return false;
    }
    for (step, expected) in [(Command::Undo, &before), (Command::Redo, &after), (Command::Undo, &before)] {
        assert_eq!(asks(person, step.clone()), *expected, "{step:?} of {command:?}");
    }
    true
}

#[test]
fn whatever_changes_something_can_be_taken_back() {
    let views = [ViewsCommand::Key, ViewsCommand::AddChain("ear.L.2".into()), ViewsCommand::RemoveChain];
    let head = Select { parts: vec!["head".into()], ..Select::default() };
    let cloth = [ClothCommand::Choose(head), ClothCommand::AddCollider(Form::Box), ClothCommand::Make(Kind::Cloth)];
    let windy = Command::Wind(Blow { on: true, ..Blow::default() });
    let screens: [(&str, Mode, Selection, Vec<Command>); 4] = [
        ("bunny", Mode::Views, Selection::Chain(0), views.map(Command::Views).to_vec()),
        ("cape-girl", Mode::Cloth, Selection::Region(0), cloth.map(Command::Cloth).to_vec()),
        ("cape-girl", Mode::Cloth, Selection::Collider(1), vec![Command::Range(Some((1.0, 2.0))), windy]),
        ("worm", Mode::Creatures, Selection::Creature(0), vec![]),
    ];
    for (scene, mode, selection, more) in screens {
        let mut person = Person::sits_down();
        person.opens(scene).click("Pause").harness.state().send(Command::Mode(mode));
        person.waits(2).harness.state_mut().selection = selection;
        person.harness.state_mut().views.example = Some(0);
        person.waits(2);
        let recipes = Recipe::ALL.map(|recipe| Command::Creatures(CreaturesCommand::Cook(recipe)));
        // What is left is asked for, and undoing is how this is found out.
        let listed = entries().filter(|e| e.menu != Menu::File && !matches!(e.name, "Undo" | "Redo"));
        let listed: Vec<Command> = listed.filter(|e| (e.possible)(person.studio())).map(|e| (e.command)()).collect();
        let mut changes = 0;
        for command in listed.into_iter().chain(more).chain(recipes) {
            let back = (person.studio().mode, person.studio().selection, person.studio().views.example);
            changes += usize::from(is_undone(&mut person, command));
            let studio = person.harness.state_mut();
            (studio.mode, studio.selection, studio.views.example) = back;
        }
        assert!(changes > 2, "{scene}: {changes}");
    }
}

#[test]
fn what_was_chosen_comes_back_with_the_region_taken_back() {
    let mut person = Person::sits_down();
    person.drops("girl.glb", &animated("cape-girl")).click("Pause").click("Cloth & skin").click("cape").click("Brush");
    let (part, middle) = (made(&person), person.place_of("Picture").center());
    person.drags(middle, middle + vec2(30.0, 60.0));
    let chosen = made(&person);
    assert!(chosen.choice.brush.len() > 1);
    assert_eq!(asks(&mut person, Command::Undo), part, "one stroke is one step");
    assert_eq!(asks(&mut person, Command::Redo), chosen);
    person.click("Make cloth");
    assert_eq!(person.studio().undoable(), Some("New region"));
    assert!(made(&person).choice == Select::default() && made(&person).rig != chosen.rig);
    assert_eq!(asks(&mut person, Command::Undo), chosen);
}

#[test]
fn looking_changes_nothing() {
    for (scene, mode) in [("bunny", Mode::Views), ("cape-girl", Mode::Cloth), ("worm", Mode::Creatures)] {
        let mut person = Person::sits_down();
        person.opens(scene).harness.state().send(Command::Mode(mode));
        let mut rig = person.waits(2).studio().work.as_ref().expect("open").rig().clone();
        // Numbers that no slider can show.
        rig.joints.iter_mut().for_each(|joints| joints.radius = 3.21);
        rig.regions.iter_mut().for_each(|region| (region.weight_kg, region.spacing) = (123.456, 0.012_345_678));
        rig.creatures.iter_mut().for_each(|creature| (creature.density, creature.speed) = (12_345.6, 234.5));
        asks(&mut person, Command::Edit { what: "Numbers".into(), rig: Box::new(rig.clone()) });
        let all =
            (0..rig.regions.len()).map(Selection::Region).chain((0..rig.colliders.len()).map(Selection::Collider));
        for selection in all.chain((0..rig.joints.len()).map(Selection::Chain)) {
            person.harness.state_mut().selection = selection;
            person.waits(2);
        }
        assert_eq!(person.waits(3).studio().undoable(), Some("Numbers"), "{scene}");
        assert_eq!(*made(&person).rig, rig, "{scene}");
    }
}
