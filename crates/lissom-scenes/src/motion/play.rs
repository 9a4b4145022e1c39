//! Plays a looping stance from a start at rest.

use lissom_rig::character::{Pose, Skeleton};

use super::curve::ease;
use super::rig::Rig;
use super::stance::Stance;

/// The pose at time `t` of a stance that repeats every `period` seconds, eased in from the bind
/// pose over the first `fade_in` seconds.
pub fn play(skeleton: &Skeleton, t: f64, period: f64, fade_in: f32, stance: impl Fn(&Rig, f32) -> Stance) -> Vec<Pose> {
    if t <= 0.0 {
        return skeleton.rest_local();
    }
    let rig = Rig::new(skeleton);
    let here = stance(&rig, t.rem_euclid(period) as f32);
    let share = ease(0.0, fade_in, t as f32);
    rig.solve(&rig.settled(here.faded_in(share), share))
}
