//! Two pictures side by side, in step: the camera's beside a fixed one, or with poses for views beside without.

use eframe::egui::{self, Align2, FontId, Rect, Sense};
use lissom_core::Held;
use lissom_rig::{Hands, Rig};
use lissom_scenes::scene::FIXED_VIEW;
use lissom_show::Drawing;

use crate::command::{Entry, Menu};
use crate::hand::Hand;
use crate::history::Made;
use crate::job::{Job, Outcome, Task};
use crate::orbit::Orbit;
use crate::player::{Around, Player};
use crate::tool::{Aim, Tool, hand};
use crate::work::{Source, Work};
use crate::{Command, Studio, viewport};

/// What the second picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The same from where the camera was.
    FixedView,
    /// The same without poses for views.
    Without,
    /// The animation alone: nothing is soft.
    Stiff,
    /// Another variant of the scene.
    Variant(&'static str),
}

#[derive(Debug, Default)]
pub struct Compare {
    pub beside: Option<Beside>,
    /// The fixed view.
    pub orbit: Option<Orbit>,
    /// What plays beside, and what it was made from.
    pub player: Option<Player>,
    made_from: Option<Made>,
    /// Finds how its poses hold against gravity, which bends them meanwhile.
    pub preparing: Option<Job>,
}

pub const ENTRIES: &[Entry] = &[
    Entry {
        menu: Menu::View,
        name: "Compare with a fixed view",
        help: "A second picture from where the camera is now, while you orbit the first",
        keys: None,
        command: || Command::Compare(Beside::FixedView),
        possible: |studio| studio.work.is_some(),
    },
    Entry {
        menu: Menu::View,
        name: "Compare with and without views",
        help: "A second picture in step, without poses for views",
        keys: None,
        command: || Command::Compare(Beside::Without),
        possible: |studio| studio.work.as_ref().is_some_and(|w| w.rig().depends_on_view()),
    },
    Entry {
        menu: Menu::View,
        name: "Compare with the animation alone",
        help: STIFF,
        keys: None,
        command: || Command::Compare(Beside::Stiff),
        possible: |studio| studio.work.as_ref().is_some_and(|w| w.rig().hangs()),
    },
];

const STIFF: &str = "A second picture in step, in which nothing is soft";

impl Beside {
    /// What is written over the two pictures.
    fn captions(self) -> [&'static str; 2] {
        match self {
            Beside::FixedView => ["From the camera", "Fixed view"],
            Beside::Without => ["With views", "Without"],
            Beside::Stiff => ["Soft", "The animation alone"],
            Beside::Variant(name) => ["This rig", name],
        }
    }

    fn rig(self, work: &Work) -> Option<Rig> {
        match (self, &work.source) {
            (Beside::FixedView, _) => None,
            (Beside::Without, _) => {
                let mut rig = work.rig().clone();
                rig.joints.iter_mut().for_each(|joints| joints.view = None);
                Some(rig)
            }
            (Beside::Stiff, _) => {
                Some(Rig { joints: Vec::new(), regions: Vec::new(), creatures: Vec::new(), ..work.rig().clone() })
            }
            (Beside::Variant(name), Source::Scene { scene, character, .. }) => Some((scene.rig)(character, name)),
            (Beside::Variant(_), Source::File { .. }) => None,
        }
    }
}

impl Studio {
    /// Shows a second picture, or puts it away if it is that one.
    pub(crate) fn compare(&mut self, beside: Beside) {
        let before = self.compare.beside;
        self.compare = Compare::default();
        self.hand = Hand { shake: self.hand.shake, ..Hand::default() };
        if before != Some(beside) {
            self.compare.beside = Some(beside);
            self.compare.orbit = Some(Orbit::of(&self.shot()));
            self.player.as_mut().map(Player::restart);
        }
    }

    /// Brings the second show to where the first one is.
    pub(crate) fn keep_in_step(&mut self) {
        let (Some(beside), Some(work), Some(player)) = (self.compare.beside, &self.work, &self.player) else { return };
        let (eye, held, stale) = (self.shot().eye, self.hand_is_beside(), self.is_behind());
        let (compare, hand) = (&mut self.compare, &mut self.hand);
        if !stale && !compare.made_from.as_ref().is_some_and(|made| made.plays_like(work.history.now())) {
            let rig = beside.rig(work);
            let made = rig.as_ref().map(|rig| work.show(&rig.sagging(), &Held::default())).transpose();
            match made {
                Ok(show) => compare.player = show.map(|show| Player::new(show, eye).like(player, eye)),
                Err(error) => self.notices.error(error),
            }
            compare.made_from = Some(work.history.now().clone());
            compare.preparing = rig.filter(Rig::bakes_sag).map(|rig| {
                Job::start(Task::Hold { source: work.source.clone(), rig: rig.into() }, self.to_self.clone())
            });
        }
        if let Some(second) = &mut compare.player {
            // The first one says when it begins again.
            second.looped = false;
            let (touches, grabs) = if held { (&*hand.touches, &*hand.grabs) } else { Default::default() };
            let keys: Vec<&str> = hand.struck.iter().map(String::as_str).collect();
            let hands = Hands { wind: work.history.now().blow.wind(), touches, keys: &keys, grabs, ..Hands::default() };
            if second.follow(player, &Around { eye, hands, stance: hand.shake.stance() }) > 0 && held {
                hand.touches.clear();
            }
            if self.views.preview {
                second.rest(eye);
            }
        }
    }

