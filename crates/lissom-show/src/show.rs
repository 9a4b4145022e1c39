//! A scene or a character from a file, being played.

use glam::{Quat, Vec3};
use lissom_core::{Camera, Snapshot, Stage, StepReport, Teleport};
use lissom_formats::take::{Eye, Take};
use lissom_rig::{Actor, Hands, Pose};
use lissom_scenes::camera::{Path, Shot};
use lissom_scenes::scene::Play;

use crate::drawn::Models;
use crate::eye::{Frame, View};
use crate::textures::Textures;

/// What does nothing is watched for so long.
const STILL_SECS: f64 = 3.0;

#[derive(Debug)]
pub enum Show {
    Scene(Box<Play>, Models),
    File(Box<FromFile>),
}

#[derive(Debug)]
pub struct FromFile {
    pub take: Take,
    /// What view-dependent parts are shown to, and the picture is taken by if it is a path.
    pub view: View,
    /// What the picture must hold.
    pub frame: Frame,
    pub path: Path,
    pub textures: Textures,
    pub models: Models,
}

impl From<Play> for Show {
    fn from(play: Play) -> Show {
        Show::Scene(Box::new(play), Models::default())
    }
}

/// A moment of a show.
#[derive(Clone, Debug)]
pub struct Moment {
    pub time_secs: f64,
    /// Where it was seen from.
    pub eye: Vec3,
    particles: usize,
    state: Snapshot,
}

/// About what a particle takes in a moment: where it is and was, how it turns, what it touched.
const PARTICLE_BYTES: usize = 160;

impl Moment {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Moment>() + PARTICLE_BYTES * self.particles
    }
}

impl Show {
    pub fn actor(&self) -> &Actor {
        match self {
            Show::Scene(play, _) => &play.actor,
            Show::File(file) => &file.take.actor,
        }
    }

    pub fn actor_mut(&mut self) -> &mut Actor {
        match self {
            Show::Scene(play, _) => &mut play.actor,
            Show::File(file) => &mut file.take.actor,
        }
    }

    /// How long there is something to see.
    pub fn length_secs(&self) -> f64 {
        match self {
            Show::Scene(play, _) => play.scene.seconds,
            Show::File(file) => Some(file.take.act.secs()).filter(|s| *s > 0.0).unwrap_or(STILL_SECS),
        }
    }

    pub fn time_secs(&self) -> f64 {
        match self {
            Show::Scene(play, _) => play.time_secs(),
            Show::File(file) => file.take.time_secs(),
        }
    }

    /// One frame, its stages told to `begin`.
    pub fn step(&mut self, dt_secs: f64, begin: &mut (dyn FnMut(Stage) + Send)) {
        match self {
            Show::Scene(play, _) => play.step_with(dt_secs, None, begin),
            Show::File(file) => {
                let eye = file.view.eye(&file.take, file.take.time_secs() + dt_secs, dt_secs);
                file.take.step_with(dt_secs, &eye, None, &Hands::default(), begin)
            }
        };
    }

    /// No time passes, and everything is at rest, as it should look from a place.
    pub fn rest(&mut self, eye: Vec3) {
        self.jump(Teleport::Reset, eye);
    }

    /// To another time at once; what is soft goes along as it hangs.
    pub fn go_on_at(&mut self, time_secs: f64, eye: Vec3) {
        self.rewind(time_secs);
        self.jump(Teleport::Keep, eye);
    }

    fn jump(&mut self, how: Teleport, eye: Vec3) {
        match self {
            Show::Scene(play, _) => play.jump_seen(how, eye),
            Show::File(file) => {
                let eye = Eye::Given { camera: Camera::Perspective { position: eye.to_array() }, cut: true };
                file.take.step(0.0, &eye, Some(how))
            }
        };
    }

    fn rewind(&mut self, time_secs: f64) {
        match self {
            Show::Scene(play, _) => play.rewind(time_secs),
            Show::File(file) => file.take.rewind(time_secs),
        }
    }

    /// Turns a chain by hand, until the next step.
    pub fn turn(&mut self, chain: usize, turns: &[Quat]) {
        match self {
            Show::Scene(play, _) => play.actor.turn(chain, turns),
            Show::File(file) => file.take.turn_chain(chain, turns),
        }
    }

    /// One frame with hands in it, seen from a place in the world. `cut` is whether the picture before was taken from
    /// somewhere else.
    pub fn step_seen(&mut self, dt_secs: f64, eye: Vec3, cut: bool, hands: &Hands<'_>) -> StepReport {
        match self {
            Show::Scene(play, _) => play.step_seen(dt_secs, eye, cut, hands),
            Show::File(file) => {
                let eye = Eye::Given { camera: Camera::Perspective { position: eye.to_array() }, cut };
                file.take.step_with(dt_secs, &eye, None, hands, &mut |_| {})
            }
        }
    }

    /// Moves the whole character, on top of what it does.
    pub fn stand(&mut self, stance: Option<Pose>) {
        match self {
            Show::Scene(play, _) => play.stance = stance,
            Show::File(file) => file.take.stance = stance,
        }
    }

    /// The state of a moment, to come back to; `eye` is where it was last seen from.
    pub fn moment(&self, eye: Vec3) -> Moment {
        let actor = self.actor();
        Moment { time_secs: self.time_secs(), eye, particles: actor.radii.len(), state: actor.world.snapshot() }
    }

    /// Back to a moment of this show.
    pub fn go_to(&mut self, moment: &Moment) {
        self.actor_mut().world.restore(&moment.state);
        self.rewind(moment.time_secs);
        self.step_seen(0.0, moment.eye, false, &Hands::default());
    }

    /// Where the picture is taken from.
    pub fn shot(&self) -> Shot {
        match self {
            Show::Scene(play, _) => play.shot(),
            Show::File(file) => match &file.view {
                View::OfFile(camera) => {
                    let node = file.take.world()[camera.node];
                    let eye = Vec3::from(node.translation);
                    let ahead = -Vec3::from(node.matrix3.z_axis).normalize_or(Vec3::Z);
                    Shot { eye, target: eye + ahead, cut: false }
                }
                _ => file.frame.shot(&file.take, &file.path, file.take.time_secs(), 0.0),
            },
        }
    }
}
