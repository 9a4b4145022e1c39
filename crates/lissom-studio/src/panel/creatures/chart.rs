//! One chart: how much a direction stretches in the course of a cycle. Points are dragged; the edges are one.

use eframe::egui::{self, Color32, Pos2, Rect, Sense, Stroke, pos2, vec2};

use crate::theme;

pub const HEIGHT: f32 = 84.0;
/// What the engine takes at most.
const MOST_POINTS: usize = 64;
const TIME_BAR: Color32 = Color32::from_rgb(0xE5, 0x33, 0x2A);
/// How near the mouse must come to a point.
const REACH: f32 = 14.0;
const MARGIN: f32 = 7.0;

pub struct Chart<'a> {
    /// First, second or third.
    pub name: &'a str,
    /// Logarithms of rates at even times, both edges included.
    pub curve: &'a [f32],
    /// A: rates are between 1/A and A.
    pub range: f32,
    /// Where in the cycle it is now.
    pub phase: Option<f32>,
}

/// Where times and rates are on the screen.
struct Scale {
    rect: Rect,
    log_range: f32,
}

impl Scale {
    /// From the start of the cycle to its end, with room for half a point.
    fn across(&self) -> egui::Rangef {
        egui::Rangef::new(self.rect.left() + MARGIN, self.rect.right() - MARGIN)
    }

    fn at(&self, phase: f32, log_rate: f32) -> Pos2 {
        let up = 0.5 + 0.46 * (log_rate / self.log_range).clamp(-1.0, 1.0);
        pos2(egui::lerp(self.across(), phase), self.rect.bottom() - up * self.rect.height())
    }

    /// A time and a rate.
    fn under(&self, at: Pos2) -> [f32; 2] {
        let phase = ((at.x - self.across().min) / self.across().span()).clamp(0.0, 1.0);
        let up = ((self.rect.bottom() - at.y) / self.rect.height() - 0.5) / 0.46;
        [phase, (up.clamp(-1.0, 1.0) * self.log_range).exp()]
    }
}

impl Chart<'_> {
    /// Shows it; without points it cannot be changed. Whether the points changed.
    pub fn show(&self, ui: &mut egui::Ui, points: Option<&mut Vec<[f32; 2]>>) -> bool {
        let (rect, plot) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
        let scale = Scale { rect, log_range: self.range.max(1.001).ln() };
        let drawn = points.is_some();
        self.paint(ui, &scale, drawn);
        let changed = points.is_some_and(|points| self.edit(ui, &plot, &scale, points));
        if let Some(phase) = self.phase {
            ui.painter().vline(scale.at(phase, 0.0).x, rect.y_range(), Stroke::new(2.0, TIME_BAR));
        }
        let name = format!("{} chart", self.name);
        plot.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, drawn, &name));
        let help = match drawn {
            true => "Double click adds a point, drag moves it, right click or Delete takes it away",
            false => "Computed, so that the volume is kept",
        };
        plot.on_hover_text(help);
        changed
    }

    fn paint(&self, ui: &egui::Ui, scale: &Scale, drawn: bool) {
        let (painter, visuals, rect) = (ui.painter().with_clip_rect(scale.rect), ui.visuals(), scale.rect);
        painter.rect_filled(rect, 4.0, visuals.extreme_bg_color);
        let faint = Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color);
        for k in 1..4 {
            painter.vline(scale.at(k as f32 / 4.0, 0.0).x, rect.y_range(), faint);
        }
        painter.hline(rect.x_range(), scale.at(0.0, 0.0).y, faint);
        let font = egui::FontId::proportional(10.0);
        let words = |at: Pos2, align: egui::Align2, text: String| {
            painter.text(at, align, text, font.clone(), visuals.weak_text_color());
        };
        words(rect.left_top() + vec2(3.0, 2.0), egui::Align2::LEFT_TOP, format!("× {:.2}", self.range));
        words(rect.left_bottom() + vec2(3.0, -2.0), egui::Align2::LEFT_BOTTOM, format!("× {:.2}", 1.0 / self.range));
        words(rect.right_top() + vec2(-3.0, 2.0), egui::Align2::RIGHT_TOP, self.name.to_owned());
        let last = self.curve.len().saturating_sub(1).max(1) as f32;
        let line: Vec<Pos2> = self.curve.iter().enumerate().map(|(k, c)| scale.at(k as f32 / last, *c)).collect();
        match drawn {
            true => _ = painter.line(line, Stroke::new(2.0, theme::ACCENT)),
            false => {
                painter.extend(egui::Shape::dashed_line(&line, Stroke::new(1.5, visuals.weak_text_color()), 5.0, 4.0));
            }
        }
    }

    fn edit(&self, ui: &egui::Ui, plot: &egui::Response, scale: &Scale, points: &mut Vec<[f32; 2]>) -> bool {
        let mut changed = false;
        if let Some(at) = plot.interact_pointer_pos().filter(|_| plot.double_clicked() && points.len() < MOST_POINTS) {
            let new = scale.under(at);
            let place = points.partition_point(|p| p[0] < new[0]);
            points.insert(place, new);
            changed = true;
        }
        let mut gone = None;
        for k in 0..points.len() {
            let [phase, rate] = points[k];
            let at = scale.at(phase, rate.max(f32::MIN_POSITIVE).ln());
            let id = plot.id.with(k);
            let response = ui.interact(Rect::from_center_size(at, vec2(REACH, REACH)), id, Sense::click_and_drag());
            if let Some(to) = response.interact_pointer_pos().filter(|_| response.dragged()) {
                let [to_phase, to_rate] = scale.under(to);
                // Between its neighbours, so that it stays the same point.
                let low = k.checked_sub(1).and_then(|j| points.get(j)).map_or(0.0, |p| p[0]);
                let high = points.get(k + 1).map_or(1.0, |p| p[0]).max(low);
                let moved = [to_phase.clamp(low, high), to_rate];
                changed |= moved != points[k];
                points[k] = moved;
            }
            let deleted = response.hovered() && ui.input(|i| i.key_pressed(egui::Key::Delete));
            if response.secondary_clicked() || deleted {
                gone = Some(k);
            }
            let held = response.hovered() || response.dragged();
            let (radius, ring) = if held { (6.0, ui.visuals().strong_text_color()) } else { (4.0, theme::ACCENT) };
            ui.painter().circle(at, radius, ui.visuals().panel_fill, Stroke::new(2.0, ring));
            let name = format!("{} chart, point {}", self.name, k + 1);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            response.on_hover_text(format!("At {:.0} % of the cycle: × {rate:.2}", 100.0 * phase));
        }
        gone.map(|k| points.remove(k));
        changed || gone.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back() {
        let scale = Scale { rect: Rect::from_min_size(pos2(10.0, 20.0), vec2(260.0, HEIGHT)), log_range: 2_f32.ln() };
        let [phase, rate] = scale.under(scale.at(0.3, 0.8_f32.ln()));
        assert!((phase - 0.3).abs() < 1e-4 && (rate - 0.8).abs() < 1e-3, "{phase} {rate}");
        assert_eq!(scale.under(pos2(-100.0, -100.0)), [0.0, 2.0]);
    }
}
