//! Fields of boneless bodies as colours of their surface: what is painted in bands, what passes through as tints.

use lissom_core::rest::procedural::{Creature, Rows};
use lissom_render::{BANDS, Color, Tint};
use lissom_rig::excitation::excitation_colour;
use lissom_rig::field::colour;
use lissom_rig::{Actor, actor::boneless::Inside};

use super::{Overlay, Overlays};

/// The travelling signal, as bright as can be.
const SIGNAL: u32 = 0xFFE14D;

/// What a value stands for: 0xRRGGBB, and how much of it, 0 to 1.
type Colours = fn(f32) -> (u32, f32);

/// What is shown, by particle.
#[derive(Debug)]
pub struct Tints {
    /// The last of the fields asked for.
    field: Option<Field>,
    /// Values, and their colours. Later ones lie over earlier ones.
    list: Vec<(Vec<f32>, Colours)>,
}

/// A field to show in bands.
#[derive(Clone, Debug)]
pub struct Field {
    /// From 0 to 1.
    pub values: Vec<f32>,
    pub tints: [Tint; BANDS],
}

impl Tints {
    pub fn of(actor: &Actor, overlays: Overlays) -> Tints {
        let t = actor.world.template();
        let has = |overlay| overlays.has(overlay) && !t.creatures.list.is_empty();
        let mut field = None;
        if has(Overlay::Layers) {
            field = Some(Field::new(actor.layers.clone(), colour::of_layer));
        }
        if has(Overlay::Strength) {
            field = Some(Field::new(by_creature(actor, strength), |share| colour::of_strength(2.0 * share - 1.0)));
        }
        if has(Overlay::Delay) {
            field = Some(Field::new(by_creature(actor, delay), colour::of_delay));
        }
        let mut list: Vec<(Vec<f32>, Colours)> = Vec::new();
        if has(Overlay::Excitation) {
            let most = by_creature(actor, |_, c, out| out.fill(log_range(c)));
            let rates = actor.world.poses().excitation().iter().zip(&most);
            list.push((rates.map(|(rate, most)| rate / most).collect(), |share| excitation_colour(share, 1.0)));
        }
        if has(Overlay::Wave) {
            list.push((actor.world.signals(), |near| (SIGNAL, 0.9 * near)));
        }
        Tints { field, list }
    }

    /// The field at some vertices.
    pub fn field(&self, inside: &[Inside]) -> Option<Field> {
        let field = self.field.as_ref().filter(|_| !inside.is_empty())?;
        Some(Field { values: inside.iter().map(|at| at.sample(&field.values)).collect(), tints: field.tints })
    }

    /// The colours of some vertices; none if nothing is tinted.
    pub fn at(&self, inside: &[Inside]) -> Vec<Tint> {
        if self.list.is_empty() {
            return Vec::new();
        }
        let tint = |at: &Inside| {
            let mut sum = Tint { color: Color::hex(0), weight: 0.0 };
            for (values, colour) in &self.list {
                let (rgb, weight) = colour(at.sample(values));
                sum = over(sum, Tint { color: Color::hex(rgb), weight });
            }
            sum
        };
        inside.iter().map(tint).collect()
    }
}

impl Field {
    /// The first and the last band have the colours of the ends.
    fn new(values: Vec<f32>, colour: fn(f32) -> u32) -> Field {
        let share = |band: usize| band as f32 / (BANDS - 1) as f32;
        let tint = |band: usize| Tint { color: Color::hex(colour(share(band))), weight: 1.0 };
        Field { values, tints: std::array::from_fn(tint) }
    }
}

/// One laid over another.
fn over(below: Tint, above: Tint) -> Tint {
    let weight = above.weight + below.weight * (1.0 - above.weight);
    let share = if weight > 0.0 { above.weight / weight } else { 0.0 };
    let color = std::array::from_fn(|k| below.color.0[k] + (above.color.0[k] - below.color.0[k]) * share);
    Tint { color: Color(color), weight }
}

/// A value for each particle of boneless bodies; 0 elsewhere.
fn by_creature(actor: &Actor, fill: impl Fn(&Rows, &Creature, &mut [f32])) -> Vec<f32> {
    let (t, poses) = (actor.world.template(), actor.world.poses());
    let mut out = vec![0.0; poses.positions().len()];
    for creature in &t.creatures.list {
        fill(&t.creatures.rows, creature, &mut out[poses.body(t.bodies[creature.body].source)]);
    }
    out
}

/// A creature's own rows.
fn of<'a>(rows: &'a [f32], creature: &Creature) -> &'a [f32] {
    &rows[creature.first..creature.first + creature.count]
}

/// From 0 for -1 to 1 for 1.
fn strength(rows: &Rows, creature: &Creature, out: &mut [f32]) {
    out.iter_mut().zip(of(&rows.strength, creature)).for_each(|(out, strength)| *out = 0.5 + 0.5 * strength);
}

/// As a share of the longest in its body.
fn delay(rows: &Rows, creature: &Creature, out: &mut [f32]) {
    let delays = of(&rows.delay, creature);
    let longest = delays.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    out.iter_mut().zip(delays).for_each(|(out, delay)| *out = delay / longest);
}

/// The most that a body's charts allow it to contract or expand, as a logarithm.
fn log_range(creature: &Creature) -> f32 {
    creature.stimuli.iter().map(|s| s.charts.log_range).fold(creature.charts.log_range, f32::max)
}
