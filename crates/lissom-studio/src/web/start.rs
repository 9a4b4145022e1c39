//! What a page opens when it starts: what its address asks for, or its body.
//!
//! | asked | what comes |
//! |---|---|
//! | `?scene=bunny`, `#bunny` | the studio with a scene |
//! | `?view=bunny`, `?view=character.glb` | a scene, or a file of the page's folder; nothing but the picture |
//! | `&variant=…` | a variant of the scene |
//! | `&rig=rig.lissom.json` | a rig for it, from the page's folder |
//! | `&animation=2`, `&animation=none` | which animation of the file plays |
//! | `&motion=motion.bvh` | a motion for it, from the page's folder |
//! | `&camera=x y z yaw pitch distance` | from where it is seen |
//!
//! `<body data-view="character.glb">` asks the same; that is how exported pages know.

use js_sys::futures::spawn_local;
use lissom_scenes::scenes;

use super::{document, fetch, tell};
use crate::files::is_motion;
use crate::orbit::Orbit;
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
    let (is_scene, variant) = (scenes::find(&name).is_ok(), asked("variant"));
    let (motion, rig, animation) = (asked("motion"), asked("rig"), asked("animation"));
    let camera = asked("camera").and_then(|text| Orbit::from_text(&text));
    if is_scene || !studio.viewer {
        studio.send(Command::OpenScene { name: name.clone(), variant });
    }
    let (to, ctx, fetches) = (studio.to_self.clone(), cc.egui_ctx.clone(), studio.viewer && !is_scene);
    spawn_local(async move {
        let names = fetches.then_some(name).into_iter().chain(motion).chain(rig);
        let mut files = Vec::new();
        for name in names {
            files.push((name.clone(), fetch(&name).await));
        }
        let moves = files.iter().any(|(name, _)| is_motion(name));
        super::arrive(files, &to, &ctx);
        if let Some(animation) = animation.filter(|_| !moves) {
            _ = to.send(Command::Animation(animation.parse().ok()));
        }
        _ = camera.map(|orbit| to.send(Command::LookFrom(orbit)));
    });
    studio
}
