//! Baking: what is seen becomes keyframes in a GLB.

use lissom_core::{Camera, Hold};
use lissom_formats::bake::{self, Keying, Options};
use lissom_formats::gltf::home;
use lissom_formats::take::{Eye, Take};
use lissom_rig::Rig;
use lissom_show::bake::SHAPE_SHARE;
use serde::{Deserialize, Serialize};

use crate::Command;
use crate::hand::Blow;
use crate::job::Progress;
use crate::work::{Played, Source, act, stem};

/// How it is baked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BakeSettings {
    pub fps: f64,
    pub from_secs: f64,
    pub to_secs: f64,
    pub preroll_secs: f64,
    /// The last frame meets the first.
    pub looped: bool,
    /// A new pose every so many frames.
    pub hold: usize,
    pub tolerance_deg: f32,
    /// Who looks, for what depends on the view: the scene's camera or one of the file, or else somebody at a place.
    pub camera: Option<usize>,
    pub eye: [f32; 3],
    pub blow: Blow,
}

impl BakeSettings {
    pub fn new((from_secs, to_secs): (f64, f64), eye: [f32; 3], blow: Blow) -> BakeSettings {
        BakeSettings {
            fps: 60.0,
            from_secs,
            to_secs,
            preroll_secs: 1.0,
            looped: false,
            hold: 1,
            tolerance_deg: 0.1,
            camera: None,
            eye,
            blow,
        }
    }
}

/// Bakes and gives a file to save.
pub fn run(source: &Source, rig: &Rig, settings: &BakeSettings, progress: &Progress) -> Result<Command, String> {
    let hold = Hold::Find(&mut |_| progress.tell(0.0));
    match source {
        Source::Scene { scene, variant, character } => {
            let mut play = scene.prepared(variant, (**character).clone(), rig, hold).map_err(|e| e.to_string())?;
            play.wind = settings.blow.wind();
            let tell = &mut |share| progress.tell(share);
            let seen = settings.camera.is_none().then_some(settings.eye.into());
            let range = settings.from_secs..settings.to_secs;
            let (document, baked) = lissom_show::bake::scene(&mut play, rig, seen, settings.fps, range, tell)?;
            let bytes = document.to_glb().map_err(|e| e.to_string())?;
            Ok(Command::SaveFile { name: format!("{}.glb", scene.name), bytes, words: words(&baked) })
        }
        Source::File { name, model, played: Played { clip, motion }, .. } => {
            let mut model = (**model).clone();
            let mut take = Take::prepared(model.import.clone(), rig, act(source), hold).map_err(|e| e.to_string())?;
            take.wind = settings.blow.wind().unwrap_or_default();
            let options = Options {
                fps: settings.fps,
                from_secs: settings.from_secs,
                to_secs: settings.to_secs,
                preroll_secs: settings.preroll_secs,
                looped: settings.looped,
            };
            let camera = settings.camera.and_then(|k| model.import.cameras.get(k)).cloned();
            let eye = |_: &Take, _: f64| match &camera {
                Some(camera) => Eye::OfFile(camera.clone()),
                None => Eye::Given { camera: Camera::Perspective { position: settings.eye }, cut: false },
            };
            let mut recording = bake::record(&mut take, &options, &eye, &mut |_, share| progress.tell(0.9 * share))
                .map_err(|e| e.to_string())?;
            let length = take.act.secs();
            let cut = settings.from_secs > 0.0 || settings.to_secs < length;
            if cut {
                recording.cut(&model.import);
            }
            let clip = clip.filter(|_| motion.is_none());
            let own = match (motion, clip.and_then(|k| model.import.clips.get(k))) {
                (Some(motion), _) => stem(&motion.name),
                (None, Some(clip)) => clip.name.as_str(),
                (None, None) => "rest",
            };
            let keying = Keying {
                name: format!("{own} (Lissom)"),
                animation: clip.filter(|_| !cut),
                merge: false,
                hold: settings.hold,
                turn_deg: settings.tolerance_deg,
                share: SHAPE_SHARE,
            };
            let baked =
                bake::write(&mut model.document, &model.import, &recording, &keying).map_err(|e| e.to_string())?;
            home::put(&mut model.document, &model.import.nodes, rig);
            model.document.embed();
            let bytes = model.document.to_glb().map_err(|e| e.to_string())?;
            Ok(Command::SaveFile { name: format!("{}-baked.glb", stem(name)), bytes, words: words(&baked) })
        }
    }
}

fn words(baked: &bake::Baked) -> String {
    if baked.animation.is_none() {
        return "nothing moves in it, so there are no keys".to_owned();
    }
    let targets: usize = baked.shapes.iter().map(|s| s.targets).sum();
    let shapes = if targets > 0 { format!(", {targets} morph targets") } else { String::new() };
    format!("{} frames, {} keys of {} bones{shapes}", baked.frames, baked.keys, baked.nodes)
}
