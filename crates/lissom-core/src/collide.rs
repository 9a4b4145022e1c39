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
    let StateMut { x: from, .. } = state.split();
    let (Predicted { mut x, q }, contacts, grid, colliders, touched) = scratch.colliding();
    contacts.clear();
    touched.fill(false);
    if !colliders.is_empty() {
        sweep::find(template, colliders, &awake, &from, &x, &q, contacts);
    }
    if grid.is_needed() {
        grid.build(|slot| at(&x, slot), 0.1);
        contacts.dropped += grid.collect(template);
        if template.settings.continuous {
            for &[a, b] in grid.candidates() {
                pairs::unflip(template, &from, &mut x, a as usize, b as usize);
            }
        }
        for &[a, b] in grid.candidates() {
            pairs::find(template, &x, &q, a as usize, b as usize, contacts);
        }
    }
    contacts.mark_touched(template, touched);
    scratch.awake = awake;
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
