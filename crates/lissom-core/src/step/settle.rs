//! After bodies were carried to a new rest pose: out of what they were carried into, and in peace with it. Only
//! positions change. What is left to do would otherwise become speed in the first substep.

use super::constrain::{self, Which};
use super::parallel::Threads;
use super::shape_match;
use crate::collide;
use crate::lanes::LaneWidth;
use crate::rest::RestPose;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::template::Template;

/// Rounds of contacts and lengths, after which a body is out.
const OUT_ROUNDS: usize = 4;
/// Full applications of matching that bring it to peace: the more, the slower, and a cut can wait.
const EASE: f32 = 30.0;
const EASE_IN_CUT: f32 = 100.0;
/// Applications between looking for contacts again.
const LOOK_EVERY: u32 = 3;

/// Everything that was carried in this frame.
pub fn run(
    template: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    cut: bool,
    width: LaneWidth,
    threads: Threads,
) {
    if !scratch.carried.contains(&true) || !(scratch.grid.is_needed() || !template.colliders.is_empty()) {
        return;
    }
    // Nothing else moves meanwhile.
    std::mem::swap(&mut scratch.awake, &mut scratch.carried);
    start_here(state, scratch, template.slots);
    collide::find(template, state, scratch, width);
    if is_deep(template, scratch) {
        for _ in 0..OUT_ROUNDS {
            collide::solve(template, state, scratch);
            constrain::run(template, rest, scratch, Which::Touched, width, threads);
        }
        let alpha = template.alpha.iter().copied().fold(1e-2, f32::max);
        let passes = (if cut { EASE_IN_CUT } else { EASE } / alpha).ceil() as u32;
        for pass in 0..passes {
            if pass % LOOK_EVERY == 0 {
                collide::find(template, state, scratch, width);
            }
            shape_match::run(template, rest, state, scratch, 0, width, threads);
            constrain::run(template, rest, scratch, Which::InPass(0), width, threads);
            collide::solve(template, state, scratch);
        }
        constrain::run(template, rest, scratch, Which::TouchedChains, width, threads);
        take(template, state, scratch);
    }
    std::mem::swap(&mut scratch.awake, &mut scratch.carried);
}

/// Nothing is on its way anywhere.
fn start_here(state: &mut State, scratch: &mut Scratch, slots: usize) {
    let StateMut { x, q, .. } = state.split();
    for placed in &mut scratch.colliders {
        placed[0] = placed[1];
    }
    for c in 0..3 {
        scratch.start.x[c * slots..(c + 1) * slots].copy_from_slice(x[c]);
    }
    scratch.start.followed.fill(false);
    let Predicted { x: new_x, low, q: new_q } = scratch.predicted();
    for c in 0..3 {
        new_x[c].copy_from_slice(x[c]);
        low[c].fill(0.0);
    }
    for c in 0..4 {
        new_q[c].copy_from_slice(q[c]);
    }
}

/// Whether something carried is inside something.
fn is_deep(template: &Template, scratch: &mut Scratch) -> bool {
    let carried = std::mem::take(&mut scratch.awake);
    let (Predicted { x, .. }, contacts, ..) = scratch.colliding();
    let deep = contacts.list().iter().any(|c| {
        let unit = template.units.partition_point(|u| u.slots.end <= c.ends[0] as usize);
        carried[unit] && c.depth(&x) > 0.0
    });
    scratch.awake = carried;
    deep
}

fn take(template: &Template, state: &mut State, scratch: &mut Scratch) {
    let StateMut { x, q, .. } = state.split();
    let carried = std::mem::take(&mut scratch.awake);
    let Predicted { x: new_x, low, q: new_q } = scratch.predicted();
    for (unit, _) in template.units.iter().zip(&carried).filter(|(_, carried)| **carried) {
        for slot in unit.slots.clone().filter(|&s| template.inv_mass[s] > 0.0) {
            for c in 0..3 {
                x[c][slot] = new_x[c][slot] + low[c][slot];
            }
            for c in 0..4 {
                q[c][slot] = new_q[c][slot];
            }
        }
    }
    scratch.awake = carried;
}
