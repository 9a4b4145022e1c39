//! Cloth, hair and skin, as a person makes them.

mod person;

use eframe::egui::accesskit::Role;
use eframe::egui::{Pos2, vec2};
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use lissom_formats::gltf::export;
use lissom_render::Camera;
use lissom_rig::Rig;
use lissom_rig::rig::{Area, ColliderShape, Region, Select};
use lissom_scenes::scenes;
use lissom_studio::Command;
use person::{Desk, Person};

/// Somebody who dropped a girl on the window, stopped time and went to the cloth.
fn with_girl() -> Person {
    let scene = scenes::find("cape-girl").expect("a scene");
    let file = export::document(&(scene.character)()).to_glb().expect("a file");
    let desk = Desk::default();
    desk.0.borrow_mut().insert("girl.glb".into(), file);
    let mut person = Person::at(desk);
    open(&mut person);
    person
}

fn open(person: &mut Person) {
    person.studio().send(Command::OpenPath("girl.glb".into()));
    person.waits(2).click("Pause").click("Cloth & skin");
    // What was said is in the way of the panel.
    person.harness.state_mut().notices = Default::default();
    // From behind, where the cape is.
    person.harness.state_mut().orbit.yaw_rad = 2.9;
    person.waits(1);
}

fn rig(person: &Person) -> Rig {
    person.studio().work.as_ref().expect("something is open").rig().clone()
}

fn cape(person: &Person) -> Region {
    rig(person).regions.into_iter().find(|r| r.name == "cape").expect("a cape")
}

fn particles(person: &Person) -> usize {
    person.studio().cloth.preview.as_ref().expect("a region is chosen").particles()
}

/// Where a place is on the screen.
fn seen(person: &Person, place: Vec3) -> Pos2 {
    let (shot, rect) = (person.studio().orbit.shot(), person.place_of("Picture"));
    let ahead = (shot.target - shot.eye).normalize();
    let right = ahead.cross(Vec3::Y).normalize();
    let away = place - shot.eye;
    let scale = rect.height() / 2.0 / ((Camera::default().fov_y_rad / 2.0).tan() * away.dot(ahead));
    rect.center() + vec2(away.dot(right), -away.dot(right.cross(ahead))) * scale
}

/// Back to where new things are made.
fn back(person: &mut Person) {
    person.harness.get_by_label("‹ New region or collider").scroll_to_me();
    person.waits(30).click("‹ New region or collider");
}

/// Drags the slider of this name by so many points.
fn slides(person: &mut Person, name: &str, by: f32) {
    person.harness.get_by_role_and_label(Role::Slider, name).scroll_to_me();
    person.waits(30);
    let rail = person.harness.get_by_role_and_label(Role::Slider, name).rect();
    person.drags(rail.center(), rail.center() + vec2(by, 0.0));
}

#[test]
fn cloth_is_made_of_a_part_and_as_fine_as_one_likes() {
    let mut person = with_girl();
    person.photographs("cloth-start");
    person.click("cape").photographs("cloth-chosen").click("Make cloth").waits(2).photographs("cloth-made");
    let made = cape(&person);
    assert_eq!((made.select.parts.as_slice(), made.anchor.as_str()), (&["cape".to_owned()][..], "chest"));
    let coarse = particles(&person);
    assert!((80..800).contains(&coarse), "{coarse}");
    assert!(person.harness.query_by_label_contains(&format!("{coarse} particles")).is_some());
    slides(&mut person, "Spacing", -12.0);
    assert!(particles(&person) > coarse * 5 / 4 && cape(&person).spacing < made.spacing);
    let actor = person.studio().player.as_ref().expect("it plays").show.actor();
    assert_eq!(actor.radii.len(), particles(&person), "the show has them when the mouse is let go");
    person.studio().send(Command::Undo);
    person.waits(2).photographs("cloth-undone");
    assert_eq!(cape(&person), made, "one drag is one step");
}

