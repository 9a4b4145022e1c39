//! Walking and running: the body on top of the gait's feet.

use glam::Vec3;
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{ease, wave};
use super::gait::{Gait, Path, mix};
use super::rig::Rig;
use super::stance::{Arm, Stance};

/// A walk straight ahead.
pub fn walk(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    walk_along(skeleton, Path::Straight, t)
}

/// A walk along a path.
pub fn walk_along(skeleton: &Skeleton, path: Path, t: f64) -> Vec<Pose> {
    go(skeleton, path, (1.0e5, 1.0e5 + 1.0), t)
}

/// A walk on a circle so small that a short character comes round in about nine seconds.
pub fn walk_in_circle(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    walk_along(skeleton, Path::Circle { radius: 0.75 }, t)
}

/// A run straight ahead, after a short start.
pub fn run(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    run_along(skeleton, Path::Straight, t)
}

/// A run along a path, after a short start.
pub fn run_along(skeleton: &Skeleton, path: Path, t: f64) -> Vec<Pose> {
    go(skeleton, path, (0.3, 1.5), t)
}

/// Walks for four seconds, then runs, on a wide circle to the left.
pub fn walk_then_run(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    walk_then_run_along(skeleton, Path::Circle { radius: 4.0 }, t)
}

/// Walks for four seconds, then runs, along a path.
pub fn walk_then_run_along(skeleton: &Skeleton, path: Path, t: f64) -> Vec<Pose> {
    go(skeleton, path, (4.0, 5.5), t)
}

fn go(skeleton: &Skeleton, path: Path, speed_up: (f32, f32), t: f64) -> Vec<Pose> {
    if t <= 0.0 {
        return skeleton.rest_local();
    }
    let rig = Rig::new(skeleton);
    let gait = Gait::new(&rig, path, speed_up);
    let t = t as f32;
    let phase = gait.phase(t);
    let fade = ease(0.0, 0.5, t);
    let mut stance = body(&rig, &gait, phase).faded_in(fade);
    stance.root = gait.root(phase);
    stance.legs = [gait.leg(0, phase), gait.leg(1, phase)];
    rig.solve(&rig.settled(stance, fade))
}

/// Everything above the feet.
fn body(rig: &Rig, gait: &Gait, phase: f32) -> Stance {
    let run = gait.running(phase);
    let on = gait.amount(phase);
    let leg = rig.leg_length();
    let cos = |lag: f32| wave(phase - lag + 0.25);

    // Down just after contact and up past the passing pose; in a run, down in the middle of the
    // stance and up in the air.
    let walk_bob = -0.045 - 0.028 * wave(2.0 * (phase - 0.09) + 0.25);
    let run_bob = -0.08 - 0.055 * wave(2.0 * (phase - 0.17) + 0.25);
    let sway = on * wave(phase - 0.05);
    let swing = on * -cos(0.0);
    let hips = Vec3::new(mix(0.03, 0.015, run) * leg * sway, on * mix(walk_bob, run_bob, run) * leg, 0.0);
    let yaw = mix(7.0, 10.0, run) * swing;
    let roll = mix(4.0, 3.0, run) * sway;
    let lean = on * mix(2.0, 7.0, run);
    let nod = on * mix(1.2, 2.5, run) * wave(2.0 * (phase - 0.14) + 0.25);
    let late = mix(7.0, 10.0, run) * on * -cos(0.04);

    let stance = Stance {
        hips,
        hips_turn: Vec3::new(lean, yaw, roll),
        spine: Vec3::new(0.6 * lean + nod, -0.9 * late, -0.9 * roll),
        chest: Vec3::new(0.4 * lean, -0.9 * late, -0.4 * roll),
        neck: Vec3::new(-0.6 * lean - 0.4 * nod, 0.4 * late, 0.1 * roll),
        head: Vec3::new(-0.7 * lean - 0.5 * nod, 0.4 * late, 0.2 * roll),
        ..Stance::BIND
    };
    let arm = |side: f32| {
        let forward = side * on * -cos(0.03);
        let bent = side * on * -cos(0.08);
        Arm {
            shrug: on * mix(1.0, 4.0, run) * forward,
            lift: rig.hang(mix(32.0, 46.0, run)),
            swing: mix(24.0 * forward - 2.0, 34.0 * forward - 4.0, run),
            roll: mix(6.0, -8.0, run),
            bend: mix(14.0 + 12.0 * bent, 66.0 + 12.0 * bent, run),
            wrist: 4.0 - 5.0 * bent,
        }
    };
    Stance { arms: [arm(1.0), arm(-1.0)], ..stance }
}
