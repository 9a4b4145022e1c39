//! Creatures, painted and drawn as a person does.

mod person;

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2 as Shift, vec2};
use egui_kittest::kittest::Queryable;
use glam::{Vec2, Vec3};
use lissom_formats::gltf::export;
use lissom_formats::write_mesh;
use lissom_rig::creature::When;
use lissom_rig::field::evaluate;
use lissom_rig::{Creature, Rig, TriMesh};
use lissom_scenes::figures::jellyfish::BELL;
use lissom_scenes::scenes;
use lissom_show::Overlay;
use lissom_studio::Command;
use lissom_studio::compare::Beside;
use lissom_studio::player::Player;
use lissom_studio::studio::Mode;
use lissom_studio::tool::Aim;
use person::Person;

impl Person {
    fn aim(&self) -> Aim {
        self.studio().aim(self.place_of("Picture"))
    }

    /// Where a place of the bind pose is on the screen.
    fn spot(&self, place: Vec3) -> Pos2 {
        self.aim().project(place).expect("it is in front of the camera")
    }

    fn creature(&self) -> &Creature {
        self.studio().creature().expect("there is a creature").1
    }

    fn rig(&self) -> Rig {
        self.studio().work.as_ref().expect("something is open").rig().clone()
    }

    /// Scrolls to what is labelled so, and clicks it.
    fn presses(&mut self, label: &str) -> &mut Person {
        self.harness.get_by_label(label).scroll_to_me();
        self.waits(3).click(label)
    }

    fn clicks_at(&mut self, at: Pos2) -> &mut Person {
        self.harness.hover_at(at);
        self.waits(1);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        self.waits(3)
    }

    /// Draws through places of the bind pose.
    fn draws(&mut self, places: impl IntoIterator<Item = Vec3>) -> &mut Person {
        let way: Vec<Pos2> = places.into_iter().map(|p| self.spot(p)).collect();
        self.harness.hover_at(way[0]);
        self.waits(1);
        self.harness.drag_at(way[0]);
        self.waits(1);
        for at in &way[1..] {
            self.harness.hover_at(*at);
            self.waits(1);
        }
        self.harness.drop_at(way[way.len() - 1]);
        self.waits(3)
    }

    /// Turns the camera by shares of the picture's height, with the mouse beside the body.
    fn turns(&mut self, by: Shift) -> &mut Person {
        let rect = self.place_of("Picture").shrink(6.0);
        let from = if by.y < 0.0 { rect.left_bottom() } else { rect.left_top() };
        self.drags(from, from + by * self.place_of("Picture").height())
    }

    fn undoes_all(&mut self) -> usize {
        self.repeats(Modifiers::COMMAND, |p| p.studio().work.as_ref().is_some_and(|w| w.history.undoable().is_some()))
    }

    fn redoes_all(&mut self) -> usize {
        let keys = Modifiers::COMMAND | Modifiers::SHIFT;
        self.repeats(keys, |p| p.studio().work.as_ref().is_some_and(|w| w.history.redoable().is_some()))
    }

    fn repeats(&mut self, keys: Modifiers, goes_on: impl Fn(&Person) -> bool) -> usize {
        let mut count = 0;
        while goes_on(self) && count < 100 {
            self.harness.key_press_modifiers(keys, Key::Z);
            self.waits(2);
            count += 1;
        }
        count
    }
}

