//! The studio itself: what is open, what is shown, and what was asked for.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui;
use lissom_rig::check::{Problem, check};
use lissom_rig::{Hands, Rig};
use lissom_scenes::camera::Shot;
use lissom_show::{Look, Overlay};

use crate::bake::BakeSettings;
use crate::cloth::Cloth;
use crate::command::{Command, entries};
use crate::compare::Compare;
use crate::creatures::Creatures;
use crate::hand::{Blow, Hand};
use crate::job::Job;
use crate::leave::Leave;
use crate::notice::Notices;
use crate::orbit::Orbit;
use crate::palette::Palette;
use crate::panel::{gallery::Gallery, inspector, outline, timeline};
use crate::platform::Platform;
use crate::player::{Around, FRAME_SECS, Player};
use crate::prepare::Preparing;
use crate::recovery::{Kept, Recovery};
use crate::save::{Saving, ToSave};
use crate::screen::Screen;
use crate::settings::Settings;
use crate::tool::{Aim, Tool};
use crate::views::Views;
use crate::work::Work;
use crate::{menu, theme, viewer, viewport};

/// What the right side is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Play,
    Views,
    Cloth,
    Creatures,
}

impl Mode {
    pub const ALL: [(Mode, &str, &str); 4] = [
        (Mode::Play, "Watch", "Watch it, pull at it, blow at it"),
        (Mode::Views, "Views", "What chains should look like from where"),
        (Mode::Cloth, "Cloth & skin", "Parts of meshes that are simulated, and what they bump into"),
        (Mode::Creatures, "Creatures", "Bodies without bones: paint fields, draw charts"),
    ];
}

/// Who holds the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// A hand.
    #[default]
    Free,
    /// The scene's own, or the file's of this number.
    Own(usize),
}

/// What is chosen, by its place in the rig.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    #[default]
    None,
    Chain(usize),
    Region(usize),
    Collider(usize),
    Creature(usize),
}

pub struct Studio {
    pub work: Option<Work>,
    /// None where the rig cannot be played; `trouble` says why.
    pub player: Option<Player>,
    pub trouble: Option<String>,
    /// What is wrong with a rig, and which one.
    pub(crate) problems: (Option<Arc<Rig>>, Vec<Problem>),
    /// The rig was changed, and is not played yet: making it anew can take longer than a frame.
    pub(crate) is_stale: bool,
    pub orbit: Orbit,
    /// Of the picture: its width by its height.
    pub(crate) aspect: f32,
    /// What was opened is in the picture, whose shape is not known before it is first drawn.
    pub(crate) is_framed: bool,
    pub watch: Watch,
    pub hand: Hand,
    pub look: Look,
    pub mode: Mode,
    pub selection: Selection,
    pub tool: Tool,
    /// It played until a tool needed it to stand still.
    pub(crate) held_still: bool,
    pub views: Views,
    pub compare: Compare,
    pub cloth: Cloth,
    pub creatures: Creatures,
    pub notices: Notices,
    /// How to bake, while that is asked.
    pub bake: Option<BakeSettings>,
    pub job: Option<Job>,
    pub preparing: Option<Preparing>,
    /// What to go on with, while somebody is asked what becomes of what is not saved; at once where nothing is at stake
    /// any more.
    pub leaving: Option<Command>,
    pub(crate) saving: Option<Saving>,
    /// By their names; somebody is asked where the first of them should go.
    pub(crate) unsaved: VecDeque<(String, ToSave)>,
    /// The window is to be closed.
    pub(crate) closing: bool,
    /// What was not saved the last time.
    pub recovery: Vec<Recovery>,
    pub(crate) kept: Kept,
    pub settings: Settings,
    /// Nothing but the picture, for a page that somebody made of a character.
    pub viewer: bool,
    pub(crate) palette: Palette,
    pub(crate) gallery: Gallery,
    pub(crate) screen: Option<Screen>,
    pub(crate) platform: Box<dyn Platform>,
    pub(crate) to_self: Sender<Command>,
    inbox: Receiver<Command>,
    dark: Option<bool>,
    title: String,
}

