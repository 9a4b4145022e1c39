//! Of bodies near a collider, the particles that may touch it on their way: most cannot, and lanes see that quickly.

use super::advance::MARGIN;
use super::shape::Placed;
use super::sweep::Sweep;
use crate::lanes::{Kernel, Lanes, MAX_WIDTH, Memory};
use crate::math::{Quat, Vec3};

/// Sixteen particles side by side at a time, from each of `rows` on. Calls `visit` with the row, and with one bit for each
/// particle.
pub struct Near<'a, R, F> {
    pub sweep: &'a Sweep<'a>,
    pub placed: &'a [Placed; 2],
    pub rows: R,
    pub visit: F,
}

impl<R: Iterator<Item = usize>, F: FnMut(usize, u32)> Kernel for Near<'_, R, F> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Near { sweep, placed: [start, end], rows, mut visit } = self;
        let turn = Quat::<L>::splat(start.frame.rotation.conjugate()).matrix();
        let turn_end = Quat::<L>::splat(end.frame.rotation.conjugate()).matrix();
        let (place, place_end) = (Vec3::splat(start.frame.position), Vec3::splat(end.frame.position));
        for row in rows {
            let mut bits = 0;
            for lane in (0..MAX_WIDTH).step_by(L::WIDTH) {
                let from = turn.mul_vec(Vec3::load(sweep.from, row + lane).sub(place));
                let way = turn_end.mul_vec(Vec3::load(sweep.to, row + lane).sub(place_end)).sub(from);
                let reach = L::load(&sweep.template.reach, row + lane) * L::splat(1.0 + MARGIN);
                let far = start.solid.at_least(from);
                bits |= L::bits((way.dot(way).sqrt() + reach).greater(far)) << lane;
            }
            visit(row, bits);
        }
    }
}
