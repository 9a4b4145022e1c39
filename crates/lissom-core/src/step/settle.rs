//! After bodies were carried to a new rest pose: out of what they were carried into, and in peace with it. Only
//! positions change. What is left to do would otherwise become speed in the first substep.

use super::constrain::{self, Which};
use super::parallel::Crew;
use super::shape_match::{self, Strength};
use crate::collide;
use crate::collide::contact::NONE;
use crate::rest::RestPose;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::template::Template;

/// Rounds of contacts and lengths, after which a body is out.
const OUT_ROUNDS: usize = 4;
/// Passes at full strength that bring it to peace: in a cut nobody sees the time it takes.
const EASE: usize = 30;
const EASE_IN_CUT: usize = 50;
/// Passes between looking for contacts again.
const LOOK_EVERY: usize = 3;

/// Everything that was carried into something in this frame.
pub fn run(template: &Template, rest: &RestPose, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    let empty = !scratch.grid.is_needed() && template.colliders.is_empty();
    if empty || !scratch.carried[..crew.units].contains(&true) {
        return;
    }
    // Nothing else moves meanwhile.
    std::mem::swap(&mut scratch.awake, &mut scratch.carried);
    start_here(state, scratch);
    collide::find(template, state, scratch, crew);
    if mark_deep(template, scratch) {
        for _ in 0..OUT_ROUNDS {
            collide::solve(template, state, scratch);
            constrain::run(template, rest, state, scratch, Which::Touched, crew);
        }
        for pass in 0..if scratch.cut { EASE_IN_CUT } else { EASE } {
            if pass % LOOK_EVERY == 0 {
                collide::find(template, state, scratch, crew);
            }
            shape_match::run(template, rest, state, scratch, 0, Strength::Full, crew);
            constrain::run(template, rest, state, scratch, Which::InPass(0), crew);
            collide::solve(template, state, scratch);
        }
        constrain::run(template, rest, state, scratch, Which::TouchedChains, crew);
        take(template, state, scratch);
    }
    std::mem::swap(&mut scratch.awake, &mut scratch.carried);
}

/// Nothing is on its way anywhere.
fn start_here(state: &mut State, scratch: &mut Scratch) {
    let StateMut { x, q, .. } = state.split();
    for placed in &mut scratch.colliders {
        placed[0] = placed[1];
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

/// Marks the bodies that were carried into something, and keeps only their units awake.
fn mark_deep(template: &Template, scratch: &mut Scratch) -> bool {
    let (mut awake, mut deep) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.deep));
    let (Predicted { x, .. }, contacts, ..) = scratch.colliding();
    deep.fill(false);
    let unit = |body: usize| template.units.partition_point(|u| u.bodies.end <= body);
    for contact in contacts.list().iter().filter(|c| c.depth(&x) > 0.0) {
        for slot in [contact.ends[0], contact.ends[1], contact.other].into_iter().filter(|s| *s != NONE) {
            let body = template.body[slot as usize] as usize;
            deep[body] |= awake[unit(body)];
        }
    }
    for (unit, awake) in template.units.iter().zip(&mut awake) {
        *awake = deep[unit.bodies.clone()].contains(&true);
    }
    let any = deep.contains(&true);
    (scratch.awake, scratch.deep) = (awake, deep);
    any
}

fn take(template: &Template, state: &mut State, scratch: &mut Scratch) {
    let StateMut { x, q, .. } = state.split();
    let deep = std::mem::take(&mut scratch.deep);
    let Predicted { x: new_x, low, q: new_q } = scratch.predicted();
    for (body, _) in template.bodies.iter().zip(&deep).filter(|(_, deep)| **deep) {
        for slot in body.slots().filter(|&s| template.inv_mass[s] > 0.0) {
            for c in 0..3 {
                x[c][slot] = new_x[c][slot] + low[c][slot];
            }
            for c in 0..4 {
                q[c][slot] = new_q[c][slot];
            }
        }
    }
    scratch.deep = deep;
}
