//! What goes on beside: how far it is, and a button to stop it.

use eframe::egui;

use crate::{Command, Studio};

pub fn show(studio: &Studio, ctx: &egui::Context) {
    let Some(job) = &studio.job else { return };
    egui::Window::new("Working")
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .title_bar(false)
        .resizable(false)
        .show(ctx, |ui| {
            ui.label(&job.what);
            ui.add(egui::ProgressBar::new(job.share()).desired_width(280.0).show_percentage());
            if ui.button("Stop").on_hover_text("Everything stays as it was before").clicked() {
                studio.send(Command::StopJob);
            }
        });
    ctx.request_repaint_after(std::time::Duration::from_millis(50));
}
