//! Collision: found once per substep, after prediction; solved in every pass.
//!
//! Particles collide as ellipsoids with each other ([`pairs`]) and, like the segments of chains, with the
//! colliders that bones carry ([`sweep`]). Both become contacts of one form ([`contact`]).

use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::template::Template;
use glam::Vec3;
use sweep::Find;

pub mod contact;
pub mod cross;
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
        sweep::find(template, colliders, &awake, &from, &x, &q, contacts, Find::All);
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

/// Whether the contacts of chains with colliders hold, after lengths were put right. Looks along the whole way
/// again, because that may have moved something else into a collider, or through it.
pub fn is_settled(template: &Template, state: &mut State, scratch: &mut Scratch) -> bool {
    let touched = std::mem::take(&mut scratch.touched);
    let StateMut { x: from, .. } = state.split();
    let (Predicted { x, q, .. }, contacts, _, colliders, _) = scratch.colliding();
    if touched.contains(&true) && !colliders.is_empty() {
        sweep::find(template, colliders, &touched, &from, &x, &q, contacts, Find::DeepInChains);
    }
    scratch.touched = touched;
    let (Predicted { x, .. }, contacts, ..) = scratch.colliding();
    contacts.chains_are_out(template, &x)
}

/// One sweep over all contacts.
pub fn solve(template: &Template, state: &mut State, scratch: &mut Scratch) {
    let StateMut { x: from, .. } = state.split();
    let (Predicted { mut x, .. }, contacts, ..) = scratch.colliding();
    contacts.solve(template, &from, &mut x);
}

/// Contacts as the particles are turned now.
pub fn turn(template: &Template, scratch: &mut Scratch) {
    let (Predicted { q, .. }, contacts, ..) = scratch.colliding();
    contacts.turn(template, &q);
}

/// Takes the bounce out of the velocities of what touches.
pub fn calm(template: &Template, state: &mut State, scratch: &Scratch) {
    let StateMut { mut v, .. } = state.split();
    scratch.contacts.calm(template, &mut v);
}

#[inline(always)]
pub(crate) fn at(x: &[&mut [f32]; 3], slot: usize) -> Vec3 {
    Vec3::new(x[0][slot], x[1][slot], x[2][slot])
}
