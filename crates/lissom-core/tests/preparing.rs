//! Worlds that take long to build say how far they are.

mod support;
use glam::{Quat, Vec3};
use lissom_core::*;
use std::ops::ControlFlow;
use support::bone;
use support::rod::{body, examples, view};

fn desc(joints: usize) -> WorldDesc {
    let bodies = vec![body(joints, ViewBlend { sag: Sag::AnyTilt, examples: examples(joints), ..view() })];
    let settings = Settings { gravity: [0.0, -9.81, 0.0], ..Settings::default() };
    WorldDesc { bones: vec![bone(Vec3::ZERO, Quat::IDENTITY)], bodies, settings, ..WorldDesc::default() }
}

#[test]
fn baking_tells_how_far_it_is_and_can_be_stopped() {
    let mut heard = Vec::new();
    let mut listen = |share| {
        heard.push(share);
        ControlFlow::Continue(())
    };
    World::prepared(desc(8), Hold::Find(&mut listen)).expect("builds");
    assert!(heard.len() > 6 && heard.is_sorted() && heard.iter().all(|s| (0.0..1.0).contains(s)), "{heard:?}");
    let mut asked = 0;
    let stopped = World::prepared(
        desc(8),
        Hold::Find(&mut |_| {
            asked += 1;
            if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
    );
    assert_eq!((stopped.expect_err("stopped"), asked), (BuildError::Stopped, 3));
}

#[test]
fn what_was_found_is_not_found_again() {
    let swung = |world: &mut World| {
        for k in 0..30 {
            world.step(&StepInput::new(1.0 / 60.0, &[bone(Vec3::X * (0.01 * k as f32), Quat::IDENTITY)]));
        }
        world.hash()
    };
    let mut first = World::new(desc(8)).expect("builds");
    let held = first.template().held.clone();
    let mut again = World::prepared(desc(8), Hold::Found(&held)).expect("builds");
    assert_eq!(again.template().held, held);
    assert_eq!(swung(&mut again), swung(&mut first));
    // That of another world does no harm.
    let mut other = World::prepared(desc(6), Hold::Found(&held)).expect("builds");
    assert_eq!(swung(&mut other), swung(&mut World::new(desc(6)).expect("builds")));
}
