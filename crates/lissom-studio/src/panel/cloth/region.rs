//! The chosen region: what it is made of, what it costs, how it moves.

use eframe::egui;
use lissom_rig::preset::{Adjust, Preset};
use lissom_rig::rig::{Kind, Region};

use super::row::{bone, length, of_preset, one_of, problems, rail, row, slider, text};
use super::{choose, paint};
use crate::cloth::ClothCommand;
use crate::{Command, Studio};

/// What triangles can become.
pub const KINDS: [(Kind, &str, &str); 4] = [
    (Kind::Cloth, "cloth", "A connected mesh of particles: capes, skirts, soft skin"),
    (Kind::Strands { chains: 8 }, "strands", "Chains of particles, each moving the hair around it"),
    (Kind::Shell { surface: true }, "a shell", "Particles on the skin, for others to bump into"),
    (Kind::MomentumConserving, "a soft body", "The animation only shapes it; how it flies and falls is its own"),
];

const PRESETS: [(Preset, &str); 9] = [
    (Preset::Hair, "Hair"),
    (Preset::Cape, "Cape"),
    (Preset::Skirt, "Skirt"),
    (Preset::Robe, "Robe"),
    (Preset::SoftSkin, "Soft skin"),
    (Preset::Ear, "Ear"),
    (Preset::Tail, "Tail"),
    (Preset::Ribbon, "Ribbon"),
    (Preset::Body, "Body"),
];

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let Some(mut region) = studio.region().cloned() else { return };
    ui.heading(&region.name);
    problems(ui, studio.problems(), &format!("region \"{}\"", region.name));
    let mut what = None;
    made_of(studio, ui, &mut region, &mut what);
    cost(studio, ui);
    section(ui, "Triangles", false, |ui| choose::show(studio, ui));
    section(ui, "Paint", true, |ui| paint::show(studio, ui));
    section(ui, "Motion", true, |ui| motion(ui, &mut region, &mut what));
    section(ui, "Passes through", false, |ui| passes(studio, ui, &mut region, &mut what));
    ui.add_space(8.0);
    if ui.button("🗑 Delete region").on_hover_text("Its triangles follow the bones again").clicked() {
        studio.send(Command::Cloth(ClothCommand::Delete));
    }
    if let Some(what) = what {
        studio.change_region(what, |r| *r = region);
    }
}

fn section(ui: &mut egui::Ui, title: &str, open: bool, body: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(egui::RichText::new(title).strong()).default_open(open).show(ui, body);
}

fn made_of(studio: &mut Studio, ui: &mut egui::Ui, region: &mut Region, what: &mut Option<&'static str>) {
    let mut set = |changed: bool, name: &'static str| {
        if changed {
            *what = Some(name);
        }
    };
    set(text(ui, &mut region.name, "Name", "What contacts and reports call it"), "Rename region");
    let same = |kind: &Kind| std::mem::discriminant(kind) == std::mem::discriminant(&region.kind);
    let kinds =
        KINDS.map(|(kind, name, _)| (if same(&kind) { region.kind } else { kind }, name.trim_start_matches("a ")));
    set(one_of(ui, &mut region.kind, &kinds, "Made of", "What the particles are to each other"), "Kind");
    let size = studio.cloth.size;
    let spacing = "Distance between particles: smaller is finer, and costs more";
    set(length(ui, &mut region.spacing, 0.003 * size..=0.2 * size, "Spacing", spacing), "Spacing");
    let mut radius = region.radius.unwrap_or(region.spacing / 2.0);
    let thick = "How thick particles are when they touch something";
    if length(ui, &mut radius, 0.001 * size..=0.1 * size, "Radius", thick) {
        region.radius = Some(radius);
        set(true, "Radius");
    }
    match &mut region.kind {
        Kind::Strands { chains } => {
            let help = "Chains of particles; the hair is shared out among them";
            let changed = row(ui, "Chains", help, |ui| ui.add(rail(chains, 1..=64))).changed();
            set(changed, "Chains");
        }
        Kind::Shell { surface } => {
            let help = "They push others out of the body, not to the nearest side";
            set(ui.checkbox(surface, "Particles know the way out").on_hover_text(help).changed(), "Surface particles");
        }
        Kind::Cloth | Kind::MomentumConserving => {
            let help = "Each chain of bones gets its own rows of particles: for sleeves and trouser legs";
            set(ui.checkbox(&mut region.by_bones, "Along each limb").on_hover_text(help).changed(), "Along each limb");
        }
    }
    let heavy = "All particles together, in kg";
    let weight = rail(&mut region.weight_kg, 0.01..=100.0).logarithmic(true).max_decimals(3).suffix(" kg");
    set(row(ui, "Weight", heavy, |ui| ui.add(weight)).changed(), "Weight");
    let help = "The bone whose motion counts as the region's own";
    let Some(work) = &studio.work else { return };
    set(bone(ui, &mut region.anchor, &work.bones, &mut studio.cloth.find, "Anchor", help), "Anchor");
}

