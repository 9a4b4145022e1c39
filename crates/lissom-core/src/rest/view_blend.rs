//! \[KI13\] A rest shape blended by the view direction.
//!
//! Examples say what a chain should look like seen from somewhere; the camera says how much each counts
//! ([`weights`]); their relative rotations are blended and laid out from the base ([`blend`]). The chain is carried
//! along with its rest shape, so that a moving camera does not shake it ([`transport`]).
//!
//! Chains of one kind are worked on together, one per lane; a net of rods is worked on alone.

use crate::input::{Camera, StepInput};
use crate::lanes::{LaneWidth, Numbers};
use crate::output::Morph;
use crate::rest::{RestPose, width_for};
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::step::constrain;
use crate::step::frame::FramePlan;
use crate::step::pose;
use crate::template::{Body, Template};
use glam::{Quat, Vec3};

pub mod blend;
pub mod examples;
pub mod hold;
mod linear;
pub mod poses;
pub mod projection;
pub mod sag;
pub mod transport;
mod tree;
pub mod weights;

pub use examples::{Kind, Suppress, Views};
pub use hold::{Held, Hold};
pub use tree::Tree;

/// What a body should look like from where.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewBlend {
    /// Beside these there is always the bind pose, for views that are far from all of them.
    pub examples: Vec<ViewExample>,
    pub weighting: Weighting,
    pub descriptor: Descriptor,
    pub suppression: Suppression,
    /// How quickly the shape follows the camera, as the time constant of an exponential.
    pub response_secs: f32,
    pub sag: Sag,
    /// In wind faster than this, m/s, nothing is done about ghost momentum.
    pub until_wind: f32,
}

impl Default for ViewBlend {
    fn default() -> ViewBlend {
        ViewBlend {
            examples: Vec::new(),
            weighting: Weighting::Gaussian,
            descriptor: Descriptor::ParentLocal,
            suppression: Suppression::Transport,
            response_secs: 0.1,
            sag: Sag::Off,
            until_wind: f32::INFINITY,
        }
    }
}

/// One example. All of it is in the frame of the body's first particle.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewExample {
    pub positions: Vec<[f32; 3]>,
    /// Orientations; those of the bind pose, bent along, if left empty.
    pub rotations: Vec<[f32; 4]>,
    /// Towards the camera.
    pub direction: [f32; 3],
    /// How far around that direction it counts, rad.
    pub extent: f32,
    /// Morph targets that go with it.
    pub morphs: Vec<Morph>,
}

/// How view directions become weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weighting {
    /// \[KI13\] Algorithm 1. Where extents overlap no example is met exactly.
    Gaussian,
    /// The same, made to meet every example exactly.
    Interpolating,
    /// \[R99\] Barycentric in a triangulation of the directions, which must lie all around. The bind pose counts
    /// nowhere.
    Triangulated,
}

/// What relative rotations are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Descriptor {
    /// The segment before. Curls keep their form while they swing.
    ParentLocal,
    /// \[KI13\] Eq. 7-9 as printed: the base; and one pivot for all joints.
    Paper,
}

/// What is done about ghost momentum, the motion that a moving camera would cause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Suppression {
    /// Nothing: the chain is pulled to its new rest shape.
    None,
    /// \[KI13\] the naive remedy: all motion is damped, this much per second more.
    Damping { rate: f32 },
    /// \[KI13\] Sec. 4: velocities come from a second solve, towards the nearest blend of the examples.
    /// `ridge` draws it to the view's weights, `window` is how far from them it may be.
    Projection { ridge: f32, window: f32 },
    /// The chain moves with its rest shape, keeping strain and motion.
    Transport,
}

/// Whether authored poses are what gravity leaves, or what it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sag {
    /// Poses sag.
    Off,
    /// Poses are met while the base is as in the bind pose.
    Upright,
    /// Poses are met however the base is turned.
    AnyTilt,
}

/// Rows of numbers per body that the state keeps for a view: its direction first, its weights last.
pub mod row {
    /// Which way gravity pulls.
    pub const DOWN: usize = 3;
    /// Above 0 in the frame of a cut.
    pub const CUT: usize = 6;
    /// How far weights are from where they go.
    pub const GAP: usize = 7;
    /// Above 0 where a change of the view carries the body.
    pub const CARRIED: usize = 8;
    pub const WEIGHTS: usize = 9;
}

/// Steps that close loops.
const CLOSING_STEPS: usize = 4;
/// Gravity that turned by more is another one.
const KNOWN_DOT: f32 = 0.5;
/// Gravity that turns by less is not followed.
const TILT: f32 = 1e-3;
/// A view that turns by more than this within a frame is a cut.
const CUT_DOT: f32 = 0.5;

