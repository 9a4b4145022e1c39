//! The dialog for baking.

use eframe::egui;

use crate::bake::BakeSettings;
use crate::hand::Blow;
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
        egui::Grid::new("bake").num_columns(2).show(ui, |ui| rows(&mut settings, &work.source, ui));
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

fn rows(settings: &mut BakeSettings, source: &Source, ui: &mut egui::Ui) {
    let secs = |value| egui::DragValue::new(value).speed(0.02).range(0.0..=3600.0).suffix(" s");
    let fps = egui::DragValue::new(&mut settings.fps).range(1.0..=240.0);
    row(ui, "Frames a second", "How many keys a second; fewer make a smaller file", |ui| ui.add(fps));
    row(ui, "From", "When the first frame is", |ui| ui.add(secs(&mut settings.from_secs)));
    row(ui, "To", "When the last frame is", |ui| ui.add(secs(&mut settings.to_secs)));
    if let Source::File { .. } = source {
        let help = "The first pose is held for so long before, so that everything hangs";
        row(ui, "Pre-roll", help, |ui| ui.add(secs(&mut settings.preroll_secs)));
        let help = "The last frame meets the first, in place and in speed";
        row(ui, "Loop", help, |ui| ui.checkbox(&mut settings.looped, ""));
        let frames = if settings.hold == 1 { " frame" } else { " frames" };
        let hold = egui::Slider::new(&mut settings.hold, 1..=3).suffix(frames);
        row(ui, "New pose every", "2 is animated on twos", |ui| ui.add(hold));
        let tolerance = egui::DragValue::new(&mut settings.tolerance_deg).speed(0.01).range(0.0..=10.0).suffix("°");
        let help = "How far bones may be turned from what was seen, to save keys";
        row(ui, "Tolerance", help, |ui| ui.add(tolerance));
    }
    let cameras: Vec<&str> = match source {
        Source::Scene { .. } => vec!["The scene's"],
        Source::File { model, .. } => model.import.cameras.iter().map(|c| c.name.as_str()).collect(),
    };
    let help = "Who looks, for what depends on the view";
    row(ui, "Camera", help, |ui| camera(&mut settings.camera, &cameras, ui));
    let wind = match (settings.blow, source) {
        (Blow { on: true, speed, heading_deg, .. }, _) => format!("{speed:.1} m/s to {heading_deg:.0}°, as in Watch"),
        (_, Source::Scene { .. }) => "The scene's".to_owned(),
        (_, Source::File { .. }) => "None".to_owned(),
    };
    row(ui, "Wind", "What blows in Watch; pulls, touches and shakes are not baked", |ui| ui.label(wind));
}

/// One that stays where it is, or one that comes with what is open.
fn camera(camera: &mut Option<usize>, own: &[&str], ui: &mut egui::Ui) -> egui::Response {
    let name = |k: Option<usize>| k.and_then(|k| own.get(k).copied()).unwrap_or("Stays where it is now");
    if own.is_empty() {
        return ui.label(name(None));
    }
    let list = egui::ComboBox::from_id_salt("camera").width(150.0).selected_text(name(*camera));
    let list = list.show_ui(ui, |ui| {
        for k in std::iter::once(None).chain((0..own.len()).map(Some)) {
            ui.selectable_value(camera, k, name(k));
        }
    });
    list.response
}

/// What it is, and its control, both with the same help.
fn row(ui: &mut egui::Ui, name: &str, help: &str, control: impl FnOnce(&mut egui::Ui) -> egui::Response) {
    let label = ui.label(name).on_hover_text(help);
    control(ui).labelled_by(label.id).on_hover_text(help);
    ui.end_row();
}
