//! Contacts: nothing passes through, nothing stays inside, and what is pushed pushes back.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use support::*;

/// By how much a chain winds about an axis, from its base to its tip.
fn winding(chain: &[Vec3], on_axis: Vec3, axis: Vec3) -> f32 {
    let seen = |p: Vec3| (p - on_axis) - axis * axis.dot(p - on_axis);
    let angle = |a: Vec3, b: Vec3| axis.dot(a.cross(b)).atan2(a.dot(b));
    chain.windows(2).map(|pair| angle(seen(pair[0]), seen(pair[1]))).sum()
}

/// How many of 1000 passes of a capsule at 20 m/s go through a hanging chain.
fn passes_through(capsule_radius: f32, chain_radius: f32, beyond: f32, seed: u64) -> usize {
    let mut body = chain(8, 0.1, Vec3::NEG_Y, BodyParams { may_sleep: false, ..BodyParams::default() });
    for p in &mut body.particles {
        p.radii = [chain_radius; 3];
    }
    let capsule = ColliderDesc {
        part: "rod".into(),
        bone: Some(1),
        shape: Shape::Capsule { ends: [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], radii: [capsule_radius; 2] },
        friction: 0.3,
    };
    let far = bone(Vec3::Z * 5.0, Quat::IDENTITY);
    let desc =
        WorldDesc { bones: vec![IDENTITY, far], bodies: vec![body], colliders: vec![capsule], ..WorldDesc::default() };
    let mut world = World::new(desc).expect("valid");
    let mut random = Random::new(seed);
    let mut through = 0;
    for _ in 0..1000 {
        let around = Quat::from_rotation_y(random.between(0.0, std::f64::consts::TAU) as f32);
        let tilt = |r: &mut Random| r.between(-0.2, 0.2) as f32;
        let turn =
            around * Quat::from_euler(glam::EulerRot::XYZ, tilt(&mut random), tilt(&mut random), tilt(&mut random));
        let heading = around * Quat::from_rotation_x(tilt(&mut random)) * Vec3::Z;
        let met = Vec3::NEG_Y * random.between(0.12, 0.68) as f32;
        let start = 0.25 + random.between(0.0, 20.0 / 240.0) as f32;
        let mut before = None;
        let mut crossed = false;
        for step in 0..24 {
            let way = (20.0 / 240.0 * step as f32 - start).min(beyond);
            let rod = met + heading * way;
            let bones = [IDENTITY, bone(rod, turn)];
            let teleport = (step == 0).then_some(Teleport::Reset);
            world.step(&StepInput { teleport, ..StepInput::new(1.0 / 240.0, &bones) });
            let joints: [Vec3; 8] = std::array::from_fn(|k| position(&world, 0, k));
            // The tip may go around; but the winding only jumps by a turn where the chain goes through.
            let now = winding(&joints, rod, turn * Vec3::X);
            crossed |= before.replace(now).is_some_and(|old: f32| (now - old).abs() > std::f32::consts::PI);
        }
        through += usize::from(crossed);
    }
    through
}

#[test]
fn a_fast_thin_capsule_does_not_pass_through_a_chain() {
    // Radii of the capsule and the chain, and how far it is dragged along.
    for (capsule, chain, beyond) in [
        (0.005, 0.03, 0.25),
        (0.0025, 0.03, 0.25),
        (0.005, 0.01, 0.1),
        (0.005, 0.01, 0.25),
        (0.005, 0.005, 0.1),
        (0.005, 0.005, 0.25),
    ] {
        let through = passes_through(capsule, chain, beyond, 20);
        println!("capsule {capsule} m, chain {chain} m, {beyond} m beyond: {through} of 1000 through");
        assert!(through == 0, "capsule radius {capsule}, chain radius {chain}: {through} of 1000 through");
    }
}

