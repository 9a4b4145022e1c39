//! \[MC11c\] 4.1 Momentum-conserving animation: the animated shape is fitted to where the particles are, and
//! they are moved onto the fit. The centre of mass stays where physics put it.
//!
//! Deviates from the text "we overwrite the orientation q with r q̄": q̄ must be the *animated* orientation,
//! or limbs would lose their animated turn. Sums are in double precision, so that they add no drift.
//!
//! | symbol | here | |
//! |---|---|---|
//! | p_i, p̄ | `p`, `mean_p` | predicted positions and their mean |
//! | a_i, ā | `a`, `mean_a` | animated positions and their mean |
//! | R, r | `r` | rotational part of Σ m (p − p̄)(a − ā)ᵀ |

use crate::rotation::extract_f64;
use crate::scratch::{Predicted, Scratch};
use crate::step::pose;
use crate::template::{Body, Template};
use glam::{DMat3, DQuat, DVec3, Vec3};

pub fn apply(template: &Template, scratch: &mut Scratch, body: &Body) {
    let skin = std::mem::take(&mut scratch.skin);
    let Predicted { mut x, low, mut q } = scratch.predicted();
    let vector = |x: &[&mut [f32]; 3], s: usize| Vec3::new(x[0][s], x[1][s], x[2][s]).as_dvec3();
    let place = |x: &[&mut [f32]; 3], low: &[&mut [f32]; 3], s: usize| vector(x, s) + vector(low, s);
    let mut mass = 0.0;
    let (mut mean_p, mut mean_a) = (DVec3::ZERO, DVec3::ZERO);
    for slot in body.slots().filter(|&s| template.follows[s]) {
        let m = f64::from(template.mass[slot]);
        mass += m;
        mean_p += place(&x, &low, slot) * m;
        mean_a += pose::animated(template, &skin, slot).0.as_dvec3() * m;
    }
    mean_p /= mass;
    mean_a /= mass;
    let mut moment = DMat3::ZERO;
    let mut guess = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for slot in body.slots().filter(|&s| template.follows[s]) {
        let m = f64::from(template.mass[slot]);
        let (a, turned) = pose::animated(template, &skin, slot);
        let (p, a) = (place(&x, &low, slot) - mean_p, a.as_dvec3() - mean_a);
        moment += DMat3::from_cols(p * a.x, p * a.y, p * a.z) * m;
        // A fit of orientations serves as warm start, and keeps lone particles well-posed.
        let now = glam::Quat::from_array(std::array::from_fn(|c| q[c][slot])).as_dquat();
        let turn = now * turned.as_dquat().conjugate();
        guess = guess + if turn.dot(guess) < 0.0 { -turn } else { turn } * m;
        let radius = f64::from(template.reach[slot]);
        moment += DMat3::from_quat(turn) * (m * radius * radius / 5.0);
    }
    let guess = if guess.length_squared() > 1e-18 { guess.normalize() } else { DQuat::IDENTITY };
    let r = extract_f64(moment, guess, 8);
    for slot in body.slots().filter(|&s| template.follows[s]) {
        let (a, turned) = pose::animated(template, &skin, slot);
        let goal = r * (a.as_dvec3() - mean_a) + mean_p;
        pose::set(&mut x, &mut q, slot, goal.as_vec3(), (r * turned.as_dquat()).as_quat().normalize());
        for c in 0..3 {
            low[c][slot] = (goal[c] - f64::from(x[c][slot])) as f32;
        }
    }
    scratch.skin = skin;
}
