//! The studio as a page for others: the picture, and a button to stop it.

use eframe::egui::{self, Align2};

use crate::{Command, Studio, viewport};

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    egui::CentralPanel::no_frame().show(ui, |ui| match studio.work {
        Some(_) => viewport::show(studio, ui),
        None => _ = ui.centered_and_justified(|ui| ui.label("Loading…")),
    });
    let Some(player) = &studio.player else { return };
    let (icon, label) = if player.playing { ("⏸", "Pause") } else { ("▶", "Play") };
    egui::Area::new(egui::Id::unique("viewer")).anchor(Align2::LEFT_BOTTOM, [12.0, -12.0]).show(ui.ctx(), |ui| {
        let response = ui.add(egui::Button::new(egui::RichText::new(icon).size(20.0))).on_hover_text(label);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
        if response.clicked() {
            studio.send(Command::PlayPause);
        }
    });
}
