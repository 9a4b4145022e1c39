//! Fields of boneless bodies as colours of their surface.

use lissom_core::rest::procedural::{Creature, Rows};
use lissom_render::{Color, Tint};
use lissom_rig::excitation::excitation_colour;
use lissom_rig::field::colour;
use lissom_rig::{Actor, actor::boneless::Inside};

use super::{Overlay, Overlays};

/// The travelling signal, as bright as can be.
const SIGNAL: u32 = 0xFFE14D;
/// Bands between the outermost and the innermost layer.
const BANDS: f32 = 10.0;
/// How much of a body's own colour fields hide.
const COVER: f32 = 0.92;

/// What a value stands for: 0xRRGGBB, and how much of it, 0 to 1.
type Colours = fn(f32) -> (u32, f32);

/// By particle: values, and their colours. Later ones lie over earlier ones.
#[derive(Debug)]
pub struct Tints(Vec<(Vec<f32>, Colours)>);

impl Tints {
    pub fn of(actor: &Actor, overlays: Overlays) -> Tints {
        let t = actor.world.template();
        let has = |overlay| overlays.has(overlay) && !t.creatures.list.is_empty();
        let mut list: Vec<(Vec<f32>, Colours)> = Vec::new();
        if has(Overlay::Layers) {
            list.push((actor.layers.clone(), |v| (banded(v), COVER)));
        }
        if has(Overlay::Strength) {
            let strength = |rows: &Rows, c: &Creature, out: &mut [f32]| out.copy_from_slice(of(&rows.strength, c));
            list.push((by_creature(actor, strength), |v| (colour::of_strength(v), COVER)));
        }
        if has(Overlay::Delay) {
            list.push((by_creature(actor, delay), |v| (colour::of_delay(v), COVER)));
        }
        if has(Overlay::Excitation) {
            let most = by_creature(actor, |_, c, out| out.fill(log_range(c)));
            let rates = actor.world.poses().excitation().iter().zip(&most);
            list.push((rates.map(|(rate, most)| rate / most).collect(), |share| excitation_colour(share, 1.0)));
        }
        if has(Overlay::Wave) {
            list.push((actor.world.signals(), |near| (SIGNAL, 0.9 * near)));
        }
        Tints(list)
    }

    /// The colours of some vertices; none if nothing is tinted.
    pub fn at(&self, inside: &[Inside]) -> Vec<Tint> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let tint = |at: &Inside| {
            let mut sum = Tint { color: Color::hex(0), weight: 0.0 };
            for (values, colour) in &self.0 {
                let (rgb, weight) = colour(at.sample(values));
                sum = over(sum, Tint { color: Color::hex(rgb), weight });
            }
            sum
        };
        inside.iter().map(tint).collect()
    }
}

/// One laid over another.
fn over(below: Tint, above: Tint) -> Tint {
    let weight = above.weight + below.weight * (1.0 - above.weight);
    let share = if weight > 0.0 { above.weight / weight } else { 0.0 };
    let color = std::array::from_fn(|k| below.color.0[k] + (above.color.0[k] - below.color.0[k]) * share);
    Tint { color: Color(color), weight }
}

/// Every second band is a little darker.
fn banded(layer: f32) -> u32 {
    let band = (layer.clamp(0.0, 1.0) * BANDS).floor();
    let rgb = colour::of_layer((band + 0.5) / BANDS);
    if (band as u32).is_multiple_of(2) { rgb } else { rgb - ((rgb >> 3) & 0x1F_1F_1F) }
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
