//! What the mouse does in the picture. One tool at a time; a file for each.

use eframe::egui;
use glam::Vec3;
use lissom_render::Camera;
use lissom_rig::field::Ray;
use lissom_show::Drawing;

use crate::Studio;

mod hand;
mod paint;
pub mod pose;

/// One at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Pulls at what is soft, touches what is alive, and turns the camera beside it.
    #[default]
    Hand,
    /// Paints fields on boneless bodies.
    Paint,
    /// Poses a chain.
    Pose,
}

/// A picture and where the mouse is over it.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub camera: Camera,
    pub rect: egui::Rect,
    /// Where the mouse is, on the screen.
    pub at: egui::Pos2,
}

impl Aim {
    /// Ahead, to the right, and up.
    fn axes(&self) -> (Vec3, Vec3, Vec3) {
        let (eye, target) = (Vec3::from(self.camera.eye), Vec3::from(self.camera.target));
        let ahead = (target - eye).normalize_or(Vec3::NEG_Z);
        let right = ahead.cross(Vec3::from(self.camera.up)).normalize_or(Vec3::X);
        (ahead, right, right.cross(ahead))
    }

    /// From the eye through the mouse.
    pub fn ray(&self) -> Ray {
        self.ray_at(self.at)
    }

    pub fn ray_at(&self, at: egui::Pos2) -> Ray {
        let (ahead, right, up) = self.axes();
        let half = (0.5 * self.camera.fov_y_rad).tan() / (0.5 * self.rect.height().max(1.0));
        let off = (at - self.rect.center()) * half;
        Ray { origin: self.camera.eye.into(), direction: (ahead + right * off.x - up * off.y).normalize() }
    }

    /// Under the mouse, as far from the picture's plane as a place is.
    pub fn beside(&self, place: Vec3) -> Vec3 {
        let ((ahead, ..), ray) = (self.axes(), self.ray());
        let depth = (place - ray.origin).dot(ahead).max(1e-6);
        ray.origin + ray.direction * (depth / ray.direction.dot(ahead).max(1e-6))
    }

    /// Where a place is on the screen; none behind the eye.
    pub fn project(&self, place: Vec3) -> Option<egui::Pos2> {
        let (ahead, right, up) = self.axes();
        let away = place - Vec3::from(self.camera.eye);
        let depth = away.dot(ahead);
        let half = (0.5 * self.camera.fov_y_rad).tan() / (0.5 * self.rect.height().max(1.0));
        let off = egui::vec2(away.dot(right), -away.dot(up)) / (depth * half);
        (depth > 1e-6).then(|| self.rect.center() + off)
    }
}

/// Lets the tool have the mouse. Whether it used it: if not, the camera does.
pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    pose::choose(studio, response, aim);
    match studio.tool {
        Tool::Hand => hand::interact(studio, ui, response, aim),
        Tool::Paint => paint::interact(studio, ui, response, aim),
        Tool::Pose => pose::interact(studio, ui, response, aim),
    }
}

/// Draws what the tool works on over the picture.
pub fn draw(studio: &Studio, drawing: &mut Drawing) {
    match studio.tool {
        Tool::Hand => hand::draw(studio, drawing),
        Tool::Paint => paint::draw(studio, drawing),
        Tool::Pose => {}
    }
}

/// Paints what the tool works on, flat on the finished picture.
pub fn paint(studio: &Studio, ui: &egui::Ui, aim: &Aim) {
    pose::paint(studio, ui, aim);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_meet_what_they_were_projected_from() {
        let rect = egui::Rect::from_min_size(egui::pos2(100.0, 40.0), egui::vec2(640.0, 480.0));
        let aim = Aim { camera: Camera::default(), rect, at: rect.center() };
        let place = Vec3::new(0.3, 0.9, -0.4);
        let at = aim.project(place).expect("it is in front of the camera");
        let ray = aim.ray_at(at);
        let nearest = ray.origin + ray.direction * (place - ray.origin).dot(ray.direction);
        assert!(nearest.distance(place) < 1e-4, "{nearest} {place}");
    }
}
