//! Rows of the panel: a name, and something to change a value with.

use std::ops::RangeInclusive;

use eframe::egui::{self, InnerResponse, Response, Ui};

use crate::cloth::Bones;

const NAME_WIDTH: f32 = 84.0;
/// What is beside the rail of a slider.
const VALUE_WIDTH: f32 = 84.0;
const RESET_WIDTH: f32 = 30.0;

/// A name on the left, a widget on the right.
pub fn row(ui: &mut Ui, name: &str, help: &str, widget: impl FnOnce(&mut Ui) -> Response) -> Response {
    ui.horizontal(|ui| {
        let size = egui::vec2(NAME_WIDTH, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let label = ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(NAME_WIDTH);
            ui.add(egui::Label::new(name).truncate())
        });
        ui.spacing_mut().slider_width = (ui.available_width() - VALUE_WIDTH).max(40.0);
        widget(ui).labelled_by(label.inner.id).on_hover_text(help)
    })
    .inner
}

/// What is there already stays as it is until somebody moves it, whatever the slider can show.
pub fn rail<N: egui::emath::Numeric>(value: &mut N, range: RangeInclusive<N>) -> egui::Slider<'_> {
    egui::Slider::new(value, range).clamping(egui::SliderClamping::Edits)
}

/// Whether it was changed.
pub fn slider(ui: &mut Ui, value: &mut f32, range: RangeInclusive<f32>, name: &str, help: &str) -> bool {
    row(ui, name, help, |ui| ui.add(rail(value, range).max_decimals(3))).changed()
}

/// For lengths: small ones matter as much as large ones.
pub fn length(ui: &mut Ui, value: &mut f32, range: RangeInclusive<f32>, name: &str, help: &str) -> bool {
    let slider = rail(value, range).logarithmic(true).max_decimals(4).suffix(" m");
    row(ui, name, help, |ui| ui.add(slider)).changed()
}

/// A number that is the preset's until somebody changes it.
pub fn of_preset(
    ui: &mut Ui,
    value: &mut Option<f32>,
    usual: f32,
    range: RangeInclusive<f32>,
    name: &str,
    help: &str,
) -> bool {
    let mut now = value.unwrap_or(usual);
    let mut changed = false;
    row(ui, name, help, |ui| {
        let own = value.is_some();
        if own {
            ui.spacing_mut().slider_width -= RESET_WIDTH;
        }
        let response = ui.add(rail(&mut now, range).max_decimals(3));
        if response.changed() {
            (*value, changed) = (Some(now), true);
        }
        if own && ui.small_button("⟲").on_hover_text(format!("Back to {usual}, as the preset has it")).clicked() {
            (*value, changed) = (None, true);
        }
        response
    });
    changed
}

/// One of several. Whether it was changed.
pub fn one_of<T: Copy + PartialEq>(ui: &mut Ui, value: &mut T, all: &[(T, &str)], name: &str, help: &str) -> bool {
    let shown = all.iter().find(|(v, _)| v == value).map_or("", |(_, name)| name);
    let mut changed = false;
    row(ui, name, help, |ui| {
        let list = egui::ComboBox::from_id_salt(name).selected_text(shown).width(ui.available_width() - 8.0);
        list.show_ui(ui, |ui| {
            for (one, name) in all {
                changed |= ui.selectable_value(value, *one, *name).changed();
            }
        })
        .response
    });
    changed
}

/// One of the bones, which may be many: typing finds some.
pub fn bone(ui: &mut Ui, value: &mut String, bones: &Bones, find: &mut String, name: &str, help: &str) -> bool {
    let mut chosen = None;
    row(ui, name, help, |ui| {
        let shown = if value.is_empty() { "none" } else { value.as_str() };
        let list = egui::ComboBox::from_id_salt(name).selected_text(shown).width(ui.available_width() - 8.0);
        let shown = choose_bone(ui, list, value, bones, find);
        chosen = shown.inner.flatten();
        shown.response
    });
    let changed = chosen.is_some();
    if let Some(bone) = chosen {
        *value = bone;
    }
    changed
}

/// The list of bones. Another one than now, if it was chosen.
pub fn choose_bone(
    ui: &mut Ui,
    list: egui::ComboBox,
    now: &str,
    bones: &Bones,
    find: &mut String,
) -> InnerResponse<Option<Option<String>>> {
    list.close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside).show_ui(ui, |ui| {
        find_row(ui, find);
        let mut chosen = None;
        for (bone, _) in bones.found(find) {
            if ui.selectable_label(bone == now, bone).clicked() && bone != now {
                chosen = Some(bone.to_owned());
                ui.close();
            }
        }
        chosen
    })
}

pub fn find_row(ui: &mut Ui, find: &mut String) {
    ui.horizontal(|ui| {
        let label = ui.weak("Find");
        ui.add(egui::TextEdit::singleline(find).desired_width(120.0)).labelled_by(label.id);
    });
}

/// Text that is taken when it is complete.
pub fn text(ui: &mut Ui, value: &mut String, name: &str, help: &str) -> bool {
    row(ui, name, help, |ui| ui.add(egui::TextEdit::singleline(value).desired_width(f32::INFINITY))).changed()
}

/// What is wrong, in plain words, beside what it concerns.
pub fn problems(ui: &mut Ui, problems: &[lissom_rig::check::Problem], place: &str) {
    for problem in problems.iter().filter(|p| p.place.starts_with(place)) {
        let within = problem.place[place.len()..].trim_start_matches(", ");
        let within = if within.is_empty() { String::new() } else { format!("{within}: ") };
        let fix = if problem.fix.is_empty() { String::new() } else { format!(" — {}", problem.fix) };
        let color = match problem.severity {
            lissom_rig::check::Severity::Error => ui.visuals().error_fg_color,
            lissom_rig::check::Severity::Warning => ui.visuals().warn_fg_color,
        };
        ui.colored_label(color, format!("⚠ {within}{}{fix}", problem.what));
    }
}
