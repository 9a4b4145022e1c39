//! For long ears: looks around, hops on the spot, shakes its head and nods.

use glam::{Quat, Vec3};
use lissom_rig::character::{Pose, Skeleton};

use super::curve::{bell, hold, hop, keyed, wave};
use super::play::play;
use super::rig::Rig;
use super::stance::{Arm, Leg, Stance};

const PERIOD: f64 = 10.0;
/// When each hop leaves the floor, and how long it is in the air.
const HOPS: [f32; 3] = [3.45, 4.25, 5.05];
const AIR: f32 = 0.42;

/// Looks right and left, hops three times, shakes its head, nods, tilts it. Repeats every 10 s.
pub fn hop_and_look(skeleton: &Skeleton, t: f64) -> Vec<Pose> {
    play(skeleton, t, PERIOD, 0.5, stance)
}

fn stance(rig: &Rig, t: f32) -> Stance {
    let leg = rig.leg_length();
    let look = |t: f32| keyed(&[(0.3, 0.0), (0.9, -50.0), (1.4, -52.0), (2.2, 50.0), (2.7, 52.0), (3.2, 0.0)], t);
    let shake = hold(6.0, 6.3, 7.0, 7.5, t) * 30.0 * wave(2.2 * (t - 6.0));
    let turn = look(t) + shake;
    let early = look(t + 0.14);
    let nod = keyed(&[(7.3, 0.0), (7.65, 20.0), (7.95, -12.0), (8.3, 20.0), (8.65, -6.0), (9.1, 0.0)], t);
    let tilt = keyed(&[(8.6, 0.0), (9.05, 15.0), (9.4, 15.0), (9.9, 0.0)], t);
    let breath = wave(t / 2.5);

    let height = HOPS.map(|start| hop((t - start) / AIR)).iter().sum::<f32>();
    let air = HOPS.map(|start| bell((t - start) / AIR)).iter().sum::<f32>();
    let crouch = |t: f32| {
        let dip = |start: f32| {
            let land = start + AIR;
            keyed(&[(start - 0.3, 0.0), (start - 0.1, 1.0), (start + 0.06, 0.0)], t)
                + keyed(&[(land - 0.04, 0.0), (land + 0.12, 1.0), (land + 0.35, 0.0)], t)
        };
        HOPS.map(dip).iter().sum::<f32>()
    };
    let (low, late) = (crouch(t), crouch(t - 0.07));

    let arm = |side: f32| Arm {
        shrug: 6.0 * air,
        lift: rig.hang(24.0) + 34.0 * air + 2.0 * breath + 0.06 * side * shake,
        swing: 14.0 + 18.0 * air - 16.0 * low,
        roll: 30.0,
        bend: 52.0 - 12.0 * air + 2.0 * breath,
        wrist: 8.0 - 14.0 * air,
    };
    let foot = |side: f32| Leg { yaw: 10.0 * side, pitch: 26.0 * air, knee_out: 16.0 + 14.0 * low, ..Leg::BIND };
    Stance {
        frame: Pose::new(Vec3::Y * (0.85 * leg * height), Quat::IDENTITY),
        hips: leg * Vec3::new(0.0, -0.30 * low - 0.02, -0.06 * low),
        hips_turn: Vec3::new(8.0 * low, 0.10 * early, 0.0),
        spine: Vec3::new(7.0 * low - 4.0 * air + breath, 0.12 * early, 0.10 * tilt),
        chest: Vec3::new(6.0 * late - 4.0 * air, 0.14 * early, 0.15 * tilt),
        neck: Vec3::new(0.4 * nod - 4.0 * late, 0.25 * turn, 0.3 * tilt),
        head: Vec3::new(0.6 * nod - 10.0 * low + 14.0 * (late - low) + 6.0 * air, 0.5 * turn, 0.6 * tilt),
        arms: [arm(1.0), arm(-1.0)],
        legs: [foot(1.0), foot(-1.0)],
        ..Stance::BIND
    }
}
