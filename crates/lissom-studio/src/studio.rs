//! The studio itself: what is open, what is shown, and what was asked for.

use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui;
use lissom_show::{Look, Overlay};

use crate::cloth::Cloth;
use crate::command::{Command, entries};
use crate::creatures::Creatures;
use crate::notice::Notices;
use crate::orbit::Orbit;
use crate::palette::Palette;
use crate::panel::{gallery::Gallery, inspector, outline, timeline};
use crate::platform::Platform;
use crate::player::Player;
use crate::screen::Screen;
use crate::settings::Settings;
use crate::tool::Tool;
use crate::views::Views;
use crate::work::Work;
use crate::{menu, theme, viewport};

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
        (Mode::Play, "Play", "Watch it, pull at it, blow at it"),
        (Mode::Views, "Views", "What chains should look like from where"),
        (Mode::Cloth, "Cloth & skin", "Parts of meshes that are simulated, and what they bump into"),
        (Mode::Creatures, "Creatures", "Bodies without bones: paint fields, draw charts"),
    ];
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
    pub orbit: Orbit,
    pub look: Look,
    pub mode: Mode,
    pub selection: Selection,
    pub tool: Tool,
    pub views: Views,
    pub cloth: Cloth,
    pub creatures: Creatures,
    pub notices: Notices,
    pub settings: Settings,
    pub(crate) palette: Palette,
    pub(crate) gallery: Gallery,
    pub(crate) screen: Option<Screen>,
    pub(crate) platform: Box<dyn Platform>,
    pub(crate) to_self: Sender<Command>,
    inbox: Receiver<Command>,
    dark: Option<bool>,
}

impl Studio {
    pub fn new(cc: &eframe::CreationContext<'_>, platform: Box<dyn Platform>) -> Studio {
        let (to_self, inbox) = channel();
        let settings = Settings::load(&*platform);
        Studio {
            work: None,
            player: None,
            trouble: None,
            orbit: Orbit { target: glam::Vec3::Y, yaw_rad: 0.0, pitch_rad: 0.1, distance: 4.0 },
            look: Look::default(),
            mode: Mode::default(),
            selection: Selection::default(),
            tool: Tool::default(),
            views: Views::default(),
            cloth: Cloth::default(),
            creatures: Creatures::default(),
            notices: Notices::default(),
            settings,
            palette: Palette::default(),
            gallery: Gallery::default(),
            screen: cc.wgpu_render_state.clone().map(Screen::new),
            platform,
            to_self,
            inbox,
            dark: None,
        }
    }

    /// Asks for something. It happens before the next picture.
    pub fn send(&self, command: Command) {
        // The studio itself holds the other end.
        _ = self.to_self.send(command);
    }

    pub fn shows(&self, overlay: Overlay) -> bool {
        self.look.overlay == overlay
    }

    fn take_files(&self, ctx: &egui::Context) {
        let dropped = ctx.input(|i| i.raw.dropped_files.clone());
        dropped.into_iter().for_each(|file| self.platform.take(file, self.to_self.clone()));
    }

    fn take_keys(&self, ctx: &egui::Context) {
        if ctx.egui_wants_keyboard_input() {
            return;
        }
        // Those with more modifiers first: they would match the others, too.
        let mut entries: Vec<_> = entries().filter(|e| (e.possible)(self)).collect();
        entries.sort_by_key(|e| e.keys.is_none_or(|k| !k.modifiers.shift));
        for entry in entries {
            if entry.keys.is_some_and(|keys| ctx.input_mut(|i| i.consume_shortcut(&keys))) {
                self.send((entry.command)());
            }
        }
    }
}

impl eframe::App for Studio {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        if self.dark != Some(self.settings.dark) {
            self.dark = Some(self.settings.dark);
            theme::apply(ctx, self.settings.dark);
        }
        self.take_files(ctx);
        self.take_keys(ctx);
        while let Ok(command) = self.inbox.try_recv() {
            self.obey(command);
        }
        // What was asked for while the mouse was down came with the last picture.
        if let Some(work) = self.work.as_mut().filter(|_| !ctx.input(|i| i.pointer.any_down())) {
            work.history.close();
        }
        let (dt_secs, eye) = (f64::from(ctx.input(|i| i.stable_dt)), self.orbit.eye());
        if let Some(player) = self.player.as_mut().filter(|p| p.playing) {
            player.pass(dt_secs, eye);
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        egui::Panel::top("menu").show(ui, |ui| menu::show(self, ui));
        if self.work.is_some() {
            egui::Panel::bottom("timeline").show(ui, |ui| timeline::show(self, ui));
            egui::Panel::left("outline").default_size(200.0).show(ui, |ui| outline::show(self, ui));
            egui::Panel::right("inspector").default_size(theme::SIDE_WIDTH).show(ui, |ui| inspector::show(self, ui));
            egui::CentralPanel::no_frame().show(ui, |ui| viewport::show(self, ui));
        } else {
            egui::CentralPanel::default().show(ui, |ui| crate::panel::gallery::show(self, ui));
        }
        let ctx = ui.ctx().clone();
        crate::palette::show(self, &ctx);
        self.notices.show(&ctx);
    }
}
