//! What there is to say, in a corner, until somebody reads it.

use eframe::egui;

#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub text: String,
    pub is_error: bool,
    /// When it was first shown.
    since_secs: Option<f64>,
}

/// Words stay for so long; errors stay until they are closed.
const STAY_SECS: f64 = 5.0;
/// Of more errors, the last ones are seen.
const MOST_ERRORS: usize = 3;

#[derive(Clone, Debug, Default)]
pub struct Notices(Vec<Notice>);

impl Notices {
    pub fn say(&mut self, text: impl Into<String>) {
        self.0.push(Notice { text: text.into(), is_error: false, since_secs: None });
    }

    pub fn error(&mut self, text: impl Into<String>) {
        self.0.push(Notice { text: text.into(), is_error: true, since_secs: None });
    }

    pub fn list(&self) -> &[Notice] {
        &self.0
    }

    pub fn show(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        self.0.iter_mut().for_each(|n| _ = n.since_secs.get_or_insert(now));
        self.0.retain(|n| n.is_error || now - n.since_secs.unwrap_or(now) < STAY_SECS);
        if self.0.is_empty() {
            return;
        }
        let errors = self.0.iter().filter(|n| n.is_error).count();
        let mut over = errors.saturating_sub(MOST_ERRORS);
        self.0.retain(|n| {
            !n.is_error || over == 0 || {
                over -= 1;
                false
            }
        });
        let mut closed = None;
        egui::Area::new(egui::Id::unique("notices")).anchor(egui::Align2::CENTER_BOTTOM, [0.0, -64.0]).show(
            ctx,
            |ui| {
                for (k, notice) in self.0.iter().enumerate() {
                    egui::Frame::popup(ui.style()).show(ui, |ui| {
                        ui.set_max_width(420.0);
                        let color =
                            if notice.is_error { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
                        ui.horizontal(|ui| {
                            ui.add(egui::Label::new(egui::RichText::new(&notice.text).color(color)).wrap());
                            if ui.small_button("✖").on_hover_text("Close").clicked() {
                                closed = Some(k);
                            }
                        });
                    });
                }
            },
        );
        closed.map(|k| self.0.remove(k));
        if self.0.iter().any(|n| !n.is_error) {
            ctx.request_repaint_after(std::time::Duration::from_millis(500));
        }
    }
}
