//! Matching of meshes: the blocks of a particle and of a group are one cache line each, added up group by group,
//! and worked on as many groups at a time as there are lanes.

use super::{InWorld, Kept, Strength, group_block, particle_block, pull};
use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory, Turn};
use crate::math::{Quat, Vec3};
use crate::rest::RestPose;
use crate::step::view::View;
use crate::template::{Body, Template};
use std::ops::Range;

pub(crate) struct Pass<'a> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub body: &'a Body,
    pub strength: Strength,
}

/// Where the turn of a group stands in its block.
const TURN: usize = 12;

/// Unit quaternions of which one points away from another have a sum that is shorter than their number by this much,
/// 2 − √2, at least.
const SHORTER: f32 = 0.585;

/// Whether all turns that make up these sums point the same way, so that the sums are right as they are.
#[inline(always)]
fn agree<L: Lanes>(turns: Quat<L>, inv_count: L) -> bool {
    let least = L::splat(1.0) - inv_count * L::splat(SHORTER);
    let length2 = turns.dot(turns) * (inv_count * inv_count);
    L::bits(L::and((least * least).greater(length2), inv_count.greater(L::zero()))) == 0
}

/// The sums of the turns of all groups that some particles are in; each points the way of the particle's own group.
fn sum_turns(template: &Template, groups: &[Block], base: usize, slots: Range<usize>) -> [[f32; MAX_WIDTH]; 4] {
    let mut sums = [[0.0; MAX_WIDTH]; 4];
    for (lane, slot) in slots.enumerate() {
        for &member in template.members.get(base + slot) {
            let (own, other) = (&groups[slot].0[TURN..], &groups[member as usize - base].0[TURN..]);
            let dot = own[0] * other[0] + own[1] * other[1] + own[2] * other[2] + own[3] * other[3];
            let sign = if dot < 0.0 { -1.0 } else { 1.0 };
            for k in 0..4 {
                sums[k][lane] += other[k] * sign;
            }
        }
    }
    sums
}

/// Mass mean of the pulls, added up in the same order for any number of lanes.
fn mean_pull(template: &Template, body: &Body, base: usize, pulls: &[Block]) -> [f32; 3] {
    let (mut sum, mut mass) = ([0.0; 3], 0.0);
    for slot in 0..body.count {
        let kg = template.mass[base + slot];
        mass += kg;
        for c in 0..3 {
            sum[c] += pulls[slot].0[c] * kg;
        }
    }
    sum.map(|v| v / mass)
}

impl Kernel for Pass<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Pass { template, rest, view, body, strength } = self;
        let View { base, mut x, mut low, mut q, mut warm, block, group, .. } = view;
        let here = body.reference - base;
        let origin = Vec3([L::splat(x[0][here]), L::splat(x[1][here]), L::splat(x[2][here])]);
        let base_turn = InWorld.base_turn(
            Quat(std::array::from_fn(|c| L::splat(q[c][here]))),
            Quat(std::array::from_fn(|c| L::splat(rest.q[c][body.reference]))),
        );
        let slots = || (0..body.count).step_by(L::WIDTH);
        let mut turn = Turn::default();
        for slot in slots() {
            let turned_rest = base_turn.mul_vec(Vec3::load_ref(&rest.x, base + slot));
            let u = Vec3::load(&x, slot).sub(origin).sub(turned_rest);
            let numbers = particle_block(template, rest, base + slot, u, Quat::load(&q, slot), InWorld);
            turn.scatter(numbers, block, slot);
        }
        for slot in slots() {
            let sum = turn.gather::<L, 12>(&template.members, base + slot, |m| &block[m - base]);
            let (numbers, fit) = group_block(rest, base + slot, sum, Quat::load(&warm, slot), &base_turn);
            let fit = fit.quat(L::splat(1.0));
            fit.store(&mut warm, slot);
            let numbers = std::array::from_fn::<L, 16, _>(|k| if k < TURN { numbers[k] } else { fit.0[k - TURN] });
            turn.scatter(numbers, group, slot);
        }
        for slot in slots() {
            let sums = turn.gather::<L, 16>(&template.members, base + slot, |m| &group[m - base]);
            let mut turns = Quat(std::array::from_fn(|k| sums[TURN + k]));
            if !agree(turns, L::load(&template.inv_count, base + slot)) {
                let sums = sum_turns(template, group, base, slot..slot + L::WIDTH);
                turns = Quat([L::load(&sums[0], 0), L::load(&sums[1], 0), L::load(&sums[2], 0), L::load(&sums[3], 0)]);
            }
            let sum = std::array::from_fn(|k| sums[k]);
            let turned_rest = base_turn.mul_vec(Vec3::load_ref(&rest.x, base + slot));
            let u = Vec3::load(&x, slot).sub(origin).sub(turned_rest);
            let here = Quat::load(&q, slot);
            let (pulled, turned) = pull(template, rest, base + slot, sum, turns, u, here, strength, InWorld);
            pulled.add_to(&mut x, &mut low, slot);
            turned.store(&mut q, slot);
            if body.free {
                turn.scatter(pulled.0, block, slot);
            }
        }
        if body.free {
            let back = mean_pull(template, body, base, block).map(|v| -v);
            for slot in 0..body.count {
                Vec3::<f32>(back).add_to(&mut x, &mut low, slot);
            }
        }
    }
}
