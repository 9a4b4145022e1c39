//! What `lissom inspect` says of boneless bodies.

use std::io::Write;

use lissom_rig::creature::{Charts, Stiffness};
use lissom_rig::{Character, Creature};
use serde::Serialize;

#[derive(Serialize)]
pub struct BonelessOf {
    name: String,
    vertices: usize,
    tetrahedra: usize,
    volume_m3: f64,
    weight_kg: f64,
    min_angle_deg: Option<f64>,
    stiffness: Stiffness,
    charts: Charts,
    /// Painted dabs of layer, strength and delay, and strokes of direction.
    painted: [usize; 4],
    stimuli: usize,
}

pub fn look(character: &Character, creature: &Creature) -> Option<BonelessOf> {
    let mesh = &character.tets.iter().find(|t| t.name == creature.name)?.mesh;
    let fields = &creature.fields;
    Some(BonelessOf {
        name: creature.name.clone(),
        vertices: mesh.positions.len(),
        tetrahedra: mesh.tets.len(),
        volume_m3: mesh.volume(),
        weight_kg: mesh.volume() * f64::from(creature.density),
        min_angle_deg: mesh.dihedral_degrees().map(|d| d.0),
        stiffness: creature.stiffness,
        charts: creature.charts.clone(),
        painted: [fields.layer.len(), fields.strength.len(), fields.delay.len(), fields.direction.len()],
        stimuli: creature.stimuli.len(),
    })
}

pub fn print(out: &mut impl Write, body: &BonelessOf) -> std::io::Result<()> {
    let stiffness = match body.stiffness {
        Stiffness::Passes { count, .. } => format!("{count} passes"),
        Stiffness::Implicit { hz, .. } => format!("implicit at {hz} Hz"),
    };
    let rates = body.charts.first.iter().chain(&body.charts.second).chain(&body.charts.third).map(|p| p[1]);
    let (least, most) = rates.fold((1.0_f32, 1.0_f32), |(l, m), rate| (l.min(rate), m.max(rate)));
    writeln!(
        out,
        "  boneless {}: {} vertices, {} tetrahedra, {:.2} kg, {stiffness}",
        body.name, body.vertices, body.tetrahedra, body.weight_kg
    )?;
    let [layer, strength, delay, direction] = body.painted;
    writeln!(
        out,
        "    rates from {least:.2} to {most:.2} in {} s; {layer} dabs of layer, {strength} of strength, {delay} of delay, \
         {direction} strokes; answers to {}",
        body.charts.cycle_secs, body.stimuli
    )
}
