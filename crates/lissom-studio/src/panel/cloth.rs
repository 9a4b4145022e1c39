//! The panel for parts of meshes that are simulated, and what they bump into.

use eframe::egui;

use crate::cloth::{ClothCommand, Form};
use crate::studio::Selection;
use crate::{Command, Studio};

mod choose;
mod collider;
mod paint;
mod region;
pub mod row;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    studio.look_at_cloth();
    match studio.selection {
        Selection::Region(_) if studio.region().is_some() => {
            back(studio, ui);
            region::show(studio, ui);
        }
        Selection::Collider(_) if studio.collider().is_some() => {
            back(studio, ui);
            collider::show(studio, ui);
        }
        _ => start(studio, ui),
    }
}

fn back(studio: &mut Studio, ui: &mut egui::Ui) {
    if ui.link("‹ New region or collider").on_hover_text("Leaves this one as it is").clicked() {
        studio.selection = Selection::None;
        studio.put_down();
    }
}

/// Nothing is chosen: something new.
fn start(studio: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("New region");
    ui.weak("Choose triangles, then what they are made of.");
    choose::show(studio, ui);
    choose::make(studio, ui);
    ui.separator();
    ui.heading("New collider");
    ui.weak("Something for cloth and hair to bump into.");
    ui.horizontal_wrapped(|ui| {
        for (form, name, help) in Form::ALL {
            if ui.button(name).on_hover_text(help).clicked() {
                studio.send(Command::Cloth(ClothCommand::AddCollider(form)));
            }
        }
        let help = "A ball or a capsule for every bone that has skin and no collider";
        if ui.button("Fit the whole body").on_hover_text(help).clicked() {
            studio.send(Command::Cloth(ClothCommand::FitBody));
        }
    });
}
