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

use crate::lanes::{Block, Kernel, Lanes, Memory};
use crate::math::Vec3;
use crate::pack::{Packs, Track};
use crate::rest::RestPose;
use crate::step::shape_match::block_at as at;
use crate::step::view::View;
use crate::template::Template;

const NEWTON_STEPS: usize = 2;
/// A segment whose ends moved across it by less than the root of this share of its length is right: it became longer by
/// half of this share.
const ENOUGH: f32 = 2.0 * TOLERANCE;
/// Relative length errors up to this are left alone.
const TOLERANCE: f32 = 2e-5;
/// A pivot that is so small a share of its diagonal has lost too many digits to be relied on.
const SHAKY: f32 = 1e-3;

pub(crate) struct Solve<'a> {
    /// How freely each particle moves, by slot: its inverse mass, or less.
    pub weight: &'a [f32],
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub packs: Packs,
}

/// Shorter than this a segment has no direction.
const TINY: f32 = 1e-30;

/// Direction and length from one joint to the next.
#[inline(always)]
fn segment<L: Lanes>(from: Vec3<L>, to: Vec3<L>) -> (Vec3<L>, L) {
    let d = to.sub(from);
    let length = d.dot(d).sqrt();
    (d.scale(L::splat(1.0) / length.max(L::splat(TINY))), length)
}

impl Kernel for Solve<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Solve { weight, rest, view, packs } = self;
        let View { base, mut x, mut low, block: work, .. } = view;
        let chains = Chains { weight: &weight[base..], length: &rest.length[base..] };
        for set in packs.sets::<L>() {
            chains.solve::<L>(set.track, set.others, &mut x, &mut low, Block::flat_mut(work), None);
        }
    }
}

/// Chains, one per lane, by slot of their unit.
pub(crate) struct Chains<'a> {
    /// How freely each particle moves.
    pub weight: &'a [f32],
    /// From the joint before.
    pub length: &'a [f32],
}

impl Chains<'_> {
    /// Newton's method on some of them, but for what is in other lanes. The first sweep down may be done already. Returns
    /// which are right.
    #[inline(always)]
    pub fn solve<L: Lanes>(
        &self,
        track: Track,
        others: L::Mask,
        x: &mut [&mut [f32]; 3],
        low: &mut [&mut [f32]; 3],
        work: &mut [f32],
        mut down: Option<Down<L>>,
    ) -> L::Mask {
        let mut done = others;
        for _ in 0..NEWTON_STEPS {
            let mut swept = Down::<L>::default();
            match down.take() {
                Some(down) => swept = down,
                None => {
                    for (joint, slot) in track.slots().enumerate() {
                        swept.take(self, slot, joint, Vec3::load(x, slot), work);
                    }
                }
            }
            done = self.up::<L>(track, x, low, work, swept.shaky, done);
            if L::all(done) {
                break;
            }
        }
        done
    }

    /// The sweep up. Returns which chains are right, as these were before.
    #[inline(always)]
    fn up<L: Lanes>(
        &self,
        track: Track,
        x: &mut [&mut [f32]; 3],
        low: &mut [&mut [f32]; 3],
        work: &[f32],
        shaky: L,
        done: L::Mask,
    ) -> L::Mask {
        let (mut lambda, mut upper) = (L::zero(), L::zero());
        let mut pull_next = Vec3::<L>::zero();
        let mut way_next = Vec3::<L>::zero();
        let mut off = L::select(done, L::zero(), shaky);
        let mut length = L::zero();
        for (joint, slot) in track.inwards() {
            let mut pull = Vec3::zero();
            if joint > 0 {
                lambda = L::load(work, at::<L>(joint, RIGHT)) - upper * lambda;
                upper = L::load(work, at::<L>(joint, UPPER));
                pull = Vec3(std::array::from_fn(|k| L::load(work, at::<L>(joint, k)))).scale(lambda);
            }
            let way = pull_next.sub(pull).scale(L::load(self.weight, slot));
            // Adding this changes nothing, not even the sign of zero.
            let way = Vec3::select(done, Vec3([-L::zero(); 3]), way);
            way.add_to(x, low, slot);
            if joint + 1 < track.joints {
                let d = way_next.sub(way);
                let c = L::load(work, at::<L>(joint + 1, LONGER));
                off = (d.dot(d) - c * c - length * length * L::splat(ENOUGH)).max(off);
            }
            (pull_next, way_next, length) = (pull, way, L::load(self.length, slot));
        }
        // Lane by lane, so that a result does not depend on its neighbours.
        L::splat(f32::MIN_POSITIVE).greater(off)
    }
}

