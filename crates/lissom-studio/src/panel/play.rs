//! The panel for watching: what is done to the character while it plays.

use eframe::egui;

use crate::Studio;

pub fn show(_: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("Play");
}
