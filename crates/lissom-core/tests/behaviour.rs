//! What bodies do: wind, limits, inertia, sleep, teleports, faults, gravity, damping, frame rates.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use support::*;

fn awake() -> BodyParams {
    BodyParams { may_sleep: false, ..BodyParams::default() }
}

fn tip(world: &World) -> Vec3 {
    let range = world.poses().body(0);
    position(world, 0, range.len() - 1)
}

fn blow(world: &mut World, frames: usize, wind: Wind) {
    for _ in 0..frames {
        world.step(&StepInput { wind, ..StepInput::new(1.0 / 60.0, &[IDENTITY]) });
    }
}

#[test]
fn wind_moves_and_gusts_vary() {
    let hang = || world(vec![chain(8, 0.1, Vec3::NEG_Y, awake())], Vec3::new(0.0, -9.81, 0.0));
    let sway = |gusts: f32| {
        let mut world = hang();
        blow(&mut world, 600, Wind { velocity: [4.0, 0.0, 0.0], gusts });
        let mut reach = (f32::MAX, f32::MIN);
        for _ in 0..300 {
            blow(&mut world, 1, Wind { velocity: [4.0, 0.0, 0.0], gusts });
            reach = (reach.0.min(tip(&world).x), reach.1.max(tip(&world).x));
        }
        reach
    };
    let (steady, gusty) = (sway(0.0), sway(0.8));
    println!("steady {steady:.3?}, gusty {gusty:.3?}");
    assert!(steady.0 > 0.02, "the wind moves it: {steady:?}");
    assert!(steady.1 - steady.0 < 0.005, "steady wind is steady: {steady:?}");
    assert!(gusty.1 - gusty.0 > 0.02, "gusts vary: {gusty:?}");

    let mut still = hang();
    blow(&mut still, 120, Wind::default());
    let mut deaf = world(vec![chain(8, 0.1, Vec3::NEG_Y, BodyParams { wind: 0.0, ..awake() })], Vec3::Y * -9.81);
    blow(&mut deaf, 120, Wind { velocity: [4.0, 0.0, 0.0], gusts: 0.5 });
    assert!(tip(&still).x.abs() < 1e-5 && tip(&deaf).x.abs() < 1e-5);
}

/// The largest angle between a segment and where the particle before it wants it.
fn worst_bend(world: &World, rest: Vec3) -> f32 {
    let q = world.poses().rotations();
    let straight = Quat::from_rotation_arc(Vec3::Z, rest).conjugate();
    (1..q.len())
        .map(|k| {
            let wanted = Quat::from_array(q[k - 1]) * straight * rest;
            wanted.angle_between(position(world, 0, k) - position(world, 0, k - 1))
        })
        .fold(0.0, f32::max)
}

#[test]
fn cone_limits_hold() {
    let bend = |limit: Option<Limit>| {
        let params = BodyParams { bend_hz: 1.0, twist_hz: 1.0, limit, ..awake() };
        let mut world = world(vec![chain(8, 0.1, Vec3::X, params)], Vec3::new(0.0, -9.81, 0.0));
        let mut worst = 0.0_f32;
        for _ in 0..300 {
            run(&mut world, 1);
            worst = worst.max(worst_bend(&world, Vec3::X));
        }
        (worst.to_degrees(), tip(&world).y)
    };
    let (free, low) = bend(None);
    let (held, high) = bend(Some(Limit::Cone { angle_rad: 0.15 }));
    println!("free {free:.1}°, tip {low:.2}; cone of 8.6°: {held:.1}°, tip {high:.2}");
    assert!(free > 20.0 && low < -0.5);
    assert!(held < 8.6 + 0.5 && high > low + 0.1);
}

#[test]
fn hinges_bend_about_their_axis_only() {
    let limit = Some(Limit::Hinge { axis: [1.0, 0.0, 0.0], min_rad: -0.5, max_rad: 0.1 });
    let params = BodyParams { bend_hz: 1.0, twist_hz: 1.0, limit, ..awake() };
    // Along z, so that body-x is x: gravity down bends about x, sideways gravity would bend about y.
    let hang = |gravity: Vec3| {
        let mut world = world(vec![chain(6, 0.1, Vec3::Z, params.clone())], gravity);
        run(&mut world, 300);
        assert!(world.measure().finite && world.measure().chain_length_error < 1e-4);
        tip(&world)
    };
    let (down, up, side) = (hang(Vec3::Y * -9.81), hang(Vec3::Y * 9.81), hang(Vec3::X * 9.81));
    println!("down {down:.3}, up {up:.3}, side {side:.3}");
    assert!(side.x < 0.05 && down.x.abs() < 1e-3 && up.x.abs() < 1e-3);
    let (low, high) = (down.y.abs().max(up.y.abs()), down.y.abs().min(up.y.abs()));
    assert!(low > 0.2 && high < 0.2 && high > 0.01, "one side opens farther than the other");
}

