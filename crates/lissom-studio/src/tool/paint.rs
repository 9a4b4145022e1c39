//! Painting on a body: faces, flat regions, strokes, and the cut. It stands still in its bind pose meanwhile.

use eframe::egui;
use glam::Vec3;
use lissom_rig::field::paint::{Against, dabs, fill, fill_flat, stroke, stroke_by_rays};
use lissom_rig::field::{Plane, Ray};
use lissom_rig::{Fields, Stroke};
use lissom_show::Drawing;

use super::Aim;
use crate::Studio;
use crate::creatures::Brush;
use crate::creatures::canvas::Canvas;
use crate::creatures::field::Field;
use crate::studio::Mode;

mod marks;

/// The mouse counts as moved from here on, in points.
const MOVED: f32 = 1.5;

/// Left button on the body paints; beside it, it turns the camera as ever.
pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    let playing = studio.player.as_ref().is_none_or(|p| p.playing);
    if playing || studio.mode != Mode::Creatures {
        studio.put_down();
        return false;
    }
    studio.refresh_canvas();
    let (pressed, down, shift) =
        ui.input(|i| (i.pointer.primary_pressed(), i.pointer.primary_down(), i.modifiers.shift));
    let state = &mut studio.creatures;
    let Some(canvas) = &state.canvas else { return false };
    if pressed && !shift && response.contains_pointer() {
        let on_it = state.brush == Brush::Cut || canvas.surface.pick(&aim.ray()).is_some();
        state.path = if on_it { vec![aim.at] } else { Vec::new() };
    }
    let Some(last) = state.path.last() else { return false };
    if down {
        if last.distance(aim.at) > MOVED {
            state.path.push(aim.at);
        }
        ui.ctx().request_repaint();
    } else {
        let path = std::mem::take(&mut studio.creatures.path);
        finish(studio, &path, aim);
    }
    true
}

/// The way of the mouse so far, in the colour that is painted.
pub fn sketch(studio: &Studio, painter: &egui::Painter) {
    let state = &studio.creatures;
    let rgb = match (state.brush, state.field) {
        (Brush::Cut, _) => 0xE5332A,
        (_, Field::Direction) => 0xFF7A1A,
        (_, field) => field.colour(state.value()),
    };
    let color = egui::Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8);
    painter.add(egui::Shape::line(state.path.clone(), egui::Stroke::new(3.0, color)));
}

/// What the way of the mouse means.
fn finish(studio: &mut Studio, path: &[egui::Pos2], aim: &Aim) {
    let rays: Vec<Ray> = path.iter().map(|at| aim.ray_at(*at)).collect();
    let state = &studio.creatures;
    let (Some(canvas), Some(&first), Some(&last)) = (&state.canvas, rays.first(), rays.last()) else { return };
    if state.brush == Brush::Cut {
        let ahead = |ray: Ray| ray.origin + ray.direction;
        match Plane::through_stroke(first.origin, ahead(first), ahead(last)) {
            Some(plane) => studio.cut_by(plane),
            None => studio.notices.say("Draw the cut right across the body"),
        }
        return;
    }
    let name = state.field.name().to_lowercase();
    let (field, value, angle) = (state.field, state.value(), state.angle_deg.to_radians());
    let mut new = Fields::default();
    match field.dabs_mut(&mut new) {
        None => new.direction = strokes(canvas, &rays),
        Some(new) => {
            *new = match state.brush {
                Brush::Face => fill(&canvas.surface, &faces(canvas, &rays), value),
                Brush::Flat => {
                    let start = canvas.surface.pick(&first).map(|h| h.triangle);
                    start.map_or(Vec::new(), |t| fill_flat(&canvas.surface, t, angle, Against::Neighbour, value))
                }
                Brush::Stroke | Brush::Cut => dabs(stroke_by_rays(&canvas.surface, &rays).concat(), value),
            }
        }
    }
    studio.edit_fields(&format!("Paint {name}"), |fields| field.lay(fields, &new, canvas.apart));
    studio.remember(new);
}

fn faces(canvas: &Canvas, rays: &[Ray]) -> Vec<u32> {
    rays.iter().filter_map(|ray| canvas.surface.pick(ray)).map(|hit| hit.triangle).collect()
}

fn strokes(canvas: &Canvas, rays: &[Ray]) -> Vec<Stroke> {
    let long = |points: &Vec<Vec3>| points.first() != points.last();
    stroke_by_rays(&canvas.surface, rays).iter().filter(|s| long(s)).map(|s| stroke(s)).collect()
}

/// The bind pose in the colours of the field, instead of the moving body.
pub fn draw(studio: &Studio, drawing: &mut Drawing) {
    let Some(canvas) = &studio.creatures.canvas else { return };
    *drawing = Drawing::of_drawn(canvas.pieces.clone(), true);
    let eye = studio.shot().eye;
    drawing.lines.extend(canvas.lines(eye));
    let Some((_, creature)) = studio.creature() else { return };
    marks::draw(studio.creatures.field, &creature.fields, canvas, eye, drawing);
}
