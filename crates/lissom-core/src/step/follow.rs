//! Fast, thin colliders: a chain that one runs into follows it in steps no longer than the two are thick.
//!
//! A contact is a plane that a point must not cross. That is right while the chain slides by less than it is
//! thick; a rod at 20 m/s makes it slide by half a segment in a substep. Only positions are followed, the rest of
//! the substep goes on from there.

use super::constrain::{self, Which};
use super::parallel::Crew;
use crate::collide::shape::Placed;
use crate::collide::sweep::{Find, Start, Sweep};
use crate::rest::RestPose;
use crate::scratch::{Predicted, Scratch};
use crate::state::{Arrays, State, StateMut};
use crate::template::{Template, UnitKind};

/// At most so many steps.
const MAX_STEPS: f32 = 32.0;
/// At most so many rounds of lengths and contacts in each.
const ROUNDS: usize = 16;

/// Moves the chains that need it, and says from where contacts are to be found.
pub fn run(template: &Template, rest: &RestPose, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    if template.colliders.is_empty() {
        return;
    }
    let mut start = std::mem::take(&mut scratch.start);
    let steps = begin(template, state, scratch, &mut start, crew).min(MAX_STEPS);
    if steps > 1.0 {
        // The whole way waits aside while each step has its own.
        std::mem::swap(&mut scratch.colliders, &mut scratch.whole_way);
        for step in 1..=steps as u32 {
            advance(template, state, scratch, &mut start, 1.0 / steps, step as f32 / steps);
            for (part, whole) in scratch.colliders.iter_mut().zip(&scratch.whole_way) {
                let at = |share: f32| Placed { frame: whole[0].frame.towards(&whole[1].frame, share), ..whole[0] };
                *part = [at((step - 1) as f32 / steps), at(step as f32 / steps)];
            }
            solve(template, rest, state, scratch, &mut start, crew);
        }
        std::mem::swap(&mut scratch.colliders, &mut scratch.whole_way);
    }
    scratch.start = start;
}

/// Marks the chains to follow; returns how many steps they need.
fn begin(template: &Template, state: &mut State, scratch: &mut Scratch, start: &mut Start, crew: Crew) -> f32 {
    let StateMut { x: from, .. } = state.split();
    let (Predicted { x, q, .. }, _, _, colliders, _) = scratch.colliding();
    let mut steps = 1.0_f32;
    for (index, unit) in template.units[..crew.units].iter().enumerate() {
        start.followed[index] = false;
        if matches!(unit.kind, UnitKind::Chains { .. }) {
            let needed = Sweep { template, colliders, from: &from, to: &x, q: &q, width: crew.width }.steps(unit);
            start.followed[index] = needed > 1.0;
            steps = steps.max(needed.ceil());
        }
    }
    if steps > 1.0 {
        let mut arrays = Arrays { rest: &mut start.x, len: template.slots };
        let (place, goal) = (arrays.take::<3>(), arrays.take::<3>());
        for c in 0..3 {
            place[c].copy_from_slice(from[c]);
            goal[c].copy_from_slice(x[c]);
        }
    }
    steps
}

/// One step of the way that was predicted.
fn advance(template: &Template, state: &mut State, scratch: &mut Scratch, start: &mut Start, each: f32, share: f32) {
    let StateMut { x: from, .. } = state.split();
    let Predicted { x, low, .. } = scratch.predicted();
    let mut arrays = Arrays { rest: &mut start.x, len: template.slots };
    let (place, goal) = (arrays.take::<3>(), arrays.take::<3>());
    for (unit, _) in template.units.iter().zip(&start.followed).filter(|(_, followed)| **followed) {
        for slot in unit.slots.clone() {
            for c in 0..3 {
                let way = goal[c][slot] - from[c][slot];
                let held = template.inv_mass[slot] == 0.0;
                x[c][slot] = if held { from[c][slot] + way * share } else { place[c][slot] + way * each };
                low[c][slot] = 0.0;
            }
        }
    }
}

fn solve(
    template: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    start: &mut Start,
    crew: Crew,
) {
    let width = crew.width;
    let mut arrays = Arrays { rest: &mut start.x, len: template.slots };
    let place = arrays.take::<3>();
    let (Predicted { x, q, .. }, contacts, _, colliders, touched) = scratch.colliding();
    contacts.clear(template);
    // All of them, touched or not: a length that is left wrong here would later pull a chain through.
    touched.copy_from_slice(&start.followed);
    let sweep = Sweep { template, colliders, from: &place, to: &x, q: &q, width };
    sweep.find(&start.followed, &[], Find::All, contacts);
    for _ in 0..ROUNDS {
        constrain::run(template, rest, state, scratch, Which::TouchedChains, crew);
        let (Predicted { mut x, q, .. }, contacts, _, colliders, _) = scratch.colliding();
        let sweep = Sweep { template, colliders, from: &place, to: &x, q: &q, width };
        if sweep.holds(&start.followed, &[], contacts) {
            break;
        }
        contacts.solve(template, &place, &mut x);
    }
    let Predicted { x, .. } = scratch.predicted();
    for (unit, _) in template.units.iter().zip(&start.followed).filter(|(_, followed)| **followed) {
        for c in 0..3 {
            place[c][unit.slots.clone()].copy_from_slice(&x[c][unit.slots.clone()]);
        }
    }
}
