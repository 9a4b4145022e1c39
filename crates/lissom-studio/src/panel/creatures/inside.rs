//! A look into the body while it plays.

use eframe::egui;
use glam::Vec3;
use lissom_scenes::cutaway::Cutaway;
use lissom_show::Overlay;

use crate::Studio;
use crate::command::Command;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let mut shown = studio.shows(Overlay::Excitation);
    if ui.checkbox(&mut shown, "Excitation colours").on_hover_text(Overlay::Excitation.help()).changed() {
        studio.send(Command::Show(Overlay::Excitation));
    }
    let axes = [("Off", None), ("X", Some(Vec3::X)), ("Y", Some(Vec3::Y)), ("Z", Some(Vec3::Z))];
    let mut axis = studio.look.cut.map(|c| c.axis);
    ui.horizontal(|ui| {
        ui.label("Cut away");
        for (name, value) in axes {
            ui.selectable_value(&mut axis, value, name)
                .on_hover_text("Leaves out what lies beyond a plane across this axis, also while it plays");
        }
    });
    let Some(axis) = axis else { return studio.look.cut = None };
    let Some(body) = studio.body() else { return };
    let along = body.mesh.positions.iter().map(|p| p.dot(axis));
    let (low, high) = along.fold((f32::MAX, f32::MIN), |(l, h), p| (l.min(p), h.max(p)));
    if low > high {
        return;
    }
    let before = studio.look.cut.filter(|c| c.axis == axis).and_then(|c| c.offset);
    let mut offset = before.unwrap_or(0.5 * (low + high)).clamp(low, high);
    ui.add(egui::Slider::new(&mut offset, low..=high).suffix(" m").fixed_decimals(2).text("Where"))
        .on_hover_text("Where the plane is along the axis");
    studio.look.cut = Some(Cutaway { axis, offset: Some(offset) });
}
