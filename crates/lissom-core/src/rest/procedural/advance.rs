//! A step of these bodies, on one screen: what they answer to, T, goals, velocities, contacts.

use super::damp::Damp;
use super::fit::{self, Fit};
use super::implicit::Solve;
use super::integrate::{Accelerate, Balance, Drive, Move, Speed, Whole};
use super::memory::{self, Marks, Memory, SIGNALS};
use super::stimulus::{self, Seen};
use super::stretch::{Stretch, Way};
use super::touch::{Count, Meet};
use super::view::{View, reborrow, shared, slices};
use super::water::Swim;
use super::work::{Ahead, Distances, Work};
use super::{Creature, Rows, Stiffness};
use crate::lanes::{self, LaneWidth};
use crate::report::StepReport;
use crate::scratch::Scratch;
use crate::state::State;
use crate::step::frame::FramePlan;
use crate::step::grab::Grip;
use crate::step::parallel::{self, Crew};
use crate::step::pose;
use crate::step::update::MAX_SIZES_PER_SEC;
use crate::template::{Frame, Template, Unit};
use glam::Vec3;

/// Newton steps of the first pass and of those that follow: these start near.
const NEWTON: [usize; 2] = [2, 1];
/// How quickly a grabbed body comes after the hand, 1/s.
const GRAB: f32 = 12.0;

/// Bodies whose own step begins with this substep take it; the others go on.
pub fn advance(
    t: &Template,
    state: &mut State,
    scratch: &mut Scratch,
    plan: &FramePlan,
    substep: u32,
    crew: Crew,
    report: &mut StepReport,
) {
    let now = state.clock.substeps;
    let creatures = &t.creatures;
    if !creatures.list.iter().any(|c| c.begins(now)) {
        return;
    }
    let clock_secs = now as f64 * t.settings.substep_secs;
    look_ahead(t, scratch, plan, substep);
    let (work, contacts, grips) = scratch.creatures();
    let mut memory = Memory::of(creatures, state.split().creatures);
    answer(t, &mut memory, work, now);
    let gravity = Vec3::from_array(t.settings.gravity);
    let Work { goal, prev, next, block, group, stretch, excited, right, distances, ahead, drive, .. } = &mut *work;
    let Memory { end, v, warm, push, marks } = &mut memory;
    let view = View {
        base: creatures.base,
        end: reborrow(end),
        v: reborrow(v),
        warm: reborrow(warm),
        push: reborrow(push),
        goal: slices(goal),
        prev: slices(prev),
        next: slices(next),
        stretch: slices(stretch),
        excited,
        block,
        group,
        right,
    };
    let width = crew.width.scattered();
    let shared = Shared { t, marks, distances, ahead, grips, drive: *drive, clock_secs, gravity, width };
    let wanted = |index: usize, _: &Unit| creatures.list[index].begins(now);
    parallel::for_units(crew.threads, &t.units[t.stepped().len()..], 0, view, &wanted, &|index, _, view| {
        shared.step(index, view);
    });
    let Work { ahead, touches, .. } = work;
    let meet = Meet { template: t, ahead, stepping: &|c: &Creature| c.begins(now), width };
    meet.run(&mut memory, touches, contacts);
    for (index, creature) in creatures.list.iter().enumerate().filter(|(_, c)| c.begins(now)) {
        let mut own = Marks::of(memory.marks, creature);
        for rule in 0..creature.stimuli.len() {
            own.set_bump(rule, touches.bump(index, rule));
        }
    }
    report.dropped_contacts += touches.take_dropped();
    quarantine(t, state, scratch, report);
}

/// What a step reads and no body writes.
struct Shared<'a> {
    t: &'a Template,
    marks: &'a [f32],
    distances: &'a Distances,
    ahead: &'a [Ahead],
    grips: &'a [Grip],
    drive: f32,
    clock_secs: f64,
    gravity: Vec3,
    width: LaneWidth,
}

