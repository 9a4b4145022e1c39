//! Branches and loops: trees and closed nets of rods, with and without examples.

mod support;
use glam::{DVec3, Quat, Vec3};
use lissom_core::rest::Rest;
use lissom_core::*;
use support::rod::{camera, step};
use support::{IDENTITY, Random, position, run, set_velocity, world};

const LENGTH: f32 = 0.08;

fn particle(position: Vec3, animated: bool) -> ParticleDesc {
    ParticleDesc {
        position: position.to_array(),
        rotation: Quat::IDENTITY.to_array(),
        radii: [0.024; 3],
        mass_kg: 0.02,
        animated,
        surface: false,
        binding: Binding::rigid(0),
    }
}

fn rods(places: &[Vec3], edges: Vec<[u32; 2]>, rest: Rest) -> BodyDesc {
    BodyDesc {
        part: "rods".into(),
        particles: places.iter().enumerate().map(|(k, p)| particle(*p, k == 0)).collect(),
        structure: Structure::Rods { edges },
        anchor: 0,
        params: BodyParams { rest, bend_hz: 20.0, twist_hz: 20.0, may_sleep: false, ..BodyParams::default() },
    }
}

/// A fork of hair: a stem of three joints, and three prongs of three.
fn fork() -> (Vec<Vec3>, Vec<[u32; 2]>) {
    let mut places = vec![Vec3::ZERO, Vec3::Y * LENGTH, Vec3::Y * (2.0 * LENGTH)];
    let mut edges = vec![[0, 1], [1, 2]];
    for prong in [-0.5_f32, 0.0, 0.5] {
        let along = Vec3::new(prong.sin(), prong.cos(), 0.0);
        let mut before = 2;
        for k in 1..=3 {
            places.push(places[2] + along * (LENGTH * k as f32));
            let here = places.len() as u32 - 1;
            edges.push([before, here]);
            before = here;
        }
    }
    (places, edges)
}

/// A ribbon bow: two rings of eight that share their first joint.
fn bow() -> (Vec<Vec3>, Vec<[u32; 2]>) {
    let mut places = vec![Vec3::ZERO];
    let mut edges = Vec::new();
    for side in [-1.0_f32, 1.0] {
        let radius = LENGTH / (2.0 * (std::f32::consts::PI / 8.0).sin());
        let first = places.len() as u32;
        for k in 1..8 {
            let a = k as f32 * std::f32::consts::TAU / 8.0;
            places.push(Vec3::new(side * radius * (1.0 - a.cos()), radius * a.sin(), 0.0));
        }
        edges.push([0, first]);
        edges.extend((first..first + 6).map(|k| [k, k + 1]));
        edges.push([first + 6, 0]);
    }
    (places, edges)
}

/// A ring of skirt bones: six columns of three from a base, tied together below.
fn skirt() -> (Vec<Vec3>, Vec<[u32; 2]>) {
    let mut places = vec![Vec3::ZERO];
    let mut edges = Vec::new();
    for column in 0..6_u32 {
        let a = column as f32 * std::f32::consts::TAU / 6.0;
        let along = Vec3::new(a.cos(), -1.2, a.sin()).normalize();
        for k in 1..=3_u32 {
            places.push(along * (LENGTH * k as f32));
            let here = 3 * column + k;
            edges.push([if k == 1 { 0 } else { here - 1 }, here]);
        }
    }
    edges.extend((0..6).map(|c| [3 * c + 3, 3 * ((c + 1) % 6) + 3]));
    (places, edges)
}

/// Everything but the first joint swung about an axis by an angle that grows along the way.
fn swung(places: &[Vec3], edges: &[[u32; 2]], axis: Vec3, angle: f32) -> Vec<Vec3> {
    let mut out = places.to_vec();
    let mut done = vec![false; places.len()];
    done[0] = true;
    let mut turn = vec![0.0; places.len()];
    for &[a, b] in edges {
        let (a, b) = (a as usize, b as usize);
        if done[a] && !done[b] {
            turn[b] = turn[a] + angle / 4.0;
            out[b] = out[a] + Quat::from_axis_angle(axis, turn[b]) * (places[b] - places[a]);
            done[b] = true;
        }
    }
    out
}

