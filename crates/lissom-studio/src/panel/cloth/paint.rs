//! Brushes: what they leave, and how large they are.

use eframe::egui;
use lissom_rig::rig::Kind;

use super::row::{length, slider};
use crate::cloth::{ClothCommand, Paints};
use crate::tool::Tool;
use crate::{Command, Studio};

/// All brushes for the chosen region.
pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(region) = studio.region() else { return };
    let is_cloth = region.kind == Kind::Cloth;
    let painted = !(region.paint.is_empty() && region.surface.is_empty() && region.loose.is_empty());
    let stitches = region.stitches.len();
    ui.weak("Blue moves by itself, orange follows the bones.");
    tools(studio, ui, &[(Paints::Simulated(1.0), "Simulated"), (Paints::Simulated(0.0), "Animated")]);
    if let Paints::Simulated(value) = &mut studio.cloth.brush.paints {
        slider(ui, value, 0.0..=1.0, "Value", "1 moves by itself, 0 follows the bones, between them a blend");
    }
    size(studio, ui, true);
    ui.add_space(4.0);
    ui.label("Particles that know the way out");
    tools(studio, ui, &[(Paints::Surface(true), "Surface"), (Paints::Surface(false), "Not surface")]);
    if is_cloth {
        ui.label("Particles without edges, only to collide");
        tools(studio, ui, &[(Paints::Loose(true), "Collision only"), (Paints::Loose(false), "With edges")]);
        ui.horizontal(|ui| {
            let help = "Click two particles to join them by an edge; click them again to take it away";
            if ui.selectable_label(studio.tool == Tool::Stitch, "Stitch by hand").on_hover_text(help).clicked() {
                studio.send(Command::Cloth(ClothCommand::Stitch));
            }
            ui.weak(if stitches == 1 { "1 stitch".to_owned() } else { format!("{stitches} stitches") });
        });
    }
    ui.horizontal(|ui| {
        let done = ui.add_enabled(studio.tool != Tool::Hand, egui::Button::new("Put the brush away"));
        if done.on_hover_text("The mouse turns the camera again, and time goes on").clicked() {
            studio.put_down();
        }
        if painted && ui.button("Forget all paint").on_hover_text("All three kinds of it").clicked() {
            studio.change_region("Forget paint", |region| {
                region.paint.clear();
                region.surface.clear();
                region.loose.clear();
            });
        }
    });
}

/// Buttons that take up a brush.
pub fn tools(studio: &Studio, ui: &mut egui::Ui, brushes: &[(Paints, &str)]) {
    ui.horizontal(|ui| {
        for (paints, name) in brushes {
            let held = studio.tool == Tool::Brush && studio.cloth.brush.paints == *paints;
            if ui.selectable_label(held, *name).on_hover_text("Paint on the picture").clicked() {
                studio.send(Command::Cloth(ClothCommand::Paint(*paints)));
            }
        }
    });
}

pub fn size(studio: &mut Studio, ui: &mut egui::Ui, soft: bool) {
    let size = studio.cloth.size;
    length(ui, &mut studio.cloth.brush.radius, 0.003 * size..=0.3 * size, "Brush size", "Radius of the brush");
    if soft {
        slider(ui, &mut studio.cloth.brush.soft, 0.0..=1.0, "Softness", "How soft its edge is");
    }
}
