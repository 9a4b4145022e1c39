//! The end of a substep: velocities from what moved, and nothing out of bounds.

use crate::lanes::{Kernel, Lanes};
use crate::math::{Quat, Vec3};
use crate::scratch::Scratch;
use crate::state::State;
use crate::step::parallel::{self, Crew};
use crate::step::predict::Going;
use crate::step::view::View;
use crate::template::Template;

/// No faster than this many character sizes a second.
pub const MAX_SIZES_PER_SEC: f32 = 40.0;
pub const MAX_SPIN: f32 = 60.0;

pub fn run(template: &Template, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    let awake = std::mem::take(&mut scratch.awake);
    parallel::for_together(crew, template, View::new(state, scratch), &|index, _| awake[index], &|_, _, view| {
        crate::lanes::run(crew.width, Update { template, view });
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

pub(crate) struct Update<'a> {
    pub template: &'a Template,
    pub view: View<'a>,
}

impl Kernel for Update<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Update { template, mut view } = self;
        let arrival = Arrival::<L>::new(template);
        for slot in (0..view.x[0].len()).step_by(L::WIDTH) {
            let (_, way) = arrival.arrive(&mut view, slot);
            way.scale(arrival.per_sec).store(&mut view.v, slot);
            let (from, q) = (Quat::load(&view.old_q, slot), Quat::load(&view.q, slot));
            arrival.spin(from, q).store(&mut view.spin, slot);
            q.store(&mut view.old_q, slot);
        }
    }
}

/// The end of one substep and the beginning of the next, at once.
pub(crate) struct Between<'a> {
    pub template: &'a Template,
    pub view: View<'a>,
    pub windy: bool,
}

impl Kernel for Between<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Between { template, mut view, windy } = self;
        let (arrival, going) = (Arrival::<L>::new(template), Going::new(template, windy));
        for slot in (0..view.x[0].len()).step_by(L::WIDTH) {
            let (x, way) = arrival.arrive(&mut view, slot);
            going.go(x, way, &mut view, slot);
            let (from, q) = (Quat::load(&view.old_q, slot), Quat::load(&view.q, slot));
            turn_on(&arrival, &going, from, q, view.base + slot).store(&mut view.q, slot);
            q.store(&mut view.old_q, slot);
        }
    }
}

/// The turn after `from` and `q`: t q with t = q f⁻¹, after damping has left the share k of the vector part of t. As
/// q f⁻¹ q = 2 (q·f) q − f, that is (1 + k) (q·f) q − k f, without a product. Written as q and something more, what does
/// not turn stays as it is.
#[inline(always)]
fn turn_on<L: Lanes>(arrival: &Arrival<L>, going: &Going<'_, L>, from: Quat<L>, q: Quat<L>, at: usize) -> Quat<L> {
    let (along, k) = (q.dot(from), going.spin_left(at));
    let on = k / (along + (along - L::splat(1.0)) * k);
    let next = Quat(std::array::from_fn(|c| q.0[c] + (q.0[c] - from.0[c]) * on)).normalize();
    let usual = along.greater(arrival.least_along);
    if L::all(usual) {
        return next;
    }
    Quat::select(usual, next, going.turn(q, arrival.spin(from, q), at))
}

/// The ways and turns that particles went, and how fast that is.
struct Arrival<L> {
    per_sec: L,
    twice_per_sec: L,
    max_way: L,
    max_spin: L,
    /// The cosine of half the angle of one substep, at the most spin; well above one half, from where on the next turn
    /// would be the long way round.
    least_along: L,
}

impl<L: Lanes> Arrival<L> {
    #[inline(always)]
    fn new(template: &Template) -> Arrival<L> {
        let rate = 1.0 / template.settings.substep_secs as f32;
        let half = MAX_SPIN / (2.0 * rate);
        Arrival {
            per_sec: L::splat(rate),
            twice_per_sec: L::splat(2.0 * rate),
            max_way: L::splat(MAX_SIZES_PER_SEC * template.size / rate),
            max_spin: L::splat(MAX_SPIN),
            least_along: L::splat((1.0 / (1.0 + half * half).sqrt()).max(0.6)),
        }
    }

    /// Particles are where they were predicted and put right to be: there, and the way they went.
    #[inline(always)]
    fn arrive(&self, view: &mut View<'_>, slot: usize) -> (Vec3<L>, Vec3<L>) {
        let (from, to) = (Vec3::load(&view.old_x, slot), Vec3::<L>::load(&view.x, slot));
        let low = Vec3::<L>::load(&view.low, slot);
        let way = at_most(to.sub(from).add(low), self.max_way);
        let x = to.add(low);
        x.store(&mut view.old_x, slot);
        (x, way)
    }

    /// The inverse of prediction's map, the short way round.
    #[inline(always)]
    fn spin(&self, from: Quat<L>, q: Quat<L>) -> Vec3<L> {
        let [tx, ty, tz, tw] = q.mul(from.conjugate()).0;
        let w = L::select(L::splat(1e-3).greater(tw.abs()), L::splat(1e-3), tw);
        at_most(Vec3([tx, ty, tz]).scale(self.twice_per_sec / w), self.max_spin)
    }
}
