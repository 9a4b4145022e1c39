//! Which triangles belong to a region: by part, material, bone or brush.

use eframe::egui::{self, Color32};
use lissom_rig::Character;
use lissom_rig::rig::Select;

use super::paint;
use super::row::find_row;
use crate::cloth::{Bones, By, ClothCommand, Paints};
use crate::work::{Dressed, Work};
use crate::{Command, Studio};

/// For the chosen region, or for the next one.
pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    ui.horizontal(|ui| {
        let ways = [
            (By::Part, "Part", "Parts of the character"),
            (By::Material, "Material", "Meshes of one material"),
            (By::Bone, "Bone", "What follows a bone and those below it"),
            (By::Brush, "Brush", "What you paint over"),
        ];
        for (by, name, help) in ways {
            if ui.selectable_label(studio.cloth.by == by, name).on_hover_text(help).clicked() {
                studio.cloth.by = by;
                if by == By::Brush {
                    studio.send(Command::Cloth(ClothCommand::Paint(Paints::Choice(true))));
                } else {
                    studio.put_down();
                }
            }
        }
    });
    let (Some(work), Some(select)) = (&studio.work, studio.triangles()) else { return };
    let (mut new, mut find) = (select.clone(), studio.cloth.find.clone());
    match studio.cloth.by {
        By::Part => parts(work.character(), &mut new, ui),
        By::Material => materials(work, &mut new, ui),
        By::Bone => bones(work.character(), &work.bones, &mut find, &mut new, ui),
        By::Brush => {
            paint::tools(studio, ui, &[(Paints::Choice(true), "Take"), (Paints::Choice(false), "Leave")]);
            paint::size(studio, ui, false);
            let help = "What was painted over is not chosen any more";
            if !new.brush.is_empty() && ui.button("Forget the strokes").on_hover_text(help).clicked() {
                new.brush.clear();
            }
        }
    }
    studio.cloth.find = find;
    if studio.triangles() != Some(&new) {
        studio.change_triangles(|select| *select = new);
    }
}

fn list(ui: &mut egui::Ui, rows: impl FnOnce(&mut egui::Ui)) {
    egui::Frame::group(ui.style()).show(ui, |ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
        egui::ScrollArea::vertical().max_height(170.0).auto_shrink([false, true]).show(ui, rows);
    });
}

/// Puts a name in or takes it out.
fn toggle(names: &mut Vec<String>, name: &str) {
    let before = names.len();
    names.retain(|n| n != name);
    if names.len() == before {
        names.push(name.to_owned());
    }
}

fn parts(character: &Character, select: &mut Select, ui: &mut egui::Ui) {
    let mut parts: Vec<(&str, usize)> = Vec::new();
    for mesh in &character.meshes {
        match parts.iter_mut().find(|p| p.0 == mesh.part) {
            Some(part) => part.1 += mesh.triangles.len(),
            None => parts.push((&mesh.part, mesh.triangles.len())),
        }
    }
    list(ui, |ui| {
        for (part, count) in parts {
            let mut on = select.parts.iter().any(|p| p == part);
            ui.horizontal(|ui| {
                if ui.checkbox(&mut on, part).on_hover_text("All triangles of this part").changed() {
                    toggle(&mut select.parts, part);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.weak(format!("{count}")));
            });
        }
    });
}

fn materials(work: &Work, select: &mut Select, ui: &mut egui::Ui) {
    list(ui, |ui| {
        for Dressed { name, color, meshes } in work.materials() {
            let mut on = meshes.iter().all(|m| select.meshes.iter().any(|n| n == m));
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(14.0, 14.0), egui::Sense::hover());
                if let Some([_, r, g, b]) = color.map(u32::to_be_bytes) {
                    ui.painter().rect_filled(rect, 3.0, Color32::from_rgb(r, g, b));
                }
                if ui.checkbox(&mut on, name).on_hover_text(meshes.join(", ")).changed() {
                    select.meshes.retain(|n| !meshes.contains(&n.as_str()));
                    select.meshes.extend(meshes.iter().filter(|_| on).map(|m| (*m).to_owned()));
                }
            });
        }
    });
}

fn bones(character: &Character, known: &Bones, find: &mut String, select: &mut Select, ui: &mut egui::Ui) {
    find_row(ui, find);
    list(ui, |ui| {
        for (name, depth) in known.found(find) {
            let mut on = select.bones.iter().any(|b| b == name);
            ui.horizontal(|ui| {
                ui.add_space(8.0 * depth.min(10) as f32);
                if ui.checkbox(&mut on, name).on_hover_text("What follows this bone, and those below it").changed() {
                    let names = with_below(character, name);
                    select.bones.retain(|n| !names.contains(&n.as_str()));
                    select.bones.extend(names.iter().filter(|_| on).map(|n| (*n).to_owned()));
                }
            });
        }
    });
}

/// A bone and all that hang on it.
fn with_below<'a>(character: &'a Character, name: &str) -> Vec<&'a str> {
    let bones = &character.skeleton.bones;
    let mut below = vec![false; bones.len()];
    for (k, bone) in bones.iter().enumerate() {
        below[k] = bone.name == name || bone.parent.is_some_and(|p| below[p]);
    }
    bones.iter().zip(below).filter(|(_, below)| *below).map(|(b, _)| b.name.as_str()).collect()
}

/// Buttons for what the chosen triangles become.
pub fn make(studio: &Studio, ui: &mut egui::Ui) {
    let ready = studio.has_choice();
    ui.horizontal_wrapped(|ui| {
        for (kind, name, help) in super::region::KINDS {
            let button = ui.add_enabled(ready, egui::Button::new(format!("Make {name}")));
            if button.on_hover_text(help).on_disabled_hover_text("Choose some triangles first").clicked() {
                studio.send(Command::Cloth(ClothCommand::Make(kind)));
            }
        }
    });
}
