//! The chain moves with its rest shape: every joint keeps its strain, and velocities turn along. What is at rest
//! stays at rest, whatever the camera does.
//!
//! | symbol | here | |
//! |---|---|---|
//! | r, r' | `before.rotation`, `now.rotation` | from segment to segment in the rest pose, before and now |
//! | F | `before.frame` | frames of segments in the rest pose |
//! | G | `frame` | the same as the chain is bent |
//! | T | `turn` | how a segment is turned |
//!
//! A joint is bent beyond its rest pose by ε = r⁻¹ (G_p⁻¹ G). The same beyond the new one is G' = G'_p r' ε, so that
//! T = G' G⁻¹ = T_p G_p (r' r⁻¹) G_p⁻¹. Where bones turn the joint that a segment hangs on by δ, as seen from that joint,
//! r is g δ g⁻¹ r, with the joint's g = F_p⁻¹ q_p.

use super::blend::starts;
use super::{Laid, Views, row};
use crate::lanes::{self, Block, Kernel, LaneWidth, Lanes, MAX_WIDTH, Memory, Numbers};
use crate::math::{Quat, Vec3};
use crate::rest::{RestPose, width_for};
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::template::Template;

/// Carries the bodies of a unit from the rest pose before to the one now.
pub fn run(
    template: &Template,
    views: &Views,
    index: usize,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    width: LaneWidth,
) {
    let StateMut { x, q, v, spin, views: rows, .. } = state.split();
    let (posed, rows) = (&rest.posed[index], &*views.rows(rows));
    let work = Block::flat_mut(&mut scratch.block[template.units[views.unit].room.clone()]);
    // In plain chains g is the same before and now, but for r.
    let boned = template.boned_of(views.unit).filter(|_| views.keeps_frames());
    let bent = boned.map(|index| &scratch.moves[index].turn[0]);
    let (before, now) = (&posed.before, &posed.now);
    let carry = Carry { template, views, rows, rest, before, now, bent, x, q, v, spin, work };
    lanes::run(width_for(template, views.unit, width), carry);
}

