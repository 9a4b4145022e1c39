//! Parts of the solver: any finite input gives finite, bounded results. Bad descriptions give errors.

mod support;
use glam::{DMat3, Vec3};
use lissom_core::collide::pairs::{Ball, overlap, unflipped};
use lissom_core::collide::shape::Solid;
use lissom_core::math::{Mat3, Quat as LaneQuat};
use lissom_core::rotation::{extract, extract_cold, extract_f64};
use lissom_core::*;
use proptest::prelude::*;
use support::random::{check, masses, rotation, shape, vector, wild};
use support::*;

#[test]
fn any_matrix_gives_a_rotation() {
    check(2000, (prop::array::uniform9(wild()), rotation()), |(m, start)| {
        let q = extract::<f32>(&Mat3(m), LaneQuat(start.to_array()), 2).0;
        let length = q.iter().map(|v| v * v).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-5, "{m:?} {start}: {q:?}");
        let m = DMat3::from_cols_array(&m.map(f64::from));
        for q in [extract_f64(m, start.as_dquat().normalize(), 3), extract_cold(m)] {
            assert!((q.length() - 1.0).abs() < 1e-9, "{m}: {q}");
            assert!((DMat3::from_quat(q).determinant() - 1.0).abs() < 1e-9);
        }
    });
}

#[test]
fn pairs_separate() {
    let ball = || (vector(-1.0..1.0), rotation(), vector(0.05..1.0));
    check(1000, (ball(), ball(), any::<bool>()), |(a, b, surface)| {
        let one = Ball::Ellipsoid { center: a.0, rotation: a.1, radii: a.2 };
        let other = if surface {
            Ball::Surface { center: b.0, outward: b.1 * Vec3::X, radius: b.2.x }
        } else {
            Ball::Ellipsoid { center: b.0, rotation: b.1, radii: b.2 }
        };
        let Some(o) = overlap(&one, &other) else { return };
        assert!(o.normal.is_normalized() && o.depth > 0.0 && o.depth < 5.0, "{o:?}");
        if !surface {
            // Moved out by the depth, they no longer overlap along that direction.
            let moved = Ball::Ellipsoid { center: a.0 + o.normal * o.depth * 1.001, rotation: a.1, radii: a.2 };
            let apart = o.normal.dot(a.0 + o.normal * o.depth * 1.001 - b.0);
            assert!(apart >= moved.support(o.normal).0 + other.support(o.normal).0 - 1e-3);
        }
    });
}

#[test]
fn flips_are_undone() {
    let points = (vector(-1.0..1.0), vector(-1.0..1.0), vector(-1.0..1.0), vector(-1.0..1.0));
    check(2000, (points, masses(), masses(), 0.01_f32..1.0), |((p1, q1, p2, q2), m1, m2, radii)| {
        let (w1, w2) = (1.0 / m1, 1.0 / m2);
        let Some((a, b)) = unflipped(p1, q1, p2, q2, [w1, w2], radii) else { return };
        assert!(a.is_finite() && b.is_finite());
        assert!((p2 - p1).dot(b - a) >= -1e-5, "still flipped");
        let (da, db) = (a.as_dvec3() - q1.as_dvec3(), b.as_dvec3() - q2.as_dvec3());
        let scale = (da.length() + db.length() + 1.0) * f64::from(m1.max(m2));
        assert!((da * f64::from(m1) + db * f64::from(m2)).length() <= 1e-6 * scale, "momentum");
    });
}

/// The distance from a capsule of two radii, by trying all its spheres.
fn brute_distance(shape: &Shape, p: Vec3) -> Option<f32> {
    let (Shape::Capsule { ends, radii } | Shape::InsideCapsule { ends, radii }) = shape else { return None };
    let [a, b] = ends.map(Vec3::from_array);
    let at = |k: u32| {
        let t = k as f32 / 2000.0;
        p.distance(a.lerp(b, t)) - (radii[0] + (radii[1] - radii[0]) * t)
    };
    let least = (0..=2000).map(at).fold(f32::MAX, f32::min);
    Some(if matches!(shape, Shape::InsideCapsule { .. }) { -least } else { least })
}

#[test]
fn colliders_know_their_distance() {
    check(1000, (shape(), vector(-1.0..1.0)), |(shape, p)| {
        let solid = Solid::new(&shape);
        let (distance, way) = solid.distance(p);
        assert!(distance.is_finite() && way.is_normalized(), "{shape:?} {p}: {distance} {way}");
        if let Some(expected) = brute_distance(&shape, p) {
            assert!((distance - expected).abs() < 2e-3, "{shape:?} {p}: {distance} instead of {expected}");
        }
        // The distance grows along the way out, as fast as one goes.
        let ahead = solid.distance(p + way * 1e-2).0;
        let corner = matches!(shape, Shape::Box { .. }) && distance < 0.0;
        assert!(corner || (ahead - distance - 1e-2).abs() < 2e-3, "{shape:?} {p}: {distance} then {ahead}");
    });
}

