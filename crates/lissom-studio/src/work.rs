//! What is open: a scene or a file, and the rig that somebody makes for it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lissom_core::{Held, Hold};
use lissom_formats::gltf::clip;
use lissom_formats::model::{Model, Origin};
use lissom_formats::motion::{Motion, Retarget};
use lissom_formats::take::{Act, Eye, Take};
use lissom_formats::{Kind, kind_of, read_tets};
use lissom_rig::check::{Problem, Severity, check};
use lissom_rig::tets::clean;
use lissom_rig::{Actor, Character, Material, Rig, TetMesh};
use lissom_scenes::camera;
use lissom_scenes::scene::Scene;
use lissom_show::{Frame, FromFile, Models, Show, Textures, View, WIDE};

use crate::cloth::Bones;
use crate::hand::Blow;
use crate::history::History;
use crate::page::File;

/// Pre-roll of files, so that everything hangs as it should.
const PREROLL_SECS: f64 = 1.0;

#[derive(Debug)]
pub struct Work {
    pub source: Source,
    pub history: History,
    /// Where the rig was last written to or read from.
    pub rig_path: Option<PathBuf>,
    /// Of the character, to choose from.
    pub bones: Bones,
    saved: Arc<Rig>,
}

#[derive(Clone, Debug)]
pub enum Source {
    Scene {
        scene: &'static Scene,
        variant: &'static str,
        character: Arc<Character>,
    },
    File {
        name: String,
        path: Option<PathBuf>,
        model: Arc<Model>,
        textures: Textures,
        /// As the history has it.
        played: Played,
    },
}

/// What moves a file.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// An animation of the file.
    pub clip: Option<usize>,
    /// What moves a human instead.
    pub motion: Option<Arc<Performance>>,
}

impl PartialEq for Played {
    fn eq(&self, other: &Played) -> bool {
        let [ours, theirs] = [self, other].map(|played| played.motion.as_ref().map(Arc::as_ptr));
        (self.clip, ours) == (other.clip, theirs)
    }
}

/// A motion from a file, put onto a human.
#[derive(Clone, Debug)]
pub struct Performance {
    /// The file's.
    pub name: String,
    pub bytes: Vec<u8>,
    pub fitted: Retarget,
}

/// Meshes of one material.
#[derive(Debug, PartialEq)]
pub struct Dressed<'a> {
    /// The material's, or that of the first mesh.
    pub name: &'a str,
    /// Of what has no texture, 0xrrggbb.
    pub color: Option<u32>,
    pub meshes: Vec<&'a str>,
}

impl Work {
    pub fn scene(scene: &'static Scene, variant: &'static str) -> Work {
        let character = (scene.character)();
        let rig = (scene.rig)(&character, variant);
        Work::new(Source::Scene { scene, variant, character: Arc::new(character) }, rig)
    }

    /// A body without bones.
    pub fn body(name: &str, body: TetMesh) -> Result<Work, String> {
        let model = Model::of_tets(stem(name), body).map_err(|e| format!("{name}: {e}"))?;
        let (rig, ..) = model.proposed();
        let source = Source::File {
            name: name.to_owned(),
            path: None,
            model: Arc::new(model),
            textures: Textures::default(),
            played: Played::default(),
        };
        Ok(Work::new(source, rig))
    }

    /// Lets the human that is open move as a BVH or VRMA file has it.
    pub fn perform(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let Source::File { model, played, .. } = &self.source else {
            return Err(format!("{name}: scenes have a motion of their own; open a character first"));
        };
        let read = Motion::read(bytes).map_err(|e| format!("{name}: {e}"))?;
        let human = model.humanoid().ok_or_else(|| {
            format!("{name}: no human is found in the character; name its bones like `LeftUpLeg` or `upper_arm.L`")
        })?;
        let fitted = Retarget::new(read, &model.import.nodes, &human).map_err(|e| format!("{name}: {e}"))?;
        let motion = Performance { name: name.to_owned(), bytes: bytes.to_vec(), fitted };
        let played = Played { motion: Some(Arc::new(motion)), ..played.clone() };
        self.history.play("Motion", played);
        self.follow();
        Ok(())
    }

    /// A rig from a file, if it can be played here.
    pub fn read_rig(&self, name: &str, bytes: &[u8]) -> Result<Rig, String> {
        let rig = Rig::from_json(bytes).map_err(|error| format!("{name}: {error}"))?;
        self.fits(&rig).map_err(|problem| format!("{name} does not fit {}: {problem}", self.name()))?;
        Ok(rig)
    }

    /// Begins anew with a rig in a wind, and with what plays now.
    pub fn wear(&mut self, rig: Rig, blow: Blow) {
        self.history = History::new(rig, self.history.now().played.clone(), blow);
        self.saved = self.history.rig().clone();
    }

