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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::advance;
    use crate::desc::{Binding, BodyDesc, BodyParams, ParticleDesc, Shape, Structure, WorldDesc};
    use crate::lanes::{self, LaneWidth};
    use crate::template::Frame;
    use proptest::prelude::*;
    use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
    use std::cell::Cell;

    fn vector(most: f32) -> impl Strategy<Value = glam::Vec3> {
        prop::array::uniform3(-most..most).prop_map(glam::Vec3::from_array)
    }

    fn frame() -> impl Strategy<Value = Frame> {
        let frame = |(position, turn)| Frame { position, rotation: glam::Quat::from_scaled_axis(turn) };
        (vector(1.0), vector(2.0)).prop_map(frame)
    }

    fn shape() -> impl Strategy<Value = Shape> {
        let point = || vector(0.5).prop_map(|p| p.to_array());
        let size = || 0.05_f32..0.5;
        let turned = |(center, turn, half)| {
            let rotation = glam::Quat::from_scaled_axis(turn).to_array();
            Shape::Box { center, rotation, half }
        };
        prop_oneof![
            (point(), size()).prop_map(|(center, radius)| Shape::Sphere { center, radius }),
            (point(), size()).prop_map(|(center, radius)| Shape::InsideSphere { center, radius }),
            (point(), point(), size(), size()).prop_map(|(a, b, r, s)| Shape::Capsule { ends: [a, b], radii: [r, s] }),
            (point(), point(), size()).prop_map(|(a, b, r)| Shape::InsideCapsule { ends: [a, b], radii: [r, r + 0.2] }),
            (point(), point()).prop_map(|(point, normal)| Shape::Plane { point, normal }),
            (point(), vector(2.0), prop::array::uniform3(size())).prop_map(turned),
        ]
    }

    /// Balls of many sizes.
    fn balls() -> crate::World {
        let particle = |k: usize| ParticleDesc {
            position: [k as f32, 0.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            radii: [0.01 * (1 + k) as f32; 3],
            mass_kg: 1.0,
            animated: false,
            surface: false,
            binding: Binding::rigid(0),
        };
        let (particles, structure) = ((0..MAX_WIDTH).map(particle).collect(), Structure::Loose);
        let body = BodyDesc { part: "balls".into(), particles, structure, anchor: 0, params: BodyParams::default() };
        let bones = vec![[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]];
        crate::World::new(WorldDesc { bones, bodies: vec![body], ..WorldDesc::default() }).expect("valid")
    }

    #[test]
    fn whatever_touches_is_seen_with_any_lanes() {
        let world = balls();
        let template = world.template();
        let touches = Cell::new(0);
        let property = |(shape, frames, ways): (Shape, [Frame; 2], Vec<(glam::Vec3, glam::Vec3)>)| {
            let placed = frames.map(|frame| Placed::new(&shape, &frame));
            let arrays = |which: fn(&(glam::Vec3, glam::Vec3)) -> glam::Vec3| {
                [0, 1, 2].map(|c| {
                    let mut array: Vec<f32> = ways.iter().map(|way| which(way)[c]).collect();
                    array.resize(template.slots, 0.0);
                    array
                })
            };
            let (mut from, mut to) = (arrays(|way| way.0), arrays(|way| way.0 + way.1));
            let (from, to) = (from.each_mut().map(Vec::as_mut_slice), to.each_mut().map(Vec::as_mut_slice));
            let q: [&mut [f32]; 4] = Default::default();
            for width in LaneWidth::ALL {
                let sweep = Sweep { template, colliders: &[placed], from: &from, to: &to, q: &q, width };
                let mut seen = 0;
                let visit = |_, bits| seen = bits;
                lanes::run(width, Near { sweep: &sweep, placed: &placed, rows: std::iter::once(0), visit });
                for (slot, (begin, way)) in ways.iter().enumerate() {
                    let way = [placed[0].local(*begin), placed[1].local(*begin + *way)];
                    let reach = template.reach[slot];
                    if advance::particle(&placed[0].solid, way, reach, |_| reach).is_some() {
                        assert!(seen & 1 << slot != 0, "{width:?}: {shape:?} does not see {way:?}");
                        touches.set(touches.get() + 1);
                    }
                }
            }
            Ok(())
        };
        let config = ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
        let ways = prop::collection::vec((vector(1.5), vector(1.0)), MAX_WIDTH);
        let cases = (shape(), [frame(), frame()], ways);
        runner.run(&cases, property).unwrap_or_else(|error| panic!("{error}"));
        assert!(touches.get() > 1000, "{} touches are too few to show anything", touches.get());
    }
}
