//! The same bits with any number of threads and lanes, and again from a snapshot.

mod support;
use glam::{Quat, Vec3};
use lissom_core::*;
use support::*;

/// Springs in a row, of three shapes: chains, chains with limits, and two tips on a fork.
fn lock(k: usize) -> BodyDesc {
    let springs = vec![SpringDesc { stiffness: 0.8, drag: 0.2 + 0.01 * k as f32, gravity: [0.0, -0.4, 0.0] }; 6];
    let limit = (k % 3 == 1).then_some(Limit::Cone { angle_rad: 0.2 });
    let mut lock =
        chain(6, 0.05, Vec3::new(1.0, 0.3, 0.0).normalize(), BodyParams { springs, limit, ..BodyParams::default() });
    if k % 3 == 2 {
        lock.structure = Structure::Rods { edges: vec![[0, 1], [1, 2], [2, 3], [2, 4], [3, 5]] };
        lock.particles[4].position[2] += 0.04;
    }
    for p in &mut lock.particles {
        p.position[1] += 0.05;
        p.position[2] += 0.03 * k as f32;
        p.radii = [0.01; 3];
    }
    if k % 7 == 3 {
        // Not on one bone alone, as it says.
        lock.particles[0].binding.weights = [0.5, 0.5, 0.0, 0.0];
    }
    lock.part = "lock".into();
    lock
}

/// Hair, cloth, colliders on moving bones and particles in contact.
fn crowd() -> World {
    let params = BodyParams { ring: 1, bend_hz: 8.0, ..BodyParams::default() };
    let mut bodies = Vec::new();
    for k in 0..120 {
        let joints = 6 + k % 3;
        let mut hair = chain(joints, 0.05, Vec3::new(1.0, 0.3, 0.0).normalize(), BodyParams::default());
        for p in &mut hair.particles {
            p.position[2] += 0.025 * k as f32;
            p.radii = [0.01; 3];
        }
        hair.part = if k % 2 == 0 { "hair".into() } else { "fringe".into() };
        bodies.push(hair);
    }
    for k in 0..3 {
        let mut cape = cloth(12 + k, 0.04, BodyParams { self_collision: k == 1, ..params.clone() });
        for p in &mut cape.particles {
            p.position[1] += 0.2 + 0.1 * k as f32;
        }
        cape.part = format!("cape {k}");
        bodies.push(cape);
    }
    let mut swimmer = chain(5, 0.1, Vec3::Y, BodyParams { conserve_momentum: true, ..BodyParams::default() });
    swimmer.part = "swimmer".into();
    for p in &mut swimmer.particles {
        p.animated = true;
        p.position[0] -= 1.0;
    }
    bodies.push(swimmer);
    bodies.extend((0..60).map(lock));
    let sphere = Shape::Sphere { center: [0.3, -0.3, 0.4], radius: 0.2 };
    let capsule = Shape::Capsule { ends: [[0.2, -0.2, 0.0], [0.2, -0.1, 3.0]], radii: [0.05, 0.08] };
    let collider = |part: &str, shape| ColliderDesc { part: part.into(), bone: Some(1), shape, friction: 0.3 };
    let colliders = vec![collider("ball", sphere), collider("arm", capsule)];
    World::new(WorldDesc { bones: vec![IDENTITY; 2], bodies, colliders, ..WorldDesc::default() }).expect("valid")
}

fn play(world: &mut World, frames: std::ops::Range<u32>, fps: f64) -> u32 {
    let mut contacts = 0;
    for frame in frames {
        let t = frame as f32 / fps as f32;
        let bones = [
            bone(Vec3::X * (0.1 * (5.0 * t).sin()), Quat::from_rotation_y((3.0 * t).sin())),
            bone(Vec3::Y * (0.2 * (4.0 * t).sin()), Quat::from_rotation_z(0.3 * (2.0 * t).sin())),
        ];
        let wind = Wind { velocity: [1.0, 0.0, 2.0], gusts: 0.5 };
        // Hair, the cape, the swimmer and a lock with springs.
        let held = [(40, 5), (121, 60), (123, 2), (130, 3)];
        let grabs = held.map(|(body, particle)| Grab { body, particle, target: [0.4 * t, -0.2, 0.5] });
        contacts += world.step(&StepInput { wind, grabs: &grabs, ..StepInput::new(1.0 / fps, &bones) }).contacts;
    }
    contacts
}

