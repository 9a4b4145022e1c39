//! What artists see of view-dependent chains: response, cuts, wind, morphs, teleports, sleep, any frame rate.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::rest::view_blend::projection::into_window;
use lissom_core::*;
use proptest::prelude::*;
use std::ops::ControlFlow;
use support::random::{check, vector};
use support::rod::{body, camera, example, examples, step, toward, view};
use support::{IDENTITY, Random, bone, position, world};

const DT: f64 = 1.0 / 60.0;
const DOWN: Vec3 = Vec3::new(0.0, -9.81, 0.0);

#[test]
fn oracle_15_the_window_holds() {
    let mut random = Random::new(15);
    for _ in 0..2000 {
        let mut view: Vec<f64> = (0..6).map(|_| random.unit()).collect();
        let sum: f64 = view.iter().sum();
        view.iter_mut().for_each(|w| *w /= sum);
        let mut far: Vec<f64> = view.iter().map(|w| w + random.normal()).collect();
        into_window(&mut far, &view, 0.2);
        assert!((far.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(far.iter().zip(&view).all(|(a, b)| (a - b).abs() <= 0.2 + 1e-12));
        let mut near: Vec<f64> = view.iter().map(|w| w + 0.05 * (random.unit() - 0.5)).collect();
        let off = (1.0 - near.iter().sum::<f64>()) / 6.0;
        near.iter_mut().for_each(|w| *w += off);
        let before = near.clone();
        into_window(&mut near, &view, 0.2);
        assert!(near.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}

/// A jerk of the base by 34 mm within 0.15 s.
fn jerk(t: f64) -> Vec3 {
    let s = ((t - 0.75) / 0.15).clamp(0.0, 1.0);
    DVec3::new(0.03, 0.0, -0.015).as_vec3() * (s * s * (3.0 - 2.0 * s)) as f32
}

/// How the tip answers the jerk, relative to the base, for 1.5 s.
fn answer(view: &ViewBlend, gravity: Vec3, azimuth: &dyn Fn(f64) -> f64) -> Vec<Vec3> {
    let play = |jerked: bool| -> Vec<Vec3> {
        let mut world = world(vec![body(8, view.clone())], gravity);
        for _ in 0..600 {
            step(&mut world, DT, camera(azimuth(0.0)));
        }
        let mut tips = Vec::new();
        for frame in 1..=135 {
            let t = f64::from(frame) * DT;
            let base = if jerked { jerk(t) } else { Vec3::ZERO };
            let bones = [bone(base, Quat::IDENTITY)];
            world.step(&StepInput { camera: Some(camera(azimuth(t))), ..StepInput::new(DT, &bones) });
            tips.push(position(&world, 0, 7) - base);
        }
        tips
    };
    let (with, without) = (play(true), play(false));
    with.iter().zip(&without).skip(45).map(|(a, b)| *a - *b).collect()
}

fn rms(x: &[Vec3]) -> f32 {
    (x.iter().map(|v| v.length_squared()).sum::<f32>() / x.len() as f32).sqrt()
}

#[test]
fn shaking_in_mid_orbit_is_answered_as_ever() {
    for (gravity, sag) in [(Vec3::ZERO, Sag::Off), (DOWN, Sag::Upright)] {
        let orbit = |t: f64| 90.0 * ((t - 0.5) / 0.5).clamp(0.0, 1.0);
        let still = |suppression| ViewBlend { suppression, sag, ..view() };
        let statics: Vec<Vec<Vec3>> =
            [0.0, 45.0, 90.0].map(|a| answer(&still(Suppression::None), gravity, &|_| a)).into();
        let off = |suppression: Suppression| {
            let moving = answer(&still(suppression), gravity, &orbit);
            let difference = |s: &Vec<Vec3>| {
                let d: Vec<Vec3> = moving.iter().zip(s).map(|(a, b)| *a - *b).collect();
                rms(&d) / rms(s)
            };
            statics.iter().map(difference).fold(f32::MAX, f32::min)
        };
        let transport = off(Suppression::Transport);
        let damped = off(Suppression::Damping { rate: 8.0 });
        println!("gravity {gravity}: transport {:.0} % off, damping {:.0} %", transport * 100.0, damped * 100.0);
        assert!(transport < 0.25, "{transport}");
        assert!(damped > 0.25, "damping is dull: {damped}");
    }
}

#[test]
fn a_jump_of_the_camera_is_a_cut_and_a_move_is_eased() {
    for (degrees, flag, at_once) in [(90.0, false, true), (20.0, false, false), (20.0, true, true)] {
        let eased = ViewBlend { response_secs: 0.1, ..view() };
        let mut world = world(vec![body(8, eased)], Vec3::ZERO);
        step(&mut world, DT, camera(0.0));
        let input = StepInput { camera: Some(camera(degrees)), camera_cut: flag, ..StepInput::new(DT, &[IDENTITY]) };
        world.step(&input);
        let first = world.view_weights(0).expect("weights");
        for _ in 0..200 {
            step(&mut world, DT, camera(degrees));
        }
        let last = world.view_weights(0).expect("weights");
        let gap = first.iter().zip(&last).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert_eq!(gap < 1e-4, at_once, "{degrees}°, flag {flag}: {gap}");
    }
}

#[test]
fn the_first_frame_and_a_teleport_show_it_as_it_should_look() {
    // A projection is not quite where it projects from: means of rotations are not linear.
    let projection = Suppression::Projection { ridge: 0.1, window: 0.3 };
    for (suppression, most) in [(Suppression::None, 1e-9), (Suppression::Transport, 1e-9), (projection, 1e-4)] {
        let mut world = world(vec![body(8, ViewBlend { suppression, ..view() })], Vec3::ZERO);
        step(&mut world, DT, camera(30.0));
        let first: Vec<Vec3> = (0..8).map(|k| position(&world, 0, k)).collect();
        let energy = world.measure().kinetic_energy;
        assert!(energy < most, "{suppression:?}: {energy:e}");
        step(&mut world, DT, camera(30.0));
        let away = Vec3::new(5.0, 1.0, -3.0);
        let turn = Quat::from_rotation_y(1.0);
        let Camera::Orthographic { forward } = camera(30.0) else { unreachable!() };
        let bones = [bone(away, turn)];
        let input = StepInput {
            camera: Some(Camera::Orthographic { forward: (turn * Vec3::from_array(forward)).to_array() }),
            teleport: Some(Teleport::Reset),
            ..StepInput::new(DT, &bones)
        };
        world.step(&input);
        let off = (0..8).map(|k| (away + turn * first[k]).distance(position(&world, 0, k))).fold(0.0, f32::max);
        assert!(off < 1e-5 && world.measure().kinetic_energy < most, "{suppression:?}: {off}");
    }
}

#[test]
fn wind_turns_suppression_off() {
    let energy = |until_wind: f32| {
        let mut body = body(8, ViewBlend { until_wind, ..view() });
        // Too heavy to be blown about: what moves, moves by the camera.
        body.params.wind = 1e-4;
        let mut world = world(vec![body], Vec3::ZERO);
        let mut sum = 0.0;
        for frame in 0..120 {
            let wind = Wind { velocity: [4.0, 0.0, 0.0], gusts: 0.0 };
            let camera = Some(camera(f64::from(frame)));
            world.step(&StepInput { camera, wind, ..StepInput::new(DT, &[IDENTITY]) });
            sum += world.measure().kinetic_energy * DT;
        }
        sum
    };
    let (left_alone, suppressed) = (energy(3.0), energy(5.0));
    assert!(left_alone > 100.0 * suppressed, "{left_alone:e} {suppressed:e}");
}

#[test]
fn morphs_go_with_their_examples() {
    let mut view = view();
    view.examples[0].morphs = vec![Morph { name: "mouth".into(), weight: 0.8 }];
    view.examples[1].morphs =
        vec![Morph { name: "mouth".into(), weight: 0.4 }, Morph { name: "brow".into(), weight: 1.0 }];
    let mut world = world(vec![body(8, view)], Vec3::ZERO);
    for degrees in [0.0, 30.0, 90.0, 180.0] {
        step(&mut world, DT, camera(degrees));
        let w = world.view_weights(0).expect("weights");
        let expected = [("mouth", 0.8 * w[1] + 0.4 * w[2]), ("brow", w[2])];
        for (morph, (name, weight)) in world.poses().morphs().iter().zip(expected) {
            assert_eq!(morph.name, name);
            assert!((morph.weight - weight).abs() < 1e-6, "{degrees}: {morph:?}, {weight}");
        }
    }
}

#[test]
fn what_sleeps_wakes_for_the_camera() {
    let mut body = body(8, view());
    body.params.may_sleep = true;
    let mut world = world(vec![body], Vec3::ZERO);
    for _ in 0..60 {
        step(&mut world, DT, camera(0.0));
    }
    assert_eq!(step(&mut world, DT, camera(0.0)).asleep, 1);
    let before = position(&world, 0, 7);
    assert_eq!(step(&mut world, DT, camera(20.0)).asleep, 0);
    assert!(position(&world, 0, 7).distance(before) > 0.01);
}

#[test]
fn the_same_motion_at_any_frame_rate() {
    let tip = |fps: f64| {
        let eased = ViewBlend { response_secs: 0.1, sag: Sag::Upright, ..view() };
        let mut world = world(vec![body(8, eased)], DOWN);
        for frame in 0..=(5.0 * fps) as u32 {
            let t = f64::from(frame) / fps;
            let shake = DVec3::X * 0.1 * (std::f64::consts::TAU * t).sin();
            let bones = [bone(shake.as_vec3(), Quat::IDENTITY)];
            let dt = if frame == 0 { 0.0 } else { 1.0 / fps };
            world.step(&StepInput { camera: Some(camera(30.0 * t)), ..StepInput::new(dt, &bones) });
        }
        position(&world, 0, 7)
    };
    let usual = tip(60.0);
    for fps in [24.0, 30.0, 144.0] {
        let off = tip(fps).distance(usual) / 0.7;
        println!("{fps} fps: {:.2} % of the length off", 100.0 * off);
        assert!(off < 0.02, "{fps}: {off}");
    }
}

/// Rods of several kinds, with a ball in the way.
fn crowd(suppression: Suppression) -> World {
    let bodies = (0..36).map(|k| {
        let joints = 5 + k % 3;
        let sag = if k < 33 { Sag::Off } else { Sag::AnyTilt };
        let weighting = [Weighting::Gaussian, Weighting::Interpolating][k % 2];
        let blend = ViewBlend { examples: examples(joints), suppression, sag, weighting, ..ViewBlend::default() };
        let mut body = body(joints, blend);
        body.particles.iter_mut().for_each(|p| p.position[0] += 0.2 * k as f32);
        body
    });
    let shape = Shape::Sphere { center: [1.0, 0.3, 0.2], radius: 0.2 };
    let colliders = vec![ColliderDesc { part: "ball".into(), bone: None, shape, friction: 0.3 }];
    World::new(WorldDesc { bones: vec![IDENTITY], bodies: bodies.collect(), colliders, ..WorldDesc::default() })
        .expect("valid")
}

fn orbit(world: &mut World, frames: std::ops::Range<u32>) {
    for frame in frames {
        let t = f64::from(frame) * DT;
        let bones = [bone(Vec3::Y * (0.05 * (7.0 * t).sin()) as f32, Quat::from_rotation_z(0.2 * t as f32))];
        world.step(&StepInput { camera: Some(camera(90.0 * t)), ..StepInput::new(DT, &bones) });
    }
}

#[test]
fn threads_lanes_and_snapshots_do_not_change_a_bit() {
    for suppression in [Suppression::None, Suppression::Transport, Suppression::Projection { ridge: 0.1, window: 0.3 }]
    {
        let hash = |width: LaneWidth, threads: usize| {
            let mut world = crowd(suppression);
            world.set_lanes(width);
            world.set_threads(threads);
            orbit(&mut world, 0..40);
            world.hash()
        };
        let one = hash(LaneWidth::One, 1);
        for width in LaneWidth::ALL {
            assert_eq!(hash(width, 2), one, "{suppression:?}, {width:?}");
        }
        let mut world = crowd(suppression);
        orbit(&mut world, 0..30);
        let snapshot = world.snapshot();
        orbit(&mut world, 30..60);
        let there = world.hash();
        world.restore(&snapshot);
        orbit(&mut world, 30..60);
        assert_eq!(world.hash(), there, "{suppression:?}");
    }
}

#[test]
fn wrong_examples_are_named() {
    let x = support::rod::bent(8, 1.0, 0.0, 0.0);
    let mut short = view();
    short.examples[1].positions.pop();
    let mut nowhere = view();
    nowhere.examples[0].direction = [0.0; 3];
    let mut flat = view();
    flat.examples[2].extent = 0.0;
    let open = ViewBlend { weighting: Weighting::Triangulated, examples: vec![example(&x, Vec3::X, 0.8)], ..view() };
    for (view, says) in [
        (short, "one position"),
        (nowhere, "points nowhere"),
        (flat, "extent"),
        (open, "at least four directions"),
        (ViewBlend { examples: vec![example(&x, Vec3::X, 0.8); 65], ..view() }, "at most 64"),
    ] {
        let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![body(8, view)], ..WorldDesc::default() };
        let error = World::new(desc).expect_err("wrong").to_string();
        assert!(error.contains(says), "{error}");
    }
    let mut held = body(8, view());
    held.particles[3].animated = true;
    let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![held], ..WorldDesc::default() };
    assert!(World::new(desc).expect_err("wrong").to_string().contains("the first joint, and no other"));
}

#[test]
fn triangulated_weights_are_barycentric() {
    let directions = [Vec3::Y, toward(0.0, -30.0), toward(120.0, -30.0), toward(240.0, -30.0)];
    let x = support::rod::bent(8, 0.5, 0.0, 0.0);
    let examples = directions.iter().map(|d| example(&x, *d, 0.8)).collect();
    let view = ViewBlend { weighting: Weighting::Triangulated, examples, ..view() };
    let mut random = Random::new(8);
    for _ in 0..500 {
        let d = support::rod::direction(&mut random);
        let w = rest::view_blend::weights::at(&view, d.to_array());
        assert!(w[0].abs() < 1e-5 && w.iter().all(|w| *w >= 0.0), "{w:?}");
        assert!((w.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{w:?}");
        let back: Vec3 = directions.iter().zip(&w[1..]).map(|(d, w)| *d * *w).sum();
        assert!(back.normalize().angle_between(d) < 1e-2, "{back} {d}");
    }
    for (j, d) in directions.iter().enumerate() {
        let w = rest::view_blend::weights::at(&view, d.to_array());
        assert!((w[j + 1] - 1.0).abs() < 1e-5, "{w:?}");
    }
}

#[test]
fn whatever_the_examples_and_the_camera() {
    let poses = prop::collection::vec((vector(-1.0..1.0), vector(-1.0..1.0), 1e-3_f32..100.0), 0..7);
    let cameras = prop::collection::vec((vector(-3.0..3.0), 0_usize..4, any::<bool>()), 1..40);
    let how = (0_usize..4, any::<bool>(), any::<bool>());
    check(200, (poses, cameras, how), |(poses, cameras, (mode, interpolating, paper))| {
        let mut random = Random::new(poses.len() as u64 + 7);
        let examples = poses.iter().map(|(bend, direction, extent)| {
            let mut x = vec![DVec3::ZERO];
            for k in 0..5 {
                let along = bend.as_dvec3() + 0.3 * random.vector();
                x.push(x[k] + along.normalize_or(DVec3::Y) * 0.1);
            }
            let direction = if direction.length() > 1e-3 { *direction } else { Vec3::X };
            example(&x, direction, *extent)
        });
        let view = ViewBlend {
            examples: examples.collect(),
            weighting: if interpolating { Weighting::Interpolating } else { Weighting::Gaussian },
            descriptor: if paper { Descriptor::Paper } else { Descriptor::ParentLocal },
            suppression: [
                Suppression::None,
                Suppression::Damping { rate: 5.0 },
                Suppression::Projection { ridge: 0.0, window: 0.3 },
                Suppression::Transport,
            ][mode],
            response_secs: 0.05,
            ..ViewBlend::default()
        };
        let mut world = world(vec![body(6, view)], DOWN);
        for (place, dt, cut) in cameras {
            let camera = match dt {
                3 => Camera::Orthographic { forward: place.to_array() },
                _ => Camera::Perspective { position: place.to_array() },
            };
            let dt = [0.0, 1e-6, 0.1, DT][dt];
            world.step(&StepInput { camera: Some(camera), camera_cut: cut, ..StepInput::new(dt, &[IDENTITY]) });
            let w = world.view_weights(0).expect("weights");
            assert!(w.iter().all(|w| *w >= 0.0) && (w.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{w:?}");
            assert!(world.poses().positions().iter().flatten().all(|v| v.abs() < 2.0));
            assert!(world.poses().rotations().iter().flatten().all(|v| v.is_finite()));
            assert!(world.measure().chain_length_error < 1e-3, "{}", world.measure().chain_length_error);
        }
    });
}

/// A rod that stands `x` metres aside, and swings.
fn aside(x: f32, view: ViewBlend) -> BodyDesc {
    let mut body = body(8, view);
    body.particles.iter_mut().for_each(|p| p.position[0] += x);
    body
}

/// Where the joints of the first body are after two seconds of an orbit, beside others.
fn beside(others: Vec<BodyDesc>, colliders: Vec<ColliderDesc>, wind: f32) -> Vec<Vec3> {
    let mut bodies = vec![aside(0.0, view())];
    bodies.extend(others);
    let settings = Settings { gravity: DOWN.to_array(), ..Settings::default() };
    let mut world = World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders, settings }).expect("valid");
    for frame in 0..120 {
        let wind = Wind { velocity: [wind, 0.0, 0.0], gusts: 0.0 };
        let camera = Some(camera(2.0 * f64::from(frame)));
        world.step(&StepInput { camera, wind, ..StepInput::new(DT, &[IDENTITY]) });
    }
    (0..8).map(|k| position(&world, 0, k)).collect()
}

#[test]
fn bodies_far_apart_do_not_know_of_each_other() {
    let projection = Suppression::Projection { ridge: 0.1, window: 0.3 };
    let other = |suppression, until_wind| vec![aside(3.0, ViewBlend { suppression, until_wind, ..view() })];
    let ball = |x: f32| {
        let shape = Shape::Sphere { center: [x, 0.45, 0.1], radius: 0.12 };
        vec![ColliderDesc { part: "ball".into(), bone: None, shape, friction: 0.3 }]
    };
    let alone = beside(other(Suppression::Transport, f32::INFINITY), Vec::new(), 0.0);
    let pairs = [
        ("a projecting one", beside(other(projection, f32::INFINITY), Vec::new(), 0.0), alone.clone()),
        (
            "one that touches a ball",
            beside(other(Suppression::Transport, f32::INFINITY), ball(3.0), 0.0),
            beside(other(Suppression::Transport, f32::INFINITY), ball(9.0), 0.0),
        ),
        (
            "one that is left to the wind",
            beside(other(Suppression::Transport, 3.0), Vec::new(), 4.0),
            beside(other(Suppression::Transport, f32::INFINITY), Vec::new(), 4.0),
        ),
    ];
    for (name, with, without) in pairs {
        let off = with.iter().zip(&without).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(off < 1e-6, "{name}: {off} m");
    }
}

#[test]
fn a_fault_is_over_after_a_frame() {
    for suppression in [Suppression::Transport, Suppression::Projection { ridge: 0.1, window: 0.3 }] {
        let mut world = world(vec![body(8, ViewBlend { suppression, ..view() })], DOWN);
        step(&mut world, DT, camera(0.0));
        let slot = support::slot(&world, 0, 4);
        world.state_mut().v[1][slot] = f32::NAN;
        assert!(step(&mut world, DT, camera(0.0)).quarantined > 0);
        for _ in 0..10 {
            assert_eq!(step(&mut world, DT, camera(5.0)).quarantined, 0, "{suppression:?}");
        }
    }
}

#[test]
fn a_teleport_that_keeps_gives_no_energy() {
    for suppression in [Suppression::None, Suppression::Transport] {
        for angle in [0.5, 1.2, 3.0] {
            let mut world = world(vec![body(8, ViewBlend { suppression, ..view() })], Vec3::ZERO);
            let turn = Quat::from_rotation_z(angle);
            let Camera::Orthographic { forward } = camera(30.0) else { unreachable!() };
            step(&mut world, DT, camera(30.0));
            let (camera, bones) = (turn * Vec3::from_array(forward), [bone(Vec3::X, turn)]);
            let input = StepInput {
                camera: Some(Camera::Orthographic { forward: camera.to_array() }),
                teleport: Some(Teleport::Keep),
                ..StepInput::new(DT, &bones)
            };
            world.step(&input);
            let energy = world.measure().kinetic_energy;
            assert!(energy < 1e-7, "{suppression:?}, {angle} rad: {energy:e} J");
        }
    }
}

#[test]
fn no_window_is_a_window_too() {
    for window in [0.0, 1e30, f32::INFINITY] {
        let suppression = Suppression::Projection { ridge: 0.1, window };
        let mut world = world(vec![body(8, ViewBlend { suppression, ..view() })], DOWN);
        for frame in 0..120 {
            let report = step(&mut world, DT, camera(f64::from(frame)));
            assert_eq!(report.quarantined, 0);
        }
        assert!(world.measure().finite);
    }
}

#[test]
fn weights_arrive_and_then_all_is_still() {
    for (fps, response_secs) in [(60.0, 0.1), (1000.0, 0.1), (60.0, 1.0)] {
        let eased = ViewBlend { response_secs, ..view() };
        let mut body = body(8, eased.clone());
        body.params.may_sleep = true;
        let mut world = world(vec![body], Vec3::ZERO);
        step(&mut world, 1.0 / fps, camera(0.0));
        let mut asleep = 0;
        for _ in 0..(30.0 * fps * f64::from(response_secs)) as u32 {
            asleep = step(&mut world, 1.0 / fps, camera(30.0)).asleep;
        }
        let goal = rest::view_blend::weights::at(&eased, toward(30.0, 10.0).to_array());
        let w = world.view_weights(0).expect("weights");
        let gap = w.iter().zip(&goal).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(gap < 2e-6 && asleep == 1, "{fps} fps, {response_secs} s: {gap}, {asleep} asleep");
    }
    // At once means at once, even while time stands still.
    let mut world = world(vec![body(8, view())], Vec3::ZERO);
    step(&mut world, DT, camera(0.0));
    let before = world.view_weights(0);
    step(&mut world, 0.0, camera(20.0));
    assert_ne!(world.view_weights(0), before);
}

#[test]
fn triangulated_weights_do_not_jump_where_four_lie_in_a_plane() {
    let directions: Vec<Vec3> =
        [-40.0, 40.0].into_iter().flat_map(|e| [0.0, 90.0, 180.0, 270.0].map(|a| toward(a, e))).collect();
    let x = support::rod::bent(8, 0.5, 0.0, 0.0);
    let examples = directions.iter().map(|d| example(&x, *d, 0.8)).collect();
    let view = ViewBlend { weighting: Weighting::Triangulated, examples, ..view() };
    let at = |azimuth: f64, elevation: f64| rest::view_blend::weights::at(&view, toward(azimuth, elevation).to_array());
    for elevation in [-70.0, -30.0, 0.0, 10.0, 45.0, 80.0] {
        let mut before = at(0.0, elevation);
        for step in 1..=3600 {
            let here = at(0.1 * f64::from(step), elevation);
            let jump = here.iter().zip(&before).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(jump < 0.02, "{} degrees, {elevation} up: {jump}", 0.1 * f64::from(step));
            before = here;
        }
    }
}

#[test]
fn baking_tells_how_far_it_is_and_can_be_stopped() {
    let desc = || {
        let bodies = vec![body(8, ViewBlend { sag: Sag::AnyTilt, ..view() })];
        let settings = Settings { gravity: DOWN.to_array(), ..Settings::default() };
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
