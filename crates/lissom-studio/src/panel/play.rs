//! The panel for watching: what is done to the character while it plays.

use eframe::egui;

use crate::Studio;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("Play");
    crate::compare::controls(studio, ui);
}
