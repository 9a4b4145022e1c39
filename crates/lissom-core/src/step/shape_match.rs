//! \[MC11s\] Matching: fit each group's rest shape to what is there, and pull towards the mean of the fits.
//!
//! Moments and goals are factored. A particle adds one block of twelve numbers,
//! `m̃ (u x̄ᵀ + (1/5) R D R̄ᵀ)` and `m̃ u`, to every group it is in; a group's moment is the sum of its
//! members' blocks less `(Σ m̃ u) c̄ᵀ`, plus that of the rest pose. The other way round, a group hands its members
//! one block, `R − R_b`, `t` and `q`; a particle's mean goal is `(Σ (R − R_b) x̄ + Σ t) / count`. All groups read the same positions (Jacobi), so
//! the result does not depend on order and momentum is kept: Σ m Δx = 0. Rounding is as large as the last digit
//! of a goal, and the same from step to step; what it adds to the momentum of a free body is taken off again.
//!
//! | symbol | here | |
//! |---|---|---|
//! | x, q | `x`, `q` | predicted position, relative to the body's reference particle, and orientation |
//! | u | `u` | x less the rest position turned like the reference particle, see `base_turn` |
//! | x̄, q̄ | `rest.x`, `rest.q` | rest pose |
//! | m̃ | `match_mass` | mass over number of groups |
//! | c̄ | `rest.center` | rest centre of a group |
//! | α, β | `alpha`, `beta` | share of the way to the goal, per pass |

use crate::lanes::{Lanes, Memory};
use crate::math::{Mat3, Quat, Vec3, inv_sqrt};
use crate::rest::RestPose;
use crate::rotation::{self, Fit};
use crate::scratch::Scratch;
use crate::state::State;
use crate::step::parallel::{self, Crew};
use crate::step::view::View;
use crate::template::{Template, Unit, UnitKind};

pub mod chains;
mod mesh;

pub use chains::{block_at, room};

/// Newton steps per pass; the warm start makes two enough.
const NEWTON_STEPS: usize = 2;

/// How far towards the goals a pass goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As stiff as a body is.
    Usual,
    /// All the way.
    Full,
}

/// One pass over every unit that still has one to do.
pub fn run(
    template: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    pass: u32,
    strength: Strength,
    crew: Crew,
) {
    let awake = std::mem::take(&mut scratch.awake);
    let wanted = |index: usize, unit: &Unit| pass < unit.passes && awake[index];
    parallel::for_together(crew, template, View::new(state, scratch), &wanted, &|_, unit, view| match unit.kind {
        UnitKind::Chains { packs, ring } => {
            let (free, lengths, kept) = (unit.free, None, InWorld);
            let pass = chains::Pass { template, rest, view, packs, ring, free, strength, lengths, kept };
            crate::lanes::run(unit.width(crew.width), pass);
        }
        UnitKind::Mesh => {
            let body = &template.bodies[unit.bodies.start];
            crate::lanes::run(crew.width.scattered(), mesh::Pass { template, rest, view, body, strength });
        }
        UnitKind::Springs { .. } | UnitKind::Tets | UnitKind::Loose => {}
    });
    scratch.awake = awake;
}

/// How orientations are kept while they are matched.
pub trait Kept: Copy {
    /// The turn of a body's reference particle from the rest pose, R_b. Everything is taken relative to the rest pose
    /// turned by it: `u = x − R_b x̄`. Any R_b gives the same fit; this one makes the numbers small, and at rest they
    /// are nothing at all, so that rounding moves nothing.
    fn base_turn<L: Lanes>(self, q: Quat<L>, rest_q: Quat<L>) -> Mat3<L>;
    /// m̃/5 R D R̄ᵀ: what a particle's own orientation adds to a moment.
    fn spun<L: Lanes>(self, rest: &RestPose, slot: usize, q: Quat<L>) -> Mat3<L>;
    /// What the sum of the turns of a particle's groups wants it to be.
    fn goal<L: Lanes>(self, rest: &RestPose, slot: usize, turns: Quat<L>) -> Quat<L>;
}

/// As they are.
#[derive(Clone, Copy)]
pub struct InWorld;

impl Kept for InWorld {
    #[inline(always)]
    fn base_turn<L: Lanes>(self, q: Quat<L>, rest_q: Quat<L>) -> Mat3<L> {
        q.mul(rest_q.conjugate()).matrix()
    }
    #[inline(always)]
    fn spun<L: Lanes>(self, rest: &RestPose, slot: usize, q: Quat<L>) -> Mat3<L> {
        q.matrix().mul(&Mat3(std::array::from_fn(|c| L::load(&rest.spin[c], slot))))
    }
    #[inline(always)]
    fn goal<L: Lanes>(self, rest: &RestPose, slot: usize, turns: Quat<L>) -> Quat<L> {
        turns.mul(Quat::load_ref(&rest.q, slot))
    }
}

/// As turns from the rest pose, q q̄⁻¹, of round particles: there is less to multiply.
#[derive(Clone, Copy)]
pub struct FromRest;

