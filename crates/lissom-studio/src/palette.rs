//! The command palette: type what you want to do.

use eframe::egui::{self, Key};

use crate::Studio;
use crate::command::{Entry, entries};

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

/// Entries whose name or help has all the words.
fn found<'a>(studio: &'a Studio, words: &'a str) -> impl Iterator<Item = &'static Entry> + 'a {
    entries().filter(|e| (e.possible)(studio)).filter(move |entry| {
        let text = format!("{} {}", entry.name, entry.help).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    })
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
            let entries: Vec<&Entry> = found(studio, &palette.words).take(12).collect();
            let (down, up, enter) =
                ui.input(|i| (i.key_pressed(Key::ArrowDown), i.key_pressed(Key::ArrowUp), i.key_pressed(Key::Enter)));
            palette.chosen += usize::from(down);
            palette.chosen = palette.chosen.saturating_sub(usize::from(up)).min(entries.len().saturating_sub(1));
            for (k, entry) in entries.iter().enumerate() {
                let row = ui.selectable_label(k == palette.chosen, entry.name).on_hover_text(entry.help);
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