    /// Lets an animation of the file play, or none.
    pub fn animate(&mut self, animation: Option<usize>) {
        if let Source::File { model, .. } = &self.source {
            let clip = animation.filter(|k| *k < model.import.clips.len());
            self.history.play("Animation", Played { clip, motion: None });
            self.follow();
        }
    }

    /// Takes the last change back, if there was one.
    pub fn undo(&mut self) {
        self.history.undo();
        self.follow();
    }

    pub fn redo(&mut self) {
        self.history.redo();
        self.follow();
    }

    /// What plays is what the history has.
    fn follow(&mut self) {
        if let Source::File { played, .. } = &mut self.source {
            played.clone_from(&self.history.now().played);
        }
    }

    /// Reads a character or a body, with other files that came with it. The second value is what there is to say about its rig, the last one why the rig
    /// beside it, or inside, is of no use.
    pub fn file(
        name: &str,
        path: Option<&Path>,
        bytes: &[u8],
        others: &[File],
        read: &dyn Fn(&Path) -> Option<Vec<u8>>,
    ) -> Result<(Work, String, Option<String>), String> {
        let folder = path.and_then(Path::parent).map(Path::to_owned);
        let came = |other: &str| others.iter().find(|(name, _)| Some(name.as_str()) == file_name(other));
        let on_disk = |other: &str| folder.as_ref().and_then(|f| read(&f.join(other)));
        let beside = |other: &str| came(other).map(|(_, bytes)| bytes.clone()).or_else(|| on_disk(other));
        let mut model = match kind_of(name) {
            Some(Kind::Model) => Model::read(bytes, &beside).map_err(|fault| format!("{name}: {fault}"))?,
            Some(Kind::Tets) => {
                let mesh = read_tets(name, bytes, &beside).map_err(|e| format!("{name}: {e}"))?;
                let body = clean(&mesh).map_err(|e| format!("{name}: {e}"))?.joined().mesh;
                Model::of_tets(stem(name), body).map_err(|e| format!("{name}: {e}"))?
            }
            Some(Kind::Surface) => return Err(format!("{name}: a surface; fill it with tetrahedra first")),
            None => return Err(format!("{name}: this kind of file is not known; open a GLB, glTF or VRM, or a body")),
        };
        let rig_name = rig_of(name);
        let found = beside(&rig_name).map(|bytes| usable(&rig_name, &bytes, &model.import.character));
        let (found, mut trouble) = match found {
            Some(Ok(found)) => (Some(found), None),
            Some(Err(trouble)) => (None, Some(trouble)),
            None => (None, None),
        };
        let (rig, rig_path, words) = match found {
            Some(rig) => (rig, folder.as_ref().map(|f| f.join(&rig_name)), "the file beside it".to_owned()),
            None => {
                let (rig, origin, notes) = own_rig(&model).unwrap_or_else(|why| {
                    trouble = trouble.take().or(Some(format!("The rig inside {name} is not used: {why}")));
                    model.proposed()
                });
                let notes: String = notes.iter().map(|n| format!("\n{n}")).collect();
                let words = format!("{} ({}){notes}", origin.words(), rig.parts());
                (rig, None, words)
            }
        };
        let (textures, faults) = Textures::of(&model, &beside);
        // What is baked of it, or shown on a page, may go anywhere.
        model.document.embed_images(&beside);
        let words = faults.iter().fold(words, |words, fault| format!("{words}\n{fault}"));
        let clip = clip::usual(&model.import.clips);
        let source = Source::File {
            name: name.to_owned(),
            path: path.map(Path::to_owned),
            model: Arc::new(model),
            textures,
            played: Played { clip, motion: None },
        };
        let mut work = Work::new(source, rig);
        work.rig_path = rig_path;
        Ok((work, format!("The rig is from {words}"), trouble))
    }

    fn new(source: Source, rig: Rig) -> Work {
        let played = if let Source::File { played, .. } = &source { played.clone() } else { Played::default() };
        let history = History::new(rig, played, Blow::default());
        let bones = Bones::new(character(&source));
        Work { source, saved: history.rig().clone(), rig_path: None, bones, history }
    }

    pub fn name(&self) -> &str {
        self.source.name()
    }

    pub fn rig(&self) -> &Rig {
        self.history.rig()
    }

    pub fn character(&self) -> &Character {
        character(&self.source)
    }

    /// Its meshes by what they are made of: the file's materials, or those of the same colours.
    pub fn materials(&self) -> Vec<Dressed<'_>> {
        let mut found: Vec<(Option<usize>, Material, Dressed<'_>)> = Vec::new();
        for (k, mesh) in self.character().meshes.iter().enumerate() {
            let (number, name, textured) = match &self.source {
                Source::File { model, .. } if k < model.import.drawn.len() => {
                    let primitive = &model.import.drawn[k].primitive;
                    let named = primitive.material.map(|m| &model.document.json()["materials"][m]["name"]);
                    (primitive.material, named.and_then(|name| name.as_str()), primitive.look.texture.is_some())
                }
                _ => (None, None, false),
            };
            match found.iter_mut().find(|(n, m, _)| if number.is_some() { *n == number } else { *m == mesh.material }) {
                Some((.., dressed)) => dressed.meshes.push(&mesh.name),
                None => {
                    let color = (!textured).then_some(mesh.material.base);
                    let name = name.unwrap_or(&mesh.name);
                    found.push((number, mesh.material, Dressed { name, color, meshes: vec![&mesh.name] }));
                }
            }
        }
        found.into_iter().map(|(.., dressed)| dressed).collect()
    }