#[test]
fn a_brush_says_what_moves_and_a_needle_what_hangs_together() {
    let mut person = with_girl();
    person.click("cape").click("Make cloth");
    let before = cape(&person);
    let middle = seen(&person, Vec3::new(0.0, 0.6, -0.2));
    person.click("Animated").drags(middle - vec2(30.0, 0.0), middle + vec2(30.0, 0.0)).photographs("cloth-painted");
    let painted = cape(&person);
    let dabs = &painted.paint[before.paint.len()..];
    assert!(dabs.len() > 1 && dabs.iter().all(|d| d.simulated == 0.0 && matches!(d.area, Area::Ball { .. })));
    person.studio().send(Command::Undo);
    person.waits(2);
    assert_eq!(cape(&person), before, "one stroke is one step");
    person.studio().send(Command::Redo);
    person.waits(2);
    assert_eq!(cape(&person), painted);

    person.click("Collision only").drags(middle + vec2(0.0, 60.0), middle + vec2(20.0, 60.0));
    person.click("Surface").drags(middle - vec2(20.0, 60.0), middle - vec2(0.0, 60.0)).photographs("cloth-patches");
    assert!(!cape(&person).loose.is_empty() && !cape(&person).surface.is_empty());

    person.click("Stitch by hand");
    let edges = person.studio().cloth.preview.as_ref().map(|p| p.edges());
    let ends = {
        let chain = &person.studio().cloth.preview.as_ref().expect("a preview").pieces[0].strand.chain;
        let behind = chain.particles.iter().filter(|p| p.normal.z < -0.5 && (0.45..0.9).contains(&p.position.y));
        let behind: Vec<Vec3> = behind.map(|p| p.position).collect();
        [behind[0], *behind.last().expect("several")]
    };
    let clicks = |person: &mut Person| {
        for end in ends {
            let at = seen(person, end);
            person.drags(at, at);
        }
    };
    clicks(&mut person);
    person.photographs("cloth-stitched");
    assert_eq!(cape(&person).stitches.len(), 1);
    assert_eq!(person.studio().cloth.preview.as_ref().map(|p| p.edges()), edges.map(|n| n + 1));
    clicks(&mut person);
    assert!(cape(&person).stitches.is_empty(), "clicked again, it is gone");
}

#[test]
fn colliders_are_fitted_mirrored_and_moved() {
    let mut person = with_girl();
    person
        .click("Ball")
        .waits(1)
        .click("Bone")
        .click("left_upper_leg")
        .click("Fit to bone")
        .photographs("cloth-fitted");
    let fitted = rig(&person).colliders[0].clone();
    assert_eq!(fitted.bone.as_deref(), Some("left_upper_leg"));
    assert!(matches!(fitted.shape, ColliderShape::Capsule { .. }), "{fitted:?}");
    person.click("Mirror").waits(1);
    let colliders = rig(&person).colliders;
    assert_eq!(colliders.len(), 2);
    let (left, right) = (colliders[0].shape.center(), colliders[1].shape.center());
    assert!((left * Vec3::new(-1.0, 1.0, 1.0)).distance(right) < 0.02, "{left} {right}");
    assert_eq!(colliders[1].bone.as_deref(), Some("right_upper_leg"));

    let at = seen(&person, left);
    person.drags(at, at + vec2(40.0, -30.0)).photographs("cloth-moved");
    let moved = rig(&person).colliders[0].shape.center();
    assert!(seen(&person, moved).distance(at + vec2(40.0, -30.0)) < 3.0);
    person.studio().send(Command::Undo);
    person.waits(2);
    assert_eq!(rig(&person).colliders[0], fitted, "one drag is one step");
}

#[test]
fn materials_are_the_files_own() {
    let mut document = export::document(&(scenes::find("cape-girl").expect("a scene").character)());
    let materials = document.json_mut()["materials"].as_array_mut().expect("materials");
    // All of one colour: what tells them apart is what they are called.
    let first = materials[0].clone();
    for (k, material) in materials.iter_mut().enumerate() {
        *material = first.clone();
        material["name"] = format!("Cloth {k}").into();
    }
    let count = materials.len();
    let mut person = Person::sits_down();
    person.drops("girl.glb", &document.to_glb().expect("a file")).click("Pause").click("Cloth & skin");
    person.click("Material").click("Cloth 1");
    let work = person.studio().work.as_ref().expect("open");
    let materials = work.materials();
    assert_eq!((materials.len(), materials[1].name), (count, "Cloth 1"));
    assert_eq!(work.history.now().choice.meshes, materials[1].meshes);
}

