//! Hands: what somebody holds follows the hand. Once a substep it is put on its way there, before contacts are found,
//! and in every pass again, before lengths are put right: so lengths and contacts hold, and a chain that cannot reach
//! points there. While it is held, a joint of a chain is as heavy as all of it. What a hand does is motion like any
//! other, in every solve, and stays when it lets go.
//!
//! Boneless bodies are pulled in steps of their own, see [`crate::rest::procedural::advance`].

use crate::build::REACH;
use crate::collide::at;
use crate::input::StepInput;
use crate::lanes::LaneWidth;
use crate::rest::RestPose;
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::step::springs;
use crate::template::{Body, Template, UnitKind};
use glam::{DMat3, DVec3, Vec3};

/// Most grabs at a time.
pub const MOST: usize = 16;
/// How quickly what is held comes after the hand, 1/s: within a thirtieth of a second, which the eye takes for at once.
const RATE: f32 = 30.0;
/// No faster than this many sizes of the body a second: in a substep of 1/240 s a fraction of a segment, which the
/// solver for lengths bears.
const MOST_SIZES_PER_SEC: f32 = 16.0;

/// A particle that somebody holds.
#[derive(Clone, Copy, Debug)]
pub struct Grip {
    pub unit: usize,
    pub body: usize,
    pub particle: usize,
    pub slot: usize,
    pub target: Vec3,
    /// Where it is to be at the end of this substep.
    goal: Vec3,
}

/// What this frame was told. Wakes what is held. What only follows the bones, or does not exist, cannot be held.
pub fn begin(template: &Template, state: &mut State, scratch: &mut Scratch, input: &StepInput<'_>) {
    for grip in scratch.grips.drain(..) {
        scratch.weight[grip.slot] = template.inv_mass[grip.slot];
    }
    for grab in input.grabs.iter().filter(|g| g.target.iter().all(|v| v.abs() <= REACH)) {
        let exists = |body: &&usize| grab.particle < template.bodies[**body].count;
        let Some(&body) = template.by_source.get(grab.body).filter(exists) else { continue };
        let found = &template.bodies[body];
        let (unit, slot) = (template.units.partition_point(|u| u.bodies.end <= body), found.slot(grab.particle));
        let held = template.inv_mass[slot] == 0.0 && unit < template.stepped().len();
        if held || scratch.grips.len() == MOST {
            continue;
        }
        let target = Vec3::from_array(grab.target);
        scratch.grips.push(Grip { unit, body, particle: grab.particle, slot, target, goal: target });
        // Sweeps over edges carry a pull on so slowly that a heavy hand would stretch cloth.
        if found.is_chain() || found.rods {
            scratch.weight[slot] = 1.0 / found.slots().map(|s| template.mass[s]).sum::<f32>();
        }
        scratch.awake[unit] = true;
        state.split().still[body] = 0.0;
    }
}

/// On what was predicted: everything that is held goes on towards its hand.
pub fn aim(template: &Template, rest: &RestPose, state: &mut State, scratch: &mut Scratch, width: LaneWidth) {
    let mut grips = std::mem::take(&mut scratch.grips);
    let h = template.settings.substep_secs as f32;
    for grip in grips.iter_mut().filter(|g| g.unit < template.stepped().len()) {
        let body = &template.bodies[grip.body];
        let StateMut { x: from, .. } = state.split();
        let from = at(&from, grip.slot);
        let size = if body.size > 0.0 { body.size } else { template.size };
        let way = (grip.target - from) * (1.0 - libm::expf(-RATE * h));
        grip.goal = from + way.clamp_length_max(MOST_SIZES_PER_SEC * size * h);
        let mut to = scratch.predicted();
        if let Some((base, length)) = tether(template, rest, body, grip) {
            let base = at(&to.x, base);
            grip.goal = base + (grip.goal - base).clamp_length_max(length);
        }
        if template.follows[grip.slot] {
            drag_all(template, body, grip, &mut to);
        }
        put(grip, &mut to);
        if let Some(springs) = template.springs_of(grip.unit) {
            springs.reach(rest, body, grip.particle, &mut to);
            springs::hold(template, rest, grip.unit, springs::View::of(to, template, grip.unit), width);
        }
    }
    scratch.grips = grips;
}

