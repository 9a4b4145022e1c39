//! The end of a substep: velocities from what moved, and nothing out of bounds.

use crate::lanes::{Kernel, Lanes};
use crate::math::{Quat, Vec3};
use crate::scratch::{Predicted, Scratch};
use crate::state::State;
use crate::step::parallel::{self, Crew, Split};
use crate::template::Template;

/// No faster than this many character sizes a second.
pub const MAX_SIZES_PER_SEC: f32 = 40.0;
pub const MAX_SPIN: f32 = 60.0;

pub fn run(template: &Template, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    let awake = std::mem::take(&mut scratch.awake);
    let s = state.split();
    let Predicted { x: new_x, low, q: new_q } = scratch.predicted();
    let view = View { base: 0, x: s.x, q: s.q, v: s.v, spin: s.spin, new_x, low, new_q };
    parallel::for_stepped(crew.threads, template, view, &|index, _, view| {
        if awake[index] {
            crate::lanes::run(crew.width, Update { template, view });
        }
    });
    scratch.awake = awake;
}

struct View<'a> {
    base: usize,
    x: [&'a mut [f32]; 3],
    q: [&'a mut [f32]; 4],
    v: [&'a mut [f32]; 3],
    spin: [&'a mut [f32]; 3],
    new_x: [&'a mut [f32]; 3],
    low: [&'a mut [f32]; 3],
    new_q: [&'a mut [f32]; 4],
}

impl Split for View<'_> {
    fn split_at(self, slot: usize) -> (Self, Self) {
        let mid = slot - self.base;
        let (x, x2) = parallel::split_arrays(self.x, mid);
        let (q, q2) = parallel::split_arrays(self.q, mid);
        let (v, v2) = parallel::split_arrays(self.v, mid);
        let (spin, spin2) = parallel::split_arrays(self.spin, mid);
        let (new_x, new_x2) = parallel::split_arrays(self.new_x, mid);
        let (low, low2) = parallel::split_arrays(self.low, mid);
        let (new_q, new_q2) = parallel::split_arrays(self.new_q, mid);
        (
            View { base: self.base, x, q, v, spin, new_x, low, new_q },
            View { base: slot, x: x2, q: q2, v: v2, spin: spin2, new_x: new_x2, low: low2, new_q: new_q2 },
        )
    }
}

/// `v`, or what of it is not too long.
#[inline(always)]
fn at_most<L: Lanes>(v: Vec3<L>, most: L) -> Vec3<L> {
    let length2 = v.dot(v);
    let long = length2.greater(most * most);
    if L::bits(long) == 0 {
        return v;
    }
    v.scale(L::select(long, most / length2.sqrt(), L::splat(1.0)))
}

struct Update<'a> {
    template: &'a Template,
    view: View<'a>,
}

impl Kernel for Update<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Update { template, view } = self;
        let View { mut x, mut q, mut v, mut spin, new_x, low, new_q, .. } = view;
        let rate = 1.0 / template.settings.substep_secs as f32;
        let (per_sec, twice) = (L::splat(rate), L::splat(2.0 * rate));
        let max_speed = L::splat(MAX_SIZES_PER_SEC * template.size);
        let max_spin = L::splat(MAX_SPIN);
        for slot in (0..x[0].len()).step_by(L::WIDTH) {
            let (from, to) = (Vec3::load(&x, slot), Vec3::<L>::load(&new_x, slot));
            let low = Vec3::<L>::load(&low, slot);
            let velocity = to.sub(from).add(low).scale(per_sec);
            at_most(velocity, max_speed).store(&mut v, slot);
            to.add(low).store(&mut x, slot);

            // The inverse of prediction's map, the short way round.
            let (from, to) = (Quat::load(&q, slot), Quat::<L>::load(&new_q, slot));
            let [tx, ty, tz, tw] = to.mul(from.conjugate()).0;
            let w = L::select(L::splat(1e-3).greater(tw.abs()), L::splat(1e-3), tw);
            let turn = Vec3([tx, ty, tz]).scale(twice / w);
            at_most(turn, max_spin).store(&mut spin, slot);
            to.store(&mut q, slot);
        }
    }
}
