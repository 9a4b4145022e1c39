//! Boneless bodies among others: the same bits everywhere, contacts both ways, and nothing that breaks them.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use proptest::prelude::*;
use support::random::{check, steps, vector, wild};
use support::tets::*;
use support::*;

fn wave(range: f32) -> Charts {
    let points = vec![Point { phase: 0.25, rate: range }, Point { phase: 0.75, rate: 1.0 / range }];
    Charts { cycle_secs: 0.8, range, points: [points, vec![], vec![]], ..Charts::default() }
}

fn twitch(when: When) -> Stimulus {
    let points = vec![Point { phase: 0.5, rate: 0.6 }];
    let charts = Charts { cycle_secs: 0.3, points: [points, vec![], vec![]], ..Charts::default() };
    Stimulus { when, charts, speed: 2.0, fading: 3.0, pause_secs: 0.2, vertex: 0, literal: false }
}

/// A bar of which everything moves.
fn lively(at: Vec3, part: &str, stiffness: Stiffness) -> BodyDesc {
    let mut solid = grid([6, 2, 2], Vec3::new(0.6, 0.2, 0.2));
    solid.positions.iter_mut().for_each(|p| *p += at);
    let contact = When::Contact { part: None };
    let procedural = Procedural {
        charts: wave(1.3),
        delay: solid.positions.iter().map(|p| (p.x - at.x) / 0.6).collect(),
        stiffness,
        stimuli: vec![twitch(When::Touch), twitch(contact), twitch(When::Timer { first_secs: 0.1, every_secs: 0.7 })],
        ..Procedural::default()
    };
    let mut body = solid.body(procedural);
    body.part = part.into();
    body.params.friction = 0.5;
    body
}

/// Three bars, one of them held by a bone at one end, a chain that falls on them, an animated ball, and the ground.
fn crowd() -> World {
    let passes = Stiffness::Passes { count: 2, literal: false, chebyshev: Some(0.9) };
    let implicit = Stiffness::Implicit { hz: 20.0, iterations: 2 };
    let mut held = lively(Vec3::new(0.0, 0.5, 0.1), "held", implicit);
    held.particles.iter_mut().filter(|p| p.position[0] < 0.01).for_each(|p| p.animated = true);
    let mut hair = free(chain(6, 0.06, Vec3::Z, BodyParams::default()));
    hair.part = "hair".into();
    hair.particles.iter_mut().for_each(|p| (p.position[0], p.position[1]) = (0.3, 0.75));
    let mut ball = chain(1, 0.2, Vec3::X, BodyParams::default());
    (ball.part, ball.structure) = ("ball".into(), Structure::Loose);
    ball.particles[0].position = [0.35, 0.312, 0.1];
    let bodies = vec![
        lively(Vec3::new(0.0, 0.12, 0.0), "low", passes),
        hair,
        lively(Vec3::new(0.1, 0.8, 0.0), "high", Stiffness::default()),
        held,
        ball,
    ];
    let shape = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    let colliders = vec![ColliderDesc { part: "ground".into(), bone: None, shape, friction: 0.6 }];
    let settings = Settings { water: Some(Water { level: 0.1, ..Water::default() }), ..Settings::default() };
    World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders, settings }).expect("valid")
}

fn play_crowd(world: &mut World, frames: std::ops::Range<u32>, fps: f64) {
    for frame in frames {
        let t = frame as f32 / fps as f32;
        let bones = [bone(Vec3::X * (0.1 * (4.0 * t).sin()), Quat::from_rotation_y(0.3 * (3.0 * t).sin()))];
        let touch = [Touch { body: 0, particle: 5 }];
        let grab = [Grab { body: 2, particle: 3, target: [0.3, 0.5, 0.4] }];
        let touches = if frame % 50 == 10 { &touch[..] } else { &[] };
        let grabs = if frame % 90 > 60 { &grab[..] } else { &[] };
        world.step(&StepInput { touches, grabs, ..StepInput::new(1.0 / fps, &bones) });
    }
}

