//! The start: scenes with pictures, and files opened last.

use std::collections::BTreeMap;

use eframe::egui;
use lissom_scenes::scene::Scene;
use lissom_scenes::scenes;

use crate::panel::recovery;
use crate::theme::THUMB;
use crate::{Command, Studio};

mod thumbs;

#[derive(Default)]
pub struct Gallery {
    /// By scene, from the first look on.
    thumbs: BTreeMap<&'static str, egui::TextureHandle>,
}

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    ui.add_space(8.0);
    ui.heading("Lissom");
    ui.label("Soft parts of characters: hair, ears, tails, skirts, capes, skin, and creatures without bones.");
    ui.horizontal(|ui| {
        if ui.button("Open a file…").on_hover_text("A GLB, glTF or VRM character, or a body").clicked() {
            studio.send(Command::AskOpen);
        }
        ui.weak("or drop one anywhere on this window");
    });
    recovery::show(studio, ui);
    recent(studio, ui);
    ui.add_space(8.0);
    if studio.gallery.thumbs.is_empty() {
        studio.gallery.thumbs = thumbs::load(ui.ctx());
    }
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let gap = ui.spacing().item_spacing.x;
        let columns = ((ui.available_width() + 2.0 * gap) / (THUMB.x + 2.0 * gap)).floor().max(1.0) as usize;
        egui::Grid::new("scenes").spacing([2.0 * gap, 2.0 * gap]).show(ui, |ui| {
            for row in scenes::ALL.chunks(columns) {
                row.iter().for_each(|scene| entry(studio, ui, scene));
                ui.end_row();
            }
        });
    });
}

fn entry(studio: &Studio, ui: &mut egui::Ui, scene: &Scene) {
    ui.vertical(|ui| {
        ui.set_width(THUMB.x);
        let button = match studio.gallery.thumbs.get(scene.name) {
            Some(texture) => egui::Button::image((texture.id(), THUMB)).frame(false),
            None => egui::Button::new("").min_size(THUMB),
        };
        let response = ui.add(button).on_hover_text(scene.look);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open {}", scene.name)));
        if response.clicked() {
            studio.send(Command::OpenScene { name: scene.name.to_owned(), variant: None });
        }
        ui.strong(scene.name);
        ui.add(egui::Label::new(egui::RichText::new(scene.about).weak()).truncate()).on_hover_text(scene.about);
    });
}

fn recent(studio: &Studio, ui: &mut egui::Ui) {
    if studio.settings.recent.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Lately:");
        for path in &studio.settings.recent {
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            if ui.link(name).on_hover_text(path).clicked() {
                studio.send(Command::OpenPath(path.into()));
            }
        }
    });
}