#[test]
fn lanes_do_not_change_a_bit() {
    let hash = |lanes: LaneWidth| {
        let mut world = crowd();
        world.set_lanes(lanes);
        assert!(play(&mut world, 0..20, 60.0) > 500, "too few contacts to show anything");
        assert!(world.measure().finite);
        world.hash()
    };
    let expected = hash(LaneWidth::best());
    for lanes in LaneWidth::ALL {
        assert_eq!(hash(lanes), expected, "{lanes:?}");
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    let build = |chains: usize| {
        let lock = |k: usize| {
            let mut lock = chain(8, 0.05, Vec3::X, BodyParams::default());
            lock.particles.iter_mut().for_each(|p| p.position[2] += 0.02 * k as f32);
            lock
        };
        let mut bodies: Vec<BodyDesc> = (0..chains).map(lock).collect();
        bodies.extend([cloth(30, 0.04, BodyParams::default()), cloth(20, 0.04, BodyParams::default())]);
        let shape = Shape::Capsule { ends: [[0.2, -0.1, 0.0], [0.2, -0.1, 30.0]], radii: [0.05, 0.08] };
        let colliders = vec![ColliderDesc { part: "arm".into(), bone: Some(0), shape, friction: 0.3 }];
        World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders, ..WorldDesc::default() }).expect("valid")
    };
    let hash = |threads: usize| {
        let mut world = build(1200);
        assert_eq!(world.set_threads(threads), threads, "{} slots are too few", world.template().slots);
        let contacts: u32 = (0..10)
            .map(|k| {
                let bones = [bone(Vec3::Y * (0.02 * k as f32), Quat::IDENTITY)];
                world.step(&StepInput::new(1.0 / 60.0, &bones)).contacts
            })
            .sum();
        assert!(contacts > 500, "{contacts} contacts are too few to show anything");
        world.hash()
    };
    let expected = hash(1);
    for threads in [1, 2, 3] {
        assert_eq!(hash(threads), expected, "{threads} threads");
    }
    assert_eq!(build(20).set_threads(3), 1, "a small world stays on one thread");
}

#[test]
fn springs_do_the_same_in_company() {
    let path = |locks: &[usize]| {
        let mut world = world(locks.iter().map(|&k| lock(k)).collect(), Vec3::ZERO);
        let mut path = Vec::new();
        for frame in 0..30 {
            let turn = Quat::from_rotation_z((0.2 * frame as f32).sin());
            world.step(&StepInput::new(1.0 / 60.0, &[bone(Vec3::X * (0.01 * frame as f32), turn)]));
            path.extend_from_slice(&world.poses().positions()[world.poses().body(0)]);
        }
        path
    };
    for first in 0..3 {
        let all: Vec<usize> = std::iter::once(first).chain(40..80).collect();
        assert_eq!(path(&all), path(&[first]), "lock {first}");
    }
}

#[test]
fn a_snapshot_goes_on_the_same_way() {
    for fps in [60.0, 144.0] {
        let mut world = crowd();
        play(&mut world, 0..20, fps);
        let snapshot = world.snapshot();
        let start = (world.hash(), world.poses().positions().to_vec());
        let first = (play(&mut world, 20..70, fps), world.hash(), world.poses().positions().to_vec());
        world.restore(&snapshot);
        assert_eq!((world.hash(), world.poses().positions().to_vec()), start, "{fps} fps: as it was");
        let again = (play(&mut world, 20..70, fps), world.hash(), world.poses().positions().to_vec());
        assert_eq!(first.0, again.0, "{fps} fps: contacts");
        assert!(first == again, "{fps} fps: it went another way");

        // Also in a world that was never there.
        let mut other = crowd();
        other.restore(&snapshot);
        play(&mut other, 20..70, fps);
        assert_eq!(other.hash(), first.1, "{fps} fps: in another world");
    }
}

#[test]
fn sleep_survives_a_snapshot() {
    let build = || {
        let calm = BodyParams { damping: 5.0, ..BodyParams::default() };
        let mut ball = free(chain(1, 0.1, Vec3::X, BodyParams { gravity_scale: 0.02, damping: 0.0, ..calm.clone() }));
        ball.part = "ball".into();
        ball.particles[0].position = [0.3, 0.6, 0.0];
        world(vec![chain(8, 0.1, Vec3::X, BodyParams { gravity_scale: 0.0, ..calm }), ball], Vec3::Y * -9.81)
    };
    let mut world = build();
    // At 1000 frames a second most frames have no substep.
    let step = |world: &mut World| world.step(&StepInput::new(0.001, &[IDENTITY]));
    let asleep = (0..900).map(|_| step(&mut world).asleep).max();
    assert_eq!(asleep, Some(1));
    let snapshot = world.snapshot();
    let path = |world: &mut World| -> (Vec<u64>, f32) {
        let mut deepest = 0.0_f32;
        let next = |_| {
            step(world);
            deepest = deepest.min(position(world, 0, 3).y);
            world.hash()
        };
        ((0..2000).map(next).collect(), deepest)
    };
    let first = path(&mut world);
    world.restore(&snapshot);
    assert!(first == path(&mut world), "it went another way");
    assert!(first.1 < -1e-3, "the ball did not wake the chain: {}", first.1);
}
