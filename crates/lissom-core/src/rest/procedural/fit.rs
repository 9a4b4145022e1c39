//! \[PD09\] 5: one pass of matching over a body's regions.
//!
//! T is one matrix for a whole region, so moments and goals factor as they do for meshes
//! ([`crate::step::shape_match`]): a vertex adds one block of twelve numbers to every region it is in, and T is applied
//! to the sum; a region hands one block back to all its vertices.
//!
//! | symbol | here | |
//! |---|---|---|
//! | x⁰ | `rest` | rest position, relative to the body's reference vertex |
//! | u | `u` | position less the rest position turned like the reference region |
//! | m̃ | `match_mass` | mass over the number of regions, \[PD09\] Eq. 2 |
//! | c⁰ | `center` | \[PD09\] Eq. 3 |
//! | T | `stretch` | xx, yy, zz, xy, xz, yz |
//! | R T − R_b, t | `group` | what a region hands back |

use super::{Creature, Rows};
use crate::lanes::{Block, Kernel, Lanes, MAX_WIDTH, Memory, Turn};
use crate::math::{Mat3, Quat, Vec3};
use crate::rotation;

/// A [`Base`] as it is handed from one kernel to the next: origin and turn.
pub type Offset = ([f32; 3], [f32; 9]);

/// Where a body's numbers are taken from: its reference vertex, and the turn of that one's region.
pub struct Base<L> {
    pub origin: Vec3<L>,
    pub turn: Mat3<L>,
}

impl<L: Lanes> Base<L> {
    #[inline(always)]
    pub fn of(creature: &Creature, x: &[&[f32]; 3], warm: &[&mut [f32]; 4]) -> Base<L> {
        let at = creature.reference;
        let q = Quat(std::array::from_fn(|c| L::splat(warm[c][at])));
        Base { origin: Vec3(std::array::from_fn(|c| L::splat(x[c][at]))), turn: q.matrix() }
    }

    /// x less the rest position turned like the reference region.
    #[inline(always)]
    pub fn off(&self, rest: Vec3<L>, x: Vec3<L>) -> Vec3<L> {
        x.sub(self.origin).sub(self.turn.mul_vec(rest))
    }

    #[inline(always)]
    pub fn back(&self, rest: Vec3<L>, u: Vec3<L>) -> Vec3<L> {
        u.add(self.turn.mul_vec(rest)).add(self.origin)
    }
}

/// The best rotations of all regions, \[PD09\] Eq. 4-5, and where these want their vertices. Where there are no goals, it
/// leaves what regions hand back in `group`, and what this is relative to in `base`.
pub struct Fit<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub x: [&'a [f32]; 3],
    pub stretch: [&'a [f32]; 6],
    pub warm: &'a mut [&'a mut [f32]; 4],
    pub block: &'a mut [Block],
    pub group: &'a mut [Block],
    pub newton: usize,
    /// \[PD09\] Eq. 6-7: goals are the means of where regions want their vertices. In an implicit step there are none; regions
    /// then go to where their vertices are to be found, not to where these are.
    pub goal: Option<[&'a mut [f32]; 3]>,
    pub base: &'a mut Offset,
}

/// So many rows take all steps of a pass before others do: what one step leaves for the next is then still in a cache.
const WAVE: usize = 512;
/// Bodies of no more rows keep all their blocks, of one MiB, where these are.
const SMALL: usize = 16_384;

/// Where the block of a row stands: those of large bodies take the same room again and again, unless somebody wants all.
#[derive(Clone, Copy)]
struct Room {
    mask: Option<usize>,
}

impl Room {
    #[inline(always)]
    fn at(self, row: usize) -> usize {
        self.mask.map_or(row, |mask| row & mask)
    }

    #[inline(always)]
    fn gather<L: Lanes>(self, turn: &mut Turn, rows: &Rows, first: usize, blocks: &[Block], row: usize) -> [L; 12] {
        match self.mask {
            // Asked here, and not for each of the members.
            None => turn.gather(&rows.members, first + row, |m| &blocks[m - first]),
            Some(mask) => turn.gather(&rows.members, first + row, |m| &blocks[(m - first) & mask]),
        }
    }
}

impl Kernel for Fit<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Fit { rows, creature, x, stretch, warm, block, group, newton, mut goal, base: left } = self;
        let first = creature.first;
        let base = Base::<L>::of(creature, &x, warm);
        let one = Base::<f32>::of(creature, &x, warm);
        let mut turn = Turn::default();
        *left = (one.origin.0, one.turn.0);
        let reach = creature.reach.next_multiple_of(MAX_WIDTH);
        let at_a_time = (WAVE + 2 * reach).next_power_of_two();
        let is_again = goal.is_some() && creature.rows > SMALL && creature.rows > at_a_time;
        let room = Room { mask: is_again.then_some(at_a_time - 1) };
        let (mut begun, mut fitted) = (0, 0);
        for from in (0..creature.rows).step_by(WAVE) {
            let ahead = |reaches: usize| (from + WAVE + reaches * reach).min(creature.rows);
            for row in (begun..ahead(2)).step_by(L::WIDTH) {
                let rest = Vec3::<L>::load_ref(&rows.rest, first + row);
                let u = base.off(rest, Vec3(std::array::from_fn(|c| L::load(x[c], row))));
                let mu = u.scale(L::load(&rows.match_mass, first + row)).0;
                let of = |k: usize| if k < 9 { mu[k / 3] * rest.0[k % 3] } else { mu[k - 9] };
                turn.scatter::<L, 12>(std::array::from_fn(of), block, room.at(row));
            }
            for row in (fitted..ahead(1)).step_by(L::WIDTH) {
                let sum = room.gather::<L>(&mut turn, rows, first, block, row);
                let center = Vec3::<L>::load_ref(&rows.center, first + row);
                let [xx, yy, zz, xy, xz, yz] = std::array::from_fn(|k| L::load(&rows.spread[k], first + row));
                let turned = base.turn.mul(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])).0;
                let scale = L::load(&rows.scale, first + row);
                let moment = |k: usize| (sum[k] - sum[9 + k / 3] * center.0[k % 3] + turned[k]) * scale;
                let [xx, yy, zz, xy, xz, yz] = std::array::from_fn(|k| L::load(stretch[k], row));
                let stretch = Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
                let moment = Mat3(std::array::from_fn(moment)).mul(&stretch);
                let q = rotation::extract(&moment, Quat::load(warm, row), newton);
                q.store(warm, row);
                let fit = q.matrix().mul(&stretch).0;
                let more = Mat3(std::array::from_fn(|k| fit[k] - base.turn.0[k]));
                let mut t = Vec3::zero().sub(more.mul_vec(center));
                if goal.is_some() {
                    t = t.add(Vec3([sum[9], sum[10], sum[11]]).scale(L::load(&rows.inv_mass, first + row)));
                }
                let of = |k: usize| if k < 9 { more.0[k] } else { t.0[k - 9] };
                turn.scatter::<L, 12>(std::array::from_fn(of), group, room.at(row));
            }
            if let Some(goal) = &mut goal {
                for row in (from..ahead(0)).step_by(L::WIDTH) {
                    let sum = room.gather::<L>(&mut turn, rows, first, group, row);
                    let rest = Vec3::load_ref(&rows.rest, first + row);
                    let more =
                        Mat3(std::array::from_fn(|k| sum[k])).mul_vec(rest).add(Vec3([sum[9], sum[10], sum[11]]));
                    let u = more.scale(L::load(&rows.inv_count, first + row));
                    base.back(rest, u).store(goal, row);
                }
            }
            (begun, fitted) = (ahead(2), ahead(1));
        }
    }
}