impl Studio {
    pub fn new(cc: &eframe::CreationContext<'_>, platform: Box<dyn Platform>) -> Studio {
        let (to_self, inbox) = channel();
        let settings = Settings::load(&*platform);
        Studio {
            work: None,
            player: None,
            trouble: None,
            problems: Default::default(),
            is_stale: false,
            orbit: Orbit { target: glam::Vec3::Y, yaw_rad: 0.0, pitch_rad: 0.1, distance: 4.0 },
            aspect: 1.0,
            is_framed: true,
            watch: Watch::default(),
            hand: Hand::default(),
            look: Look::default(),
            mode: Mode::default(),
            selection: Selection::default(),
            tool: Tool::default(),
            held_still: false,
            views: Views::default(),
            compare: Compare::default(),
            cloth: Cloth::default(),
            creatures: Creatures::default(),
            notices: Notices::default(),
            bake: None,
            job: None,
            preparing: None,
            leaving: None,
            saving: None,
            unsaved: VecDeque::new(),
            closing: false,
            recovery: Recovery::load(&*platform),
            kept: Kept::default(),
            settings,
            viewer: false,
            palette: Palette::default(),
            gallery: Gallery::default(),
            screen: cc.wgpu_render_state.clone().map(Screen::new),
            platform,
            to_self,
            inbox,
            dark: None,
            title: String::new(),
        }
    }

    /// Asks for something. It happens before the next picture.
    pub fn send(&self, command: Command) {
        // The studio itself holds the other end.
        _ = self.to_self.send(command);
    }

    /// Where the picture is taken from.
    pub fn shot(&self) -> Shot {
        match (&self.player, self.watch) {
            (Some(player), Watch::Own(_)) => player.own_shot(self.aspect),
            _ => self.orbit.shot(),
        }
    }

    /// The camera, taken into the hand from where it is.
    pub(crate) fn free_camera(&mut self) -> &mut Orbit {
        if self.watch != Watch::Free {
            self.orbit = Orbit::of(&self.shot());
            self.watch = Watch::Free;
        }
        &mut self.orbit
    }

    /// The camera over a part of the screen, with the mouse in its middle.
    pub fn aim(&self, rect: egui::Rect) -> Aim {
        Aim::new(&self.shot(), rect, rect.center())
    }

    /// The wind that somebody lets blow.
    pub fn blow(&self) -> Blow {
        self.work.as_ref().map_or_else(Blow::default, |work| work.history.now().blow)
    }

    /// Lets time pass, if it plays. How many frames went by.
    fn pass(&mut self, dt_secs: f64) -> usize {
        let beside = self.hand_is_beside();
        if self.preparing.as_ref().is_some_and(|it| it.stands_in) {
            return 0;
        }
        let wind = self.blow().wind();
        let Some(player) = self.player.as_mut().filter(|p| p.playing) else { return 0 };
        let (watch, orbit, hand) = (self.watch, self.orbit, &mut self.hand);
        let touches = if beside { Vec::new() } else { std::mem::take(&mut hand.touches) };
        let grabs = if beside { &[] } else { hand.grabs.as_slice() };
        let keys: Vec<&str> = hand.struck.iter().map(String::as_str).collect();
        let (mut left, mut struck) = (touches.as_slice(), keys.as_slice());
        let shake = &mut hand.shake;
        let frames = player.pass(dt_secs, |show| {
            shake.pass(FRAME_SECS);
            let eye = if watch == Watch::Free { orbit.eye() } else { show.shot().eye };
            let (touches, keys) = (std::mem::take(&mut left), std::mem::take(&mut struck));
            let hands = Hands { wind, touches, keys, grabs, ..Hands::default() };
            Around { eye, hands, stance: shake.stance() }
        });
        if frames == 0 && !beside {
            self.hand.touches = touches;
        }
        frames
    }

