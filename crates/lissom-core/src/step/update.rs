//! The end of a substep: velocities from what moved, and nothing out of bounds.

use crate::lanes::{Kernel, Lanes};
use crate::math::{Quat, Vec3};
use crate::scratch::Scratch;
use crate::state::State;
use crate::step::parallel::{self, Crew};
use crate::step::view::View;
use crate::template::Template;

/// No faster than this many character sizes a second.
pub const MAX_SIZES_PER_SEC: f32 = 40.0;
pub const MAX_SPIN: f32 = 60.0;

pub fn run(template: &Template, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    let awake = std::mem::take(&mut scratch.awake);
    parallel::for_together(crew, template, View::new(state, scratch), &|index, _, view| {
        if awake[index] {
            crate::lanes::run(crew.width, Update { template, view });
        }
    });
    scratch.awake = awake;
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

pub struct Update<'a> {
    pub template: &'a Template,
    pub view: View<'a>,
}

impl Kernel for Update<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Update { template, view } = self;
        let View { x, low, q, mut old_x, mut old_q, mut v, mut spin, .. } = view;
        let rate = 1.0 / template.settings.substep_secs as f32;
        let (per_sec, twice) = (L::splat(rate), L::splat(2.0 * rate));
        let max_speed = L::splat(MAX_SIZES_PER_SEC * template.size);
        let max_spin = L::splat(MAX_SPIN);
        for slot in (0..x[0].len()).step_by(L::WIDTH) {
            let (from, to) = (Vec3::load(&old_x, slot), Vec3::<L>::load(&x, slot));
            let low = Vec3::<L>::load(&low, slot);
            let velocity = to.sub(from).add(low).scale(per_sec);
            at_most(velocity, max_speed).store(&mut v, slot);
            to.add(low).store(&mut old_x, slot);

            // The inverse of prediction's map, the short way round.
            let (from, to) = (Quat::load(&old_q, slot), Quat::<L>::load(&q, slot));
            let [tx, ty, tz, tw] = to.mul(from.conjugate()).0;
            let w = L::select(L::splat(1e-3).greater(tw.abs()), L::splat(1e-3), tw);
            let turn = Vec3([tx, ty, tz]).scale(twice / w);
            at_most(turn, max_spin).store(&mut spin, slot);
            to.store(&mut old_q, slot);
        }
    }
}
