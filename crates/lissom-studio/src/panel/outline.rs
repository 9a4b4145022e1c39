//! What the rig has: chains, regions, creatures, colliders.

use eframe::egui;

use crate::Studio;
use crate::studio::Selection;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    let rig = work.rig();
    let mut chosen = studio.selection;
    let mut list = |ui: &mut egui::Ui, title: &str, names: Vec<&str>, at: fn(usize) -> Selection| {
        if names.is_empty() {
            return;
        }
        egui::CollapsingHeader::new(title).default_open(true).show(ui, |ui| {
            for (k, name) in names.into_iter().enumerate() {
                if ui.selectable_label(chosen == at(k), name).clicked() {
                    chosen = at(k);
                }
            }
        });
    };
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        list(ui, "Chains", rig.joints.iter().map(|j| j.name.as_str()).collect(), Selection::Chain);
        list(ui, "Regions", rig.regions.iter().map(|r| r.name.as_str()).collect(), Selection::Region);
        list(ui, "Creatures", rig.creatures.iter().map(|c| c.name.as_str()).collect(), Selection::Creature);
        list(ui, "Colliders", rig.colliders.iter().map(|c| c.part.as_str()).collect(), Selection::Collider);
    });
    studio.selection = chosen;
}
