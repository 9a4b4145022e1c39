//! Whole worlds: whatever they are given, they stay finite and bounded, and nothing panics.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::*;
use proptest::prelude::*;
use support::random::{check, masses, rotation, shape, steps, vector, wild};
use support::*;

/// A chain or a cloth that nobody would author, wild but valid.
fn odd_body() -> impl Strategy<Value = BodyDesc> {
    let particle = (vector(-0.5..0.5), rotation(), vector(0.005..0.1), masses(), any::<bool>());
    let params = (0.0_f32..200.0, 0.0_f32..200.0, 0_u32..4, 0.0_f32..20.0, 0.0_f32..20.0, any::<bool>(), any::<bool>());
    (prop::collection::vec(particle, 1..7), 0_usize..9, params, any::<bool>()).prop_map(
        |(points, kind, p, coincide)| {
            let (bend_hz, twist_hz, ring, damping, shape_damping, conserve_momentum, self_collision) = p;
            let limit = [
                None,
                Some(Limit::Cone { angle_rad: 0.2 }),
                Some(Limit::Hinge { axis: [1.0, 0.0, 0.0], min_rad: -0.3, max_rad: 0.3 }),
                Some(Limit::SphericalIn { frame: [0.6, 0.0, 0.8, 0.0], pitch_rad: 0.4, yaw_rad: 0.1 }),
            ][kind % 4];
            let (count, first) = (points.len() as u32, points[0].0);
            let springy = kind > 6 && count > 1;
            let spring = |k: u32| SpringDesc {
                stiffness: 0.02 * bend_hz,
                drag: [0.0, 0.4, 1.0][k as usize % 3],
                gravity: [0.0, -0.1 * damping, 0.0],
            };
            let particles = points
                .into_iter()
                .enumerate()
                .map(|(k, (position, rotation, radii, mass_kg, surface))| ParticleDesc {
                    // Bones of no length, and particles in the same place.
                    position: if coincide && k % 2 == 1 { first } else { position }.to_array(),
                    rotation: rotation.to_array(),
                    radii: radii.to_array(),
                    mass_kg,
                    animated: k == 0 && kind != 4,
                    surface,
                    binding: Binding { bones: [0, 1, 0, 0], weights: [0.75, 0.25, 0.0, 0.0] },
                })
                .collect();
            let structure = match kind {
                0 | 1 | 4 | 7 => Structure::Chain,
                2 => Structure::Mesh { edges: (1..count).map(|k| [k - 1, k]).collect() },
                // A star, and a ring of it.
                5 => Structure::Rods { edges: (1..count).map(|k| [0, k]).collect() },
                6 => Structure::Rods {
                    edges: (1..count).map(|k| [k / 2, k]).chain((3..count).map(|k| [k - 2, k])).collect(),
                },
                8 => Structure::Rods { edges: (1..count).map(|k| [(k - 1) / 2, k]).collect() },
                _ => Structure::Loose,
            };
            let params = BodyParams {
                bend_hz,
                twist_hz,
                ring,
                damping,
                shape_damping,
                conserve_momentum: conserve_momentum && !springy,
                springs: if springy { (0..count).map(spring).collect() } else { Vec::new() },
                self_collision,
                limit,
                ..BodyParams::default()
            };
            BodyDesc { part: format!("part {kind}"), particles, structure, anchor: 0, params }
        },
    )
}

fn is_sound(world: &World) {
    let (positions, rotations) = (world.poses().positions(), world.poses().rotations());
    assert!(positions.iter().flatten().all(|v| v.is_finite()), "not finite: {positions:?}");
    assert!(rotations.iter().all(|q| Quat::from_array(*q).is_normalized()), "not unit: {rotations:?}");
    assert!(world.measure().finite);
    let v = world.state().v();
    // Each of two in contact may be as fast as anything.
    let most = 2.0 * 40.0 * world.template().size * 1.01;
    let slots = || world.template().bodies.iter().flat_map(|b| b.slots());
    assert!(slots().all(|s| (0..3).all(|c| v[c][s].abs() <= most)), "too fast");
    assert!((0..3).all(|c| v[c].iter().all(|v| v.is_finite())), "slots between bodies are not finite");
}