fn view(places: &[Vec3], edges: &[[u32; 2]], angle: f32) -> ViewBlend {
    let example = |axis: Vec3, direction: Vec3| ViewExample {
        positions: swung(places, edges, axis, angle).iter().map(|p| p.to_array()).collect(),
        rotations: Vec::new(),
        direction: direction.to_array(),
        extent: 0.8,
        morphs: Vec::new(),
    };
    let examples = vec![example(Vec3::X, Vec3::X), example(Vec3::Z, Vec3::Z), example(Vec3::NEG_X, Vec3::NEG_X)];
    ViewBlend { examples, weighting: Weighting::Interpolating, response_secs: 0.0, ..ViewBlend::default() }
}

type Net = (&'static str, Vec<Vec3>, Vec<[u32; 2]>);

fn nets() -> Vec<Net> {
    vec![("fork", fork()), ("bow", bow()), ("skirt", skirt())].into_iter().map(|(n, (p, e))| (n, p, e)).collect()
}

fn places(world: &World) -> Vec<Vec3> {
    (0..world.poses().body(0).len()).map(|k| position(world, 0, k)).collect()
}

#[test]
fn lengths_hold_in_trees_and_loops() {
    for (name, at, edges) in nets() {
        let mut world = world(vec![rods(&at, edges, Rest::Fixed)], Vec3::new(0.0, -9.81, 0.0));
        let mut random = Random::new(3);
        run(&mut world, 1);
        for k in 1..at.len() {
            let kick = DVec3::from_array(std::array::from_fn(|_| random.normal())).as_vec3();
            set_velocity(&mut world, 0, k, kick * 2.0);
        }
        let mut worst = 0.0_f64;
        for frame in 0..300 {
            let t = frame as f32 / 60.0;
            let mut bone = IDENTITY;
            bone[0] = 0.1 * (std::f32::consts::TAU * t).sin();
            world.step(&StepInput::new(1.0 / 60.0, &[bone]));
            worst = worst.max(world.measure().mesh_length_error);
        }
        println!("{name}: lengths off by {worst:.1e} at most");
        assert!(worst < 1e-5, "{name}: {worst:e}");
        assert!(world.measure().finite);
    }
}

#[test]
fn a_free_loop_at_rest_stays_at_rest() {
    for (name, at, edges) in nets() {
        let mut body = rods(&at, edges, Rest::Fixed);
        body.particles[0].animated = false;
        let mut world = world(vec![body], Vec3::ZERO);
        run(&mut world, 300);
        let drift = places(&world).iter().zip(&at).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        println!("{name}: {:.1e} J, {drift:.1e} m", world.measure().kinetic_energy);
        assert!(world.measure().kinetic_energy < 1e-9 && drift < 1e-5, "{name}");
    }
}

#[test]
fn examples_of_trees_are_met_and_carried() {
    for (name, at, edges) in nets() {
        let blend = view(&at, &edges, if name == "fork" { 1.0 } else { 0.3 });
        let closed = name != "fork";
        let mut world = world(vec![rods(&at, edges.clone(), Rest::View(blend.clone()))], Vec3::ZERO);
        for example in &blend.examples {
            let forward = -Vec3::from_array(example.direction);
            let camera = Camera::Orthographic { forward: forward.to_array() };
            let input = StepInput { camera: Some(camera), camera_cut: true, ..StepInput::new(0.0, &[IDENTITY]) };
            world.step(&input);
            if !closed {
                let off = places(&world)
                    .iter()
                    .zip(&example.positions)
                    .map(|(a, b)| a.distance(Vec3::from_array(*b)))
                    .fold(0.0, f32::max);
                println!("{name}: example off by {off:.1e} m");
                assert!(off < 2e-6, "{name}: {off:e}");
            }
        }
        // An orbit leaves next to nothing, against what it would without transport.
        let orbit = |suppression: Suppression| {
            let view = ViewBlend { suppression, ..blend.clone() };
            let mut world = support::world(vec![rods(&at, edges.clone(), Rest::View(view))], Vec3::ZERO);
            let (mut energy, mut lengths) = (0.0, 0.0_f64);
            for frame in 0..240 {
                step(&mut world, 1.0 / 60.0, camera(1.5 * f64::from(frame.min(120))));
                energy += world.measure().kinetic_energy / 60.0;
                lengths = lengths.max(world.measure().mesh_length_error);
            }
            assert!(lengths < 1e-5, "{name}, {suppression:?}: lengths off by {lengths:e}");
            energy
        };
        let (none, transport) = (orbit(Suppression::None), orbit(Suppression::Transport));
        println!("{name}: ghost {none:.1e} J s without, {:.1e} of it with transport", transport / none);
        assert!(transport < 1e-6 * none, "{name}: {transport:e} of {none:e}");
    }
}

#[test]
fn blended_loops_close() {
    for (name, at, edges) in nets() {
        let blend = view(&at, &edges, 0.3);
        let mut world = world(vec![rods(&at, edges.clone(), Rest::View(blend))], Vec3::ZERO);
        let mut worst = 0.0_f32;
        for degrees in 0..72 {
            step(&mut world, 1.0 / 60.0, camera(5.0 * f64::from(degrees)));
            let rest = world.rest_positions(0);
            for &[a, b] in &edges {
                let length = at[a as usize].distance(at[b as usize]);
                worst = worst.max((rest[a as usize].distance(rest[b as usize]) / length - 1.0).abs());
            }
        }
        println!("{name}: the blended rest pose is open by {:.2} % of a segment at most", 100.0 * worst);
        assert!(worst < 0.01, "{name}: {worst}");
    }
}

#[test]
fn nets_give_the_same_bits_for_any_lanes_and_threads() {
    let hash = |width: LaneWidth, threads: usize| {
        let bodies = nets().into_iter().map(|(_, at, edges)| {
            let blend = view(&at, &edges, 0.3);
            rods(&at, edges, Rest::View(blend))
        });
        let mut world = world(bodies.collect(), Vec3::new(0.0, -9.81, 0.0));
        world.set_lanes(width);
        world.set_threads(threads);
        for frame in 0..60 {
            step(&mut world, 1.0 / 60.0, camera(f64::from(frame)));
        }
        world.hash()
    };
    let one = hash(LaneWidth::One, 1);
    for width in LaneWidth::ALL {
        assert_eq!(hash(width, 2), one);
    }
}

#[test]
fn nothing_slips_between_the_joints_of_a_net() {
    let (at, edges) = skirt();
    let body = rods(&at, edges.clone(), Rest::Fixed);
    // A thin ball comes up in the middle of a ring of the skirt.
    let middle = (at[3] + at[6]) * 0.5;
    let shape = Shape::Sphere { center: (middle - Vec3::Y * 0.1).to_array(), radius: 0.01 };
    let colliders = vec![ColliderDesc { part: "ball".into(), bone: Some(1), shape, friction: 0.0 }];
    let settings = Settings { gravity: [0.0; 3], ..Settings::default() };
    let desc = WorldDesc { bones: vec![IDENTITY; 2], bodies: vec![body], colliders, settings };
    let mut world = World::new(desc).expect("valid");
    let mut contacts = 0;
    for frame in 0..60 {
        let up = 0.12 * frame as f32 / 60.0;
        let bones = [IDENTITY, [0.0, up, 0.0, 0.0, 0.0, 0.0, 1.0]];
        contacts += world.step(&StepInput::new(1.0 / 60.0, &bones)).contacts;
    }
    let now = places(&world);
    let lifted = ((now[3] + now[6]) * 0.5).y - middle.y;
    println!("lifted by {:.1} mm, {contacts} contacts", lifted * 1e3);
    assert!(lifted > 0.02 && contacts > 0, "{lifted}");
}