    /// Whether the character looks along -z, and not along z.
    pub fn looks_back(&self) -> bool {
        matches!(&self.source, Source::File { model, .. } if model.looks_back())
    }

    /// Whether there is something to save: what plays is not.
    pub fn is_changed(&self) -> bool {
        *self.saved != **self.history.rig()
    }

    /// One of its rigs was, and where to if that is known.
    pub fn saved(&mut self, rig: Arc<Rig>, path: Option<PathBuf>) {
        self.saved = rig;
        self.rig_path = path.or(self.rig_path.take());
    }

    /// What keeps a rig from being played here.
    pub fn fits(&self, rig: &Rig) -> Result<(), Problem> {
        fits(rig, self.character())
    }

    /// Made ready to play with a rig, as far as it was found how poses hold against gravity.
    pub fn show(&self, rig: &Rig, held: &Held) -> Result<Show, String> {
        self.fits(rig).map_err(|problem| problem.to_string())?;
        let hold = Hold::Found(held);
        match &self.source {
            Source::Scene { scene, variant, character } => {
                let play = scene.prepared(variant, (**character).clone(), rig, hold).map_err(|e| e.to_string())?;
                Ok(Show::from(play))
            }
            Source::File { model, textures, .. } => {
                let act = Act { repeat: true, ..act(&self.source) };
                let frame = Frame::of(model, &act, WIDE);
                let mut take = Take::prepared(model.import.clone(), rig, act, hold).map_err(|e| e.to_string())?;
                // Charts begin at the start; where nothing hangs, there is nothing to wait for.
                take.settle(0.0, if rig.hangs() { PREROLL_SECS } else { 0.0 }, &|_, _| Eye::None);
                let path = camera::Path::Still;
                let (view, textures) = (View::Path(frame.clone(), path.clone()), textures.clone());
                Ok(Show::File(Box::new(FromFile { take, view, frame, path, textures, models: Models::default() })))
            }
        }
    }
}

impl Source {
    pub fn name(&self) -> &str {
        match self {
            Source::Scene { scene, .. } => scene.name,
            Source::File { name, .. } => name,
        }
    }

    /// How poses hold against gravity with a rig; `progress` hears how far it is, and may stop it.
    pub fn held(&self, rig: &Rig, progress: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<Held, String> {
        let moved = match self {
            Source::Scene { .. } => Vec::new(),
            Source::File { model, .. } => act(self).moved(&model.import),
        };
        let actor = Actor::prepared(character(self).clone(), rig, &moved, Hold::Find(progress));
        Ok(actor.map_err(|e| e.to_string())?.world.template().held.clone())
    }
}

fn fits(rig: &Rig, character: &Character) -> Result<(), Problem> {
    check(rig, character).into_iter().find(|p| p.severity == Severity::Error).map_or(Ok(()), Err)
}

/// The rig inside a file, or one that suits it.
fn own_rig(model: &Model) -> Result<(Rig, Origin, Vec<String>), String> {
    let own = model.rig().map_err(|fault| fault.to_string())?;
    fits(&own.0, &model.import.character).map_err(|problem| problem.to_string())?;
    Ok(own)
}

/// A rig beside a file, or why the character is opened without it.
fn usable(name: &str, bytes: &[u8], character: &Character) -> Result<Rig, String> {
    let read = Rig::from_json(bytes).map_err(|error| error.to_string());
    let fitting = read.and_then(|rig| fits(&rig, character).map(|()| rig).map_err(|problem| problem.to_string()));
    fitting.map_err(|why| format!("{name} is not used, and saving replaces it: {why}"))
}

fn character(source: &Source) -> &Character {
    match source {
        Source::Scene { character, .. } => character,
        Source::File { model, .. } => &model.import.character,
    }
}

/// What moves a file.
pub fn act(source: &Source) -> Act {
    let Source::File { model, played: Played { clip, motion }, .. } = source else { return Act::default() };
    let clip = clip.filter(|_| motion.is_none()).and_then(|k| model.import.clips.get(k)).cloned();
    let motion = motion.as_ref().map(|motion| motion.fitted.clone());
    Act { clip, motion, vrm: model.vrm.clone(), ..Act::default() }
}

/// What the rig of a file is called.
pub fn rig_of(name: &str) -> String {
    format!("{}.lissom.json", stem(name))
}

/// A name without folders.
fn file_name(path: &str) -> Option<&str> {
    Path::new(path).file_name()?.to_str()
}

/// A name without its ending.
pub fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
