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
            go = ui.button("Bake").on_hover_text("Plays it, and asks where to save the GLB (Enter)").clicked() || enter;
            if ui.button("Cancel").on_hover_text("Bakes nothing (Esc)").clicked() || escape {
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
    let fps = egui::DragValue::new(&mut settings.fps).range(1.0..=240.0);
    row(ui, "Frames a second", "How many keys a second; fewer make a smaller file", |ui| ui.add(fps));
    if matches!(source, Source::File { .. }) {
        let from = secs(&mut settings.from_secs);
        row(ui, "From", "When the first frame is, in the animation", |ui| ui.add(from));
    }
    row(ui, "To", "When the last frame is", |ui| ui.add(secs(&mut settings.to_secs)));
    if let Source::File { model, .. } = &source {
        let help = "The first pose is held for so long before, so that everything hangs";
        row(ui, "Pre-roll", help, |ui| ui.add(secs(&mut settings.preroll_secs)));
        let help = "The last frame meets the first, in place and in speed";
        row(ui, "Loop", help, |ui| ui.checkbox(&mut settings.looped, ""));
        let hold = egui::Slider::new(&mut settings.hold, 1..=3).suffix(" frames");
        row(ui, "New pose every", "2 is animated on twos", |ui| ui.add(hold));
        let tolerance = egui::DragValue::new(&mut settings.tolerance_deg).speed(0.01).range(0.0..=10.0).suffix("°");
        let help = "How far bones may be turned from what was seen, to save keys";
        row(ui, "Tolerance", help, |ui| ui.add(tolerance));
        if !model.import.cameras.is_empty() {
            let name = |k: Option<usize>| k.map_or("This view", |k| model.import.cameras[k].name.as_str());
            row(ui, "Camera", "Who looks, for what depends on the view", |ui| {
                let list = egui::ComboBox::from_id_salt("camera").selected_text(name(settings.camera));
                let list = list.show_ui(ui, |ui| {
                    for k in std::iter::once(None).chain((0..model.import.cameras.len()).map(Some)) {
                        ui.selectable_value(&mut settings.camera, k, name(k));
                    }
                });
                list.response
            });
        }
    }
}

/// What it is, and its control, both with the same help.
fn row(ui: &mut egui::Ui, name: &str, help: &str, control: impl FnOnce(&mut egui::Ui) -> egui::Response) {
    let label = ui.label(name).on_hover_text(help);
    control(ui).labelled_by(label.id).on_hover_text(help);
    ui.end_row();
}
