//! What commands do.

use std::path::Path;

use lissom_core::Held;
use lissom_formats::{Kind, kind_of};
use lissom_rig::Hands;
use lissom_rig::selection::Selection as Triangles;
use lissom_scenes::scenes;
use lissom_show::Look;

use crate::bake::BakeSettings;
use crate::cloth::Cloth;
use crate::compare::Compare;
use crate::files::{is_motion, is_rig};
use crate::hand::Hand;
use crate::history::Made;
use crate::job::{Job, Outcome, Task};
use crate::orbit::Orbit;
use crate::page;
use crate::player::{Around, FRAME_SECS, Player};
use crate::recovery::{Kept, Recovery};
use crate::save::ToSave;
use crate::studio::{Mode, Selection, Watch};
use crate::tool::Tool;
use crate::views::Views;
use crate::work::{Source, Work};
use crate::{Command, Studio};

impl Studio {
    pub(crate) fn obey(&mut self, command: Command) {
        if let Err(error) = self.try_to(command) {
            self.notices.error(error);
        }
    }

    /// Asks first if changes would be lost.
    pub(crate) fn try_to(&mut self, command: Command) -> Result<(), String> {
        if !self.at_stake(&command).is_empty() {
            self.leaving = Some(command);
            return Ok(());
        }
        self.act(command)
    }

