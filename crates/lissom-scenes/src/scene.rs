//! A scene: a character, its rig, its motion, the wind and the camera. Tests, benchmarks, the demo and the
//! gallery all play the same ones.

use glam::Vec3;
use lissom_core::{Camera, Held, Hold, Stage, StepReport, Teleport, Touch, Wind};
use lissom_rig::actor::boneless;
use lissom_rig::{Actor, ActorError, Character, Cue, Hands, Pose, Rig};

use crate::camera::{Path, Shot};
use crate::motion::Motion;

/// The variant in which a camera that stands still watches what another one does.
pub const FIXED_VIEW: &str = "fixed-view";

#[derive(Clone, Debug)]
pub struct Scene {
    pub name: &'static str,
    /// Where it comes from.
    pub from: &'static str,
    pub about: &'static str,
    /// What to look at.
    pub look: &'static str,
    /// How long it plays.
    pub seconds: f64,
    /// When to take the one picture that says what it is.
    pub still_secs: f64,
    /// The first is the usual one.
    pub variants: &'static [&'static str],
    pub paper: Option<Paper>,
    pub character: fn() -> Character,
    pub rig: fn(&Character, &str) -> Rig,
    pub motion: Motion,
    pub wind: fn(f64) -> Wind,
    pub taps: &'static [Tap],
    pub view: View,
}

/// What the paper says of its own.
#[derive(Clone, Copy, Debug)]
pub enum Paper {
    /// \[MC11c\]: frames a second with bones alone, and with everything.
    Character { particles: usize, triangles: usize, simple_fps: f64, final_fps: f64 },
    /// \[PD09\] Table 1: vertices of each of so many bodies, and the time of a frame.
    Creatures { vertices: usize, bodies: usize, ms: f64 },
}

/// Somebody touches a boneless body, where it is nearest to a place in its bind pose.
#[derive(Clone, Copy, Debug)]
pub struct Tap {
    pub at_secs: f64,
    pub creature: &'static str,
    pub place: [f32; 3],
}

/// How the camera looks at it: it follows a bone.
#[derive(Clone, Debug)]
pub struct View {
    /// The bone; none follows the middle of all particles.
    pub bone: Option<&'static str>,
    /// Turn with the bone, too.
    pub follow: bool,
    /// Rise and sink with the middle of all particles, too.
    pub rises: bool,
    /// Height of the middle of the picture, and how tall what it must hold is.
    pub middle: f32,
    pub height: f32,
    pub yaw_deg: f32,
    pub pitch_deg: f32,
    /// How the camera moves, if nobody asks for something else.
    pub camera: Path,
}

/// A scene that is being played.
#[derive(Debug)]
pub struct Play {
    pub scene: &'static Scene,
    pub actor: Actor,
    /// What view-dependent parts are shown to.
    pub camera: Path,
    /// What the picture is taken by, if by another one.
    pub watch: Option<Path>,
    /// Moves the character and its cameras as one, on top of the motion.
    pub stance: Option<Pose>,
    /// Instead of the scene's own.
    pub wind: Option<Wind>,
    time_secs: f64,
    /// Of the middle of all particles.
    start_height: f32,
    pose: Vec<Pose>,
}

