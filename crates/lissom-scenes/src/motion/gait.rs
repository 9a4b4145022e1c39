//! Where the body and the feet are in a walk that may turn into a run.

use glam::{Quat, Vec3};
use lissom_rig::character::Pose;

use super::curve::{cyclic, ease, keyed};
use super::rig::Rig;
use super::stance::Leg;

/// Where a gait leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path {
    /// The character stays at the origin and the ground runs away under it.
    InPlace,
    /// Straight ahead.
    Straight,
    /// A circle to the left, starting at the origin.
    Circle { radius: f32 },
}

impl Path {
    /// The pose after `distance` along the path.
    pub fn at(&self, distance: f32) -> Pose {
        match *self {
            Path::InPlace | Path::Straight => Pose::new(Vec3::new(0.0, 0.0, distance), Quat::IDENTITY),
            Path::Circle { radius } => {
                let (sin, cos) = (distance / radius).sin_cos();
                let place = radius * Vec3::new(1.0 - cos, 0.0, sin);
                Pose::new(place, Quat::from_rotation_y(distance / radius))
            }
        }
    }
}

/// Walks from a stand, then runs. Lengths scale with the leg, as the cadence does.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    pub path: Path,
    /// Seconds over which the walk turns into a run.
    pub speed_up: (f32, f32),
    leg: f32,
    half_track: f32,
}

const START: f32 = 0.6;

impl Gait {
    pub fn new(rig: &Rig, path: Path, speed_up: (f32, f32)) -> Gait {
        Gait { path, speed_up, leg: rig.leg_length(), half_track: rig.half_track() }
    }

    /// Cycles of both legs up to time `t`.
    pub fn phase(&self, t: f32) -> f32 {
        let pace = (9.81 / self.leg).sqrt();
        let (a, b) = self.speed_up;
        pace * (0.27 * ramp(0.0, START, t) + 0.06 * ramp(a, b, t))
    }

    /// 0 walking, 1 running.
    pub fn running(&self, phase: f32) -> f32 {
        let (a, b) = self.speed_up;
        ease(self.phase(a), self.phase(b), phase)
    }

    /// 0 standing, 1 fully under way.
    pub fn amount(&self, phase: f32) -> f32 {
        ease(0.0, 0.7, phase)
    }

    /// Distance covered.
    pub fn distance(&self, phase: f32) -> f32 {
        let (a, b) = self.speed_up;
        let run = ramp(self.phase(a), self.phase(b), phase);
        self.leg * (1.22 * ramp(0.0, 0.7, phase) + 1.5 * run)
    }

    /// The root at a phase.
    pub fn root(&self, phase: f32) -> Pose {
        match self.path {
            Path::InPlace => Pose::IDENTITY,
            path => path.at(self.distance(phase)),
        }
    }

    /// The leg of one side (0 left, 1 right) at a phase, as seen from the root.
    pub fn leg(&self, side: usize, phase: f32) -> Leg {
        let offset = 0.5 * side as f32;
        let landed = (phase - offset).floor() + offset;
        let u = phase - landed;
        let run = self.running(phase);
        let on = self.amount(phase);
        let duty = self.duty(landed);
        let air = 1.0 - duty;
        let swing = ((u - duty) / air).max(0.0);

        let here = self.path.at(self.distance(phase)).inverse();
        let from = here.then(&self.plant(landed, side));
        let to = here.then(&self.plant(landed + 1.0, side));
        let along = ease(0.08, 1.0, swing);
        let height = keyed(&[(0.0, 0.0), (mix(0.32, 0.35, run), 1.0), (1.0, 0.0)], swing);
        let yaw = |p: &Pose| (p.rotation * Vec3::Z).x.asin().to_degrees();

        let bind = Vec3::new(self.side(side) * self.half_track, 0.0, 0.0);
        let place = from.translation.lerp(to.translation, along);
        let lift = on * height * self.leg * mix(0.09, 0.25, run);
        let pitch = on * mix(walk_pitch(u, duty), run_pitch(u, duty), run);
        let pivot =
            [(0.0, 0.0), (0.15 * duty, 0.0), (0.5 * duty, 1.0), (duty + 0.45 * air, 1.0), (duty + 0.85 * air, 0.0)];
        let flat = [(0.0, 0.0), (0.4 * duty, 1.0), (duty, 1.0), (duty + 0.4 * air, 0.0)];
        Leg {
            foot: place - bind + lift * Vec3::Y,
            pitch,
            pivot: cyclic(&pivot, u),
            yaw: yaw(&from) + (yaw(&to) - yaw(&from)) * along,
            toes: pitch.max(0.0) * cyclic(&flat, u),
            knee_out: 4.0 * on,
        }
    }

    /// Share of a cycle that a foot stays on the ground, for the step landed at `phase`.
    fn duty(&self, phase: f32) -> f32 {
        mix(0.6, 0.36, self.running(phase))
    }

    /// Where the foot landed at `phase` stands: under the body in the middle of its stance.
    fn plant(&self, phase: f32, side: usize) -> Pose {
        let track = self.side(side) * self.half_track;
        if phase <= 0.0 {
            return Pose::new(Vec3::new(track, 0.0, 0.0), Quat::IDENTITY);
        }
        let narrow = 1.0 - self.amount(phase) * mix(0.3, 0.55, self.running(phase));
        let ahead = 0.5 * self.duty(phase);
        let at = self.path.at(self.distance(phase + ahead));
        at.then(&Pose::new(Vec3::new(narrow * track, 0.0, 0.0), Quat::IDENTITY))
    }

    fn side(&self, side: usize) -> f32 {
        1.0 - 2.0 * side as f32
    }
}

/// Heel strike, flat, push off, toes trailing, reach.
fn walk_pitch(u: f32, duty: f32) -> f32 {
    let air = 1.0 - duty;
    let keys = [
        (0.0, -20.0),
        (0.15 * duty, 0.0),
        (0.58 * duty, 0.0),
        (duty, 34.0),
        (duty + 0.2 * air, 44.0),
        (duty + 0.65 * air, 0.0),
        (duty + 0.9 * air, -20.0),
    ];
    cyclic(&keys, u)
}

/// Nearly flat landing, strong push off, heel flicked up behind.
fn run_pitch(u: f32, duty: f32) -> f32 {
    let air = 1.0 - duty;
    let keys = [
        (0.0, -8.0),
        (0.15 * duty, 0.0),
        (0.45 * duty, 0.0),
        (duty, 50.0),
        (duty + 0.3 * air, 80.0),
        (duty + 0.7 * air, 12.0),
        (duty + 0.93 * air, -8.0),
    ];
    cyclic(&keys, u)
}

pub fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

/// The integral of [`ease`].
fn ramp(a: f32, b: f32, t: f32) -> f32 {
    let width = b - a;
    let u = ((t - a) / width).clamp(0.0, 1.0);
    width * (u * u * u - 0.5 * u * u * u * u) + (t - b).max(0.0)
}
