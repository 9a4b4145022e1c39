//! For long hair: the head turns, nods and shakes over a swaying body.

use glam::Vec3;
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{hold, keyed, wave};
use super::play::play;
use super::rig::Rig;
use super::stance::{Arm, Leg, Stance};

const PERIOD: f64 = 8.0;

/// Looks left and right, nods twice, shakes its head quickly, settles. Repeats every 8 s.
pub fn turn_and_shake(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    play(skeleton, t, PERIOD, 0.5, stance)
}

fn stance(rig: &Rig, t: f32) -> Stance {
    let leg = rig.leg_length();
    let look = [(0.3, 0.0), (1.0, 52.0), (1.7, 55.0), (2.5, -50.0), (3.2, -55.0), (3.8, 0.0)];
    let shake = hold(5.0, 5.35, 6.0, 6.5, t) * 26.0 * wave(2.6 * (t - 5.0));
    let turn = keyed(&look, t) + shake;
    let early = keyed(&look, t + 0.12);
    let nod = keyed(&[(3.7, 0.0), (4.05, 24.0), (4.4, -10.0), (4.75, 22.0), (5.15, 4.0), (6.6, 6.0), (7.4, 0.0)], t);
    let tilt = keyed(&[(6.1, 0.0), (6.8, 13.0), (7.3, 12.0), (7.9, 0.0)], t);
    let sway = wave(t / 4.0);
    let follow = wave(t / 4.0 - 0.08);

    let arm = |side: f32| Arm {
        shrug: 2.0 * side * follow,
        lift: rig.hang(12.0) + 2.0 * wave(t / 2.0) + 0.05 * side * shake,
        swing: 3.0 * side * follow - 0.06 * side * turn,
        roll: 14.0,
        bend: 14.0 + 3.0 * wave(t / 4.0 - 0.2),
        wrist: 5.0,
    };
    let foot = |side: f32| Leg { yaw: 6.0 * side, ..Leg::BIND };
    Stance {
        hips: leg * Vec3::new(0.035 * sway, -0.012 - 0.008 * sway * sway, 0.0),
        hips_turn: Vec3::new(0.0, 0.08 * early, -2.5 * sway),
        spine: Vec3::new(0.08 * nod, 0.10 * early, 3.0 * follow),
        chest: Vec3::new(0.12 * nod, 0.14 * early, 1.0 * follow),
        neck: Vec3::new(0.35 * nod, 0.28 * turn, -0.8 * follow + 0.4 * tilt),
        head: Vec3::new(0.6 * nod, 0.42 * turn, -0.8 * follow + 0.7 * tilt),
        arms: [arm(1.0), arm(-1.0)],
        legs: [foot(1.0), foot(-1.0)],
        ..Stance::BIND
    }
}