/// Rest poses as they hang, apart from what gravity acts on: frames of segments, by the joint they lead to,
/// and orientations of joints; of now and of the frame before.
#[derive(Clone, Debug)]
pub struct Posed {
    pub now: Laid,
    pub before: Laid,
}

#[derive(Clone, Debug)]
pub struct Laid {
    /// r, from segment to segment along the chain, whatever the descriptor blends.
    pub rotation: [Numbers; 4],
    pub frame: [Numbers; 4],
    pub turn: [Numbers; 4],
}

impl Posed {
    pub fn new(slots: usize) -> Posed {
        let turns = || std::array::from_fn(|c| Numbers::new(if c == 3 { 1.0 } else { 0.0 }, slots));
        let laid = Laid { rotation: turns(), frame: turns(), turn: turns() };
        Posed { now: laid.clone(), before: laid }
    }
}

/// Every body in its bind pose, until there is a camera.
pub fn start(template: &Template, state: &mut State) {
    let axes = sag::axes(&template.settings);
    let StateMut { views: rows, .. } = state.split();
    let down = axes.map(|a| a.dot(Vec3::from_array(template.settings.gravity).normalize_or_zero()));
    for views in &template.views {
        let rows = views.rows(rows);
        rows.fill(0.0);
        for column in 0..views.columns {
            rows[row::WEIGHTS * views.columns + column] = 1.0;
            for c in 0..3 {
                rows[(row::DOWN + c) * views.columns + column] = down[c];
            }
        }
    }
    for views in &template.views {
        views.start_warm(template, state);
    }
}

/// Lays every rest pose out anew, as the weights in the state say.
pub fn load(template: &Template, state: &mut State, rest: &mut RestPose, width: LaneWidth) {
    let StateMut { views: rows, .. } = state.split();
    for (index, views) in template.views.iter().enumerate() {
        blend::run(template, views, views.rows(rows), rest, index, width);
    }
}

/// Follows the camera. What must not feel it is carried along, and marked as such.
pub fn advance(
    template: &Template,
    state: &mut State,
    rest: &mut RestPose,
    scratch: &mut Scratch,
    input: &StepInput<'_>,
    plan: &FramePlan,
    width: LaneWidth,
) {
    scratch.carried.fill(false);
    scratch.cut = false;
    if plan.fresh {
        start(template, state);
        load(template, state, rest, width);
    }
    for (index, views) in template.views.iter().enumerate() {
        let StateMut { views: rows, still, .. } = state.split();
        let rows = views.rows(rows);
        let looked = look(template, views, rows, scratch, input, plan);
        let turned = looked.any && weights::run(views, rows, plan.dt_secs, width_for(template, views.unit, width));
        if !turned && !looked.tilted {
            continue;
        }
        let unit = &template.units[views.unit];
        scratch.awake[views.unit] = true;
        still[unit.bodies.clone()].fill(0.0);
        let posed = &mut rest.posed[index];
        std::mem::swap(&mut posed.now, &mut posed.before);
        blend::run(template, views, rows, rest, index, width);
        let minds = views.minds(Vec3::from_array(input.wind.velocity).length());
        if plan.fresh || views.kind.suppress == Suppress::Transport && minds {
            transport::run(template, views, index, rest, state, scratch, width);
            close(template, views, state, scratch);
            scratch.carried[views.unit] = true;
            scratch.cut |= looked.cut;
        }
    }
}

/// Brings loops together that were carried apart.
fn close(template: &Template, views: &Views, state: &mut State, scratch: &mut Scratch) {
    if let Some(net) = views.loops.map(|n| &template.nets[n]) {
        let StateMut { mut x, .. } = state.split();
        for _ in 0..CLOSING_STEPS {
            constrain::bring_to_length(net, &net.lengths, &template.inv_mass, &mut x, scratch.nets().1);
        }
    }
}

/// One body at rest as authored, around where its first joint is.
pub fn reset(template: &Template, rest: &RestPose, state: &mut State, body: &Body) {
    let Some(index) = template.view_of(template.by_source[body.source]) else { return };
    let (views, laid) = (&template.views[index], &rest.posed[index].now);
    let unit = template.units[views.unit].slots.start;
    let StateMut { mut x, mut q, .. } = state.split();
    let place = |x: &[&mut [f32]; 3], s: usize| Vec3::new(x[0][s], x[1][s], x[2][s]);
    let first = body.first;
    let turn = Quat::from_xyzw(q[0][first], q[1][first], q[2][first], q[3][first]) * template.bind_q[first].conjugate();
    let axis = (template.bind_x[body.slot(views.tree.order[0])] - template.bind_x[first]).normalize();
    for &k in &views.tree.order {
        let (slot, before) = (body.slot(k), body.slot(views.tree.parent[k]));
        let along = turn * views.frame(laid, first - unit, body.track.stride, k) * axis;
        let way = along * views.length[slot - unit];
        let position = place(&x, before) + way;
        let rest = views.turn(laid, first - unit, body.track.stride, k);
        pose::set(&mut x, &mut q, slot, position, turn * rest);
    }
    if views.kind.suppress == Suppress::Projection {
        let StateMut { warm, views: all, .. } = state.split();
        for slot in body.slots() {
            for (c, place) in views.warm_places(slot - unit).into_iter().enumerate() {
                all[place] = warm[c][slot];
            }
        }
    }
}

