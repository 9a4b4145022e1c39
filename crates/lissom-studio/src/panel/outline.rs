//! What the rig has: chains, regions, creatures, colliders.

use eframe::egui;

use crate::Studio;
use crate::studio::Selection;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    let rig = work.rig();
    let mut chosen = studio.selection;
    let mut list = |ui: &mut egui::Ui, title: &str, help: &str, names: Vec<&str>, at: fn(usize) -> Selection| {
        if names.is_empty() {
            return;
        }
        egui::CollapsingHeader::new(title).default_open(true).show(ui, |ui| {
            for (k, name) in names.into_iter().enumerate() {
                if ui.selectable_label(chosen == at(k), name).on_hover_text(help).clicked() {
                    chosen = at(k);
                }
            }
        });
    };
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let help = "A row of bones that swings. Click to choose it";
        list(ui, "Chains", help, rig.joints.iter().map(|j| j.name.as_str()).collect(), Selection::Chain);
        let help = "Triangles that move by themselves. Click to choose it";
        list(ui, "Regions", help, rig.regions.iter().map(|r| r.name.as_str()).collect(), Selection::Region);
        let help = "A body without bones. Click to choose it";
        list(ui, "Creatures", help, rig.creatures.iter().map(|c| c.name.as_str()).collect(), Selection::Creature);
        let help = "Something to bump into. Click to choose it";
        list(ui, "Colliders", help, rig.colliders.iter().map(|c| c.part.as_str()).collect(), Selection::Collider);
    });
    studio.selection = chosen;
}
