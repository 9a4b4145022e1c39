//! \[PD09\] 5 names the damping of FastLSM (Rivers and James 2007): the velocities of a region go towards those of a rigid motion with
//! the same momenta, and a vertex towards the mean of its regions. Both momenta stay.
//!
//! | symbol | here | |
//! |---|---|---|
//! | v_r | `mean` | velocity of a region's centre |
//! | L, I, ω | `momentum`, `inertia`, `spin` | of a region about its centre |
//! | k | `share` | 1 − e^(−c h) |

use super::{Creature, Rows};
use crate::lanes::{Block, Kernel, Lanes, Memory, Turn};
use crate::math::Vec3;

pub struct Damp<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    pub x: [&'a [f32]; 3],
    pub v: [&'a mut [f32]; 3],
    pub block: &'a mut [Block],
    pub group: &'a mut [Block],
    pub share: f32,
}

#[inline(always)]
fn cross<L: Lanes>(a: Vec3<L>, b: Vec3<L>) -> Vec3<L> {
    let ([ax, ay, az], [bx, by, bz]) = (a.0, b.0);
    Vec3([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
}

impl Kernel for Damp<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Damp { rows, creature, x, mut v, block, group, share } = self;
        let first = creature.first;
        let origin = Vec3([0, 1, 2].map(|c| L::splat(x[c][creature.reference])));
        let mut turn = Turn::default();
        let place = |row: usize| Vec3(std::array::from_fn(|c| L::load(x[c], row))).sub(origin);
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let (p, v) = (place(row), Vec3::<L>::load(&v, row));
            let mass = L::load(&rows.match_mass, first + row);
            let (mp, mv) = (p.scale(mass), v.scale(mass));
            let l = cross(p, mv);
            let [px, py, pz] = p.0;
            let [mx, my, mz] = mp.0;
            let numbers = [
                mv.0[0],
                mv.0[1],
                mv.0[2],
                l.0[0],
                l.0[1],
                l.0[2],
                mx,
                my,
                mz,
                mx * px,
                my * py,
                mz * pz,
                mx * py,
                mx * pz,
                my * pz,
            ];
            turn.scatter(numbers, block, row);
        }
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let s = turn.gather::<L, 15>(&rows.members, first + row, |m| &block[m - first]);
            let inv = L::load(&rows.inv_mass, first + row);
            let mv = Vec3([s[0], s[1], s[2]]);
            let mp = Vec3([s[6], s[7], s[8]]);
            let (mean, center) = (mv.scale(inv), mp.scale(inv));
            let momentum = Vec3([s[3], s[4], s[5]]).sub(cross(center, mv));
            let [cx, cy, cz] = center.0;
            let [xx, yy, zz] = [s[9] - mp.0[0] * cx, s[10] - mp.0[1] * cy, s[11] - mp.0[2] * cz];
            let [xy, xz, yz] = [s[12] - mp.0[0] * cy, s[13] - mp.0[0] * cz, s[14] - mp.0[1] * cz];
            // A little more on the diagonal: what lies on a line has no inertia about it. Divided by the whole, so that
            // size does not matter.
            let trace = (xx + yy + zz) * L::splat(1.0 + 1e-5) + L::splat(1e-30);
            let unit = L::splat(1.0) / trace;
            let one = L::splat(1.0);
            let [a, b, c] = [one - xx * unit, one - yy * unit, one - zz * unit];
            let [d, e, f] = [-xy * unit, -xz * unit, -yz * unit];
            let minors = [b * c - f * f, e * f - d * c, d * f - e * b, a * c - e * e, d * e - a * f, a * b - d * d];
            let det = a * minors[0] + d * minors[1] + e * minors[2];
            let over = L::select(det.greater(L::splat(1e-9)), unit / det, L::zero());
            let [gx, gy, gz] = momentum.0;
            let spin = Vec3([
                (minors[0] * gx + minors[1] * gy + minors[2] * gz) * over,
                (minors[1] * gx + minors[3] * gy + minors[4] * gz) * over,
                (minors[2] * gx + minors[4] * gy + minors[5] * gz) * over,
            ]);
            let at_origin = mean.sub(cross(spin, center)).0;
            turn.scatter([at_origin[0], at_origin[1], at_origin[2], spin.0[0], spin.0[1], spin.0[2]], group, row);
        }
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let s = turn.gather::<L, 6>(&rows.members, first + row, |m| &group[m - first]);
            let count = L::load(&rows.inv_count, first + row);
            let rigid = Vec3([s[0], s[1], s[2]]).add(cross(Vec3([s[3], s[4], s[5]]), place(row))).scale(count);
            let now = Vec3::load(&v, row);
            now.add(rigid.sub(now).scale(L::splat(share))).store(&mut v, row);
        }
    }
}
