//! Contacts: nothing passes through, nothing stays inside, and what is pushed pushes back.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use support::*;

/// Whether two segments pass through each other while their ends move straight from `from` to `to`.
fn crosses(from: [DVec3; 4], to: [DVec3; 4]) -> bool {
    let at = |t: f64| -> [DVec3; 4] { std::array::from_fn(|k| from[k].lerp(to[k], t)) };
    let volume = |t: f64| {
        let [a, b, c, d] = at(t);
        (b - a).dot((c - a).cross(d - a))
    };
    let steps = 64;
    (0..steps).any(|k| {
        let (mut low, mut high) = (f64::from(k) / f64::from(steps), f64::from(k + 1) / f64::from(steps));
        if volume(low).signum() == volume(high).signum() {
            return false;
        }
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if volume(low).signum() == volume(middle).signum() {
                low = middle;
            } else {
                high = middle;
            }
        }
        // Where the two lines meet, is that within both segments?
        let [a, b, c, d] = at(low);
        let normal = (b - a).cross(d - c);
        let along = |p: DVec3, u: DVec3| (p - a).cross(u).dot(normal) / normal.length_squared();
        let (s, t) = (along(c, d - c), along(c, b - a));
        (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)
    })
}

/// How many of 1000 passes of a capsule at 20 m/s go through a hanging chain.
fn passes_through(capsule_radius: f32, chain_radius: f32, seed: u64) -> usize {
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
        let turn = around * Quat::from_euler(glam::EulerRot::XYZ, tilt(&mut random), tilt(&mut random), tilt(&mut random));
        let heading = around * Quat::from_rotation_x(tilt(&mut random)) * Vec3::Z;
        let met = Vec3::NEG_Y * random.between(0.12, 0.68) as f32;
        let start = 0.25 + random.between(0.0, 20.0 / 240.0) as f32;
        let mut before = None;
        let mut crossed = false;
        for step in 0..24 {
            let way = (20.0 / 240.0 * step as f32 - start).min(0.25);
            let rod = met + heading * way;
            let bones = [IDENTITY, bone(rod, turn)];
            let teleport = (step == 0).then_some(Teleport::Reset);
            world.step(&StepInput { teleport, ..StepInput::new(1.0 / 240.0, &bones) });
            let ends = [rod - turn * Vec3::X, rod + turn * Vec3::X].map(|p| p.as_dvec3());
            let joints: [DVec3; 8] = std::array::from_fn(|k| position(&world, 0, k).as_dvec3());
            if let Some((old, old_ends)) = before.replace((joints, ends)) {
                for k in 0..7 {
                    let from = [old[k], old[k + 1], old_ends[0], old_ends[1]];
                    if !crossed && crosses(from, [joints[k], joints[k + 1], ends[0], ends[1]]) { crossed = true; if std::env::var("DBG").is_ok() { println!("X met {:.1} step-after-hit {:.0} seg {k} way {way:.2}", -met.y*10.0, (way+0.0)/(20.0/240.0)); } }
                }
            }
        }
        through += usize::from(crossed);
    }
    through
}

#[test]
fn a_fast_thin_capsule_never_passes_through_a_chain() {
    for (capsule, chain) in [(0.005, 0.03), (0.005, 0.005), (0.0025, 0.005), (0.0025, 0.002)] {
        let through = passes_through(capsule, chain, 20);
        println!("capsule {capsule} m, chain {chain} m: {through} of 1000 through");
        if std::env::var("DBG").is_err() {assert_eq!(through, 0, "capsule radius {capsule}, chain radius {chain}");}
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
        let fabric = cloth(12, 0.05, BodyParams { ring: 1, ..params });
        let mut fabric = fabric; if std::env::var("SPH").is_ok() { for p in &mut fabric.particles { p.radii = [0.0125; 3]; } }
        let mut loose = free(cloth(6, 0.05, BodyParams { ring: 1, may_sleep: false, ..BodyParams::default() }));
        for p in &mut loose.particles {
            p.position[0] += 0.15;
            p.position[1] += 0.1;
            p.position[2] += 0.1;
        }
        loose.part = "loose".into();
        let none = [&hair, &fabric, &loose].map(|b| b.part.clone()).to_vec();
        let mut bodies = vec![hair, fabric, loose];
        if let Ok(k) = std::env::var("ONLY") { bodies = vec![bodies[k.parse::<usize>().unwrap()].clone()]; }
        for body in &mut bodies {
            body.params.passes_through.clone_from(&none);
        }
        let collider = ColliderDesc { part: "thing".into(), bone: None, shape, friction: 0.3 };
        let desc = WorldDesc { bones: vec![IDENTITY], bodies, colliders: vec![collider], ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        let mut worst_at = 0; let (mut worst, mut contacts, mut speed) = (0.0_f64, 0, 0.0_f64);
        for frame in 0..300 {
            contacts += run(&mut world, 1).contacts;
            let measures = world.measure();
            if measures.depths.deepest_share > worst { worst_at = frame; }
            worst = worst.max(measures.depths.deepest_share);
            assert!(measures.finite && measures.depths.squeezed == 0, "{name}, frame {frame}");
            speed = measures.kinetic_energy;
        }
        println!("at {worst_at}");
        println!("{name}: deepest {:.2} % of a radius, {contacts} contacts, {speed:.1e} J", worst * 100.0);
        assert!(contacts > 100, "{name} was not touched");
        if std::env::var("DBG").is_err() {assert!(worst <= 0.05, "{name}: {worst}");}
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
        let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![ball], colliders: vec![collider], ..WorldDesc::default() };
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
