//! \[PD09\] Eq. 1: T_i(t) = D diag(c₁, c₂, c₃) Dᵀ, for all vertices of a body.

use super::chart::{self, Drawn};
use super::memory::{SIGNALS, Signal};
use super::{Creature, Rows, Start};
use crate::lanes::{Kernel, Lanes, Memory};

/// A signal with what is known about its way: by row, the distance from where it started, 0 to 1.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    pub signal: Signal,
    pub distance: &'a [f32],
}

pub struct Stretch<'a> {
    pub rows: &'a Rows,
    pub creature: &'a Creature,
    /// The time by the world's clock, and since the body started.
    pub clock_secs: f64,
    pub age_secs: f32,
    /// How much of the charts there is, 0 to 1.
    pub drive: f32,
    pub ways: &'a [Option<Way<'a>>; SIGNALS],
    pub stretch: &'a mut [&'a mut [f32]; 6],
    pub excited: &'a mut [f32],
}

/// The part of `x` after the point; `x` is between −2²² and 2²².
#[inline(always)]
fn fraction<L: Lanes>(x: L) -> L {
    // Adding and taking off 1.5 × 2²³ rounds to a whole number.
    let big = L::splat(12_582_912.0);
    let rest = x - ((x + big) - big);
    L::select(L::zero().greater(rest), rest + L::splat(1.0), rest)
}

impl Stretch<'_> {
    /// Growing from nothing.
    fn ease(&self) -> f32 {
        let eased = match self.creature.start {
            Start::Ease { secs } if secs > 0.0 => {
                let s = (self.age_secs / secs).clamp(0.0, 1.0);
                s * s * (3.0 - 2.0 * s)
            }
            _ => 1.0,
        };
        eased * self.drive
    }
}

impl Kernel for Stretch<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (gain, age) = (L::splat(self.ease()), self.age_secs);
        let Stretch { rows, creature, clock_secs, ways, stretch, excited, .. } = self;
        let cycle = creature.charts.cycle_secs;
        let (now, per_sec) = (L::splat((clock_secs / cycle).fract() as f32), L::splat((1.0 / cycle) as f32));
        let charts = (!creature.charts.is_still() && self.drive > 0.0).then_some(&creature.charts);
        let widest = creature.stimuli.iter().map(|s| s.charts.log_range).fold(creature.charts.log_range, f32::max);
        let (least, most) = (L::splat(-widest), L::splat(widest));
        for row in (0..creature.rows).step_by(L::WIDTH) {
            let at = creature.first + row;
            let mut log = [L::zero(); 3];
            if let Some(charts) = charts {
                let delay = L::load(&rows.delay, at);
                let mut share = L::load(&rows.strength, at) * gain;
                if creature.start == Start::Front {
                    share = L::select(delay.greater(L::splat(age)), L::zero(), share);
                }
                let [a, b, c] = charts.log_rates(fraction(now - delay * per_sec));
                log = [a * share, b * share, c * share];
            }
            for way in ways.iter().flatten() {
                let [a, b, c] = answer::<L>(creature, way, L::load(way.distance, row));
                log = [log[0] + a, log[1] + b, log[2] + c];
            }
            for k in 0..3 {
                log[k] = log[k].max(least).min(most);
            }
            let d: [L; 9] = std::array::from_fn(|k| L::load(&rows.axes[k], at));
            // Less the identity, so that where nothing moves T is exactly that.
            let more = [chart::exp_less_one(log[0]), chart::exp_less_one(log[1]), chart::exp_less_one(log[2])];
            let scaled: [L; 9] = std::array::from_fn(|k| d[k] * more[k % 3]);
            let product = |a: usize, b: usize| {
                scaled[3 * a] * d[3 * b] + scaled[3 * a + 1] * d[3 * b + 1] + scaled[3 * a + 2] * d[3 * b + 2]
            };
            for (k, (a, b)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                let one = L::splat(if a == b { 1.0 } else { 0.0 });
                (product(a, b) + one).store(stretch[k], row);
            }
            log[0].store(excited, row);
        }
    }
}

/// \[PD09\] 4.4: what a signal adds, log c. A_s = Dm^(−d), and P_s = d.
#[inline(always)]
fn answer<L: Lanes>(creature: &Creature, way: &Way<'_>, distance: L) -> [L; 3] {
    let rule = &creature.stimuli[way.signal.rule];
    let charts: &Drawn = &rule.charts;
    let (zero, one) = (L::zero(), L::splat(1.0));
    let since = L::splat(way.signal.age_secs) - distance * L::splat(1.0 / rule.speed);
    let phase = since * L::splat((1.0 / charts.cycle_secs) as f32);
    let strength = one + chart::exp_less_one((distance * L::splat(-rule.log_fading)).max(L::splat(-4.0)));
    let inside = L::and(phase.greater(zero), one.greater(phase));
    let strength = L::select(inside, strength, zero);
    let [a, b, c] = charts.log_rates(phase.max(zero).min(one));
    [a * strength, b * strength, c * strength]
}
