//! The pose tool: a chain in the hand. Dots are joints: a dot turns the joint before it, the last one pulls the whole
//! chain, and the ring around the chosen joint rolls it.

use eframe::egui::{self, Color32, Stroke};
use glam::{Quat, Vec3};
use lissom_rig::Actor;
use lissom_rig::rig::Joints;

use super::{Aim, Tool};
use crate::Studio;
use crate::studio::{Mode, Selection};
use crate::theme::ACCENT;
use crate::views::Posing;
use crate::views::reach::{Handle, Limb};

/// What the mouse has hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grab {
    Handle(Handle),
    /// Around a joint; where the mouse was, as an angle.
    Ring(usize, f32),
}

/// Within so many points of a dot or a ring the mouse has it.
const NEAR: f32 = 11.0;
const RING: f32 = 34.0;

/// The chain in the hand.
fn limb(studio: &Studio) -> Option<(Limb, &Posing)> {
    let posing = studio.views.posing.as_ref()?;
    let joints = studio.work.as_ref()?.rig().joints.get(posing.chain)?;
    let actor = studio.player.as_ref()?.show.actor();
    Some((Limb::of(actor, posing.chain, joints, &posing.turns)?, posing))
}

pub fn interact(studio: &mut Studio, ui: &egui::Ui, response: &egui::Response, aim: &Aim) -> bool {
    let Some((limb, posing)) = limb(studio) else { return false };
    let mut posing = posing.clone();
    let handles = limb.handles(&posing.turns);
    let nearest = |at: egui::Pos2| {
        let away = |h: &(Handle, Vec3)| Some((h.0, aim.project(h.1)?.distance(at)));
        let found = handles.iter().filter_map(away).min_by(|a, b| a.1.total_cmp(&b.1))?;
        (found.1 < NEAR).then_some(found.0)
    };
    let middle = |k: usize| handles.get(k).and_then(|h| aim.project(h.1));
    let around = |k: usize, at: egui::Pos2| middle(k).map_or(0.0, |m| (at - m).angle());
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = ui.input(|i| i.pointer.press_origin()).unwrap_or(aim.at);
        let on_ring = posing.joint.filter(|k| middle(*k).is_some_and(|m| (m.distance(from) - RING).abs() < NEAR));
        posing.grab = match nearest(from) {
            Some(Handle::Joint(0)) | None => on_ring.map(|k| Grab::Ring(k, around(k, from))),
            Some(handle) => Some(Grab::Handle(handle)),
        };
        if posing.grab.is_some() {
            posing.remember();
        }
    }
    if response.clicked() {
        let chosen = nearest(aim.at).map(|handle| match handle {
            Handle::Joint(k) | Handle::End(k) => k,
        });
        posing.joint = chosen.or(posing.joint);
    }
    match posing.grab.filter(|_| response.dragged()) {
        Some(Grab::Handle(handle)) => {
            let place = handles.iter().find(|h| h.0 == handle).map_or(Vec3::ZERO, |h| h.1);
            let at = aim.beside(place);
            match limb.is_tip(handle) {
                true => limb.reach(&mut posing.turns, handle, at),
                false => limb.aim(&mut posing.turns, handle, at),
            }
        }
        Some(Grab::Ring(k, before)) => {
            let now = around(k, aim.at);
            // The screen's angles run clockwise, seen along the view.
            let by = Quat::from_axis_angle(aim.axes().0, now - before);
            limb.roll(&mut posing.turns, k, by);
            posing.grab = Some(Grab::Ring(k, now));
        }
        None => {}
    }
    let held = posing.grab.is_some();
    if response.drag_stopped() {
        posing.grab = None;
    }
    studio.views.posing = Some(posing);
    held
}

/// Joints of all chains, dimly; those of the chosen one in colour.
pub fn paint(studio: &Studio, ui: &egui::Ui, aim: &Aim) {
    let (Some(work), Some(player)) = (&studio.work, &studio.player) else { return };
    if studio.mode != Mode::Views {
        return;
    }
    let painter = ui.painter().with_clip_rect(aim.rect);
    let held = limb(studio).filter(|_| studio.tool == Tool::Pose);
    for (k, joints) in work.rig().joints.iter().enumerate() {
        let is_chosen = studio.selection == Selection::Chain(k);
        if is_chosen && held.is_some() {
            continue;
        }
        let color = if is_chosen { ACCENT } else { Color32::from_gray(150).gamma_multiply(0.55) };
        for place in places(player.show.actor(), joints).filter_map(|p| aim.project(p)) {
            painter.circle(place, 2.5, color, Stroke::new(1.0, Color32::WHITE.gamma_multiply(0.5)));
        }
    }
    let Some((limb, posing)) = held else { return };
    let handles = limb.handles(&posing.turns);
    let at: Vec<Option<egui::Pos2>> = handles.iter().map(|h| aim.project(h.1)).collect();
    for [a, b] in limb.bones() {
        if let (Some(a), Some(b)) = (at[a], at[b]) {
            painter.line_segment([a, b], Stroke::new(2.0, ACCENT));
        }
    }
    for ((handle, _), place) in handles.iter().zip(&at) {
        let Some(place) = *place else { continue };
        let radius = if limb.is_tip(*handle) { 7.0 } else { 5.0 };
        painter.circle(place, radius, ACCENT, Stroke::new(1.5, Color32::WHITE));
        let name = match *handle {
            Handle::Joint(k) => format!("Joint {}", k + 1),
            Handle::End(k) => format!("End of joint {}", k + 1),
        };
        let node = ui.interact(
            egui::Rect::from_center_size(place, egui::Vec2::splat(2.0 * radius)),
            ui.scope_id().with(&name),
            egui::Sense::hover(),
        );
        node.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        if posing.joint.is_some_and(|k| *handle == Handle::Joint(k)) {
            painter.circle_stroke(place, RING, Stroke::new(2.0, ACCENT.gamma_multiply(0.8)));
        }
    }
}

/// Where the joints of a chain are.
fn places<'a>(actor: &'a Actor, joints: &'a Joints) -> impl Iterator<Item = Vec3> {
    joints.bones.iter().filter_map(|name| actor.character.skeleton.find(name)).map(|bone| actor.bone(bone).translation)
}

/// Chooses the chain whose joint was clicked.
pub fn choose(studio: &mut Studio, response: &egui::Response, aim: &Aim) {
    let (Some(work), Some(player)) = (&studio.work, &studio.player) else { return };
    if studio.mode != Mode::Views || !response.clicked() {
        return;
    }
    let near = |place: Vec3| aim.project(place).map_or(f32::INFINITY, |p| p.distance(aim.at));
    let away = |joints: &Joints| places(player.show.actor(), joints).map(near).fold(f32::INFINITY, f32::min);
    let found = work.rig().joints.iter().map(away).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((k, away)) = found
        && away < NEAR
    {
        studio.selection = Selection::Chain(k);
    }
}
