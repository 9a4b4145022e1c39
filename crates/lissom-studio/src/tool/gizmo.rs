//! Handles of a collider: three arrows, a middle that goes anywhere, ends, and a radius.

use eframe::egui::{self, Color32, PointerButton, Pos2, Stroke};
use glam::Vec3;
use lissom_rig::Pose;
use lissom_rig::rig::{ColliderShape, RigCollider};

use super::{Aim, Grip};
use crate::Studio;
use crate::cloth::moved;

/// Length of an arrow, and how near to a handle the mouse must be, in points.
const ARROW: f32 = 70.0;
const NEAR: f32 = 10.0;
const AXES: [(Vec3, Color32); 3] = [
    (Vec3::X, Color32::from_rgb(0xE8, 0x4F, 0x4F)),
    (Vec3::Y, Color32::from_rgb(0x5F, 0xB8, 0x4C)),
    (Vec3::Z, Color32::from_rgb(0x4A, 0x86, 0xE8)),
];
const ROUND: Color32 = Color32::from_rgb(0xF2, 0xC5, 0x3D);

/// What of a collider is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Axis(usize),
    /// All of it, across the picture.
    Middle,
    End(usize),
    Radius,
}

/// A handle, where it starts and ends in the picture.
type Seen = (Handle, [Vec3; 2]);

/// How the bone has moved a collider, and its handles there. The last ones are nearest to the hand.
fn handles(studio: &Studio, aim: &Aim) -> Option<(RigCollider, Pose, Vec<Seen>)> {
    let (collider, player) = (studio.collider()?, studio.player.as_ref()?);
    let pose = moved(player.show.actor(), collider);
    let middle = pose.point(collider.shape.center());
    let length = ARROW / aim.pixels_per_metre(middle).max(1e-6);
    let mut all: Vec<Seen> = (0..3).map(|k| (Handle::Axis(k), [middle, middle + AXES[k].0 * length])).collect();
    if let Some(radius) = collider.shape.radius() {
        let rim = middle + aim.right() * radius;
        all.push((Handle::Radius, [rim, rim]));
    }
    if let ColliderShape::Capsule { ends, .. } | ColliderShape::InsideCapsule { ends, .. } = collider.shape {
        all.extend((0..2).map(|k| (Handle::End(k), [pose.point(ends[k].into()); 2])));
    }
    all.push((Handle::Middle, [middle; 2]));
    Some((collider.clone(), pose, all))
}

pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    let (pressed, down) = ui.input(|i| (i.pointer.primary_pressed(), i.pointer.button_down(PointerButton::Primary)));
    if pressed
        && response.contains_pointer()
        && let Some((collider, pose, all)) = handles(studio, aim)
    {
        let near = all.iter().rev().find(|(_, ends)| away(aim, *ends).is_some_and(|d| d <= NEAR));
        studio.cloth.grip = near.map(|(handle, _)| Grip::Handle { handle: *handle, start: aim.at, collider, pose });
    }
    let Some(Grip::Handle { handle, start, collider, pose }) = studio.cloth.grip.clone() else { return false };
    if !down {
        studio.cloth.grip = None;
        return true;
    }
    let shape = dragged(aim, handle, start, &collider.shape, &pose);
    studio.change_collider("Move collider", |c| c.shape = shape);
    true
}

/// A shape that was taken by a handle and dragged to where the mouse is.
fn dragged(aim: &Aim, handle: Handle, start: Pos2, shape: &ColliderShape, pose: &Pose) -> ColliderShape {
    let middle = pose.point(shape.center());
    let bind = |by: Vec3| pose.rotation.conjugate() * by;
    let across = |through: Vec3| aim.across(through, aim.at) - aim.across(through, start);
    match handle {
        Handle::Axis(k) => {
            let along = |at: Pos2| aim.along(middle, AXES[k].0, at);
            shape.moved(bind(AXES[k].0 * (along(aim.at) - along(start))))
        }
        Handle::Middle => shape.moved(bind(across(middle))),
        Handle::End(k) => {
            let mut shape = *shape;
            if let ColliderShape::Capsule { ends, .. } | ColliderShape::InsideCapsule { ends, .. } = &mut shape {
                let end = Vec3::from(ends[k]);
                ends[k] = (end + bind(across(pose.point(end)))).to_array();
            }
            shape
        }
        Handle::Radius => {
            let far = |at: Pos2| aim.across(middle, at).distance(middle);
            shape.scaled((far(aim.at) / far(start).max(1e-9)).clamp(0.01, 100.0))
        }
    }
}

/// How far the mouse is from a handle, in points.
fn away(aim: &Aim, [a, b]: [Vec3; 2]) -> Option<f32> {
    let (a, b) = (aim.project(a)?, aim.project(b)?);
    let along = b - a;
    let t = ((aim.at - a).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
    Some((a + along * t).distance(aim.at))
}

pub fn sketch(studio: &Studio, painter: &egui::Painter, aim: &Aim) {
    let Some((_, _, all)) = handles(studio, aim) else { return };
    let held = match &studio.cloth.grip {
        Some(Grip::Handle { handle, .. }) => Some(*handle),
        _ => all.iter().rev().find(|(_, ends)| away(aim, *ends).is_some_and(|d| d <= NEAR)).map(|(h, _)| *h),
    };
    for (handle, [a, b]) in all {
        let [Some(a), Some(b)] = [a, b].map(|p| aim.project(p)) else { continue };
        let bright = |color: Color32| if held == Some(handle) { Color32::WHITE } else { color };
        match handle {
            Handle::Axis(k) => painter.arrow(a, b - a, Stroke::new(3.0, bright(AXES[k].1))),
            Handle::Middle => {
                painter.rect_filled(egui::Rect::from_center_size(a, egui::vec2(11.0, 11.0)), 2.0, bright(ROUND));
            }
            Handle::End(_) => _ = painter.circle_filled(a, 5.0, bright(ROUND)),
            Handle::Radius => {
                painter.circle(a, 6.0, Color32::TRANSPARENT, Stroke::new(2.5, bright(ROUND)));
            }
        }
    }
}
