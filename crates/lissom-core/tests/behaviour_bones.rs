//! Rest shapes that follow the bones: they are met, followed, turned, restored and restarted like any other.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use proptest::prelude::*;
use support::random::{check, wild};
use support::{bone, position, rod, set_velocity, world as still_world};

const DT: f64 = 1.0 / 60.0;
const DOWN: Vec3 = Vec3::new(0.0, -9.81, 0.0);
const JOINTS: usize = 8;
const LENGTH: f32 = rod::LENGTH as f32;

fn parent(rods: bool, k: usize) -> usize {
    // A stem of four joints, and a fork.
    if rods && k == 6 { 3 } else { k.max(1) - 1 }
}

/// Upright, each particle on a bone of its own.
fn body(rods: bool, params: BodyParams) -> BodyDesc {
    let mut body = rod::body(JOINTS, ViewBlend::default());
    let local = vec![(Vec3::Y * LENGTH, Quat::IDENTITY); JOINTS];
    for (k, pose) in laid(rods, Vec3::ZERO, Quat::IDENTITY, &local).iter().enumerate() {
        body.particles[k].position = std::array::from_fn(|c| pose[c]);
        body.particles[k].binding = Binding::rigid(k as u16);
    }
    if rods {
        let edges = (1..JOINTS).map(|k| [parent(true, k) as u32, k as u32]).collect();
        body.structure = Structure::Rods { edges };
    }
    BodyDesc { params: BodyParams { follow_bones: true, ..params }, ..body }
}

/// World poses of local ones. The fork's second branch starts to the side.
fn laid(rods: bool, base: Vec3, turn: Quat, local: &[(Vec3, Quat)]) -> Vec<PoseArray> {
    let mut world = vec![(base, turn)];
    for k in 1..JOINTS {
        let (x, q) = world[parent(rods, k)];
        let (way, own) = local[k];
        let aside = if rods && k == 6 { Vec3::X * LENGTH } else { Vec3::ZERO };
        world.push((x + q * (way + aside), (q * own).normalize()));
    }
    world.into_iter().map(|(x, q)| bone(x, q)).collect()
}

/// Every joint turned by an angle.
fn bent(rods: bool, base: Vec3, turn: Quat, angle: f32) -> Vec<PoseArray> {
    let own = Quat::from_axis_angle(Vec3::new(1.0, 0.3, 0.5).normalize(), angle);
    laid(rods, base, turn, &[(Vec3::Y * LENGTH, own); JOINTS])
}

fn world(bodies: Vec<BodyDesc>, rods: bool, gravity: Vec3) -> World {
    let settings = Settings { gravity: gravity.to_array(), ..Settings::default() };
    let bones = bent(rods, Vec3::ZERO, Quat::IDENTITY, 0.0);
    World::new(WorldDesc { bones, bodies, colliders: Vec::new(), settings }).expect("a valid world")
}

fn stiff() -> BodyParams {
    BodyParams { bend_hz: 20.0, twist_hz: 20.0, may_sleep: false, ..BodyParams::default() }
}

/// How far particles are from their bones, at most.
fn off(world: &World, bones: &[PoseArray]) -> f32 {
    (0..JOINTS).map(|k| position(world, 0, k).distance(Vec3::from_slice(&bones[k]))).fold(0.0, f32::max)
}

#[test]
fn a_pose_that_is_held_is_met() {
    for rods in [false, true] {
        let mut world = world(vec![body(rods, stiff())], rods, Vec3::ZERO);
        let mut goal = Vec::new();
        for frame in 0..400 {
            goal = bent(rods, Vec3::ZERO, Quat::IDENTITY, 0.3 * (frame as f32 / 30.0).min(1.0));
            world.step(&StepInput::new(DT, &goal));
        }
        let off = off(&world, &goal);
        println!("rods {rods}: {:.3} % off", 100.0 * off / (7.0 * LENGTH));
        assert!(off < 0.01 * 7.0 * LENGTH, "rods {rods}: {off} m");
    }
}

#[test]
fn a_stiff_ear_follows_a_quick_clip() {
    // Twice a second, by a radian to either side; it is as long as four segments.
    let most = |hz: f32| {
        let mut ear = body(false, BodyParams { bend_hz: hz, twist_hz: hz, ..stiff() });
        ear.particles.truncate(5);
        let mut world = world(vec![ear], false, Vec3::ZERO);
        let off = |frame: usize| {
            let angle = 0.25 * (std::f32::consts::TAU * 2.0 * frame as f32 / 60.0).sin();
            let goal = bent(false, Vec3::ZERO, Quat::IDENTITY, angle);
            world.step(&StepInput::new(DT, &goal));
            position(&world, 0, 4).distance(Vec3::from_slice(&goal[4])) / (4.0 * LENGTH)
        };
        (0..180).map(off).fold(0.0, f32::max)
    };
    let (soft, stiff) = (most(10.0), most(30.0));
    println!("10 Hz: {:.1} % off, 30 Hz: {:.1} %", 100.0 * soft, 100.0 * stiff);
    assert!(stiff < 0.05 && soft > 2.0 * stiff, "{stiff} {soft}");
}