impl Scene {
    /// The usual variant, or the one named.
    pub fn variant(&self, name: Option<&str>) -> Result<&'static str, SceneError> {
        match name {
            None => Ok(self.variants[0]),
            Some(name) => self.variants.iter().find(|v| **v == name).copied().ok_or_else(|| SceneError::NoVariant {
                scene: self.name,
                variant: name.to_owned(),
                known: self.variants.join(", "),
            }),
        }
    }

    pub fn play(&'static self, variant: Option<&str>) -> Result<Play, SceneError> {
        let variant = self.variant(variant)?;
        let character = (self.character)();
        let rig = (self.rig)(&character, variant);
        self.play_with(variant, character, &rig)
    }

    /// With a rig that was changed.
    pub fn play_with(&'static self, variant: &str, character: Character, rig: &Rig) -> Result<Play, SceneError> {
        self.prepared(variant, character, rig, Hold::Found(&Held::default()))
    }

    /// Like [`Scene::play_with`], with poses against gravity as in [`Actor::prepared`].
    pub fn prepared(
        &'static self,
        variant: &str,
        character: Character,
        rig: &Rig,
        hold: Hold<'_>,
    ) -> Result<Play, SceneError> {
        let pose = character.skeleton.rest_local();
        let watch = (variant == FIXED_VIEW).then_some(Path::Still);
        let actor = Actor::prepared(character, rig, &[], hold)?;
        let mut play = Play {
            scene: self,
            actor,
            camera: self.view.camera.clone(),
            watch,
            stance: None,
            wind: None,
            time_secs: 0.0,
            start_height: 0.0,
            pose,
        };
        play.start_height = play.middle().y;
        Ok(play)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    #[error("there is no scene `{name}`; there are {known}")]
    NoScene { name: String, known: String },
    #[error("scene `{scene}` has no variant `{variant}`; it has {known}")]
    NoVariant { scene: &'static str, variant: String, known: String },
    #[error(transparent)]
    Actor(#[from] ActorError),
}

impl Play {
    /// Time played so far.
    pub fn time_secs(&self) -> f64 {
        self.time_secs
    }

    /// Back to a time of the scene; what is soft stays as it is.
    pub fn rewind(&mut self, time_secs: f64) {
        self.time_secs = time_secs;
    }

    pub fn step(&mut self, dt_secs: f64) -> StepReport {
        self.step_with(dt_secs, None, &mut |_| {})
    }

    /// One frame, its stages told to `begin`.
    pub fn step_with(
        &mut self,
        dt_secs: f64,
        teleport: Option<Teleport>,
        begin: &mut (dyn FnMut(Stage) + Send),
    ) -> StepReport {
        self.advance(dt_secs, None, teleport, &Hands::default(), begin)
    }

    /// One frame with hands in it, seen from a place in the world. `cut` is whether the picture before was taken from
    /// somewhere else.
    pub fn step_seen(&mut self, dt_secs: f64, eye: Vec3, cut: bool, hands: &Hands<'_>) -> StepReport {
        self.advance(dt_secs, Some((eye, cut)), None, hands, &mut |_| {})
    }

    /// No time passes: what is soft is at rest or goes along, as it should look from a place.
    pub fn jump_seen(&mut self, how: Teleport, eye: Vec3) -> StepReport {
        self.advance(0.0, Some((eye, true)), Some(how), &Hands::default(), &mut |_| {})
    }

    fn advance(
        &mut self,
        dt_secs: f64,
        seen: Option<(Vec3, bool)>,
        teleport: Option<Teleport>,
        hands: &Hands<'_>,
        begin: &mut (dyn FnMut(Stage) + Send),
    ) -> StepReport {
        self.time_secs += dt_secs;
        self.pose = self.pose_at(self.time_secs);
        let wind = self.wind.unwrap_or_else(|| (self.scene.wind)(self.time_secs));
        let (eye, camera_cut) = seen.unwrap_or_else(|| {
            let shot = self.shot_by(&self.camera, dt_secs);
            (shot.eye, shot.cut)
        });
        let camera = Some(Camera::Perspective { position: eye.to_array() });
        let mut touches = self.touches(dt_secs);
        touches.extend(hands.touches);
        let hands = Hands { touches: &touches, ..*hands };
        let cue = Cue { camera, camera_cut, wind, teleport, ..Cue::new(dt_secs, &self.pose) };
        self.actor.step_with(&cue.with(&hands), begin)
    }

    /// Whom somebody touched in the time since.
    fn touches(&self, since_secs: f64) -> Vec<Touch> {
        let now = |tap: &&Tap| tap.at_secs <= self.time_secs && tap.at_secs > self.time_secs - since_secs;
        let touch = |tap: &Tap| {
            let body = self.actor.creature(tap.creature)?;
            let tets = self.actor.character.tets.iter().find(|t| t.name == tap.creature)?;
            Some(Touch { body, particle: boneless::nearest(&tets.mesh, Vec3::from_array(tap.place)) })
        };
        self.scene.taps.iter().filter(now).filter_map(touch).collect()
    }

    /// One frame in which only the camera moves.
    pub fn step_held(&mut self, dt_secs: f64) -> StepReport {
        self.time_secs += dt_secs;
        let pose = self.held_pose();
        let shot = self.shot_by(&self.camera, dt_secs);
        let camera = Some(Camera::Perspective { position: shot.eye.to_array() });
        self.actor.step(&Cue { camera, camera_cut: shot.cut, ..Cue::new(dt_secs, &pose) })
    }

    /// The pose that the scene begins with.
    pub fn held_pose(&self) -> Vec<Pose> {
        self.pose_at(0.0)
    }

    fn pose_at(&self, time_secs: f64) -> Vec<Pose> {
        let skeleton = &self.actor.character.skeleton;
        let mut pose = (self.scene.motion)(skeleton, time_secs);
        if let Some(stance) = self.stance {
            let roots = skeleton.bones.iter().zip(&mut pose).filter(|(bone, _)| bone.parent.is_none());
            roots.for_each(|(_, root)| *root = stance.then(root));
        }
        pose
    }

    /// Where a camera is before anything moves.
    pub fn first_shot(&self, path: &Path) -> Shot {
        self.shot_at(path, 0.0, 0.0)
    }

    /// The middle of all particles.
    fn middle(&self) -> Vec3 {
        let places = self.actor.world.poses().positions();
        places.iter().map(|p| Vec3::from_array(*p)).sum::<Vec3>() / places.len().max(1) as f32
    }

    /// Where the picture is taken from.
    pub fn shot(&self) -> Shot {
        self.shot_by(self.watch.as_ref().unwrap_or(&self.camera), 0.0)
    }

    fn shot_by(&self, path: &Path, since_secs: f64) -> Shot {
        self.shot_at(path, self.time_secs, since_secs)
    }

    /// Where a camera is; it has jumped if it did so in the time since.
    fn shot_at(&self, path: &Path, time_secs: f64, since_secs: f64) -> Shot {
        let view = &self.scene.view;
        let bone = view.bone.and_then(|name| self.actor.character.skeleton.find(name));
        let mut pose = bone.map_or(Pose::new(self.middle(), glam::Quat::IDENTITY), |b| self.actor.bone(b));
        if let Some(stance) = self.stance {
            pose = stance.inverse().then(&pose);
        }
        let at = pose.translation;
        let ahead = pose.rotation * Vec3::Z;
        let heading = if view.follow { ahead.x.atan2(ahead.z) } else { 0.0 };
        let turn = path.turn(time_secs) as f32;
        let risen = if view.rises { at.y - self.start_height } else { 0.0 };
        let target = Vec3::new(at.x, view.middle + risen, at.z);
        let mut shot =
            Shot::around(target, view.height, view.yaw_deg.to_radians() + heading + turn, view.pitch_deg.to_radians());
        shot.eye = path.place(time_secs).unwrap_or(shot.eye);
        if let Some(stance) = self.stance {
            (shot.eye, shot.target) = (stance.point(shot.eye), stance.point(shot.target));
        }
        shot.cut = path.cuts(time_secs - since_secs, time_secs);
        shot
    }
}
