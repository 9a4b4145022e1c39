//! What is done about motion that only the camera causes, and how much the chain moves.

use eframe::egui;
use egui_plot::{Line, Plot, PlotPoints};
use lissom_rig::view::Suppression;

use crate::Studio;
use crate::player::FRAME_SECS;
use crate::theme::ACCENT;
use crate::views::ENERGY_SECS;

const MODES: [(Suppression, &str, &str); 4] = [
    (Suppression::None, "None", "The chain is pulled to its new shape, and swings"),
    (Suppression::DAMPING, "Damping", "All motion is damped more: ghosts die sooner, and so does what is real"),
    (Suppression::PROJECTION, "Projection", "The paper's way: a second solve without what the camera did"),
    (Suppression::Transport, "Transport", "The chain moves with its shape and keeps its own motion"),
];

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(now) = studio.view().map(|v| v.suppression) else { return };
    let is = |mode: &Suppression| std::mem::discriminant(mode) == std::mem::discriminant(&now);
    let mut picked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for (mode, name, help) in MODES {
            if ui.selectable_label(is(&mode), name).on_hover_text(help).clicked() {
                picked = Some(mode);
            }
        }
    });
    let note = MODES.iter().find(|m| is(&m.0)).map_or("", |m| m.2);
    super::note(ui, note);
    if let Some(mode) = picked.filter(|mode| !is(mode)) {
        studio.change_chain("Ghost momentum", |joints| {
            if let Some(view) = &mut joints.view {
                view.suppression = mode;
            }
        });
    }
    let past = &studio.views.energy.past;
    let points = past.iter().enumerate();
    // The present is on the right.
    let points = points.map(|(k, joules)| [(k as f64 - past.len() as f64) * FRAME_SECS, 1e3 * joules]);
    let line = Line::new("Kinetic energy", PlotPoints::from_iter(points)).color(ACCENT).width(1.5).fill(0.0);
    Plot::new("energy")
        .height(84.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .show_axes(false)
        .show_x(false)
        .include_x(-ENERGY_SECS)
        .include_x(0.0)
        .include_y(0.0)
        .include_y(1.0)
        .show(ui, |plot| plot.line(line));
    let (now, most) = (past.back().copied().unwrap_or(0.0), past.iter().copied().fold(0.0, f64::max));
    super::note(ui, &format!("Kinetic energy: {} now, {} at most in 5 s", joules(now), joules(most)));
}

/// In the unit that has the fewest digits.
fn joules(energy: f64) -> String {
    match energy {
        e if e < 1.0 => format!("{:.1} mJ", 1e3 * e),
        e if e < 1e3 => format!("{e:.1} J"),
        e => format!("{:.1} kJ", 1e-3 * e),
    }
}
