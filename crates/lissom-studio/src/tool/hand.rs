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
    let (actor, ray) = (show.actor(), aim.ray());
    match show {
        Show::Scene(_) => {
            let places: Vec<&[Vec3]> = actor.meshes().iter().map(|m| m.positions.as_slice()).collect();
            actor.pick(ray.origin, ray.direction, &places)
        }
        Show::File(file) => {
            let places: Vec<Vec<Vec3>> = (0..actor.meshes().len()).map(|k| file.take.skinned(k).0).collect();
            let places: Vec<&[Vec3]> = places.iter().map(Vec::as_slice).collect();
            actor.pick(ray.origin, ray.direction, &places)
        }
    }
}

pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    let Some(player) = &mut studio.player else { return false };
    let hand = &mut studio.hand;
    let primary = egui::PointerButton::Primary;
    if response.clicked()
        && let Some((body, particle)) = pick(&player.show, aim).and_then(|p| p.grab)
    {
        hand.touches.push(Touch { body, particle });
    }
    if response.drag_started_by(primary) {
        // Where the mouse went down, not where it has got to since.
        let from = ui.input(|i| i.pointer.press_origin()).unwrap_or(aim.at);
        let pressed = Aim { at: from, ..*aim };
        let forward = Vec3::from(aim.camera.target) - Vec3::from(aim.camera.eye);
        hand.drag = pick(&player.show, &pressed).and_then(|p| Drag::new(player.show.actor(), &p, forward));
        // A pull is to be seen, from where it began.
        if hand.drag.is_some() {
            player.playing = true;
            studio.free_camera();
        }
    }
    let hand = &mut studio.hand;
    if !response.dragged_by(primary) {
        hand.drag = None;
    }
    let ray = aim.ray();
    hand.grabs = hand.drag.iter_mut().map(|drag| drag.follow(ray.origin, ray.direction)).collect();
    hand.drag.is_some()
}

/// A line from what is held to where it is pulled.
pub fn draw(studio: &Studio, drawing: &mut Drawing) {
    let Some(player) = &studio.player else { return };
    let poses = player.show.actor().world.poses();
    for grab in &studio.hand.grabs {
        let at = poses.positions()[poses.body(grab.body).start + grab.particle];
        drawing.lines.push(Line::new(at, grab.target, HELD));
    }
}
