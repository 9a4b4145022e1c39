//! The panel for watching: what is done to the character while it plays.

use eframe::egui;
use lissom_show::Show;

use crate::compare;
use crate::hand::FASTEST;
use crate::studio::Watch;
use crate::work::{Played, Source};
use crate::{Command, Studio};

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    about(studio, ui);
    what_plays(studio, ui);
    cameras(studio, ui);
    ui.separator();
    ui.strong("Hands on");
    ui.label("Drag any soft part. Click a creature to touch it.");
    if ui.button("Shake").on_hover_text("Moves the whole character to and fro").clicked() {
        studio.send(Command::Shake);
    }
    strikes(studio, ui);
    wind(studio, ui);
    ui.separator();
    compare::controls(studio, ui);
}

fn about(studio: &Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    ui.heading(work.name());
    if let Source::Scene { scene, .. } = &work.source {
        ui.label(scene.about);
        ui.weak(format!("{}. Look at: {}", scene.from, scene.look));
    }
    let character = work.character();
    let particles = studio.player.as_ref().map_or(0, |p| p.show.actor().radii.len());
    ui.weak(format!("{particles} particles, {} triangles", character.triangle_count()));
}

/// Variants of a scene, animations of a file.
fn what_plays(studio: &Studio, ui: &mut egui::Ui) {
    let Some(work) = &studio.work else { return };
    match &work.source {
        Source::Scene { scene, variant, .. } if scene.variants.len() > 1 => {
            ui.horizontal_wrapped(|ui| {
                ui.label("Variant");
                for name in scene.variants {
                    let label = ui.selectable_label(variant == name, *name);
                    if label.on_hover_text("Another way to set the scene up").clicked() {
                        let (name, variant) = (scene.name.to_owned(), Some((*name).to_owned()));
                        studio.send(Command::OpenScene { name, variant });
                    }
                }
            });
        }
        Source::File { model, played: Played { clip, motion }, .. }
            if !model.import.clips.is_empty() || motion.is_some() =>
        {
            let clips = &model.import.clips;
            let name = |k: Option<usize>| k.map_or("None: at rest", |k| clips[k].name.as_str()).to_owned();
            let other = motion.as_ref().map(|motion| motion.name.clone());
            let now = other.clone().unwrap_or_else(|| name(*clip));
            let list = egui::ComboBox::from_label("Animation").selected_text(now).show_ui(ui, |ui| {
                if let Some(name) = &other {
                    _ = ui.selectable_label(true, name.as_str());
                }
                for k in std::iter::once(None).chain((0..clips.len()).map(Some)) {
                    if ui.selectable_label(other.is_none() && *clip == k, name(k)).clicked() {
                        studio.send(Command::Animation(k));
                    }
                }
            });
            list.response.on_hover_text("Which animation of the file moves the bones");
        }
        _ => {}
    }
}

fn cameras(studio: &Studio, ui: &mut egui::Ui) {
    let Some(player) = &studio.player else { return };
    let mut choices = vec![(Watch::Free, "Free".to_owned())];
    match &player.show {
        Show::Scene(..) => choices.push((Watch::Own(0), "The scene's".to_owned())),
        Show::File(file) => {
            let cameras = file.take.import.cameras.iter().enumerate();
            choices.extend(cameras.map(|(k, c)| (Watch::Own(k), c.name.clone())));
        }
    }
    if choices.len() == 1 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Camera");
        for (watch, name) in choices {
            let help = match watch {
                Watch::Free => "The camera is where you drag it",
                Watch::Own(_) => "The camera moves as it was animated",
            };
            if ui.selectable_label(studio.watch == watch, name).on_hover_text(help).clicked() {
                studio.send(Command::Watch(watch));
            }
        }
    });
}

/// A button for each key that a creature answers to.
pub fn strikes(studio: &Studio, ui: &mut egui::Ui) {
    let keys = studio.keys();
    if keys.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for name in keys {
            let help = "Creatures that answer to it do. With the mouse over the picture, the key does the same";
            if ui.small_button(format!("Strike {name}")).on_hover_text(help).clicked() {
                studio.send(Command::Strike(name.to_owned()));
            }
        }
    });
}

fn wind(studio: &Studio, ui: &mut egui::Ui) {
    let mut blow = studio.blow();
    ui.checkbox(&mut blow.on, "Wind").on_hover_text("Instead of the scene's own");
    ui.add_enabled_ui(blow.on, |ui| {
        let mut slider = |slider: egui::Slider<'_>, help: &str| {
            ui.add(slider).on_hover_text(help).on_disabled_hover_text(help);
        };
        let speed = egui::Slider::new(&mut blow.speed, 0.0..=FASTEST).text("Speed").suffix(" m/s");
        slider(speed, "How fast the air is: 3 moves leaves, 10 moves branches");
        let direction = egui::Slider::new(&mut blow.heading_deg, 0.0..=360.0).text("Direction").suffix("°");
        slider(direction, "Where it blows to, around the character");
        slider(egui::Slider::new(&mut blow.gusts, 0.0..=1.0).text("Gusts"), "How much of it comes and goes");
    });
    if blow != studio.blow() {
        studio.send(Command::Wind(blow));
    }
}
