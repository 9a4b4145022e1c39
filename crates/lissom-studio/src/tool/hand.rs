//! The hand: pulls at what is soft, touches what is alive.

use eframe::egui;
use lissom_show::Drawing;

use super::Aim;
use crate::Studio;

pub fn interact(_: &mut Studio, _: &egui::Ui, _: &egui::Response, _: &Aim) -> bool {
    false
}

pub fn draw(_: &Studio, _: &mut Drawing) {}
