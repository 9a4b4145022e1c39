//! What is painted, with what, and on what.

use eframe::egui::{self, Color32};
use lissom_rig::Interpolation;

use super::{Draft, section};
use crate::creatures::field::Field;
use crate::creatures::{Brush, CreaturesCommand};
use crate::tool::Tool;
use crate::{Command, Studio};

const BRUSHES: [(Brush, &str, &str); 4] = [
    (Brush::Face, "Face", "Single face fill: paints the triangle under the mouse"),
    (Brush::Flat, "Flat", "Flat region fill: paints all that is nearly flat around the mouse"),
    (Brush::Stroke, "Stroke", "Paints along a stroke; directions are always strokes"),
    (Brush::Cut, "Cut", "Draw a stroke across the body. What lies right of it is hidden, and you paint inside"),
];

pub fn show(studio: &mut Studio, ui: &mut egui::Ui, draft: &mut Draft, index: usize) {
    section(ui, "Paint", true, |ui| {
        fields(studio, ui);
        brushes(studio, ui);
        if studio.creatures.field != Field::Direction {
            value(studio, ui);
        }
        place(studio, ui);
        tidy(studio, ui);
        let Some(creature) = draft.rig.creatures.get_mut(index) else { return };
        let mut along = creature.fields.interpolation == Interpolation::AlongBody;
        let help = "Fields follow the body instead of the shortest way: for bodies so bent that parts lie side by side";
        if ui.checkbox(&mut along, "Along the body").on_hover_text(help).changed() {
            creature.fields.interpolation = if along { Interpolation::AlongBody } else { Interpolation::Euclidean };
            draft.what = Some("Interpolation");
        }
    });
}

fn fields(studio: &Studio, ui: &mut egui::Ui) {
    ui.horizontal(|ui| {
        for field in Field::ALL {
            let chosen = studio.creatures.field == field;
            if ui.selectable_label(chosen, field.name()).on_hover_text(field.help()).clicked() {
                studio.send(Command::Creatures(CreaturesCommand::Field(field)));
            }
        }
    });
}

fn brushes(studio: &Studio, ui: &mut egui::Ui) {
    let painting = studio.tool == Tool::Paint;
    let strokes_only = studio.creatures.field == Field::Direction;
    ui.horizontal(|ui| {
        for (brush, name, help) in BRUSHES {
            let chosen = painting && studio.creatures.brush == brush;
            let possible = !(strokes_only && matches!(brush, Brush::Face | Brush::Flat));
            let button = egui::Button::new(name).selected(chosen).min_size(egui::vec2(54.0, 24.0));
            if ui.add_enabled(possible, button).on_hover_text(help).clicked() {
                studio.send(Command::Creatures(CreaturesCommand::Paint(brush)));
            }
        }
    });
    ui.horizontal(|ui| {
        if ui.add_enabled(painting, egui::Button::new("Done")).on_hover_text("Back to the moving body (Esc)").clicked()
        {
            studio.send(Command::PutDown);
        }
        let words = if painting { "Drag beside the body to turn it" } else { "Choose a brush to paint" };
        ui.weak(words);
    });
}

fn value(studio: &mut Studio, ui: &mut egui::Ui) {
    let state = &mut studio.creatures;
    let field = state.field;
    let value = &mut state.values[field as usize];
    ui.horizontal(|ui| {
        for (name, preset) in field.presets() {
            let fill = color(field, *preset);
            let text = if fill.intensity() > 0.6 { Color32::BLACK } else { Color32::WHITE };
            let button = egui::Button::new(egui::RichText::new(*name).color(text)).fill(fill);
            if ui.add(button).on_hover_text(format!("Paint {preset}")).clicked() {
                *value = *preset;
            }
        }
    });
    bar(ui, field, value);
    if state.brush == Brush::Flat {
        ui.add(egui::Slider::new(&mut state.angle_deg, 1.0..=90.0).suffix("°").fixed_decimals(0).text("Angle"))
            .on_hover_text("A flat region does not grow over edges that bend more than this");
    }
}

