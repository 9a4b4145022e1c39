//! How a scene is set up, wherever one is played.

use anyhow::{Context, bail};
use lissom_rig::Rig;
use lissom_rig::view::{Sag, Suppression};
use lissom_scenes::camera::Path;
use lissom_scenes::scene::{Play, Scene, SceneError};
use lissom_scenes::scenes;

#[derive(Debug, clap::Args)]
pub struct Setup {
    /// The scene; `lissom scenes` lists them
    scene: String,
    /// A variant of the scene
    #[arg(long)]
    variant: Option<String>,
    /// How the camera moves: own, still, quarter, orbit:SECONDS, turntable:SECONDS, cut:SECONDS, fixed:x,y,z, or a
    /// FILE.csv with lines of time, x, y, z
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

    fn stage_as(&self, variant: &'static str) -> anyhow::Result<Staged> {
        let scene = self.scene()?;
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
        let mut rig = (scene.rig)(&character, variant);
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
        Ok(Staged { scene, variant, rig, camera: self.path(scene)? })
    }

    fn path(&self, scene: &Scene) -> anyhow::Result<Path> {
        match self.camera.as_deref() {
            None | Some("own") => Ok(scene.view.camera.clone()),
            Some(file) if file.ends_with(".csv") => {
                let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
                Path::from_csv(&text).with_context(|| format!("not a camera path: {file}"))
            }
            Some(words) => Ok(words.parse()?),
        }
    }
}

impl Staged {
    pub fn play(&self) -> Result<Play, SceneError> {
        let mut play = self.scene.play_with(self.variant, (self.scene.character)(), &self.rig)?;
        play.camera = self.camera.clone();
        Ok(play)
    }
}

/// Says what could not be built as asked.
pub fn say_notes(play: &Play) {
    for note in play.actor.world.notes() {
        eprintln!("note: {note}");
    }
}
