//! Inextensible chains: Newton's method on all distances of a chain at once.
//!
//! (J W Jᵀ) λ = C is tridiagonal, so one sweep down and one up solve it (Thomas). One chain per lane.
//!
//! | symbol | here |
//! |---|---|
//! | u_i | unit vector from joint i to i+1 |
//! | C_i | its length less the rest length |
//! | w_i | inverse mass, less for what is held |
//!
//! Newton's method may fail when a base jumps by more than a segment. What it leaves is put right from the
//! base outwards, once a substep. That does not keep momentum, so free chains are left alone, and so is what
//! is right already.

use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::Vec3;
use crate::rest::RestPose;
use crate::step::shape_match::{block_at as at, sub_blocks};
use crate::step::view::View;
use crate::template::Template;

const NEWTON_STEPS: usize = 2;
/// A segment whose ends moved across it by less than the root of this share of its length is right: it became longer by
/// half of this share.
const ENOUGH: f32 = 1e-6;
/// Relative length errors up to this are left alone by the last resort.
const TOLERANCE: f32 = 2e-5;

pub struct Solve<'a> {
    /// How freely each particle moves, by slot: its inverse mass, or less.
    pub weight: &'a [f32],
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub joints: usize,
    pub lanes: usize,
}

/// Shorter than this a segment has no direction.
const TINY: f32 = 1e-30;

/// Direction and length from one joint to the next.
#[inline(always)]
fn segment<L: Lanes>(from: Vec3<L>, to: Vec3<L>) -> (Vec3<L>, L) {
    let d = to.sub(from);
    let length = d.dot(d).sqrt();
    let tiny = L::splat(TINY);
    let inv = L::select(length.greater(tiny), L::splat(1.0) / length.max(tiny), L::zero());
    (d.scale(inv), length)
}

impl Kernel for Solve<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Solve { weight, rest, view, joints, lanes } = self;
        let View { base, mut x, mut low, block: work, .. } = view;
        let work = Block::flat_mut(work);
        for (offset, lane) in sub_blocks::<L>(joints, lanes) {
            let first = offset + lane;
            let mut done = L::zero().greater(L::zero());
            for _ in 0..NEWTON_STEPS {
                let mut w_here = L::load(weight, base + first);
                let mut before = Vec3::<L>::zero();
                let (mut upper, mut right) = (L::zero(), L::zero());
                let mut next = Vec3::<L>::load(&x, first + MAX_WIDTH);
                let (mut u, mut length) = segment(Vec3::load(&x, first), next);
                for joint in 0..joints - 1 {
                    let next_slot = first + (joint + 1) * MAX_WIDTH;
                    let w_next = L::load(weight, base + next_slot);
                    let c = length - L::load(&rest.length, base + next_slot);

                    // Row i: lower, diagonal, upper = −w_i u_{i−1}·u_i, w_i + w_{i+1}, −w_{i+1} u_i·u_{i+1}.
                    let lower = -(w_here * before.dot(u));
                    let diagonal = w_here + w_next;
                    let pivot = diagonal - lower * upper;
                    // Two held ends have nothing to solve for. A pivot as small as rounding is none.
                    let usable = pivot.greater(diagonal * L::splat(1e-6));
                    let inv = L::select(usable, L::splat(1.0) / pivot.max(L::splat(TINY)), L::zero());
                    right = (c - lower * right) * inv;
                    for k in 0..3 {
                        u.0[k].store(work, at(joint, k));
                    }
                    right.store(work, at(joint, 4));
                    c.store(work, at(joint, 5));
                    before = u;
                    w_here = w_next;
                    if joint + 2 < joints {
                        let third = Vec3::<L>::load(&x, next_slot + MAX_WIDTH);
                        (u, length) = segment(next, third);
                        upper = -(w_next * before.dot(u)) * inv;
                        next = third;
                    } else {
                        upper = L::zero();
                    }
                    upper.store(work, at(joint, 3));
                }
                let mut lambda = L::zero();
                let mut pull_next = Vec3::<L>::zero();
                let mut way_next = Vec3::<L>::zero();
                let mut off = L::zero();
                for joint in (0..joints).rev() {
                    let slot = first + joint * MAX_WIDTH;
                    let mut pull = Vec3::zero();
                    if joint > 0 {
                        lambda = L::load(work, at(joint - 1, 4)) - L::load(work, at(joint - 1, 3)) * lambda;
                        pull = Vec3(std::array::from_fn(|k| L::load(work, at(joint - 1, k)))).scale(lambda);
                    }
                    let way = pull_next.sub(pull).scale(L::load(weight, base + slot));
                    // Adding this changes nothing, not even the sign of zero.
                    let way = Vec3::select(done, Vec3([-L::zero(); 3]), way);
                    way.add_to(&mut x, &mut low, slot);
                    if joint + 1 < joints {
                        let d = way_next.sub(way);
                        let c = L::load(work, at(joint, 5));
                        let length = L::load(&rest.length, base + slot + MAX_WIDTH);
                        off = (d.dot(d) - c * c - length * length * L::splat(ENOUGH)).max(off);
                    }
                    (pull_next, way_next) = (pull, way);
                }
                // Lane by lane, so that a result does not depend on its neighbours.
                done = L::splat(f32::MIN_POSITIVE).greater(off);
                if L::all(done) {
                    break;
                }
            }
        }
    }
}

/// The last resort: each joint at its distance from the one before.
pub struct Hold<'a> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub joints: usize,
    pub lanes: usize,
}

impl Kernel for Hold<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Hold { template, rest, view, joints, lanes } = self;
        let View { base, mut x, .. } = view;
        for (offset, lane) in sub_blocks::<L>(joints, lanes) {
            let first = offset + lane;
            let mut here = Vec3::<L>::load(&x, first);
            let held = L::splat(f32::MIN_POSITIVE).greater(L::load(&template.inv_mass, base + first));
            for joint in 1..joints {
                let slot = first + joint * MAX_WIDTH;
                let next = Vec3::<L>::load(&x, slot);
                let rest_length = L::load(&rest.length, base + slot);
                let d = next.sub(here);
                let length = d.dot(d).sqrt();
                let off = (length - rest_length).abs().greater(rest_length * L::splat(TOLERANCE));
                let free = L::load(&template.inv_mass, base + slot).greater(L::zero());
                let wrong = L::and(L::and(held, free), L::and(off, length.greater(L::splat(1e-30))));
                if L::bits(wrong) == 0 {
                    here = next;
                    continue;
                }
                let put = here.add(d.scale(rest_length / length.max(L::splat(1e-30))));
                here = Vec3::select(wrong, put, next);
                here.store(&mut x, slot);
            }
        }
    }
}