#[test]
fn the_first_frame_and_a_teleport_start_at_rest_where_the_bones_are() {
    for rods in [false, true] {
        let mut world = world(vec![body(rods, stiff())], rods, Vec3::ZERO);
        let there = (Vec3::new(5.0, 1.0, -3.0), Quat::from_rotation_y(2.0));
        for (base, turn) in [(Vec3::ZERO, Quat::IDENTITY), there] {
            let goal = bent(rods, base, turn, 0.4);
            let report = world.step(&StepInput { teleport: Some(Teleport::Reset), ..StepInput::new(DT, &goal) });
            let energy = world.measure().kinetic_energy;
            assert!(off(&world, &goal) < 3e-6 && energy < 1e-9, "{report:?}: {} m, {energy} J", off(&world, &goal));
        }
    }
}

#[test]
fn a_body_that_is_lost_starts_again_where_the_bones_are() {
    let mut world =
        world(vec![body(false, BodyParams { rest: Rest::View(rod::view()), ..stiff() })], false, Vec3::ZERO);
    let goal = bent(false, Vec3::ZERO, Quat::IDENTITY, 0.4);
    world.step(&StepInput::new(DT, &goal));
    set_velocity(&mut world, 0, 5, Vec3::splat(f32::NAN));
    let report = world.step(&StepInput::new(DT, &goal));
    assert_eq!(report.quarantined, 1);
    assert!(off(&world, &goal) < 1e-5, "{} m", off(&world, &goal));
}

/// A wild ride: the base moves and turns, the joints bend.
fn ride(rods: bool, frame: usize, from: (Vec3, Quat)) -> Vec<PoseArray> {
    let t = frame as f32 / 60.0;
    let base = Vec3::new(0.2 * (5.0 * t).sin(), 0.1 * (7.0 * t).sin(), 0.0);
    let turn = Quat::from_rotation_z(0.8 * (4.0 * t).sin());
    bent(rods, from.0 + from.1 * base, from.1 * turn, 0.3 * (6.0 * t).sin())
}

#[test]
fn it_does_not_matter_where_in_space() {
    let from = (Vec3::new(1.0, 2.0, -1.5), quat::qexp(DVec3::new(-0.6, 0.3, 0.9)).as_quat());
    for rods in [false, true] {
        let play = |from: (Vec3, Quat)| {
            let mut world = world(vec![body(rods, stiff())], rods, from.1 * DOWN);
            for frame in 0..60 {
                world.step(&StepInput::new(DT, &ride(rods, frame, from)));
            }
            (0..JOINTS).map(|k| from.1.conjugate() * (position(&world, 0, k) - from.0)).collect::<Vec<_>>()
        };
        let (here, there) = (play((Vec3::ZERO, Quat::IDENTITY)), play(from));
        let off = here.iter().zip(&there).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(off < 1e-4, "rods {rods}: {off} m");
    }
}

