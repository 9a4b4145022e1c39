//! Chains that nothing can touch take a way of their own through a frame: it must lead to the same place, but for
//! rounding.

mod support;

use glam::{Quat, Vec3};
use lissom_core::*;
use support::{bone, chain, cloth, rod};

/// Chains of one kind, more than there are lanes.
fn chains(params: &BodyParams, held: bool) -> Vec<BodyDesc> {
    let one = |k: usize| {
        let mut body = chain(9, 0.1, Vec3::new(1.0, 0.1 * k as f32, 0.3).normalize(), params.clone());
        body.particles[0].animated = held;
        body
    };
    (0..20).map(one).collect()
}

fn world(bodies: Vec<BodyDesc>, colliders: Vec<ColliderDesc>) -> World {
    World::new(WorldDesc { bones: vec![support::IDENTITY], bodies, colliders, ..WorldDesc::default() }).expect("valid")
}

/// Something that chains could touch, where they never get.
fn far_away() -> ColliderDesc {
    let shape = Shape::Sphere { center: [0.0, -500.0, 0.0], radius: 1.0 };
    ColliderDesc { part: "ball".into(), bone: None, shape, friction: 0.3 }
}

/// Frames of all lengths, bones that move, wind that comes and goes.
fn frame(k: usize) -> (f64, PoseArray, Wind) {
    let t = k as f32 * 0.1;
    let pose = bone(Vec3::new(0.2 * t.sin(), 0.1 * t, 0.0), Quat::from_rotation_y(0.5 * t.sin()));
    let velocity = if k / 7 % 2 == 1 { [3.0, 0.0, 1.0] } else { [0.0; 3] };
    ([1.0 / 60.0, 1.0 / 24.0, 0.013, 1e-4, 0.0][k % 5], pose, Wind { velocity, gusts: 0.5 })
}

/// How far apart two worlds are, m, and how far from the same turn, rad.
fn apart(a: &World, b: &World) -> (f32, f32) {
    let places = a.poses().positions().iter().zip(b.poses().positions());
    let far = places.map(|(a, b)| Vec3::from_array(*a).distance(Vec3::from_array(*b))).fold(0.0, f32::max);
    let turns = a.poses().rotations().iter().zip(b.poses().rotations());
    let turn = |(a, b): (&[f32; 4], &[f32; 4])| (Quat::from_array(*a) - Quat::from_array(*b)).length() * 2.0;
    (far, turns.map(turn).fold(0.0, f32::max))
}

#[test]
fn they_move_as_they_do_beside_something_to_touch() {
    let usual = BodyParams { wind: 1.0, ..BodyParams::default() };
    let limit = Some(Limit::Cone { angle_rad: 0.2 });
    let kinds = [
        ("usual", usual.clone(), true),
        ("oval", usual.clone(), true),
        ("free", usual.clone(), false),
        ("limited", BodyParams { limit, ..usual.clone() }, true),
        ("stiff", BodyParams { bend_hz: 90.0, ring: 1, ..usual.clone() }, true),
        ("loose", BodyParams { bend_hz: 0.0, twist_hz: 0.0, ..usual.clone() }, true),
        ("sleepy", BodyParams { damping: 10.0, gravity_scale: 0.0, may_sleep: true, ..usual.clone() }, true),
        ("seen", BodyParams { wind: 1.0, ..rod::params(rod::view()) }, true),
    ];
    for (what, params, held) in kinds {
        let mut bodies = chains(&params, held);
        if what == "oval" {
            bodies.iter_mut().flat_map(|b| &mut b.particles).for_each(|p| p.radii[1] *= 0.5);
        }
        if what == "seen" {
            bodies = vec![BodyDesc { params, ..rod::body(8, rod::view()) }; 20];
        }
        let (mut alone, mut together) = (world(bodies.clone(), vec![]), world(bodies, vec![far_away()]));
        assert_eq!((alone.template().alone.len(), together.template().alone.len()), (1, 0), "{what}");
        let mut asleep = 0;
        for k in 0..300 {
            let (dt_secs, mut pose, mut wind) = frame(k);
            // Time to fall asleep, and wind that wakes.
            if k >= 60 {
                pose = frame(60).1;
                wind.velocity = if (250..260).contains(&k) { [3.0, 0.0, 1.0] } else { [0.0; 3] };
            }
            // What somebody holds is alone no more.
            let grab = Grab { body: 3, particle: 5, target: [0.3, 0.4, 0.1] };
            let grabs = if (30..35).contains(&k) { &[grab][..] } else { &[] };
            for world in [&mut alone, &mut together] {
                let camera = Some(rod::camera(6.0 * k as f64));
                let report = world.step(&StepInput { wind, grabs, camera, ..StepInput::new(dt_secs, &[pose]) });
                asleep = asleep.max(report.asleep);
            }
            let (far, turned) = apart(&alone, &together);
            // Rounding is all; what is loose or comes up against limits makes more of it in time.
            let wild = ["loose", "limited"].contains(&what);
            let most = match k {
                0..20 if wild => [2e-4, 2e-3],
                0..30 if !wild => [1e-4, 3e-4],
                _ if wild => [2e-2, 2e-2],
                _ => [2e-4, 2e-3],
            };
            assert!(far <= most[0] && turned <= most[1], "{what}, frame {k}: {far} m, {turned} rad");
            let finite = |world: &World| {
                world.state().x().iter().chain(&world.state().q()).all(|a| a.iter().all(|v| v.is_finite()))
            };
            assert!(finite(&alone) && finite(&together), "{what}: not even where no chain is, frame {k}");
        }
        assert_eq!(asleep > 0, what == "sleepy", "{what}");
    }
}