    pub(crate) fn act(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Gallery => {
                self.put_down();
                (self.work, self.player, self.preparing) = (None, None, None);
            }
            Command::Close => {
                (self.work, self.player, self.job) = (None, None, None);
                self.unsaved.clear();
                self.closing = true;
            }
            Command::Leave(how) => self.leave(how)?,
            Command::AskOpen => self.platform.ask_open(self.to_self.clone()),
            Command::OpenScene { name, variant } => {
                let scene = scenes::find(&name).map_err(|e| e.to_string())?;
                let variant = scene.variant(variant.as_deref()).map_err(|e| e.to_string())?;
                self.open(Work::scene(scene, variant))?;
            }
            Command::OpenFile { name, bytes, .. } if is_rig(&name) => self.open_rig(&name, &bytes)?,
            Command::OpenFile { name, bytes, .. } if is_motion(&name) => self.open_motion(&name, &bytes)?,
            Command::OpenFile { name, path, bytes, .. } if kind_of(&name) == Some(Kind::Surface) => {
                self.start(Task::Fill { name, path, bytes });
            }
            Command::OpenFile { name, path, bytes, others } => {
                let read = |path: &Path| self.platform.read(path).ok();
                let (work, words, trouble) = Work::file(&name, path.as_deref(), &bytes, &others, &read)?;
                self.open(work)?;
                // Whoever looks at a page did not make it.
                if !self.viewer {
                    self.notices.say(words);
                }
                trouble.into_iter().for_each(|trouble| self.notices.error(trouble));
                self.note_recent(path.as_deref())?;
            }
            Command::OpenPath(path) => {
                let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
                let bytes = self.platform.read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                self.act(Command::OpenFile { name, path: Some(path), bytes, others: Vec::new() })?;
            }
            Command::OpenAsked { asks, files } => {
                let (work, troubles) = page::opened(&asks, &files)?;
                self.open(work)?;
                troubles.into_iter().for_each(|trouble| self.notices.error(trouble));
                if let Some(orbit) = asks.get("camera").and_then(|text| Orbit::from_text(text)) {
                    self.act(Command::LookFrom(orbit))?;
                }
            }
            Command::Fail(error) => return Err(error),
            Command::PutDown => self.put_down(),
            Command::Save => self.save(false, None)?,
            Command::SaveAs => self.save(true, None)?,
            Command::SaveTo(path) => self.answered(path)?,
            Command::AskBake => {
                let Some(player) = &self.player else { return Ok(()) };
                let camera = if let Watch::Own(k) = self.watch { Some(k) } else { None };
                let range = player.range_secs.unwrap_or((0.0, player.length_secs()));
                let settings = BakeSettings::new(range, self.shot().eye.to_array(), self.blow());
                self.bake = Some(BakeSettings { camera, ..settings });
            }
            Command::Bake(settings) => {
                let Some(work) = &self.work else { return Ok(()) };
                let (source, rig) = (work.source.clone(), work.history.rig().clone());
                self.start(Task::Bake { source, rig, settings });
            }
            Command::SaveFile { name, bytes, words } => self.ask_save(&name, ToSave::File { bytes, words }),
            Command::OpenBody { name, path, body, words } => {
                self.open(Work::body(&name, *body)?)?;
                self.notices.say(words);
                self.note_recent(path.as_deref())?;
            }
            Command::StopJob => self.job = None,
            Command::Made { number, made } => self.take(number, made)?,
            Command::StopPreparing => self.stop_preparing()?,
            Command::Recover { which, wanted } => self.recover(which, wanted)?,
            Command::AskPage => self.platform.page(self.to_self.clone()),
            Command::Page(files) => self.save_page(files)?,
            Command::Edit { what, rig } => {
                if let Some(work) = &mut self.work {
                    work.history.edit(&what, *rig);
                    self.is_stale = true;
                }
            }
            Command::Undo => {
                if !self.undo_pose() {
                    self.change_work(Work::undo);
                }
            }
            Command::Redo => {
                if !self.redo_pose() {
                    self.change_work(Work::redo);
                }
            }
            Command::PlayPause => self.play(|player| player.playing = !player.playing),
            Command::StepFrame => {
                self.hand.shake.pass(FRAME_SECS);
                let hands = Hands { wind: self.blow().wind(), ..Hands::default() };
                let around = Around { eye: self.shot().eye, hands, stance: self.hand.shake.stance() };
                self.play(|player| {
                    player.playing = false;
                    player.step(&around);
                });
            }
            Command::StepBack => self.play(|player| {
                player.playing = false;
                player.seek(player.time_secs() - FRAME_SECS);
            }),
            Command::Restart => self.player.iter_mut().for_each(Player::restart),
            Command::Seek { secs } => self.play(|player| {
                player.playing = false;
                player.seek(secs);
            }),
            Command::Views(command) => self.obey_views(command)?,
            Command::Cloth(command) => self.obey_cloth(command)?,
            Command::Creatures(command) => self.obey_creatures(command)?,
            Command::Animation(clip) => self.change_work(|work| work.animate(clip)),
            Command::Wind(blow) => self.make("Wind", |made| Made { blow, ..made }),
            Command::Range(range_secs) => self.make("Range", |made| Made { range_secs, ..made }),
            Command::LookFrom(orbit) => {
                (self.orbit, self.watch, self.is_framed) = (orbit, Watch::Free, true);
            }
            Command::Watch(watch) => {
                self.orbit = Orbit::of(&self.shot());
                self.watch = watch;
                if let (Watch::Own(k), Some(player)) = (watch, &mut self.player) {
                    player.look_by(k);
                }
            }
            Command::Shake => {
                if let Some(player) = &mut self.player {
                    let (low, high) = lissom_rig::character::bounds(player.show.positions().into_iter().flatten());
                    self.hand.shake.start((high - low).max_element().clamp(0.0, 1e3));
                    player.playing = true;
                }
            }
            Command::Strike(name) => {
                if let Some(player) = &mut self.player {
                    self.hand.struck.push(name);
                    player.playing = true;
                }
            }
            Command::FrameAll => {
                self.free_camera();
                self.frame_all();
            }
            Command::FrameSelected => {
                self.free_camera();
                self.frame_selected();
            }
            Command::Show(overlay) => self.look.overlays.toggle(overlay),
            Command::Mode(mode) => {
                self.put_down();
                self.mode = mode;
            }
            Command::DarkLight => {
                self.settings.dark = !self.settings.dark;
                self.settings.store(&*self.platform)?;
            }
            Command::Palette => self.palette.open(),
            Command::Compare(beside) => self.compare(beside),
        }
        Ok(())
    }

    /// Opens other work; what is open stays if that cannot be played.
    fn open(&mut self, work: Work) -> Result<(), String> {
        let show = work.show(&work.rig().sagging(), &Held::default())?;
        let shot = show.shot();
        self.put_down();
        self.notices.forget_seen();
        self.orbit = Orbit::of(&shot);
        self.watch = if matches!(work.source, Source::Scene { .. }) { Watch::Own(0) } else { Watch::Free };
        self.player = Some(Player::new(show, shot.eye));
        self.hand = Hand::default();
        (self.trouble, self.saving) = (None, None);
        self.selection = Selection::None;
        self.creatures = Default::default();
        (self.views, self.cloth) = (Views::default(), Cloth::default());
        // Other variants of a scene are looked at and compared in the same way.
        if self.work.as_ref().is_none_or(|before| before.name() != work.name()) {
            (self.compare, self.look) = (Compare::default(), Look::default());
        }
        let rig = work.rig();
        self.mode = match () {
            () if rig.depends_on_view() => Mode::Views,
            () if !rig.creatures.is_empty() => Mode::Creatures,
            () => Mode::Play,
        };
        self.work = Some(work);
        self.is_framed = self.watch != Watch::Free;
        self.prepare(true);
        Ok(())
    }

    pub(crate) fn start(&mut self, task: Task) {
        self.job = Some(Job::start(task, self.to_self.clone()));
    }

    /// What came of a job, if somebody still waits for it.
    fn take(&mut self, number: u64, made: Result<Outcome, String>) -> Result<(), String> {
        let is = |job: Option<&Job>| job.is_some_and(|job| job.number == number);
        if is(self.job.as_ref()) {
            self.job = None;
            if let Outcome::Command(command) = made.inspect_err(|_| self.stay())? {
                self.try_to(*command)?;
            }
        } else if is(self.preparing.as_ref().map(|it| &it.job)) {
            self.prepared(made);
        } else if is(self.compare.preparing.as_ref()) {
            self.second_prepared(made)?;
        }
        Ok(())
    }

    /// A rig for what is open.
    fn open_rig(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let Some(work) = &self.work else {
            return Err(format!("{name} is a rig; open the character it is for first"));
        };
        let rig = work.read_rig(name, bytes)?;
        self.try_to(Command::Edit { what: format!("Open {name}"), rig: Box::new(rig) })
    }

    /// A motion for the human that is open.
    fn open_motion(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        if self.work.is_none() {
            return Err(format!("{name} is a motion; open the character that should move first"));
        }
        let mut done = Ok(());
        self.change_work(|work| done = work.perform(name, bytes));
        done
    }

    /// A change of what somebody made.
    pub(crate) fn make(&mut self, what: &str, change: impl FnOnce(Made) -> Made) {
        self.change_work(|work| work.history.make(what, change(work.history.now().clone())));
    }

    /// What plays is made anew where it is another.
    fn change_work(&mut self, change: impl FnOnce(&mut Work)) {
        let Some(work) = &mut self.work else { return };
        let before = work.history.now().clone();
        change(work);
        let now = work.history.now();
        self.player.iter_mut().for_each(|player| player.range_secs = now.range_secs);
        if !now.plays_like(&before) {
            self.rebuild();
        }
    }

    /// Somebody says whether it plays.
    pub(crate) fn play(&mut self, what: impl FnOnce(&mut Player)) {
        self.held_still = false;
        self.player.as_mut().map(what);
    }

    /// For a tool: until it is put down, no time passes.
    pub(crate) fn hold_still(&mut self) {
        if let Some(player) = &mut self.player {
            self.held_still |= std::mem::take(&mut player.playing);
        }
    }

    pub(crate) fn go_on(&mut self) {
        if let Some(player) = self.player.as_mut().filter(|_| std::mem::take(&mut self.held_still)) {
            player.playing = true;
        }
    }

    /// Among the files opened last.
    fn note_recent(&mut self, path: Option<&Path>) -> Result<(), String> {
        let Some(path) = path else { return Ok(()) };
        self.settings.opened(&path.to_string_lossy());
        self.settings.store(&*self.platform)
    }

    /// Takes the hand again, and lets time pass as it did before another tool.
    pub(crate) fn put_down(&mut self) {
        self.let_go();
        self.tool = Tool::default();
        self.go_on();
    }

    /// Goes on with what was not saved the last time, or forgets it.
    fn recover(&mut self, which: usize, wanted: bool) -> Result<(), String> {
        let Some(recovery) = self.recovery.get(which).cloned() else { return Ok(()) };
        if wanted {
            let fits = |studio: &Studio| studio.work.as_ref().is_some_and(|work| recovery.fits(work));
            if let Some(open) = recovery.open().filter(|_| !fits(self)) {
                self.try_to(open)?;
            }
            if !fits(self) {
                return Ok(());
            }
            self.act(Command::Edit { what: "Recover".to_owned(), rig: Box::new(recovery.rig) })?;
        }
        // What was recovered is kept aside again with the next picture.
        let Recovery { id, .. } = self.recovery.remove(which);
        if !wanted {
            return Recovery::forget(id, &*self.platform);
        }
        // In the place of what it was changed from.
        let forgotten = self.forget_kept();
        self.kept = Kept::of(id);
        forgotten
    }

    /// Steps back until everything is in the picture.
    pub(crate) fn stand_back(&mut self) {
        let near = self.orbit;
        self.frame_all();
        if self.orbit.distance < near.distance {
            self.orbit = near;
        }
    }

    fn frame_all(&mut self) {
        let Some(player) = &self.player else { return };
        self.orbit.frame(&player.show.places(), self.aspect, 0.0);
    }

    fn frame_selected(&mut self) {
        let (Some(player), Some(work)) = (&self.player, &self.work) else { return };
        let actor = player.show.actor();
        let skeleton = &actor.character.skeleton;
        let bone = |name: &String| skeleton.find(name).map(|b| actor.bone(b).translation);
        let rig = work.rig();
        let places: Vec<glam::Vec3> = match self.selection {
            Selection::Chain(k) => rig.joints.get(k).map_or(Vec::new(), |j| j.bones.iter().filter_map(bone).collect()),
            Selection::Region(k) => rig.regions.get(k).map_or(Vec::new(), |r| {
                let (sources, drawn) = (Triangles::new(work.character(), &r.select).sources, player.show.positions());
                sources.into_iter().filter_map(|(mesh, vertex)| drawn.get(mesh)?.get(vertex).copied()).collect()
            }),
            Selection::Creature(k) => {
                rig.creatures.get(k).map_or(Vec::new(), |c| player.places(|mesh| mesh.part == c.name))
            }
            Selection::Collider(k) => rig.colliders.get(k).map_or(Vec::new(), |c| crate::cloth::around(actor, c)),
            Selection::None => Vec::new(),
        };
        if places.is_empty() {
            return self.frame_all();
        }
        let (low, high) = lissom_rig::character::bounds(player.places(|_| true));
        self.orbit.frame(&places, self.aspect, 0.2 * (high - low).length());
    }
}
