//! Oracles 3 to 5, 7, 8 and 10: oriented particles as chains and meshes.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use support::*;

fn awake() -> BodyParams {
    BodyParams { may_sleep: false, ..BodyParams::default() }
}

#[test]
fn oracle_03_rest_pose_is_a_fixed_point() {
    let bodies = |sleepy: bool| {
        let params = BodyParams { may_sleep: sleepy, ..BodyParams::default() };
        [
            ("bent chain", bent_chain(params.clone())),
            ("straight chain", chain(8, 0.1, Vec3::Y, params.clone())),
            ("stiff chain", bent_chain(BodyParams { bend_hz: 60.0, twist_hz: 60.0, ..params.clone() })),
            ("cloth", cloth(10, 0.05, BodyParams { ring: 1, ..params })),
        ]
    };
    for sleepy in [true, false] {
        for (name, body) in bodies(sleepy) {
            let start: Vec<Vec3> = body.particles.iter().map(|p| Vec3::from_array(p.position)).collect();
            let mut world = world(vec![body], Vec3::ZERO);
            let mut drift = 0.0_f32;
            for _ in 0..1000 {
                run(&mut world, 1);
                drift = (0..start.len()).map(|k| position(&world, 0, k).distance(start[k])).fold(drift, f32::max);
            }
            println!("oracle 3: {name}, may sleep {sleepy}: drift {drift:.1e} m");
            assert!(drift <= 1e-6, "{name}: {drift:e}");
        }
    }
}

#[test]
fn oracle_04_rigid_invariance() {
    let moved = |turn: Quat, by: Vec3| {
        let gravity = turn * Vec3::new(0.0, 0.0, -9.81);
        let settings = Settings { gravity: gravity.to_array(), ..Settings::default() };
        let bodies = vec![bent_chain(BodyParams { bend_hz: 20.0, twist_hz: 20.0, ..awake() })];
        let mut world =
            World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings }).expect("valid");
        let bones = [bone(by, turn)];
        world.step(&StepInput::new(0.0, &bones));
        for k in 1..8 {
            set_velocity(&mut world, 0, k, turn * Vec3::new(0.3, 0.1, 0.0) * k as f32);
        }
        for _ in 0..120 {
            world.step(&StepInput::new(1.0 / 60.0, &bones));
        }
        (0..8).map(|k| turn.conjugate() * (position(&world, 0, k) - by)).collect::<Vec<Vec3>>()
    };
    let plain = moved(Quat::IDENTITY, Vec3::ZERO);
    let turn = quat::qexp(DVec3::new(0.4, 1.1, -0.7)).as_quat();
    let there = moved(turn, Vec3::new(3.0, -2.0, 5.0));
    let off = (0..8).map(|k| plain[k].distance(there[k])).fold(0.0, f32::max);
    println!("oracle 4: {off:.1e} m after 2 s");
    assert!(off <= 1e-4, "{off:e}");
}

#[test]
fn oracle_05_free_chain_keeps_its_momentum() {
    let mut worst = 0.0_f64;
    for ring in [1, 2] {
        let params = BodyParams { bend_hz: 30.0, twist_hz: 30.0, ring, ..undamped() };
        let mut body = free(bent_chain(params));
        let mut random = Random::new(5 + u64::from(ring));
        let center = body.particles.iter().map(|p| Vec3::from_array(p.position)).sum::<Vec3>() / 8.0;
        for p in &mut body.particles {
            p.position = (Vec3::from_array(p.position) - center).to_array();
        }
        let mut world = world(vec![body], Vec3::ZERO);
        world.step(&StepInput::new(0.0, &[IDENTITY]));
        for k in 0..8 {
            set_velocity(&mut world, 0, k, (random.vector() * 0.2).as_vec3());
        }
        let start = DVec3::from_array(world.measure().linear_momentum);
        for _ in 0..120 {
            run(&mut world, 1);
            let change = DVec3::from_array(world.measure().linear_momentum) - start;
            worst = worst.max(change.length() / start.length());
        }
    }
    println!("oracle 5: |ΔP|/|P| {worst:.1e} over 2 s");
    assert!(worst <= 1e-5, "{worst:e}");
}