/// Some of the bones jump, to and fro, so that Newton's method fails on some chains and not on their neighbours. Far from
/// the origin short segments are never right to the last digit.
#[test]
fn lanes_do_not_change_a_bit() {
    for what in ["round", "oval", "heavy"] {
        let hash = |lanes: LaneWidth| {
            let mut bodies = chains(&BodyParams::default(), true);
            for (k, body) in bodies.iter_mut().enumerate() {
                let tip = &mut body.particles[8];
                match what {
                    "oval" => tip.radii[0] *= 0.5,
                    "heavy" => tip.mass_kg *= 1e6,
                    _ => (),
                }
                for particle in &mut body.particles {
                    particle.binding = Binding::rigid((k % 3 == 0).into());
                    particle.position = (Vec3::from_array(particle.position) * 0.1 + 5.0).to_array();
                }
            }
            let bones = vec![support::IDENTITY; 2];
            let mut world = World::new(WorldDesc { bones, bodies, ..WorldDesc::default() }).expect("valid");
            assert_eq!(world.template().alone.len(), 1);
            world.set_lanes(lanes);
            for k in 0..60 {
                let to = bone(Vec3::new(0.04, 0.02, -0.03) * (k / 5 % 2) as f32, Quat::IDENTITY);
                world.step(&StepInput::new(1.0 / 60.0, &[support::IDENTITY, to]));
                assert!(world.measure().finite);
                let off = worst_length(&world, 0.01);
                assert!(off < 2e-3, "{what}, frame {k}: a segment is off by {off}");
            }
            world.hash()
        };
        let expected = hash(LaneWidth::best());
        for lanes in LaneWidth::ALL {
            assert_eq!(hash(lanes), expected, "{what}: {lanes:?}");
        }
    }
}

/// However many there are, for however many lanes the world is made, and with however many it is stepped. Where few
/// chains are folded, parts of them stand side by side; they spin so fast that turns come round to the other sign, the
/// base jumps, and somebody holds one of them for a while.
#[test]
fn folds_do_not_change_a_bit() {
    let limit = Some(Limit::Cone { angle_rad: 0.2 });
    let kinds = [
        ("usual", BodyParams { wind: 1.0, ..BodyParams::default() }),
        ("limited", BodyParams { limit, ..BodyParams::default() }),
        ("small groups", BodyParams { ring: 1, bend_hz: 90.0, ..BodyParams::default() }),
        ("large groups", BodyParams { ring: 3, ..BodyParams::default() }),
    ];
    for (count, joints) in [(1, 8), (1, 2), (2, 9), (3, 20), (5, 3), (7, 4), (11, 20), (17, 7), (25, 5), (67, 6)] {
        for (what, params) in &kinds {
            let run = |made: LaneWidth, lanes: LaneWidth| {
                let one = |k: usize| {
                    let direction = Vec3::new(1.0, 0.1 * k as f32, 0.3).normalize();
                    chain(joints, 0.1, direction, params.clone())
                };
                let (bones, bodies) = (vec![support::IDENTITY], (0..count).map(one).collect());
                let settings = Settings { lanes: made, ..Settings::default() };
                let mut world =
                    World::new(WorldDesc { bones, bodies, colliders: Vec::new(), settings }).expect("valid");
                assert!(!world.template().alone.is_empty());
                world.set_lanes(lanes);
                for k in 0..24 {
                    let (secs, mut pose, wind) = frame(k);
                    let spun = bone(Vec3::X * (k / 12) as f32, Quat::from_rotation_y(0.9 * k as f32));
                    pose = if k > 6 { spun } else { pose };
                    let grab = Grab { body: count - 1, particle: joints - 1, target: [0.3, 0.2, 0.1] };
                    let grabs = if k / 4 == 4 { vec![grab] } else { Vec::new() };
                    let report = world.step(&StepInput { wind, grabs: &grabs, ..StepInput::new(secs, &[pose]) });
                    assert_eq!(report.quarantined, 0);
                    assert!(world.measure().finite);
                }
                world.hash()
            };
            let expected = run(LaneWidth::Sixteen, LaneWidth::One);
            for made in LaneWidth::ALL {
                for lanes in LaneWidth::ALL {
                    let hash = run(made, lanes);
                    assert_eq!(hash, expected, "{count} of {joints}, {what}: made for {made:?}, with {lanes:?}");
                }
            }
        }
    }
}

