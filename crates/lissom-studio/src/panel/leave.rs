//! Asks what becomes of unsaved changes.

use eframe::egui;

use crate::leave::Leave;
use crate::{Command, Studio};

pub fn show(studio: &Studio, ctx: &egui::Context) {
    let (Some(_), Some(work)) = (&studio.leaving, &studio.work) else { return };
    egui::Modal::new(egui::Id::unique("leave")).show(ctx, |ui| {
        ui.label(format!("Your changes to {} are not saved.", work.name()));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let choices = [("Save", Leave::Save), ("Discard", Leave::Discard), ("Cancel", Leave::Cancel)];
            let buttons = choices.map(|(name, how)| (ui.button(name), how));
            buttons
                .iter()
                .filter(|(button, _)| button.clicked())
                .for_each(|(_, how)| studio.send(Command::Leave(*how)));
            // Enter presses what has the focus.
            if !buttons.iter().any(|(button, _)| button.has_focus()) {
                buttons[0].0.request_focus();
            }
        });
    });
}
