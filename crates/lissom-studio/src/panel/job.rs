//! What goes on beside: how far it is, and a button to stop it.

use eframe::egui;

use crate::{Command, Studio};

pub fn show(studio: &Studio, ctx: &egui::Context) {
    let preparing = studio.preparing.as_ref().map(|it| &it.job);
    let jobs = [
        (studio.job.as_ref(), Command::StopJob, "Everything stays as it was before"),
        (preparing, Command::StopPreparing, "Gravity bends poses until the next change"),
        (studio.compare.preparing.as_ref(), Command::StopPreparing, "Gravity bends poses until the next change"),
    ];
    if jobs.iter().all(|(job, ..)| job.is_none()) {
        return;
    }
    egui::Window::new("Working").anchor(egui::Align2::CENTER_TOP, [0.0, 48.0]).title_bar(false).resizable(false).show(
        ctx,
        |ui| {
            for (job, stop, help) in jobs {
                let Some(job) = job else { continue };
                ui.label(&job.what);
                ui.horizontal(|ui| {
                    ui.add(egui::ProgressBar::new(job.share()).desired_width(280.0).show_percentage());
                    if ui.button("Stop").on_hover_text(help).clicked() {
                        studio.send(stop);
                    }
                });
            }
        },
    );
    ctx.request_repaint_after(std::time::Duration::from_millis(50));
}
