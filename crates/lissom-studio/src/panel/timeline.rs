//! Time: play, pause, step, speed, and a bar to go to any moment that was played.

use eframe::egui::{self, Rect, Sense, pos2, vec2};

use crate::player::Player;
use crate::theme::{ACCENT, NOW};
use crate::{Command, Studio};

const HEIGHT: f32 = 26.0;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(player) = &mut studio.player else { return };
    let mut asked = None;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let mut button = |ui: &mut egui::Ui, icon: &str, label: &str, command: Command| {
            let response = ui.button(icon).on_hover_text(label);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
            if response.clicked() {
                asked = Some(command);
            }
        };
        button(ui, "⏮", "Back to the start", Command::Restart);
        button(ui, "⏪", "One frame back", Command::StepBack);
        let (icon, label) = if player.playing { ("⏸", "Pause") } else { ("▶", "Play") };
        button(ui, icon, label, Command::PlayPause);
        button(ui, "⏩", "One frame on", Command::StepFrame);
        ui.add(egui::DragValue::new(&mut player.speed).range(0.05..=4.0).speed(0.01).prefix("× "))
            .on_hover_text("Speed: 1 is real time");
        ui.checkbox(&mut player.looped, "Loop").on_hover_text("Begin again at the end");
        asked = asked.take().or(range(player, ui));
        ui.monospace(format!("{:6.2} s", player.time_secs()));
        if let Some(secs) = bar(player, ui) {
            asked = Some(Command::Seek { secs });
        }
    });
    ui.add_space(2.0);
    asked.into_iter().for_each(|command| studio.send(command));
}

/// From when to when it is played.
fn range(player: &Player, ui: &mut egui::Ui) -> Option<Command> {
    let length = player.length_secs();
    let (mut from, mut to) = player.range_secs.unwrap_or((0.0, length));
    let label = ui.label("From");
    let first = ui.add(number(&mut from).range(0.0..=to)).labelled_by(label.id).on_hover_text("Where it begins");
    let label = ui.label("to");
    let last = ui.add(number(&mut to).range(from..=length)).labelled_by(label.id).on_hover_text("Where it ends");
    let range = (from > 0.0 || to < length).then_some((from, to.max(from + 0.1)));
    (first.changed() || last.changed()).then_some(Command::Range(range))
}

fn number(secs: &mut f64) -> egui::DragValue<'_> {
    egui::DragValue::new(secs).speed(0.02).fixed_decimals(2).suffix(" s")
}

/// What was played is drawn stronger. Where somebody wants to go.
fn bar(player: &Player, ui: &mut egui::Ui) -> Option<f64> {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    let (cached_from, cached_to) = player.cached_secs();
    let end = player.length_secs().max(cached_to).max(1e-3);
    let at = |secs: f64| rect.left() + (secs / end) as f32 * rect.width();
    let band = |from: f64, to: f64| {
        Rect::from_min_max(pos2(at(from), rect.center().y - 5.0), pos2(at(to), rect.center().y + 5.0))
    };
    let painter = ui.painter();
    painter.rect_filled(band(0.0, end), 3.0, ui.visuals().extreme_bg_color);
    painter.rect_filled(band(cached_from, cached_to), 3.0, ACCENT.gamma_multiply(0.6));
    if let Some((from, to)) = player.range_secs {
        let stroke = (1.0, ui.visuals().strong_text_color());
        painter.vline(at(from), rect.y_range(), stroke);
        painter.vline(at(to), rect.y_range(), stroke);
    }
    painter.vline(at(player.time_secs()), rect.y_range(), (2.0, NOW));
    let hint = "Drag to look at any moment that was played";
    let response = response.on_hover_text(hint);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, "Time"));
    let pos = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on() || response.clicked())?;
    Some(f64::from((pos.x - rect.left()) / rect.width().max(1.0)) * end)
}
