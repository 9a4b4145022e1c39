//! An actor: a character with a rig, made into a world and ready to play.

use glam::Vec3;
use lissom_core::{BuildError, Camera, Grab, Held, Hold, StepInput, StepReport, Teleport, Touch, Wind, World};

use crate::character::{Character, CharacterError, Pose, Skeleton};
use crate::field::FieldError;
use crate::rig::{Rig, VERSION};
use crate::sim_mesh::SimMeshError;
use crate::weights::Influences;

pub mod boneless;
mod cast;
mod ghost;
pub mod joints;
mod pick;
mod posing;
mod skinning;

pub use ghost::Ghost;
use joints::Linked;
pub use pick::{Drag, Picked};
use skinning::Matrices;

/// Why a rig does not fit a character.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ActorError {
    #[error("the rig has version {found}, this program reads up to {VERSION}; use a newer one")]
    Version { found: u32 },
    #[error("{place}: there is no bone `{bone}`; the character has {known}")]
    NoBone { place: String, bone: String, known: String },
    #[error("region `{region}`: no triangle is selected by parts {parts:?}; the character has {known}")]
    NothingSelected { region: String, parts: Vec<String>, known: String },
    #[error("joints `{joints}`: no bones are given; name some, or leave the joints out")]
    NoJoints { joints: String },
    #[error("joints `{joints}`: bone `{bone}` hangs on none of those before it; list parents first, each once")]
    LooseJoint { joints: String, bone: String },
    #[error("joints `{joints}`: the link to `{bone}` leads nowhere; it is not among the bones")]
    LooseLink { joints: String, bone: String },
    #[error("joints `{joints}`: {found} {what} for {bones} bones; give one for each, or none")]
    Count { joints: String, what: &'static str, found: usize, bones: usize },
    #[error("joints `{joints}`, bone `{bone}`: its {what} must be of finite numbers")]
    NotFinite { joints: String, bone: String, what: &'static str },
    #[error("joints `{joints}`, example `{example}`: {found} rotations for {bones} bones; give one for each")]
    Example { joints: String, example: String, found: usize, bones: usize },
    #[error("creature `{creature}`: there are no tetrahedra of that name; the character has {known}")]
    NoTets { creature: String, known: String },
    #[error("creature `{creature}`: {source}")]
    Field { creature: String, source: FieldError },
    #[error("region `{region}`: {source}")]
    SimMesh { region: String, source: SimMeshError },
    #[error(transparent)]
    Character(#[from] CharacterError),
    #[error(transparent)]
    World(#[from] BuildError),
}

#[derive(Debug)]
pub struct Actor {
    pub character: Character,
    pub world: World,
    /// Edges between particles, for looking at.
    pub edges: Vec<[u32; 2]>,
    /// Half axes of each particle.
    pub radii: Vec<Vec3>,
    /// Whether each particle is simulated.
    pub simulated: Vec<bool>,
    /// Of each particle of a boneless body: 0 outermost, 1 innermost. Empty if there are none.
    pub layers: Vec<f32>,
    rest_bones: Vec<Pose>,
    rest_particles: Vec<Pose>,
    maps: Vec<MeshMap>,
    bones: Vec<[f32; 7]>,
    /// Local poses as last given.
    given: Vec<Pose>,
    /// Simulated bones, body by body.
    pub joints: Vec<Linked>,
    creatures: Vec<Alive>,
    /// By bone: turned by the simulation, or hanging on one that is.
    carried: Vec<bool>,
    matrices: Matrices,
}

/// A boneless body.
#[derive(Debug)]
struct Alive {
    name: String,
    /// Its number in the world.
    body: usize,
}

/// How one mesh follows particles, and where its vertices were when it was last skinned.
#[derive(Debug)]
pub struct MeshMap {
    influences: Vec<Influences>,
    blend: Vec<f32>,
    /// The bind pose with morph targets; kept for its memory.
    morphed: Vec<Vec3>,
    /// Inside tetrahedra instead; empty where it is not.
    inside: Vec<boneless::Inside>,
    welded: Vec<u32>,
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
}

impl MeshMap {
    /// By vertex: the particles it follows; empty where it follows bones alone.
    pub fn influences(&self) -> &[Influences] {
        &self.influences
    }

    /// By vertex: from 0, bones alone, to 1, particles alone.
    pub fn blend(&self) -> &[f32] {
        &self.blend
    }

    /// Where its vertices are among the tetrahedra of a boneless body; empty where it is none.
    pub fn inside(&self) -> &[boneless::Inside] {
        &self.inside
    }

    /// Whether particles or tetrahedra move it, and not bones alone.
    pub fn is_soft(&self) -> bool {
        !self.influences.is_empty() || !self.inside.is_empty()
    }
}

/// What plays on the actor in one frame.
#[derive(Clone, Copy, Debug)]
pub struct Cue<'a> {
    pub dt_secs: f64,
    /// Local poses of all bones.
    pub pose: &'a [Pose],
    pub camera: Option<Camera>,
    /// The picture before was taken from somewhere else.
    pub camera_cut: bool,
    pub wind: Wind,
    pub teleport: Option<Teleport>,
    /// For boneless bodies: what is touched, which keys are struck, and how lively they are.
    pub touches: &'a [Touch],
    pub keys: &'a [&'a str],
    pub drive: f32,
    /// What somebody holds.
    pub grabs: &'a [Grab],
}

/// What somebody does in one frame to what plays.
#[derive(Clone, Copy, Debug)]
pub struct Hands<'a> {
    /// Instead of the wind that blows anyway.
    pub wind: Option<Wind>,
    pub touches: &'a [Touch],
    pub keys: &'a [&'a str],
    pub grabs: &'a [Grab],
    /// How lively boneless bodies are, 0 to 1.
    pub drive: f32,
}