impl Kept for FromRest {
    #[inline(always)]
    fn base_turn<L: Lanes>(self, q: Quat<L>, _: Quat<L>) -> Mat3<L> {
        q.matrix()
    }
    #[inline(always)]
    fn spun<L: Lanes>(self, rest: &RestPose, slot: usize, q: Quat<L>) -> Mat3<L> {
        q.scaled_matrix(L::load(&rest.round, slot), L::splat(1.0))
    }
    #[inline(always)]
    fn goal<L: Lanes>(self, _: &RestPose, _: usize, turns: Quat<L>) -> Quat<L> {
        turns
    }
}

/// What a particle adds to its groups: nine numbers of the moment by rows, then m̃ u.
#[inline(always)]
fn particle_block<L: Lanes>(
    template: &Template,
    rest: &RestPose,
    slot: usize,
    u: Vec3<L>,
    q: Quat<L>,
    kept: impl Kept,
) -> [L; 12] {
    let rest_x = Vec3::<L>::load_ref(&rest.x, slot).0;
    let spun = kept.spun(rest, slot, q).0;
    let mu = u.scale(L::load(&template.match_mass, slot)).0;
    std::array::from_fn(|k| if k < 9 { spun[k] + mu[k / 3] * rest_x[k % 3] } else { mu[k - 9] })
}

/// \[MC11s\] the fit of one group, from the sum of its members' blocks: R − R_b by rows, t, and R.
#[inline(always)]
fn group_block<L: Lanes>(
    rest: &RestPose,
    slot: usize,
    sum: [L; 12],
    warm: Quat<L>,
    base: &Mat3<L>,
) -> ([L; 12], Fit<L>) {
    let center = Vec3::<L>::load_ref(&rest.center, slot);
    let [xx, yy, zz, xy, xz, yz] = std::array::from_fn(|k| L::load(&rest.spread[k], slot));
    let turned = base.mul(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])).0;
    let moment = Mat3(std::array::from_fn(|k| (sum[k] + turned[k]) - sum[9 + k / 3] * center.0[k % 3]));
    let fit = rotation::fit(&moment, L::load(&rest.scale, slot), warm, NEWTON_STEPS);
    let r = fit.matrix();
    let more = Mat3(std::array::from_fn(|k| r.0[k] - base.0[k]));
    let mean = Vec3([sum[9], sum[10], sum[11]]).scale(L::load(&rest.inv_mass, slot));
    let t = mean.sub(more.mul_vec(center));
    (std::array::from_fn(|k| if k < 9 { more.0[k] } else { t.0[k - 9] }), fit)
}

/// The pull towards the mean goal: the way to go, and the new orientation.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "all that a pull depends on")]
fn pull<L: Lanes>(
    template: &Template,
    rest: &RestPose,
    slot: usize,
    sum: [L; 12],
    turns: Quat<L>,
    u: Vec3<L>,
    q: Quat<L>,
    strength: Strength,
    kept: impl Kept,
) -> (Vec3<L>, Quat<L>) {
    let share = L::load(&template.inv_count, slot);
    let mut alpha = L::load(&template.alpha, slot);
    let mut beta = L::load(&template.beta, slot);
    if strength == Strength::Full {
        let full = |share: L| L::select(share.greater(L::zero()), L::splat(1.0), L::zero());
        (alpha, beta) = (full(alpha), full(beta));
    }
    let r = Mat3(std::array::from_fn(|k| sum[k]));
    let goal = r.mul_vec(Vec3::load_ref(&rest.x, slot)).add(Vec3([sum[9], sum[10], sum[11]])).scale(share);
    let pulled = goal.sub(u).scale(alpha);

    (pulled, turned(kept.goal(rest, slot, turns), q, beta))
}

/// The share `beta` of the way from `q`, which is of unit length, to the direction of `mean`, or of −`mean` if that is
/// nearer. The length that is left then follows from the angle, without waiting for the sum:
/// `|q + β (g − q)|² = 1 − 2 β (1 − β) (1 − g·q)`.
#[inline(always)]
fn turned<L: Lanes>(mean: Quat<L>, q: Quat<L>, beta: L) -> Quat<L> {
    let (one, length2, along) = (L::splat(1.0), mean.dot(mean), mean.dot(q));
    let known = length2.greater(L::splat(1e-20));
    let inv = one / length2.sqrt();
    let goal = inv * sign(along);
    let lost = beta * (one - beta) * (one - along.abs() * inv);
    let back = inv_sqrt(one - (lost + lost));
    let turned = Quat(std::array::from_fn(|c| (q.0[c] + (mean.0[c] * goal - q.0[c]) * beta) * back));
    if L::all(known) { turned } else { Quat::select(known, turned, q) }
}

/// One, or −1 for what is below zero.
#[inline(always)]
fn sign<L: Lanes>(x: L) -> L {
    let one = L::splat(1.0);
    L::select(L::zero().greater(x), -one, one)
}
