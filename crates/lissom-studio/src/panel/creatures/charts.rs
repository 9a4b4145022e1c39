//! The three charts, and what they share: cycle, range, and what keeps the volume.

use eframe::egui;
use lissom_core::rest::procedural::chart::Drawn;
use lissom_rig::actor::boneless;
use lissom_rig::creature::{Charts, Template, Volume};

use super::chart::Chart;
use super::{number, within};

const NAMES: [&str; 3] = ["First", "Second", "Third"];
/// The curve is drawn through so many places.
const STEPS: usize = 96;

const VOLUMES: [(Volume, &str, &str); 3] = [
    (Volume::Both, "Second and third follow", "Keeps the volume: the other two share what the first takes"),
    (Volume::Second, "Second follows", "Keeps the volume: the second takes all that the first gives"),
    (Volume::Free, "All three drawn", "The volume is not kept by itself"),
];

const TEMPLATES: [(&str, &str); 5] = [
    ("Pulse", "A quick contraction and a slow return: a jellyfish's stroke"),
    ("Sine", "Longer and shorter in turns"),
    ("Squeeze", "Shorter for half the cycle, with soft edges"),
    ("Heartbeat", "Two beats, the second weaker, and a rest"),
    ("Peristalsis", "A short contraction that a delay sends along the body"),
];

/// Shows charts that are played over and over, or `once`. Whether they changed.
pub fn show(ui: &mut egui::Ui, salt: &str, charts: &mut Charts, clock_secs: Option<f64>, once: bool) -> bool {
    let before = charts.clone();
    ui.push_id(salt, |ui| {
        egui::Grid::new("charts").num_columns(2).show(ui, |ui| {
            let cycle = within(&mut charts.cycle_secs, 0.05..=60.0).speed(0.01).suffix(" s");
            let words = if once { "How long the signal takes where it passes" } else { "T: how long a cycle takes" };
            number(ui, if once { "Lasts" } else { "Cycle T" }, words, cycle);
            let range = within(&mut charts.range, 1.05..=8.0).speed(0.01).prefix("× ");
            number(ui, if once { "Range" } else { "Range A" }, "A: nothing stretches or shrinks more than this", range);
        });
        ui.horizontal(|ui| {
            volume(ui, charts);
            template(ui, charts);
        });
        let drawn = Drawn::new(&boneless::charts(charts), once);
        let curves: Vec<[f32; 3]> = (0..=STEPS).map(|k| drawn.log_rates(k as f32 / STEPS as f32)).collect();
        let phase = clock_secs.map(|t| (t / f64::from(charts.cycle_secs.max(1e-3))).rem_euclid(1.0) as f32);
        for (k, name) in NAMES.into_iter().enumerate() {
            let curve: Vec<f32> = curves.iter().map(|c| c[k]).collect();
            let chart = Chart { name, curve: &curve, range: charts.range, phase };
            let points = match k {
                0 => Some(&mut charts.first),
                1 => Some(&mut charts.second),
                _ => Some(&mut charts.third),
            };
            chart.show(ui, points.filter(|_| k == 0 || charts.volume == Volume::Free));
        }
    });
    *charts != before
}

fn volume(ui: &mut egui::Ui, charts: &mut Charts) {
    let mut chosen = charts.volume;
    let named = VOLUMES.iter().find(|(v, _, _)| *v == chosen).map_or("", |(_, name, _)| *name);
    let list = egui::ComboBox::from_id_salt("volume").width(150.0).selected_text(named).show_ui(ui, |ui| {
        for (value, name, help) in VOLUMES {
            ui.selectable_value(&mut chosen, value, name).on_hover_text(help);
        }
    });
    list.response.on_hover_text("Which charts you draw, and which keep the volume");
    if chosen == Volume::Free && charts.volume != Volume::Free {
        // What was computed becomes what is drawn.
        let powers = if charts.volume == Volume::Both { [-0.5, -0.5] } else { [-1.0, 0.0] };
        let [second, third] =
            powers.map(|p: f32| charts.first.iter().map(|[t, rate]| [*t, rate.powf(p)]).collect::<Vec<_>>());
        (charts.second, charts.third) = (second, third);
    } else if chosen != Volume::Free {
        (charts.second, charts.third) = Default::default();
    }
    charts.volume = chosen;
}

fn template(ui: &mut egui::Ui, charts: &mut Charts) {
    ui.menu_button("Template", |ui| {
        for (template, (name, help)) in Template::ALL.into_iter().zip(TEMPLATES) {
            if ui.button(name).on_hover_text(help).clicked() {
                let (cycle_secs, range) = (charts.cycle_secs, charts.range.max(1.05));
                let volume = charts.volume;
                *charts = Charts { volume, ..template.charts(cycle_secs, range) };
                ui.close();
            }
        }
        if ui.button("Backwards").on_hover_text("The same, with the cycle played backwards").clicked() {
            *charts = charts.reversed();
            ui.close();
        }
    })
    .response
    .on_hover_text("Shapes to start from");
}