/// All values in their colours; drag to choose one.
fn bar(ui: &mut egui::Ui, field: Field, value: &mut f32) {
    let [low, high] = field.range();
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width().min(250.0), 18.0), egui::Sense::click_and_drag());
    if let Some(at) = response.interact_pointer_pos() {
        let share = ((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        *value = ((low + (high - low) * share) * 50.0).round() / 50.0;
    }
    let mut strip = egui::Mesh::default();
    for k in 0..=32_u32 {
        let share = k as f32 / 32.0;
        let x = rect.left() + rect.width() * share;
        let paint = color(field, low + (high - low) * share);
        strip.colored_vertex(egui::pos2(x, rect.top()), paint);
        strip.colored_vertex(egui::pos2(x, rect.bottom()), paint);
        if k > 0 {
            strip.add_triangle(2 * k - 2, 2 * k - 1, 2 * k);
            strip.add_triangle(2 * k - 1, 2 * k, 2 * k + 1);
        }
    }
    ui.painter().add(strip);
    let x = rect.left() + rect.width() * (*value - low) / (high - low);
    let knob = egui::Rect::from_center_size(egui::pos2(x, rect.center().y), egui::vec2(7.0, rect.height() + 4.0));
    ui.painter().rect(
        knob,
        3.0,
        color(field, *value),
        egui::Stroke::new(2.0, Color32::WHITE),
        egui::StrokeKind::Outside,
    );
    response.widget_info(|| egui::WidgetInfo::slider(true, f64::from(*value), "Value"));
    response.on_hover_text(format!("What is painted: {value:.2}"));
}

pub fn color(field: Field, value: f32) -> Color32 {
    let rgb = field.colour(value);
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// On the outside and the cut, or on a layer.
fn place(studio: &mut Studio, ui: &mut egui::Ui) {
    let state = &mut studio.creatures;
    ui.horizontal(|ui| {
        ui.label("Paint on");
        ui.selectable_value(&mut state.on_layer, false, "the outside").on_hover_text("And on the cut, if there is one");
        ui.selectable_value(&mut state.on_layer, true, "a layer")
            .on_hover_text("A surface inside the body on which the layer field has one value");
    });
    if state.on_layer {
        ui.add(egui::Slider::new(&mut state.layer, 0.0..=1.0).fixed_decimals(2).text("Which layer"))
            .on_hover_text("0 is outermost, 1 innermost");
        if state.canvas.as_ref().is_some_and(|c| c.surface.triangles.is_empty()) {
            ui.colored_label(
                ui.visuals().warn_fg_color,
                "There is no such layer. Paint layers first: outside and inside.",
            );
        }
    }
    if state.field == Field::Direction {
        ui.horizontal(|ui| {
            ui.label("Combed");
            for (k, name) in ["first", "second", "third"].into_iter().enumerate() {
                ui.selectable_value(&mut state.comb, k, name).on_hover_text("Which of the three directions is shown");
            }
        });
    }
}

fn tidy(studio: &Studio, ui: &mut egui::Ui) {
    let field = studio.creatures.field;
    let count = studio.creature().map_or(0, |(_, c)| field.count(&c.fields));
    ui.horizontal(|ui| {
        let mut button = |possible: bool, name: &str, help: &str, command: CreaturesCommand| {
            if ui.add_enabled(possible, egui::Button::new(name)).on_hover_text(help).clicked() {
                studio.send(Command::Creatures(command));
            }
        };
        let last = "Takes away what you painted last";
        button(count > 0, "Erase last", last, CreaturesCommand::EraseLast);
        button(count > 0, "Clear field", "Takes away all that is painted of it", CreaturesCommand::ClearField);
        button(studio.cut().is_some(), "Whole again", "Forgets the cut", CreaturesCommand::Whole);
    });
    let things = if field == Field::Direction { "strokes" } else { "dabs" };
    ui.weak(format!("{count} {things}"));
}
