//! Around the steps of these bodies: what a frame was told, where they are within a step, and being put elsewhere.

use super::memory::{Marks, Memory};
use super::stimulus::{self, When};
use crate::input::StepInput;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::step::pose;
use crate::template::{Body, Frame, Template};
use glam::{Quat, Vec3};

/// What this frame was told: touches and keys.
pub fn begin(t: &Template, state: &mut State, scratch: &mut Scratch, input: &StepInput<'_>) {
    if t.creatures.list.is_empty() {
        return;
    }
    scratch.work.drive = if input.drive.is_finite() { input.drive.clamp(0.0, 1.0) } else { 1.0 };
    let memory = Memory::of(&t.creatures, state.split().creatures);
    for creature in &t.creatures.list {
        let source = t.bodies[creature.body].source;
        let mut marks = Marks::of(memory.marks, creature);
        for (index, rule) in creature.stimuli.iter().enumerate() {
            match &rule.when {
                When::Touch => {
                    for touch in input.touches.iter().filter(|touch| touch.body == source) {
                        stimulus::fire(&mut marks, creature, index, touch.particle);
                    }
                }
                When::Key { name } if input.keys.contains(&name.as_str()) => {
                    stimulus::fire(&mut marks, creature, index, rule.vertex);
                }
                _ => {}
            }
        }
    }
}

/// Predicted positions within a step: in a straight line to where it ends.
pub fn follow(t: &Template, state: &mut State, scratch: &mut Scratch) {
    let creatures = &t.creatures;
    let now = state.clock.substeps;
    let StateMut { x: from, creatures: block, .. } = state.split();
    let Memory { end, warm, .. } = Memory::of(creatures, block);
    let skin = std::mem::take(&mut scratch.skin);
    let Predicted { mut x, low, mut q } = scratch.predicted();
    for creature in &creatures.list {
        let share = 1.0 / creature.left(now) as f32;
        let slots = creatures.base + creature.first..creatures.base + creature.first + creature.rows;
        for c in 0..3 {
            let to = &end[c][creature.range()];
            for ((x, from), to) in x[c][slots.clone()].iter_mut().zip(&from[c][slots.clone()]).zip(to) {
                *x = if share < 1.0 { from + (to - from) * share } else { *to };
            }
            low[c][slots.clone()].fill(0.0);
        }
        for c in 0..4 {
            q[c][slots.clone()].copy_from_slice(&warm[c][creature.range()]);
        }
        for &k in &creature.held {
            let slot = slots.start + k as usize;
            let (position, rotation) = pose::animated(t, &skin, slot);
            pose::set(&mut x, &mut q, slot, position, rotation);
        }
    }
    scratch.skin = skin;
}

/// The end of a substep: these are where they were predicted to be.
pub fn arrive(t: &Template, state: &mut State, scratch: &mut Scratch) {
    let slots = t.creatures.base..t.creatures.base + t.creatures.rows.count;
    let rate = 1.0 / t.settings.substep_secs as f32;
    let StateMut { x, q, v, .. } = state.split();
    let Predicted { x: to, q: turned, .. } = scratch.predicted();
    for c in 0..3 {
        let (x, v) = (&mut x[c][slots.clone()], &mut v[c][slots.clone()]);
        for ((x, v), to) in x.iter_mut().zip(v).zip(&to[c][slots.clone()]) {
            *v = (to - *x) * rate;
            *x = *to;
        }
    }
    for c in 0..4 {
        q[c][slots.clone()].copy_from_slice(&turned[c][slots.clone()]);
    }
}

/// Momentum that finer bodies gave these in a substep.
pub fn take(t: &Template, state: &mut State, scratch: &Scratch) {
    if t.creatures.list.is_empty() {
        return;
    }
    let Memory { push, marks, .. } = Memory::of(&t.creatures, state.split().creatures);
    for (slot, part, given) in scratch.contacts.given(t) {
        let row = slot - t.creatures.base;
        for c in 0..3 {
            push[c][row] += given[c];
        }
        let owner = t.creatures.list.partition_point(|c| c.first + c.rows <= row);
        let creature = &t.creatures.list[owner];
        let mut own = Marks::of(marks, creature);
        for rule in (0..creature.stimuli.len()).filter(|r| creature.stimuli[*r].feels(t, part)) {
            own.set_bump(rule, Some(row - creature.first));
        }
    }
}

/// A body that was put somewhere starts from there, at rest.
pub fn reset(t: &Template, state: &mut State, body: &Body) {
    let Some(creature) = t.creatures.list.iter().find(|c| t.bodies[c.body].source == body.source) else { return };
    let StateMut { x, q, creatures: block, .. } = state.split();
    let Memory { end, v, warm, push, marks } = Memory::of(&t.creatures, block);
    for row in creature.first..creature.first + creature.count {
        let slot = t.creatures.base + row;
        let turn = Quat::from_array(std::array::from_fn(|c| q[c][slot])) * t.bind_q[slot].conjugate();
        for c in 0..3 {
            (end[c][row], v[c][row], push[c][row]) = (x[c][slot], 0.0, 0.0);
        }
        for (c, value) in turn.to_array().into_iter().enumerate() {
            warm[c][row] = value;
        }
    }
    // Padding is part of every sum: it must not keep what was not finite.
    for row in creature.first + creature.count..creature.first + creature.rows {
        for c in 0..3 {
            (end[c][row], v[c][row], push[c][row], warm[c][row]) = (0.0, 0.0, 0.0, 0.0);
        }
        warm[3][row] = 1.0;
    }
    let own = &mut marks[creature.marks.clone()];
    own.fill(0.0);
    let mut own = Marks(own);
    for rule in 0..creature.stimuli.len() {
        // Whatever the pause, the first time is at once.
        own.rule(rule)[1] = f32::MAX / 2.0;
    }
}

/// Moves a body rigidly, with its motion.
pub fn transform(t: &Template, state: &mut State, body: &Body, from: &Frame, to: &Frame) {
    let Some(creature) = t.creatures.list.iter().find(|c| t.bodies[c.body].source == body.source) else { return };
    let turn = (to.rotation * from.rotation.conjugate()).normalize();
    let StateMut { mut x, v: mut speed, q, creatures: block, .. } = state.split();
    let Memory { mut end, mut v, warm, mut push, .. } = Memory::of(&t.creatures, block);
    let at = |a: &[&mut [f32]; 3], k: usize| Vec3::new(a[0][k], a[1][k], a[2][k]);
    let put = |a: &mut [&mut [f32]; 3], k: usize, value: Vec3| (0..3).for_each(|c| a[c][k] = value[c]);
    for row in creature.first..creature.first + creature.count {
        let slot = t.creatures.base + row;
        let here = turn * (at(&x, slot) - from.position) + to.position;
        put(&mut x, slot, here);
        let faster = turn * at(&speed, slot);
        put(&mut speed, slot, faster);
        let there = turn * (at(&end, row) - from.position) + to.position;
        put(&mut end, row, there);
        for array in [&mut v, &mut push] {
            let turned = turn * at(array, row);
            put(array, row, turned);
        }
        let fit = turn * Quat::from_array(std::array::from_fn(|c| warm[c][row]));
        for (c, value) in fit.normalize().to_array().into_iter().enumerate() {
            (warm[c][row], q[c][slot]) = (value, value);
        }
    }
}