#[test]
fn bad_descriptions_name_every_problem() {
    let body = || chain(3, 0.1, Vec3::X, BodyParams::default());
    let world = |bodies: Vec<BodyDesc>, settings: Settings| {
        World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings })
    };
    assert!(world(vec![body()], Settings::default()).is_ok());
    assert!(world(Vec::new(), Settings::default()).is_ok(), "an empty world is one");

    type Spoil = fn(&mut BodyDesc);
    let spoil: Vec<(&str, Spoil)> = vec![
        ("no particles", |b| b.particles.clear()),
        ("anchor", |b| b.anchor = 9),
        ("position", |b| b.particles[1].position[0] = f32::NAN),
        ("position", |b| b.particles[1].position[0] = 1e30),
        ("radii", |b| b.particles[1].radii[2] = 0.0),
        ("mass", |b| b.particles[1].mass_kg = -1.0),
        ("mass", |b| b.particles[1].mass_kg = f32::NAN),
        ("weights", |b| b.particles[1].binding.weights = [f32::NAN, 0.0, 0.0, 0.0]),
        ("weights", |b| b.particles[1].binding.weights = [2.0, -1.0, 0.0, 0.0]),
        ("weights", |b| b.particles[1].binding.bones[3] = 7),
        ("edge", |b| b.structure = Structure::Mesh { edges: vec![[0, 3]] }),
        ("edge", |b| b.structure = Structure::Mesh { edges: vec![[1, 1]] }),
        ("stiffness", |b| b.params.bend_hz = f32::INFINITY),
        ("stiffness", |b| b.params.gravity_scale = f32::NAN),
        ("inertia", |b| b.params.inertia = 1.5),
        ("speed", |b| b.params.max_anchor_speed = f32::NAN),
        ("sweeps", |b| b.params.length_sweeps = u32::MAX),
        ("limit", |b| b.params.limit = Some(Limit::Cone { angle_rad: f32::NAN })),
        ("2 limits for 3", |b| b.params.limits = vec![None; 2]),
        ("limit", |b| b.params.limits = vec![Some(Limit::ConeIn { frame: [0.0; 4], angle_rad: 1.0 }); 3]),
        ("springs need", |b| b.params.springs = vec![SpringDesc::default(); 2]),
        ("drag", |b| b.params.springs = vec![SpringDesc { drag: 1.5, ..SpringDesc::default() }; 3]),
        ("spring", |b| b.params.springs = vec![SpringDesc { stiffness: f32::NAN, ..SpringDesc::default() }; 3]),
        ("limit", |b| b.params.limit = Some(Limit::Hinge { axis: [0.0; 3], min_rad: 0.0, max_rad: 1.0 })),
    ];
    for (word, spoil) in spoil {
        let mut bad = body();
        spoil(&mut bad);
        let error = world(vec![bad, body()], Settings::default()).expect_err(word);
        assert!(problems(&error).iter().any(|p| p.contains(word) && p.contains("body 0")), "{word}: {error}");
    }
    for settings in [
        Settings { substep_secs: 0.0, ..Settings::default() },
        Settings { substep_secs: f64::NAN, ..Settings::default() },
        Settings { max_frame_secs: f64::INFINITY, ..Settings::default() },
        Settings { gravity: [f32::NAN; 3], ..Settings::default() },
    ] {
        assert!(world(vec![body()], settings).is_err());
    }
    let shapes = [
        Shape::Sphere { center: [0.0; 3], radius: 0.0 },
        Shape::Plane { point: [0.0; 3], normal: [0.0; 3] },
        Shape::Box { center: [0.0; 3], rotation: [0.0; 4], half: [1.0; 3] },
        Shape::Capsule { ends: [[f32::NAN; 3]; 2], radii: [1.0; 2] },
    ];
    for shape in shapes {
        let collider = ColliderDesc { part: "x".into(), bone: None, shape, friction: 0.0 };
        let desc = WorldDesc { bones: vec![IDENTITY], colliders: vec![collider], ..WorldDesc::default() };
        assert!(World::new(desc).is_err(), "{shape:?}");
    }
    // All of them at once.
    let mut bad = body();
    bad.anchor = 9;
    bad.particles[0].mass_kg = 0.0;
    bad.params.inertia = -1.0;
    let desc = WorldDesc {
        bones: vec![[f32::NAN; 7]],
        bodies: vec![bad],
        settings: Settings { gravity: [f32::INFINITY; 3], ..Settings::default() },
        ..WorldDesc::default()
    };
    let error = World::new(desc).expect_err("bad");
    assert!(problems(&error).len() >= 5, "{error}");
    // A ring as large as can be is as large as the body.
    let mut ringed = cloth(4, 0.1, BodyParams { ring: u32::MAX, ..BodyParams::default() });
    assert!(world(vec![ringed.clone()], Settings::default()).is_ok());
    ringed.structure = Structure::Chain;
    assert!(world(vec![ringed], Settings::default()).is_ok());
}

fn problems(error: &BuildError) -> &[String] {
    match error {
        BuildError::Desc { problems } => problems,
        BuildError::Stopped => &[],
    }
}
