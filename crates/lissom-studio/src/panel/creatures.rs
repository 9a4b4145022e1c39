//! The panel for bodies without bones: paint, recipes, charts, stimuli, and what the body is like.

use std::ops::RangeInclusive;

use eframe::egui;
use glam::Vec3;
use lissom_rig::Rig;
use lissom_rig::character::bounds;
use lissom_rig::creature::Recipe;

use crate::creatures::CreaturesCommand;
use crate::creatures::parts::{Part, parts};
use crate::panel::cloth::row::problems;
use crate::panel::play::strikes;
use crate::player::Player;
use crate::studio::Selection;
use crate::{Command, Studio};

mod body;
mod chart;
mod charts;
mod inside;
mod paint;
mod stimuli;

/// A rig that is being changed, and the name of the change.
struct Draft {
    rig: Rig,
    what: Option<&'static str>,
    /// The corners of the box around the body.
    bounds: (Vec3, Vec3),
}

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    ui.heading("Creatures");
    let named = studio.creature().map(|(index, creature)| (index, creature.name.clone()));
    let Some((index, name)) = named.filter(|_| studio.body().is_some()) else {
        return nothing(studio, ui);
    };
    choose(studio, ui, index);
    problems(ui, studio.problems(), &format!("creature \"{name}\""));
    let Some(work) = &studio.work else { return };
    let (named, rig) = studio.creatures.draft.take().unwrap_or_else(|| (String::new(), work.rig().clone()));
    let clock_secs = studio.player.as_ref().map(Player::clock_secs);
    let bounds = studio.body().map_or((Vec3::ZERO, Vec3::ZERO), |t| bounds(t.mesh.positions.iter().copied()));
    let mut draft = Draft { rig, what: None, bounds };
    paint::show(studio, ui, &mut draft, index);
    recipes(studio, ui);
    section(ui, "Look inside", true, |ui| inside::show(studio, ui));
    section(ui, "Charts", true, |ui| {
        let Some(creature) = draft.rig.creatures.get_mut(index) else { return };
        if charts::show(ui, "cycle", &mut creature.charts, clock_secs, false) {
            draft.what = Some("Charts");
        }
        if body::signal(ui, creature) {
            draft.what = Some("Signal");
        }
    });
    section(ui, "Stimuli", true, |ui| {
        stimuli::show(ui, &mut draft, index);
        strikes(studio, ui);
    });
    section(ui, "Body", false, |ui| body::show(ui, &mut draft, index));
    commit(studio, ui, named, draft);
}

/// Changes go on while the mouse is down or somebody types, and are made when that ends.
fn commit(studio: &mut Studio, ui: &egui::Ui, named: String, draft: Draft) {
    let what = draft.what.map_or(named, str::to_owned);
    let goes_on = ui.input(|i| i.pointer.any_down()) || ui.ctx().text_edit_focused();
    let changed = studio.work.as_ref().is_some_and(|w| *w.rig() != draft.rig);
    if changed && goes_on {
        studio.creatures.draft = Some((what, draft.rig));
    } else if changed {
        studio.send(Command::Edit { what, rig: Box::new(draft.rig) });
        ui.ctx().request_repaint();
    }
}

fn nothing(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    if !work.character().tets.is_empty() {
        ui.label("There is a body here, but nothing drives it yet.");
        if ui.button("New creature").on_hover_text("Gives it fields to paint and charts to draw").clicked() {
            studio.send(Command::Creatures(CreaturesCommand::Adopt));
        }
    } else {
        ui.label("Nothing here is filled with tetrahedra. Open a tetrahedral mesh or a closed surface.");
        studio.creatures.parts.get_or_insert_with(|| parts(work.character()));
        let parts = studio.creatures.parts.iter().flatten();
        let (closed, open): (Vec<&Part>, Vec<&Part>) = parts.partition(|part| part.closed);
        if !closed.is_empty() {
            ui.label("Or fill a part of this character:");
        }
        for part in closed {
            let help = "Makes a body without bones of it, as it is in the bind pose, and opens that";
            if ui.button(format!("Fill {}", part.name)).on_hover_text(help).clicked() {
                studio.send(Command::Creatures(CreaturesCommand::Fill(part.name.clone())));
            }
        }
        if !open.is_empty() {
            let names: Vec<&str> = open.iter().map(|part| part.name.as_str()).collect();
            ui.weak(format!("Not closed, and so without an inside: {}", names.join(", ")));
        }
    }
}

/// Which creature, where there are several.
fn choose(studio: &mut Studio, ui: &mut egui::Ui, index: usize) {
    let Some(work) = &studio.work else { return };
    let names: Vec<&str> = work.rig().creatures.iter().map(|c| c.name.as_str()).collect();
    if names.len() < 2 {
        return;
    }
    let mut chosen = index;
    let list = egui::ComboBox::from_id_salt("creature").width(180.0).selected_text(names[index]);
    let list = list.show_ui(ui, |ui| {
        for (k, name) in names.iter().enumerate() {
            ui.selectable_value(&mut chosen, k, *name);
        }
    });
    list.response.on_hover_text("The creature that all of this is about");
    if chosen != index {
        studio.selection = Selection::Creature(chosen);
    }
}

fn recipes(studio: &Studio, ui: &mut egui::Ui) {
    section(ui, "Recipes", true, |ui| {
        ui.horizontal_wrapped(|ui| {
            for recipe in Recipe::ALL {
                if ui.button(recipe.name()).on_hover_text(recipe.about()).clicked() {
                    studio.send(Command::Creatures(CreaturesCommand::Cook(recipe)));
                }
            }
        });
        let help = "Nothing painted, nothing drawn: the body lies still, and is yours to paint";
        if ui.button("Start from blank").on_hover_text(help).clicked() {
            studio.send(Command::Creatures(CreaturesCommand::Blank));
        }
    });
}

fn section(ui: &mut egui::Ui, title: &str, open: bool, add: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(egui::RichText::new(title).strong()).default_open(open).show(ui, add);
}

/// A number to drag. What is there already stays as it is until somebody does.
fn within<N: egui::emath::Numeric>(value: &mut N, range: RangeInclusive<N>) -> egui::DragValue<'_> {
    egui::DragValue::new(value).range(range).clamp_existing_to_range(false)
}

/// A number with its name before it, in a grid of two columns. Whether it changed.
fn number(ui: &mut egui::Ui, name: &str, help: &str, value: egui::DragValue<'_>) -> bool {
    let label = ui.label(name).on_hover_text(help);
    let response = ui.add(value).on_hover_text(help).labelled_by(label.id);
    ui.end_row();
    response.changed()
}