/// In a pass, after matching.
pub fn pull(template: &Template, scratch: &mut Scratch, pass: u32) {
    for k in 0..scratch.grips.len() {
        let grip = scratch.grips[k];
        if scratch.awake[grip.unit] && pass < template.units[grip.unit].passes && !template.follows[grip.slot] {
            put(&grip, &mut scratch.predicted());
            scratch.contacts.give[grip.slot] = scratch.weight[grip.slot];
            scratch.touched[grip.unit] |= template.units[grip.unit].kind == UnitKind::Mesh;
        }
    }
}

/// What a particle hangs on, and how far from there it can be at most.
fn tether(template: &Template, rest: &RestPose, body: &Body, grip: &Grip) -> Option<(usize, f32)> {
    if !body.is_chain() {
        let tether = template.tethers[body.tethers.clone()].iter().find(|t| t.b as usize == grip.slot)?;
        return Some((tether.a as usize, tether.length));
    }
    let base = (0..grip.particle).rev().find(|&k| template.inv_mass[body.slot(k)] == 0.0)?;
    Some((body.slot(base), (base + 1..=grip.particle).map(|k| rest.length[body.slot(k)]).sum()))
}

fn put(grip: &Grip, to: &mut Predicted<'_>) {
    for c in 0..3 {
        to.x[c][grip.slot] = grip.goal[c];
        to.low[c][grip.slot] = 0.0;
    }
}

/// A shape that is animated, and keeps its momentum, is dragged by one of its particles: what a push there does to a
/// rigid body, as strong as brings the particle to its goal.
///
/// | symbol | here | |
/// |---|---|---|
/// | M, I | `mass`, `inertia` | of the body, about its centre |
/// | r | `arm` | from the centre to where it is held |
/// | K | `gives` | 1/M − \[r\] I⁻¹ \[r\]: how the particle gives way to a push |
fn drag_all(template: &Template, body: &Body, grip: &Grip, to: &mut Predicted<'_>) {
    let slots = || body.slots().filter(|&s| template.follows[s]);
    let kg = |s: usize| f64::from(template.mass[s]);
    let mass: f64 = slots().map(kg).sum();
    let center = slots().map(|s| at(&to.x, s).as_dvec3() * kg(s)).sum::<DVec3>() / mass;
    let (mut inertia, mut size) = (DMat3::ZERO, 0.0);
    for slot in slots() {
        let d = at(&to.x, slot).as_dvec3() - center;
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        inertia += (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * kg(slot);
        size += d.length_squared() * kg(slot);
    }
    // A straight one has no inertia about itself.
    inertia += DMat3::from_diagonal(DVec3::splat(1e-6 * size + f64::MIN_POSITIVE));
    let turns = inertia.inverse();
    let arm = at(&to.x, grip.slot).as_dvec3() - center;
    let cross = DMat3::from_cols(
        DVec3::new(0.0, arm.z, -arm.y),
        DVec3::new(-arm.z, 0.0, arm.x),
        DVec3::new(arm.y, -arm.x, 0.0),
    );
    let gives = DMat3::from_diagonal(DVec3::splat(1.0 / mass)) - cross * turns * cross;
    let push = gives.inverse() * (grip.goal.as_dvec3() - at(&to.x, grip.slot).as_dvec3());
    let turn = turns * arm.cross(push);
    for slot in slots() {
        let d = at(&to.x, slot).as_dvec3() - center;
        let way = (push / mass + turn.cross(d)).as_vec3();
        for c in 0..3 {
            to.x[c][slot] += way[c];
        }
    }
}
