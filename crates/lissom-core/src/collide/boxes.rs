//! Boxes around the ways of bodies in a substep: most bodies are near no collider, and this is how to see it quickly.

use super::advance::MARGIN;
use super::shape::Placed;
use super::sweep::Sweep;
use crate::lanes::{self, Kernel, LaneWidth, Lanes, MAX_WIDTH, Memory};
use crate::template::Body;
use glam::Vec3;

/// Of bodies that stand side by side.
pub struct Boxes {
    low: [[f32; MAX_WIDTH]; 3],
    high: [[f32; MAX_WIDTH]; 3],
    /// The largest radius.
    reach: [f32; MAX_WIDTH],
}

impl Boxes {
    /// Sixteen bodies of a unit at most, from a first one whose neighbours they are.
    pub fn around(sweep: &Sweep<'_>, bodies: &[Body]) -> Boxes {
        let [low, high] = [f32::MAX, f32::MIN].map(|far| [[far; MAX_WIDTH]; 3]);
        let mut boxes = Boxes { low, high, reach: [0.0; MAX_WIDTH] };
        let width = if bodies.iter().all(|b| b.track.stride == MAX_WIDTH) { sweep.width } else { LaneWidth::One };
        lanes::run(width, Around { sweep, bodies, boxes: &mut boxes });
        boxes
    }

    /// One bit for each of the bodies that may come near a collider on its way.
    pub fn near(&self, way: Option<[Vec3; 2]>, width: LaneWidth) -> u32 {
        let mut near = (1 << MAX_WIDTH) - 1;
        if let Some(way) = way {
            lanes::run(width, Beside { boxes: self, way, near: &mut near });
        }
        near
    }
}

/// The box around the way of a collider, unless it has no end.
pub fn way(placed: &[Placed; 2]) -> Option<[Vec3; 2]> {
    let (center, radius) = placed[0].solid.bound()?;
    let ends = [placed[0].frame.point(center), placed[1].frame.point(center)];
    Some([ends[0].min(ends[1]) - radius, ends[0].max(ends[1]) + radius])
}

struct Around<'a> {
    sweep: &'a Sweep<'a>,
    bodies: &'a [Body],
    boxes: &'a mut Boxes,
}

impl Kernel for Around<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Around { sweep, bodies, boxes } = self;
        for lane in (0..bodies.len()).step_by(L::WIDTH) {
            let mut low: [L; 3] = std::array::from_fn(|c| L::load(&boxes.low[c], lane));
            let mut high: [L; 3] = std::array::from_fn(|c| L::load(&boxes.high[c], lane));
            let mut reach = L::zero();
            for slot in bodies[lane].slots() {
                for c in 0..3 {
                    let (from, to) = (L::load(sweep.from[c], slot), L::load(sweep.to[c], slot));
                    low[c] = from.min(to).min(low[c]);
                    high[c] = from.max(to).max(high[c]);
                }
                reach = L::load(&sweep.template.reach, slot).max(reach);
            }
            for c in 0..3 {
                low[c].store(&mut boxes.low[c], lane);
                high[c].store(&mut boxes.high[c], lane);
            }
            reach.store(&mut boxes.reach, lane);
        }
    }
}

struct Beside<'a> {
    boxes: &'a Boxes,
    way: [Vec3; 2],
    near: &'a mut u32,
}

impl Kernel for Beside<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Beside { boxes, way: [low, high], near } = self;
        *near = 0;
        for lane in (0..MAX_WIDTH).step_by(L::WIDTH) {
            let room = L::load(&boxes.reach, lane) * L::splat(1.0 + MARGIN);
            let mut bits = u32::MAX;
            for c in 0..3 {
                let above = (L::load(&boxes.high[c], lane) + room).greater(L::splat(low[c]));
                let below = (L::splat(high[c]) + room).greater(L::load(&boxes.low[c], lane));
                bits &= L::bits(L::and(above, below));
            }
            *near |= bits << lane;
        }
    }
}
