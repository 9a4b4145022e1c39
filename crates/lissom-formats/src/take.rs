//! A take: a file that is being played. A clip or a motion moves its nodes, the engine its soft parts.
//!
//! Whatever is baked, simulated or shown comes from here, so that all of them agree.

use glam::{Affine3A, Quat, Vec3};
use lissom_core::{Held, Hold, Stage, StepReport, Teleport, Wind};
use lissom_rig::{Actor, ActorError, Cue, Ghost, Hands, Pose, Rig};

use crate::gltf::clip::{Clip, Target};
use crate::gltf::import::{Import, Stance};
use crate::gltf::nodes::{Trs, unit};
use crate::gltf::{self};
use crate::humanoid::HumanBone;
use crate::motion::{HumanPose, Retarget};
use crate::vrm::{self, Version, Vrm};

/// What moves the nodes of a file.
#[derive(Clone, Debug, Default)]
pub struct Act {
    pub clip: Option<Clip>,
    pub motion: Option<Retarget>,
    /// Constraints and eyes follow what moves.
    pub vrm: Option<Vrm>,
    /// Eyes look into the camera, if no motion says where.
    pub look_at_camera: bool,
    /// Begin again when it has ended.
    pub repeat: bool,
}

/// The frames of a pose that is held.
const HOLD_SECS: f64 = 1.0 / 60.0;

/// Who looks.
#[derive(Clone, Debug, Default)]
pub enum Eye {
    #[default]
    None,
    /// A camera of the file.
    OfFile(gltf::Camera),
    Given {
        camera: lissom_core::Camera,
        /// The picture before was taken from somewhere else.
        cut: bool,
    },
}

#[derive(Debug)]
pub struct Take {
    pub import: Import,
    pub actor: Actor,
    pub act: Act,
    /// Moves the character and the file's cameras as one, on top of the act.
    pub stance: Option<Pose>,
    /// Blows where no hand brings its own.
    pub wind: Wind,
    /// parent_from_node, as the file's own clip has it.
    clipped: Vec<Trs>,
    /// The same as the act has it.
    posed: Vec<Trs>,
    /// The same with simulated nodes turned.
    local: Vec<Trs>,
    world: Vec<Affine3A>,
    /// By node: whether the engine turns it.
    soft: Vec<bool>,
    time_secs: f64,
}

impl Take {
    pub fn new(import: Import, rig: &Rig, act: Act) -> Result<Take, ActorError> {
        Take::prepared(import, rig, act, Hold::Found(&Held::default()))
    }

    /// Like [`Take::new`], with poses against gravity as in [`Actor::prepared`].
    pub fn prepared(import: Import, rig: &Rig, act: Act, hold: Hold<'_>) -> Result<Take, ActorError> {
        let actor = Actor::prepared(import.character.clone(), rig, &act.moved(&import), hold)?;
        let mut soft = vec![false; import.nodes.list.len()];
        for bone in actor.joints.iter().flat_map(|j| &j.bones) {
            soft[import.node_of(*bone)] = true;
        }
        let rest = import.nodes.rest();
        let world = import.nodes.world(&rest);
        let mut take = Take {
            actor,
            act,
            stance: None,
            wind: Wind::default(),
            clipped: rest.clone(),
            posed: rest.clone(),
            local: rest,
            world,
            soft,
            time_secs: 0.0,
            import,
        };
        take.start(0.0, &Eye::None);
        Ok(take)
    }

    /// From the pose of a moment, at rest.
    pub fn start(&mut self, time_secs: f64, eye: &Eye) {
        self.time_secs = time_secs;
        self.step(0.0, eye, Some(Teleport::Reset));
    }

    /// From the pose of a moment, which is held for some time, so that everything hangs as it should. `eye` says who looks.
    pub fn settle(&mut self, time_secs: f64, hold_secs: f64, eye: &dyn Fn(&Take, f64) -> Eye) {
        self.start(time_secs, &Eye::None);
        let first = eye(self, time_secs);
        self.start(time_secs, &first);
        for _ in 0..(hold_secs / HOLD_SECS).ceil() as usize {
            let eye = eye(self, time_secs);
            self.hold(HOLD_SECS, &eye, &Hands::default());
        }
    }

    /// Back to a time of the act; what is soft stays as it is.
    pub fn rewind(&mut self, time_secs: f64) {
        self.time_secs = time_secs;
    }

    pub fn time_secs(&self) -> f64 {
        self.time_secs
    }

    /// Goes on by the given time.
    pub fn step(&mut self, dt_secs: f64, eye: &Eye, teleport: Option<Teleport>) -> StepReport {
        self.step_with(dt_secs, eye, teleport, &Hands::default(), &mut |_| {})
    }

