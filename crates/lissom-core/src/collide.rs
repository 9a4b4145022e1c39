//! Collision: found once per substep, after prediction; solved in every pass.
//!
//! Particles collide as ellipsoids with each other ([`pairs`]) and, like the segments of chains, with the
//! colliders that bones carry ([`sweep`]). Both become contacts of one form ([`contact`]).

use crate::collide::grid::{Grid, Margins};
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::step::parallel::Crew;
use crate::template::Template;
use glam::{Quat, Vec3};
use sweep::{Find, Sweep};

pub mod advance;
mod boxes;
pub mod contact;
pub mod cross;
pub mod grid;
mod near;
pub mod pairs;
pub mod shape;
pub mod sweep;

const ROUND_OFF_SWEEPS: usize = 3;

/// Finds the contacts of this substep.
pub fn find(template: &Template, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    let width = crew.width;
    let (awake, mut start) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.start));
    let StateMut { x: from, q: from_q, .. } = state.split();
    let (Predicted { mut x, q, .. }, contacts, grid, colliders, touched) = scratch.colliding();
    contacts.clear(template);
    // What has followed a collider is near it, and is looked at again however far it is now.
    touched.copy_from_slice(&start.followed);
    if grid.is_needed() {
        let margins = margins(&from, &x, grid);
        grid.build(template, |slot| pairs::place(template, &x, &q, slot), margins);
        grid.collect(template, width, margins);
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
    let (place, followed) = start.split(from, template.slots);
    let sweep = Sweep { template, colliders, from: &place, to: &x, q: &q, width };
    sweep.find(&awake[..crew.units], followed, Find::All, contacts);
    contacts.mark_touched(template, touched);
    (scratch.awake, scratch.start) = (awake, start);
}

/// How far pairs may have come apart in this substep, up to their own size: those may have flipped.
fn margins(from: &[&mut [f32]; 3], to: &[&mut [f32]; 3], grid: &Grid) -> Margins {
    let moved = |&s: &u32| at(to, s as usize) - at(from, s as usize);
    let [simulated, held] = grid.members();
    let mean = simulated.iter().map(moved).sum::<Vec3>() / simulated.len().max(1) as f32;
    let most = |members: &[u32]| members.iter().map(|s| (moved(s) - mean).length_squared()).fold(0.0, f32::max).sqrt();
    let (radius, most_simulated) = (grid.radius(), most(simulated));
    let bounded = |margin: f32| margin.min(2.0 * radius).max(pairs::EARLY * radius);
    Margins { simulated: bounded(2.0 * most_simulated), held: bounded(most_simulated + most(held)) }
}

/// Whether the contacts of chains with colliders hold, after lengths were put right.
pub fn is_settled(template: &Template, state: &mut State, scratch: &mut Scratch, crew: Crew) -> bool {
    let StateMut { x: from, .. } = state.split();
    let (touched, mut start) = (std::mem::take(&mut scratch.touched), std::mem::take(&mut scratch.start));
    let (Predicted { x, q, .. }, contacts, _, colliders, _) = scratch.colliding();
    let (place, followed) = start.split(from, template.slots);
    let sweep = Sweep { template, colliders, from: &place, to: &x, q: &q, width: crew.width };
    let settled = sweep.holds(&touched[..crew.units], followed, contacts);
    (scratch.touched, scratch.start) = (touched, start);
    settled
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

/// Planes stand in for round things while contacts are solved; what is still inside the round thing is pushed out.
pub fn round_off(template: &Template, scratch: &mut Scratch) {
    let (Predicted { x, q, .. }, contacts, ..) = scratch.colliding();
    for _ in 0..ROUND_OFF_SWEEPS {
        for contact in contacts.held_mut().iter_mut().filter(|c| c.other != contact::NONE) {
            let slot = contact.ends[0] as usize;
            let ball = |s: usize| {
                let turn = Quat::from_xyzw(q[0][s], q[1][s], q[2][s], q[3][s]);
                pairs::Ball::at(template, s, at(&x, s), turn)
            };
            if let Some(overlap) = pairs::overlap(&ball(slot), &ball(contact.other as usize)) {
                for c in 0..3 {
                    x[c][slot] += overlap.normal[c] * overlap.depth;
                }
                let rate = 1.0 / template.settings.substep_secs as f32;
                contact.given -= overlap.normal * (overlap.depth * rate * template.mass[slot]);
                contact.active = true;
            }
        }
    }
}

/// Takes the bounce out of the velocities of what touches.
pub fn calm(template: &Template, state: &mut State, scratch: &mut Scratch) {
    let StateMut { mut v, .. } = state.split();
    scratch.contacts.calm(template, &mut v);
}

#[inline(always)]
pub(crate) fn at(x: &[&mut [f32]; 3], slot: usize) -> Vec3 {
    Vec3::new(x[0][slot], x[1][slot], x[2][slot])
}
