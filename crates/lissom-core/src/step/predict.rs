//! Prediction: forces, wind and the bones say where everything would be at the end of the substep.

use crate::build::REACH;
use crate::input::Wind;
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::{Quat, Vec3};
use crate::pack::Set;
use crate::scratch::Scratch;
use crate::state::{Clock, State};
use crate::step::parallel::Crew;
use crate::step::view::View;
use crate::step::{parallel, pose};
use crate::template::{Frame, Roots, Template, Unit};

/// The wind is looked up anew this often, in substeps: as usual 60 times a second, at any frame rate.
pub const WIND_EVERY: u64 = 4;

pub fn run(template: &Template, state: &mut State, scratch: &mut Scratch, gusts: Option<Gusts>, crew: Crew) {
    let (awake, skin) = (std::mem::take(&mut scratch.awake), std::mem::take(&mut scratch.skin));
    let windy = state.clock.windy;
    parallel::for_together(crew, template, View::new(state, scratch), &|_, _| true, &|index, unit, mut view| {
        if let Some(gusts) = &gusts {
            gusts.blow(&mut view);
        }
        if awake[index] {
            crate::lanes::run(crew.width, Predict { template, view: view.lend(), windy });
        } else {
            stay(&mut view);
        }
        crate::lanes::run(unit.width(crew.width), Follow { template, unit, skin: &skin, view: &mut view });
    });
    (scratch.awake, scratch.skin) = (awake, skin);
}

/// Animated particles go where the bones take them.
pub(crate) struct Follow<'a, 'v> {
    pub template: &'a Template,
    pub unit: &'a Unit,
    pub skin: &'a [Frame],
    pub view: &'a mut View<'v>,
}

impl Kernel for Follow<'_, '_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Follow { template, unit, skin, view } = self;
        if let (Some(roots), Some(packs)) = (&unit.roots, unit.kind.packs()) {
            for set in packs.sets::<L>() {
                follow_roots(roots, &set, skin, view);
            }
            return;
        }
        for &slot in &template.animated[unit.animated.clone()] {
            let slot = slot as usize;
            let (position, rotation) = pose::animated(template, skin, slot);
            let here = slot - view.base;
            pose::set(&mut view.x, &mut view.q, here, position, rotation);
            view.low.iter_mut().for_each(|array| array[here] = 0.0);
        }
    }
}

/// The roots of some that stand side by side.
#[inline(always)]
fn follow_roots<L: Lanes>(roots: &Roots, set: &Set<L>, skin: &[Frame], view: &mut View<'_>) {
    let (first, slot) = (set.chain, set.track.first);
    let bones = &roots.bone[first..first + L::WIDTH];
    let frame = |bone: u16| {
        let Frame { position, rotation } = &skin[usize::from(bone)];
        let ([a, b, c, d], [x, y, z]) = (rotation.to_array(), position.to_array());
        [a, b, c, d, x, y, z]
    };
    let numbers: [L; 7] = if bones.iter().all(|bone| *bone == bones[0]) {
        let one = frame(bones[0]);
        std::array::from_fn(|c| L::splat(one[c]))
    } else {
        let mut columns = [[0.0; MAX_WIDTH]; 7];
        for (lane, bone) in bones.iter().enumerate() {
            let one = frame(*bone);
            (0..7).for_each(|c| columns[c][lane] = one[c]);
        }
        std::array::from_fn(|c| L::load(&columns[c], 0))
    };
    let turn = Quat(std::array::from_fn(|c| numbers[c]));
    let to = Vec3(std::array::from_fn(|c| numbers[4 + c]));
    let (x, low, q) =
        (Vec3::<L>::load(&view.x, slot), Vec3::<L>::load(&view.low, slot), Quat::<L>::load(&view.q, slot));
    let place = turn.matrix().mul_vec(Vec3::load_ref(&roots.x, first)).add(to);
    Vec3::select(set.others, x, place).store(&mut view.x, slot);
    Vec3::select(set.others, low, Vec3::zero()).store(&mut view.low, slot);
    Quat::select(set.others, q, turn.mul(Quat::load_ref(&roots.q, first))).store(&mut view.q, slot);
}

/// What sleeps is predicted to be where it is, for others to collide with.
fn stay(view: &mut View<'_>) {
    for c in 0..3 {
        view.x[c].copy_from_slice(view.old_x[c]);
        view.low[c].fill(0.0);
    }
    for c in 0..4 {
        view.q[c].copy_from_slice(view.old_q[c]);
    }
}

pub(crate) struct Predict<'a> {
    pub template: &'a Template,
    pub view: View<'a>,
    pub windy: bool,
}