    /// Like [`Take::step`], with hands in it, telling when each stage begins.
    pub fn step_with(
        &mut self,
        dt_secs: f64,
        eye: &Eye,
        teleport: Option<Teleport>,
        hands: &Hands<'_>,
        begin: &mut (dyn FnMut(Stage) + Send),
    ) -> StepReport {
        self.time_secs += dt_secs;
        self.simulate(dt_secs, eye, teleport, hands, begin)
    }

    /// Lets time pass for the soft parts only.
    pub fn hold(&mut self, dt_secs: f64, eye: &Eye, hands: &Hands<'_>) -> StepReport {
        self.simulate(dt_secs, eye, None, hands, &mut |_| {})
    }

    /// Turns a chain by hand, until the next step; see [`Actor::turn`].
    pub fn turn_chain(&mut self, chain: usize, turns: &[glam::Quat]) {
        self.actor.turn(chain, turns);
        self.turn();
    }

    fn simulate(
        &mut self,
        dt_secs: f64,
        eye: &Eye,
        teleport: Option<Teleport>,
        hands: &Hands<'_>,
        begin: &mut (dyn FnMut(Stage) + Send),
    ) -> StepReport {
        self.pose(eye);
        let stance = Stance::of(&self.import.nodes, &self.posed);
        let pose = self.import.poses(&stance);
        let (camera, camera_cut) = match eye {
            Eye::None => (None, false),
            Eye::OfFile(camera) => (Some(camera.seen_from(&stance.world[camera.node])), false),
            Eye::Given { camera, cut } => (Some(*camera), *cut),
        };
        let cue = Cue { camera, camera_cut, teleport, wind: self.wind, ..Cue::new(dt_secs, &pose) };
        let report = self.actor.step_with(&cue.with(hands), begin);
        self.turn();
        report
    }

    /// Nodes to where the act has them now.
    fn pose(&mut self, eye: &Eye) {
        let nodes = &self.import.nodes;
        self.posed.iter_mut().zip(&nodes.list).for_each(|(local, node)| *local = node.local);
        let time_secs = self.act.time(self.time_secs);
        if let Some(clip) = &self.act.clip {
            clip.sample(time_secs, &mut self.posed);
        }
        self.clipped.copy_from_slice(&self.posed);
        if let Some(motion) = &self.act.motion {
            motion.apply(time_secs, &mut self.posed);
        }
        if let Some(stance) = self.stance {
            for (local, _) in self.posed.iter_mut().zip(&nodes.list).filter(|(_, node)| node.parent.is_none()) {
                local.translation = stance.point(local.translation);
                local.rotation = (stance.rotation * local.rotation).normalize();
            }
        }
        let mut gaze = None;
        if let Some(motion) = &self.act.motion {
            gaze = self.act.gaze(&self.import, &self.posed, &motion.motion.sample(time_secs));
        }
        if let Some(vrm) = &self.act.vrm {
            let camera = match eye {
                Eye::Given { camera: lissom_core::Camera::Perspective { position }, .. } => {
                    Some(Vec3::from_array(*position))
                }
                Eye::OfFile(camera) => Some(nodes.world(&self.posed)[camera.node].translation.into()),
                _ => None,
            };
            vrm::pose(vrm, nodes, &mut self.posed, gaze.or(camera.filter(|_| self.act.look_at_camera)));
        }
    }

    /// Simulated nodes as the engine turned them; all others hang on them as they do.
    fn turn(&mut self) {
        self.local = self.turned(|bone| self.actor.bone(bone).rotation);
        self.world = self.import.nodes.world(&self.local);
    }

    /// parent_from_node, with simulated nodes turned as their bones are.
    fn turned(&self, turn: impl Fn(usize) -> Quat) -> Vec<Trs> {
        let nodes = &self.import.nodes;
        let mut local = self.posed.clone();
        let mut stance = Stance { world: Vec::new(), turns: vec![glam::Mat3::IDENTITY; nodes.list.len()] };
        for &node in &nodes.order {
            if self.soft[node] {
                let turned = turn(self.import.bone_of(node));
                local[node].rotation = stance.rotation(nodes, node, local[node].scale, turned);
            }
            stance.turn(nodes, node, &local[node]);
        }
        local
    }

    /// parent_from_node, simulated ones and all.
    pub fn local(&self) -> &[Trs] {
        &self.local
    }

    /// The same as the file's own clip alone has it.
    pub fn clipped(&self) -> &[Trs] {
        &self.clipped
    }

    /// world_from_node.
    pub fn world(&self) -> &[Affine3A] {
        &self.world
    }

