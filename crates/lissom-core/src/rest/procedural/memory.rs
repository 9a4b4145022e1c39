//! What the state keeps of these bodies.

use super::{Creature, Creatures};
use crate::state::Arrays;

/// Numbers per row: end 3, velocity 3, rotation 4, push 3.
const PER_ROW: usize = 13;
/// Signals that run through a body at a time.
pub const SIGNALS: usize = 8;
const PER_SIGNAL: usize = 3;
const PER_RULE: usize = 3;
const OWN: usize = 1;

pub struct Memory<'a> {
    /// Where vertices are at the end of their step.
    pub end: [&'a mut [f32]; 3],
    pub v: [&'a mut [f32]; 3],
    /// Rotations of regions.
    pub warm: [&'a mut [f32]; 4],
    /// Momentum that others handed over since the last step.
    pub push: [&'a mut [f32]; 3],
    pub marks: &'a mut [f32],
}

impl<'a> Memory<'a> {
    pub fn of(creatures: &Creatures, block: &'a mut [f32]) -> Memory<'a> {
        let count = creatures.rows.count;
        let (rows, marks) = block.split_at_mut(count * PER_ROW);
        let mut arrays = Arrays { rest: rows, len: count };
        Memory { end: arrays.take(), v: arrays.take(), warm: arrays.take(), push: arrays.take(), marks }
    }
}

/// How many numbers: rows first, then the marks of each body.
pub fn rows(count: usize) -> usize {
    count * PER_ROW
}

pub fn marks(rules: usize) -> usize {
    OWN + SIGNALS * PER_SIGNAL + rules * PER_RULE
}

/// A signal on its way.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    pub rule: usize,
    /// Relative to the body's first row.
    pub origin: usize,
    pub age_secs: f32,
}

/// One body's marks.
pub struct Marks<'a>(pub &'a mut [f32]);

impl<'a> Marks<'a> {
    pub fn of(marks: &'a mut [f32], creature: &Creature) -> Marks<'a> {
        Marks(&mut marks[creature.marks.clone()])
    }

    /// Seconds since the body was at rest in its rest pose.
    pub fn age_secs(&mut self) -> &mut f32 {
        &mut self.0[0]
    }

    /// Where something touched the body in the last step that a rule answers to.
    pub fn bump(&mut self, rule: usize) -> Option<usize> {
        let vertex = self.rule(rule)[2];
        (vertex > 0.0).then(|| vertex as usize - 1)
    }

    pub fn set_bump(&mut self, rule: usize, vertex: Option<usize>) {
        self.rule(rule)[2] = vertex.map_or(0.0, |v| (v + 1) as f32);
    }

    fn signal_at(&mut self, index: usize) -> &mut [f32] {
        let start = OWN + index * PER_SIGNAL;
        &mut self.0[start..start + PER_SIGNAL]
    }

    pub fn set_signal(&mut self, index: usize, signal: Option<Signal>) {
        let place = self.signal_at(index);
        let numbers = signal.map_or([0.0; 3], |s| [(s.rule + 1) as f32, s.origin as f32, s.age_secs]);
        place.copy_from_slice(&numbers);
    }

    /// Whether a rule's cause was there in the last step, seconds since it last fired, and what touched the body.
    pub fn rule(&mut self, index: usize) -> &mut [f32] {
        let start = OWN + SIGNALS * PER_SIGNAL + index * PER_RULE;
        &mut self.0[start..start + PER_RULE]
    }
}

/// The signals among a body's own marks; none where they make no sense.
pub fn signals(own: &[f32], creature: &Creature) -> [Option<Signal>; SIGNALS] {
    std::array::from_fn(|k| {
        let at = OWN + k * PER_SIGNAL;
        let signal = (own[at] >= 1.0).then(|| Signal {
            rule: own[at] as usize - 1,
            origin: own[at + 1] as usize,
            age_secs: own[at + 2],
        });
        signal.filter(|s| s.rule < creature.stimuli.len() && s.origin < creature.count && s.age_secs.is_finite())
    })
}
