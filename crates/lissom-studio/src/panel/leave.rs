//! Asks what becomes of what is not saved.

use eframe::egui;

use crate::leave::Leave;
use crate::{Command, Studio};

pub fn show(studio: &Studio, ctx: &egui::Context) {
    let Some(leaving) = &studio.leaving else { return };
    egui::Modal::new(egui::Id::unique("leave")).show(ctx, |ui| {
        for loss in studio.at_stake(leaving) {
            ui.label(loss);
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let save = studio.changed().map(|_| ("Save", Leave::Save));
            let choices = save.into_iter().chain([("Discard", Leave::Discard), ("Cancel", Leave::Cancel)]);
            let buttons: Vec<_> = choices.map(|(name, how)| (ui.button(name), how)).collect();
            buttons
                .iter()
                .filter(|(button, _)| button.clicked())
                .for_each(|(_, how)| studio.send(Command::Leave(*how)));
            // Enter presses what has the focus, and loses nothing.
            let safe = buttons.iter().find(|(_, how)| *how != Leave::Discard);
            if let Some((button, _)) = safe.filter(|_| !buttons.iter().any(|(button, _)| button.has_focus())) {
                button.request_focus();
            }
        });
    });
}
