//! The picture in the middle: the character, and a hand on the camera.

use eframe::egui::{self, Sense};
use lissom_render::{Camera, Picture};
use lissom_scenes::camera::Shot;
use lissom_show::Drawing;

use crate::cloth;
use crate::orbit::Orbit;
use crate::studio::Mode;
use crate::tool::{self, Aim};
use crate::{Studio, compare, theme};

/// Pictures larger than this are stretched.
const MOST_PIXELS: f32 = 4096.0;

pub fn show(studio: &mut Studio, ui: &mut egui::Ui) {
    let (rect, beside) = compare::split(studio, ui.available_rect_before_wrap());
    studio.aspect = rect.width().max(1.0) / rect.height().max(1.0);
    if !std::mem::replace(&mut studio.is_framed, true) {
        studio.stand_back();
    }
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    studio.hand.over = response.contains_pointer();
    let at = response.interact_pointer_pos().or(response.hover_pos()).unwrap_or(rect.center());
    let aim = Aim { at, ..studio.aim(rect) };
    if !tool::interact(studio, ui, &response, &aim) {
        studio.take_camera(ui, &response);
        turn(&mut studio.orbit, ui, &response);
    }
    paint(studio, ui, rect);
    tool::paint(studio, ui, &aim);
    if let Some(second) = beside {
        compare::show(studio, ui, rect, second);
    }
    if let Some(trouble) = &studio.trouble {
        let (color, font) = (ui.visuals().error_fg_color, egui::FontId::proportional(14.0));
        let text = ui.painter().layout(trouble.clone(), font, color, rect.width() - 24.0);
        ui.painter().galley(rect.left_top() + egui::vec2(12.0, 12.0), text, color);
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Picture"));
}

impl Studio {
    /// A hand that moves the camera takes it from where it is.
    pub(crate) fn take_camera(&mut self, ui: &egui::Ui, response: &egui::Response) {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let moves = response.dragged() || (response.hovered() && (scroll != 0.0 || pinch != 1.0));
        if moves {
            self.free_camera();
        }
    }
}

/// Orbit with the left button, pan with the others or shift, zoom with the wheel.
pub fn turn(orbit: &mut Orbit, ui: &egui::Ui, response: &egui::Response) {
    let height = response.rect.height().max(1.0);
    let moved = response.drag_delta() / height;
    let (shift, scroll, pinch) = ui.input(|i| (i.modifiers.shift, i.smooth_scroll_delta().y, i.zoom_delta()));
    let pans = response.dragged_by(egui::PointerButton::Secondary)
        || response.dragged_by(egui::PointerButton::Middle)
        || shift;
    if pans {
        let height_per_distance = 2.0 * (0.5 * Camera::default().fov_y_rad).tan();
        orbit.pan(moved.x, moved.y, height_per_distance);
    } else if response.dragged() {
        orbit.orbit(moved.x, moved.y);
    }
    if response.hovered() {
        orbit.zoom((scroll * 0.003).exp() * pinch);
    }
}

fn paint(studio: &mut Studio, ui: &egui::Ui, rect: egui::Rect) {
    let Some(player) = &studio.player else { return };
    let shot = studio.shot();
    let mut drawing = Drawing::of(&player.show, studio.look());
    tool::draw(studio, &mut drawing);
    if studio.mode == Mode::Cloth {
        cloth::draw(studio, &mut drawing);
    }
    picture(studio, ui, rect, 0, &drawing, &shot);
}

/// Paints a drawing; `place` tells pictures that are shown at the same time apart.
pub fn picture(studio: &mut Studio, ui: &egui::Ui, rect: egui::Rect, place: usize, drawing: &Drawing, shot: &Shot) {
    let Some(screen) = &mut studio.screen else { return };
    let pixels = rect.size() * ui.pixels_per_point();
    let pixels = (pixels * (MOST_PIXELS / pixels.max_elem()).min(1.0)).max(egui::vec2(1.0, 1.0));
    let [top, bottom, ground] = theme::backdrop(studio.settings.dark);
    let (width, height) = (pixels.x as u32, pixels.y as u32);
    let picture = Picture { width, height, top, bottom, ground: Some(ground), ..Picture::default() };
    match drawing.frame(picture, shot, |frame| screen.paint(place, frame)) {
        Ok(texture) => {
            let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(texture, rect, whole, egui::Color32::WHITE);
        }
        Err(error) => studio.trouble = Some(error.to_string()),
    }
}
