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
//!
//! Bodies whose joints hang together in the same way stand side by side, one per lane.

use crate::collide::at;
use crate::desc::{BodyDesc, Limit};
use crate::lanes::{LaneWidth, Numbers};
use crate::rest::RestPose;
use crate::rest::view_blend::Tree;
use crate::scratch::{Predicted, Scratch};
use crate::state::State;
use crate::step::parallel::{self, Crew, Split};
use crate::template::{Body, Template, Unit, UnitKind};
use place::Place;

mod place;

/// The frames that VRM's numbers are tuned for, a second.
const FRAMES: f32 = 60.0;
/// Shorter than this share of the body, a bone has no direction.
const SHORT: f32 = 1e-6;

/// The springs of one unit.
#[derive(Clone, Debug)]
pub struct Springs {
    pub unit: usize,
    /// Parents before children.
    joints: Vec<Joint>,

    // By slot of the unit:
    /// In a substep, m: towards rest, and whatever the direction.
    pull: Numbers,
    fall: [Numbers; 3],
    /// (n − 1) (1 − d): what a stretch costs besides.
    calm: Numbers,
    /// Shorter than this, a bone has no direction.
    short: Numbers,
    /// Empty if there are none.
    limits: Vec<Option<Limit>>,
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    index: usize,
    parent: usize,
    /// Where the parent has several children, it turns to this one and takes the others along.
    leader: usize,
}

/// The share of a velocity that is left after a substep, and of what a frame adds to it.
pub fn per_substep(drag: f32, h: f32) -> (f32, f32) {
    let kept = (1.0 - drag) / (FRAMES * h);
    (kept / (kept + drag), 1.0 / (kept + drag))
}

impl Springs {
    /// Of a unit of springs.
    pub fn new(template: &Template, unit: usize, descs: &[BodyDesc]) -> Springs {
        let (slots, bodies) = (&template.units[unit].slots, &template.bodies[template.units[unit].bodies.clone()]);
        let h = template.settings.substep_secs as f32;
        let zero = || Numbers::zeros(slots.len());
        let tree = bodies.first().map(|b| Tree::new(&descs[b.source], &[])).unwrap_or_default();
        let joint = |&k: &usize| Joint { index: k, parent: tree.parent[k], leader: tree.main[tree.parent[k]] };
        let joints = tree.order.iter().map(joint).collect();
        let fall = std::array::from_fn(|_| zero());
        let mut springs =
            Springs { unit, joints, pull: zero(), fall, calm: zero(), short: zero(), limits: vec![None; slots.len()] };
        for body in bodies {
            let params = &body.params;
            for (k, spring) in params.springs.iter().enumerate() {
                let (at, step) = (body.slot(k) - slots.start, per_substep(spring.drag, h).1 * h);
                springs.pull[at] = spring.stiffness * step;
                for c in 0..3 {
                    springs.fall[c][at] = spring.gravity[c] * step;
                }
                springs.calm[at] = (1.0 / (FRAMES * h) - 1.0).max(0.0) * (1.0 - spring.drag);
                springs.short[at] = SHORT * body.size;
                springs.limits[at] = params.limit_of(k);
            }
        }
        if springs.limits.iter().all(Option::is_none) {
            springs.limits.clear();
        }
        springs
    }

    /// A joint was put somewhere: those before it go along, from there inwards, as far as they must to be at their
    /// distances (Aristidou & Lasenby 2011, FABRIK, the way in). `hold` is the way out.
    pub fn reach(&self, rest: &RestPose, body: &Body, particle: usize, to: &mut Predicted<'_>) {
        let rest_x = |s: usize| glam::Vec3::new(rest.x[0][s], rest.x[1][s], rest.x[2][s]);
        let parent_of = |k: usize| self.joints.iter().find(|j| j.index == k).map(|j| j.parent);
        let mut outer = particle;
        // The base stays.
        while let Some(inner) = parent_of(outer).filter(|&k| parent_of(k).is_some()) {
            let (from, slot) = (body.slot(outer), body.slot(inner));
            let way = at(&to.x, slot) - at(&to.x, from);
            let place = at(&to.x, from) + way.normalize_or_zero() * rest_x(from).distance(rest_x(slot));
            for c in 0..3 {
                to.x[c][slot] = place[c];
            }
            outer = inner;
        }
    }
}

/// The pull of one substep, on what was predicted.
pub fn run(template: &Template, rest: &RestPose, state: &State, scratch: &mut Scratch, crew: Crew) {
    place_all(template, rest, scratch, Some(state), crew);
}

/// Lengths and limits of what something touched, because contacts moved it.
pub fn hold_touched(template: &Template, rest: &RestPose, scratch: &mut Scratch, crew: Crew) {
    place_all(template, rest, scratch, None, crew);
}

fn place_all(template: &Template, rest: &RestPose, scratch: &mut Scratch, from: Option<&State>, crew: Crew) {
    if template.springs.is_empty() {
        return;
    }
    let (awake, touched) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.touched));
    let view = View::new(scratch.predicted());
    let wanted = |index: usize, unit: &Unit| {
        awake[index] && (from.is_some() || touched[index]) && matches!(unit.kind, UnitKind::Springs { .. })
    };
    parallel::for_together(crew, template, view, &wanted, &|index, _, view| {
        place(template, rest, index, view, from, crew.width);
    });
    (scratch.awake, scratch.touched) = (awake, touched);
}

/// Lengths and limits of a unit, and orientations as they follow.
pub(crate) fn hold(template: &Template, rest: &RestPose, unit: usize, view: View<'_>, width: LaneWidth) {
    place(template, rest, unit, view, None, width);
}

/// The same, after the pull of a substep that began in the given state.
fn place(template: &Template, rest: &RestPose, unit: usize, view: View<'_>, from: Option<&State>, width: LaneWidth) {
    if let (Some(springs), UnitKind::Springs { packs }) = (template.springs_of(unit), template.units[unit].kind) {
        let from = from.map(State::q);
        crate::lanes::run(width, Place { springs, rest, view, packs, from });
    }
}

/// What was predicted of a unit; `base` is the first slot in it.
pub(crate) struct View<'a> {
    pub base: usize,
    pub x: [&'a mut [f32]; 3],
    pub low: [&'a mut [f32]; 3],
    pub q: [&'a mut [f32]; 4],
}

impl<'a> View<'a> {
    fn new(Predicted { x, low, q }: Predicted<'a>) -> View<'a> {
        View { base: 0, x, low, q }
    }

    /// Of the given unit alone.
    pub fn of(to: Predicted<'a>, template: &Template, unit: usize) -> View<'a> {
        let slots = &template.units[unit].slots;
        View::new(to).split_at(slots.end).0.split_at(slots.start).1
    }
}

impl Split for View<'_> {
    fn split_before(self, unit: &Unit) -> (Self, Self) {
        self.split_at(unit.slots.start)
    }
}

impl View<'_> {
    fn split_at(self, slot: usize) -> (Self, Self) {
        let mid = slot - self.base;
        let (x, x2) = parallel::split_arrays(self.x, mid);
        let (low, low2) = parallel::split_arrays(self.low, mid);
        let (q, q2) = parallel::split_arrays(self.q, mid);
        (View { base: self.base, x, low, q }, View { base: slot, x: x2, low: low2, q: q2 })
    }
}