#[test]
fn three_tools_paint_and_a_cut_opens_the_body() {
    let mut person = Person::sits_down();
    person.opens("jellyfish").waits(4).photographs("jellyfish");
    let before = person.rig();
    let outside = BELL.at(0.5, Vec2::from_angle(1.2), 0.0);

    person.presses("Flat").photographs("paint-layers");
    assert!(person.studio().player.as_ref().is_some_and(|p| !p.playing), "it stands still");
    person.presses("Inside");
    let at = person.spot(outside);
    person.clicks_at(at).photographs("paint-flat");
    let ones = |p: &Person| p.creature().fields.layer.iter().filter(|d| d.value == 1.0).count();
    assert!(ones(&person) > 200, "a flat region: {}", ones(&person));

    person.presses("Delay").presses("Face").presses("Sink");
    let dabs = person.creature().fields.delay.len();
    person.clicks_at(at).photographs("paint-face");
    let delay = &person.creature().fields.delay;
    assert!(delay.len() <= dabs + 3 && delay.iter().rev().take(3).all(|d| d.value == 1.0), "three corners");

    person.presses("Strength").presses("Stroke").presses("Opposite");
    person
        .draws((0..8).map(|k| BELL.at(0.3 + 0.05 * k as f32, Vec2::from_angle(1.2), 0.0)))
        .photographs("paint-stroke");
    assert!(person.creature().fields.strength.iter().filter(|d| d.value == -1.0).count() > 4);

    person.presses("Cut");
    let rect = person.place_of("Picture");
    person.drags(rect.center_top() + vec2(0.0, 20.0), rect.center_bottom() - vec2(0.0, 20.0)).photographs("paint-cut");
    let cut = person.studio().cut();
    assert!(cut.is_some());
    for (step, expected) in [(Command::Undo, None), (Command::Redo, cut)] {
        person.harness.state().send(step);
        assert_eq!(person.waits(2).studio().cut(), expected);
    }
    let painted = person.rig();

    // Three tools and the cut.
    assert_eq!(person.undoes_all(), 4);
    assert_eq!(person.rig(), before);
    assert_eq!(person.redoes_all(), 4);
    assert_eq!(person.rig(), painted);
    person.presses("Whole again").presses("Done");
    assert!(person.studio().player.as_ref().is_some_and(|p| p.playing), "it moves again");
}

#[test]
fn a_tool_that_is_put_down_leaves_time_as_it_was() {
    let mut person = Person::sits_down();
    person.opens("jellyfish").waits(2);
    let plays = |person: &Person| person.studio().player.as_ref().is_some_and(|p| p.playing);
    person.presses("Flat");
    assert!(!plays(&person));
    person.click("Watch");
    assert!(plays(&person), "it played before");
    person.harness.state().send(Command::Mode(Mode::Creatures));
    person.waits(2).presses("Flat");
    person.harness.state().send(Command::Seek { secs: 0.0 });
    person.waits(2).click("Watch");
    assert!(!plays(&person), "somebody has stopped it since");
    person.opens("bunny").click("Pose the chain");
    assert!(!plays(&person));
    person.click("Watch");
    assert!(plays(&person));
}

#[test]
fn what_was_painted_last_is_erased() {
    let mut person = Person::sits_down();
    person.opens("jellyfish").waits(2).presses("Strength").presses("Stroke");
    let before = person.rig();
    let along = |from: f32| (0..4).map(move |k| BELL.at(from + 0.05 * k as f32, Vec2::from_angle(1.2), 0.0));
    person.draws(along(0.1));
    let once = person.rig();
    person.draws(along(0.5));
    assert!(before != once && once != person.rig(), "two strokes");
    person.presses("Erase last");
    assert_eq!(person.rig(), once);
    person.presses("Erase last");
    assert_eq!(person.rig(), before);
}

/// Whether a place of the body is seen, and not hidden by something before it.
fn is_seen(person: &Person, place: Vec3) -> bool {
    let work = person.studio().work.as_ref().expect("something is open");
    let outside = TriMesh::of(&work.character().tets[0].mesh);
    let hit = outside.pick(&person.aim().ray_at(person.spot(place)));
    hit.is_some_and(|h| h.point.distance(place) < 0.02)
}

