//! What every rest shape must do: stay put where it is in equilibrium, and not care where in space that is.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use support::*;

/// Bodies, one for each rest shape and structure; a new rest shape adds its own here.
fn shapes() -> Vec<(&'static str, BodyDesc)> {
    let params = BodyParams { may_sleep: false, ..BodyParams::default() };
    vec![
        ("fixed chain", bent_chain(params.clone())),
        ("fixed cloth", cloth(8, 0.08, BodyParams { ring: 1, ..params.clone() })),
        // Without a camera it is its bind pose.
        ("view", rod::body(8, rod::view())),
        // On bones that hold still.
        ("bones", bent_chain(BodyParams { follow_bones: true, ..params.clone() })),
        ("view on bones", {
            let mut ear = rod::body(8, rod::view());
            ear.params.follow_bones = true;
            ear
        }),
        // With charts that say nothing.
        ("procedural", tets::bar().body(Procedural::default())),
        ("procedural, implicit", {
            let stiffness = Stiffness::Implicit { hz: 30.0, iterations: 2 };
            tets::bar().body(Procedural { stiffness, ..Procedural::default() })
        }),
    ]
}

fn play(body: BodyDesc, gravity: Vec3, pose: (Vec3, Quat), kick: Vec3, frames: usize) -> Vec<Vec3> {
    let mut world = world(vec![body], gravity);
    let bones = [bone(pose.0, pose.1)];
    world.step(&StepInput::new(0.0, &bones));
    let count = world.poses().body(0).len();
    for k in 0..count {
        set_velocity(&mut world, 0, k, kick * (k as f32 / count as f32));
    }
    for _ in 0..frames {
        world.step(&StepInput::new(1.0 / 60.0, &bones));
    }
    (0..count).map(|k| pose.1.conjugate() * (position(&world, 0, k) - pose.0)).collect()
}

#[test]
fn one_example_that_is_the_bind_pose_changes_nothing() {
    let mut view = rod::view();
    view.examples.truncate(1);
    view.examples[0].positions = rod::arrays(&rod::bent(8, 0.0, 0.0, 0.0));
    let with = rod::body(8, view);
    let mut without = with.clone();
    without.params.rest = rest::Rest::Fixed;
    let play = |body: BodyDesc| {
        let mut world = world(vec![body], Vec3::new(0.0, -9.81, 0.0));
        rod::step(&mut world, 1.0 / 60.0, rod::camera(0.0));
        set_velocity(&mut world, 0, 7, Vec3::new(1.0, 0.0, 2.0));
        for frame in 0..120 {
            rod::step(&mut world, 1.0 / 60.0, rod::camera(f64::from(frame)));
        }
        (0..8).map(|k| position(&world, 0, k)).collect::<Vec<_>>()
    };
    let off = play(with).iter().zip(play(without)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
    assert!(off < 1e-4, "{off} m");
}

#[test]
fn equilibrium_stays_put() {
    for (name, body) in shapes() {
        let start: Vec<Vec3> = body.particles.iter().map(|p| Vec3::from_array(p.position)).collect();
        for turn in [Quat::IDENTITY, quat::qexp(DVec3::new(0.4, 1.1, -0.7)).as_quat()] {
            let there = play(body.clone(), Vec3::ZERO, (Vec3::new(0.5, -0.3, 0.2), turn), Vec3::ZERO, 300);
            let drift = (0..start.len()).map(|k| there[k].distance(start[k])).fold(0.0, f32::max);
            println!("{name}: drift {drift:.1e} m");
            assert!(drift < 3e-5, "{name}: {drift:e}");
        }
    }
}

#[test]
fn rigid_motion_changes_nothing() {
    let turn = quat::qexp(DVec3::new(-0.6, 0.3, 0.9)).as_quat();
    let (gravity, kick) = (Vec3::new(0.0, -9.81, 0.0), Vec3::new(0.3, 0.1, -0.2));
    for (name, body) in shapes() {
        let here = play(body.clone(), gravity, (Vec3::ZERO, Quat::IDENTITY), kick, 60);
        let there = play(body, turn * gravity, (Vec3::new(1.0, 2.0, -1.5), turn), turn * kick, 60);
        let off = (0..here.len()).map(|k| here[k].distance(there[k])).fold(0.0, f32::max);
        println!("{name}: off {off:.1e} m");
        // An implicit step takes velocities from places, and these are rounded: it has fallen 5 m.
        let most = if name.contains("implicit") { 2e-4 } else { 1e-4 };
        assert!(off < most, "{name}: {off:e}");
    }
}
