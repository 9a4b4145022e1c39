//! The bar at the top: menus, and what the right side is about.

use eframe::egui;

use crate::command::{Command, Menu, entries};
use crate::studio::{Mode, Studio};

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    egui::MenuBar::new().ui(ui, |ui| {
        for (menu, name) in Menu::ALL {
            ui.menu_button(name, |ui| {
                for entry in entries().filter(|e| e.menu == menu) {
                    let mut button = egui::Button::new(entry.words(studio));
                    if let Some(keys) = entry.keys {
                        button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
                    }
                    if let Command::Show(overlay) = (entry.command)() {
                        button = button.selected(studio.shows(overlay));
                    }
                    let possible = (entry.possible)(studio);
                    if ui
                        .add_enabled(possible, button)
                        .on_hover_text(entry.help)
                        .on_disabled_hover_text(entry.help)
                        .clicked()
                    {
                        studio.send((entry.command)());
                        ui.close();
                    }
                }
            });
        }
        let Some(work) = &studio.work else { return };
        let changed = if work.is_changed() { " •" } else { "" };
        let name = format!("{}{changed}", work.name());
        ui.separator();
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (mode, name, help) in Mode::ALL.into_iter().rev() {
                if ui.selectable_label(studio.mode == mode, name).on_hover_text(help).clicked() {
                    studio.send(Command::Mode(mode));
                }
            }
            // In what is left: names may be long.
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(egui::RichText::new(&name).strong()).truncate()).on_hover_text(&name);
            });
        });
    });
}
