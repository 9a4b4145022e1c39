//! Where signals are on their way through boneless bodies: for whoever draws them.

use super::work::Work;
use super::{Creature, Creatures, Start, memory};

/// How much of a cycle a signal is seen for, before and after it arrives.
const SEEN: f32 = 0.1;

/// By vertex of a creature: how near a signal is, 0 to 1; 1 where it has just arrived. `block` is what the state keeps.
pub fn near(all: &Creatures, index: usize, block: &[f32], work: &Work, clock_secs: f64) -> Vec<f32> {
    let creature: &Creature = &all.list[index];
    let own = &block[memory::rows(all.rows.count)..][creature.marks.clone()];
    let mut near = vec![0.0_f32; creature.count];
    if !creature.charts.is_still() {
        let cycle = creature.charts.cycle_secs;
        let now = (clock_secs / cycle).fract() as f32;
        let front = if creature.start == Start::Front { own[0] } else { f32::INFINITY };
        for (near, delay) in near.iter_mut().zip(&all.rows.delay[creature.first..]).filter(|(_, d)| **d <= front) {
            let since = now - delay / cycle as f32;
            *near = bump(since - libm::roundf(since));
        }
    }
    for (k, signal) in memory::signals(own, creature).into_iter().enumerate() {
        let Some(signal) = signal.filter(|s| work.distances.of[index][k] == Some((s.rule, s.origin))) else { continue };
        let rule = &creature.stimuli[signal.rule];
        for (near, way) in near.iter_mut().zip(&work.distances.by_signal[k][creature.first..]) {
            let since = signal.age_secs - way / rule.speed;
            *near = near.max(bump(since / rule.charts.cycle_secs as f32));
        }
    }
    near
}

/// 1 at 0, falling smoothly to both sides.
fn bump(cycles: f32) -> f32 {
    let s = (1.0 - cycles.abs() / SEEN).max(0.0);
    s * s * (3.0 - 2.0 * s)
}