/// What is kept of each joint, besides the direction from the one before.
const UPPER: usize = 3;
const RIGHT: usize = 4;
const LONGER: usize = 5;

/// The sweep down, joint by joint as they come.
pub(crate) struct Down<L> {
    here: Vec3<L>,
    weight: L,
    along: Vec3<L>,
    inv: L,
    right: L,
    /// Above zero where so much cancelled that what is solved for may not be right.
    shaky: L,
}

impl<L: Lanes> Default for Down<L> {
    #[inline(always)]
    fn default() -> Self {
        let zero = L::zero();
        Down { here: Vec3::zero(), weight: zero, along: Vec3::zero(), inv: zero, right: zero, shaky: zero }
    }
}

impl<L: Lanes> Down<L> {
    /// The next joint, its slot, and where it is.
    #[inline(always)]
    pub fn take(&mut self, chains: &Chains<'_>, slot: usize, joint: usize, here: Vec3<L>, work: &mut [f32]) {
        let weight = L::load(chains.weight, slot);
        if joint > 0 {
            let (u, length) = segment(self.here, here);
            let c = length - L::load(chains.length, slot);
            // Row i: lower, diagonal, upper = −w_i u_{i−1}·u_i, w_i + w_{i+1}, −w_{i+1} u_i·u_{i+1}.
            let lower = -(self.weight * self.along.dot(u));
            let upper = lower * self.inv;
            let diagonal = self.weight + weight;
            let pivot = diagonal - lower * upper;
            // Two held ends have nothing to solve for. A pivot as small as rounding is none.
            let usable = pivot.greater(diagonal * L::splat(1e-6));
            self.shaky = (diagonal * L::splat(SHAKY) - pivot).max(self.shaky);
            self.inv = L::select(usable, L::splat(1.0) / pivot.max(L::splat(TINY)), L::zero());
            self.right = (c - lower * self.right) * self.inv;
            self.along = u;
            for k in 0..3 {
                u.0[k].store(work, at::<L>(joint, k));
            }
            // Of the row before.
            upper.store(work, at::<L>(joint, UPPER));
            self.right.store(work, at::<L>(joint, RIGHT));
            c.store(work, at::<L>(joint, LONGER));
        }
        (self.here, self.weight) = (here, weight);
    }
}

/// The last resort: each joint at its distance from the one before.
pub(crate) struct Hold<'a> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub packs: Packs,
}

impl Kernel for Hold<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Hold { template, rest, view, packs } = self;
        let View { base, mut x, .. } = view;
        for set in packs.sets::<L>() {
            hold::<L>(&template.inv_mass[base..], &rest.length[base..], set.track, &mut x, set.others);
        }
    }
}

/// Of some chains, but for those that are right, whatever their neighbours are.
#[inline(always)]
pub fn hold<L: Lanes>(inv_mass: &[f32], length: &[f32], track: Track, x: &mut [&mut [f32]; 3], right: L::Mask) {
    let mut here = Vec3::<L>::load(x, track.first);
    let root = L::select(right, L::splat(1.0), L::load(inv_mass, track.first));
    let held = L::splat(f32::MIN_POSITIVE).greater(root);
    for slot in track.slots().skip(1) {
        let next = Vec3::<L>::load(x, slot);
        let rest_length = L::load(length, slot);
        let d = next.sub(here);
        let (length2, right2) = (d.dot(d), rest_length * rest_length);
        let off = (length2 - right2).abs().greater(right2 * L::splat(2.0 * TOLERANCE));
        let free = L::load(inv_mass, slot).greater(L::zero());
        let wrong = L::and(L::and(held, free), L::and(off, length2.greater(L::splat(TINY))));
        if L::bits(wrong) == 0 {
            here = next;
            continue;
        }
        let put = here.add(d.scale(rest_length / length2.max(L::splat(TINY)).sqrt()));
        here = Vec3::select(wrong, put, next);
        here.store(x, slot);
    }
}
