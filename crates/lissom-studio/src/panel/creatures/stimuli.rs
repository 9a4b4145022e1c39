//! What a body answers to: rows of when, which charts, how fast and how far.

use eframe::egui::{self, DragValue};
use lissom_rig::creature::{Stimulus, Template, When};

use super::{Draft, charts, number, within};

const WHENS: [(&str, &str); 5] = [
    ("Touch", "Somebody clicks on it"),
    ("Contact", "It runs into something, or something into it"),
    ("Near", "A collider comes near"),
    ("Key", "A key is struck, by its name"),
    ("Timer", "Again and again"),
];

/// What is set off by a kind of event, to start from.
fn fresh(kind: usize) -> When {
    match kind {
        0 => When::Touch,
        1 => When::Contact { part: None },
        2 => When::Near { part: String::new(), distance: 0.2 },
        3 => When::Key { name: "a".into() },
        _ => When::Timer { first_secs: 1.0, every_secs: 3.0 },
    }
}

fn kind(when: &When) -> usize {
    match when {
        When::Touch => 0,
        When::Contact { .. } => 1,
        When::Near { .. } => 2,
        When::Key { .. } => 3,
        When::Timer { .. } => 4,
    }
}

pub fn show(ui: &mut egui::Ui, draft: &mut Draft, index: usize) {
    let parts: Vec<String> = draft.rig.colliders.iter().map(|c| c.part.clone()).collect();
    let Some(creature) = draft.rig.creatures.get_mut(index) else { return };
    let before = creature.stimuli.clone();
    let mut gone = None;
    for (k, stimulus) in creature.stimuli.iter_mut().enumerate() {
        ui.push_id(k, |ui| {
            ui.horizontal(|ui| {
                ui.label(format!("{}.", k + 1));
                when(ui, &mut stimulus.when, &parts);
                if ui.small_button("✖").on_hover_text("Take this stimulus away").clicked() {
                    gone = Some(k);
                }
            });
            details(ui, stimulus);
        });
    }
    gone.map(|k| creature.stimuli.remove(k));
    let help = "A rule: when something happens, a signal runs through the body from there";
    if ui.button("Add a stimulus").on_hover_text(help).clicked() {
        creature.stimuli.push(Stimulus {
            when: When::Touch,
            charts: Template::Squeeze.charts(0.6, 1.6),
            speed: 1.5,
            fading: 3.0,
            pause_secs: 0.3,
            at: draft.bounds.0.midpoint(draft.bounds.1).to_array(),
            literal: false,
        });
    }
    if creature.stimuli != before {
        draft.what = Some("Stimuli");
    }
}

fn when(ui: &mut egui::Ui, when: &mut When, parts: &[String]) {
    let mut chosen = kind(when);
    let list = egui::ComboBox::from_id_salt("when").width(70.0).selected_text(WHENS[chosen].0).show_ui(ui, |ui| {
        for (k, (name, help)) in WHENS.into_iter().enumerate() {
            ui.selectable_value(&mut chosen, k, name).on_hover_text(help);
        }
    });
    list.response.on_hover_text("What it answers to");
    if chosen != kind(when) {
        *when = fresh(chosen);
        if let (When::Near { part, .. }, Some(first)) = (&mut *when, parts.first()) {
            part.clone_from(first);
        }
    }
    match when {
        When::Touch => {}
        When::Contact { part } => {
            let mut name = part.clone().unwrap_or_default();
            choose_part(ui, &mut name, parts, "anything");
            *part = (!name.is_empty()).then_some(name);
        }
        When::Near { part, distance } => {
            choose_part(ui, part, parts, "nothing yet");
            let distance = within(distance, 0.0..=100.0).speed(0.01).suffix(" m");
            ui.add(distance).on_hover_text("How near");
        }
        When::Key { name } => {
            ui.add(egui::TextEdit::singleline(name).desired_width(50.0)).on_hover_text("The name of the key");
        }
        When::Timer { first_secs, every_secs } => {
            ui.add(within(first_secs, 0.0..=600.0).speed(0.05).suffix(" s")).on_hover_text("First at");
            ui.add(within(every_secs, 0.0..=600.0).speed(0.05).suffix(" s")).on_hover_text("Then every");
        }
    }
}

fn choose_part(ui: &mut egui::Ui, part: &mut String, parts: &[String], none: &str) {
    let shown = if part.is_empty() { none } else { part.as_str() };
    let list = egui::ComboBox::from_id_salt("part").width(80.0).selected_text(shown.to_owned()).show_ui(ui, |ui| {
        ui.selectable_value(part, String::new(), none);
        for name in parts {
            ui.selectable_value(part, name.clone(), name);
        }
    });
    list.response.on_hover_text("Which collider");
}

fn details(ui: &mut egui::Ui, stimulus: &mut Stimulus) {
    egui::Grid::new("details").num_columns(2).show(ui, |ui| {
        let speed = within(&mut stimulus.speed, 0.01..=100.0).speed(0.02).suffix(" /s");
        number(ui, "Speed", "How many times a second the signal could run through the whole body", speed);
        let fading = within(&mut stimulus.fading, 1.0..=1000.0).speed(0.05).prefix("÷ ");
        number(ui, "Fading", "The damping Dm: at the far end, one part in so many is left of it", fading);
        let pause = within(&mut stimulus.pause_secs, 0.0..=60.0).speed(0.02).suffix(" s");
        number(ui, "Pause", "Not again within this time", pause);
        if matches!(stimulus.when, When::Key { .. } | When::Timer { .. }) {
            ui.label("From").on_hover_text("Where the signal starts, in the bind pose");
            ui.horizontal(|ui| {
                for c in &mut stimulus.at {
                    ui.add(DragValue::new(c).speed(0.005).max_decimals(2)).on_hover_text("x, y, z, in metres");
                }
            });
            ui.end_row();
        }
    });
    egui::CollapsingHeader::new("Its charts")
        .show(ui, |ui| charts::show(ui, "stimulus", &mut stimulus.charts, None, true));
}
