//! The right side: a panel for each mode.

use eframe::egui;

use crate::Studio;
use crate::panel::{cloth, creatures, play, recovery, views};
use crate::studio::Mode;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    if let Some(trouble) = &studio.trouble {
        ui.colored_label(ui.visuals().error_fg_color, trouble);
        ui.separator();
    }
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        recovery::show(studio, ui);
        match studio.mode {
            Mode::Play => play::show(studio, ui),
            Mode::Views => views::show(studio, ui),
            Mode::Cloth => cloth::show(studio, ui),
            Mode::Creatures => creatures::show(studio, ui),
        }
    });
}