    /// What is wrong with the rig, looked for anew where that changed.
    pub(crate) fn problems(&mut self) -> &[Problem] {
        if let Some(work) = &self.work
            && !self.problems.0.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, work.history.rig()))
        {
            self.problems = (Some(work.history.rig().clone()), check(work.rig(), work.character()));
        }
        &self.problems.1
    }

    /// Whether the hand is at another character, that plays beside this one.
    pub(crate) fn hand_is_beside(&self) -> bool {
        self.hand.place == 1 && self.compare.player.is_some()
    }

    /// What pictures show now: a cut only where there is a switch for it.
    pub fn look(&self) -> Look {
        Look { cut: self.look.cut.filter(|_| self.mode == Mode::Creatures), ..self.look }
    }

    pub fn shows(&self, overlay: Overlay) -> bool {
        self.look.overlays.has(overlay)
    }

    fn take_files(&self, ctx: &egui::Context) {
        let dropped = ctx.input(|i| i.raw.dropped_files.clone());
        if !dropped.is_empty() {
            self.platform.take(dropped, self.to_self.clone());
        }
    }

    /// A window that is closed asks first; the page of a browser cannot.
    fn take_close(&self, ctx: &egui::Context) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.at_stake(&Command::Close).is_empty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.send(Command::Close);
        }
    }

    fn take_keys(&self, ctx: &egui::Context) {
        if self.leaving.is_some() {
            if ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
                self.send(Command::Leave(Leave::Cancel));
            }
            return;
        }
        if ctx.text_edit_focused() {
            return;
        }
        // Over a picture, keys are for creatures first.
        for name in self.keys().into_iter().filter(|_| self.hand.over && self.tool == Tool::Hand) {
            let key = egui::Key::from_name(name);
            if key.is_some_and(|key| ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key))) {
                self.send(Command::Strike(name.to_owned()));
            }
        }
        // Redo as others have it.
        if ctx.input_mut(|i| i.consume_key(egui::Modifiers::COMMAND, egui::Key::Y)) {
            self.send(Command::Redo);
        }
        // Space presses the button that has the focus.
        let is_taken =
            |keys: &egui::KeyboardShortcut| keys.logical_key == egui::Key::Space && ctx.egui_wants_keyboard_input();
        // Those with more modifiers first: they would match the others, too.
        let mut entries: Vec<_> = entries().filter(|e| (e.possible)(self)).collect();
        entries.sort_by_key(|e| e.keys.is_none_or(|k| !k.modifiers.shift));
        for entry in entries {
            if entry.keys.is_some_and(|keys| !is_taken(&keys) && ctx.input_mut(|i| i.consume_shortcut(&keys))) {
                self.send((entry.command)());
            }
        }
    }
}

impl eframe::App for Studio {
    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }

    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        if self.dark != Some(self.settings.dark) {
            self.dark = Some(self.settings.dark);
            theme::apply(ctx, self.settings.dark);
        }
        self.take_files(ctx);
        self.take_close(ctx);
        self.take_keys(ctx);
        while let Ok(command) = self.inbox.try_recv() {
            self.obey(command);
        }
        self.leave_when_saved();
        if std::mem::take(&mut self.closing) {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        // What was asked for while the mouse was down came with the last picture.
        if !ctx.input(|i| i.pointer.any_down()) {
            self.work.iter_mut().for_each(|work| work.history.close());
            if self.is_stale {
                self.rebuild();
            }
        }
        let title = self.work.as_ref().map_or("Lissom".to_owned(), |work| format!("{} — Lissom", work.name()));
        if self.title != title {
            self.title.clone_from(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title));
        }
        if let Err(error) = self.keep_aside(ctx) {
            self.notices.error(error);
        }
        let frames = self.pass(f64::from(ctx.input(|i| i.stable_dt)));
        if self.player.as_ref().is_some_and(|p| p.playing) {
            ctx.request_repaint();
        }
        self.keep_in_step();
        if frames > 0 {
            self.hand.struck.clear();
        }
        self.show_views();
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        if self.viewer {
            viewer::show(self, ui);
            return self.notices.show(ui.ctx());
        }
        egui::Panel::top("menu").show(ui, |ui| menu::show(self, ui));
        if self.work.is_some() {
            egui::Panel::bottom("timeline").show(ui, |ui| timeline::show(self, ui));
            egui::Panel::left("outline").default_size(200.0).min_size(120.0).show(ui, |ui| outline::show(self, ui));
            egui::Panel::right("inspector")
                .default_size(theme::SIDE_WIDTH)
                .min_size(200.0)
                .show(ui, |ui| inspector::show(self, ui));
            egui::CentralPanel::no_frame().show(ui, |ui| viewport::show(self, ui));
        } else {
            egui::CentralPanel::default().show(ui, |ui| crate::panel::gallery::show(self, ui));
        }
        let ctx = ui.ctx().clone();
        crate::panel::bake::show(self, &ctx);
        crate::panel::job::show(self, &ctx);
        crate::panel::leave::show(self, &ctx);
        crate::palette::show(self, &ctx);
        self.notices.show(&ctx);
    }
}