/// How far the tip lags behind when the base moves or turns, relative to the base.
fn lag(params: BodyParams, poses: impl Fn(f32) -> (Vec3, Quat)) -> f32 {
    let mut world = world(vec![chain(8, 0.1, Vec3::NEG_Y, params)], Vec3::ZERO);
    let mut worst = 0.0_f32;
    for frame in 0..60 {
        let (at, turn) = poses(frame as f32 / 60.0);
        world.step(&StepInput::new(1.0 / 60.0, &[bone(at, turn)]));
        worst = worst.max((turn.conjugate() * (tip(&world) - at)).distance(Vec3::NEG_Y * 0.7));
    }
    worst
}

#[test]
fn inertia_is_what_is_felt_of_the_anchor() {
    let shift = |t: f32| (Vec3::X * (0.3 * (6.0 * t).sin()), Quat::IDENTITY);
    let turn = |t: f32| (Vec3::ZERO, Quat::from_rotation_z(0.5 * (6.0 * t).sin()));
    for (name, poses) in [("shift", &shift as &dyn Fn(f32) -> (Vec3, Quat)), ("turn", &turn)] {
        let felt = |inertia: f32| lag(BodyParams { inertia, ..awake() }, poses);
        let (none, half, all) = (felt(0.0), felt(0.5), felt(1.0));
        println!("{name}: lag {none:.4} {half:.4} {all:.4} m");
        assert!(none < 1e-3 && half > 5.0 * none && all > 1.5 * half, "{name}: {none} {half} {all}");
        let capped = BodyParams { max_anchor_speed: 0.1, max_anchor_turn: 0.1, ..awake() };
        let capped = lag(capped, poses);
        assert!(capped < 0.3 * all, "{name}: capped {capped} of {all}");
    }
}

#[test]
fn bodies_sleep_and_wake() {
    let collider = ColliderDesc {
        part: "ball".into(),
        bone: Some(1),
        shape: Shape::Sphere { center: [0.0; 3], radius: 0.1 },
        friction: 0.3,
    };
    let params = BodyParams { damping: 4.0, ..BodyParams::default() };
    let far = Vec3::new(2.0, -0.4, 0.0);
    let desc = WorldDesc {
        bones: vec![IDENTITY, bone(far, Quat::IDENTITY)],
        bodies: vec![chain(8, 0.1, Vec3::NEG_Y, params)],
        colliders: vec![collider],
        ..WorldDesc::default()
    };
    let mut world = World::new(desc).expect("valid");
    let bones = |base: Vec3, ball: Vec3| [bone(base, Quat::IDENTITY), bone(ball, Quat::IDENTITY)];
    let settle = |world: &mut World, base: Vec3, ball: Vec3| {
        let mut report = StepReport::default();
        for _ in 0..600 {
            report = world.step(&StepInput::new(1.0 / 60.0, &bones(base, ball)));
        }
        report.asleep
    };
    assert_eq!(settle(&mut world, Vec3::ZERO, far), 1, "falls asleep");
    let hash = (world.hash(), world.poses().positions().to_vec());
    world.step(&StepInput::new(1.0 / 60.0, &bones(Vec3::ZERO, far)));
    assert_eq!(world.poses().positions(), hash.1, "what sleeps stays");

    let report = world.step(&StepInput::new(1.0 / 60.0, &bones(Vec3::X * 0.01, far)));
    assert_eq!(report.asleep, 0, "wakes when a bone moves");
    assert_eq!(settle(&mut world, Vec3::X * 0.01, far), 1);

    let wind = Wind { velocity: [3.0, 0.0, 0.0], gusts: 0.0 };
    let input = bones(Vec3::X * 0.01, far);
    let mut report = StepReport::default();
    for _ in 0..5 {
        report = world.step(&StepInput { wind, ..StepInput::new(1.0 / 60.0, &input) });
    }
    assert_eq!(report.asleep, 0, "wakes in wind");
    assert_eq!(settle(&mut world, Vec3::X * 0.01, far), 1);

    let before = tip(&world);
    for frame in 0..60 {
        let ball = far.lerp(Vec3::new(0.0, -0.7, 0.0), frame as f32 / 60.0);
        world.step(&StepInput::new(1.0 / 60.0, &bones(Vec3::X * 0.01, ball)));
    }
    assert!(tip(&world).distance(before) > 0.02, "wakes when a collider comes");
}

