//! Ghost momentum: what a moving camera does to parts that depend on the view.
//!
//! The character holds its first pose and there is no wind, so whatever moves, moves because of the camera. Ghost
//! energy is that of the motion relative to where the parts would hang in peace at each moment's weights.

use glam::{DVec3, Quat, Vec3};
use lissom_core::{Camera, Morph};
use lissom_rig::rig::Kind;
use lissom_rig::view::Suppression;
use lissom_rig::{Actor, Character, Cue, Pose, Rig};

use crate::camera::Path;
use crate::scene::{Play, Scene, SceneError};

/// Until a part hangs in peace, at the damping below: at least so many, and no more while it moves by less than so
/// much of its length in a frame.
const RELAX_FRAMES: usize = 150;
const MAX_RELAX_FRAMES: usize = 1500;
const STILL: f64 = 1e-6;
const RELAX_DAMPING: f32 = 15.0;
/// Before the camera moves.
const SETTLE_FRAMES: usize = 900;
const SETTLE_DAMPING: f32 = 4.0;
/// Frames a second.
const FPS: f64 = 60.0;
/// Settled when everything stays this near to where it will hang, of a part's length.
const SETTLED: f64 = 0.01;

/// What a moving camera did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ghost {
    pub peak_j: f64,
    pub integral_js: f64,
    /// Kinetic energy after the camera stopped.
    pub hold_js: f64,
    /// From when the camera stopped; none if not by the end.
    pub settle_secs: Option<f64>,
    /// How far from where it hangs in peace it was at the end.
    pub residual_m: f64,
    /// The farthest it was from there at any time.
    pub deviation_m: f64,
    pub trace: Vec<Moment>,
}

/// One frame of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    pub time_secs: f64,
    /// Weights of every view-dependent part, the bind pose first.
    pub weights: Vec<Vec<f32>>,
    /// Morph targets that go with them.
    pub morphs: Vec<Morph>,
    pub ghost_j: f64,
    pub kinetic_j: f64,
}

/// Joints of a rig that depend on the view, and their weight per particle.
fn bodies(play: &Play, rig: &Rig) -> Vec<(usize, f64)> {
    let linked = rig.joints.iter().zip(&play.actor.joints);
    let seen = linked.filter(|(j, _)| j.view.is_some());
    seen.map(|(j, l)| (l.body, f64::from(j.weight_kg) / j.bones.len() as f64)).collect()
}

/// The same rig with another damping.
fn damped(rig: &Rig, damping: f32) -> Rig {
    let mut rig = rig.clone();
    for joints in &mut rig.joints {
        joints.adjust.damping = Some(damping);
    }
    rig
}

/// What is measured: a camera path around a scene that holds still.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    pub scene: &'static Scene,
    pub variant: &'a str,
    pub character: &'a Character,
    pub rig: &'a Rig,
    pub path: &'a Path,
    pub secs: f64,
    /// How the character is put; its camera goes with it.
    pub stance: Option<Pose>,
}

/// Plays a camera path around a scene that holds still.
pub fn measure(scene: &'static Scene, variant: &str, rig: &Rig, path: &Path, secs: f64) -> Result<Ghost, SceneError> {
    Trial { scene, variant, character: &(scene.character)(), rig, path, secs, stance: None }.measure()
}

/// A play that hangs in peace as the camera begins, and one to see where it would hang later.
struct Calm {
    play: Play,
    peace: Play,
    bodies: Vec<(usize, f64)>,
}

