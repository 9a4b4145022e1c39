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
use crate::lanes::{Block, Kernel, Lanes, Memory, Turn};
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

/// The best rotations of all regions, \[PD09\] Eq. 4-5. Leaves the base that `group` is relative to in `base`.
pub struct Fit<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub x: [&'a [f32]; 3],
    pub stretch: [&'a [f32]; 6],
    pub warm: &'a mut [&'a mut [f32]; 4],
    pub block: &'a mut [Block],
    pub group: &'a mut [Block],
    /// Where regions go: to where their vertices are, or, in an implicit step, to where these are to be found.
    pub keep_centers: bool,
    pub newton: usize,
    pub base: &'a mut Offset,
}

impl Kernel for Fit<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Fit { rows, creature, x, stretch, warm, block, group, keep_centers, newton, base: left } = self;
        let first = creature.first;
        let base = Base::<L>::of(creature, &x, warm);
        let one = Base::<f32>::of(creature, &x, warm);
        let mut turn = Turn::default();
        *left = (one.origin.0, one.turn.0);
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let rest = Vec3::<L>::load_ref(&rows.rest, first + row);
            let u = base.off(rest, Vec3(std::array::from_fn(|c| L::load(x[c], row))));
            let mu = u.scale(L::load(&rows.match_mass, first + row)).0;
            let numbers: [L; 12] = std::array::from_fn(|k| if k < 9 { mu[k / 3] * rest.0[k % 3] } else { mu[k - 9] });
            turn.scatter(numbers, block, row);
        }
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let sum = turn.gather::<L, 12>(&rows.members, block, first, row);
            let center = Vec3::<L>::load_ref(&rows.center, first + row);
            let [xx, yy, zz, xy, xz, yz] = std::array::from_fn(|k| L::load(&rows.spread[k], first + row));
            let turned = base.turn.mul(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])).0;
            let scale = L::load(&rows.scale, first + row);
            let moment = Mat3(std::array::from_fn(|k| (sum[k] - sum[9 + k / 3] * center.0[k % 3] + turned[k]) * scale));
            let [xx, yy, zz, xy, xz, yz] = std::array::from_fn(|k| L::load(stretch[k], row));
            let stretch = Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
            let q = rotation::extract(&moment.mul(&stretch), Quat::load(warm, row), newton);
            q.store(warm, row);
            let fit = q.matrix().mul(&stretch).0;
            let more = Mat3(std::array::from_fn(|k| fit[k] - base.turn.0[k]));
            let mut t = Vec3::zero().sub(more.mul_vec(center));
            if keep_centers {
                t = t.add(Vec3([sum[9], sum[10], sum[11]]).scale(L::load(&rows.inv_mass, first + row)));
            }
            let numbers: [L; 12] = std::array::from_fn(|k| if k < 9 { more.0[k] } else { t.0[k - 9] });
            turn.scatter(numbers, group, row);
        }
    }
}

/// \[PD09\] Eq. 6-7: goals are the means of where regions want their vertices.
pub struct Goals<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub base: &'a Offset,
    pub group: &'a [Block],
    pub goal: [&'a mut [f32]; 3],
}

impl Kernel for Goals<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Goals { rows, creature, base, group, mut goal } = self;
        let first = creature.first;
        let base = Base { origin: Vec3(base.0.map(L::splat)), turn: Mat3(base.1.map(L::splat)) };
        let mut turn = Turn::default();
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let sum = turn.gather::<L, 12>(&rows.members, group, first, row);
            let rest = Vec3::load_ref(&rows.rest, first + row);
            let more = Mat3(std::array::from_fn(|k| sum[k])).mul_vec(rest).add(Vec3([sum[9], sum[10], sum[11]]));
            let u = more.scale(L::load(&rows.inv_count, first + row));
            base.back(rest, u).store(&mut goal, row);
        }
    }
}