#[test]
fn sleepers_wake_when_touched_by_a_body() {
    let calm = BodyParams { damping: 4.0, ..BodyParams::default() };
    let mut sleeper = free(chain(4, 0.1, Vec3::X, calm.clone()));
    sleeper.part = "sleeper".into();
    let mut ball = free(chain(1, 0.1, Vec3::X, BodyParams { damping: 0.0, ..calm }));
    ball.part = "ball".into();
    ball.particles[0].position = [0.15, 2.0, 0.0];
    let mut world = world(vec![sleeper, ball], Vec3::ZERO);
    assert_eq!(run(&mut world, 120).asleep, 2);
    // The ball is pushed: it wakes, and later what it hits does.
    set_velocity(&mut world, 1, 0, Vec3::NEG_Y * 2.0);
    world.state_mut().still.fill(0.0);
    run(&mut world, 1);
    set_velocity(&mut world, 1, 0, Vec3::NEG_Y * 2.0);
    run(&mut world, 100);
    assert!(position(&world, 0, 1).y < -0.01, "the sleeper was pushed: {}", position(&world, 0, 1));
}

#[test]
fn teleports_reset_or_keep() {
    let swing = |teleport: Teleport| {
        let settings = Settings { teleport, ..Settings::default() };
        let bodies = vec![chain(8, 0.1, Vec3::X, awake())];
        let mut world =
            World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings }).expect("valid");
        assert!(!run(&mut world, 20).teleported);
        world
    };
    let there = bone(Vec3::new(50.0, 1.0, -20.0), Quat::from_rotation_y(1.0));
    let frame = build::frame(&there);
    let shape = |world: &World| -> Vec<Vec3> { (0..8).map(|k| position(world, 0, k)).collect() };

    // Detected by how far it is.
    let mut world = swing(Teleport::Keep);
    let (before, energy) = (shape(&world), world.measure().kinetic_energy);
    let report = world.step(&StepInput::new(0.0, &[there]));
    assert!(report.teleported);
    for (k, p) in before.iter().enumerate() {
        assert!(position(&world, 0, k).distance(frame.point(*p)) < 1e-4, "the shape is kept");
    }
    assert!((world.measure().kinetic_energy / energy - 1.0).abs() < 1e-3, "so is the motion");

    let mut world = swing(Teleport::Reset);
    assert!(world.step(&StepInput::new(0.0, &[there])).teleported);
    for k in 0..8 {
        assert!(position(&world, 0, k).distance(frame.point(Vec3::X * 0.1 * k as f32)) < 1e-4, "back to rest");
    }
    assert_eq!(world.measure().kinetic_energy, 0.0);

    // A small way is none, unless the caller says so.
    let near = bone(Vec3::X * 0.05, Quat::IDENTITY);
    let mut world = swing(Teleport::Reset);
    assert!(!world.step(&StepInput::new(1.0 / 60.0, &[near])).teleported);
    let told = StepInput { teleport: Some(Teleport::Keep), ..StepInput::new(1.0 / 60.0, &[IDENTITY]) };
    assert!(world.step(&told).teleported);
}

#[test]
fn faults_are_quarantined() {
    for fault in [f32::NAN, f32::INFINITY, 1e30] {
        let bodies = vec![chain(8, 0.1, Vec3::NEG_Y, awake()), chain(8, 0.1, Vec3::NEG_Y, awake())];
        let mut world = world(bodies, Vec3::new(0.0, -9.81, 0.0));
        run(&mut world, 10);
        let healthy: Vec<Vec3> = (0..8).map(|k| position(&world, 1, k)).collect();
        let slot = slot(&world, 0, 4);
        world.state_mut().x[1][slot] = fault;
        let report = run(&mut world, 1);
        assert_eq!(report.quarantined, 1, "{fault}");
        assert!(world.measure().finite);
        assert!(position(&world, 0, 7).distance(Vec3::NEG_Y * 0.7) < 0.01, "back in its rest pose");
        assert!((0..8).all(|k| position(&world, 1, k).distance(healthy[k]) < 0.01), "the other is left alone");
        assert_eq!(run(&mut world, 60).quarantined, 0);
    }
}