/// \[PD09\] Fig. 3.
#[test]
fn from_blank_to_the_fields_of_the_jellyfish() {
    let mut person = Person::sits_down();
    person.opens("jellyfish");
    let own = person.creature().fields.clone();
    person.presses("Start from blank").waits(2);
    assert_eq!(person.creature().fields, Default::default());

    // Flat region fill: blue outside, red inside.
    person.presses("Flat").presses("Outside");
    let at = person.spot(BELL.at(0.5, Vec2::from_angle(1.2), 0.0));
    person.clicks_at(at);
    person.turns(vec2(0.0, -0.35)).presses("Inside").photographs("fig3-below");
    let inside = (0..64).map(|k| BELL.at(0.6, Vec2::from_angle(0.1 * k as f32), 1.0));
    let place = inside.into_iter().find(|p| is_seen(&person, *p)).expect("the inside is seen from below");
    let at = person.spot(place);
    person.clicks_at(at).photographs("fig3-inside");
    let layer = &person.creature().fields.layer;
    let count = |value: f32| layer.iter().filter(|d| d.value == value).count();
    assert!(count(0.0) > 200 && count(1.0) > 200, "{} outside, {} inside", count(0.0), count(1.0));
    person.turns(vec2(0.0, 0.35));

    // A cut, to look at the layers.
    person.presses("Cut");
    let rect = person.place_of("Picture");
    person.drags(rect.center_top() + vec2(0.0, 20.0), rect.center_bottom() - vec2(0.0, 20.0)).photographs("fig3-cut");
    person.presses("Whole again");

    // Four strokes on a layer, two on the near side and two on the far side.
    person.presses("Direction").presses("Stroke");
    for side in 0..2 {
        let yaw = person.studio().orbit.yaw_rad;
        for share in [0.42, 0.85] {
            // Seen from above, the camera is at the angle whose x is the sine of its yaw.
            let round = |k: i32| Vec2::from_angle(std::f32::consts::FRAC_PI_2 - yaw + 0.09 * (k - 12) as f32);
            person.draws((0..=24).map(|k| BELL.at(share, round(k), 0.5)));
        }
        person.photographs(if side == 0 { "fig3-near" } else { "fig3-far" });
        person.turns(vec2(1.0, 0.0));
    }
    assert_eq!(person.creature().fields.direction.len(), 4);

    // All three directions are those of the scene, to within a few degrees where the bell contracts.
    let mesh = &person.studio().work.as_ref().expect("open").character().tets[0].mesh;
    let theirs = evaluate(mesh, &own).expect("fields");
    let ours = evaluate(mesh, &person.creature().fields).expect("fields");
    let bell: Vec<usize> = (0..mesh.positions.len()).filter(|v| theirs.strength[*v] > 0.5).collect();
    let mean = [0, 1, 2].map(|axis| {
        let cosine = |v: usize| Vec3::from(ours.frames[v][axis]).dot(Vec3::from(theirs.frames[v][axis])).abs();
        bell.iter().map(|v| cosine(*v).min(1.0).acos().to_degrees()).sum::<f32>() / bell.len() as f32
    });
    println!("mean angles {mean:.1?} degrees over {} vertices", bell.len());
    assert!(bell.len() > 300 && mean.iter().all(|m| *m < 15.0), "{mean:?} degrees over {} vertices", bell.len());
}

/// Where the vertices are after some frames from the start.
fn after(person: &mut Person, frames: usize) -> Vec<Vec3> {
    if person.studio().player.as_ref().is_some_and(|p| p.playing) {
        person.click("Pause");
    }
    person.click("Back to the start");
    (0..frames).for_each(|_| _ = person.click("One frame on"));
    let player = person.studio().player.as_ref().expect("it plays");
    player.show.positions().swap_remove(0)
}