#[test]
fn threads_and_lanes_do_not_change_a_bit() {
    let hash = |threads: usize, lanes: LaneWidth| {
        let mut world = crowd();
        world.set_threads(threads);
        world.set_lanes(lanes);
        play_crowd(&mut world, 0..120, 60.0);
        assert!(world.measure().finite);
        let pairs: Vec<(String, String)> = world.contacts().map(|c| (c.a.to_owned(), c.b.to_owned())).collect();
        let met = |a: &str, b: &str| pairs.iter().any(|(x, y)| (x == a && y == b) || (x == b && y == a));
        assert!(met("low", "ground") && (met("low", "ball") || met("held", "ball")), "{pairs:?}");
        assert!(met("held", "hair") || met("high", "hair"), "{pairs:?}");
        assert!(met("held", "high") || met("held", "low"), "{pairs:?}");
        world.hash()
    };
    let expected = hash(1, LaneWidth::best());
    for lanes in LaneWidth::ALL {
        assert_eq!(hash(1, lanes), expected, "{lanes:?}");
    }
    assert_eq!(hash(2, LaneWidth::best()), expected);
    assert_eq!(hash(3, LaneWidth::One), expected);
}

#[test]
fn a_snapshot_goes_on_the_same_way() {
    for fps in [60.0, 144.0] {
        let mut world = crowd();
        play_crowd(&mut world, 0..33, fps);
        let snapshot = world.snapshot();
        play_crowd(&mut world, 33..90, fps);
        let first = (world.hash(), world.poses().positions().to_vec());
        let mut other = crowd();
        for world in [&mut world, &mut other] {
            world.restore(&snapshot);
            play_crowd(world, 33..90, fps);
            assert!((world.hash(), world.poses().positions().to_vec()) == first, "{fps} fps: it went another way");
        }
    }
}

#[test]
fn the_same_at_any_frame_rate() {
    let places = |fps: u32| {
        let mut world = world(vec![lively(Vec3::ZERO, "bar", Stiffness::default())], Vec3::Y * -1.0);
        for _ in 0..2 * fps {
            world.step(&StepInput::new(1.0 / f64::from(fps), &[IDENTITY]));
        }
        places(&world, 0)
    };
    let usual = places(60);
    for fps in [20, 30, 120, 144, 240] {
        let off = usual.iter().zip(places(fps)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        assert!(off < 3e-3, "{off} m at {fps} frames a second");
    }
}

/// Neighbours with near numbers are worked on a few at a time.
#[test]
fn numbers_of_vertices_do_not_matter() {
    let solid = grid([700, 4, 4], Vec3::new(7.0, 0.04, 0.04));
    let count = solid.positions.len();
    let bend = |p: Vec3| p + 0.01 * Vec3::new(p.y, (30.0 * p.x).sin(), (10.0 * p.x).cos());
    let bent: Vec<Vec3> = solid.positions.iter().map(|p| bend(*p)).collect();
    let goals_of = |number: &dyn Fn(usize) -> usize| {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|k| number(*k));
        let mixed = Solid {
            positions: order.iter().map(|k| solid.positions[*k]).collect(),
            tets: solid.tets.iter().map(|tet| tet.map(|k| number(k as usize) as u32)).collect(),
        };
        let world = world(vec![mixed.body(Procedural::default())], Vec3::ZERO);
        let x: Vec<Vec3> = order.iter().map(|k| bent[*k]).collect();
        let found = goals(&world, &x, &vec![glam::Mat3::IDENTITY; count], &mut vec![Quat::IDENTITY; count], 3);
        (0..count).map(|k| found[number(k)]).collect::<Vec<Vec3>>()
    };
    let [near, far] = [goals_of(&|k| k), goals_of(&|k| k * 6007 % count)];
    let most = near.iter().zip(&far).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(most < 3e-5, "{most} m apart");
    assert!(near.iter().zip(&bent).any(|(goal, x)| goal.distance(*x) > 1e-4));
}

