//! The examples of a chain: how much each counts now, and the chosen one.

use eframe::egui::{self, Align2, FontId, Sense};

use super::{rows, slide};
use crate::theme::ACCENT;
use crate::views::{ViewsCommand, edit};
use crate::{Command, Studio};

const ROW: f32 = 22.0;

/// A bar for the bind pose and one for each example.
pub fn weights(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(view) = studio.view() else {
        ui.weak("Nothing is keyed yet: the chain looks the same from everywhere. Orbit to a view, pose the chain, and key it.");
        return;
    };
    let weights = studio.view_weights().unwrap_or_default();
    let weight = |k: usize| weights.get(k).copied().unwrap_or(0.0);
    let mut chosen = studio.views.example;
    bar(ui, "Bind pose", weight(0), false);
    for (k, example) in view.examples.iter().enumerate() {
        let response = bar(ui, &example.name, weight(k + 1), chosen == Some(k));
        if response.clicked() {
            chosen = Some(k);
        }
        if response.double_clicked() {
            studio.send(Command::Views(ViewsCommand::LookFrom(example.direction)));
        }
    }
    studio.views.example = chosen;
}

fn bar(ui: &mut egui::Ui, name: &str, weight: f32, chosen: bool) -> egui::Response {
    ui.spacing_mut().item_spacing.y = 3.0;
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), ROW), Sense::click());
    let visuals = ui.style().interact_selectable(&response, chosen);
    let painter = ui.painter();
    painter.rect_filled(rect, visuals.corner_radius, ui.visuals().extreme_bg_color);
    let full = egui::Rect::from_min_size(rect.min, egui::vec2(rect.width() * weight.clamp(0.0, 1.0), rect.height()));
    painter.with_clip_rect(full).rect_filled(rect, visuals.corner_radius, ACCENT.gamma_multiply(0.6));
    if chosen || response.hovered() {
        painter.rect_stroke(rect, visuals.corner_radius, (1.5, ACCENT), egui::StrokeKind::Inside);
    }
    let (font, color) = (FontId::proportional(13.0), ui.visuals().strong_text_color());
    let (left, right) = (rect.left_center() + egui::vec2(8.0, 0.0), rect.right_center() - egui::vec2(8.0, 0.0));
    painter.with_clip_rect(rect).text(left, Align2::LEFT_CENTER, name, font.clone(), color);
    painter.text(right, Align2::RIGHT_CENTER, format!("{:.0} %", 100.0 * weight), font, color);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Weight of {name}"));
        info.value = Some(weight.into());
        info
    });
    response.on_hover_text("How much this pose counts from where the camera is")
}

/// Its name and extent, and what can be done with it.
pub fn chosen(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some((k, example)) = studio.example() else {
        studio.views.typed = None;
        return;
    };
    let example = example.clone();
    let mut typed = studio.views.typed.take().unwrap_or_else(|| example.name.clone());
    ui.add_space(4.0);
    rows(ui, "example", |ui| {
        let label = ui.label("Name");
        let field = ui.add(egui::TextEdit::singleline(&mut typed).desired_width(f32::INFINITY)).labelled_by(label.id);
        let field = field.on_hover_text("What this view is called");
        if field.lost_focus() && typed != example.name {
            studio.change_chain("Rename example", |joints| {
                if let Some(view) = &mut joints.view {
                    let name = edit::unused(view, &typed);
                    view.examples[k].name = name;
                }
            });
        }
        studio.views.typed = field.has_focus().then_some(typed);
        ui.end_row();
        let mut degrees = example.extent.to_degrees();
        let slider = egui::Slider::new(&mut degrees, 5.0..=180.0).suffix("°").max_decimals(0);
        if slide(ui, "Extent", "How far around its direction this pose counts", slider) {
            studio.change_chain("Extent", |joints| {
                if let Some(view) = &mut joints.view {
                    view.examples[k].extent = degrees.to_radians();
                }
            });
        }
    });
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 3.0 * ui.spacing().item_spacing.x) / 4.0;
        let mut button = |name: &str, help: &str, command: ViewsCommand| {
            if ui.add_sized([width, 24.0], egui::Button::new(name)).on_hover_text(help).clicked() {
                studio.send(Command::Views(command));
            }
        };
        button("Look", "Move the camera to this view", ViewsCommand::LookFrom(example.direction));
        button("Copy", "The same pose for a view beside it", ViewsCommand::Duplicate);
        button("Mirror", "For the chain of the other side, seen from the other side", ViewsCommand::Mirror);
        button("Delete", "Forget this pose", ViewsCommand::Delete);
    });
}
