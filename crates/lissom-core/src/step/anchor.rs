//! Inertia: how much of its anchor's own motion a body feels. The rest is carried along rigidly, so it
//! bends nothing and leaves velocities relative to the anchor alone.

use super::pose;
use crate::desc::BodyParams;
use crate::rest::{procedural, view_blend};
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::template::{Body, Frame, Template};
use glam::{Quat, Vec3};

pub fn carry(template: &Template, state: &mut State, scratch: &Scratch) {
    let h = template.settings.substep_secs as f32;
    for &body in &template.carried {
        let body = &template.bodies[body as usize];
        let (from, to) = (&scratch.old_bones[body.anchor], &scratch.bones[body.anchor]);
        if from == to {
            continue;
        }
        let (moved, turned) = unfelt(template, body, from, to, h);
        if moved > 0.0 || turned > 0.0 {
            let reached =
                Frame { position: from.towards(to, moved).position, rotation: from.towards(to, turned).rotation };
            transform(template, state, body, from, &reached);
        }
    }
}

pub fn feels_all(params: &BodyParams) -> bool {
    params.inertia >= 1.0 && params.max_anchor_speed == f32::INFINITY && params.max_anchor_turn == f32::INFINITY
}

/// Shares of the anchor's way and of its turn that the body does not feel.
fn unfelt(template: &Template, body: &Body, from: &Frame, to: &Frame, h: f32) -> (f32, f32) {
    let params = &body.params;
    let speed = from.position.distance(to.position) / h;
    let turn = from.rotation.angle_between(to.rotation) / h;
    let felt = |rate: f32, cap: f32| if rate > cap { params.inertia * cap / rate } else { params.inertia };
    (1.0 - felt(speed, params.max_anchor_speed * template.size), 1.0 - felt(turn, params.max_anchor_turn))
}

/// Moves a body rigidly, with its motion, as its anchor goes from one frame to another.
pub fn transform(template: &Template, state: &mut State, body: &Body, from: &Frame, to: &Frame) {
    let turn = (to.rotation * from.rotation.conjugate()).normalize();
    view_blend::turn_warm(template, state, body, turn);
    procedural::ends::transform(template, state, body, from, to);
    let StateMut { mut x, mut q, mut v, mut spin, warm, .. } = state.split();
    for slot in body.slots() {
        let fit = turn * Quat::from_array(std::array::from_fn(|c| warm[c][slot]));
        for (c, value) in fit.normalize().to_array().into_iter().enumerate() {
            warm[c][slot] = value;
        }
    }
    for slot in body.slots().filter(|&s| template.inv_mass[s] > 0.0) {
        let position = turn * (crate::collide::at(&x, slot) - from.position) + to.position;
        let rotation = turn * Quat::from_array(std::array::from_fn(|c| q[c][slot]));
        pose::set(&mut x, &mut q, slot, position, rotation.normalize());
        for array in [&mut v, &mut spin] {
            let turned = turn * Vec3::new(array[0][slot], array[1][slot], array[2][slot]);
            for c in 0..3 {
                array[c][slot] = turned[c];
            }
        }
    }
}
