//! Matching of meshes: the blocks of a particle and of a group are one cache line each, gathered group by
//! group, and worked on as many groups at a time as there are lanes.

use super::{Strength, View, base_turn, group_block, particle_block, pull};
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::{Quat, Vec3};
use crate::rest::RestPose;
use crate::scratch::BLOCK;
use crate::template::{Body, Template};

pub struct Pass<'a> {
    pub template: &'a Template,
    pub rest: &'a RestPose,
    pub view: View<'a>,
    pub body: &'a Body,
    pub strength: Strength,
}

/// Blocks of some slots turned around: a number of all of them side by side.
type Turned = [[f32; MAX_WIDTH]; BLOCK];

#[inline(always)]
fn lanes_of<L: Lanes, const N: usize>(turned: &Turned, first: usize) -> [L; N] {
    std::array::from_fn(|k| L::load(&turned[first + k], 0))
}

/// Stores numbers of `WIDTH` slots as one block per slot.
#[inline(always)]
fn store_blocks<L: Lanes, const N: usize>(numbers: [L; N], blocks: &mut [f32], slot: usize) {
    let mut turned = [[0.0; MAX_WIDTH]; N];
    for k in 0..N {
        numbers[k].store(&mut turned[k], 0);
    }
    for lane in 0..L::WIDTH {
        let block = &mut blocks[(slot + lane) * BLOCK..(slot + lane) * BLOCK + N];
        for k in 0..N {
            block[k] = turned[k][lane];
        }
    }
}

/// Mass mean of the pulls, added up in the same order for any number of lanes.
fn mean_pull(template: &Template, body: &Body, base: usize, pulls: &[f32]) -> [f32; 3] {
    let (mut sum, mut mass) = ([0.0; 3], 0.0);
    for slot in 0..body.count {
        let kg = template.mass[base + slot];
        mass += kg;
        for c in 0..3 {
            sum[c] += pulls[slot * BLOCK + c] * kg;
        }
    }
    sum.map(|v| v / mass)
}

impl Kernel for Pass<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Pass { template, rest, view, body, strength } = self;
        let View { base, mut x, mut low, mut q, mut warm, block, group } = view;
        let here = body.reference - base;
        let origin = Vec3([L::splat(x[0][here]), L::splat(x[1][here]), L::splat(x[2][here])]);
        let turn = base_turn(
            Quat(std::array::from_fn(|c| L::splat(q[c][here]))),
            Quat(std::array::from_fn(|c| L::splat(rest.q[c][body.reference]))),
        );
        let slots = body.count.next_multiple_of(L::WIDTH);
        for slot in (0..slots).step_by(L::WIDTH) {
            let turned_rest = turn.mul_vec(Vec3::load_ref(&rest.x, base + slot));
            let u = Vec3::load(&x, slot).sub(origin).sub(turned_rest);
            let numbers = particle_block(template, rest, base + slot, u, Quat::load(&q, slot));
            store_blocks(numbers, block, slot);
        }
        for slot in (0..slots).step_by(L::WIDTH) {
            let mut turned: Turned = [[0.0; MAX_WIDTH]; BLOCK];
            for lane in 0..L::WIDTH {
                let mut sum = [0.0; 12];
                for &member in template.members.get(base + slot + lane) {
                    let from = (member as usize - base) * BLOCK;
                    let from = &block[from..from + 12];
                    for k in 0..12 {
                        sum[k] += from[k];
                    }
                }
                for k in 0..12 {
                    turned[k][lane] = sum[k];
                }
            }
            let sum = lanes_of::<L, 12>(&turned, 0);
            let (numbers, fit) = group_block(rest, base + slot, sum, Quat::load(&warm, slot), &turn);
            fit.store(&mut warm, slot);
            let numbers: [L; 16] = std::array::from_fn(|k| if k < 12 { numbers[k] } else { fit.0[k - 12] });
            store_blocks(numbers, group, slot);
        }
        for slot in (0..slots).step_by(L::WIDTH) {
            let mut turned: Turned = [[0.0; MAX_WIDTH]; BLOCK];
            for lane in 0..L::WIDTH {
                let mut sum = [0.0; BLOCK];
                // Signs agree with the particle's own group, the first member.
                let mut own = [0.0; 4];
                for (index, &member) in template.members.get(base + slot + lane).iter().enumerate() {
                    let from = (member as usize - base) * BLOCK;
                    let from = &group[from..from + BLOCK];
                    for k in 0..12 {
                        sum[k] += from[k];
                    }
                    let turn = &from[12..];
                    if index == 0 {
                        own.copy_from_slice(turn);
                    }
                    let dot = own[0] * turn[0] + own[1] * turn[1] + own[2] * turn[2] + own[3] * turn[3];
                    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
                    for k in 0..4 {
                        sum[12 + k] += turn[k] * sign;
                    }
                }
                for k in 0..BLOCK {
                    turned[k][lane] = sum[k];
                }
            }
            let sum = lanes_of::<L, 12>(&turned, 0);
            let turns = Quat(lanes_of::<L, 4>(&turned, 12));
            let turned_rest = turn.mul_vec(Vec3::load_ref(&rest.x, base + slot));
            let u = Vec3::load(&x, slot).sub(origin).sub(turned_rest);
            let (pulled, turned) = pull(template, rest, base + slot, sum, turns, u, Quat::load(&q, slot), strength);
            pulled.add_to(&mut x, &mut low, slot);
            turned.store(&mut q, slot);
            store_blocks(pulled.0, block, slot);
        }
        if body.free {
            let back = mean_pull(template, body, base, block).map(|v| -v);
            for slot in 0..body.count {
                Vec3::<f32>(back).add_to(&mut x, &mut low, slot);
            }
        }
    }
}