#[test]
fn in_the_bind_pose_it_is_as_if_it_followed_nothing() {
    for rods in [false, true] {
        let play = |follow_bones: bool| {
            let mut body = body(rods, stiff());
            body.params.follow_bones = follow_bones;
            let mut world = world(vec![body], rods, DOWN);
            for frame in 0..90 {
                let t = frame as f32 / 60.0;
                // Fast enough for a chord to be shorter than its arc by several percent.
                let turn = Quat::from_rotation_z(3.0 * (3.0 * t).sin());
                world.step(&StepInput::new(DT, &bent(rods, Vec3::X * t, turn, 0.0)));
            }
            (0..JOINTS).map(|k| position(&world, 0, k)).collect::<Vec<_>>()
        };
        let off = play(true).iter().zip(play(false)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        println!("rods {rods}: {off:.1e} m");
        assert!(off < 5e-5, "rods {rods}: {off} m");
    }
}

#[test]
fn frame_rates_differ_little() {
    let play = |rate: usize| {
        let mut world = world(vec![body(false, stiff())], false, DOWN);
        let goal = |t: f32| bent(false, Vec3::ZERO, Quat::IDENTITY, 0.1 * (6.0 * t).sin());
        for k in 0..=rate {
            world.step(&StepInput::new(1.0 / rate as f64, &goal(k as f32 / rate as f32)));
        }
        position(&world, 0, 7)
    };
    let (fine, coarse) = (play(240), play(30));
    assert!(fine.distance(coarse) < 0.01, "{fine} {coarse}");
}

/// An ear that depends on the view and on the bones, a fork, and hair that follows nothing.
fn zoo() -> World {
    let view = || BodyParams { rest: Rest::View(ViewBlend { response_secs: 0.1, ..rod::view() }), ..stiff() };
    let mut bodies = vec![body(false, view()), body(false, stiff()), body(false, view())];
    bodies[2].params.follow_bones = false;
    world(bodies, false, DOWN)
}

fn play(world: &mut World, frames: std::ops::Range<usize>) {
    for frame in frames {
        let camera = Some(rod::camera(2.0 * frame as f64));
        let dt = [DT, 1.0 / 144.0, 0.03][frame % 3];
        let bones = ride(false, frame, (Vec3::ZERO, Quat::IDENTITY));
        world.step(&StepInput { camera, ..StepInput::new(dt, &bones) });
    }
}

#[test]
fn the_same_bits_with_any_lanes_and_from_a_snapshot() {
    let mut first = zoo();
    play(&mut first, 0..50);
    let snapshot = first.snapshot();
    play(&mut first, 50..100);
    let hash = first.hash();
    first.restore(&snapshot);
    play(&mut first, 50..100);
    assert_eq!(first.hash(), hash, "again");
    let mut fresh = zoo();
    fresh.restore(&snapshot);
    play(&mut fresh, 50..100);
    assert_eq!(fresh.hash(), hash, "in another world");
    for width in LaneWidth::ALL {
        let mut world = zoo();
        world.set_lanes(width);
        world.set_threads(3);
        play(&mut world, 0..100);
        assert_eq!(world.hash(), hash, "{width:?}");
    }
}

#[test]
fn views_are_carried_and_clips_are_felt() {
    let mut world =
        world(vec![body(false, BodyParams { rest: Rest::View(rod::view()), ..stiff() })], false, Vec3::ZERO);
    let goal = bent(false, Vec3::ZERO, Quat::IDENTITY, 0.2);
    let mut energy = 0.0_f64;
    for frame in 0..90 {
        world.step(&StepInput { camera: Some(rod::camera(f64::from(frame))), ..StepInput::new(DT, &goal) });
        energy = energy.max(world.measure().kinetic_energy);
    }
    let rest = world.rest_positions(0);
    let off = (0..JOINTS).map(|k| position(&world, 0, k).distance(rest[k])).fold(0.0, f32::max);
    println!("orbit: {energy:.1e} J, {off:.1e} m");
    assert!(energy < 1e-8 && off < 1e-4, "{energy} J, {off} m");
    for frame in 0..10 {
        let goal = bent(false, Vec3::ZERO, Quat::IDENTITY, 0.2 - 0.02 * frame as f32);
        world.step(&StepInput { camera: Some(rod::camera(90.0)), ..StepInput::new(DT, &goal) });
    }
    assert!(world.measure().kinetic_energy > 1e-4);
}

#[test]
fn what_cannot_follow_says_so() {
    let desc = |body| WorldDesc { bones: vec![support::IDENTITY], bodies: vec![body], ..WorldDesc::default() };
    let cloth = support::cloth(3, 0.1, BodyParams { follow_bones: true, ..BodyParams::default() });
    let error = World::new(desc(cloth)).expect_err("cloth").to_string();
    assert!(error.contains("only the rest shape of chains and rods"), "{error}");
    let projection = Suppression::Projection { ridge: 0.1, window: 0.3 };
    let mut ear = rod::body(JOINTS, ViewBlend { suppression: projection, ..rod::view() });
    ear.params.follow_bones = true;
    let world = still_world(vec![ear], Vec3::ZERO);
    assert!(world.notes().iter().any(|n| n.contains("carried along")), "{:?}", world.notes());
}

#[test]
fn whatever_bones_do_all_stays_finite() {
    let pose = prop::array::uniform7(wild());
    let frames = prop::collection::vec(prop::collection::vec(pose, JOINTS), 1..6);
    check(48, (frames, any::<bool>(), any::<bool>()), |(frames, rods, seen)| {
        let rest = if seen && !rods { Rest::View(rod::view()) } else { Rest::Fixed };
        let mut world = world(vec![body(rods, BodyParams { rest, ..stiff() })], rods, DOWN);
        for (k, bones) in frames.iter().enumerate() {
            world.step(&StepInput { camera: Some(rod::camera(40.0 * k as f64)), ..StepInput::new(DT, bones) });
            assert!(world.measure().finite);
            assert!(world.rest_positions(0).iter().all(|x| x.is_finite()));
        }
    });
}