    /// Poses of the second show were found, or cannot be.
    pub(crate) fn second_prepared(&mut self, made: Result<Outcome, String>) -> Result<(), String> {
        self.compare.preparing = None;
        let (Some(beside), Some(work), Some(player)) = (self.compare.beside, &self.work, &self.player) else {
            return Ok(());
        };
        if let Some(rig) = beside.rig(work) {
            let (show, eye) = (work.show(&rig, &made?.held())?, self.shot().eye);
            self.compare.player = Some(Player::new(show, eye).like(player, eye));
        }
        Ok(())
    }
}

/// Room for the picture, and for a second one beside it.
pub fn split(studio: &Studio, whole: Rect) -> (Rect, Option<Rect>) {
    match studio.compare.beside {
        None => (whole, None),
        Some(_) => {
            let (left, right) = whole.split_left_right_at_fraction(0.5);
            (left, Some(right))
        }
    }
}

/// The second picture, and what both are.
pub fn show(studio: &mut Studio, ui: &mut egui::Ui, first: Rect, rect: Rect) {
    let Some(beside) = studio.compare.beside else { return };
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Second picture"));
    studio.hand.over |= response.contains_pointer();
    let is_fixed = beside == Beside::FixedView;
    let shot = |studio: &Studio| studio.compare.orbit.filter(|_| is_fixed).map_or_else(|| studio.shot(), |o| o.shot());
    let at = response.interact_pointer_pos().or(response.hover_pos()).unwrap_or(rect.center());
    let aim = Aim::new(&shot(studio), rect, at);
    let pulls = studio.tool == Tool::Hand && hand::interact(studio, ui, &response, &aim, 1);
    match studio.compare.orbit.as_mut().filter(|_| is_fixed) {
        _ if pulls => {}
        Some(orbit) => viewport::turn(orbit, ui, &response),
        None => {
            studio.take_camera(ui, &response);
            viewport::turn(&mut studio.orbit, ui, &response);
        }
    }
    let second = studio.compare.player.as_ref().or(studio.player.as_ref());
    let drawing = second.map(|player| Drawing::of(&player.show, studio.look()));
    if let Some(mut drawing) = drawing {
        hand::draw(studio, &mut drawing, 1);
        let shot = shot(studio);
        viewport::picture(studio, ui, rect, 1, &drawing, &shot);
    }
    ui.painter().vline(rect.left(), rect.y_range(), (2.0, ui.visuals().panel_fill));
    for (rect, words) in [first, rect].into_iter().zip(beside.captions()) {
        let at = rect.center_top() + egui::vec2(0.0, 10.0);
        let color = ui.visuals().strong_text_color();
        ui.painter().text(at, Align2::CENTER_TOP, words, FontId::proportional(15.0), color);
    }
}

/// For the panel: what to compare with.
pub fn controls(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    ui.strong("Compare with");
    ui.horizontal_wrapped(|ui| {
        let button = |ui: &mut egui::Ui, name: &str, beside: Beside, help: &str| {
            if ui.selectable_label(studio.compare.beside == Some(beside), name).on_hover_text(help).clicked() {
                studio.send(Command::Compare(beside));
            }
        };
        button(ui, "a fixed view", Beside::FixedView, "A second picture that stays where the camera is now");
        if work.rig().depends_on_view() {
            button(ui, "no views", Beside::Without, "A second picture in step, without poses for views");
        }
        if work.rig().hangs() {
            button(ui, "the animation alone", Beside::Stiff, STIFF);
        }
        if let Source::Scene { scene, variant, .. } = &work.source {
            let is_offered = |name: &str| name == FIXED_VIEW || (name == "without" && work.rig().depends_on_view());
            for name in scene.variants.iter().filter(|name| *name != variant && !is_offered(name)) {
                button(ui, name, Beside::Variant(name), "Another variant of this scene, in step");
            }
        }
    });
}