impl Shared<'_> {
    fn step(&self, index: usize, mut view: View<'_>) {
        let (t, rows) = (self.t, &self.t.creatures.rows);
        let creature = &t.creatures.list[index];
        self.stretch(index, creature, &mut view);
        match creature.stiffness {
            Stiffness::Passes { chebyshev, .. } => {
                self.hold(creature, &mut view);
                self.goals(creature, &mut view, chebyshev);
                let mut whole = Whole::default();
                let (from, to) = (shared(&view.end), shared(&view.goal));
                lanes::run(self.width, Balance { rows, creature, from, to, whole: &mut whole });
                self.drive(creature, &mut view, Some(whole));
                self.damp(rows, creature, &mut view);
                let (x, v) = (reborrow(&mut view.end), reborrow(&mut view.v));
                let max_speed = MAX_SIZES_PER_SEC * t.size;
                lanes::run(self.width, Move { creature, x, v, max_speed });
            }
            Stiffness::Implicit { .. } => {
                self.drive(creature, &mut view, None);
                self.damp(rows, creature, &mut view);
                self.implicit(rows, creature, &mut view);
            }
        }
        self.hold(creature, &mut view);
    }

    /// T for every region.
    fn stretch(&self, index: usize, creature: &Creature, view: &mut View<'_>) {
        let own = &self.marks[creature.marks.clone()];
        let signals = memory::signals(own, creature);
        let ways: [Option<Way<'_>>; SIGNALS] = std::array::from_fn(|k| {
            let distance = &self.distances.by_signal.get(k)?[creature.range()];
            signals[k].map(|signal| Way { signal, distance })
        });
        debug_assert!((0..SIGNALS).all(|k| self.distances.of[index][k] == signals[k].map(|s| (s.rule, s.origin))));
        lanes::run(
            self.width,
            Stretch {
                rows: &self.t.creatures.rows,
                creature,
                clock_secs: self.clock_secs,
                age_secs: own[0],
                drive: self.drive,
                ways: &ways,
                stretch: &mut reborrow(&mut view.stretch),
                excited: view.excited,
            },
        );
    }

    /// Fits all regions: to the goals so far, for new ones, or in an implicit step to where vertices are.
    fn fit(&self, creature: &Creature, view: &mut View<'_>, pass: u32, for_goals: bool) -> fit::Offset {
        let mut base = fit::Offset::default();
        lanes::run(
            self.width,
            Fit {
                rows: &self.t.creatures.rows,
                creature,
                x: shared(if for_goals { &view.goal } else { &view.end }),
                stretch: shared(&view.stretch),
                warm: &mut reborrow(&mut view.warm),
                block: view.block,
                group: view.group,
                newton: NEWTON[usize::from(pass > 0)],
                goal: for_goals.then(|| reborrow(&mut view.next)),
                base: &mut base,
            },
        );
        base
    }

    /// \[PD09\] 5: matching, again and again.
    fn goals(&self, creature: &Creature, view: &mut View<'_>, chebyshev: Option<f32>) {
        for c in 0..3 {
            view.goal[c].copy_from_slice(view.end[c]);
        }
        let mut omega = 1.0;
        for pass in 0..creature.passes {
            self.fit(creature, view, pass, true);
            for &k in &creature.held {
                for c in 0..3 {
                    view.next[c][k as usize] = view.end[c][k as usize];
                }
            }
            if let Some(radius) = chebyshev.filter(|_| pass > 0) {
                omega = if pass == 1 { 2.0 / (2.0 - radius * radius) } else { 4.0 / (4.0 - radius * radius * omega) };
                let goal = reborrow(&mut view.next);
                lanes::run(self.width, Accelerate { goal, before: shared(&view.prev), omega });
            }
            std::mem::swap(&mut view.prev, &mut view.goal);
            std::mem::swap(&mut view.goal, &mut view.next);
        }
    }

    /// Velocities from goals, gravity, water, and hands.
    fn drive(&self, creature: &Creature, view: &mut View<'_>, to_goals: Option<Whole>) {
        let rows = &self.t.creatures.rows;
        let fall = self.gravity * creature.gravity;
        let (v, push) = (reborrow(&mut view.v), reborrow(&mut view.push));
        let goal = to_goals.map(|whole| (shared(&view.goal), whole));
        let x = shared(&view.end);
        lanes::run(self.width, Drive { rows, creature, x, goal, v, push, gravity: fall.to_array() });
        if let Some(water) = &self.t.settings.water {
            let (x, v) = (shared(&view.end), reborrow(&mut view.v));
            let (block, group) = (&mut *view.block, &mut *view.group);
            lanes::run(self.width, Swim { rows, creature, water, gravity: self.gravity, x, v, block, group });
        }
        for grip in self.grips.iter().filter(|g| g.body == creature.body) {
            pull(rows, creature, grip, view);
        }
    }

    fn damp(&self, rows: &Rows, creature: &Creature, view: &mut View<'_>) {
        if creature.damp > 0.0 {
            let (x, v) = (shared(&view.end), reborrow(&mut view.v));
            let (block, group) = (&mut *view.block, &mut *view.group);
            lanes::run(self.width, Damp { rows, creature, x, v, block, group, share: creature.damp });
        }
    }

    /// A prefactored implicit step: see [`super::implicit`].
    fn implicit(&self, rows: &Rows, creature: &Creature, view: &mut View<'_>) {
        let Some(implicit) = &creature.implicit else { return };
        for c in 0..3 {
            view.prev[c].copy_from_slice(view.end[c]);
        }
        let (x, v) = (reborrow(&mut view.end), reborrow(&mut view.v));
        lanes::run(self.width, Move { creature, x, v, max_speed: MAX_SIZES_PER_SEC * self.t.size });
        self.hold(creature, view);
        for c in 0..3 {
            view.goal[c].copy_from_slice(view.end[c]);
        }
        for pass in 0..implicit.iterations {
            let base = self.fit(creature, view, pass, false);
            let (group, y, x) = (&*view.group, shared(&view.goal), reborrow(&mut view.end));
            let right = &mut *view.right;
            lanes::run(self.width, Solve { rows, creature, implicit, base: &base, group, y, x, right });
        }
        let mut whole = Whole::default();
        let (from, to) = (shared(&view.goal), shared(&view.end));
        lanes::run(self.width, Balance { rows, creature, from, to, whole: &mut whole });
        let (before, free) = (shared(&view.prev), shared(&view.goal));
        let (x, v) = (reborrow(&mut view.end), reborrow(&mut view.v));
        lanes::run(self.width, Speed { creature, before, free, x, v, whole });
    }

    /// What follows the bones is where these will be; on the way there it is as fast as that takes.
    fn hold(&self, creature: &Creature, view: &mut View<'_>) {
        let rate = 1.0 / creature.step_secs;
        for &k in &creature.held {
            let (k, slot) = (k as usize, self.t.creatures.base + creature.first + k as usize);
            let ahead = &self.ahead[creature.pace];
            let (from, to) =
                (pose::animated(self.t, &ahead.before, slot).0, pose::animated(self.t, &ahead.after, slot).0);
            for c in 0..3 {
                view.end[c][k] = to[c];
                view.v[c][k] = (to[c] - from[c]) * rate;
            }
        }
    }
}