#[test]
fn a_chart_point_that_is_moved_changes_the_motion() {
    let mut person = Person::sits_down();
    person.opens("jellyfish");
    let before = person.rig();
    let still = after(&mut person, 20);
    let charts = &before.creatures[0].charts;
    person.harness.get_by_label("First chart, point 5").scroll_to_me();
    person.waits(3);
    let at = person.place_of("First chart, point 5").center();
    person.photographs("chart").drags(at, at + vec2(0.0, -60.0));
    assert!(person.creature().charts.first[4][1] > charts.first[4][1] + 0.2);
    assert_eq!(person.studio().work.as_ref().and_then(|w| w.history.undoable()), Some("Charts"));
    let moved = after(&mut person, 20);
    let way = still.iter().zip(&moved).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(way > 0.002, "{way} m");
    assert_eq!(after(&mut person, 20), moved, "the same again");

    // A point more by a double click, one less by a right click.
    person.waits(30);
    for _ in 0..2 {
        person.harness.get_by_label("First chart").click();
        person.waits(2);
    }
    person.waits(2);
    assert_eq!(person.creature().charts.first.len(), charts.first.len() + 1);
    person.harness.get_by_label("First chart, point 2").click_secondary();
    person.waits(4);
    assert_eq!(person.creature().charts.first.len(), charts.first.len());
    person.undoes_all();
    assert_eq!(person.rig(), before);
}

/// A bar of tetrahedra, as a file of Medit.
fn bar() -> Vec<u8> {
    let (mut vertices, mut tets) = (String::new(), String::new());
    let at = |i: u32, j: u32, k: u32| 1 + i + 3 * (j + 3 * k);
    for k in 0..9 {
        (0..9).for_each(|c| {
            vertices += &format!("{} {} {} 0\n", 0.1 * f64::from(c % 3), 0.1 * f64::from(c / 3), 0.1 * f64::from(k))
        });
    }
    for cell in 0..32 {
        let (i, j, k) = (cell % 2, cell / 2 % 2, cell / 4);
        for way in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]] {
            let mut corner = [i, j, k];
            let mut line = at(i, j, k).to_string();
            for axis in way {
                corner[axis] += 1;
                line += &format!(" {}", at(corner[0], corner[1], corner[2]));
            }
            tets += &format!("{line} 0\n");
        }
    }
    format!("MeshVersionFormatted 2\nDimension 3\nVertices\n81\n{vertices}Tetrahedra\n192\n{tets}End\n").into_bytes()
}

#[test]
fn a_recipe_brings_any_body_to_life_and_is_saved() {
    let desk = person::Desk::default();
    let path = std::path::PathBuf::from("body.mesh");
    let body = (scenes::find("worm").expect("a scene").character)().tets.remove(0).mesh;
    desk.0.borrow_mut().insert(path.clone(), write_mesh(&body).into_bytes());
    let mut person = Person::at(desk.clone());
    person.harness.state().send(Command::OpenPath(path.clone()));
    person.waits(3);
    for recipe in ["Jellyfish", "Worm", "Heart", "Breathing"] {
        person.presses(recipe).waits(40).photographs(&format!("recipe-{recipe}"));
        let player = person.studio().player.as_ref().expect("it plays");
        assert!(player.playing && player.show.positions().iter().flatten().all(|p| p.is_finite()));
    }
    person.presses("Add a stimulus").presses("Add a stimulus");
    assert_eq!(person.creature().stimuli.len(), 2);
    person.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    person.waits(3);
    let made = person.rig();
    let mut later = Person::at(desk);
    later.harness.state().send(Command::OpenPath(path));
    later.waits(3);
    assert_eq!(later.rig(), made);
    let painted = person.undoes_all();
    assert!(painted >= 6, "{painted} steps");
    assert_eq!(person.redoes_all(), painted);
    assert_eq!(person.rig(), made);
}

/// How much it is driven, where it is most.
fn excitation(player: Option<&Player>) -> f32 {
    let actor = player.expect("it plays").show.actor();
    actor.world.poses().excitation().iter().fold(0.0, |most, rate| most.max(rate.abs()))
}

