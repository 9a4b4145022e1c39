//! How a scene is set up, wherever one is played.

use anyhow::{Context, bail};
use lissom_formats::take::Take;
use lissom_rig::view::{Sag, Suppression};
use lissom_rig::{Actor, Rig};
use lissom_scenes::camera::Path;
use lissom_scenes::scene::{Scene, SceneError};
use lissom_scenes::scenes;

use crate::act::Acting;
use crate::model_file::{beside, is_played, must_fit, open};
use lissom_show::View;
use lissom_show::{Frame, FromFile, Models, Show, Textures};

#[derive(Debug, clap::Args)]
pub struct Setup {
    /// The scene, as `lissom scenes` lists them; or a file with a character (.glb, .gltf, .vrm), tetrahedra
    /// (.mesh, .msh, .node, .ele, .vtk) or a surface to fill with them (.obj, .stl, .ply)
    #[arg(value_name = "SCENE or FILE")]
    scene: String,
    #[command(flatten)]
    acting: Acting,
    /// A variant of the scene
    #[arg(long)]
    variant: Option<String>,
    /// How the camera moves: own, still, quarter, orbit:SECONDS, turntable:SECONDS, cut:SECONDS, fixed:x,y,z, a FILE.csv
    /// with lines of time, x, y, z, or the name of a camera in the file
    #[arg(long)]
    camera: Option<String>,
    /// What is done about the motion that a moving camera causes: none, damping, projection or transport
    #[arg(long)]
    suppression: Option<Suppression>,
    /// Gravity, as a multiple of the usual one
    #[arg(long)]
    gravity: Option<f32>,
    /// Whether poses for views are what gravity leaves, rather than what it acts on
    #[arg(long, value_enum)]
    sag_bake: Option<SagBake>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum SagBake {
    Off,
    /// While the base is as in the bind pose
    On,
    /// However the base is turned
    AnyTilt,
}

const MAX_GRAVITY: f32 = 10.0;

/// A scene as asked for.
pub struct Staged {
    pub scene: &'static Scene,
    pub variant: &'static str,
    pub rig: Rig,
    pub camera: Path,
}

impl Setup {
    pub fn scene(&self) -> Result<&'static Scene, SceneError> {
        scenes::find(&self.scene)
    }

    pub fn stage(&self) -> anyhow::Result<Staged> {
        self.stage_as(self.scene()?.variant(self.variant.as_deref())?)
    }

    /// Every variant.
    pub fn stage_all(&self) -> anyhow::Result<Vec<Staged>> {
        self.scene()?.variants.iter().map(|v| self.stage_as(v)).collect()
    }

    /// The character's file, if it is not a scene.
    pub fn file(&self) -> Option<&std::path::Path> {
        is_played(&self.scene).then(|| std::path::Path::new(&self.scene))
    }

    /// The character from a file, and what it does there; for pictures so much wider than high.
    pub fn open_file(&self, path: &std::path::Path, aspect: f32) -> anyhow::Result<FromFile> {
        if self.variant.is_some() {
            bail!("--variant is for scenes, and this is a file: {}", path.display());
        }
        let model = open(path)?;
        let rig = self.adjusted(self.acting.chosen(self.acting.rig(&model)?)?)?;
        must_fit(&rig, &model.import.character)?;
        let (act, _) = self.acting.act(&model)?;
        let frame = Frame::of(&model, &act, aspect);
        let view = crate::eye::view(self.camera.as_deref(), &model, &frame)?;
        let camera_path = match &view {
            View::Path(_, path) => path.clone(),
            _ => Path::Still,
        };
        let (textures, faults) = Textures::of(&model, &beside(path));
        faults.iter().for_each(|fault| eprintln!("note: {fault}"));
        let mut take = Take::new(model.import, &rig, act).context("the rig does not fit the character")?;
        take.settle(0.0, self.acting.preroll, &|take, time| view.eye(take, time, 0.0));
        Ok(FromFile { take, view, frame, path: camera_path, textures, models: Models::default() })
    }

    fn stage_as(&self, variant: &'static str) -> anyhow::Result<Staged> {
        let scene = self.scene()?;
        if self.acting.is_given() {
            bail!(
                "--rig, --animation, --motion, --chains and --look-at-camera are for files, and `{}` is a scene",
                scene.name
            );
        }
        let character = (scene.character)();
        let asked = [
            ("--suppression", self.suppression.is_some()),
            ("--gravity", self.gravity.is_some()),
            ("--sag-bake", self.sag_bake.is_some()),
        ];
        if let Some((option, _)) = asked.iter().find(|(_, asked)| *asked)
            && !(scene.rig)(&character, scene.variants[0]).depends_on_view()
        {
            bail!("{option} is for joints that depend on the view, and scene `{}` has none", scene.name);
        }
        let rig = self.adjusted((scene.rig)(&character, variant))?;
        Ok(Staged { scene, variant, rig, camera: self.path(scene)? })
    }

    /// A rig with what was asked for on the command line.
    fn adjusted(&self, mut rig: Rig) -> anyhow::Result<Rig> {
        if let Some(factor) = self.gravity {
            if !(0.0..=MAX_GRAVITY).contains(&factor) {
                bail!("--gravity {factor}: give a number from 0 to {MAX_GRAVITY}");
            }
            rig.gravity.0 = rig.gravity.0.map(|g| g * factor);
        }
        for view in rig.joints.iter_mut().filter_map(|j| j.view.as_mut()) {
            view.suppression = self.suppression.unwrap_or(view.suppression);
            view.sag = match self.sag_bake {
                None => view.sag,
                Some(SagBake::Off) => Sag::Off,
                Some(SagBake::On) => Sag::Upright,
                Some(SagBake::AnyTilt) => Sag::AnyTilt,
            };
        }
        Ok(rig)
    }

    fn path(&self, scene: &Scene) -> anyhow::Result<Path> {
        match self.camera.as_deref() {
            None | Some("own") => Ok(scene.view.camera.clone()),
            Some(words) => crate::eye::path(words),
        }
    }
}

impl Staged {
    pub fn play(&self) -> Result<Show, SceneError> {
        let mut play = self.scene.play_with(self.variant, (self.scene.character)(), &self.rig)?;
        play.camera = self.camera.clone();
        Ok(Show::from(play))
    }
}

/// Says what could not be built as asked.
pub fn say_notes(actor: &Actor) {
    for note in actor.world.notes() {
        eprintln!("note: {note}");
    }
}
