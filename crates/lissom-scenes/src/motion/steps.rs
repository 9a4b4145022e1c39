//! Feet that stand, and now and then step to another place.

use glam::Vec3;

use super::curve::{bell, ease};
use super::stance::Leg;

/// One step: begin and end in seconds, then where the foot stands, from its bind place.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub start: f32,
    pub end: f32,
    pub x: f32,
    pub z: f32,
    pub yaw: f32,
}

/// A foot at time `t`, standing as `at_first` until its first step.
pub fn stepping(at_first: Step, steps: &[Step], t: f32, height: f32) -> Leg {
    let mut from = at_first;
    for step in steps {
        if t < step.start {
            break;
        }
        if t < step.end {
            let share = ease(step.start, step.end, t);
            let u = (t - step.start) / (step.end - step.start);
            let mix = |a: f32, b: f32| a + (b - a) * share;
            let place = Vec3::new(mix(from.x, step.x), height * bell(u), mix(from.z, step.z));
            return Leg { foot: place, pitch: 22.0 * bell(1.6 * u), yaw: mix(from.yaw, step.yaw), ..Leg::BIND };
        }
        from = *step;
    }
    Leg { foot: Vec3::new(from.x, 0.0, from.z), yaw: from.yaw, ..Leg::BIND }
}
