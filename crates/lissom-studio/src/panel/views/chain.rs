//! Which chain, and what it is made of.

use eframe::egui;
use lissom_rig::Preset;
use lissom_rig::rig::Joints;

use super::{pick, rows, slide_unless};
use crate::panel::cloth::row::choose_bone;
use crate::studio::Selection;
use crate::views::ViewsCommand;
use crate::{Command, Studio};

const PRESETS: [(Preset, &str, &str); 8] = [
    (Preset::Hair, "Hair", "Strands that swing and come back"),
    (Preset::Ear, "Ear", "Stands up, and flops when shaken"),
    (Preset::Tail, "Tail", "Heavier, follows the body"),
    (Preset::Ribbon, "Ribbon", "Light, and loves the wind"),
    (Preset::Cape, "Cape", "Light cloth"),
    (Preset::Skirt, "Skirt", "Cloth that keeps its form"),
    (Preset::Robe, "Robe", "Heavy cloth"),
    (Preset::SoftSkin, "Soft skin", "Follows closely and quivers"),
];

/// A list of the chains, and the search for more.
pub fn choose(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    let mut chosen = studio.chain();
    ui.horizontal(|ui| {
        let text = studio.joints().map_or("No chain", |j| j.name.as_str());
        let list = egui::ComboBox::from_id_salt("chain").width(150.0).selected_text(egui::RichText::new(text).strong());
        let list = list.show_ui(ui, |ui| {
            for (k, joints) in work.rig().joints.iter().enumerate() {
                ui.selectable_value(&mut chosen, Some(k), &joints.name);
            }
        });
        list.response.on_hover_text("The chain that all of this is about");
        let help = "Look for ears, tails, hair and the like among the bones";
        if ui.button("Find chains").on_hover_text(help).clicked() {
            studio.send(Command::Views(ViewsCommand::FindChains));
        }
    });
    let bone = ui.horizontal(|ui| {
        let help = "This bone swings, and the longest line of bones that hang on it";
        let label = ui.label("New chain from a bone").on_hover_text(help);
        let list = egui::ComboBox::from_id_salt("new chain").selected_text("choose…");
        let shown = choose_bone(ui, list, "", &work.bones, &mut studio.cloth.find);
        shown.response.labelled_by(label.id).on_hover_text(help);
        shown.inner.flatten()
    });
    if let Some(bone) = bone.inner {
        studio.send(Command::Views(ViewsCommand::AddChain(bone)));
    }
    if let Some(k) = chosen.filter(|k| studio.chain() != Some(*k)) {
        studio.selection = Selection::Chain(k);
    }
}

/// What was found, to tick.
pub fn found(studio: &mut Studio, ui: &mut egui::Ui) {
    if studio.views.found.is_empty() {
        return;
    }
    egui::Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        for candidate in &mut studio.views.found {
            ui.checkbox(&mut candidate.wanted, &candidate.joints.name).on_hover_text("Whether it is added");
            ui.horizontal(|ui| {
                ui.add_space(ui.spacing().icon_width + ui.spacing().icon_spacing);
                super::note(ui, &candidate.why);
            });
        }
        let wanted = studio.views.found.iter().filter(|c| c.wanted).count();
        ui.horizontal(|ui| {
            let words = if wanted == 1 { "Add 1 chain".to_owned() } else { format!("Add {wanted} chains") };
            let add = ui.add_enabled(wanted > 0, egui::Button::new(words));
            if add.on_hover_text("Those that are ticked swing from now on").clicked() {
                studio.send(Command::Views(ViewsCommand::AddChains));
            }
            if ui.button("Not now").on_hover_text("Puts the list away").clicked() {
                studio.send(Command::Views(ViewsCommand::ForgetFound));
            }
        });
    });
}

