//! The brush: paints on regions what is simulated, what knows the way out, what is only there to collide.

use eframe::egui::{self, PointerButton, Stroke};
use glam::Vec3;
use lissom_rig::rig::{Area, Paint, Patch};

use super::{Aim, Grip};
use crate::Studio;
use crate::cloth::{Brush, Paints, pick};
use crate::theme;

/// Dabs of a stroke are so far apart, by the radius.
const STEP: f32 = 0.35;

pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    let hit = if response.contains_pointer() { pick(studio, &aim.ray()) } else { None };
    studio.cloth.hover = hit.map(|h| h.seen);
    let (pressed, down) = ui.input(|i| (i.pointer.primary_pressed(), i.pointer.button_down(PointerButton::Primary)));
    if pressed && response.contains_pointer() && hit.is_some() {
        studio.cloth.grip = Some(Grip::Stroke { last: Vec3::INFINITY });
    }
    let Some(Grip::Stroke { last }) = studio.cloth.grip.clone() else { return false };
    if !down {
        studio.cloth.grip = None;
        return true;
    }
    if let Some(hit) = hit.filter(|h| h.bind.distance(last) >= STEP * studio.cloth.brush.radius) {
        studio.cloth.grip = Some(Grip::Stroke { last: hit.bind });
        dab(studio, hit.bind);
    }
    true
}

/// Leaves a spot of paint at a place of the bind pose.
fn dab(studio: &mut Studio, at: Vec3) {
    let Brush { paints, radius, soft } = studio.cloth.brush;
    let area = Area::Ball { center: at.to_array(), radius };
    match paints {
        Paints::Choice(on) => studio.change_triangles(|select| cover(&mut select.brush, Patch { area, on })),
        Paints::Surface(on) => studio.change_region("Paint surface", |r| cover(&mut r.surface, Patch { area, on })),
        Paints::Loose(on) => studio.change_region("Paint collision", |r| cover(&mut r.loose, Patch { area, on })),
        Paints::Simulated(simulated) => studio.change_region("Paint", |region| {
            let paint = Paint { area, simulated, soft: 2.0 * soft * radius };
            region.paint.retain(|old| !hides(&area, -paint.soft / 2.0, &old.area, old.soft / 2.0));
            region.paint.push(paint);
        }),
    }
}

/// The first patch stays: it says what is where no patch is.
fn cover(patches: &mut Vec<Patch>, new: Patch) {
    let first = patches.first().copied();
    let mut k = 0;
    patches.retain(|old| {
        k += 1;
        (k == 1 && first.is_some_and(|f| f.on != new.on)) || !hides(&new.area, 0.0, &old.area, 0.0)
    });
    patches.push(new);
}

/// Whether a ball leaves nothing to be seen of another one; each is larger by so much.
fn hides(new: &Area, more: f32, old: &Area, old_more: f32) -> bool {
    match (new, old) {
        (Area::Ball { center: a, radius: r }, Area::Ball { center: b, radius: s }) => {
            Vec3::from(*a).distance(Vec3::from(*b)) + s + old_more <= r + more
        }
        _ => false,
    }
}

/// A ring where the brush is.
pub fn sketch(studio: &Studio, painter: &egui::Painter, aim: &Aim) {
    let Some((at, size)) = studio.cloth.hover.and_then(|h| Some((aim.project(h)?, aim.pixels_per_metre(h)))) else {
        return;
    };
    let Brush { radius, soft, paints } = studio.cloth.brush;
    painter.circle_stroke(at, radius * size, Stroke::new(2.0, theme::ACCENT));
    if matches!(paints, Paints::Simulated(_)) {
        painter.circle_stroke(at, radius * (1.0 - soft) * size, Stroke::new(1.0, theme::ACCENT.gamma_multiply(0.6)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(x: f32, radius: f32, on: bool) -> Patch {
        Patch { area: Area::Ball { center: [x, 0.0, 0.0], radius }, on }
    }

    #[test]
    fn painting_over_forgets_what_is_hidden() {
        let mut patches = Vec::new();
        for new in [patch(0.0, 1.0, true), patch(5.0, 1.0, true), patch(5.1, 2.0, false)] {
            cover(&mut patches, new);
        }
        assert_eq!(patches, [patch(0.0, 1.0, true), patch(5.1, 2.0, false)]);
        cover(&mut patches, patch(0.0, 2.0, false));
        assert_eq!(patches.len(), 3, "the first one says what is where none is");
        cover(&mut patches, patch(0.0, 20.0, true));
        assert_eq!(patches, [patch(0.0, 20.0, true)]);
    }
}
