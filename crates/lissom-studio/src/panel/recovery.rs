//! What was not saved the last time.

use eframe::egui;

use crate::{Command, Studio};

/// What is for the work that is open, or else everything.
pub fn show(studio: &Studio, ui: &mut egui::Ui) {
    for (which, recovery) in studio.recovery.iter().enumerate() {
        if studio.work.as_ref().is_some_and(|work| !recovery.fits(work)) {
            continue;
        }
        let can_go_on = studio.work.is_some() || recovery.open().is_some();
        egui::Frame::group(ui.style()).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let first = if can_go_on { "" } else { " Open it again first." };
                ui.label(format!("Your changes to {} were not saved.{first}", recovery.name));
                if can_go_on && ui.button("Go on with them").on_hover_text("Opens it with your changes").clicked() {
                    studio.send(Command::Recover { which, wanted: true });
                }
                if ui.button("Forget them").on_hover_text("They are gone then").clicked() {
                    studio.send(Command::Recover { which, wanted: false });
                }
            });
        });
    }
}
