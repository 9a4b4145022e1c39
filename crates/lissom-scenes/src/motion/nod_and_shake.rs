//! For a fringe: she stands and breathes, nods, and shakes her head.

use glam::Vec3;
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{hold, keyed, wave};
use super::play::play;
use super::rig::Rig;
use super::stance::{Arm, Leg, Stance};

const PERIOD: f64 = 8.0;

/// Looks up, nods twice, looks around, shakes her head, settles. Repeats every 8 s.
pub fn nod_and_shake(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    play(skeleton, t, PERIOD, 0.4, stance)
}

fn stance(rig: &Rig, t: f32) -> Stance {
    let leg = rig.leg_length();
    let breath = wave(t / 4.0);
    let sway = wave(t / 8.0);
    let nod = keyed(&[(0.3, 0.0), (0.7, -9.0), (1.15, 24.0), (1.5, 2.0), (1.85, 20.0), (2.4, 0.0)], t);
    let tilt = keyed(&[(2.6, 0.0), (3.4, 9.0), (4.6, 8.0), (5.4, 0.0)], t);
    let shake = hold(5.7, 6.1, 7.0, 7.5, t) * 24.0 * wave(1.5 * (t - 5.7));
    let early = hold(5.6, 6.0, 6.9, 7.4, t) * 24.0 * wave(1.5 * (t - 5.6));

    let arm = |side: f32| Arm {
        shrug: 1.5 * breath,
        lift: rig.hang(14.0) + 1.5 * breath,
        swing: 2.0 * side * sway - 0.08 * side * early,
        roll: 16.0,
        bend: 16.0 + 2.0 * breath,
        wrist: 5.0,
    };
    let foot = |side: f32| Leg { yaw: 6.0 * side, ..Leg::BIND };
    Stance {
        hips: leg * Vec3::new(0.015 * sway, -0.012, 0.0),
        hips_turn: Vec3::new(0.0, 0.05 * early, -sway),
        spine: Vec3::new(0.05 * nod - 0.6 * breath, 0.08 * early, 1.2 * sway),
        chest: Vec3::new(0.08 * nod - 1.0 * breath, 0.10 * early, 0.4 * sway),
        neck: Vec3::new(0.40 * nod + 0.8 * breath, 0.40 * shake, 0.4 * tilt),
        head: Vec3::new(0.60 * nod + 0.6 * breath, 0.60 * shake, 0.6 * tilt),
        arms: [arm(1.0), arm(-1.0)],
        legs: [foot(1.0), foot(-1.0)],
        ..Stance::BIND
    }
}
