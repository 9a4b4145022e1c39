//! The panel for what chains should look like from where.

use eframe::egui;

use crate::Studio;

pub fn show(_: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("Views");
}
