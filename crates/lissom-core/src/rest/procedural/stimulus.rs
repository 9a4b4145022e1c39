//! \[PD09\] 4.4: what a body answers to. A signal starts at a vertex, runs through the body along its edges, and sweeps
//! a chart once where it passes, the weaker the farther it went.
//!
//! Deviates from \[PD09\] 4.4, where distances are relative to the farthest vertex: by default they are relative to the
//! longest way through the body, so that a signal is as quick wherever it starts.

use super::chart::{Charts, Drawn};
use super::memory::{self, Marks, SIGNALS, Signal};
use super::work::Distances;
use super::{Creature, Rows};
use crate::collide::shape::Placed;
use crate::template::Template;
use glam::Vec3;

/// What sets a signal off.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// A touch from outside: [`crate::input::Touch`].
    Touch,
    /// The body runs into something, or something into it: of this part, or of any.
    Contact {
        part: Option<String>,
    },
    /// A collider of this part comes within a distance, m.
    Near {
        part: String,
        distance: f32,
    },
    /// A name among the keys of a step.
    Key {
        name: String,
    },
    Timer {
        first_secs: f32,
        every_secs: f32,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stimulus {
    pub when: When,
    /// Swept once.
    pub charts: Charts,
    /// How many times a second the signal could pass through the body.
    pub speed: f32,
    /// What is left at the far end is one over this; 1 does not fade. The paper's Dm.
    pub fading: f32,
    /// Not again within this time.
    pub pause_secs: f32,
    /// Where it starts if nothing is touched: for keys and timers.
    pub vertex: u32,
    /// Distances relative to the farthest vertex, as printed.
    pub literal: bool,
}

/// A rule made ready.
#[derive(Clone, Debug)]
pub struct Ready {
    pub when: When,
    pub charts: Drawn,
    pub speed: f32,
    pub log_fading: f32,
    pub pause_secs: f32,
    pub vertex: usize,
    pub literal: bool,
}

impl Ready {
    /// Whether it answers to being touched by a part.
    pub fn feels(&self, template: &Template, part: u16) -> bool {
        match &self.when {
            When::Contact { part: None } => true,
            When::Contact { part: Some(name) } => template.parts.get(usize::from(part)) == Some(name),
            _ => false,
        }
    }

    pub fn new(from: &Stimulus) -> Ready {
        Ready {
            when: from.when.clone(),
            charts: Drawn::new(&from.charts, true),
            speed: from.speed,
            log_fading: libm::logf(from.fading.max(1.0)),
            pause_secs: from.pause_secs,
            vertex: from.vertex as usize,
            literal: from.literal,
        }
    }
}

/// Sets a signal off, unless the rule is still pausing. A ninth signal replaces the oldest.
pub fn fire(marks: &mut Marks<'_>, creature: &Creature, rule: usize, origin: usize) {
    if origin >= creature.count || marks.rule(rule)[1] < creature.stimuli[rule].pause_secs {
        return;
    }
    marks.rule(rule)[1] = 0.0;
    let signals = memory::signals(marks.0, creature);
    let age = |k: &usize| signals[*k].map_or(f32::INFINITY, |s| s.age_secs);
    let place = (0..SIGNALS).max_by(|a, b| age(a).total_cmp(&age(b)).then(b.cmp(a))).unwrap_or(0);
    marks.set_signal(place, Some(Signal { rule, origin, age_secs: 0.0 }));
}

/// Rules that watch the world, and the age of what is on its way.
pub fn watch(template: &Template, creature: &Creature, marks: &mut Marks<'_>, seen: &Seen<'_>) {
    let h = creature.step_secs;
    *marks.age_secs() += h;
    for index in 0..creature.stimuli.len() {
        let rule = &creature.stimuli[index];
        marks.rule(index)[1] += h;
        let cause = match &rule.when {
            When::Touch | When::Key { .. } => None,
            When::Contact { .. } => marks.bump(index),
            When::Near { part, distance } => seen.nearest(template, creature, part, *distance),
            When::Timer { first_secs, every_secs } => {
                let (first, every) = (f64::from(*first_secs), f64::from(every_secs.max(h)));
                let ticks = |t: f64| if t < first { -1.0 } else { ((t - first) / every + 1e-9).floor() };
                let before = seen.clock_secs - f64::from(h);
                (ticks(seen.clock_secs) > ticks(before)).then_some(rule.vertex)
            }
        };
        // What lasts sets off one signal; a clock ticks.
        let was = marks.rule(index)[0] > 0.0 && !matches!(rule.when, When::Timer { .. });
        marks.rule(index)[0] = if cause.is_some() { 1.0 } else { 0.0 };
        if let Some(origin) = cause.filter(|_| !was) {
            fire(marks, creature, index, origin);
        }
    }
    let signals = memory::signals(marks.0, creature);
    for (k, signal) in signals.into_iter().enumerate() {
        let Some(signal) = signal else { continue };
        let rule = &creature.stimuli[signal.rule];
        let age = signal.age_secs + h;
        let over = age > 1.0 / rule.speed + rule.charts.cycle_secs as f32 + h;
        marks.set_signal(k, (!over).then_some(Signal { age_secs: age, ..signal }));
    }
}

/// What is around a body.
pub struct Seen<'a> {
    /// Where its vertices are, from its first row on.
    pub x: [&'a [f32]; 3],
    pub colliders: &'a [[Placed; 2]],
    pub clock_secs: f64,
}

impl Seen<'_> {
    /// The surface vertex nearest to a collider of a part, if near enough.
    fn nearest(&self, template: &Template, creature: &Creature, part: &str, within: f32) -> Option<usize> {
        let of_part = |c: usize| template.parts[usize::from(template.colliders[c].part)] == part;
        let mut best: Option<(f32, usize)> = None;
        for (_, [_, placed]) in self.colliders.iter().enumerate().filter(|(c, _)| of_part(*c)) {
            for &k in &creature.skin {
                let k = k as usize;
                let place = Vec3::new(self.x[0][k], self.x[1][k], self.x[2][k]);
                let (distance, _) = placed.solid.distance(placed.local(place));
                if distance < best.map_or(within, |b| b.0) {
                    best = Some((distance, k));
                }
            }
        }
        best.map(|b| b.1)
    }
}

/// Ways along edges from one vertex to all others, by Dijkstra; returns the longest.
pub fn distances(rows: &Rows, creature: &Creature, origin: usize, work: &mut Distances, out: &mut [f32]) -> f32 {
    let place = |k: usize| Vec3::from_array(std::array::from_fn(|c| rows.rest[c][creature.first + k]));
    out.fill(f32::INFINITY);
    out[origin] = 0.0;
    work.heap.clear();
    work.heap.push(std::cmp::Reverse((0, origin as u32)));
    while let Some(std::cmp::Reverse((bits, at))) = work.heap.pop() {
        let (so_far, at) = (f32::from_bits(bits), at as usize);
        if so_far > out[at] {
            continue;
        }
        for &member in rows.members.get(creature.first + at) {
            let next = member as usize - creature.first;
            let way = so_far + place(at).distance(place(next));
            if way < out[next] {
                out[next] = way;
                // Bits of positive numbers are in the order of the numbers.
                work.heap.push(std::cmp::Reverse((way.to_bits(), next as u32)));
            }
        }
    }
    let longest = out[..creature.count].iter().copied().filter(|d| d.is_finite()).fold(0.0, f32::max);
    // What no edge leads to is as far as can be.
    out.iter_mut().filter(|d| !d.is_finite()).for_each(|d| *d = longest);
    longest
}
