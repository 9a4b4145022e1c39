//! What commands do.

use lissom_scenes::scenes;

use crate::orbit::Orbit;
use crate::platform::Saved;
use crate::player::Player;
use crate::studio::{Mode, Selection};
use crate::tool::Tool;
use crate::work::{Source, Work};
use crate::{Command, Studio};

impl Studio {
    pub(crate) fn obey(&mut self, command: Command) {
        if let Err(error) = self.try_to(command) {
            self.notices.error(error);
        }
    }

    fn try_to(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Gallery => (self.work, self.player) = (None, None),
            Command::AskOpen => self.platform.ask_open(self.to_self.clone()),
            Command::OpenScene { name, variant } => {
                let scene = scenes::find(&name).map_err(|e| e.to_string())?;
                let variant = scene.variant(variant.as_deref()).map_err(|e| e.to_string())?;
                self.open(Work::scene(scene, variant))?;
            }
            Command::OpenFile { name, path, bytes } => {
                let (work, words) = Work::file(&name, path.as_deref(), &bytes, &*self.platform)?;
                self.open(work)?;
                self.notices.say(words);
                if let Some(path) = path {
                    self.settings.opened(&path.to_string_lossy());
                    self.settings.store(&*self.platform)?;
                }
            }
            Command::OpenPath(path) => {
                let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
                let bytes = self.platform.read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                self.try_to(Command::OpenFile { name, path: Some(path), bytes })?;
            }
            Command::Fail(error) => return Err(error),
            Command::Save => self.save(false)?,
            Command::SaveAs => self.save(true)?,
            Command::Edit { what, rig } => {
                if let Some(work) = &mut self.work {
                    work.history.edit(&what, *rig);
                    self.rebuild();
                }
            }
            Command::Undo => self.travel(|work| work.history.undo()),
            Command::Redo => self.travel(|work| work.history.redo()),
            Command::PlayPause => self.play(|player| player.playing = !player.playing),
            Command::StepFrame => {
                let eye = self.orbit.eye();
                self.play(|player| {
                    player.playing = false;
                    player.step(eye);
                });
            }
            Command::Restart => self.play(Player::restart),
            Command::Seek { secs } => self.play(|player| {
                player.playing = false;
                player.seek(secs);
            }),
            Command::Views(command) => self.obey_views(command)?,
            Command::Cloth(command) => self.obey_cloth(command)?,
            Command::Creatures(command) => self.obey_creatures(command)?,
            Command::FrameAll => self.frame_all(),
            Command::FrameSelected => self.frame_selected(),
            Command::Show(overlay) => {
                self.look.overlay = if self.shows(overlay) { Default::default() } else { overlay };
            }
            Command::Mode(mode) => (self.mode, self.tool) = (mode, Tool::default()),
            Command::DarkLight => {
                self.settings.dark = !self.settings.dark;
                self.settings.store(&*self.platform)?;
            }
            Command::Palette => self.palette.open(),
        }
        Ok(())
    }

    /// Opens other work; what is open stays if that cannot be played.
    fn open(&mut self, work: Work) -> Result<(), String> {
        let show = work.show()?;
        self.orbit = Orbit::of(&show.shot());
        self.player = Some(Player::new(show));
        self.trouble = None;
        self.selection = Selection::None;
        let rig = work.rig();
        self.mode = match () {
            () if rig.depends_on_view() => Mode::Views,
            () if !rig.creatures.is_empty() => Mode::Creatures,
            () => Mode::Play,
        };
        self.work = Some(work);
        Ok(())
    }

    /// The show anew after the rig changed, at the time it was.
    pub(crate) fn rebuild(&mut self) {
        let Some(work) = &self.work else { return };
        match work.show() {
            Ok(show) => {
                let mut player = Player::new(show);
                if let Some(before) = &self.player {
                    (player.playing, player.speed, player.looped) = (before.playing, before.speed, before.looped);
                }
                self.player = Some(player);
                self.trouble = None;
            }
            // The last one that could be played stays on the screen.
            Err(error) => self.trouble = Some(error),
        }
    }

    fn travel(&mut self, step: impl FnOnce(&mut Work) -> bool) {
        if self.work.as_mut().is_some_and(step) {
            self.rebuild();
        }
    }

    fn play(&mut self, what: impl FnOnce(&mut Player)) {
        self.player.as_mut().map(what);
    }

    fn save(&mut self, elsewhere: bool) -> Result<(), String> {
        let Some(work) = &mut self.work else { return Ok(()) };
        let beside = match &work.source {
            Source::File { path: Some(path), .. } => Some(path.with_extension("lissom.json")),
            _ => None,
        };
        let path = work.rig_path.clone().or(beside).filter(|_| !elsewhere);
        let name = format!("{}.lissom.json", work.name().rsplit_once('.').map_or(work.name(), |(stem, _)| stem));
        let saved = self.platform.save(&name, path.as_deref(), work.rig().to_json().as_bytes())?;
        match saved {
            None => return Ok(()),
            Some(Saved::At(path)) => {
                self.notices.say(format!("Saved {}", path.display()));
                work.rig_path = Some(path);
            }
            Some(Saved::Downloaded) => self.notices.say(format!("{name} is with your downloads")),
        }
        work.saved();
        Ok(())
    }

    fn frame_all(&mut self) {
        let Some(player) = &self.player else { return };
        let meshes = player.show.actor().meshes().iter().flat_map(|m| m.positions.iter().copied());
        let (low, high) = lissom_rig::character::bounds(meshes);
        self.orbit.frame((low + high) / 2.0, (high - low).length() / 2.0);
    }

    fn frame_selected(&mut self) {
        let (Some(player), Some(work)) = (&self.player, &self.work) else { return };
        let actor = player.show.actor();
        let skeleton = &actor.character.skeleton;
        let bone = |name: &String| skeleton.find(name).map(|b| actor.bone(b).translation);
        let parts = |parts: &[String]| -> Vec<glam::Vec3> {
            let meshes = actor.character.meshes.iter().zip(actor.meshes()).filter(|(m, _)| parts.contains(&m.part));
            meshes.flat_map(|(_, map)| map.positions.iter().copied()).collect()
        };
        let rig = work.rig();
        let places: Vec<glam::Vec3> = match self.selection {
            Selection::Chain(k) => rig.joints.get(k).map_or(Vec::new(), |j| j.bones.iter().filter_map(bone).collect()),
            Selection::Region(k) => rig.regions.get(k).map_or(Vec::new(), |r| parts(&r.select.parts)),
            Selection::Creature(k) => rig.creatures.get(k).map_or(Vec::new(), |c| parts(std::slice::from_ref(&c.name))),
            Selection::Collider(k) => rig.colliders.get(k).map_or(Vec::new(), |c| crate::cloth::around(actor, c)),
            Selection::None => Vec::new(),
        };
        if places.is_empty() {
            return self.frame_all();
        }
        let (low, high) = lissom_rig::character::bounds(places);
        self.orbit.frame((low + high) / 2.0, ((high - low).length() / 2.0).max(0.02));
    }
}