#[test]
fn gravity_scale_scales_gravity() {
    let fall = |gravity_scale: f32| {
        let params = BodyParams { gravity_scale, ..undamped() };
        let mut world = world(vec![free(chain(3, 0.1, Vec3::X, params))], Vec3::new(0.0, -9.81, 0.0));
        run(&mut world, 30);
        -tip(&world).y
    };
    let expected = 9.81 / 240.0 / 240.0 * 120.0 * 121.0 / 2.0;
    assert!((fall(1.0) / expected - 1.0).abs() < 1e-4);
    assert!((fall(0.25) / (0.25 * expected) - 1.0).abs() < 1e-4);
    assert!(fall(0.0).abs() < 1e-6 && (fall(-1.0) / -expected - 1.0).abs() < 1e-4);
}

#[test]
fn shape_damping_calms_and_keeps_momenta() {
    let calmed = |shape_damping: f32, substep_secs: f64| {
        let params = BodyParams { shape_damping, bend_hz: 0.0, twist_hz: 0.0, length_sweeps: 0, ring: 1, ..undamped() };
        let settings = Settings { gravity: [0.0; 3], substep_secs, ..Settings::default() };
        let bodies = vec![free(cloth(4, 0.1, params))];
        let mut world =
            World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings }).expect("valid");
        world.step(&StepInput::new(0.0, &[IDENTITY]));
        let mut random = Random::new(9);
        for k in 0..16 {
            set_velocity(&mut world, 0, k, (random.vector() * 0.01 + DVec3::new(0.02, 0.0, 0.0)).as_vec3());
        }
        let before = world.measure();
        run(&mut world, 30);
        (before, world.measure())
    };
    let change = |a: [f64; 3], b: [f64; 3]| (DVec3::from_array(a) - DVec3::from_array(b)).length();
    let (before, after) = calmed(4.0, 1.0 / 240.0);
    println!("energy {:.2e} → {:.2e}", before.kinetic_energy, after.kinetic_energy);
    assert!(after.kinetic_energy < 0.9 * before.kinetic_energy);
    let scale = DVec3::from_array(before.linear_momentum).length();
    assert!(change(before.linear_momentum, after.linear_momentum) < 1e-5 * scale);
    // About the origin: the centre moves along with the momentum, so that part stays too.
    assert!(change(before.angular_momentum, after.angular_momentum) < 1e-3 * scale * 0.2);
    let (_, free) = calmed(0.0, 1.0 / 240.0);
    assert!((free.kinetic_energy / before.kinetic_energy - 1.0).abs() < 1e-4);
    let (_, fine) = calmed(4.0, 1.0 / 960.0);
    assert!((fine.kinetic_energy / after.kinetic_energy - 1.0).abs() < 0.01, "it depends on the step");
}

#[test]
fn the_same_motion_at_any_frame_rate() {
    let shaken = |fps: u32| -> Vec<Vec3> {
        let mut world = world(vec![chain(8, 0.1, Vec3::NEG_Y, awake())], Vec3::new(0.0, -9.81, 0.0));
        for frame in 0..=5 * fps {
            let time = frame as f32 / fps as f32;
            let at = Vec3::X * (0.1 * (std::f32::consts::TAU * time).sin());
            let dt = if frame == 0 { 0.0 } else { 1.0 / f64::from(fps) };
            world.step(&StepInput::new(dt, &[bone(at, Quat::IDENTITY)]));
        }
        (0..8).map(|k| position(&world, 0, k)).collect()
    };
    let reference = shaken(60);
    for fps in [24, 30, 144, 240] {
        let there = shaken(fps);
        let off = (0..8).map(|k| there[k].distance(reference[k])).fold(0.0, f32::max) / 0.7;
        println!("{fps} fps: {:.2} % of the length", off * 100.0);
        assert!(off < 0.02, "{fps} fps: {off}");
    }
}

#[test]
fn a_slow_turn_leaves_nothing_behind() {
    let params = BodyParams { damping: 4.0, ..BodyParams::default() };
    let body = chain(8, 0.1, Vec3::NEG_Y, params);
    let root = BodyDesc { anchor: 0, ..body };
    let mut world = world(vec![root], Vec3::new(0.0, -9.81, 0.0));
    // One degree a second, about a point a metre away from the chain.
    let at = |t: f32| {
        let turn = Quat::from_rotation_y(t.to_radians());
        bone(turn * Vec3::X - Vec3::X, turn)
    };
    for k in 0..1800 {
        let base = at(k as f32 / 60.0);
        world.step(&StepInput::new(1.0 / 60.0, &[base]));
        let off = position(&world, 0, 0).distance(Vec3::new(base[0], base[1], base[2]));
        assert!(off < 1e-5, "the root is {off} m behind after {k} frames");
    }
}
