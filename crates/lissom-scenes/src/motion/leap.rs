//! For the monster: a leap along a path that no thrown body takes.

use glam::Vec3;
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{hold, keyed, wave};
use super::play::play;
use super::rig::{Rig, turn};
use super::stance::{Arm, Leg, Stance};

const PERIOD: f64 = 12.0;

/// Wiggles on the floor, leaps, hangs in the air, glides sideways and up while it kicks and waves,
/// lands, wiggles on. Repeats every 12 s.
pub fn leap(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    let mut local = play(skeleton, t, PERIOD, 0.5, stance);
    if t > 0.0 {
        wag(skeleton, t as f32, &mut local);
    }
    local
}

fn stance(rig: &Rig, t: f32) -> Stance {
    let leg = rig.leg_length();
    let air = hold(3.0, 3.5, 8.4, 8.95, t);
    let floor = hold(0.4, 1.0, 2.2, 2.6, t) + hold(9.6, 10.2, 11.2, 11.8, t);
    let crouch = keyed(&[(2.3, 0.0), (2.75, 1.0), (2.85, 1.0), (3.1, 0.0), (8.85, 0.0), (9.15, 1.0), (9.7, 0.0)], t);
    let wiggle = floor * wave(1.5 * t);
    let follow = floor * wave(1.5 * t - 0.12);
    let kick = wave(1.25 * t);

    let arm = |side: f32| {
        let flap = wave(1.1 * t + if side > 0.0 { 0.0 } else { 0.35 });
        let sway = wave(1.5 * t - 0.2);
        Arm {
            shrug: 6.0 * air + 5.0 * side * follow,
            lift: rig.hang(24.0) + air * (66.0 + 30.0 * flap) + floor * (12.0 + 8.0 * side * sway),
            swing: 6.0 - 46.0 * crouch + air * 25.0 * wave(1.1 * t - 0.2) + floor * side * 16.0 * sway,
            roll: 15.0,
            bend: 28.0 + 14.0 * crouch + air * 14.0 * wave(1.1 * t - 0.3) + 18.0 * floor,
            wrist: 10.0 + air * 22.0 * wave(1.1 * t - 0.45),
        }
    };
    let foot = |side: f32| {
        let k = side * kick;
        Leg {
            foot: leg * air * Vec3::new(0.12 * side, 0.22 + 0.20 * k, 0.1 + 0.5 * k)
                + leg * Vec3::new(0.06 * side, 0.0, 0.0),
            pitch: air * (24.0 - 26.0 * k),
            yaw: 14.0 * side,
            knee_out: 14.0 + 12.0 * crouch,
            ..Leg::BIND
        }
    };
    Stance {
        frame: flight(leg, t),
        hips: leg * Vec3::new(0.12 * wiggle, -0.05 - 0.32 * crouch - 0.03 * floor, -0.06 * crouch),
        hips_turn: Vec3::new(10.0 * crouch, 9.0 * floor * wave(1.5 * t + 0.25), 7.0 * wiggle),
        spine: Vec3::new(6.0 * crouch - 4.0 * air, -6.0 * air * kick, -6.0 * follow),
        chest: Vec3::new(4.0 * crouch - 5.0 * air, -6.0 * air * kick, -7.0 * follow),
        neck: Vec3::new(-6.0 * crouch, 3.0 * air * kick, 3.0 * follow),
        head: Vec3::new(-12.0 * crouch + 6.0 * air, 10.0 * air * wave(0.4 * t), 5.0 * follow),
        arms: [arm(1.0), arm(-1.0)],
        legs: [foot(1.0), foot(-1.0)],
        ..Stance::BIND
    }
}

/// Up, a hover, a glide to its left, up again, across to its right, back, down.
fn flight(leg: f32, t: f32) -> Pose {
    let up = [(2.9, 0.0), (3.45, 1.5), (4.4, 1.6), (5.3, 1.3), (6.3, 2.6), (7.3, 2.4), (8.2, 1.4), (8.9, 0.0)];
    let across = [(3.4, 0.0), (4.2, 0.2), (5.4, 1.7), (6.2, 1.4), (7.4, -1.3), (8.7, 0.0)];
    let height = keyed(&up, t);
    let aside = keyed(&across, t);
    let speed = (keyed(&across, t + 0.1) - keyed(&across, t - 0.1)) / 0.2;
    let away = hold(3.0, 3.6, 8.2, 8.8, t);
    let place = leg * Vec3::new(aside, height + 0.07 * away * wave(0.8 * t), 0.0);
    Pose::new(place, turn(Vec3::new(6.0 * away, 8.0 * speed, -8.0 * speed)))
}

/// A wave runs down the tail, if there is one.
fn wag(skeleton: &Skeleton, t: f32, local: &mut [Pose]) {
    let share = super::curve::ease(0.0, 0.5, t);
    for k in 1.. {
        let Some(bone) = skeleton.find(&format!("tail_{k}")) else { break };
        let lag = 0.11 * k as f32;
        let side = 16.0 * wave(1.1 * t - lag);
        let up = 5.0 * wave(0.5 * t - lag);
        local[bone].rotation = turn(share * Vec3::new(up, side, 0.0));
    }
}
