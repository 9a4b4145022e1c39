//! The command palette: type what you want to do.

use eframe::egui::{self, Key};

use crate::Studio;
use crate::command::{Entry, entries};

/// So many are listed.
const MOST: usize = 12;

#[derive(Clone, Debug, Default)]
pub struct Palette {
    is_open: bool,
    words: String,
    chosen: usize,
}

impl Palette {
    pub fn open(&mut self) {
        *self = Palette { is_open: true, ..Palette::default() };
    }
}

/// Entries whose name has all the words, and then those whose help has the rest of them.
fn found(studio: &Studio, words: &str) -> Vec<&'static Entry> {
    let words = words.to_lowercase();
    let has_all = |text: &str| words.split_whitespace().all(|word| text.to_lowercase().contains(word));
    let possible = entries().filter(|e| (e.possible)(studio));
    let (named, others): (Vec<_>, Vec<_>) = possible.partition(|e| has_all(e.name));
    let helpful = others.into_iter().filter(|e| has_all(&format!("{} {}", e.name, e.help)));
    named.into_iter().chain(helpful).take(MOST).collect()
}

pub fn show(studio: &mut Studio, ctx: &egui::Context) {
    if !studio.palette.is_open {
        return;
    }
    let mut palette = studio.palette.clone();
    let mut done = ctx.input(|i| i.key_pressed(Key::Escape));
    egui::Window::new("Find a command")
        .anchor(egui::Align2::CENTER_TOP, [0.0, 80.0])
        .title_bar(false)
        .resizable(false)
        .show(ctx, |ui| {
            ui.set_width(420.0);
            let field = ui.add(
                egui::TextEdit::singleline(&mut palette.words)
                    .hint_text("Type what you want to do")
                    .desired_width(f32::INFINITY),
            );
            field.request_focus();
            if field.changed() {
                palette.chosen = 0;
            }
            let entries = found(studio, &palette.words);
            let (down, up, enter) =
                ui.input(|i| (i.key_pressed(Key::ArrowDown), i.key_pressed(Key::ArrowUp), i.key_pressed(Key::Enter)));
            palette.chosen += usize::from(down);
            palette.chosen = palette.chosen.saturating_sub(usize::from(up)).min(entries.len().saturating_sub(1));
            for (k, entry) in entries.iter().enumerate() {
                let keys = entry.keys.map_or(String::new(), |keys| ctx.format_shortcut(&keys));
                let row = egui::Button::selectable(k == palette.chosen, entry.name).shortcut_text(keys);
                let row = ui.add_sized([ui.available_width(), 0.0], row).on_hover_text(entry.help);
                row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, entry.name));
                if row.clicked() || (enter && k == palette.chosen) {
                    studio.send((entry.command)());
                    done = true;
                }
            }
            if entries.is_empty() {
                ui.weak("There is no such command");
            }
        });
    palette.is_open = !done;
    studio.palette = palette;
}