struct Carry<'a> {
    template: &'a Template,
    views: &'a Views,
    rows: &'a [f32],
    rest: &'a RestPose,
    before: &'a Laid,
    now: &'a Laid,
    /// δ
    bent: Option<&'a [Numbers; 4]>,
    x: [&'a mut [f32]; 3],
    q: [&'a mut [f32]; 4],
    v: [&'a mut [f32]; 3],
    spin: [&'a mut [f32]; 3],
    /// Per joint, of the segment that leads to it: G and T; and where it was and how fast.
    work: &'a mut [f32],
}

impl Kernel for Carry<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Carry { template, views, rows, rest, before, now, bent, mut x, mut q, mut v, mut spin, work } = self;
        let unit = &template.units[views.unit];
        let (base, tree) = (unit.slots.start, &views.tree);
        let (stride, starts) = starts::<L>(unit.kind);
        for (begin, column) in starts {
            let (axis, across) = (Vec3::load_ref(&views.axis, column), Vec3::load_ref(&views.across, column));
            let first = base + begin;
            let room = |joint: usize, number: usize| (joint * MAX_WIDTH + number) * stride + column % MAX_WIDTH;
            let base_turn = Quat::<L>::load(&q, first).mul(Quat::load_ref(&rest.q, first).conjugate());
            let still = Quat([L::zero(), L::zero(), L::zero(), L::splat(1.0)]);
            let carried = L::load(rows, row::CARRIED * views.columns + column).greater(L::zero());
            let where_carried = |q: Quat<L>| Quat(std::array::from_fn(|c| L::select(carried, q.0[c], still.0[c])));
            keep(work, |n| room(0, n), base_turn, still, Vec3::load(&x, first), Vec3::load(&v, first));
            for &k in &tree.order {
                let p = tree.parent[k];
                let (at, from) = (begin + k * stride, begin + p * stride);
                let numbers: [L; 14] = std::array::from_fn(|n| L::load(work, room(p, n)));
                let [a, b, c, d, e, f, g, h, px, py, pz, pu, pv, pw] = numbers;
                let (parent, turn) = (Quat([a, b, c, d]), Quat([e, f, g, h]));
                let (here, fast) = (Vec3::<L>::load(&x, base + at), Vec3::<L>::load(&v, base + at));
                let (way, gain) = (here.sub(Vec3([px, py, pz])), fast.sub(Vec3([pu, pv, pw])));
                // Swing from where the segment points, twist from the joint it starts at.
                let held = match p {
                    0 => base_turn.mul(Quat::load_ref(&before.rotation, at)),
                    _ if tree.main[p] == k && !views.kind.twisted && tree.chords.is_empty() => {
                        Quat::load(&q, base + from).mul(Quat::load_ref(&views.offset[0], from).conjugate())
                    }
                    _ => {
                        let lead =
                            Quat::load_ref(&before.turn, from).conjugate().mul(Quat::load_ref(&before.frame, at));
                        Quat::load(&q, base + from).mul(lead)
                    }
                };
                let frame = swing(held, axis, across, way);
                let mut change =
                    Quat::load_ref(&now.rotation, at).mul(Quat::load_ref(&before.rotation, at).conjugate());
                if let Some(bent) = bent.filter(|_| p > 0) {
                    let (to, own) = (joint_turn(now, from, from), joint_turn(before, from, from));
                    let turn = Quat::load_ref(bent, from);
                    let (after, back) = (to.mul(turn).mul(to.conjugate()), own.mul(turn.conjugate()));
                    change = after.mul(change).mul(back.mul(own.conjugate()));
                }
                let change = where_carried(change);
                let turn = turn.mul(parent).mul(change).mul(parent.conjugate()).normalize();
                keep(work, |n| room(k, n), frame, turn, here, fast);
                let matrix = turn.matrix();
                Vec3::load(&x, base + from).add(matrix.mul_vec(way)).store(&mut x, base + at);
                Vec3::load(&v, base + from).add(matrix.mul_vec(gain)).store(&mut v, base + at);
            }
            for &k in &tree.order {
                let (at, own) = (begin + k * stride, begin + tree.main[k] * stride);
                let turn = Quat(std::array::from_fn(|c| L::load(work, room(tree.main[k], 4 + c))));
                let turn = match views.kind.twisted {
                    false => turn,
                    true => {
                        let frame = Quat(std::array::from_fn(|c| L::load(work, room(tree.main[k], c))));
                        let twist = joint_turn(now, own, at).mul(joint_turn(before, own, at).conjugate());
                        let twist = where_carried(twist);
                        turn.mul(frame).mul(twist).mul(frame.conjugate()).normalize()
                    }
                };
                turn.mul(Quat::load(&q, base + at)).store(&mut q, base + at);
                turn.matrix().mul_vec(Vec3::load(&spin, base + at)).store(&mut spin, base + at);
            }
        }
    }
}

/// From the frame of a segment to how a joint is turned.
#[inline(always)]
fn joint_turn<L: Lanes>(laid: &Laid, segment: usize, joint: usize) -> Quat<L> {
    Quat::load_ref(&laid.frame, segment).conjugate().mul(Quat::load_ref(&laid.turn, joint))
}

#[inline(always)]
fn keep<L: Lanes>(
    work: &mut [f32],
    room: impl Fn(usize) -> usize,
    frame: Quat<L>,
    turn: Quat<L>,
    x: Vec3<L>,
    v: Vec3<L>,
) {
    for c in 0..4 {
        frame.0[c].store(work, room(c));
        turn.0[c].store(work, room(4 + c));
    }
    for c in 0..3 {
        x.0[c].store(work, room(8 + c));
        v.0[c].store(work, room(11 + c));
    }
}

/// A frame turned the short way so that its axis points along.
#[inline(always)]
pub fn swing<L: Lanes>(frame: Quat<L>, axis: Vec3<L>, across: Vec3<L>, along: Vec3<L>) -> Quat<L> {
    let matrix = frame.matrix();
    let a = matrix.mul_vec(axis);
    let b = along.scale(L::splat(1.0) / along.dot(along).sqrt().max(L::splat(1e-12)));
    let [ax, ay, az] = a.0;
    let [bx, by, bz] = b.0;
    let c = L::splat(1.0) + a.dot(b);
    let fine = c.greater(L::splat(1e-6));
    // Folded right back: about the axis across.
    let [sx, sy, sz] = matrix.mul_vec(across).0;
    let cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let short = Quat([
        L::select(fine, cross[0], sx),
        L::select(fine, cross[1], sy),
        L::select(fine, cross[2], sz),
        L::select(fine, c, L::zero()),
    ]);
    short.normalize().mul(frame)
}