/// Twist of each particle about the chain, in degrees, after one end was turned by a quarter.
fn twisted(ends_mass: f32) -> (Vec<f64>, f32) {
    let params = BodyParams { bend_hz: 30.0, twist_hz: 30.0, ring: 1, damping: 6.0, spin_damping: 6.0, ..awake() };
    let mut body = chain(8, 0.1, Vec3::Z, params);
    body.particles[7].animated = true;
    body.particles[7].binding = Binding::rigid(1);
    for k in [0, 7] {
        body.particles[k].mass_kg = ends_mass;
    }
    let settings = Settings { gravity: [0.0; 3], ..Settings::default() };
    let desc = WorldDesc { bones: vec![IDENTITY; 2], bodies: vec![body], colliders: Vec::new(), settings };
    let mut world = World::new(desc).expect("valid");
    for frame in 0..1200 {
        let angle = (frame as f32 / 120.0).min(1.0) * std::f32::consts::FRAC_PI_2;
        let bones = [IDENTITY, bone(Vec3::ZERO, Quat::from_rotation_z(angle))];
        world.step(&StepInput::new(1.0 / 60.0, &bones));
    }
    let q = world.poses().rotations();
    let twist = q.iter().map(|q| 2.0 * f64::from(q[2]).atan2(f64::from(q[3])).to_degrees()).collect();
    let aside = (0..8).map(|k| position(&world, 0, k)).map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f32::max);
    (twist, aside)
}

#[test]
fn oracle_07_torsion_is_shared_out() {
    // The figures were measured with ends that count like any other; here they count a thousandfold.
    let (twist, aside) = twisted(0.05 / 1000.0);
    println!("oracle 7: {twist:.1?}, off axis {aside:.1e} m");
    for (k, expected) in [0.0, 14.4, 25.3, 38.7, 51.3, 64.7, 75.6, 90.0].into_iter().enumerate() {
        assert!((twist[k] - expected).abs() < 1.0, "particle {k}: {} instead of {expected}", twist[k]);
    }
    assert!(aside < 1e-9, "{aside:e}");

    let (twist, aside) = twisted(0.05);
    println!("oracle 7: ends clamped: {twist:.1?}");
    assert!(twist.windows(2).all(|w| w[1] > w[0]) && aside < 1e-9);
    assert!((0..8).all(|k| (twist[k] + twist[7 - k] - 90.0).abs() < 0.1), "not the same from both ends");
}

#[test]
fn oracle_08_lengths() {
    let mut calm = 0.0_f64;
    let mut world = world(vec![bent_chain(awake())], Vec3::new(0.0, 0.0, -9.81));
    for _ in 0..600 {
        run(&mut world, 1);
        calm = calm.max(world.measure().chain_length_error);
    }
    let mut abused = 0.0_f64;
    let mut random = Random::new(8);
    for _ in 0..600 {
        let there = random.vector().as_vec3() * 0.3;
        let pose = bone(there, random.rotation().as_quat());
        world.step(&StepInput::new(1.0 / 60.0, &[pose]));
        abused = abused.max(world.measure().chain_length_error);
    }
    println!("oracle 8: relative length error {calm:.1e}, under abuse {abused:.1e}");
    assert!(calm <= 1e-5 && abused <= 1e-4, "{calm:e} {abused:e}");
}

#[test]
fn oracle_10_any_time_step() {
    let params = BodyParams { ring: 1, ..awake() };
    let bodies = vec![bent_chain(awake()), chain(8, 0.1, Vec3::X, awake()), cloth(8, 0.05, params)];
    let mut world = world(bodies, Vec3::new(0.0, -9.81, 0.0));
    let mut random = Random::new(10);
    let (mut worst, mut pose) = (0.0_f64, IDENTITY);
    for _ in 0..600 {
        let odd = [1e-6, 0.1, 0.5, 2.0, 0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let pick = (random.unit() * 100.0) as usize;
        let dt = odd.get(pick).copied().unwrap_or(1.0 / 60.0);
        if random.unit() < 0.05 {
            pose = bone(random.vector().as_vec3() * 0.2, random.rotation().as_quat());
        }
        let report = world.step(&StepInput::new(dt, &[pose]));
        let measures = world.measure();
        assert!(measures.finite && report.substeps <= 16 && report.quarantined == 0, "dt {dt}: {report:?}");
        worst = worst.max(measures.chain_length_error);
    }
    println!("oracle 10: relative length error {worst:.1e}");
    assert!(worst <= 1e-4, "{worst:e}");
}