#[test]
fn every_collider_keeps_things_on_its_right_side() {
    let turned = Quat::from_rotation_z(0.3).to_array();
    let shapes = [
        ("sphere", Shape::Sphere { center: [0.3, -0.5, 0.3], radius: 0.25 }),
        ("capsule", Shape::Capsule { ends: [[0.0, -0.5, 0.3], [0.7, -0.4, 0.3]], radii: [0.1, 0.2] }),
        ("plane", Shape::Plane { point: [0.0, -0.5, 0.0], normal: [0.1, 1.0, 0.2] }),
        ("box", Shape::Box { center: [0.3, -0.5, 0.3], rotation: turned, half: [0.3, 0.1, 0.25] }),
        ("inside sphere", Shape::InsideSphere { center: [0.3, 0.0, 0.3], radius: 0.6 }),
        ("inside capsule", Shape::InsideCapsule { ends: [[0.1, 0.0, 0.3], [0.6, 0.0, 0.3]], radii: [0.5, 0.6] }),
    ];
    for (name, shape) in shapes {
        let params = BodyParams { may_sleep: false, ..BodyParams::default() };
        let mut hair = chain(10, 0.06, Vec3::X, params.clone());
        for p in &mut hair.particles {
            p.position[2] += 0.3;
        }
        let mut fabric = cloth(12, 0.05, BodyParams { ring: 1, ..params });
        let mut loose = free(cloth(6, 0.05, BodyParams { ring: 1, may_sleep: false, ..BodyParams::default() }));
        for p in &mut loose.particles {
            p.position[0] += 0.15;
            p.position[1] += 0.1;
            p.position[2] += 0.1;
        }
        loose.part = "loose".into();
        if matches!(shape, Shape::Box { .. }) {
            // Flat ones lie over an edge, where the depth along one direction says more than there is.
            for p in fabric.particles.iter_mut().chain(&mut loose.particles) {
                p.radii = [0.0125; 3];
            }
        }
        let none = [&hair, &fabric, &loose].map(|b| b.part.clone()).to_vec();
        let mut bodies = vec![hair, fabric, loose];
        for body in &mut bodies {
            body.params.passes_through.clone_from(&none);
        }
        let collider = ColliderDesc { part: "thing".into(), bone: None, shape, friction: 0.3 };
        let desc = WorldDesc { bones: vec![IDENTITY], bodies, colliders: vec![collider], ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        let (mut worst, mut contacts, mut speed) = (0.0_f64, 0, 0.0_f64);
        for frame in 0..300 {
            contacts += run(&mut world, 1).contacts;
            let measures = world.measure();
            worst = worst.max(measures.depths.deepest_share);
            assert!(measures.finite && measures.depths.squeezed == 0, "{name}, frame {frame}");
            speed = measures.kinetic_energy;
        }
        println!("{name}: deepest {:.2} % of a radius, {contacts} contacts, {speed:.1e} J", worst * 100.0);
        assert!(contacts > 100, "{name} was not touched");
        assert!(worst <= 0.05, "{name}: {worst}");
    }
}

#[test]
fn bodies_in_contact_push_each_other_equally() {
    let params = BodyParams { ring: 1, friction: 0.5, ..undamped() };
    let mut one = free(cloth(5, 0.05, params.clone()));
    let mut two = free(chain(6, 0.05, Vec3::X, params));
    for p in &mut two.particles {
        p.position[1] += 0.08;
        p.position[2] += 0.1;
        p.mass_kg = 0.03;
    }
    one.part = "one".into();
    two.part = "two".into();
    let mut world = world(vec![one, two], Vec3::ZERO);
    world.step(&StepInput::new(0.0, &[IDENTITY]));
    for k in 0..6 {
        set_velocity(&mut world, 1, k, Vec3::new(0.3, -1.0, 0.1));
    }
    let start = DVec3::from_array(world.measure().linear_momentum);
    let of = |world: &World, body: usize| -> DVec3 {
        let body = world.template().bodies.iter().find(|b| b.source == body).expect("a body").clone();
        let v = world.state().v();
        let kg = |s: usize| f64::from(world.template().mass[s]);
        body.slots().map(|s| DVec3::new(v[0][s].into(), v[1][s].into(), v[2][s].into()) * kg(s)).sum()
    };
    let mut contacts = 0;
    for _ in 0..60 {
        contacts += run(&mut world, 1).contacts;
    }
    let (gained, lost) = (of(&world, 0), start - of(&world, 1));
    println!("{contacts} contacts, gained {gained:.5}, lost {lost:.5}");
    assert!(contacts > 0 && gained.y < -0.01, "no contact: {gained}");
    assert!((gained - lost).length() < 1e-4 * start.length(), "{gained} {lost}");
    assert!(world.contacts().any(|c| c.a == "one" && c.b == "two" && c.impulse > 0.0));
}

#[test]
fn friction_holds_on_a_slope_and_is_carried_by_what_moves() {
    let slide = |friction: f32| {
        let params = BodyParams { friction, damping: 0.0, may_sleep: false, ..BodyParams::default() };
        let mut ball = free(chain(1, 0.1, Vec3::X, params));
        let slope = Vec3::new(-(0.2_f32.sin()), 0.2_f32.cos(), 0.0);
        ball.particles[0].position = (slope * 0.0301).to_array();
        let shape = Shape::Plane { point: [0.0; 3], normal: slope.to_array() };
        let collider = ColliderDesc { part: "slope".into(), bone: None, shape, friction };
        let desc =
            WorldDesc { bones: vec![IDENTITY], bodies: vec![ball], colliders: vec![collider], ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        run(&mut world, 60);
        -(position(&world, 0, 0).x - slope.x * 0.0301)
    };
    // Coulomb: tan 0.2 rad = 0.203.
    let (smooth, some, rough) = (slide(0.0), slide(0.1), slide(0.4));
    let expected = 0.5 * 9.81 * 0.2_f32.sin() * 0.2_f32.cos();
    println!("slid {smooth:.3}, {some:.3}, {rough:.5} m; free {expected:.3}");
    assert!((smooth / expected - 1.0).abs() < 0.03, "{smooth} instead of {expected}");
    let expected = 0.5 * 9.81 * (0.2_f32.sin() - 0.1 * 0.2_f32.cos()) * 0.2_f32.cos();
    assert!((some / expected - 1.0).abs() < 0.1, "{some} instead of {expected}");
    assert!(rough.abs() < 1e-3, "{rough}");

    // A plate that moves takes along what lies on it.
    let params = BodyParams { friction: 1.0, damping: 0.0, may_sleep: false, ..BodyParams::default() };
    let mut ball = free(chain(1, 0.1, Vec3::X, params));
    ball.particles[0].position = [0.0, 0.0801, 0.0];
    let shape = Shape::Box { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], half: [1.0, 0.05, 1.0] };
    let collider = ColliderDesc { part: "plate".into(), bone: Some(1), shape, friction: 1.0 };
    let bones = vec![IDENTITY; 2];
    let desc = WorldDesc { bones, bodies: vec![ball], colliders: vec![collider], ..WorldDesc::default() };
    let mut world = World::new(desc).expect("valid");
    for frame in 0..=60 {
        let bones = [IDENTITY, bone(Vec3::X * (frame as f32 / 120.0), Quat::IDENTITY)];
        world.step(&StepInput::new(1.0 / 60.0, &bones));
    }
    let carried = position(&world, 0, 0).x;
    assert!((carried - 0.5).abs() < 0.03, "{carried}");
}

/// Where no place is left, lengths have the last word: whatever closes on a chain, and however it is held.
#[test]
fn a_chain_that_is_squeezed_stays_in_bounds() {
    let turned = Quat::from_rotation_z(0.4).to_array();
    let shapes = [
        ("spheres", Shape::Sphere { center: [0.0; 3], radius: 0.25 }),
        ("capsules", Shape::Capsule { ends: [[0.0, 0.0, -0.4], [0.1, 0.0, 0.4]], radii: [0.2, 0.1] }),
        ("boxes", Shape::Box { center: [0.0; 3], rotation: turned, half: [0.2, 0.4, 0.3] }),
    ];
    for ((name, shape), tip_is_held) in shapes.iter().flat_map(|shape| [(shape, false), (shape, true)]) {
        let mut body = chain(8, 0.1, Vec3::NEG_Y, BodyParams { may_sleep: false, ..BodyParams::default() });
        body.particles[7].animated = tip_is_held;
        let collider =
            |bone| ColliderDesc { part: format!("jaw {bone}"), bone: Some(bone), shape: *shape, friction: 0.3 };
        let jaws = |way: f32| {
            [
                IDENTITY,
                bone(Vec3::new(-way, -0.35, 0.02), Quat::IDENTITY),
                bone(Vec3::new(way, -0.4, 0.0), Quat::IDENTITY),
            ]
        };
        let colliders = vec![collider(1), collider(2)];
        let desc = WorldDesc { bones: jaws(0.6).to_vec(), bodies: vec![body], colliders, ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        for frame in 0..240 {
            // They close until they are one in the other, stay, and open.
            let way = 0.6 - (0.01 * frame as f32).min(0.6).min(0.01 * (240 - frame) as f32);
            world.step(&StepInput::new(1.0 / 60.0, &jaws(way)));
            let joints: Vec<Vec3> = (0..8).map(|k| position(&world, 0, k)).collect();
            for (k, pair) in joints.windows(2).enumerate() {
                let length = pair[0].distance(pair[1]);
                assert!(
                    (0.069..0.131).contains(&length) || (tip_is_held && k == 6),
                    "{name}, frame {frame}: segment {k} is {length} m long"
                );
            }
            assert!(joints.iter().all(|p| p.length() < 1.0), "{name}, frame {frame}");
            assert!(
                !tip_is_held || joints[7].distance(Vec3::NEG_Y * 0.7) < 1e-5,
                "{name}, frame {frame}: the tip is at {}",
                joints[7]
            );
        }
        let error = world.measure().chain_length_error;
        assert!(error < 1e-3 || tip_is_held, "{name}: lengths are off by {error} in the end");
    }
}

/// One of two strands of springs that hang side by side and are pulled towards each other.
fn strand(side: f32, pull: f32) -> BodyDesc {
    let gravity = [-pull * side, -0.3, 0.0];
    let springs = vec![SpringDesc { stiffness: 0.5, drag: 0.3, gravity }; 8];
    let mut strand = chain(8, 0.06, Vec3::NEG_Y, BodyParams { springs, ..BodyParams::default() });
    strand.part = format!("strand {side}");
    for p in &mut strand.particles {
        p.position[0] += 0.1 * side;
        p.position[2] += 0.002 * side;
        p.radii = [0.03; 3];
    }
    strand
}

/// Strands of springs that are pulled together rest against each other as well as anything, whoever else touches something.
#[test]
fn springs_keep_each_other_apart_whatever_goes_on_beside() {
    let deepest = |beside: bool| {
        let mut chain = chain(6, 0.1, Vec3::X, BodyParams { may_sleep: false, ..BodyParams::default() });
        chain.particles.iter_mut().for_each(|p| p.position[0] += 5.0);
        let ball = Shape::Sphere { center: [5.3, -0.2, 0.0], radius: if beside { 0.15 } else { 0.01 } };
        let colliders = vec![ColliderDesc { part: "ball".into(), bone: Some(0), shape: ball, friction: 0.3 }];
        let bodies = vec![strand(-1.0, 0.6), strand(1.0, 0.6), chain];
        let desc = WorldDesc { bones: vec![IDENTITY], bodies, colliders, ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        let mut deepest = 0.0_f32;
        for frame in 0..240 {
            let x = 0.05 * (0.1 * frame as f32).sin();
            world.step(&StepInput::new(1.0 / 60.0, &[bone(Vec3::X * x, Quat::IDENTITY)]));
            for k in 1..8 {
                for j in 1..8 {
                    deepest = deepest.max(0.06 - position(&world, 0, k).distance(position(&world, 1, j)));
                }
            }
        }
        deepest / 0.03
    };
    let (alone, beside) = (deepest(false), deepest(true));
    println!("deepest: {alone} radii, {beside} beside a chain that something touches");
    // Contacts that are no deeper count as holding.
    assert!(alone < 0.02 && (alone - beside).abs() < 1e-4, "{alone}, {beside}");
}

#[test]
fn springs_rest_on_a_collider_whatever_goes_on_beside() {
    let tips = |beside: bool| {
        let springs = vec![SpringDesc { stiffness: 0.2, drag: 0.3, gravity: [0.0, -1.0, 0.0] }; 8];
        let mut lying = chain(8, 0.06, Vec3::X, BodyParams { springs, ..BodyParams::default() });
        for p in &mut lying.particles {
            p.position[2] += 5.0;
            p.radii = [0.03; 3];
        }
        let ball = Shape::Sphere { center: [0.2, -0.35, 5.02], radius: 0.25 };
        let colliders = vec![ColliderDesc { part: "ball".into(), bone: None, shape: ball, friction: 0.0 }];
        let pull = if beside { 0.6 } else { -0.6 };
        let bodies = vec![strand(-1.0, pull), strand(1.0, pull), lying];
        let desc = WorldDesc { bones: vec![IDENTITY], bodies, colliders, ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        let mut tips = Vec::new();
        for frame in 0..240 {
            let x = 0.05 * (0.1 * frame as f32).sin();
            world.step(&StepInput::new(1.0 / 60.0, &[bone(Vec3::X * x, Quat::IDENTITY)]));
            tips.push(position(&world, 2, 7));
        }
        tips
    };
    let apart = tips(false).iter().zip(tips(true)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
    assert!(apart < 1e-5, "{apart} m apart");
}
