//! Nothing leaves the world: bodies that went out of bounds start again from their rest pose.

use super::pose;
use crate::lanes::{self, Kernel, LaneWidth, Lanes, Memory};
use crate::report::StepReport;
use crate::rest::{RestPose, bones, procedural, view_blend};
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::step::parallel::Crew;
use crate::template::{Body, Frame, Template};
use std::ops::Range;

/// Farther than this many character sizes from where it belongs is out of bounds.
const MAX_SIZES: f32 = 1e4;

/// Counts contacts, and quarantines what is no longer finite of what went together.
pub fn after_substep(
    template: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    crew: Crew,
    report: &mut StepReport,
) {
    report.contacts += scratch.contacts.count();
    for units in [0..crew.units, template.alone.end..template.units.len()] {
        keep(template, rest, state, scratch, units, crew.width, report);
    }
}

/// The bodies of some units that are lost start again.
pub fn keep(
    template: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &Scratch,
    units: Range<usize>,
    width: LaneWidth,
    report: &mut StepReport,
) {
    let units = &template.units[units];
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
    let limit = MAX_SIZES * template.size;
    let mut fine = true;
    lanes::run(width, Look { state, slots: first.slots.start..last.slots.end, limit, fine: &mut fine });
    if fine {
        return;
    }
    for body in &template.bodies[first.bodies.start..last.bodies.end] {
        let lost = |s: usize, state: &State| {
            let home = scratch.bones[body.anchor].position;
            let fine = (0..3).all(|c| (state.x()[c][s] - home[c]).abs() < limit)
                && (0..3).all(|c| state.v()[c][s].is_finite() && state.spin()[c][s].is_finite())
                && (0..4).all(|c| state.q()[c][s].is_finite());
            !fine
        };
        if body.slots().any(|s| lost(s, state)) {
            reset(template, state, &scratch.skin, body);
            view_blend::reset(template, rest, state, body);
            bones::reset(template, rest, state, body);
            report.quarantined += 1;
        }
    }
    reset_padding(template, state, first.slots.start..last.slots.end);
}

/// A quick look: whether all of it is finite, and nothing is far away.
struct Look<'a> {
    state: &'a State,
    slots: Range<usize>,
    limit: f32,
    fine: &'a mut bool,
}

impl Kernel for Look<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (x, q, v, spin) = (self.state.x(), self.state.q(), self.state.v(), self.state.spin());
        let zero = L::zero();
        for slot in self.slots.step_by(L::WIDTH) {
            // Zero times anything that is not finite is not a number, and stays so when added.
            let mut sum = zero;
            let mut far = zero;
            for c in 0..3 {
                let place = L::load(x[c], slot);
                far = place.abs().max(far);
                sum = sum + (place + L::load(v[c], slot) + L::load(spin[c], slot)) * zero;
            }
            for c in 0..4 {
                sum = sum + L::load(q[c], slot) * zero;
            }
            let fine = L::and(L::splat(1.0).greater(sum), L::splat(self.limit).greater(far));
            if !L::all(fine) {
                *self.fine = false;
                return;
            }
        }
    }
}

/// Everything to its rest pose where the bones are now, at rest.
pub fn reset_all(template: &Template, state: &mut State, scratch: &mut Scratch) {
    set_skin(template, scratch);
    for body in &template.bodies {
        reset(template, state, &scratch.skin, body);
    }
    state.split().still.fill(0.0);
}

/// Animated particles to where the bones are now.
pub fn follow_now(template: &Template, state: &mut State, scratch: &mut Scratch) {
    set_skin(template, scratch);
    let StateMut { mut x, mut q, .. } = state.split();
    for &slot in &template.animated {
        let (position, rotation) = pose::animated(template, &scratch.skin, slot as usize);
        pose::set(&mut x, &mut q, slot as usize, position, rotation);
    }
}

fn set_skin(template: &Template, scratch: &mut Scratch) {
    for k in 0..scratch.skin.len() {
        scratch.skin[k] = scratch.bones[k].then(&template.bone_from_bind[k]);
    }
}

pub fn to_bind_pose(template: &Template, state: &mut State) {
    let skin = vec![Frame::IDENTITY; template.bone_from_bind.len()];
    for body in &template.bodies {
        reset(template, state, &skin, body);
    }
    reset_padding(template, state, 0..template.slots);
}

/// Where there is no particle, there is one at rest: what stands beside it in a folded chain is matched with it.
fn reset_padding(template: &Template, state: &mut State, slots: Range<usize>) {
    let StateMut { x, q, v, spin, warm, .. } = state.split();
    for slot in slots.filter(|&s| template.body[s] == u32::MAX) {
        for c in 0..3 {
            (x[c][slot], v[c][slot], spin[c][slot]) = (0.0, 0.0, 0.0);
        }
        for c in 0..4 {
            let value = if c == 3 { 1.0 } else { 0.0 };
            (q[c][slot], warm[c][slot]) = (value, value);
        }
    }
}

fn reset(template: &Template, state: &mut State, skin: &[Frame], body: &Body) {
    let StateMut { mut x, mut q, v, spin, warm, .. } = state.split();
    let base = body.params.follow_bones.then(|| pose::animated(template, skin, body.first).1);
    for slot in body.slots() {
        let (position, rotation) = pose::animated(template, skin, slot);
        pose::set(&mut x, &mut q, slot, position, rotation);
        for c in 0..3 {
            v[c][slot] = 0.0;
            spin[c][slot] = 0.0;
        }
        // A group's rotation is the turn from the rest pose; where that follows the bones, it is the first joint's.
        let turn = match base {
            Some(base) => base * template.bind_q[body.first].conjugate(),
            None => rotation * template.bind_q[slot].conjugate(),
        };
        for (c, value) in turn.to_array().into_iter().enumerate() {
            warm[c][slot] = value;
        }
    }
    procedural::ends::reset(template, state, body);
}

/// One body to its rest pose where the bones are now, at rest.
pub fn restart(template: &Template, state: &mut State, scratch: &Scratch, body: usize) {
    reset(template, state, &scratch.skin, &template.bodies[body]);
}
