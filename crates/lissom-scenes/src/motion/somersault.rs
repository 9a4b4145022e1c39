//! A backward somersault on the spot.

use glam::{Quat, Vec3};
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{ease, hop, keyed, wave};
use super::play::play;
use super::rig::Rig;
use super::stance::{Arm, Leg, Stance};

const PERIOD: f64 = 2.6;
/// The feet leave the floor, and meet it again.
const TAKE_OFF: f32 = 0.60;
const LANDING: f32 = 1.34;

/// Crouch, jump, a full tucked turn in the air, landing, settle. Repeats every 2.6 s.
pub fn somersault(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    play(skeleton, t, PERIOD, 0.3, stance)
}

fn stance(rig: &Rig, t: f32) -> Stance {
    let leg = rig.leg_length();
    let key = |keys: &[(f32, f32)]| keyed(keys, t);
    let breath = wave(t / PERIOD as f32);
    let tuck = key(&[(0.60, 0.0), (0.82, 1.0), (1.08, 1.0), (1.30, 0.0)]);
    let crouch =
        key(&[(0.05, 0.1), (0.36, 1.0), (0.42, 1.0), (0.60, 0.0), (1.28, 0.0), (1.48, 1.1), (1.92, 0.02), (2.2, 0.1)]);
    let stretch = key(&[(0.44, 0.0), (0.60, 1.0), (0.78, 0.0)]);

    let arms = Arm {
        shrug: 14.0 * stretch,
        lift: rig.hang(key(&[(0.0, 27.0), (0.4, 30.0), (0.9, 48.0), (1.3, 50.0), (2.0, 27.0)])),
        swing: key(&[
            (0.05, 0.0),
            (0.32, -55.0),
            (0.64, 150.0),
            (0.90, 48.0),
            (1.1, 48.0),
            (1.34, 75.0),
            (1.5, 55.0),
            (1.95, -12.0),
            (2.4, 0.0),
        ]),
        roll: 12.0 - 10.0 * tuck,
        bend: 14.0 + 40.0 * tuck + 18.0 * crouch,
        wrist: 5.0,
    };
    let foot = |side: f32| Leg {
        foot: leg * Vec3::new(0.05 * side, 0.62 * tuck, 0.16 * tuck),
        pitch: key(&[(0.44, 0.0), (0.60, 42.0), (0.70, 55.0), (1.0, 40.0), (1.28, 14.0), (1.42, 0.0)]),
        toes: key(&[(0.44, 0.0), (0.58, 38.0), (0.70, 0.0), (1.26, 0.0), (1.34, 8.0), (1.42, 0.0)]),
        yaw: 8.0 * side,
        knee_out: 8.0 + 14.0 * crouch.min(1.0),
        ..Leg::BIND
    };
    Stance {
        frame: flight(rig, t),
        hips: leg * Vec3::new(0.0, 0.06 * stretch - 0.34 * crouch, -0.10 * crouch),
        hips_turn: Vec3::new(22.0 * crouch - 28.0 * tuck - 8.0 * stretch, 0.0, 0.0),
        spine: Vec3::new(14.0 * crouch + 34.0 * tuck - 8.0 * stretch, 0.0, 0.8 * breath),
        chest: Vec3::new(4.0 * crouch + 24.0 * tuck - 8.0 * stretch + breath, 0.0, 0.0),
        neck: Vec3::new(-10.0 * crouch + 14.0 * tuck - 8.0 * stretch, 0.0, 0.0),
        head: Vec3::new(-16.0 * crouch + 18.0 * tuck - 12.0 * stretch, 0.0, 0.0),
        arms: [arms; 2],
        legs: [foot(1.0), foot(-1.0)],
        ..Stance::BIND
    }
}

/// Lifts and turns the whole body about its middle.
fn flight(rig: &Rig, t: f32) -> Pose {
    let leg = rig.leg_length();
    let height = 0.95 * leg * hop((t - TAKE_OFF) / (LANDING - TAKE_OFF));
    let turned = 360.0 * ease(TAKE_OFF - 0.02, LANDING - 0.02, t);
    let middle = rig.place("hips") + Vec3::Y * (0.08 * leg);
    let rotation = Quat::from_rotation_x(-turned.to_radians());
    Pose::new(middle + height * Vec3::Y - rotation * middle, rotation)
}
