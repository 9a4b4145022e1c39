//! Springs of VRM (`VRMC_springBone`): each bone swings on its own, its end pulled to where the bone before has it at
//! rest. The leader is followed: from the base outwards, and nothing pulls back.
//!
//! VRM says what happens in a frame of 1/60 s: `v' = (1 − d) v + f`, where `f` is the pull, and the end moves by `v'`.
//! That is an implicit Euler step of `dv/dt = (60 f − 60 d v) / (1 − d)`. Here it is the same, in shorter steps: `1/n`
//! of a frame gives `v' = (n (1 − d) v + f) / (n (1 − d) + d)`. The speed that is reached in the end, and the way that
//! a push leads to, are those of VRM.
//!
//! Then VRM brings the bone back to its length, and with it the way that its end took: speed is lost by as much as the
//! bone was stretched, and that is a good part of what calms it. A stretch by the share σ in a short step would be one
//! of `n (n (1 − d) + d) σ` in a frame, and n of them cost n σ: so each is made to cost `(n − 1) (1 − d) σ` more.
//!
//! The orientation of a particle is that of the bone which ends there: how it would turn its own children, at rest.

use crate::collide::at;
use crate::desc::{BodyDesc, Limit};
use crate::quat::minrot;
use crate::rest::RestPose;
use crate::rest::view_blend::Tree;
use crate::scratch::{Predicted, Scratch};
use crate::state::State;
use crate::step::constrain::allowed;
use crate::step::pose;
use crate::template::Template;
use glam::{DVec3, Quat, Vec3};

/// The frames that VRM's numbers are tuned for, a second.
const FRAMES: f32 = 60.0;
/// Shorter than this share of the body, a bone has no direction.
const SHORT: f32 = 1e-6;

/// The springs of one body.
#[derive(Clone, Debug)]
pub struct Springs {
    pub unit: usize,
    size: f32,
    /// Parents before children.
    joints: Vec<Joint>,
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    slot: usize,
    parent: usize,
    /// Where the parent has several children, it turns to this one and takes the others along.
    leader: usize,
    /// In a substep, m: towards rest, and whatever the direction.
    pull: f32,
    fall: Vec3,
    /// (n − 1) (1 − d): what a stretch costs besides.
    calm: f32,
    limit: Option<Limit>,
}

/// The share of a velocity that is left after a substep, and of what a frame adds to it.
pub fn per_substep(drag: f32, h: f32) -> (f32, f32) {
    let kept = (1.0 - drag) / (FRAMES * h);
    (kept / (kept + drag), 1.0 / (kept + drag))
}

impl Springs {
    pub fn new(template: &Template, body: usize, desc: &BodyDesc) -> Springs {
        let found = &template.bodies[body];
        let h = template.settings.substep_secs as f32;
        let tree = Tree::new(desc, &[]);
        let joint = |&k: &usize| {
            let (spring, parent) = (&desc.params.springs[k], tree.parent[k]);
            let step = per_substep(spring.drag, h).1 * h;
            Joint {
                slot: found.slot(k),
                parent: found.slot(parent),
                leader: found.slot(tree.main[parent]),
                pull: spring.stiffness * step,
                fall: Vec3::from_array(spring.gravity) * step,
                calm: (1.0 / (FRAMES * h) - 1.0).max(0.0) * (1.0 - spring.drag),
                limit: desc.params.limit_of(k),
            }
        };
        Springs {
            unit: template.units.partition_point(|u| u.bodies.end <= body),
            size: found.size,
            joints: tree.order.iter().map(joint).collect(),
        }
    }

    /// Lengths and limits, and orientations as they follow.
    pub fn hold(&self, rest: &RestPose, to: Predicted<'_>) {
        self.place(rest, to, None);
    }

    /// A joint was put somewhere: those before it go along, from there inwards, as far as they must to be at their
    /// distances (Aristidou & Lasenby 2011, FABRIK, the way in). [`Springs::hold`] is the way out.
    pub fn reach(&self, rest: &RestPose, slot: usize, to: &mut Predicted<'_>) {
        let rest_x = |s: usize| Vec3::new(rest.x[0][s], rest.x[1][s], rest.x[2][s]);
        let joint_at = |slot: usize| self.joints.iter().find(|j| j.slot == slot);
        let mut outer = joint_at(slot);
        // The base stays.
        while let Some((joint, inner)) = outer.and_then(|joint| Some((joint, joint_at(joint.parent)?))) {
            let way = at(&to.x, inner.slot) - at(&to.x, joint.slot);
            let length = rest_x(joint.slot).distance(rest_x(inner.slot));
            let place = at(&to.x, joint.slot) + way.normalize_or_zero() * length;
            for c in 0..3 {
                to.x[c][inner.slot] = place[c];
            }
            outer = Some(inner);
        }
    }

    /// The same, after the pull of a substep that began in the given state.
    fn place(&self, rest: &RestPose, to: Predicted<'_>, from: Option<&State>) {
        let Predicted { mut x, mut low, mut q } = to;
        let rest_x = |s: usize| Vec3::new(rest.x[0][s], rest.x[1][s], rest.x[2][s]);
        let rest_q = |s: usize| Quat::from_array(std::array::from_fn(|c| rest.q[c][s]));
        for joint in &self.joints {
            let turn = |s: usize| Quat::from_array(std::array::from_fn(|c| q[c][s]));
            let along = rest_x(joint.slot) - rest_x(joint.parent);
            let length = along.length();
            let like = if joint.leader == joint.slot { joint.parent } else { joint.leader };
            let mut world_from_rest = turn(like) * rest_q(like).conjugate();
            let mut way = world_from_rest * along;
            // A bone without a length keeps its turn.
            if joint.leader == joint.slot && length > SHORT * self.size {
                let straight = way / length;
                let mut ahead = at(&x, joint.slot) - at(&x, joint.parent);
                if let Some(from) = from {
                    let q = Quat::from_array(std::array::from_fn(|c| from.q()[c][joint.slot]));
                    let before = q * rest_q(joint.slot).conjugate() * along / length;
                    ahead += straight * joint.pull + joint.fall;
                    let stretch = (ahead.length() / length - 1.0).max(0.0);
                    ahead = before + (ahead.normalize_or(straight) - before) / (1.0 + joint.calm * stretch);
                }
                let mut direction = ahead.normalize_or(straight);
                if let Some(limit) = joint.limit {
                    direction = allowed(limit, turn(joint.parent), straight, direction);
                }
                way = direction * length;
                let arc = minrot(straight.as_dvec3(), direction.as_dvec3(), DVec3::X);
                world_from_rest = arc.as_quat() * world_from_rest;
            }
            let place = at(&x, joint.parent) + way;
            pose::set(&mut x, &mut q, joint.slot, place, (world_from_rest * rest_q(joint.slot)).normalize());
            low.iter_mut().for_each(|array| array[joint.slot] = 0.0);
        }
    }
}

/// The pull of one substep, on what was predicted.
pub fn run(template: &Template, rest: &RestPose, state: &State, scratch: &mut Scratch) {
    for springs in &template.springs {
        if scratch.awake[springs.unit] {
            springs.place(rest, scratch.predicted(), Some(state));
        }
    }
}