fn cost(studio: &Studio, ui: &mut egui::Ui) {
    let Some(preview) = &studio.cloth.preview else { return };
    if let Some(error) = &preview.error {
        ui.colored_label(ui.visuals().error_fg_color, format!("⚠ {error}"));
        return;
    }
    egui::Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let (particles, edges) = (preview.particles(), preview.edges());
        ui.strong(format!("{particles} particles, {edges} edges"));
        let micros = preview.micros();
        let share = 100.0 * micros / 16_667.0;
        ui.weak(format!("about {micros:.0} µs a frame, {share:.0} % of 1/60 s"));
    });
}

fn motion(ui: &mut egui::Ui, region: &mut Region, what: &mut Option<&'static str>) {
    let mut set = |changed: bool, name: &'static str| {
        if changed {
            *what = Some(name);
        }
    };
    if one_of(ui, &mut region.preset, &PRESETS, "Preset", "Numbers that look right for what it is") {
        region.adjust = Adjust::default();
        set(true, "Preset");
    }
    let (usual, a) = (region.preset.params(), &mut region.adjust);
    let stiff = "How fast it springs back when bent, in Hz";
    set(of_preset(ui, &mut a.stiffness_hz, usual.bend_hz, 0.0..=60.0, "Stiffness", stiff), "Stiffness");
    set(of_preset(ui, &mut a.twist_hz, usual.twist_hz, 0.0..=60.0, "Twist", "The same for twisting"), "Twist");
    let calm = "How soon it calms down, per second";
    set(of_preset(ui, &mut a.damping, usual.damping, 0.0..=20.0, "Damping", calm), "Damping");
    let heavy = "1 is the world's, 0 is none";
    set(of_preset(ui, &mut a.gravity, usual.gravity_scale, 0.0..=2.0, "Gravity", heavy), "Gravity");
    set(of_preset(ui, &mut a.wind, usual.wind, 0.0..=5.0, "Wind", "How much wind takes it along"), "Wind");
    let lag = "How much it feels of the character's own motion";
    set(of_preset(ui, &mut a.inertia, usual.inertia, 0.0..=1.0, "Inertia", lag), "Inertia");
    let rub = "How much it sticks to what it touches";
    set(of_preset(ui, &mut a.friction, usual.friction, 0.0..=2.0, "Friction", rub), "Friction");
    let stretch = "How far edges may stretch; 0.1 is a tenth";
    set(of_preset(ui, &mut a.max_stretch, usual.max_stretch, 0.0..=1.0, "Stretch", stretch), "Stretch");
    let mut ring = a.ring.unwrap_or(usual.ring) as f32;
    if slider(ui, &mut ring, 1.0..=6.0, "Ring", "How many particles around each move as one: larger is firmer") {
        a.ring = Some(ring.round() as u32);
        set(true, "Ring");
    }
    let mut itself = a.self_collision.unwrap_or(usual.self_collision);
    if ui.checkbox(&mut itself, "Bumps into itself").on_hover_text("Keeps folds apart; costs time").changed() {
        a.self_collision = Some(itself);
        set(true, "Self collision");
    }
    let mut limited = a.limit_cone_deg.is_some();
    if ui.checkbox(&mut limited, "Limit").on_hover_text("How far it may bend away from its rest shape").changed() {
        a.limit_cone_deg = limited.then_some(45.0);
        set(true, "Limit");
    }
    if let Some(angle) = &mut a.limit_cone_deg {
        set(slider(ui, angle, 0.0..=180.0, "Angle", "In degrees"), "Limit");
    }
}

/// Parts that it does not touch.
fn passes(studio: &Studio, ui: &mut egui::Ui, region: &mut Region, what: &mut Option<&'static str>) {
    let Some(work) = &studio.work else { return };
    let rig = work.rig();
    let names = rig.regions.iter().map(|r| &r.name).chain(rig.joints.iter().map(|j| &j.name));
    let mut parts: Vec<&String> = names.chain(rig.colliders.iter().map(|c| &c.part)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts.retain(|p| **p != region.name);
    if parts.is_empty() {
        ui.weak("There is nothing else to touch.");
    }
    for part in parts {
        let mut on = region.passes_through.contains(part);
        if ui.checkbox(&mut on, part).on_hover_text("Ticked, they do not touch each other").changed() {
            region.passes_through.retain(|p| p != part);
            region.passes_through.extend(on.then(|| part.clone()));
            *what = Some("Passes through");
        }
    }
}
