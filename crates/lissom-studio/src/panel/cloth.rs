//! The panel for parts of meshes that are simulated, and what they bump into.

use eframe::egui;

use crate::Studio;

pub fn show(_: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("Cloth");
}