impl Kernel for Predict<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Predict { template, mut view, windy } = self;
        let going = Going::<L>::new(template, windy);
        for slot in (0..view.x[0].len()).step_by(L::WIDTH) {
            let way = Vec3::<L>::load(&view.v, slot).scale(going.step);
            going.go(Vec3::load(&view.old_x, slot), way, &mut view, slot);
            let turned = going.turn(Quat::load(&view.old_q, slot), Vec3::load(&view.spin, slot), view.base + slot);
            turned.store(&mut view.q, slot);
        }
    }
}

/// What makes particles move on.
pub struct Going<'a, L> {
    template: &'a Template,
    windy: bool,
    fall: Vec3<L>,
    step: L,
    half: L,
}

impl<'a, L: Lanes> Going<'a, L> {
    #[inline(always)]
    pub fn new(template: &'a Template, windy: bool) -> Going<'a, L> {
        let h = template.settings.substep_secs as f32;
        let [gx, gy, gz] = template.settings.gravity;
        let fall = Vec3([L::splat(gx * h * h), L::splat(gy * h * h), L::splat(gz * h * h)]);
        Going { template, windy, fall, step: L::splat(h), half: L::splat(h * 0.5) }
    }

    /// From x, on the way on which they are, to where they are next, if nothing holds them.
    #[inline(always)]
    pub fn go(&self, x: Vec3<L>, way: Vec3<L>, view: &mut View<'_>, slot: usize) {
        let (template, at) = (self.template, view.base + slot);
        // Damp before forces: otherwise gravity would be damped too.
        let mut way = way.scale(L::load(&template.damp, at));
        if self.windy {
            let wind = Vec3::load(&view.wind, slot).scale(self.step);
            way = way.add(wind.sub(way).scale(L::load(&template.wind, at)));
        }
        let way = way.add(self.fall.scale(L::load(&template.gravity, at)));
        let (there, left) = x.add_exactly(way);
        there.store(&mut view.x, slot);
        left.store(&mut view.low, slot);
    }

    /// The share of its spin that damping leaves a particle in a substep.
    #[inline(always)]
    pub fn spin_left(&self, at: usize) -> L {
        L::load(&self.template.spin_damp, at)
    }

    /// The next turn of what spins.
    #[inline(always)]
    pub fn turn(&self, q: Quat<L>, spin: Vec3<L>, at: usize) -> Quat<L> {
        let [x, y, z] = spin.scale(self.spin_left(at) * self.half).0;
        Quat([x, y, z, L::splat(1.0)]).mul(q).normalize()
    }
}

/// Gusts are waves that travel with the wind.
#[derive(Clone, Copy, Debug)]
pub struct Gusts {
    velocity: glam::Vec3,
    along: glam::Vec3,
    share: f32,
    wave: f32,
    fast_off: f32,
    slow_off: f32,
}

impl Gusts {
    /// Now and then, if there are some.
    pub fn look_up(template: &Template, clock: &mut Clock, wind: &Wind) -> Option<Gusts> {
        if !clock.substeps.is_multiple_of(WIND_EVERY) {
            return None;
        }
        let time = clock.substeps as f64 * template.settings.substep_secs;
        let velocity = glam::Vec3::from_array(wind.velocity);
        let speed = velocity.length();
        // Still air would brake; no wind leaves things alone.
        clock.windy = speed > 0.0 && speed * (1.0 + wind.gusts.abs()) < REACH;
        // Waves of about the character's size: scale-free.
        let wave = std::f32::consts::TAU / (1.5 * template.size);
        // Taken off in double precision, whole waves left out: hours later the gusts are as smooth.
        let passed = f64::from(wave * speed) * time;
        let [fast_off, slow_off] = [1.0, 0.37].map(|k| (passed * k % std::f64::consts::TAU) as f32);
        let gusts = Gusts { velocity, along: velocity / speed, share: wind.gusts, wave, fast_off, slow_off };
        clock.windy.then_some(gusts)
    }

    /// The wind at every particle, until it is looked up again.
    pub fn blow(&self, view: &mut View<'_>) {
        for slot in 0..view.wind[0].len() {
            let p = glam::Vec3::new(view.old_x[0][slot], view.old_x[1][slot], view.old_x[2][slot]);
            let phase = self.wave * self.along.dot(p);
            let slow = libm::sinf(0.37 * phase - self.slow_off + 0.9 * self.wave * p.y);
            let fast = libm::sinf(phase - self.fast_off + 1.7 * self.wave * p.x);
            let gust = 1.0 + self.share * 0.5 * (slow + fast);
            for c in 0..3 {
                view.wind[c][slot] = self.velocity[c] * gust;
            }
        }
    }
}
