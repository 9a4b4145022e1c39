//! For a robe: shifts its weight, turns, raises the arms, walks a few steps and comes back.

use glam::Vec3;
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{keyed, wave};
use super::play::play;
use super::rig::Rig;
use super::stance::{Arm, Stance};
use super::steps::{Step, stepping};

const PERIOD: f64 = 12.0;

/// Weight shift, a turn of the body, arms raised and lowered, a few steps. Repeats every 12 s.
pub fn idle_gust(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    play(skeleton, t, PERIOD, 0.5, stance)
}

/// Start, end, how far ahead in leg lengths, turned to. The left foot, then the right.
const LEFT: [(f32, f32, f32, f32); 5] = [
    (2.5, 2.95, 0.0, 44.0),
    (6.3, 6.75, 0.0, 4.0),
    (7.6, 8.1, 0.42, 4.0),
    (9.0, 9.5, 0.72, 4.0),
    (10.5, 11.05, 0.0, 8.0),
];
const RIGHT: [(f32, f32, f32, f32); 4] =
    [(2.85, 3.3, 0.0, 28.0), (6.65, 7.1, 0.0, -4.0), (8.3, 8.8, 0.72, -4.0), (11.0, 11.55, 0.0, -8.0)];

fn stance(rig: &Rig, t: f32) -> Stance {
    let leg = rig.leg_length();
    let key = |keys: &[(f32, f32)]| keyed(keys, t);
    let feet = |side: f32, steps: &[(f32, f32, f32, f32)]| {
        let step = |&(start, end, ahead, yaw): &(f32, f32, f32, f32)| {
            let (sin, cos) = (0.7 * yaw.to_radians()).sin_cos();
            let track = side * rig.half_track();
            let (x, z) = (track * (cos - 1.0), ahead * leg - track * sin);
            Step { start, end, x, z, yaw }
        };
        let steps: Vec<Step> = steps.iter().map(step).collect();
        stepping(step(&(0.0, 0.0, 0.0, 8.0 * side)), &steps, t, 0.09 * leg)
    };

    let shift = key(&[
        (0.3, 0.0),
        (0.9, 1.0),
        (1.6, 1.0),
        (2.3, -0.9),
        (2.9, 0.4),
        (3.4, 0.0),
        (6.1, -0.6),
        (6.7, 0.6),
        (7.5, -0.6),
        (8.2, 0.6),
        (8.9, -0.5),
        (9.5, 0.0),
        (10.3, -0.6),
        (11.0, 0.5),
        (11.7, 0.0),
    ]);
    let turn = key(&[(2.3, 0.0), (3.2, 40.0), (6.2, 42.0), (7.1, 0.0)]);
    let early = key(&[(2.1, 0.0), (3.0, 46.0), (6.0, 42.0), (6.9, 0.0)]);
    let ahead = key(&[(7.5, 0.0), (8.0, 0.22), (8.6, 0.5), (9.4, 0.72), (10.4, 0.70), (11.0, 0.30), (11.6, 0.0)]);
    let raise = key(&[(3.7, 0.0), (4.6, 1.0), (5.4, 0.92), (6.3, 0.0)]);
    let breath = wave(t / 4.0);

    let arm = |side: f32| Arm {
        shrug: 10.0 * raise,
        lift: rig.hang(27.0 + 69.0 * raise + 2.0 * breath),
        swing: 8.0 + 26.0 * raise - 6.0 * side * shift + 0.15 * side * (turn - early),
        roll: 22.0 - 30.0 * raise,
        bend: 34.0 - 12.0 * raise + 2.0 * breath,
        wrist: 6.0 - 16.0 * raise,
    };
    Stance {
        hips: leg * Vec3::new(0.07 * shift, -0.03 - 0.02 * shift.abs() + 0.01 * raise, ahead),
        hips_turn: Vec3::new(0.0, turn, 3.0 * shift),
        spine: Vec3::new(1.0 + breath - 3.0 * raise, 0.2 * (early - turn), -3.5 * shift),
        chest: Vec3::new(breath - 5.0 * raise, 0.4 * (early - turn), -shift),
        neck: Vec3::new(4.0 - 6.0 * raise, 0.4 * (early - turn), 0.8 * shift),
        head: Vec3::new(2.0 - 10.0 * raise, 0.6 * (early - turn), 1.0 * shift),
        arms: [arm(1.0), arm(-1.0)],
        legs: [feet(1.0, &LEFT), feet(-1.0, &RIGHT)],
        ..Stance::BIND
    }
}
