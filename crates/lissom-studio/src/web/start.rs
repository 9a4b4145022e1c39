//! What a page opens when it starts: what its address asks for, or its body.
//!
//! | asked | what comes |
//! |---|---|
//! | `?scene=bunny`, `#bunny` | the studio with a scene |
//! | `?view=bunny`, `?view=character.glb` | a scene, or a file of the page's folder; nothing but the picture |
//! | `&variant=…` | a variant of the scene |
//! | `&rig=rig.lissom.json` | a rig for it, from the page's folder |
//!
//! `<body data-view="character.glb">` asks the same; that is how exported pages know.

use js_sys::futures::spawn_local;
use lissom_scenes::scenes;

use super::{document, fetch, tell};
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
    let hash = Some(location.hash.trim_start_matches('#').to_owned()).filter(|name| !name.is_empty());
    let (view, scene) = (asked("view"), asked("scene").or(hash));
    studio.viewer = view.is_some();
    let Some(name) = view.or(scene) else { return studio };
    let (is_scene, variant, rig) = (scenes::find(&name).is_ok(), asked("variant"), asked("rig"));
    if is_scene || !studio.viewer {
        studio.send(Command::OpenScene { name: name.clone(), variant });
    }
    let (to, ctx, fetches) = (studio.to_self.clone(), cc.egui_ctx.clone(), studio.viewer && !is_scene);
    spawn_local(async move {
        if fetches {
            super::arrive(name.clone(), fetch(&name).await, &to, &ctx);
        }
        if let Some(rig) = rig {
            super::arrive(rig.clone(), fetch(&rig).await, &to, &ctx);
        }
    });
    studio
}