/// The warm starts of a body's second solve, turned with it.
pub fn turn_warm(template: &Template, state: &mut State, body: &Body, turn: Quat) {
    let views = template.view_of(template.by_source[body.source]).map(|index| &template.views[index]);
    if let Some(views) = views.filter(|v| v.kind.suppress == Suppress::Projection) {
        let unit = template.units[views.unit].slots.start;
        for slot in body.slots() {
            let at = views.warm_places(slot - unit);
            let all = state.split().views;
            let turned = (turn * Quat::from_array(at.map(|place| all[place]))).normalize().to_array();
            for (place, value) in at.into_iter().zip(turned) {
                all[place] = value;
            }
        }
    }
}

/// Weights were set from outside: a camera has somewhere to bring them from.
pub fn weights_have_changed(template: &Template, rows: &mut [f32]) {
    for views in &template.views {
        let gaps = row::GAP * views.columns..(row::GAP + 1) * views.columns;
        views.rows(rows)[gaps].fill(1.0);
    }
}

struct Looked {
    /// Weights have somewhere to go.
    any: bool,
    /// Gravity comes from elsewhere.
    tilted: bool,
    /// The camera jumped.
    cut: bool,
}

/// View direction and gravity as seen from the bases of a unit, at the end of this frame.
fn look(
    template: &Template,
    views: &Views,
    rows: &mut [f32],
    scratch: &Scratch,
    input: &StepInput<'_>,
    plan: &FramePlan,
) -> Looked {
    let mut looked = Looked { any: plan.fresh && input.camera.is_some(), tilted: plan.fresh, cut: false };
    let axes = sag::axes(&template.settings);
    let down = Vec3::from_array(template.settings.gravity).normalize_or_zero();
    let mut hung_on = (0, pose::bone_at_end(template, scratch, 0));
    for (column, body) in template.bodies[template.units[views.unit].bodies.clone()].iter().enumerate() {
        let at = |row: usize| row * views.columns + column;
        let binding = &template.binding[body.first];
        let (position, from_world) = if binding.is_rigid() {
            // Many hang on one bone.
            if hung_on.0 != binding.bones[0] {
                hung_on = (binding.bones[0], pose::bone_at_end(template, scratch, binding.bones[0]));
            }
            (hung_on.1.point(template.bind_x[body.first]), hung_on.1.rotation.conjugate())
        } else {
            let (position, turn) = pose::at_end(template, scratch, body.first);
            (position, template.bind_q[body.first] * turn.conjugate())
        };
        let before = Vec3::new(rows[at(0)], rows[at(1)], rows[at(2)]);
        let here = direction(input.camera, position, from_world, body.size).unwrap_or(before);
        let cut = plan.fresh || input.camera_cut || here.dot(before) < CUT_DOT;
        looked.any |= input.camera.is_some() && (here != before || rows[at(row::GAP)] > weights::NOTHING);
        for c in 0..3 {
            rows[at(c)] = here[c];
        }
        // How a limp body hangs is known for one direction of gravity; far from that, it is better left alone.
        let known = !views.limp[column] || (from_world * down).dot(down) > KNOWN_DOT;
        rows[at(row::CARRIED)] = f32::from(known || plan.fresh);
        rows[at(row::CUT)] = f32::from(cut);
        looked.cut |= cut;
        if views.kind.bakes == 3 {
            let down = from_world * down;
            let pull = axes.map(|axis| axis.dot(down));
            if (0..3).any(|c| (rows[at(row::DOWN + c)] - pull[c]).abs() > TILT) {
                looked.tilted = true;
                for c in 0..3 {
                    rows[at(row::DOWN + c)] = pull[c];
                }
            }
        }
    }
    looked
}

/// From a base to the camera; none where that says nothing.
fn direction(camera: Option<Camera>, base: Vec3, from_world: Quat, size: f32) -> Option<Vec3> {
    let towards = match camera? {
        Camera::Perspective { position } => Vec3::from_array(position) - base,
        Camera::Orthographic { forward } => -Vec3::from_array(forward) * 1e3 * size,
    };
    let length = towards.length();
    (length.is_finite() && length > 1e-3 * size).then(|| from_world * (towards / length))
}