#[test]
fn odd_worlds_stay_sound() {
    let collider = (shape(), 0_usize..3, 0.0_f32..2.0);
    let grab = (0_usize..5, 0_usize..8, prop::array::uniform3(wild()));
    let input = (vector(-1.0..1.0), rotation(), steps(), vector(-20.0..20.0), grab);
    let world = (prop::collection::vec(odd_body(), 1..4), prop::collection::vec(collider, 0..3));
    check(300, (world, prop::collection::vec(input, 12)), |((bodies, colliders), inputs)| {
        let colliders = colliders
            .into_iter()
            .map(|(shape, bone, friction)| ColliderDesc {
                part: "thing".into(),
                bone: (bone < 2).then_some(bone as u16),
                shape,
                friction,
            })
            .collect();
        let desc = WorldDesc { bones: vec![IDENTITY; 2], bodies, colliders, ..WorldDesc::default() };
        let mut world = World::new(desc).expect("valid");
        for (at, turn, dt, wind, (body, particle, target)) in inputs {
            let bones = [bone(at, turn), bone(at * 0.5, Quat::IDENTITY)];
            let wind = Wind { velocity: wind.to_array(), gusts: 0.5 };
            let grabs = [Grab { body, particle, target }];
            world.step(&StepInput { wind, grabs: &grabs, ..StepInput::new(dt, &bones) });
            is_sound(&world);
        }
    });
}

#[test]
fn bad_bones_are_survived() {
    let odd = prop::sample::select(vec![0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX, 1e20, -1e-30, 1e8]);
    let pose = prop::collection::vec(prop_oneof![3 => -1.0_f32..1.0, 1 => odd], 7);
    let frames = prop::collection::vec((prop::collection::vec(pose, 0..4), steps()), 8);
    check(200, (frames, any::<bool>()), |(frames, keep)| {
        let params = BodyParams { inertia: 0.5, ring: 1, ..BodyParams::default() };
        let mut hair = chain(5, 0.1, Vec3::X, params.clone());
        hair.particles[0].binding = Binding { bones: [0, 1, 0, 0], weights: [0.5, 0.5, 0.0, 0.0] };
        let ball = ColliderDesc {
            part: "ball".into(),
            bone: Some(1),
            shape: Shape::Sphere { center: [0.3, -0.2, 0.0], radius: 0.1 },
            friction: 0.5,
        };
        let settings =
            Settings { teleport: if keep { Teleport::Keep } else { Teleport::Reset }, ..Settings::default() };
        let desc = WorldDesc {
            bones: vec![IDENTITY; 2],
            bodies: vec![hair, cloth(4, 0.1, params)],
            colliders: vec![ball],
            settings,
        };
        let mut world = World::new(desc).expect("valid");
        for (bones, dt) in frames {
            let bones: Vec<PoseArray> = bones.iter().map(|b| std::array::from_fn(|k| b[k])).collect();
            world.step(&StepInput::new(dt, &bones));
            is_sound(&world);
        }
    });
}

#[test]
fn bad_wind_is_survived() {
    check(100, (prop::array::uniform3(wild()), wild()), |(velocity, gusts)| {
        let mut world = world(vec![chain(5, 0.1, Vec3::X, BodyParams::default())], Vec3::Y * -9.81);
        for wind in [Wind { velocity, gusts }, Wind { velocity: [f32::NAN; 3], gusts }, Wind::default()] {
            for _ in 0..3 {
                world.step(&StepInput { wind, ..StepInput::new(1.0 / 60.0, &[IDENTITY]) });
                is_sound(&world);
            }
        }
    });
}

#[test]
fn lengths_hold_for_any_chain() {
    let joints = prop::collection::vec((vector(-1.0..1.0), -1.0_f32..1.0), 2..10);
    check(200, (joints, vector(-9.0..9.0), 0.0_f32..60.0), |(joints, gravity, hz)| {
        let mut body = chain(joints.len(), 0.1, Vec3::X, BodyParams { bend_hz: hz, twist_hz: hz, ..undamped() });
        let mut at = Vec3::ZERO;
        for (p, (way, mass)) in body.particles.iter_mut().zip(&joints) {
            p.position = at.to_array();
            p.mass_kg = 0.05 * 10.0_f32.powf(*mass);
            at += way.normalize_or(Vec3::X) * (0.05 + 0.1 * way.x.abs());
        }
        let mut world = world(vec![body], gravity);
        for _ in 0..60 {
            run(&mut world, 1);
            let error = world.measure().chain_length_error;
            assert!(error < 1e-4, "{error:e}");
        }
    });
}

