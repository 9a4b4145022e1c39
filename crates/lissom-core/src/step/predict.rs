//! Prediction: forces, wind and the bones say where everything would be at the end of the substep.

use crate::build::REACH;
use crate::input::Wind;
use crate::lanes::{Kernel, Lanes, Memory};
use crate::math::{Quat, Vec3};
use crate::scratch::{Predicted, Scratch};
use crate::state::{State, StateMut};
use crate::step::parallel::{Crew, Split};
use crate::step::{parallel, pose};
use crate::template::Template;

/// The wind is looked up anew this often, in substeps: as usual 60 times a second, at any frame rate.
const WIND_EVERY: u64 = 4;

pub fn run(template: &Template, state: &mut State, scratch: &mut Scratch, crew: Crew) {
    let awake = std::mem::take(&mut scratch.awake);
    let windy = state.clock.windy;
    let StateMut { x, q, v, spin, wind, .. } = state.split();
    let Predicted { x: new_x, low, q: new_q } = scratch.predicted();
    let view = View { base: 0, x, q, v, spin, new_x, low, new_q, wind };
    parallel::for_stepped(crew.threads, template, view, &|index, _, mut view| {
        if awake[index] {
            crate::lanes::run(crew.width, Predict { template, view, windy });
        } else {
            view.stay();
        }
    });
    scratch.awake = awake;
    follow_bones(template, scratch);
}

/// Animated particles go where the bones take them.
fn follow_bones(template: &Template, scratch: &mut Scratch) {
    let skin = std::mem::take(&mut scratch.skin);
    let Predicted { mut x, mut low, mut q } = scratch.predicted();
    for &slot in &template.animated {
        let slot = slot as usize;
        let (position, rotation) = pose::animated(template, &skin, slot);
        pose::set(&mut x, &mut q, slot, position, rotation);
        low.iter_mut().for_each(|array| array[slot] = 0.0);
    }
    scratch.skin = skin;
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
    wind: [&'a mut [f32]; 3],
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
        let (wind, wind2) = parallel::split_arrays(self.wind, mid);
        (
            View { base: self.base, x, q, v, spin, new_x, low, new_q, wind },
            View { base: slot, x: x2, q: q2, v: v2, spin: spin2, new_x: new_x2, low: low2, new_q: new_q2, wind: wind2 },
        )
    }
}

impl View<'_> {
    /// What sleeps is predicted to be where it is, for others to collide with.
    fn stay(&mut self) {
        for c in 0..3 {
            self.new_x[c].copy_from_slice(self.x[c]);
            self.low[c].fill(0.0);
        }
        for c in 0..4 {
            self.new_q[c].copy_from_slice(self.q[c]);
        }
    }
}

struct Predict<'a> {
    template: &'a Template,
    view: View<'a>,
    windy: bool,
}

impl Kernel for Predict<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Predict { template, view, windy } = self;
        let View { base, x, q, v, spin, mut new_x, mut low, mut new_q, wind } = view;
        let h = template.settings.substep_secs as f32;
        let [gx, gy, gz] = template.settings.gravity;
        let fall = Vec3([L::splat(gx * h), L::splat(gy * h), L::splat(gz * h)]);
        let (step, half) = (L::splat(h), L::splat(h * 0.5));
        for slot in (0..x[0].len()).step_by(L::WIDTH) {
            // Damp before forces: otherwise gravity would be damped too.
            let mut v = Vec3::load(&v, slot).scale(L::load(&template.damp, base + slot));
            if windy {
                v = v.add(Vec3::load(&wind, slot).sub(v).scale(L::load(&template.wind, base + slot)));
            }
            let v = v.add(fall.scale(L::load(&template.gravity, base + slot)));
            let (there, left) = Vec3::load(&x, slot).add_exactly(v.scale(step));
            there.store(&mut new_x, slot);
            left.store(&mut low, slot);

            let spin = Vec3::load(&spin, slot).scale(L::load(&template.spin_damp, base + slot) * half);
            let q = Quat::load(&q, slot);
            let turn = Quat([spin.0[0], spin.0[1], spin.0[2], L::splat(1.0)]);
            turn.mul(q).normalize_or(q).store(&mut new_q, slot);
        }
    }
}

/// Wind at every particle: gusts are waves that travel with the wind.
pub fn blow(template: &Template, state: &mut State, wind: &Wind) {
    if !state.clock.substeps.is_multiple_of(WIND_EVERY) {
        return;
    }
    let time = state.clock.substeps as f64 * template.settings.substep_secs;
    let velocity = glam::Vec3::from_array(wind.velocity);
    let speed = velocity.length();
    // Still air would brake; no wind leaves things alone.
    state.clock.windy = speed > 0.0 && speed * (1.0 + wind.gusts.abs()) < REACH;
    if !state.clock.windy {
        return;
    }
    let StateMut { x, wind: at, .. } = state.split();
    let along = velocity / speed;
    // Waves of about the character's size: scale-free.
    let wave = std::f32::consts::TAU / (1.5 * template.size);
    // Taken off in double precision, whole waves left out: hours later the gusts are as smooth.
    let passed = f64::from(wave * speed) * time;
    let [fast_off, slow_off] = [1.0, 0.37].map(|k| (passed * k % std::f64::consts::TAU) as f32);
    for slot in 0..template.slots {
        let p = glam::Vec3::new(x[0][slot], x[1][slot], x[2][slot]);
        let phase = wave * along.dot(p);
        let slow = libm::sinf(0.37 * phase - slow_off + 0.9 * wave * p.y);
        let gust = 1.0 + wind.gusts * 0.5 * (slow + libm::sinf(phase - fast_off + 1.7 * wave * p.x));
        for c in 0..3 {
            at[c][slot] = velocity[c] * gust;
        }
    }
}
