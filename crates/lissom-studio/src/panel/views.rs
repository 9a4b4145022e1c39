//! The panel for what chains should look like from where.

use eframe::egui;
use lissom_rig::view::View;

use crate::panel::cloth::row::problems;
use crate::tool::Tool;
use crate::views::{ViewsCommand, edit};
use crate::{Command, Studio};

mod blending;
mod chain;
mod examples;
mod ghosts;
mod globe;

pub use globe::Globe;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    ui.add_space(6.0);
    // Beside the scroll bar.
    ui.set_max_width(ui.available_width() - 8.0);
    chain::choose(studio, ui);
    chain::found(studio, ui);
    let Some(place) = studio.joints().map(|joints| format!("joints \"{}\"", joints.name)) else {
        ui.weak("A chain is a row of bones that swings: an ear, a tail, a strand of hair.");
        return;
    };
    problems(ui, studio.problems(), &place);
    section(ui, "How it moves", false, |ui| chain::numbers(studio, ui));
    ui.separator();
    pose(studio, ui);
    ui.add_space(4.0);
    globe::show(studio, ui);
    examples::weights(studio, ui);
    examples::chosen(studio, ui);
    if studio.view().is_some() {
        section(ui, "Blending", false, |ui| blending::show(studio, ui));
        section(ui, "Ghost momentum", true, |ui| ghosts::show(studio, ui));
    }
    ui.add_space(12.0);
}

fn section(ui: &mut egui::Ui, title: &str, open: bool, body: impl FnOnce(&mut egui::Ui)) {
    let title = egui::RichText::new(title).strong();
    egui::CollapsingHeader::new(title).default_open(open).show_unindented(ui, body);
}

/// Two columns: what it is, and its control.
fn rows(ui: &mut egui::Ui, id: &str, body: impl FnOnce(&mut egui::Ui)) {
    ui.spacing_mut().slider_width = 116.0;
    egui::Grid::new(id).num_columns(2).min_col_width(76.0).spacing([8.0, 6.0]).show(ui, body);
}

/// One of the rows: a label that explains, and a slider of the same name. Whether it moved.
fn slide(ui: &mut egui::Ui, name: &str, help: &str, slider: egui::Slider<'_>) -> bool {
    slide_unless(ui, None, name, help, slider)
}

/// The same, grey where there is a reason why it does nothing.
fn slide_unless(ui: &mut egui::Ui, why: Option<&str>, name: &str, help: &str, slider: egui::Slider<'_>) -> bool {
    let help = why.unwrap_or(help);
    let label = ui.label(name).on_hover_text(help);
    // What is there already stays as it is, whatever the slider can show.
    let slider = slider.clamping(egui::SliderClamping::Edits);
    let slider = ui.add_enabled(why.is_none(), slider).labelled_by(label.id);
    let moved = slider.on_hover_text(help).on_disabled_hover_text(help).changed();
    ui.end_row();
    moved
}

/// One of the rows: a choice. What was chosen instead.
fn pick<T: PartialEq + Copy>(ui: &mut egui::Ui, name: &str, now: T, all: &[(T, &str, &str)]) -> Option<T> {
    let mut picked = now;
    let (text, help) = all.iter().find(|a| a.0 == now).map_or(("", ""), |a| (a.1, a.2));
    ui.label(name).on_hover_text(help);
    let list = egui::ComboBox::from_id_salt(name).width(ui.available_width() - 8.0).selected_text(text);
    let list = list.show_ui(ui, |ui| {
        for (value, text, help) in all {
            ui.selectable_value(&mut picked, *value, *text).on_hover_text(*help);
        }
    });
    list.response.on_hover_text(help);
    ui.end_row();
    (picked != now).then_some(picked)
}

/// The pose in the making, and the button that all of this is about.
fn pose(studio: &mut Studio, ui: &mut egui::Ui) {
    let in_hand = studio.tool == Tool::Pose;
    ui.horizontal(|ui| {
        let help = "Turn joints by their dots, pull the last one to bend the whole chain. No physics meanwhile (E)";
        if ui.add(egui::Button::new("Pose the chain").selected(in_hand)).on_hover_text(help).clicked() {
            studio.send(Command::Views(ViewsCommand::Pose));
        }
        let menu = ui.menu_button("Start from", |ui| {
            let entry = |ui: &mut egui::Ui, name: &str, help: &str, command: ViewsCommand| {
                if ui.button(name).on_hover_text(help).clicked() {
                    studio.send(Command::Views(command));
                    ui.close();
                }
            };
            entry(ui, "Bind pose", "As the character was modelled", ViewsCommand::BindPose);
            entry(ui, "As it hangs now", "What the simulation has made of it", ViewsCommand::PoseNow);
            for (k, example) in studio.view().iter().flat_map(|v| &v.examples).enumerate() {
                entry(ui, &example.name, "The pose of that example", ViewsCommand::PoseOf(k));
            }
        });
        menu.response.on_hover_text("Which pose to begin with");
    });
    let there = studio.view().zip(studio.view_direction()).and_then(|(view, d)| Some((view, edit::near(view, d)?)));
    let words = match there {
        Some((view, k)) => format!("Replaces the pose of “{}”", name(view, k)),
        None if in_hand => "From here, the chain will look as you pose it".to_owned(),
        None => "From here, the chain will look as it does now".to_owned(),
    };
    let button = egui::Button::new(egui::RichText::new("Key this view").strong()).fill(ui.visuals().selection.bg_fill);
    let width = ui.available_width();
    if ui
        .add_sized([width, 30.0], button)
        .on_hover_text("Seen from here, the chain takes this pose from now on (K)")
        .clicked()
    {
        studio.send(Command::Views(ViewsCommand::Key));
    }
    ui.vertical_centered(|ui| note(ui, &words));
}

/// A few quiet words.
fn note(ui: &mut egui::Ui, words: &str) {
    ui.add(egui::Label::new(egui::RichText::new(words).weak().size(11.5)).wrap());
}

fn name(view: &View, k: usize) -> &str {
    view.examples.get(k).map_or("", |e| &e.name)
}
