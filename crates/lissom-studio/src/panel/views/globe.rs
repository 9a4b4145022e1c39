//! The view globe: every direction a chain can be seen from, around its base. A dot and a disc for each example, and the
//! camera as a cursor.

use std::f32::consts::{PI, TAU};

use eframe::egui::{self, Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Sense, Stroke, pos2, vec2};
use glam::{Quat, Vec3};
use lissom_rig::view::{Example, View};

use crate::theme::ACCENT;
use crate::views::ViewsCommand;
use crate::{Command, Studio};

/// How the globe is turned, and what the mouse has hold of.
#[derive(Clone, Copy, Debug)]
pub struct Globe {
    yaw_rad: f32,
    pitch_rad: f32,
    grab: Grab,
}

impl Default for Globe {
    fn default() -> Globe {
        Globe { yaw_rad: 0.5, pitch_rad: 0.35, grab: Grab::None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Grab {
    None,
    Turn,
    /// Of an example, on the side that is seen or on the other one.
    Rim(usize, Side),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

const HEIGHT: f32 = 216.0;
/// Within so many points the mouse has a rim.
const NEAR: f32 = 6.0;
const DOT: f32 = 5.0;
/// Extents, rad.
const EXTENTS: std::ops::RangeInclusive<f32> = 0.09..=PI;

/// A globe on the screen: x to the right, y up, z towards who looks.
#[derive(Clone, Copy)]
struct Lens {
    middle: Pos2,
    radius: f32,
    globe_from_base: Quat,
}

impl Lens {
    fn turned(&self, direction: Vec3) -> Vec3 {
        self.globe_from_base * direction.normalize_or(Vec3::Z)
    }

    fn place(&self, direction: Vec3) -> Pos2 {
        let d = self.turned(direction);
        self.middle + vec2(d.x, -d.y) * self.radius
    }

    fn side(&self, direction: Vec3) -> Side {
        if self.turned(direction).z >= 0.0 { Side::Front } else { Side::Back }
    }

    /// The direction under a place; beyond the edge, that on the edge.
    fn direction(&self, at: Pos2, side: Side) -> Vec3 {
        let off = (at - self.middle) / self.radius;
        let flat = Vec3::new(off.x, -off.y, 0.0).clamp_length_max(1.0);
        let depth = (1.0 - flat.length_squared()).max(0.0).sqrt();
        let depth = if side == Side::Front { depth } else { -depth };
        self.globe_from_base.conjugate() * (flat + Vec3::Z * depth)
    }
}

/// Directions at an angle around another one.
fn ring(around: Vec3, angle: f32, count: usize) -> impl Iterator<Item = Vec3> {
    let d = around.normalize_or(Vec3::Z);
    let (side, up) = d.any_orthonormal_pair();
    let (sin, cos) = angle.min(PI).sin_cos();
    (0..=count).map(move |k| {
        let (s, c) = (k as f32 / count as f32 * TAU).sin_cos();
        d * cos + (side * c + up * s) * sin
    })
}

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    let mut globe = studio.views.globe;
    let turn = Quat::from_rotation_x(globe.pitch_rad) * Quat::from_rotation_y(-globe.yaw_rad);
    let at_rest = studio.base_at_rest();
    let lens = Lens { middle: rect.center(), radius: 0.5 * HEIGHT - 16.0, globe_from_base: turn * at_rest };
    let view = studio.view().cloned().unwrap_or_default();
    let chosen = studio.views.example;
    let painter = ui.painter().with_clip_rect(rect);
    sphere(ui, &painter, lens, at_rest);
    for (k, example) in view.examples.iter().enumerate() {
        disc(&painter, lens, example, chosen == Some(k));
    }
    hold(studio, ui, &response, lens, &view, &mut globe);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "View globe"));
    dots(studio, ui, &painter, &response, lens, &view);
    if let Some(direction) = studio.view_direction() {
        cursor(ui, &painter, lens, direction);
    }
    studio.views.globe = globe;
}

/// The globe itself, with a net of lines and the sides of the character.
fn sphere(ui: &egui::Ui, painter: &Painter, lens: Lens, at_rest: Quat) {
    let ink = ui.visuals().text_color();
    painter.circle(lens.middle, lens.radius, ui.visuals().extreme_bg_color, Stroke::new(1.0, ink.gamma_multiply(0.4)));
    let base_from_rest = at_rest.conjugate();
    let circles = [(Vec3::Y, 0.25 * PI), (Vec3::Y, 0.5 * PI), (Vec3::Y, 0.75 * PI)];
    let meridians =
        [Vec3::X, Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0)].map(|axis| (axis, 0.5 * PI));
    for (axis, angle) in circles.into_iter().chain(meridians) {
        let points: Vec<Vec3> = ring(base_from_rest * axis, angle, 48).collect();
        outline(painter, lens, &points, ink.gamma_multiply(0.16), ink.gamma_multiply(0.05), 1.0);
    }
    let sides = [(Vec3::Z, "front"), (Vec3::NEG_Z, "behind"), (Vec3::X, "left"), (Vec3::NEG_X, "right")];
    for (axis, name) in sides {
        let direction = base_from_rest * axis;
        if lens.side(direction) == Side::Front {
            let color = ink.gamma_multiply(0.55);
            painter.text(lens.place(direction), Align2::CENTER_CENTER, name, FontId::proportional(10.0), color);
        }
    }
}

