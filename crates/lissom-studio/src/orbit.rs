//! A camera that goes around a place, as a hand wants it.

use std::f32::consts::FRAC_PI_2;

use glam::{Quat, Vec3};
use lissom_render::Camera;
use lissom_rig::character::bounds;
use lissom_scenes::camera::Shot;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    pub target: Vec3,
    /// 0 looks from +Z, positive walks towards +X.
    pub yaw_rad: f32,
    /// Positive looks down.
    pub pitch_rad: f32,
    pub distance: f32,
}

/// A hair short of straight down.
const STEEPEST: f32 = FRAC_PI_2 - 0.01;
const CLOSEST: f32 = 1e-5;
/// How much of a picture is filled.
const FILL: f32 = 0.85;
const FARTHEST: f32 = 1e4;

impl Orbit {
    /// From where a shot was taken.
    pub fn of(shot: &Shot) -> Orbit {
        let away = shot.eye - shot.target;
        let distance = away.length().clamp(CLOSEST, FARTHEST);
        Orbit {
            target: shot.target,
            yaw_rad: away.x.atan2(away.z),
            pitch_rad: (away.y / distance).clamp(-1.0, 1.0).asin().clamp(-STEEPEST, STEEPEST),
            distance,
        }
    }

    fn turn(&self) -> Quat {
        Quat::from_rotation_y(self.yaw_rad) * Quat::from_rotation_x(-self.pitch_rad)
    }

    pub fn eye(&self) -> Vec3 {
        self.target + self.turn() * Vec3::Z * self.distance
    }

    pub fn shot(&self) -> Shot {
        Shot { eye: self.eye(), target: self.target, cut: false }
    }

    /// By so much of the picture's height: once across is half a turn.
    pub fn orbit(&mut self, across: f32, up: f32) {
        self.yaw_rad -= across * std::f32::consts::PI;
        self.pitch_rad = (self.pitch_rad + up * std::f32::consts::PI).clamp(-STEEPEST, STEEPEST);
    }

    /// Walks around so that what faces this way is seen, not quite from the front.
    pub fn turn_towards(&mut self, normal: Vec3) {
        let away = (self.turn() * Vec3::Z + 1.2 * normal).normalize_or(Vec3::Z);
        self.yaw_rad = away.x.atan2(away.z);
        self.pitch_rad = away.y.clamp(-1.0, 1.0).asin().clamp(-STEEPEST, STEEPEST);
    }

    /// Moves what is looked at with the hand, by shares of the picture's height.
    pub fn pan(&mut self, across: f32, up: f32, height_per_distance: f32) {
        let scale = self.distance * height_per_distance;
        self.target += self.turn() * Vec3::new(-across, up, 0.0) * scale;
    }

    /// A factor above 1 goes nearer.
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.distance = (self.distance / factor).clamp(CLOSEST, FARTHEST);
        }
    }

    /// So that places are seen, all of them, in a picture so much wider than high; not from nearer than `least`.
    pub fn frame(&mut self, places: &[Vec3], aspect: f32, least: f32) {
        let (low, high) = bounds(places.iter().copied());
        let (middle, up) = ((low + high) / 2.0, FILL * (0.5 * Camera::default().fov_y_rad).tan());
        let away = |place: &Vec3| {
            let off = self.turn().conjugate() * (*place - middle);
            off.z + (off.y.abs() / up).max(off.x.abs() / (up * aspect))
        };
        let distance = places.iter().map(away).fold(least, f32::max);
        if middle.is_finite() && distance.is_finite() {
            (self.target, self.distance) = (middle, distance.clamp(CLOSEST, FARTHEST));
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Pos2, Rect, pos2, vec2};
    use proptest::prelude::*;

    use super::*;
    use crate::tool::Aim;

    #[test]
    fn a_shot_comes_back() {
        let shot = Shot::around(Vec3::new(0.3, 1.0, -2.0), 1.5, 0.7, 0.4);
        assert!(Orbit::of(&shot).eye().distance(shot.eye) < 1e-4);
    }

    proptest! {
        /// Whatever the size, the shape and the view.
        #[test]
        fn what_is_framed_fills_the_picture(
            scale in -4.0..3.0_f32, x in 0.0..1.0_f32, y in 0.0..1.0_f32, yaw in -3.0..3.0_f32, aspect in 0.4..2.5_f32,
        ) {
            let corner = |k: usize| Vec3::new(x * (k & 1) as f32, y * (k >> 1 & 1) as f32, (k >> 2) as f32) - 3.0;
            let places: Vec<Vec3> = (0..8).map(|k| corner(k) * 10_f32.powf(scale)).collect();
            let mut orbit = Orbit { target: Vec3::ZERO, yaw_rad: yaw, pitch_rad: 0.3, distance: 1.0 };
            orbit.frame(&places, aspect, 0.0);
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0 * aspect, 100.0));
            let aim = Aim::new(&orbit.shot(), rect, rect.center());
            let seen: Vec<Pos2> = places.iter().map(|p| aim.project(*p).expect("in front")).collect();
            prop_assert!(seen.iter().all(|at| rect.contains(*at)), "{seen:?}");
            let held = Rect::from_points(&seen).size() / rect.size();
            prop_assert!(held.max_elem() > 0.5, "{held}");
        }
    }

    #[test]
    fn it_never_turns_over() {
        let mut orbit = Orbit::of(&Shot::around(Vec3::ZERO, 1.0, 0.0, 0.0));
        (0..100).for_each(|_| orbit.orbit(0.3, 0.2));
        assert!(orbit.eye().is_finite() && orbit.pitch_rad < FRAC_PI_2);
    }
}
