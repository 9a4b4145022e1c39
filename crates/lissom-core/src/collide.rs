//! Collision: found once per substep, after prediction; solved in every pass.
//!
//! Particles collide as ellipsoids with each other ([`pairs`]) and, like the segments of chains, with the
//! colliders that bones carry ([`sweep`]). Both become contacts of one form ([`contact`]).

use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::template::Template;
use glam::Vec3;

pub mod contact;
pub mod grid;
pub mod pairs;
pub mod shape;
pub mod sweep;

/// Finds the contacts of this substep.
pub fn find(template: &Template, state: &mut State, scratch: &mut Scratch) {
    let awake = std::mem::take(&mut scratch.awake);
    let StateMut { x: from, q: from_q, .. } = state.split();
    let (Predicted { mut x, q, .. }, contacts, grid, colliders, touched) = scratch.colliding();
    contacts.clear();
    touched.fill(false);
    if grid.is_needed() {
        let margin = margin(template, &from, &x, grid.radius());
        grid.build(|slot| pairs::place(template, &x, &q, slot), margin);
        grid.collect(template, margin);
        if template.settings.continuous {
            for &[a, b] in grid.candidates() {
                pairs::unflip(template, &from, &mut x, a as usize, b as usize);
            }
        }
        let way = pairs::Way { from: &from, from_q: &from_q, to: &x, to_q: &q };
        // What cannot give way has the last word, so it comes last.
        for held in [false, true] {
            for &[a, b] in grid.candidates() {
                if (template.inv_mass[b as usize] == 0.0) == held {
                    pairs::find(template, &way, a as usize, b as usize, contacts);
                }
            }
            if !held {
                contacts.begin_held();
            }
        }
    }
    if !colliders.is_empty() {
        sweep::find(template, colliders, &awake, &from, &x, &q, contacts);
    }
    contacts.mark_touched(template, touched);
    scratch.awake = awake;
}

/// How far pairs may have come apart in this substep, up to their own size: those may have flipped.
fn margin(template: &Template, from: &[&mut [f32]; 3], to: &[&mut [f32]; 3], radius: f32) -> f32 {
    let moved = |s: usize| at(to, s) - at(from, s);
    let slots = || template.bodies.iter().flat_map(|b| b.slots());
    let count = slots().count().max(1) as f32;
    let mean = slots().map(moved).sum::<Vec3>() / count;
    let most = slots().map(|s| (moved(s) - mean).length_squared()).fold(0.0, f32::max).sqrt();
    (2.0 * most).min(2.0 * radius).max(pairs::EARLY * radius)
}

/// One sweep over all contacts.
pub fn solve(template: &Template, state: &mut State, scratch: &mut Scratch) {
    let StateMut { x: from, .. } = state.split();
    let (Predicted { mut x, .. }, contacts, ..) = scratch.colliding();
    contacts.solve(template, &from, &mut x);
}

#[inline(always)]
pub(crate) fn at(x: &[&mut [f32]; 3], slot: usize) -> Vec3 {
    Vec3::new(x[0][slot], x[1][slot], x[2][slot])
}
