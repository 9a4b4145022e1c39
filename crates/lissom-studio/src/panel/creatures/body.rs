//! What the body is like: how its signal runs, how stiff and heavy it is, what holds it, what it swims in.

use eframe::egui::{self, DragValue};
use glam::Vec3;
use lissom_rig::Creature;
use lissom_rig::creature::{Start, Stiffness, Water};
use lissom_rig::rig::Area;

use super::{Draft, number, within};

/// How the signal runs. Whether that changed.
pub fn signal(ui: &mut egui::Ui, creature: &mut Creature) -> bool {
    let before = (creature.speed, creature.start);
    egui::Grid::new("signal").num_columns(2).show(ui, |ui| {
        let help = "How many times a second the signal could run from the source to the sink";
        let speed = within(&mut creature.speed, 0.01..=100.0).speed(0.02).suffix(" /s");
        number(ui, "Propagation speed", help, speed);
        ui.label("Start").on_hover_text("How motion begins");
        ui.horizontal(|ui| {
            let mut eases = matches!(creature.start, Start::Ease { .. });
            ui.selectable_value(&mut eases, true, "Eased").on_hover_text("Everywhere at once, growing");
            ui.selectable_value(&mut eases, false, "Front").on_hover_text("Only where the signal has arrived");
            creature.start = match (eases, creature.start) {
                (true, Start::Front) => Start::default(),
                (false, _) => Start::Front,
                (_, start) => start,
            };
            if let Start::Ease { secs } = &mut creature.start {
                ui.add(within(secs, 0.0..=10.0).speed(0.01).suffix(" s")).on_hover_text("How long it grows");
            }
        });
        ui.end_row();
    });
    before != (creature.speed, creature.start)
}

pub fn show(ui: &mut egui::Ui, draft: &mut Draft, index: usize) {
    let Some(creature) = draft.rig.creatures.get_mut(index) else { return };
    let before = creature.clone();
    egui::Grid::new("body").num_columns(2).show(ui, |ui| {
        stiffness(ui, &mut creature.stiffness);
        let rate = |value| within(value, 0.0..=60.0).speed(0.05).suffix(" /s");
        number(ui, "Damping", "How quickly all motion is lost", rate(&mut creature.damping));
        number(ui, "Wobble damping", "How quickly motion within the body is lost", rate(&mut creature.region_damping));
        let share = |value| within(value, 0.0..=4.0).speed(0.01).prefix("× ");
        number(ui, "Gravity", "How much of gravity it feels", share(&mut creature.gravity_scale));
        let friction = within(&mut creature.friction, 0.0..=4.0).speed(0.01);
        number(ui, "Friction", "How much it holds on to what it slides on", friction);
        let density = within(&mut creature.density, 1.0..=10_000.0).speed(5.0).suffix(" kg/m³");
        number(ui, "Density", "Water has 1000", density);
    });
    held(ui, &mut creature.held, draft.bounds);
    if *creature != before {
        draft.what = Some("Body");
    }
    let before = draft.rig.water;
    water(ui, &mut draft.rig.water);
    if draft.rig.water != before {
        draft.what = Some("Water");
    }
}

fn stiffness(ui: &mut egui::Ui, stiffness: &mut Stiffness) {
    ui.label("Stiffness").on_hover_text("How much it keeps the shape it wants");
    ui.horizontal(|ui| {
        let mut implicit = matches!(stiffness, Stiffness::Implicit { .. });
        ui.selectable_value(&mut implicit, false, "Passes").on_hover_text("It costs as much more as it is stiffer");
        ui.selectable_value(&mut implicit, true, "Implicit").on_hover_text("By frequency, at one cost");
        *stiffness = match (implicit, *stiffness) {
            (false, Stiffness::Implicit { .. }) => Stiffness::default(),
            (true, Stiffness::Passes { .. }) => Stiffness::Implicit { hz: 6.0, iterations: 2 },
            (_, same) => same,
        };
    });
    ui.end_row();
    match stiffness {
        Stiffness::Passes { count, .. } => {
            number(ui, "Passes N", "Twice as many, twice as stiff", within(count, 1..=64));
        }
        Stiffness::Implicit { hz, iterations } => {
            let range = within(hz, 0.1..=100.0).speed(0.05).suffix(" Hz");
            number(ui, "Frequency", "How quickly it springs back", range);
            number(ui, "Iterations", "Two are nearly exact", within(iterations, 1..=32));
        }
    }
}

fn held(ui: &mut egui::Ui, areas: &mut Vec<Area>, (low, high): (Vec3, Vec3)) {
    let mut gone = None;
    for (k, area) in areas.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            match area {
                Area::Above { height } => {
                    ui.label("Held above");
                    ui.add(DragValue::new(height).speed(0.005).suffix(" m")).on_hover_text("The height");
                }
                Area::Below { height } => {
                    ui.label("Held below");
                    ui.add(DragValue::new(height).speed(0.005).suffix(" m")).on_hover_text("The height");
                }
                Area::Ball { center, radius } => {
                    ui.label("Held in a ball");
                    for c in center {
                        ui.add(DragValue::new(c).speed(0.005).max_decimals(2)).on_hover_text("Its middle: x, y, z");
                    }
                    let radius = within(radius, 0.0..=1e3).speed(0.005).prefix("r ");
                    ui.add(radius).on_hover_text("Its radius");
                }
            }
            if ui.small_button("✖").on_hover_text("Let go").clicked() {
                gone = Some(k);
            }
        });
    }
    gone.map(|k| areas.remove(k));
    ui.menu_button("Hold…", |ui| {
        let ball = Area::Ball { center: low.midpoint(high).to_array(), radius: 0.2 * (high - low).max_element() };
        let [below, above] = [0.1, 0.9].map(|share| low.lerp(high, share).y);
        let areas_to_hold = [
            ("Above a height", Area::Above { height: above }),
            ("Below a height", Area::Below { height: below }),
            ("In a ball", ball),
        ];
        for (name, area) in areas_to_hold {
            if ui.button(name).on_hover_text("What is there does not move by itself").clicked() {
                areas.push(area);
                ui.close();
            }
        }
    })
    .response
    .on_hover_text("Where vertices only follow the bones, or stay where they are");
}

fn water(ui: &mut egui::Ui, water: &mut Option<Water>) {
    let mut wet = water.is_some();
    ui.checkbox(&mut wet, "Water").on_hover_text("Something to swim in, for all creatures here");
    if wet != water.is_some() {
        *water = wet.then(Water::default);
    }
    let Some(water) = water else { return };
    egui::Grid::new("water").num_columns(2).show(ui, |ui| {
        ui.label("Surface");
        ui.horizontal(|ui| {
            let mut ends = water.level.is_some();
            ui.checkbox(&mut ends, "").on_hover_text("Without one there is water everywhere");
            if ends != water.level.is_some() {
                water.level = ends.then_some(1.0);
            }
            if let Some(level) = &mut water.level {
                ui.add(DragValue::new(level).speed(0.01).suffix(" m")).on_hover_text("Its height");
            }
        });
        ui.end_row();
        let drag = |value| within(value, 0.0..=10.0).speed(0.01);
        number(ui, "Push", "How much water a face pushes away", drag(&mut water.normal_drag));
        number(ui, "Rub", "How much water it rubs along", drag(&mut water.tangent_drag));
        ui.label("Current");
        ui.horizontal(|ui| {
            for v in &mut water.velocity {
                ui.add(DragValue::new(v).speed(0.01).max_decimals(2)).on_hover_text("m/s along x, y and z");
            }
        });
        ui.end_row();
    });
}