/// How far the length of a segment is from what it should be, as a share of that.
fn worst_length(world: &World, should: f32) -> f32 {
    let places = world.poses().positions();
    let segments = (0..world.template().bodies.len()).flat_map(|k| places[world.poses().body(k)].windows(2));
    let length = |two: &[[f32; 3]]| Vec3::from_array(two[0]).distance(Vec3::from_array(two[1]));
    segments.map(|two| (length(two) / should - 1.0).abs()).fold(0.0, f32::max)
}

/// A straight chain with much on its end takes more digits to solve than there are.
#[test]
fn what_hangs_on_them_does_not_stretch_them() {
    for heavier in [1e2, 1e4, 1e5, 1e6, 1e7, 1e9] {
        let mut body = chain(9, 0.1, Vec3::NEG_Y, BodyParams::default());
        body.particles[8].mass_kg *= heavier;
        let mut world = world(vec![body], vec![]);
        for k in 0..240 {
            let to = bone(Vec3::Y * (0.01 * (k as f32 * 0.2).sin()), Quat::IDENTITY);
            world.step(&StepInput::new(1.0 / 60.0, &[to]));
            let off = worst_length(&world, 0.1);
            assert!(off < 1e-4, "{heavier} times as heavy, frame {k}: a segment is off by {off}");
        }
    }
}

#[test]
fn they_stand_beside_bodies_of_all_kinds() {
    let own =
        || chains(&BodyParams { passes_through: vec!["cloth".into(), "solid".into()], ..BodyParams::default() }, true);
    let mut bodies = vec![cloth(6, 0.1, BodyParams::default())];
    bodies.extend(own());
    bodies.push(support::tets::bar().body(Procedural::default()));
    let (mut all, mut alone) = (world(bodies, vec![]), world(own(), vec![]));
    assert_eq!((all.template().alone.clone(), all.template().units.len()), (1..2, 3));
    for k in 0..60 {
        let (dt_secs, pose, _) = frame(k);
        all.step(&StepInput::new(dt_secs, &[pose]));
        alone.step(&StepInput::new(dt_secs, &[pose]));
        let those = all.poses().body(1).start..all.poses().body(20).end;
        assert_eq!(&all.poses().positions()[those.clone()], alone.poses().positions(), "frame {k}");
        assert_eq!(&all.poses().rotations()[those], alone.poses().rotations(), "frame {k}");
    }
}

#[test]
fn one_that_is_lost_starts_again() {
    for (lanes, lost) in LaneWidth::ALL.into_iter().flat_map(|lanes| [7, 19].map(|lost| (lanes, lost))) {
        // The last four are folded for eight lanes and more, with room left behind their ends.
        let bodies = chains(&BodyParams::default(), true);
        let settings = Settings { lanes, ..Settings::default() };
        let desc = WorldDesc { bones: vec![support::IDENTITY], bodies, colliders: Vec::new(), settings };
        let mut world = World::new(desc).expect("valid");
        world.step(&StepInput::new(1.0 / 60.0, &[support::IDENTITY]));
        let slot = world.template().bodies[lost].slot(4);
        world.state_mut().x[1][slot] = f32::NAN;
        let report = world.step(&StepInput::new(1.0 / 60.0, &[support::IDENTITY]));
        assert_eq!(report.quarantined, 1, "{lanes:?}, {lost}");
        assert!(world.poses().positions().iter().flatten().all(|v| v.is_finite()));
        let report = world.step(&StepInput::new(1.0 / 60.0, &[support::IDENTITY]));
        assert_eq!(report.quarantined, 0, "{lanes:?}, {lost}: once is enough");
        assert!(world.state().x().iter().chain(&world.state().q()).all(|a| a.iter().all(|v| v.is_finite())));
    }
}
