//! The chosen collider: its shape, its bone, and what can be done with it.

use eframe::egui::{DragValue, Ui};
use glam::{EulerRot, Quat};
use lissom_rig::rig::ColliderShape;

use super::row::{bone, length, problems, row, slider, text};
use crate::cloth::ClothCommand;
use crate::tool::Tool;
use crate::work::Work;
use crate::{Command, Studio};

pub fn show(studio: &mut Studio, ui: &mut Ui) {
    let Some(mut collider) = studio.collider().cloned() else { return };
    let kind = match collider.shape {
        ColliderShape::Sphere { .. } => "ball",
        ColliderShape::Capsule { .. } => "capsule",
        ColliderShape::Plane { .. } => "plane",
        ColliderShape::Box { .. } => "box",
        ColliderShape::InsideSphere { .. } => "inside of a ball",
        ColliderShape::InsideCapsule { .. } => "inside of a capsule",
    };
    ui.heading(format!("{} ({kind})", collider.part));
    problems(ui, studio.problems(), &format!("collider \"{}\"", collider.part));
    ui.horizontal_wrapped(|ui| {
        let mut button = |name: &str, help: &str, on: bool, command: ClothCommand| {
            if ui.selectable_label(on, name).on_hover_text(help).clicked() {
                studio.send(Command::Cloth(command));
            }
        };
        button("Move", "With handles in the picture", studio.tool == Tool::Gizmo, ClothCommand::Move);
        button("Fit to bone", "To the skin that follows its bone", false, ClothCommand::Fit);
        button("Mirror", "On the bone of the other side as well", false, ClothCommand::Mirror);
    });
    let mut what = None;
    if text(ui, &mut collider.part, "Name", "What it belongs to: others may pass through parts by name") {
        what = Some("Rename collider");
    }
    let mut on = collider.bone.clone().unwrap_or_default();
    let Some(Work { bones, .. }) = &studio.work else { return };
    if bone(ui, &mut on, bones, &mut studio.cloth.find, "Bone", "It moves with this bone") {
        // Named after its bone, it is named after the next one, too.
        if collider.bone.as_ref() == Some(&collider.part) {
            collider.part.clone_from(&on);
        }
        collider.bone = Some(on);
        what = Some("Bone of collider");
    }
    let mut still = collider.bone.is_none();
    if ui.checkbox(&mut still, "Stands still").on_hover_text("It follows no bone").changed() {
        collider.bone = bones.found("").next().map(|(name, _)| name.to_owned()).filter(|_| !still);
        what = Some("Bone of collider");
    }
    if shape(ui, &mut collider.shape, studio.cloth.size) {
        what = Some("Shape of collider");
    }
    if slider(ui, &mut collider.friction, 0.0..=2.0, "Friction", "How much things stick to it") {
        what = Some("Friction of collider");
    }
    ui.add_space(8.0);
    if ui.button("🗑 Delete collider").on_hover_text("Nothing bumps into it any more").clicked() {
        studio.send(Command::Cloth(ClothCommand::Delete));
    }
    if let Some(what) = what {
        studio.change_collider(what, |c| *c = collider);
    }
}

fn shape(ui: &mut Ui, shape: &mut ColliderShape, size: f32) -> bool {
    let sizes = 0.002 * size..=0.5 * size;
    let radius = |ui: &mut Ui, value: &mut f32, name: &str| length(ui, value, sizes.clone(), name, "In metres");
    match shape {
        ColliderShape::Sphere { center, radius: r } | ColliderShape::InsideSphere { center, radius: r } => {
            let moved = place(ui, center, "Center", size);
            radius(ui, r, "Radius") || moved
        }
        ColliderShape::Capsule { ends, radii } | ColliderShape::InsideCapsule { ends, radii } => {
            let [a, b] = ends;
            let moved = place(ui, a, "From", size) | place(ui, b, "To", size);
            let [a, b] = radii;
            let first = radius(ui, a, "Radius");
            radius(ui, b, "Other radius") || first || moved
        }
        ColliderShape::Plane { point, normal } => {
            let moved = place(ui, point, "Point", size);
            place(ui, normal, "Direction", 1.0) || moved
        }
        ColliderShape::Box { center, rotation, half } => {
            let moved = place(ui, center, "Center", size) | place(ui, half, "Half sides", size);
            for side in half.iter_mut() {
                *side = side.max(1e-4 * size);
            }
            turn(ui, rotation) || moved
        }
    }
}

/// Three numbers.
fn place(ui: &mut Ui, numbers: &mut [f32; 3], name: &str, size: f32) -> bool {
    let mut changed = false;
    let help = "x, y, z: drag, or click to type";
    row(ui, name, help, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let drag = |ui: &mut Ui, v: &mut f32| {
            ui.add(DragValue::new(v).speed(0.002 * size).max_decimals(3)).on_hover_text(help)
        };
        let [x, y, z] = numbers;
        let all = drag(ui, x) | drag(ui, y) | drag(ui, z);
        changed = all.changed();
        all
    });
    changed
}

/// A rotation, as turns about x, y and z.
fn turn(ui: &mut Ui, rotation: &mut [f32; 4]) -> bool {
    let (x, y, z) = Quat::from_array(*rotation).normalize().to_euler(EulerRot::XYZ);
    let mut degrees = [x, y, z].map(f32::to_degrees);
    let changed = place(ui, &mut degrees, "Turned", 200.0);
    if changed {
        let [x, y, z] = degrees.map(f32::to_radians);
        *rotation = Quat::from_euler(EulerRot::XYZ, x, y, z).to_array();
    }
    changed
}
