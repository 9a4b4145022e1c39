//! The hand: pulls at what is soft, touches what is alive.

use eframe::egui;
use glam::Vec3;
use lissom_core::Touch;
use lissom_render::{Color, Line};
use lissom_rig::actor::{Drag, Picked};
use lissom_show::{Drawing, Show};

use super::Aim;
use crate::Studio;

const HELD: Color = Color::hex(0xE3803C);

/// What is under the mouse.
pub fn pick(show: &Show, aim: &Aim) -> Option<Picked> {
    let (places, ray) = (show.positions(), aim.ray());
    let places: Vec<&[Vec3]> = places.iter().map(Vec::as_slice).collect();
    show.actor().pick(ray.origin, ray.direction, &places)
}

/// Lets the hand have the mouse over the first picture or the second. Whether it used it.
pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim, place: usize) -> bool {
    let Some(show) = shown(studio, place) else { return false };
    let primary = egui::PointerButton::Primary;
    let touched = if response.clicked() { pick(show, aim).and_then(|p| p.grab) } else { None };
    let drag = response.drag_started_by(primary).then(|| {
        // Where the mouse went down, not where it has got to since.
        let from = ui.input(|i| i.pointer.press_origin()).unwrap_or(aim.at);
        let pressed = Aim { at: from, ..*aim };
        let forward = Vec3::from(aim.camera.target) - Vec3::from(aim.camera.eye);
        pick(show, &pressed).and_then(|p| Drag::new(show.actor(), &p, forward))
    });
    let begins = drag.as_ref().is_some_and(Option::is_some);
    let hand = &mut studio.hand;
    if touched.is_some() || drag.is_some() {
        hand.place = place;
    }
    if hand.place != place {
        return false;
    }
    hand.touches.extend(touched.map(|(body, particle)| Touch { body, particle }));
    hand.drag = drag.unwrap_or(hand.drag.take()).filter(|_| response.dragged_by(primary));
    let ray = aim.ray();
    hand.grabs = hand.drag.iter_mut().flat_map(|drag| drag.follow(ray.origin, ray.direction)).copied().collect();
    // A pull is to be seen, from where it began.
    if begins {
        studio.player.iter_mut().for_each(|player| player.playing = true);
        studio.free_camera();
    }
    studio.hand.drag.is_some()
}

/// What a picture shows.
fn shown(studio: &Studio, place: usize) -> Option<&Show> {
    let beside = studio.compare.player.as_ref().filter(|_| place == 1);
    beside.or(studio.player.as_ref()).map(|player| &player.show)
}

/// A line from what is held to where it is pulled.
pub fn draw(studio: &Studio, drawing: &mut Drawing, place: usize) {
    let Some(show) = shown(studio, place).filter(|_| studio.hand.place == place) else { return };
    let poses = show.actor().world.poses();
    if let Some(grab) = studio.hand.grabs.first() {
        let at = poses.positions()[poses.body(grab.body).start + grab.particle];
        drawing.lines.push(Line::new(at, grab.target, HELD));
    }
}