#[test]
fn a_touch_sends_a_signal_through_the_body() {
    let mut person = Person::sits_down();
    person.drops("bar.mesh", &bar());
    let player = person.studio().player.as_ref().expect("it plays");
    assert!((player.clock_secs() - player.time_secs()).abs() < 1e-6, "charts begin at the start");
    person.presses("Start from blank").presses("Add a stimulus");
    let excited = |person: &Person| excitation(person.studio().player.as_ref());
    person.waits(20);
    assert_eq!(excited(&person), 0.0, "nothing moves by itself");
    let at = person.spot(Vec3::new(0.1, 0.1, 0.4));
    person.presses("Excitation colours").clicks_at(at).waits(12).photographs("touch");
    assert!(excited(&person) > 0.1, "{}", excited(&person));
    // On a page that shows nothing but the picture, too.
    person.harness.state().send(Command::Restart);
    person.harness.state_mut().viewer = true;
    person.waits(2);
    assert_eq!(excited(&person), 0.0);
    let at = person.spot(Vec3::new(0.1, 0.1, 0.4));
    person.clicks_at(at).waits(12);
    assert!(excited(&person) > 0.1, "{}", excited(&person));
}

#[test]
fn a_closed_part_of_a_character_becomes_a_body() {
    let mut character = (scenes::find("rod-ghost").expect("a scene").character)();
    let foot = character.meshes.iter_mut().find(|mesh| mesh.part == "foot").expect("it stands");
    foot.triangles.pop();
    let mut person = Person::sits_down();
    person.drops("stick.glb", &export::document(&character).to_glb().expect("it is small")).lightens();
    person.click("Creatures").photographs("creatures-parts");
    assert!(person.sees("Not closed, and so without an inside: foot") && !person.sees("Fill foot"));
    person.click("Fill rod");
    while person.studio().job.is_some() {
        person.waits(1);
    }
    // What was open is asked for first.
    person.waits(2).click("Discard").waits(2).photographs("creatures-filled");
    let work = person.studio().work.as_ref().expect("open");
    assert_eq!((work.name(), work.rig().creatures.len()), ("stick-rod.obj", 1));
    assert!(work.character().tets[0].mesh.tets.len() > 500);
}

#[test]
fn a_key_that_is_struck_is_answered_in_both_pictures() {
    let mut person = Person::sits_down();
    person.drops("bar.mesh", &bar());
    person.presses("Start from blank").presses("Add a stimulus");
    let mut rig = person.rig();
    rig.creatures[0].stimuli[0].when = When::Key { name: "a".into() };
    person.harness.state().send(Command::Edit { what: "Stimuli".into(), rig: Box::new(rig) });
    person.harness.state().send(Command::Compare(Beside::Without));
    let over = person.waits(20).place_of("Picture").center();
    let excited =
        |person: &Person| [person.studio().player.as_ref(), person.studio().compare.player.as_ref()].map(excitation);
    assert_eq!(excited(&person), [0.0; 2], "nothing moves by itself");
    person.presses("Strike a").waits(12);
    assert!(excited(&person).iter().all(|most| *most > 0.1), "{:?}", excited(&person));
    // The key of the keyboard is the creature's over the picture, and elsewhere the studio's.
    let shot = person.studio().orbit;
    person.click("Back to the start").waits(5).harness.hover_at(over);
    assert_eq!(excited(person.waits(2)), [0.0; 2]);
    person.harness.key_press(Key::A);
    person.waits(12);
    assert!(excited(&person).iter().all(|most| *most > 0.1), "{:?}", excited(&person));
    assert_eq!(person.studio().orbit, shot);
}

#[test]
fn a_cut_is_closed_with_its_panel_and_another_file_is_whole() {
    let mut person = Person::sits_down();
    person.opens("heart").presses("X").waits(30).photographs("cutaway");
    person.harness.state().send(Command::Show(Overlay::Layers));
    assert!(person.waits(2).studio().look().cut.is_some());
    person.click("Watch");
    assert!(person.studio().look().cut.is_none() && person.studio().shows(Overlay::Layers));
    person.opens("worm");
    assert!(!person.studio().shows(Overlay::Layers));
}

#[test]
fn what_is_wrong_with_a_creature_is_said_beside_it() {
    let mut person = Person::sits_down();
    person.drops("bar.mesh", &bar());
    let mut rig = person.rig();
    rig.creatures[0].density = -1.0;
    person.harness.state().send(Command::Edit { what: "Body".into(), rig: Box::new(rig) });
    assert!(person.waits(2).harness.query_by_label_contains("⚠ density is -1").is_some());
}