impl Trial<'_> {
    fn start(&self, rig: &Rig) -> Result<Play, SceneError> {
        // Boneless bodies move by themselves, whatever the camera does; cloth would take long to hang in peace.
        let mut rig = Rig { creatures: Vec::new(), ..rig.clone() };
        rig.regions.retain(|r| matches!(r.kind, Kind::Shell { .. }));
        let mut play = self.scene.play_with(self.variant, self.character.clone(), &rig)?;
        play.camera = self.path.clone();
        play.stance = self.stance;
        Ok(play)
    }

    /// In peace before the camera moves: first by heavy damping, then as this kind of suppression leaves it.
    fn settle(&self) -> Result<Calm, SceneError> {
        let mut peace_rig = damped(self.rig, RELAX_DAMPING);
        for view in peace_rig.joints.iter_mut().filter_map(|j| j.view.as_mut()) {
            view.suppression = Suppression::Transport;
        }
        let (mut play, mut peace) = (self.start(self.rig)?, self.start(&peace_rig)?);
        let bodies = bodies(&play, self.rig);
        for _ in 0..4 {
            relax(&mut peace, &bodies, |peace| still(peace, self.path));
        }
        let mut settling = self.start(&damped(self.rig, SETTLE_DAMPING))?;
        copy_state(&peace, &mut settling);
        for _ in 0..SETTLE_FRAMES {
            still(&mut settling, self.path);
        }
        still(&mut play, self.path);
        copy_state(&settling, &mut play);
        Ok(Calm { play, peace, bodies })
    }

    pub fn measure(&self) -> Result<Ghost, SceneError> {
        let Calm { mut play, mut peace, bodies } = self.settle()?;
        let mut ghost = Ghost::default();
        let mut all = Vec::new();
        let mut weights_before = Vec::new();
        let mut stopped = 0.0;
        let mut before: Option<Frame> = None;
        let masses = masses(&play, &bodies);
        for frame in 1..=(self.secs * FPS).round() as usize {
            play.step_held(1.0 / FPS);
            let weights: Vec<Vec<f32>> =
                bodies.iter().map(|b| play.actor.world.view_weights(b.0).unwrap_or_default()).collect();
            // Carried along with its rest shape it is nearly there.
            peace.step_held(1.0 / FPS);
            if weights != weights_before {
                relax(&mut peace, &bodies, |peace| held(peace, None));
                weights_before.clone_from(&weights);
                stopped = frame as f64 / FPS;
            }
            let here = places(&play, &bodies);
            let off: Vec<DVec3> = here.iter().zip(&places(&peace, &bodies)).map(|(a, b)| *a - *b).collect();
            ghost.deviation_m = off.iter().map(|d| d.length()).fold(ghost.deviation_m, f64::max);
            let now = Frame { here, off };
            let was = before.as_ref().unwrap_or(&now);
            let moment = Moment {
                time_secs: frame as f64 / FPS,
                weights,
                morphs: play.actor.world.poses().morphs().to_vec(),
                ghost_j: energy(&now.off, &was.off, &masses),
                kinetic_j: energy(&now.here, &was.here, &masses),
            };
            ghost.peak_j = ghost.peak_j.max(moment.ghost_j);
            ghost.integral_js += moment.ghost_j / FPS;
            ghost.trace.push(moment);
            all.push(now.here.clone());
            before = Some(now);
        }
        let end = places(&peace, &bodies);
        let far = |x: &[DVec3]| x.iter().zip(&end).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        let length = longest(&play, &bodies);
        let last = all.iter().rposition(|x| far(x) > SETTLED * length);
        ghost.residual_m = all.last().map_or(0.0, |x| far(x));
        ghost.settle_secs = match last {
            Some(last) if last + 1 == all.len() => None,
            Some(last) => Some(((last + 1) as f64 / FPS - stopped).max(0.0)),
            None => Some(0.0),
        };
        let held = ghost.trace.iter().filter(|m| m.time_secs > stopped + 1e-9);
        ghost.hold_js = held.map(|m| m.kinetic_j / FPS).sum();
        Ok(ghost)
    }

    /// How far the tip of the first part swings, relative to its base, because the base is moved: what is left when
    /// the same without moving it is taken away.
    pub fn response(&self, base: impl Fn(f64) -> Vec3) -> Result<Vec<DVec3>, SceneError> {
        let tip = |moved: bool| -> Result<Vec<DVec3>, SceneError> {
            let Calm { mut play, bodies, .. } = self.settle()?;
            let frames = 1..=(self.secs * FPS).round() as usize;
            let frame = |k: usize| {
                let shift = if moved { base(k as f64 / FPS) } else { Vec3::ZERO };
                play.stance = Some(Pose::new(shift, Quat::IDENTITY));
                play.step_held(1.0 / FPS);
                let tip = play.actor.world.poses().body(bodies[0].0).end - 1;
                (Vec3::from_array(play.actor.world.poses().positions()[tip]) - shift).as_dvec3()
            };
            Ok(frames.map(frame).collect())
        };
        Ok(tip(true)?.iter().zip(tip(false)?).map(|(a, b)| *a - b).collect())
    }
}

