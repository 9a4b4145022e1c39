//! What is open: a scene or a file, and the rig that somebody makes for it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lissom_formats::model::{Model, Origin};
use lissom_formats::take::{Act, Eye, Take};
use lissom_formats::{Kind, kind_of, read_tets};
use lissom_rig::check::{Problem, Severity, check};
use lissom_rig::tets::clean;
use lissom_rig::{Character, Rig};
use lissom_scenes::camera;
use lissom_scenes::scene::Scene;
use lissom_show::{Frame, FromFile, Show, View};

use crate::history::History;
use crate::platform::Platform;

/// Pre-roll of files, so that everything hangs as it should.
const PREROLL_SECS: f64 = 1.0;

#[derive(Debug)]
pub struct Work {
    pub source: Source,
    pub history: History,
    /// Where the rig was last written to or read from.
    pub rig_path: Option<PathBuf>,
    saved: Arc<Rig>,
}

#[derive(Clone, Debug)]
pub enum Source {
    Scene { scene: &'static Scene, variant: &'static str, character: Arc<Character> },
    File { name: String, path: Option<PathBuf>, model: Arc<Model>, clip: Option<usize> },
}

impl Work {
    pub fn scene(scene: &'static Scene, variant: &'static str) -> Work {
        let character = (scene.character)();
        let rig = (scene.rig)(&character, variant);
        Work::new(Source::Scene { scene, variant, character: Arc::new(character) }, rig)
    }

    /// Reads a character or a body. The second value is what there is to say about its rig.
    pub fn file(
        name: &str,
        path: Option<&Path>,
        bytes: &[u8],
        platform: &dyn Platform,
    ) -> Result<(Work, String), String> {
        let folder = path.and_then(Path::parent).map(Path::to_owned);
        let beside = |other: &str| folder.as_ref().and_then(|f| platform.read(&f.join(other)).ok());
        let model = match kind_of(name) {
            Some(Kind::Model) => Model::read(bytes, &beside).map_err(|fault| format!("{name}: {fault}"))?,
            Some(Kind::Tets) => {
                let mesh = read_tets(name, bytes, &beside).map_err(|e| format!("{name}: {e}"))?;
                let body = clean(&mesh).map_err(|e| format!("{name}: {e}"))?.joined().mesh;
                Model::of_tets(stem(name), body).map_err(|e| format!("{name}: {e}"))?
            }
            Some(Kind::Surface) => return Err(format!("{name}: a surface has nothing inside")),
            None => return Err(format!("{name}: this kind of file is not known; open a GLB, glTF or VRM, or a body")),
        };
        let beside_rig = path.map(|p| p.with_extension("lissom.json"));
        let found = beside_rig.and_then(|p| platform.read(&p).ok().map(|bytes| (p, bytes)));
        let (rig, rig_path, words) = match found {
            Some((rig_path, bytes)) => {
                let rig = Rig::from_json(&bytes).map_err(|e| format!("{}: {e}", rig_path.display()))?;
                (rig, Some(rig_path), "the file beside it".to_owned())
            }
            None => {
                let (rig, origin, notes) = model.rig().map_err(|e| format!("{name}: {e}"))?;
                let notes: String = notes.iter().map(|n| format!("\n{n}")).collect();
                let chains = if let Origin::Bones(found) = &origin { found.len() } else { rig.joints.len() };
                (rig, None, format!("{} ({chains} chains){notes}", origin.words()))
            }
        };
        let clip = (!model.import.clips.is_empty()).then_some(0);
        let source =
            Source::File { name: name.to_owned(), path: path.map(Path::to_owned), model: Arc::new(model), clip };
        let mut work = Work::new(source, rig);
        work.rig_path = rig_path;
        Ok((work, format!("The rig is from {words}")))
    }

    fn new(source: Source, rig: Rig) -> Work {
        let history = History::new(rig);
        Work { source, saved: history.rig().clone(), rig_path: None, history }
    }

    pub fn name(&self) -> &str {
        match &self.source {
            Source::Scene { scene, .. } => scene.name,
            Source::File { name, .. } => name,
        }
    }

    pub fn rig(&self) -> &Rig {
        self.history.rig()
    }

    pub fn character(&self) -> &Character {
        match &self.source {
            Source::Scene { character, .. } => character,
            Source::File { model, .. } => &model.import.character,
        }
    }

    /// Whether there is something to save.
    pub fn is_changed(&self) -> bool {
        *self.saved != **self.history.rig()
    }

    pub fn saved(&mut self) {
        self.saved = self.history.rig().clone();
    }

    /// What keeps the rig from being played.
    pub fn errors(&self) -> Vec<Problem> {
        let mut problems = check(self.rig(), self.character());
        problems.retain(|p| p.severity == Severity::Error);
        problems
    }

    /// How long it was played before the start, out of sight.
    pub fn settled_secs(&self) -> f64 {
        match &self.source {
            Source::Scene { .. } => 0.0,
            Source::File { .. } => PREROLL_SECS,
        }
    }

    /// Made ready to play.
    pub fn show(&self) -> Result<Show, String> {
        if let Some(problem) = self.errors().first() {
            return Err(problem.to_string());
        }
        match &self.source {
            Source::Scene { scene, variant, character } => {
                let play = scene.play_with(variant, (**character).clone(), self.rig()).map_err(|e| e.to_string())?;
                Ok(Show::Scene(Box::new(play)))
            }
            Source::File { model, clip, .. } => {
                let clip = clip.and_then(|k| model.import.clips.get(k)).cloned();
                let act = Act { clip, vrm: model.vrm.clone(), repeat: true, ..Act::default() };
                let frame = Frame::of(model);
                let mut take = Take::new(model.import.clone(), self.rig(), act).map_err(|e| e.to_string())?;
                take.settle(0.0, PREROLL_SECS, &|_, _| Eye::None);
                let path = camera::Path::Still;
                Ok(Show::File(Box::new(FromFile { take, view: View::Path(frame, path.clone()), frame, path })))
            }
        }
    }
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