#[test]
fn cloth_hardly_stretches() {
    check(20, (3_usize..9, vector(-9.0..9.0), 1.0_f32..30.0), |(side, gravity, hz)| {
        let params = BodyParams { ring: 1, bend_hz: hz, twist_hz: hz, may_sleep: false, ..BodyParams::default() };
        let mut world = world(vec![cloth(side, 0.05, params)], gravity);
        run(&mut world, 120);
        let error = world.measure().mesh_length_error;
        assert!(error < 0.05, "{error}");
    });
}

#[test]
fn scale_only_scales() {
    let swing = |scale: f32| -> Vec<Vec3> {
        let params = BodyParams { ring: 1, ..BodyParams::default() };
        let mut bodies = vec![bent_chain(BodyParams::default()), cloth(6, 0.08, params)];
        for p in bodies.iter_mut().flat_map(|b| &mut b.particles) {
            p.position = p.position.map(|v| v * scale);
            p.radii = p.radii.map(|v| v * scale);
        }
        let sphere = Shape::Sphere { center: [0.2 * scale, -0.2 * scale, 0.2 * scale], radius: 0.1 * scale };
        let colliders = vec![ColliderDesc { part: "ball".into(), bone: None, shape: sphere, friction: 0.3 }];
        let settings = Settings { gravity: [0.0, -9.81 * scale, 0.0], ..Settings::default() };
        let desc = WorldDesc { bones: vec![IDENTITY], bodies, colliders, settings };
        let mut world = World::new(desc).expect("valid");
        for frame in 0..60 {
            let at = Vec3::X * (0.05 * scale * (frame as f32 * 0.1).sin());
            let wind = Wind { velocity: [scale, 0.0, 0.0], gusts: 0.3 };
            world.step(&StepInput { wind, ..StepInput::new(1.0 / 60.0, &[bone(at, Quat::IDENTITY)]) });
        }
        world.poses().positions().iter().map(|p| Vec3::from_array(*p) / scale).collect()
    };
    let plain = swing(1.0);
    for scale in [0.01, 0.1, 10.0, 100.0] {
        let off = swing(scale).iter().zip(&plain).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        println!("scale {scale}: off {:.3} %", 100.0 * off / 0.7);
        assert!(off < 0.01 * 0.7, "scale {scale}: {off}");
    }
}

#[test]
fn momentum_is_kept_whatever_is_animated() {
    let poses = prop::collection::vec((vector(-0.3..0.3), rotation()), 2);
    check(30, (poses, prop::collection::vec(masses(), 6)), |(poses, masses)| {
        let mut body = chain(6, 0.1, Vec3::X, BodyParams { conserve_momentum: true, ..undamped() });
        // Not a chain, whose lengths the animation would tear at.
        body.structure = Structure::Loose;
        for (k, p) in body.particles.iter_mut().enumerate() {
            p.animated = true;
            p.mass_kg = masses[k].sqrt();
            p.binding = Binding::rigid(k as u16 / 3);
        }
        let settings = Settings { gravity: [0.0; 3], teleport_sizes: 1e6, teleport_rad: 10.0, ..Settings::default() };
        let desc = WorldDesc { bones: vec![IDENTITY; 2], bodies: vec![body], colliders: Vec::new(), settings };
        let mut world = World::new(desc).expect("valid");
        let start = DVec3::from_array(world.measure().center_of_mass);
        for frame in 0..=30 {
            let share = frame as f32 / 30.0;
            let bones: Vec<PoseArray> =
                poses.iter().map(|(x, q)| bone(*x * share, Quat::IDENTITY.slerp(*q, share))).collect();
            world.step(&StepInput::new(1.0 / 60.0, &bones));
            is_sound(&world);
        }
        let moved = (DVec3::from_array(world.measure().center_of_mass) - start).length();
        assert!(moved < 1e-3, "the centre of mass moved {moved} m by itself");
    });
}
