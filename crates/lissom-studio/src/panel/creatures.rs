//! The panel for bodies without bones.

use eframe::egui;

use crate::Studio;

pub fn show(_: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("Creatures");
}