/// Pulls the vertices around a grabbed one after the hand: the force of a spring that is damped well.
fn pull(rows: &Rows, creature: &Creature, grip: &Grip, view: &mut View<'_>) {
    let region = rows.members.get(creature.first + grip.particle);
    let mass: f32 = region.iter().map(|m| rows.mass[*m as usize]).sum();
    let at = |a: &[&mut [f32]; 3], k: usize| Vec3::new(a[0][k], a[1][k], a[2][k]);
    let way = grip.target - at(&view.end, grip.particle);
    // As strong as it takes to lift the whole body, as far as one step can bear.
    let h = creature.step_secs;
    let share = (GRAB * h * (creature.mass / mass).sqrt()).min(0.9);
    for &member in region {
        let k = member as usize - creature.first;
        if rows.inv_vertex_mass[member as usize] > 0.0 {
            let wanted = way * GRAB;
            let more = (wanted - at(&view.v, k)) * share;
            for c in 0..3 {
                view.v[c][k] += more[c];
            }
        }
    }
}

/// Stimuli, and how far their signals have to go.
fn answer(t: &Template, memory: &mut Memory<'_>, work: &mut Work, now: u64) {
    let clock_secs = now as f64 * t.settings.substep_secs;
    let Memory { end, marks, .. } = memory;
    for (index, creature) in t.creatures.list.iter().enumerate().filter(|(_, c)| c.begins(now)) {
        let x = std::array::from_fn(|c| &end[c][creature.range()]);
        let mut own = Marks::of(marks, creature);
        let colliders = &work.ahead[creature.pace].colliders;
        stimulus::watch(t, creature, &mut own, &Seen { x, colliders, clock_secs });
        for (k, signal) in memory::signals(own.0, creature).into_iter().enumerate() {
            let key = signal.map(|s| (s.rule, s.origin));
            if work.distances.of[index][k] == key {
                continue;
            }
            work.distances.of[index][k] = key;
            if let Some((rule, origin)) = key {
                let mut ways = std::mem::take(&mut work.distances.by_signal[k]);
                let out = &mut ways[creature.range()];
                let longest = stimulus::distances(&t.creatures.rows, creature, origin, &mut work.distances, out);
                let whole = if creature.stimuli[rule].literal { longest } else { creature.span };
                out.iter_mut().for_each(|d| *d = (*d / whole.max(f32::MIN_POSITIVE)).min(1.0));
                work.distances.by_signal[k] = ways;
            }
        }
    }
}

