//! How poses become one.

use eframe::egui;
use lissom_rig::view::{Descriptor, Sag, Weighting};

use super::{pick, rows, slide};
use crate::views::ViewsCommand;
use crate::{Command, Studio};

const WEIGHTINGS: [(Weighting, &str, &str); 3] = [
    (Weighting::Gaussian, "Soft", "Each pose counts less and less away from its view (Gaussian)"),
    (Weighting::Interpolating, "Exact", "Every pose is met exactly in its own view"),
    (Weighting::Triangulated, "Between neighbours", "Between the three nearest views; they must lie all around"),
];

const DESCRIPTORS: [(Descriptor, &str, &str); 2] = [
    (Descriptor::ParentLocal, "Joint by joint", "Curls keep their form while they swing over"),
    (Descriptor::Paper, "From the base", "As in the paper: curls are distorted on the way"),
];

const SAGS: [(Sag, &str, &str); 3] = [
    (Sag::Off, "Gravity bends poses", "You draw what gravity acts on"),
    (Sag::Upright, "Poses hold upright", "Poses are bent back until gravity bends them to what you drew"),
    (Sag::AnyTilt, "Poses hold in any tilt", "The same however the base is turned; takes longer to prepare"),
];

/// As the engine has it if nobody says otherwise.
const RESPONSE_SECS: f32 = 0.1;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(view) = studio.view() else { return };
    let mut new = view.clone();
    let mut what = "";
    let mut preview = studio.views.preview;
    let help = "Show the blended pose itself, without swinging and sagging (B)";
    if ui.checkbox(&mut preview, "Preview without physics").on_hover_text(help).changed() {
        studio.send(Command::Views(ViewsCommand::Preview));
    }
    rows(ui, "blending", |ui| {
        if let Some(weighting) = pick(ui, "Weights", view.weighting, &WEIGHTINGS) {
            (what, new.weighting) = ("Weights", weighting);
        }
        if let Some(descriptor) = pick(ui, "Rotations", view.descriptor, &DESCRIPTORS) {
            (what, new.descriptor) = ("Rotations", descriptor);
        }
        let mut secs = view.response_secs.unwrap_or(RESPONSE_SECS);
        let slider = egui::Slider::new(&mut secs, 0.0..=1.0).suffix(" s");
        if slide(ui, "Response", "How long the shape takes to follow the camera", slider) {
            (what, new.response_secs) = ("Response", Some(secs));
        }
        if let Some(sag) = pick(ui, "Sag", view.sag, &SAGS) {
            (what, new.sag) = ("Sag", sag);
        }
    });
    let note = SAGS.iter().find(|s| s.0 == view.sag).map_or("", |s| s.2);
    super::note(ui, note);
    if !what.is_empty() {
        studio.change_chain(what, |joints| joints.view = Some(new));
    }
}
