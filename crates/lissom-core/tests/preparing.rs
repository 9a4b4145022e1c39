//! Worlds that take long to build say how far they are.

mod support;
use glam::{Quat, Vec3};
use lissom_core::*;
use std::ops::ControlFlow;
use support::bone;
use support::rod::{body, view};

#[test]
fn baking_tells_how_far_it_is_and_can_be_stopped() {
    let desc = || {
        let bodies = vec![body(8, ViewBlend { sag: Sag::AnyTilt, ..view() })];
        let settings = Settings { gravity: [0.0, -9.81, 0.0], ..Settings::default() };
        WorldDesc { bones: vec![bone(Vec3::ZERO, Quat::IDENTITY)], bodies, settings, ..WorldDesc::default() }
    };
    let mut heard = Vec::new();
    let mut listen = |share| {
        heard.push(share);
        ControlFlow::Continue(())
    };
    World::prepared(desc(), &mut listen).expect("builds");
    assert!(heard.len() > 6 && heard.is_sorted() && heard.iter().all(|s| (0.0..1.0).contains(s)), "{heard:?}");
    let mut asked = 0;
    let stopped = World::prepared(desc(), &mut |_| {
        asked += 1;
        if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped.expect_err("stopped"), asked), (BuildError::Stopped, 3));
}
