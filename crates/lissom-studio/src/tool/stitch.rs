//! The needle: joins two particles by an edge, or parts them again.

use eframe::egui::{self, Color32, Stroke};
use glam::Vec3;

use super::Aim;
use crate::Studio;

/// How near to a particle a click must be, in points.
const NEAR: f32 = 16.0;

pub fn interact(studio: &mut Studio, _: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    if !response.clicked() {
        return false;
    }
    let Some((_, bind)) = nearest(studio, aim) else {
        studio.cloth.thread = None;
        return false;
    };
    match studio.cloth.thread.take() {
        None => studio.cloth.thread = Some(bind),
        Some(first) if first != bind => toggle(studio, [first, bind]),
        Some(_) => {}
    }
    true
}

/// The particle under the mouse: where it is seen, and where it is in the bind pose.
fn nearest(studio: &Studio, aim: &Aim) -> Option<(egui::Pos2, Vec3)> {
    let (preview, player) = (studio.cloth.preview.as_ref()?, studio.player.as_ref()?);
    let seen = player.show.positions();
    let seen: Vec<&[Vec3]> = seen.iter().map(Vec::as_slice).collect();
    let eye = Vec3::from(aim.camera.eye);
    let mut best: Option<(f32, egui::Pos2, Vec3)> = None;
    for piece in &preview.pieces {
        let places = piece.places(&piece.vertices(&seen));
        for (place, particle) in places.iter().zip(&piece.strand.chain.particles) {
            let Some(at) = aim.project(place.translation) else { continue };
            let away = at.distance(aim.at);
            // Of two that are one behind the other, the one in front.
            let rank = away + 40.0 * place.translation.distance(eye) / studio.cloth.size.max(1e-6);
            if away <= NEAR && best.is_none_or(|b| rank < b.0) {
                best = Some((rank, at, particle.position));
            }
        }
    }
    best.map(|(_, at, bind)| (at, bind))
}

/// A stitch between the particles nearest to two places; none if there is one.
fn toggle(studio: &Studio, ends: [Vec3; 2]) {
    let Some(chain) = studio.cloth.preview.as_ref().and_then(|p| p.pieces.first()).map(|p| &p.strand.chain) else {
        return;
    };
    let particles = |ends: [Vec3; 2]| {
        let mut found = ends.map(|at| chain.nearest(at));
        found.sort_unstable();
        found
    };
    studio.change_region("Stitch", |region| {
        let before = region.stitches.len();
        region.stitches.retain(|old| particles(old.map(Vec3::from)) != particles(ends));
        if region.stitches.len() == before {
            region.stitches.push(ends.map(|p| p.to_array()));
        }
    });
}

/// A ring around the particle under the mouse, and the thread from the first one.
pub fn sketch(studio: &Studio, painter: &egui::Painter, aim: &Aim) {
    if let Some((at, _)) = nearest(studio, aim) {
        painter.circle_stroke(at, 8.0, Stroke::new(2.0, Color32::WHITE));
    }
}