    /// Weights of the morph targets of a drawn mesh, as the file's own clip alone has them; those at rest if it has none.
    pub fn clipped_morphs(&self, drawn: usize) -> Vec<f32> {
        let from = &self.import.drawn[drawn];
        let by_clip = self.act.clip.as_ref().and_then(|c| c.weights(from.node, self.act.time(self.time_secs)));
        let mut weights = by_clip.unwrap_or_else(|| from.weights.clone());
        weights.resize(from.primitive.morphs.len(), 0.0);
        weights
    }

    /// The same with those that go with the view.
    pub fn morphs(&self, drawn: usize) -> Vec<f32> {
        let mut weights = self.clipped_morphs(drawn);
        let targets = &self.import.character.meshes[drawn].morphs;
        for morph in self.actor.world.poses().morphs() {
            let named = targets.iter().zip(&mut weights).filter(|(target, _)| target.name == morph.name);
            named.for_each(|(_, weight)| *weight += morph.weight);
        }
        weights
    }

    /// Whether morph targets change a drawn mesh now.
    pub fn is_morphed(&self, drawn: usize) -> bool {
        match self.actor.meshes()[drawn].is_soft() {
            true => self.actor.is_morphed(drawn),
            false => self.morphs(drawn).iter().any(|weight| *weight != 0.0),
        }
    }

    /// Where the vertices and normals of a drawn mesh are.
    pub fn skinned(&self, drawn: usize) -> (Vec<Vec3>, Vec<Vec3>) {
        if self.actor.meshes()[drawn].is_soft() {
            return self.actor.skinned(drawn);
        }
        self.import.skinned(&self.import.drawn[drawn], &self.world, &self.morphs(drawn))
    }

    /// The same for all of them, as a ghost of the actor has them.
    pub fn skinned_as(&self, ghost: &Ghost) -> Vec<(Vec<Vec3>, Vec<Vec3>)> {
        let world = self.import.nodes.world(&self.turned(|bone| ghost.bones[bone].rotation));
        let of = |(k, drawn): (usize, _)| match self.actor.meshes()[k].is_soft() {
            true => self.actor.skinned_as(ghost, k),
            false => self.import.skinned(drawn, &world, &self.morphs(k)),
        };
        self.import.drawn.iter().enumerate().map(of).collect()
    }
}

impl Act {
    /// The time of the clip. Where it repeats, its end is not yet its beginning.
    fn time(&self, time_secs: f64) -> f64 {
        let secs = self.secs();
        if !self.repeat || secs <= 0.0 || time_secs <= secs {
            return time_secs;
        }
        time_secs - ((time_secs / secs).ceil() - 1.0) * secs
    }

    /// How long it lasts.
    pub fn secs(&self) -> f64 {
        self.motion.as_ref().map(|m| m.motion.secs()).or(self.clip.as_ref().map(|c| c.secs)).unwrap_or(0.0)
    }

    /// Where a motion has the eyes look, in the world.
    fn gaze(&self, import: &Import, posed: &[Trs], pose: &HumanPose) -> Option<Vec3> {
        let vrm = self.vrm.as_ref()?;
        let head = vrm.humanoid.node(HumanBone::Head)?;
        let (now, rest) =
            (Stance::of(&import.nodes, posed).pose(head), Stance::of(&import.nodes, &import.nodes.rest()));
        let ahead = if vrm.version == Version::Old { Quat::from_xyzw(0.0, 1.0, 0.0, 0.0) } else { Quat::IDENTITY };
        let turn = now.rotation * rest.pose(head).rotation.conjugate();
        // As far as one talks to somebody; only the direction counts.
        Some(now.translation + turn * (ahead * pose.look_at?) * 2.0)
    }

    /// The bones that it moves away from rest.
    pub fn moved(&self, import: &Import) -> Vec<usize> {
        (0..import.nodes.list.len()).filter(|n| self.moves(import, *n)).map(|n| import.bone_of(n)).collect()
    }

    /// Whether it turns, moves or sizes a node away from rest, by more than rounding.
    pub fn moves(&self, import: &Import, node: usize) -> bool {
        let rest = import.nodes.list[node].local;
        let tracks = self.clip.iter().flat_map(|c| &c.tracks).filter(|t| t.node == node);
        tracks.into_iter().any(|track| {
            let off = |value: &[f32]| match track.target {
                Target::Weights => 0.0,
                Target::Rotation => (rest.rotation.conjugate() * unit(Quat::from_slice(value))).xyz().length(),
                Target::Translation => {
                    Vec3::from_slice(value).distance(rest.translation) / rest.translation.length().max(1e-6)
                }
                Target::Scale => Vec3::from_slice(value).distance(rest.scale),
            };
            track.keys().any(|value| off(value) > 1e-4)
        })
    }
}
