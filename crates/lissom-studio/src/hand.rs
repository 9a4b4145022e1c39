//! What somebody does to what plays: pulls, touches, strikes keys, shakes and blows.

use glam::{Quat, Vec3};
use lissom_core::{Grab, Touch, Wind};
use lissom_rig::Pose;
use lissom_rig::actor::Drag;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default)]
pub struct Hand {
    /// Which picture it is over: 0, or 1 for the one beside it.
    pub place: usize,
    /// Whether the mouse is over a picture.
    pub over: bool,
    /// What is being pulled.
    pub drag: Option<Drag>,
    pub grabs: Vec<Grab>,
    /// Waiting for the next frame.
    pub touches: Vec<Touch>,
    /// Keys by their names, waiting as well.
    pub struck: Vec<String>,
    pub shake: Shake,
}

/// A wind of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blow {
    pub on: bool,
    /// m/s
    pub speed: f32,
    /// Where it blows to: 0 is +Z, 90 +X.
    pub heading_deg: f32,
    /// Share that comes and goes.
    pub gusts: f32,
}

/// m/s
pub const FASTEST: f32 = 15.0;

impl Default for Blow {
    fn default() -> Blow {
        Blow { on: false, speed: 4.0, heading_deg: 90.0, gusts: 0.5 }
    }
}

impl Blow {
    /// None leaves the wind to the scene.
    pub fn wind(&self) -> Option<Wind> {
        let (sin, cos) = self.heading_deg.to_radians().sin_cos();
        let velocity = (Vec3::new(sin, 0.0, cos) * self.speed).to_array();
        self.on.then_some(Wind { velocity, gusts: self.gusts })
    }

    /// For the address of a page; [`Blow::from_text`] reads it.
    pub fn to_text(self) -> String {
        format!("{} {} {}", self.speed, self.heading_deg, self.gusts)
    }

    pub fn from_text(text: &str) -> Option<Blow> {
        let numbers: Vec<f32> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let &[speed, heading_deg, gusts] = &numbers[..] else { return None };
        let blow = Blow { on: true, speed: speed.clamp(0.0, FASTEST), heading_deg, gusts: gusts.clamp(0.0, 1.0) };
        numbers.iter().all(|n| n.is_finite()).then_some(blow)
    }
}

/// How the whole character is moved to and fro.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shake {
    /// Left of it; none when it is over.
    left_secs: f64,
    /// How far, m.
    reach: f32,
}

const SHAKE_SECS: f64 = 1.2;
/// Times a second.
const SHAKE_HZ: f32 = 2.5;
/// Of the character's height.
const SHAKE_SHARE: f32 = 0.06;

impl Shake {
    /// Begins, for a character of a height.
    pub fn start(&mut self, height: f32) {
        *self = Shake { left_secs: SHAKE_SECS, reach: SHAKE_SHARE * height };
    }

    pub fn is_on(&self) -> bool {
        self.left_secs > 0.0
    }

    pub fn pass(&mut self, secs: f64) {
        self.left_secs = (self.left_secs - secs).max(0.0);
    }

    /// Where it is now: it begins and ends gently.
    pub fn stance(&self) -> Option<Pose> {
        let share = (self.left_secs / SHAKE_SECS) as f32;
        let strength = 4.0 * share * (1.0 - share);
        let phase = (SHAKE_SECS - self.left_secs) as f32 * SHAKE_HZ * std::f32::consts::TAU;
        let aside = Vec3::new(phase.sin(), 0.0, 0.3 * (0.7 * phase).sin()) * self.reach * strength;
        self.is_on().then(|| Pose::new(aside, Quat::IDENTITY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wind_is_read_as_it_was_written() {
        let blow = Blow { on: true, speed: 7.5, heading_deg: 200.0, gusts: 0.25 };
        assert_eq!(Blow::from_text(&blow.to_text()), Some(blow));
        assert_eq!(Blow::from_text("1e9 0 7").map(|b| (b.speed, b.gusts)), Some((FASTEST, 1.0)));
        assert_eq!((Blow::from_text("1 2"), Blow::from_text("1 NaN 0")), (None, None));
    }

    #[test]
    fn a_shake_begins_and_ends_where_the_character_stands() {
        let mut shake = Shake::default();
        assert_eq!(shake.stance(), None);
        shake.start(2.0);
        let mut farthest: f32 = 0.0;
        while let Some(stance) = shake.stance() {
            farthest = farthest.max(stance.translation.length());
            shake.pass(1.0 / 60.0);
        }
        assert!((0.05..0.2).contains(&farthest), "{farthest}");
    }
}