/// Where everything is in one frame, and how far from where it would hang in peace.
struct Frame {
    here: Vec<DVec3>,
    off: Vec<DVec3>,
}

/// Of what moved so in one frame.
fn energy(to: &[DVec3], from: &[DVec3], masses: &[f64]) -> f64 {
    let moved = to.iter().zip(from).map(|(a, b)| (*a - *b).length_squared() * FPS * FPS);
    moved.zip(masses).map(|(v, m)| 0.5 * m * v).sum()
}

/// Frames until everything rests.
fn relax(peace: &mut Play, bodies: &[(usize, f64)], mut frame: impl FnMut(&mut Play)) {
    let still = STILL * longest(peace, bodies);
    for k in 0..MAX_RELAX_FRAMES {
        let before = places(peace, bodies);
        frame(peace);
        let moved = before.iter().zip(places(peace, bodies)).map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
        if k >= RELAX_FRAMES && moved < still {
            break;
        }
    }
}

/// A frame in which not even the camera moves.
fn still(play: &mut Play, path: &Path) {
    let eye = play.first_shot(path).eye;
    held(play, Some(Camera::Perspective { position: eye.to_array() }));
}

/// A frame in which nothing moves; without a camera even views stay as they are.
fn held(play: &mut Play, camera: Option<Camera>) {
    let pose = play.held_pose();
    play.actor.step(&Cue { camera, ..Cue::new(1.0 / FPS, &pose) });
}

/// Positions and orientations of one play to another of the same shape, at rest.
fn copy_state(from: &Play, to: &mut Play) {
    let (a, b) = (&from.actor, &mut to.actor);
    let bodies =
        |actor: &Actor| actor.world.template().bodies.iter().map(|b| (b.source, b.clone())).collect::<Vec<_>>();
    let (source, target) = (bodies(a), bodies(b));
    let state = b.world.state_mut();
    let (x, q) = (a.world.state().x(), a.world.state().q());
    for (which, body) in &target {
        let Some((_, twin)) = source.iter().find(|(s, _)| s == which) else { continue };
        for (to, from) in body.slots().zip(twin.slots()) {
            for c in 0..3 {
                state.x[c][to] = x[c][from];
                state.v[c][to] = 0.0;
                state.spin[c][to] = 0.0;
            }
            for c in 0..4 {
                state.q[c][to] = q[c][from];
            }
        }
    }
}

fn places(play: &Play, bodies: &[(usize, f64)]) -> Vec<DVec3> {
    let poses = play.actor.world.poses();
    let places = bodies.iter().flat_map(|b| &poses.positions()[poses.body(b.0)]);
    places.map(|p| Vec3::from_array(*p).as_dvec3()).collect()
}

fn masses(play: &Play, bodies: &[(usize, f64)]) -> Vec<f64> {
    let poses = play.actor.world.poses();
    bodies.iter().flat_map(|b| std::iter::repeat_n(b.1, poses.body(b.0).len())).collect()
}

fn longest(play: &Play, bodies: &[(usize, f64)]) -> f64 {
    let poses = play.actor.world.poses();
    let length = |b: &(usize, f64)| {
        let places = &poses.positions()[poses.body(b.0)];
        places.windows(2).map(|p| Vec3::from_array(p[0]).distance(Vec3::from_array(p[1]))).sum::<f32>()
    };
    f64::from(bodies.iter().map(length).fold(0.0, f32::max))
}
