//! What the mouse does in the picture. One tool at a time; a file for each.

use eframe::egui;
use glam::Vec3;
use lissom_render::Camera;
use lissom_rig::Pose;
use lissom_rig::field::Ray;
use lissom_rig::rig::RigCollider;
use lissom_scenes::camera::Shot;
use lissom_show::Drawing;

use crate::Studio;

mod brush;
mod gizmo;
pub(crate) mod hand;
mod paint;
pub mod pose;
mod stitch;

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
    /// Paints on regions.
    Brush,
    /// Joins particles.
    Stitch,
    /// Moves a collider.
    Gizmo,
}

/// What a hand has taken hold of, until it lets go.
#[derive(Clone, Debug)]
pub enum Grip {
    /// A brush is drawn over the skin; where it last left paint, in the bind pose.
    Stroke { last: Vec3 },
    /// A handle of a collider: where the mouse took it, the collider then, and how its bone had moved it.
    Handle { handle: gizmo::Handle, start: egui::Pos2, collider: RigCollider, pose: Pose },
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
    pub fn new(shot: &Shot, rect: egui::Rect, at: egui::Pos2) -> Aim {
        Aim { camera: Camera::between(shot.eye.to_array(), shot.target.to_array()), rect, at }
    }

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

    /// To the right of the picture.
    pub fn right(&self) -> Vec3 {
        self.axes().1
    }

    /// How large a metre is on the screen, at a place.
    pub fn pixels_per_metre(&self, place: Vec3) -> f32 {
        let depth = (place - Vec3::from(self.camera.eye)).dot(self.axes().0).max(1e-6);
        0.5 * self.rect.height().max(1.0) / ((0.5 * self.camera.fov_y_rad).tan() * depth)
    }

    /// What is seen at a point of the screen, on the plane across the view through a place.
    pub fn across(&self, through: Vec3, at: egui::Pos2) -> Vec3 {
        let (ahead, ray) = (self.axes().0, self.ray_at(at));
        ray.origin + ray.direction * ((through - ray.origin).dot(ahead) / ray.direction.dot(ahead))
    }

    /// How far along a line from a place the mouse is nearest to it.
    pub fn along(&self, from: Vec3, direction: Vec3, at: egui::Pos2) -> f32 {
        let ray = self.ray_at(at);
        let (w, b) = (from - ray.origin, direction.dot(ray.direction));
        // Nearly towards the eye there is no telling.
        (b * w.dot(ray.direction) - w.dot(direction)) / (1.0 - b * b).max(1e-3)
    }
}

/// Lets the tool have the mouse. Whether it used it: if not, the camera does.
pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    pose::choose(studio, response, aim);
    match studio.tool {
        Tool::Hand => hand::interact(studio, ui, response, aim, 0),
        Tool::Paint => paint::interact(studio, ui, response, aim),
        Tool::Pose => pose::interact(studio, ui, response, aim),
        Tool::Brush => brush::interact(studio, ui, response, aim),
        Tool::Stitch => stitch::interact(studio, ui, response, aim),
        Tool::Gizmo => gizmo::interact(studio, ui, response, aim),
    }
}

/// Draws what the tool works on over the picture.
pub fn draw(studio: &Studio, drawing: &mut Drawing) {
    match studio.tool {
        Tool::Hand => hand::draw(studio, drawing, 0),
        Tool::Paint => paint::draw(studio, drawing),
        Tool::Pose | Tool::Brush | Tool::Stitch | Tool::Gizmo => {}
    }
}

/// Paints what the tool works on, flat on the finished picture.
pub fn paint(studio: &Studio, ui: &egui::Ui, aim: &Aim) {
    let painter = ui.painter_at(aim.rect);
    match studio.tool {
        Tool::Brush => brush::sketch(studio, &painter, aim),
        Tool::Stitch => stitch::sketch(studio, &painter, aim),
        Tool::Gizmo => gizmo::sketch(studio, &painter, aim),
        Tool::Paint => paint::sketch(studio, &painter),
        Tool::Hand | Tool::Pose => {}
    }
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

    #[test]
    fn lines_and_planes_are_found_again() {
        let rect = egui::Rect::from_min_size(egui::pos2(100.0, 40.0), egui::vec2(640.0, 480.0));
        let aim = Aim { camera: Camera::default(), rect, at: rect.center() };
        let (from, way) = (Vec3::new(0.3, 0.9, -0.4), Vec3::new(0.6, 0.8, 0.0));
        let at = aim.project(from + way * 0.25).expect("it is in front of the camera");
        assert!((aim.along(from, way, at) - 0.25).abs() < 1e-3);
        assert!(aim.across(from, aim.project(from).expect("so is this")).distance(from) < 1e-4);
        let near = aim.project(from + aim.right() * 0.1).expect("and this");
        let far = aim.project(from).expect("and this");
        assert!((near.distance(far) - 0.1 * aim.pixels_per_metre(from)).abs() < 0.1);
    }
}
