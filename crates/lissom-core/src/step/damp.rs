//! Damping of the motion within a body. Velocities go towards those of a rigid motion with the
//! same momenta, so both momenta stay.
//!
//! | symbol | here | |
//! |---|---|---|
//! | x_cm, v_cm | `center`, `mean` | centre of mass and its velocity |
//! | L, I, ω | `momentum`, `inertia`, `spin` | of the body about its centre |

use crate::collide::at;
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::step::parallel::Crew;
use crate::step::update::MAX_SIZES_PER_SEC;
use crate::template::{Body, Template};
use glam::{DMat3, DVec3};

pub fn run(template: &Template, state: &mut State, scratch: &Scratch, crew: Crew) {
    let h = template.settings.substep_secs;
    for (unit, _) in
        template.units[..crew.units].iter().zip(&scratch.awake).filter(|(unit, awake)| unit.damped && **awake)
    {
        for body in &template.bodies[unit.bodies.clone()] {
            let rate = f64::from(body.params.shape_damping);
            if rate > 0.0 {
                calm(template, state, body, 1.0 - libm::exp(-rate * h));
            }
        }
    }
}

/// Takes the share `k` of the way to the rigid motion.
fn calm(template: &Template, state: &mut State, body: &Body, k: f64) {
    let StateMut { x, v, .. } = state.split();
    let moving = || body.slots().filter(|&s| template.inv_mass[s] > 0.0);
    let kg = |s: usize| f64::from(template.mass[s]);
    let (mut mass, mut center, mut mean) = (0.0, DVec3::ZERO, DVec3::ZERO);
    for slot in moving() {
        mass += kg(slot);
        center += at(&x, slot).as_dvec3() * kg(slot);
        mean += at(&v, slot).as_dvec3() * kg(slot);
    }
    if mass <= 0.0 {
        return;
    }
    (center, mean) = (center / mass, mean / mass);
    let (mut momentum, mut inertia, mut size) = (DVec3::ZERO, DMat3::ZERO, 0.0);
    for slot in moving() {
        let d = at(&x, slot).as_dvec3() - center;
        momentum += d.cross(at(&v, slot).as_dvec3()) * kg(slot);
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        inertia += (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * kg(slot);
        size += d.length_squared() * kg(slot);
    }
    // A straight chain has no inertia about itself; a single particle has none at all.
    inertia += DMat3::from_diagonal(DVec3::splat(1e-9 * size));
    let spin = if size > 0.0 { inertia.inverse() * momentum } else { DVec3::ZERO };
    let most = f64::from(MAX_SIZES_PER_SEC * template.size);
    for slot in moving() {
        let rigid = mean + spin.cross(at(&x, slot).as_dvec3() - center);
        let calmed = at(&v, slot).as_dvec3().lerp(rigid, k).clamp_length_max(most);
        for c in 0..3 {
            v[c][slot] = calmed[c] as f32;
        }
    }
}