/// A closed line on the globe, in one colour before it and in another one behind it.
fn outline(painter: &Painter, lens: Lens, points: &[Vec3], front: Color32, back: Color32, width: f32) {
    for pair in points.windows(2) {
        let color = if lens.side(pair[0]) == Side::Front { front } else { back };
        painter.line_segment([lens.place(pair[0]), lens.place(pair[1])], Stroke::new(width, color));
    }
}

/// How far an example counts: a glow that fades as its weight does, and a rim.
fn disc(painter: &Painter, lens: Lens, example: &Example, chosen: bool) {
    const RINGS: usize = 7;
    const SECTORS: usize = 40;
    let direction = Vec3::from_array(example.direction);
    let mut mesh = Mesh::default();
    for r in 0..=RINGS {
        let share = r as f32 / RINGS as f32;
        let color = ACCENT.gamma_multiply((-share * share).exp() * if chosen { 0.5 } else { 0.28 });
        for point in ring(direction, share * example.extent, SECTORS) {
            mesh.colored_vertex(lens.place(point), color);
        }
    }
    for r in 0..RINGS {
        for (k, point) in ring(direction, (r as f32 + 0.5) / RINGS as f32 * example.extent, SECTORS).enumerate() {
            if k < SECTORS && lens.side(point) == Side::Front {
                let at = |r: usize, k: usize| (r * (SECTORS + 1) + k) as u32;
                mesh.add_triangle(at(r, k), at(r, k + 1), at(r + 1, k));
                mesh.add_triangle(at(r + 1, k), at(r, k + 1), at(r + 1, k + 1));
            }
        }
    }
    painter.add(mesh);
    let rim: Vec<Vec3> = ring(direction, example.extent, 64).collect();
    let width = if chosen { 2.0 } else { 1.0 };
    outline(painter, lens, &rim, ACCENT.gamma_multiply(0.9), ACCENT.gamma_multiply(0.25), width);
}

/// The mouse beside the dots: rims are pulled, the rest turns the globe.
fn hold(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, lens: Lens, view: &View, globe: &mut Globe) {
    let pointer = response.interact_pointer_pos().or(response.hover_pos());
    let rim_at = |at: Pos2| {
        let points = view
            .examples
            .iter()
            .enumerate()
            .flat_map(|(k, e)| ring(Vec3::from_array(e.direction), e.extent, 96).map(move |d| (k, d)));
        let near = points.map(|(k, d)| (k, lens.side(d), lens.place(d).distance(at))).filter(|n| n.2 < NEAR);
        // What is seen before what is behind; the chosen one before others.
        let rank = |n: &(usize, Side, f32)| {
            n.2 + if n.1 == Side::Back { NEAR } else { 0.0 }
                + if studio.views.example == Some(n.0) { 0.0 } else { NEAR }
        };
        near.min_by(|a, b| rank(a).total_cmp(&rank(b))).map(|n| (n.0, n.1))
    };
    let hovered = pointer.and_then(rim_at);
    if response.hovered() && (hovered.is_some() || matches!(globe.grab, Grab::Rim(..))) {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Move);
    }
    if response.drag_started() {
        let from = ui.input(|i| i.pointer.press_origin()).or(pointer).and_then(rim_at);
        globe.grab = from.map_or(Grab::Turn, |(k, side)| Grab::Rim(k, side));
    }
    match globe.grab {
        Grab::Rim(k, side) if response.dragged() => {
            studio.views.example = Some(k);
            if let (Some(at), Some(example)) = (pointer, view.examples.get(k)) {
                let angle = lens.direction(at, side).angle_between(Vec3::from_array(example.direction));
                let extent = angle.clamp(*EXTENTS.start(), *EXTENTS.end());
                change(studio, "Extent", k, |example| example.extent = extent);
            }
        }
        Grab::Turn if response.dragged() => {
            let by = response.drag_delta() / lens.radius;
            globe.yaw_rad -= by.x;
            globe.pitch_rad = (globe.pitch_rad + by.y).clamp(-0.5 * PI, 0.5 * PI);
        }
        _ => {}
    }
    if response.drag_stopped() {
        globe.grab = Grab::None;
    }
    if let Some(at) = pointer.filter(|at| response.double_clicked() && at.distance(lens.middle) < lens.radius) {
        studio.send(Command::Views(ViewsCommand::LookFrom(lens.direction(at, Side::Front).to_array())));
    }
}

