//! Time: play, pause, step, speed, and a bar to go to any moment that was played.

use eframe::egui;

use crate::{Command, Studio};

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
        let (icon, label) = if player.playing { ("⏸", "Pause") } else { ("▶", "Play") };
        button(ui, icon, label, Command::PlayPause);
        button(ui, "⏭", "One frame on", Command::StepFrame);
        ui.add(egui::DragValue::new(&mut player.speed).range(0.05..=4.0).speed(0.01).prefix("× "))
            .on_hover_text("Speed: 1 is real time");
        ui.checkbox(&mut player.looped, "Loop").on_hover_text("Begin again at the end");
        let mut secs = player.time_secs();
        ui.spacing_mut().slider_width = (ui.available_width() - 90.0).max(60.0);
        let end = player.length_secs().max(player.cached_secs());
        let slider = egui::Slider::new(&mut secs, 0.0..=end).fixed_decimals(2).suffix(" s");
        let hint = format!("Played so far: {:.2} s. Drag to look at any moment of it", player.cached_secs());
        let bar = ui.add(slider).on_hover_text(hint);
        if bar.changed() && bar.is_pointer_button_down_on() {
            asked = Some(Command::Seek { secs });
        }
    });
    ui.add_space(2.0);
    asked.into_iter().for_each(|command| studio.send(command));
}
