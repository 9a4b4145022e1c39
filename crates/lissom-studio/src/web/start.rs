//! What a page opens when it starts: what its address asks for, `?scene=bunny` or `#bunny`, or its body does,
//! `<body data-view="character.glb">`. That is how exported pages know.

use js_sys::futures::spawn_local;
use lissom_scenes::scenes;

use super::{document, fetch, tell};
use crate::page::{Asks, KEYS};
use crate::{Command, Studio};

pub fn prepare(mut studio: Studio, cc: &eframe::CreationContext<'_>) -> Studio {
    cc.egui_ctx.add_plugin(super::state::Watch::default());
    if let Some(state) = &cc.wgpu_render_state {
        state.device.set_device_lost_callback(|_, _| tell("lissom-lost", ""));
    }
    let location = &cc.integration_info.web_info.location;
    let asked = |key: &str| {
        let query = location.query_map.get(key).and_then(|values| values.first()).cloned();
        query.or_else(|| document().body()?.get_attribute(&format!("data-{key}")))
    };
    let mut asks: Asks = KEYS.into_iter().filter_map(|key| Some((key.to_owned(), asked(key)?))).collect();
    let hash = location.hash.trim_start_matches('#');
    if !hash.is_empty() {
        asks.entry("scene".to_owned()).or_insert(hash.to_owned());
    }
    studio.viewer = asks.contains_key("view");
    let (to, ctx) = (studio.to_self.clone(), cc.egui_ctx.clone());
    if studio.viewer || asks.contains_key("scene") {
        spawn_local(async move {
            let mut files = Vec::new();
            let character = asks.get("view").filter(|name| scenes::find(name).is_err());
            for name in character.into_iter().chain(asks.get("motion")).chain(asks.get("rig")) {
                match fetch(name).await {
                    Ok(bytes) => files.push((name.clone(), bytes)),
                    Err(error) => _ = to.send(Command::Fail(error)),
                }
            }
            _ = to.send(Command::OpenAsked { asks, files });
            ctx.request_repaint();
        });
    }
    studio
}
