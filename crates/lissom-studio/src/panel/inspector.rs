//! The right side: a panel for each mode.

use eframe::egui;

use crate::Studio;
use crate::panel::{cloth, creatures, play, recovery, views};
use crate::studio::Mode;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
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
