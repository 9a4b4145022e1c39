//! Oracle 28: what swims and what crawls.

mod support;
use glam::{Vec2, Vec3};
use lissom_core::*;
use support::tets::*;
use support::*;

const RADIUS: f32 = 0.5;

/// A bell open below, with its pole welded, and the share from pole to rim of each vertex.
fn bell() -> (Solid, Vec<f32>) {
    let (down, round, deep) = (7, 16, 1);
    let cells = grid([down, round, deep], Vec3::ONE);
    let mut names: Vec<u32> = Vec::new();
    let (mut solid, mut shares) = (Solid { positions: Vec::new(), tets: Vec::new() }, Vec::new());
    for p in &cells.positions {
        let (angle, turn) = (1.45 * p.x, std::f32::consts::TAU * (p.y + 0.5));
        let radius = RADIUS - 0.12 * (p.z + 0.5);
        let beside = Vec2::from_angle(turn) * (radius * angle.sin());
        let place = Vec3::new(beside.x, beside.y, radius * angle.cos());
        let known = solid.positions.iter().position(|q: &Vec3| q.distance(place) < 1e-5);
        names.push(known.unwrap_or(solid.positions.len()) as u32);
        if known.is_none() {
            solid.positions.push(place);
            shares.push(p.x);
        }
    }
    for tet in &cells.tets {
        let mut tet = tet.map(|k| names[k as usize]);
        let mut sorted = tet;
        sorted.sort_unstable();
        if sorted.windows(2).any(|w| w[0] == w[1]) {
            continue;
        }
        if solid.volume_of(&solid.positions, tet) < 0.0 {
            tet.swap(1, 2);
        }
        solid.tets.push(tet);
    }
    (solid, shares)
}

/// How far a bell rises in eight strokes, of which contracting takes a share.
fn swim(contracting: f32, water: Option<Water>) -> f64 {
    let (solid, shares) = bell();
    let points = (0..32).map(|k| {
        let phase = k as f32 / 32.0;
        let wave = if phase < contracting {
            1.0 - (std::f32::consts::PI * phase / contracting).cos()
        } else {
            1.0 + (std::f32::consts::PI * (phase - contracting) / (1.0 - contracting)).cos()
        };
        Point { phase, rate: (-0.35 * 0.5 * wave).exp() }
    });
    let frames = solid.positions.iter().map(|p| {
        let out = p.normalize();
        let around = Vec3::new(-p.y, p.x, 0.0).try_normalize();
        let (out, around) = match around {
            Some(around) if p.truncate().length() > 1e-6 => (out, around),
            _ => (Vec3::Z, Vec3::X),
        };
        [around, out, around.cross(out)].map(|d| d.to_array())
    });
    let procedural = Procedural {
        frames: frames.collect(),
        strength: shares.iter().map(|s| (1.45 * s / 0.5).clamp(0.0, 1.0)).collect(),
        delay: shares.clone(),
        // 0.15 of the cycle from pole to rim.
        speed: 1.0 / (0.15 * 1.5),
        charts: Charts {
            cycle_secs: 1.5,
            range: 2.0,
            volume: Volume::Second,
            points: [points.collect(), vec![], vec![]],
        },
        stiffness: Stiffness::Passes { count: 3, literal: false, chebyshev: None },
        region_damping: 13.4,
        ..Procedural::default()
    };
    let mut body = solid.body(procedural);
    body.params.damping = 0.0;
    let settings = Settings { gravity: [0.0; 3], water, ..Settings::default() };
    let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![body], colliders: Vec::new(), settings };
    let mut world = World::new(desc).expect("valid");
    let start = world.measure().center_of_mass[2];
    play(&mut world, 720);
    world.measure().center_of_mass[2] - start
}

#[test]
fn oracle_28_a_quick_stroke_swims() {
    let water = Some(Water { tangent_drag: 0.0, ..Water::default() });
    let [quick, even, slow, dry] = [(0.25, water), (0.5, water), (0.75, water), (0.25, None)].map(|(c, w)| swim(c, w));
    eprintln!("{quick} {even} {slow} {dry}");
    // Per stroke and bell radius: 15.6 %, 5.1 % and -5.4 % where the figures come from.
    let per_stroke = |rise: f64| rise / 8.0 / f64::from(RADIUS);
    assert!((per_stroke(quick) - 0.156).abs() < 0.05, "{}", per_stroke(quick));
    assert!((0.0..0.1).contains(&per_stroke(even)), "{}", per_stroke(even));
    assert!((-0.1..0.0).contains(&per_stroke(slow)), "{}", per_stroke(slow));
    assert!(dry.abs() < 1e-4, "{dry}");
}

/// How far a bar crawls in 8 s, with a wave that runs this way.
fn crawl(way: f32, friction: f32, bristles: f32) -> f64 {
    let mut solid = grid([14, 2, 2], Vec3::new(1.4, 0.2, 0.2));
    solid.positions.iter_mut().for_each(|p| p.z += 0.1);
    let sine = (0..32).map(|k| {
        let phase = k as f32 / 32.0;
        Point { phase, rate: 1.35_f32.powf((std::f32::consts::TAU * phase).sin()) }
    });
    let at = |p: &Vec3| if way > 0.0 { p.x / 1.4 } else { 1.0 - p.x / 1.4 };
    let procedural = Procedural {
        delay: solid.positions.iter().map(|p| if way == 0.0 { 0.0 } else { at(p) }).collect(),
        speed: 1.0 / 1.5,
        charts: Charts { cycle_secs: 1.0, range: 2.0, volume: Volume::Both, points: [sine.collect(), vec![], vec![]] },
        stiffness: Stiffness::Passes { count: 6, literal: false, chebyshev: None },
        region_damping: 9.75,
        bristles: (bristles > 0.0)
            .then(|| Bristles { along: vec![[1.0, 0.0, 0.0]; solid.positions.len()], more: bristles }),
        ..Procedural::default()
    };
    let mut body = solid.body(procedural);
    (body.params.damping, body.params.friction) = (0.0, friction);
    let shape = Shape::Plane { point: [0.0; 3], normal: [0.0, 0.0, 1.0] };
    let ground = ColliderDesc { part: "ground".into(), bone: None, shape, friction };
    let settings = Settings { gravity: [0.0, 0.0, -9.81], ..Settings::default() };
    let desc = WorldDesc { bones: vec![IDENTITY], bodies: vec![body], colliders: vec![ground], settings };
    let mut world = World::new(desc).expect("valid");
    let start = world.measure().center_of_mass[0];
    play(&mut world, 480);
    world.measure().center_of_mass[0] - start
}

#[test]
fn oracle_28_a_worm_crawls_against_its_wave() {
    let (forth, back, standing, ice) =
        (crawl(1.0, 0.6, 0.0), crawl(-1.0, 0.6, 0.0), crawl(0.0, 0.6, 0.0), crawl(1.0, 0.0, 0.0));
    let bristly = crawl(0.0, 0.6, 2.0);
    eprintln!("{forth} {back} {standing} {ice} {bristly}");
    assert!(forth < -0.1 && back > 0.1, "{forth} {back}");
    assert!(ice.abs() < 1e-3, "{ice}");
    assert!(bristly > 1.0, "{bristly}");
}
