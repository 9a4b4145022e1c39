//! Creatures, painted and drawn as a person does.

mod person;

use eframe::egui::{Key, Modifiers, Pos2, Vec2 as Shift, vec2};
use egui_kittest::kittest::Queryable;
use glam::{Vec2, Vec3};
use lissom_render::Camera;
use lissom_rig::field::evaluate;
use lissom_rig::{Creature, Rig, TriMesh};
use lissom_scenes::figures::jellyfish::BELL;
use lissom_studio::tool::Aim;
use person::Person;

impl Person {
    fn aim(&self) -> Aim {
        let (shot, rect) = (self.studio().orbit.shot(), self.place_of("Picture"));
        let camera = Camera::between(shot.eye.to_array(), shot.target.to_array());
        Aim { camera, rect, at: rect.center() }
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
        self.drags(at, at + vec2(0.4, 0.0))
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
    assert!(person.studio().creatures.cut.is_some());
    let painted = person.rig();

    assert_eq!(person.undoes_all(), 3);
    assert_eq!(person.rig(), before);
    assert_eq!(person.redoes_all(), 3);
    assert_eq!(person.rig(), painted);
    person.presses("Whole again").presses("Done");
    assert!(person.studio().player.as_ref().is_some_and(|p| p.playing), "it moves again");
}