#[test]
fn any_size_moves_the_same() {
    let run = |scale: f32| {
        let mut body = lively(Vec3::ZERO, "bar", Stiffness::default());
        for p in &mut body.particles {
            p.position = p.position.map(|v| v * scale);
            p.radii = p.radii.map(|v| v * scale);
            p.mass_kg *= scale.powi(3);
        }
        body.params.damping = 0.5;
        let mut world = world(vec![body], Vec3::Y * -scale);
        play(&mut world, 120);
        places(&world, 0).into_iter().map(|p| p / scale).collect::<Vec<_>>()
    };
    let usual = run(1.0);
    for scale in [0.01, 0.1, 10.0, 100.0] {
        let off = usual.iter().zip(run(scale)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        assert!(off < 2e-3, "{scale}: {off}");
    }
}

#[test]
fn what_falls_on_a_body_pushes_it() {
    // A heavy chain falls on a floating body: what the one loses the other gets.
    let mut solid = grid([6, 2, 2], Vec3::new(0.6, 0.2, 0.2));
    solid.positions.iter_mut().for_each(|p| p.x -= 0.3);
    let mut body = solid.body(Procedural::default());
    body.params.gravity_scale = 0.0;
    let mut hair =
        free(chain(6, 0.06, Vec3::X, BodyParams { gravity_scale: 0.0, damping: 0.0, ..BodyParams::default() }));
    hair.particles.iter_mut().for_each(|p| {
        p.position = [p.position[0] - 0.15, 0.2, 0.0];
        p.mass_kg = 0.5;
    });
    hair.part = "hair".into();
    let mut world = world(vec![body, hair], Vec3::ZERO);
    world.step(&StepInput::new(0.0, &[IDENTITY]));
    (0..6).for_each(|k| set_velocity(&mut world, 1, k, Vec3::Y * -1.0));
    let start = DVec3::from_array(world.measure().linear_momentum);
    play(&mut world, 60);
    let bar = places(&world, 0);
    let moved = bar.iter().zip(&solid.positions).map(|(a, b)| a.y - b.y).sum::<f32>() / bar.len() as f32;
    assert!(moved < -0.02, "{moved} m");
    let end = DVec3::from_array(world.measure().linear_momentum);
    // What is on its way when the clock stops is not counted yet.
    assert!((end - start).length() < 0.1 * start.length(), "{start} became {end}");
}

#[test]
fn held_vertices_follow_their_bone() {
    for fps in [60.0, 144.0] {
        let mut body = lively(Vec3::ZERO, "bar", Stiffness::default());
        body.particles.iter_mut().filter(|p| p.position[0] < 0.01).for_each(|p| p.animated = true);
        let held: Vec<usize> = (0..body.particles.len()).filter(|k| body.particles[*k].animated).collect();
        let rest: Vec<Vec3> = body.particles.iter().map(|p| Vec3::from_array(p.position)).collect();
        let mut world = world(vec![body], Vec3::Y * -9.81);
        let mut worst = 0.0_f32;
        for frame in 0..240 {
            let t = frame as f32 / fps as f32;
            let (at, turn) = (Vec3::Y * (0.2 * (5.0 * t).sin()), Quat::from_rotation_z((3.0 * t).sin()));
            world.step(&StepInput::new(1.0 / fps, &[bone(at, turn)]));
            let now = places(&world, 0);
            worst = held.iter().map(|k| now[*k].distance(turn * rest[*k] + at)).fold(worst, f32::max);
        }
        assert!(worst < 1e-5, "{fps} fps: {worst} m");
        let edge = |k: usize, m: usize| places(&world, 0)[k].distance(places(&world, 0)[m]) / rest[k].distance(rest[m]);
        let torn = (0..world.template().creatures.rows.members.get(held[0]).len())
            .map(|i| world.template().creatures.rows.members.get(held[0])[i] as usize)
            .filter(|m| *m != held[0])
            .map(|m| edge(held[0], m))
            .fold(0.0, f32::max);
        assert!(torn < 2.0, "{fps} fps: an edge is {torn} times as long");
    }
}

#[test]
fn a_hand_pulls_a_body_along() {
    let mut world = world(vec![lively(Vec3::ZERO, "bar", Stiffness::default())], Vec3::Y * -9.81);
    let target = Vec3::new(0.5, 1.0, 0.2);
    for _ in 0..240 {
        let grabs = [Grab { body: 0, particle: 20, target: target.to_array() }];
        world.step(&StepInput { grabs: &grabs, ..StepInput::new(1.0 / 60.0, &[IDENTITY]) });
    }
    let there = position(&world, 0, 20);
    assert!(there.distance(target) < 0.15, "{there}");
}

#[test]
fn what_is_not_finite_starts_again() {
    for place in [0, 100, 700] {
        let mut world = crowd();
        play_crowd(&mut world, 0..10, 60.0);
        world.state_mut().creatures[place] = f32::NAN;
        let mut quarantined = 0;
        for _ in 0..30 {
            quarantined += world.step(&StepInput::new(1.0 / 60.0, &[IDENTITY])).quarantined;
        }
        assert!((1..=3).contains(&quarantined) && world.measure().finite, "{place}: {quarantined} times");
    }
}

#[test]
fn marks_that_make_no_sense_are_left_out() {
    let mut world = crowd();
    play_crowd(&mut world, 0..12, 60.0);
    let marks = world.state_mut().creatures.len();
    for k in marks - 120..marks {
        world.state_mut().creatures[k] = 1e9;
        play_crowd(&mut world, 12..14, 60.0);
    }
    assert!(world.measure().finite);
}

#[test]
fn steps_of_different_lengths_do_not_mix() {
    // A held body is where it is alone, whatever steps another one takes.
    let held = |rate: f64| {
        let mut body = lively(Vec3::ZERO, "bar", Stiffness::default());
        body.particles.iter_mut().filter(|p| p.position[0] < 0.01).for_each(|p| p.animated = true);
        let Rest::Procedural(procedural) = &mut body.params.rest else { unreachable!() };
        procedural.steps_per_sec = rate;
        body
    };
    let run = |bodies: Vec<BodyDesc>| {
        let mut world = world(bodies, Vec3::ZERO);
        for frame in 0..120 {
            let at = Vec3::X * (frame as f32 / 60.0);
            world.step(&StepInput::new(1.0 / 60.0, &[bone(at, Quat::IDENTITY)]));
        }
        places(&world, 0)
    };
    let mut slow = lively(Vec3::Y * 5.0, "slow", Stiffness::default());
    let Rest::Procedural(procedural) = &mut slow.params.rest else { unreachable!() };
    procedural.steps_per_sec = 12.0;
    let (alone, beside) = (run(vec![held(240.0)]), run(vec![held(240.0), slow]));
    let off = alone.iter().zip(&beside).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(off < 1e-6, "{off} m");
}

#[test]
fn whatever_happens_it_stays_sound() {
    let stiffness = prop_oneof![
        (1_u32..40, any::<bool>(), prop::option::of(0.0_f32..0.95))
            .prop_map(|(count, literal, chebyshev)| Stiffness::Passes { count, literal, chebyshev }),
        (0.0_f32..300.0, 1_u32..6).prop_map(|(hz, iterations)| Stiffness::Implicit { hz, iterations }),
    ];
    let body = (stiffness, 1.0_f32..8.0, 0.0_f32..50.0, 1.0_f64..500.0, any::<bool>());
    let input = (vector(-1.0..1.0), steps(), wild(), 0_usize..8);
    check(
        48,
        (body, prop::collection::vec(input, 1..20)),
        |((stiffness, range, region_damping, rate, held), inputs)| {
            let mut bar = lively(Vec3::new(0.0, 0.2, 0.0), "bar", stiffness);
            let Rest::Procedural(procedural) = &mut bar.params.rest else { return };
            (procedural.charts, procedural.region_damping, procedural.steps_per_sec) =
                (wave(range), region_damping, rate);
            bar.particles[0].animated = held;
            let shape = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
            let colliders = vec![ColliderDesc { part: "ground".into(), bone: None, shape, friction: 0.6 }];
            let settings = Settings { water: Some(Water { level: 0.1, ..Water::default() }), ..Settings::default() };
            let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![bar], colliders, settings };
            let mut world = World::new(desc).expect("valid");
            for (at, dt, odd, particle) in inputs {
                let touches = [Touch { body: 0, particle }, Touch { body: 9, particle: 9999 }];
                let grabs = [
                    Grab { body: 0, particle, target: [odd, at.x, at.y] },
                    Grab { body: 3, particle, target: [odd; 3] },
                ];
                let input =
                    StepInput { touches: &touches, grabs: &grabs, drive: odd, keys: &["x"], ..StepInput::new(dt, &[]) };
                let bones = [bone(at, Quat::IDENTITY)];
                world.step(&StepInput { bones: &bones, ..input });
                assert!(world.measure().finite);
                let most = 1e4 * world.template().size;
                assert!(world.poses().positions().iter().flatten().all(|v| v.is_finite() && v.abs() < 2.0 * most));
            }
            // And comes to rest, whatever it was.
            for _ in 0..60 {
                world.step(&StepInput { drive: 0.0, ..StepInput::new(1.0 / 60.0, &[IDENTITY]) });
            }
            assert!(world.measure().finite);
        },
    );
}
