//! The dialog for baking.

use eframe::egui;

use crate::bake::BakeSettings;
use crate::work::Source;
use crate::{Command, Studio};

pub fn show(studio: &mut Studio, ctx: &egui::Context) {
    let (Some(mut settings), Some(work)) = (studio.bake.clone(), &studio.work) else { return };
    let mut open = true;
    let mut go = false;
    let window = egui::Window::new("Bake to a GLB").open(&mut open).resizable(false).collapsible(false);
    let middle = ctx.content_rect().center();
    window.pivot(egui::Align2::CENTER_CENTER).default_pos(middle).show(ctx, |ui| {
        ui.label("Plays it from the start and writes keyframes that Blender, three.js and game engines play.");
        egui::Grid::new("bake").num_columns(2).show(ui, |ui| rows(&mut settings, work.source.clone(), ui));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let pressed = |key| !ctx.egui_wants_keyboard_input() && ui.input(|i| i.key_pressed(key));
            let (enter, escape) = (pressed(egui::Key::Enter), pressed(egui::Key::Escape));
            go = ui.button("Bake").clicked() || enter;
            if ui.button("Cancel").clicked() || escape {
                studio.bake = None;
            }
        });
    });
    if go {
        studio.send(Command::Bake(settings));
        studio.bake = None;
    } else if studio.bake.is_some() {
        studio.bake = open.then_some(settings);
    }
}

fn rows(settings: &mut BakeSettings, source: Source, ui: &mut egui::Ui) {
    let secs = |value| egui::DragValue::new(value).speed(0.02).range(0.0..=3600.0).suffix(" s");
    ui.label("Frames a second");
    ui.add(egui::DragValue::new(&mut settings.fps).range(1.0..=240.0));
    ui.end_row();
    if matches!(source, Source::File { .. }) {
        ui.label("From");
        ui.add(secs(&mut settings.from_secs));
        ui.end_row();
    }
    ui.label("To");
    ui.add(secs(&mut settings.to_secs));
    ui.end_row();
    if let Source::File { model, .. } = &source {
        ui.label("Pre-roll").on_hover_text("The first pose is held for so long before, so that everything hangs");
        ui.add(secs(&mut settings.preroll_secs));
        ui.end_row();
        ui.label("Loop").on_hover_text("The last frame meets the first, in place and in speed");
        ui.checkbox(&mut settings.looped, "");
        ui.end_row();
        ui.label("New pose every").on_hover_text("2 is animated on twos");
        ui.add(egui::Slider::new(&mut settings.hold, 1..=3).suffix(" frames"));
        ui.end_row();
        ui.label("Tolerance").on_hover_text("How far bones may be turned from what was seen, to save keys");
        ui.add(egui::DragValue::new(&mut settings.tolerance_deg).speed(0.01).range(0.0..=10.0).suffix("°"));
        ui.end_row();
        if !model.import.cameras.is_empty() {
            ui.label("Camera").on_hover_text("Who looks, for what depends on the view");
            let name = |k: Option<usize>| k.map_or("This view", |k| model.import.cameras[k].name.as_str());
            egui::ComboBox::from_id_salt("camera").selected_text(name(settings.camera)).show_ui(ui, |ui| {
                for k in std::iter::once(None).chain((0..model.import.cameras.len()).map(Some)) {
                    ui.selectable_value(&mut settings.camera, k, name(k));
                }
            });
            ui.end_row();
        }
    }
}