/// Bones as they are when a step begins, and as they will be when it ends, if they go on as they do; with colliders.
fn look_ahead(t: &Template, scratch: &mut Scratch, plan: &FramePlan, substep: u32) {
    let Scratch { work, start_bones, input_bones, old_bones, .. } = scratch;
    for ahead in &mut work.ahead {
        let share = plan.ahead(u64::from(substep) + ahead.every - 1);
        for k in 0..ahead.after.len() {
            let bone = start_bones[k].towards(&input_bones[k], share);
            ahead.after[k] = bone.then(&t.bone_from_bind[k]);
            ahead.before[k] = old_bones[k].then(&t.bone_from_bind[k]);
        }
        for (collider, placed) in t.colliders.iter().zip(&mut ahead.colliders) {
            let frame = |share: Option<f32>| {
                collider.bone.map_or(Frame::IDENTITY, |b| match share {
                    Some(share) => start_bones[b].towards(&input_bones[b], share),
                    None => old_bones[b],
                })
            };
            placed[0].put(&frame(None));
            placed[1].put(&frame(Some(share)));
        }
    }
}

/// Whether no exponent is all ones; without a way out, so that it is quick.
fn are_finite(numbers: &[f32]) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    numbers.iter().fold(0, |found, v| found | u32::from(v.to_bits() & EXPONENT == EXPONENT)) == 0
}

/// Bodies that are no longer finite start again, before they spoil anything else.
fn quarantine(t: &Template, state: &mut State, scratch: &mut Scratch, report: &mut StepReport) {
    for index in 0..t.creatures.list.len() {
        let creature = &t.creatures.list[index];
        let Memory { end, v, warm, .. } = Memory::of(&t.creatures, state.split().creatures);
        let arrays = end.iter().chain(&v).chain(&warm);
        if !arrays.map(|a| are_finite(&a[creature.range()])).fold(true, |all, fine| all & fine) {
            crate::step::guard::restart(t, state, scratch, creature.body);
            report.quarantined += 1;
        }
    }
}

impl Count for crate::collide::contact::Contacts {
    fn add(&mut self, parts: [u16; 2], impulse: f32) {
        self.add_count(parts, impulse);
    }
}