impl Default for Hands<'_> {
    fn default() -> Self {
        Hands { wind: None, touches: &[], keys: &[], grabs: &[], drive: 1.0 }
    }
}

impl<'a> Cue<'a> {
    pub fn new(dt_secs: f64, pose: &'a [Pose]) -> Cue<'a> {
        Cue {
            dt_secs,
            pose,
            camera: None,
            camera_cut: false,
            wind: Wind::default(),
            teleport: None,
            touches: &[],
            keys: &[],
            drive: 1.0,
            grabs: &[],
        }
    }

    /// The same with hands in it.
    pub fn with(self, hands: &Hands<'a>) -> Cue<'a> {
        let Hands { wind, touches, keys, grabs, drive } = *hands;
        Cue { wind: wind.unwrap_or(self.wind), touches, keys, grabs, drive, ..self }
    }
}

impl Actor {
    /// For an animation that leaves simulated bones, but the first of each, in their bind pose: what it does to others
    /// is not looked at.
    pub fn new(character: Character, rig: &Rig) -> Result<Actor, ActorError> {
        Actor::animated(character, rig, &[])
    }

    /// For an animation that moves the given bones away from their bind pose. Where simulated bones are among them, the
    /// rest shape of these follows the animation, and their examples with it.
    pub fn animated(character: Character, rig: &Rig, moved: &[usize]) -> Result<Actor, ActorError> {
        Actor::prepared(character, rig, moved, Hold::Found(&Held::default()))
    }

    /// Like [`Actor::animated`]. Poses that should hold against gravity take long to find; `hold` says how far
    /// that is, or knows them.
    pub fn prepared(character: Character, rig: &Rig, moved: &[usize], hold: Hold<'_>) -> Result<Actor, ActorError> {
        if rig.version > VERSION {
            return Err(ActorError::Version { found: rig.version });
        }
        character.check()?;
        cast::cast(character, rig, moved, hold)
    }

    /// Advances the simulation; the picture follows with [`Actor::skin`].
    pub fn step(&mut self, cue: &Cue<'_>) -> StepReport {
        self.step_with(cue, &mut |_| {})
    }

    /// Like [`Actor::step`], telling when each stage begins.
    pub fn step_with(&mut self, cue: &Cue<'_>, begin: &mut (dyn FnMut(lissom_core::Stage) + Send)) -> StepReport {
        self.given.clear();
        self.given.extend_from_slice(cue.pose);
        self.pose();
        let input = StepInput {
            dt_secs: cue.dt_secs,
            bones: &self.bones,
            camera: cue.camera,
            camera_cut: cue.camera_cut,
            wind: cue.wind,
            teleport: cue.teleport,
            touches: cue.touches,
            keys: cue.keys,
            grabs: cue.grabs,
            drive: cue.drive,
        };
        let report = self.world.step_with(&input, begin);
        self.turn_bones();
        report
    }

    /// Bones of joints to where these are, and what hangs on them.
    fn turn_bones(&mut self) {
        for linked in &self.joints {
            linked.pose(&self.world, &self.given, &self.rest_bones, &mut self.bones);
        }
        self.carry();
    }

    /// What hangs on simulated bones, to where these are.
    fn carry(&mut self) {
        for (k, bone) in self.character.skeleton.bones.iter().enumerate().filter(|(k, _)| self.carried[*k]) {
            if let Some(parent) = bone.parent {
                let here = self.given.get(k).copied().unwrap_or(bone.parent_from_bone);
                self.bones[k] = from_array(&self.bones[parent]).then(&here).to_array();
            }
        }
    }

    /// World poses of the bones, from local ones, parents first.
    fn pose(&mut self) {
        for (k, bone) in self.character.skeleton.bones.iter().enumerate() {
            let here = self.given.get(k).copied().unwrap_or(bone.parent_from_bone);
            let world = match bone.parent {
                Some(p) => from_array(&self.bones[p]).then(&here),
                None => here,
            };
            self.bones[k] = world.to_array();
        }
    }

    /// World poses of the bones: as last given, or as simulated.
    pub fn bone(&self, index: usize) -> Pose {
        from_array(&self.bones[index])
    }

    /// The body of the world that a creature is.
    pub fn creature(&self, name: &str) -> Option<usize> {
        self.alive(name).map(|c| c.body)
    }

    fn alive(&self, name: &str) -> Option<&Alive> {
        self.creatures.iter().find(|c| c.name == name)
    }

    /// Mesh by mesh as in the character; vertices as [`Actor::skin`] left them.
    pub fn meshes(&self) -> &[MeshMap] {
        &self.maps
    }
}

fn bone(skeleton: &Skeleton, name: &str, place: impl Fn() -> String) -> Result<usize, ActorError> {
    skeleton.find(name).ok_or_else(|| ActorError::NoBone {
        place: place(),
        bone: name.to_owned(),
        known: skeleton.bones.iter().map(|b| b.name.as_str()).collect::<Vec<_>>().join(", "),
    })
}

fn from_array(a: &[f32; 7]) -> Pose {
    Pose::new(Vec3::new(a[0], a[1], a[2]), glam::Quat::from_xyzw(a[3], a[4], a[5], a[6]))
}