/// A dot for each example, those behind first and hollow. The chosen one has a handle on its rim.
fn dots(studio: &mut Studio, ui: &egui::Ui, painter: &Painter, globe: &egui::Response, lens: Lens, view: &View) {
    let mut order: Vec<usize> = (0..view.examples.len()).collect();
    order.sort_by_key(|k| lens.side(Vec3::from_array(view.examples[*k].direction)) == Side::Front);
    for k in order {
        let example = &view.examples[k];
        let direction = Vec3::from_array(example.direction);
        let (at, side, chosen) = (lens.place(direction), lens.side(direction), studio.views.example == Some(k));
        let place = Rect::from_center_size(at, vec2(16.0, 16.0));
        let response = ui.interact(place, globe.id.with(("dot", k)), Sense::click_and_drag());
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, true, chosen, format!("Example {}", example.name))
        });
        let radius = if response.hovered() || chosen { DOT + 1.5 } else { DOT };
        let color = if side == Side::Front { ACCENT } else { ui.visuals().extreme_bg_color };
        let edge = if chosen { ui.visuals().strong_text_color() } else { ACCENT };
        painter.circle(at, radius, color, Stroke::new(1.5, edge));
        if response.clicked() || response.drag_started() {
            studio.views.example = Some(k);
        }
        if response.double_clicked() {
            studio.send(Command::Views(ViewsCommand::LookFrom(example.direction)));
        }
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            let direction = lens.direction(at, side).to_array();
            change(studio, "Move example", k, |example| example.direction = direction);
        }
        response.on_hover_text(format!("{}: drag to move, double-click to look from there", example.name));
        if chosen {
            let rim =
                ring(direction, example.extent, 24).max_by(|a, b| lens.turned(*a).z.total_cmp(&lens.turned(*b).z));
            let at = rim.map_or(at, |d| lens.place(d));
            let place = Rect::from_center_size(at, vec2(8.0, 8.0));
            painter.rect(
                place,
                2.0,
                ACCENT,
                Stroke::new(1.5, ui.visuals().strong_text_color()),
                egui::StrokeKind::Middle,
            );
            let handle = ui.interact(place, globe.id.with(("rim", k)), Sense::hover());
            handle.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Slider, true, format!("Extent of {}", example.name))
            });
        }
    }
}

fn change(studio: &Studio, what: &str, k: usize, change: impl FnOnce(&mut Example)) {
    studio.change_chain(what, |joints| {
        if let Some(example) = joints.view.as_mut().and_then(|v| v.examples.get_mut(k)) {
            change(example);
        }
    });
}

/// Where the camera is.
fn cursor(ui: &egui::Ui, painter: &Painter, lens: Lens, direction: Vec3) {
    let at = lens.place(direction);
    let strength = if lens.side(direction) == Side::Front { 1.0 } else { 0.45 };
    let stroke = Stroke::new(1.5, ui.visuals().warn_fg_color.gamma_multiply(strength));
    painter.circle_stroke(at, 8.0, stroke);
    for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let way = vec2(x, y);
        painter.line_segment([at + way * 5.0, at + way * 12.0], stroke);
    }
    let place = Rect::from_center_size(pos2(at.x, at.y), vec2(2.0, 2.0));
    let response = ui.interact(place, ui.scope_id().with("camera"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Camera on the globe"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_under_the_mouse() {
        let globe_from_base = Quat::from_rotation_x(0.4) * Quat::from_rotation_y(1.0);
        let lens = Lens { middle: pos2(100.0, 80.0), radius: 60.0, globe_from_base };
        for direction in [Vec3::new(0.3, 0.2, 0.9), Vec3::new(-0.5, 0.1, -0.7), Vec3::new(0.0, -0.9, 0.1)] {
            let d = direction.normalize();
            assert!(lens.direction(lens.place(d), lens.side(d)).distance(d) < 1e-3);
            assert!(ring(d, 0.7, 12).all(|p| (p.angle_between(d) - 0.7).abs() < 1e-3));
        }
    }
}
