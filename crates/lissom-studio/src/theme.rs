//! Colours and spacing, all in one place.

use eframe::egui::{self, Color32, CornerRadius, Visuals};
use lissom_render::Color;

/// What is chosen, and what can be taken hold of.
pub const ACCENT: Color32 = Color32::from_rgb(0x2F, 0x7F, 0xB8);
/// The moment that is shown.
pub const NOW: Color32 = Color32::from_rgb(0xE5, 0x33, 0x2A);
/// Sides of pictures in the gallery.
pub const THUMB: egui::Vec2 = egui::vec2(240.0, 135.0);
pub const SIDE_WIDTH: f32 = 290.0;

const ERROR_ON_DARK: Color32 = Color32::from_rgb(0xF2, 0x8B, 0x82);
const ERROR_ON_LIGHT: Color32 = Color32::from_rgb(0xB3, 0x26, 0x1E);

pub fn apply(ctx: &egui::Context, dark: bool) {
    ctx.set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    visuals.selection.bg_fill = ACCENT.gamma_multiply(if dark { 0.8 } else { 0.35 });
    visuals.hyperlink_color = ACCENT;
    visuals.error_fg_color = if dark { ERROR_ON_DARK } else { ERROR_ON_LIGHT };
    let round = CornerRadius::same(5);
    visuals.window_corner_radius = CornerRadius::same(8);
    for widget in [
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
        &mut visuals.widgets.noninteractive,
    ] {
        widget.corner_radius = round;
    }
    ctx.set_visuals(visuals);
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
    });
}

/// Behind a character: upper edge, lower edge, ground.
pub fn backdrop(dark: bool) -> [Color; 3] {
    if dark {
        [Color::hex(0x2B3440), Color::hex(0x4A5462), Color::hex(0x59636F)]
    } else {
        [Color::hex(0xD0E2EF), Color::hex(0xFDF9F2), Color::hex(0xF0EAE4)]
    }
}
