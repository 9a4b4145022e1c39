//! A scene: a character, its rig, its motion, the wind and the camera. Tests, benchmarks, the demo and the
//! gallery all play the same ones.

use glam::Vec3;
use lissom_core::{Stage, StepReport, Teleport, Wind};
use lissom_rig::{Actor, ActorError, Character, Cue, Pose, Rig};

use crate::motion::Motion;

#[derive(Clone, Copy, Debug)]
pub struct Scene {
    pub name: &'static str,
    /// Where it comes from.
    pub from: &'static str,
    pub about: &'static str,
    /// What to look at.
    pub look: &'static str,
    /// How long it plays.
    pub seconds: f64,
    /// The first is the usual one.
    pub variants: &'static [&'static str],
    pub paper: Option<Paper>,
    pub character: fn() -> Character,
    pub rig: fn(&Character, &str) -> Rig,
    pub motion: Motion,
    pub wind: fn(f64) -> Wind,
    pub view: View,
}

/// What the paper says of its own.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    pub particles: usize,
    pub triangles: usize,
    pub simple_fps: f64,
    pub final_fps: f64,
}

/// How the camera looks at it: it follows a bone.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The bone; none follows the middle of all particles.
    pub bone: Option<&'static str>,
    /// Turn with the bone, too.
    pub follow: bool,
    /// Height of the middle of the picture, and how tall what it must hold is.
    pub middle: f32,
    pub height: f32,
    pub yaw_deg: f32,
    pub pitch_deg: f32,
    /// A turn around the character in this time; 0 stands still.
    pub orbit_secs: f64,
}

/// Where the camera is at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub target: Vec3,
    pub height: f32,
    pub yaw_rad: f32,
    pub pitch_rad: f32,
}

/// A scene that is being played.
#[derive(Debug)]
pub struct Play {
    pub scene: &'static Scene,
    pub actor: Actor,
    time_secs: f64,
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
        let pose = character.skeleton.rest_local();
        Ok(Play { scene: self, actor: Actor::new(character, &rig)?, time_secs: 0.0, pose })
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
        self.time_secs += dt_secs;
        self.pose = (self.scene.motion)(&self.actor.character.skeleton, self.time_secs);
        let wind = (self.scene.wind)(self.time_secs);
        self.actor.step_with(&Cue { dt_secs, pose: &self.pose, wind, teleport }, begin)
    }

    /// The middle of all particles.
    fn middle(&self) -> Vec3 {
        let places = self.actor.world.poses().positions();
        places.iter().map(|p| Vec3::from_array(*p)).sum::<Vec3>() / places.len().max(1) as f32
    }

    pub fn shot(&self) -> Shot {
        let view = &self.scene.view;
        let bone = view.bone.and_then(|name| self.actor.character.skeleton.find(name));
        let pose = bone.map_or(Pose::new(self.middle(), glam::Quat::IDENTITY), |b| self.actor.bone(b));
        let at = pose.translation;
        let ahead = pose.rotation * Vec3::Z;
        let heading = if view.follow { ahead.x.atan2(ahead.z) } else { 0.0 };
        let turn = if view.orbit_secs > 0.0 { self.time_secs / view.orbit_secs * std::f64::consts::TAU } else { 0.0 };
        Shot {
            target: Vec3::new(at.x, view.middle, at.z),
            height: view.height,
            yaw_rad: view.yaw_deg.to_radians() + heading + turn as f32,
            pitch_rad: view.pitch_deg.to_radians(),
        }
    }
}