#[test]
fn everything_is_undone_and_redone_and_saved() {
    let mut person = with_girl();
    let start = rig(&person);
    person.click("Material").photographs("cloth-materials").click("top").click("Make a shell");
    back(&mut person);
    person.click("Part").click("hair").click("Make strands").waits(1);
    person.photographs("cloth-strands");
    back(&mut person);
    person.click("skirt").click("Make cloth");
    slides(&mut person, "Stiffness", 20.0);
    back(&mut person);
    person.click("Plane").click("Move");
    slides(&mut person, "Friction", 20.0);
    let made = rig(&person);
    assert!(made.regions.len() == 3 && made.colliders.len() == 1 && made.regions[2].adjust.stiffness_hz.is_some());
    let mut steps = 0;
    while rig(&person) != start {
        person.studio().send(Command::Undo);
        person.waits(2);
        steps += 1;
        assert!(steps < 20, "it never gets back");
    }
    for _ in 0..steps {
        person.studio().send(Command::Redo);
        person.waits(2);
    }
    assert_eq!(rig(&person), made);
    person.studio().send(Command::Save);
    person.waits(2);
    open(&mut person);
    assert_eq!(rig(&person), made, "saved, reopened, equal");
}

#[test]
fn what_is_wrong_is_said_beside_it() {
    let mut person = with_girl();
    person.click("cape").click("Make cloth");
    let mut wrong = rig(&person);
    wrong.regions[0].anchor = "chst".to_owned();
    person.studio().send(Command::Edit { what: "Anchor".to_owned(), rig: Box::new(wrong) });
    person.waits(2).photographs("cloth-wrong");
    let said = person.harness.query_by_label_contains("there is no bone `chst` — perhaps `chest` is meant");
    assert!(said.is_some());
}

#[test]
fn it_stands_still_while_a_brush_is_in_the_hand() {
    let mut person = with_girl();
    person.click("Play").click("cape").click("Make cloth");
    let plays = |person: &Person| person.studio().player.as_ref().is_some_and(|p| p.playing);
    for leave in ["Put the brush away", "‹ New region or collider"] {
        assert!(plays(&person));
        person.click("Animated");
        assert!(!plays(&person));
        person.harness.get_by_label(leave).scroll_to_me();
        person.waits(30).click(leave);
    }
    assert!(plays(&person));
}

#[test]
fn a_region_is_found_however_it_was_chosen() {
    let mut person = with_girl();
    person.click("cape").click("Make cloth");
    let mut rig = rig(&person);
    let character = (scenes::find("cape-girl").expect("a scene").character)();
    let of_cape = character.meshes.iter().filter(|m| m.part == "cape");
    rig.regions[0].select = Select { meshes: of_cape.map(|m| m.name.clone()).collect(), ..Select::default() };
    person.studio().send(Command::Edit { what: "Triangles".to_owned(), rig: Box::new(rig) });
    let [all, cape] = [Command::FrameAll, Command::FrameSelected].map(|frame| {
        person.studio().send(frame);
        person.waits(2).studio().orbit.distance
    });
    assert!(cape < 0.9 * all, "{cape} {all}");
}

#[test]
fn what_keeps_things_in_begins_with_everything_in_it() {
    let mut person = with_girl();
    for form in ["Inside of a ball", "Inside of a capsule"] {
        person.click(form).waits(20);
        let made = rig(&person).colliders.pop().expect("a collider").shape;
        assert!(matches!(made, ColliderShape::InsideSphere { .. } | ColliderShape::InsideCapsule { .. }), "{made:?}");
        let places = person.studio().player.as_ref().expect("it plays").places(|_| true);
        let radius = made.radius().expect("it is round");
        assert!(places.iter().all(|place| place.distance(made.center()) < 1.1 * radius), "{made:?}");
        back(&mut person);
    }
    assert_eq!(rig(&person).colliders.len(), 2);
}
