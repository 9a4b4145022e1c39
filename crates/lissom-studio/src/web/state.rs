//! What tests may know of the page: what is open, what time it is, and where things are on the screen.

use eframe::egui;
use serde_json::{Map, Value, json};

use crate::Studio;

/// Looks at every picture before it is drawn.
#[derive(Debug, Default)]
pub struct Watch {
    /// Rectangles by their labels, once somebody asked.
    widgets: Map<String, Value>,
    drawn: bool,
}

impl egui::Plugin for Watch {
    fn debug_name(&self) -> &'static str {
        "watch"
    }

    fn output_hook(&mut self, _: &egui::Context, output: &mut egui::FullOutput) {
        if !std::mem::replace(&mut self.drawn, true) {
            super::tell("lissom-drawn", "");
        }
        let Some(update) = output.platform_output.accesskit_update.take() else { return };
        let named = update.nodes.iter().filter_map(|(_, node)| {
            let place = node.bounds()?;
            let name = node.label().or(node.value())?;
            Some((name.to_owned(), json!([place.x0, place.y0, place.x1, place.y1])))
        });
        self.widgets = named.collect();
    }
}

/// Everything, as JSON. From the first call on, widgets are known after the next picture.
pub fn state(studio: &Studio, ctx: &egui::Context) -> Value {
    ctx.enable_accesskit();
    ctx.request_repaint();
    let widgets = ctx.plugin::<Watch>().lock().widgets.clone();
    let notices: Vec<&str> = studio.notices.list().iter().map(|n| n.text.as_str()).collect();
    let mut known = json!({
        "open": studio.work.as_ref().map(|w| w.name()),
        "notices": notices,
        "widgets": widgets,
    });
    let (Some(work), Some(player)) = (&studio.work, &studio.player) else { return known };
    let actor = player.show.actor();
    let side = |k: usize| known["widgets"]["Picture"][k].as_f64().unwrap_or_default() as f32;
    let rect = egui::Rect { min: egui::pos2(side(0), side(1)), max: egui::pos2(side(2), side(3)) };
    let aim = studio.aim(rect);
    let tips = work.rig().joints.iter().filter_map(|chain| {
        let bone = actor.character.skeleton.find(chain.bones.last()?)?;
        let place = actor.bone(bone).translation;
        let screen = aim.project(place).map(|at| [at.x, at.y]);
        Some((chain.name.clone(), json!({ "place": place.to_array(), "screen": screen })))
    });
    let tips: Map<String, Value> = tips.collect();
    known["tips"] = json!(tips);
    known["secs"] = json!(player.time_secs());
    known["playing"] = json!(player.playing);
    known
}