/// What it is made of: a preset, and single numbers changed.
pub fn numbers(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(joints) = studio.joints() else { return };
    let mut new = joints.clone();
    let mut what = "";
    let mut params = joints.preset.params();
    joints.adjust.apply(&mut params);
    let springs = !joints.springs.is_empty();
    if springs {
        ui.weak("It springs back as the VRM file says. Grey numbers count once a view is keyed.");
    }
    let replaced = springs.then_some("The springs of the VRM file say this, until a view is keyed");
    rows(ui, "numbers", |ui| {
        if let Some(preset) = pick(ui, "Preset", joints.preset, &PRESETS) {
            (what, new.preset) = ("Preset", preset);
        }
        let mut number = |ui: &mut egui::Ui, name: &'static str, help, value: f32, range, log, to: &mut Option<f32>| {
            let mut value = value;
            let slider = egui::Slider::new(&mut value, range).logarithmic(log).max_decimals(2);
            if slide_unless(ui, replaced.filter(|_| name != "Inertia"), name, help, slider) {
                (what, *to) = (name, Some(value));
            }
        };
        let adjust = &mut new.adjust;
        let stiffness = "How quickly it springs back: swings in a second";
        number(ui, "Stiffness", stiffness, params.bend_hz, 1.0..=60.0, true, &mut adjust.stiffness_hz);
        let damping = "How soon swinging dies down";
        number(ui, "Damping", damping, params.damping, 0.0..=20.0, false, &mut adjust.damping);
        let gravity = "How heavy it is: 1 as in nature, 0 floats";
        number(ui, "Gravity", gravity, params.gravity_scale, 0.0..=2.0, false, &mut adjust.gravity);
        let inertia = "How much of the body's own motion it feels: 1 all, 0 none";
        number(ui, "Inertia", inertia, params.inertia, 0.0..=1.0, false, &mut adjust.inertia);
        ui.label("Limit").on_hover_text("No joint bends farther from its pose than this");
        ui.horizontal(|ui| {
            let mut limited = adjust.limit_cone_deg.is_some();
            if ui.checkbox(&mut limited, "").on_hover_text("Limit how far joints bend").changed() {
                (what, adjust.limit_cone_deg) = ("Limit", limited.then_some(60.0));
            }
            if let Some(degrees) = &mut adjust.limit_cone_deg {
                ui.spacing_mut().slider_width = 88.0;
                let slider = egui::Slider::new(degrees, 1.0..=180.0).suffix("°").max_decimals(0);
                let slider = slider.clamping(egui::SliderClamping::Edits);
                if ui.add(slider).on_hover_text("How far").changed() {
                    what = "Limit";
                }
            }
        });
        ui.end_row();
        let most = (length(studio, joints) * 0.5).max(new.radius);
        let radius = egui::Slider::new(&mut new.radius, most * 0.005..=most).logarithmic(true).suffix(" m");
        if slide_unless(ui, replaced, "Radius", "How thick it is where it touches things", radius) {
            what = "Radius";
        }
    });
    ui.horizontal(|ui| {
        let changed = !joints.adjust.is_empty();
        let help = "Forget the numbers that were changed";
        if ui.add_enabled(changed, egui::Button::new("As the preset")).on_hover_text(help).clicked() {
            (what, new.adjust) = ("As the preset", Default::default());
        }
        if ui.button("Remove chain").on_hover_text("Leave this chain to the animation").clicked() {
            studio.send(Command::Views(ViewsCommand::RemoveChain));
        }
    });
    if !what.is_empty() {
        studio.change_chain(what, |joints| *joints = new);
    }
}

/// All bones of a chain, end to end.
fn length(studio: &Studio, joints: &Joints) -> f32 {
    let Some(work) = &studio.work else { return 1.0 };
    let skeleton = &work.character().skeleton;
    let bones = joints.bones.iter().skip(1).filter_map(|name| skeleton.find(name));
    let length: f32 = bones.map(|b| skeleton.bones[b].parent_from_bone.translation.length()).sum();
    if length > 0.0 { length } else { 1.0 }
}
