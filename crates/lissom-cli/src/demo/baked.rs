//! A scene as a GLB: its character, and what it did as keyframes.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::anyhow;
use lissom_formats::bake::Baked;
use lissom_scenes::scene::Scene;

use crate::bake::save;
use crate::film::progress;

/// Frames a second.
const FPS: f64 = 30.0;

pub fn write(scene: &'static Scene, path: &Path) -> anyhow::Result<Baked> {
    let mut play = scene.play(None)?;
    let rig = (scene.rig)(&play.actor.character, scene.variant(None)?);
    let bar = progress(1000, "baking");
    let (document, baked) = lissom_show::bake::scene(&mut play, &rig, None, FPS, 0.0..scene.seconds, &mut |share| {
        bar.set_position((share * 1000.0) as u64);
        ControlFlow::Continue(())
    })
    .map_err(|error| anyhow!(error))?;
    bar.finish_and_clear();
    save(&document, path, None)?;
    Ok(baked)
}
