//! Random input for properties.

use glam::{Quat, Vec3};
use lissom_core::Shape;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// Runs a property on cases that are the same every time.
pub fn check<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(config, random);
    let result = runner.run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Numbers of every size, some of them zero.
pub fn wild() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -1.0_f32..1.0,
        1 => Just(0.0_f32),
        1 => -1e18_f32..1e18,
        1 => -1e-18_f32..1e-18,
        1 => prop::num::f32::NORMAL,
    ]
}

pub fn vector(range: std::ops::Range<f32>) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(range).prop_map(Vec3::from_array)
}

pub fn rotation() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0_f32..1.0).prop_map(|q| {
        let q = Quat::from_array(q);
        if q.length_squared() > 1e-6 { q.normalize() } else { Quat::IDENTITY }
    })
}

pub fn masses() -> impl Strategy<Value = f32> {
    (-6.0_f32..6.0).prop_map(|e| 10.0_f32.powf(e))
}

pub fn steps() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, 1e-6, 1.0 / 144.0, 1.0 / 60.0, 0.1, 2.0])
}

pub fn shape() -> impl Strategy<Value = Shape> {
    let point = || prop::array::uniform3(-0.5_f32..0.5);
    let size = || 0.05_f32..0.5;
    prop_oneof![
        (point(), size()).prop_map(|(center, radius)| Shape::Sphere { center, radius }),
        (point(), point(), size(), size()).prop_map(|(a, b, r, s)| Shape::Capsule { ends: [a, b], radii: [r, s] }),
        (point(), rotation()).prop_map(|(point, q)| Shape::Plane { point, normal: (q * Vec3::Y).to_array() }),
        (point(), rotation(), prop::array::uniform3(size())).prop_map(|(center, q, half)| Shape::Box {
            center,
            rotation: q.to_array(),
            half
        }),
        (point(), size()).prop_map(|(center, radius)| Shape::InsideSphere { center, radius: radius + 0.5 }),
        (point(), point(), size(), size())
            .prop_map(|(a, b, r, s)| Shape::InsideCapsule { ends: [a, b], radii: [r + 0.4, s + 0.4] }),
    ]
}
