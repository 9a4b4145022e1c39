//! Fields over a body: oracle 29, a bell painted like the paper's jellyfish, and what holds for any paint.

mod bodies;
use bodies::{bar, bell, dab};
use glam::{DMat3, DVec3, Vec3, vec3};
use lissom_rig::TriMesh;
use lissom_rig::field::paint::{Against, fill_flat, stroke, stroke_by_rays};
use lissom_rig::field::{Directions, FieldError, Ray, evaluate, evaluate_with, frames, iso_surface};
use lissom_rig::{Dab, Fields, Interpolation, Stroke, TetMesh};
use proptest::prelude::*;

fn off(a: DMat3, b: DMat3) -> f64 {
    (a - b).to_cols_array().iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// D diag(c) Dᵀ.
fn deformation(d: &DMat3) -> DMat3 {
    *d * DMat3::from_diagonal(DVec3::new(1.5, 0.8, 0.9)) * d.transpose()
}

/// Layers and strokes on a bar, neither along its edges.
fn slanted(mesh: &TetMesh) -> Fields {
    let layer = mesh.positions.iter().step_by(7).map(|p| dab(*p, p.dot(vec3(0.2, 1.0, 0.4)) + p.x * p.x)).collect();
    let direction = vec![
        Stroke { points: vec![[0.0, 0.1, 0.1], [0.4, 0.12, 0.15], [1.0, 0.3, 0.2]] },
        Stroke { points: vec![[0.9, 0.4, 0.3], [0.2, 0.35, 0.4]] },
    ];
    Fields { layer, direction, ..Fields::default() }
}

#[test]
fn oracle_29_frames_are_orthonormal_and_strokes_have_no_sense() {
    let mesh = bar([10, 4, 4], 0.1);
    let there = slanted(&mesh);
    let mut back = there.clone();
    back.direction[1].points.reverse();
    let only_strokes = Fields { layer: vec![], ..there.clone() };
    let only_layers = Fields { direction: vec![], ..there.clone() };
    let along = Fields { interpolation: Interpolation::AlongBody, ..there.clone() };
    let (mut skew, mut worst) = (0.0_f64, 0.0_f64);
    for fields in [&there, &back, &only_strokes, &only_layers, &along] {
        for directions in [Directions::Lines, Directions::Vectors] {
            for d in frames(&mesh, fields, directions).expect("valid") {
                skew = skew.max(off(d.transpose() * d, DMat3::IDENTITY)).max(d.x_axis.dot(d.y_axis).abs());
                assert!(d.determinant() > 0.0);
            }
        }
    }
    for directions in [Directions::Lines, Directions::Vectors] {
        let [a, b] = [&there, &back].map(|f| frames(&mesh, f, directions).expect("valid"));
        worst = a.iter().zip(&b).map(|(a, b)| off(deformation(a), deformation(b))).fold(worst, f64::max);
    }
    println!("oracle 29: DᵀD off by {skew:.1e}; reversed strokes change T by {worst:.1e}");
    assert!(skew < 1e-12 && worst < 1e-9);
}

/// Blue outside, red inside, and four strokes around the middle layer: \[PD09\] Figure 3.
fn jellyfish(mesh: &TetMesh) -> Fields {
    let surface = TriMesh::of(mesh);
    let pick = |origin: Vec3, direction: Vec3| surface.pick(&Ray { origin, direction }).expect("hit").triangle;
    let above = pick(vec3(0.1, 3.0, 0.2), Vec3::NEG_Y);
    let below = pick(vec3(0.1, -3.0, 0.2), Vec3::Y);
    let blue = fill_flat(&surface, above, 0.7, Against::Neighbour, 0.0);
    let red = fill_flat(&surface, below, 0.7, Against::Neighbour, 1.0);
    let mut fields = Fields { layer: [blue, red].concat(), ..Fields::default() };
    let painted = evaluate(mesh, &fields).expect("valid").layer;
    let middle = iso_surface(mesh, &painted, 0.5).surface();
    for k in 0..4 {
        let ray = |s: i32| {
            let longitude = (90 * k + 45 + 6 * s) as f32;
            let (sin, cos) = longitude.to_radians().sin_cos();
            Ray { origin: vec3(3.0 * cos, 0.5, 3.0 * sin), direction: vec3(-cos, 0.0, -sin) }
        };
        let rays: Vec<Ray> = (-4..=4).map(ray).collect();
        let drawn = stroke_by_rays(&middle, &rays);
        assert_eq!(drawn.len(), 1);
        fields.direction.push(stroke(&drawn[0]));
    }
    fields
}

#[test]
fn a_bell_has_rings_and_a_wall() {
    let mesh = bell(28, 10, 3, 0.25);
    let fields = jellyfish(&mesh);
    let on = |p: &Vec3, radius: f32| (p.length() - radius).abs() < 1e-4;
    for (value, radius) in [(0.0, 1.0), (1.0, 0.75)] {
        let filled = fields.layer.iter().filter(|d| d.value == value && on(&Vec3::from_array(d.at), radius)).count();
        assert_eq!(filled, mesh.positions.iter().filter(|p| on(p, radius)).count(), "{value}");
    }
    for (interpolation, directions) in [
        (Interpolation::Euclidean, Directions::Lines),
        (Interpolation::Euclidean, Directions::Vectors),
        (Interpolation::AlongBody, Directions::Lines),
    ] {
        let fields = Fields { interpolation, ..fields.clone() };
        let found = evaluate_with(&mesh, &fields, directions).expect("valid");
        let (mut ring, mut wall) = (0.0_f32, 0.0_f32);
        for (p, frame) in mesh.positions.iter().zip(&found.frames) {
            let degrees = |d: [f32; 3], to: Vec3| Vec3::from_array(d).angle_between(to).to_degrees();
            let line = |d: [f32; 3], to: Vec3| degrees(d, to).min(degrees(d, -to));
            wall = wall.max(line(frame[1], *p));
            if vec3(p.x, 0.0, p.z).length() > 0.3 * p.length() {
                ring = ring.max(line(frame[0], vec3(-p.z, 0.0, p.x)));
            }
        }
        let count = mesh.positions.len();
        println!("{count} vertices, {interpolation:?}, {directions:?}: rings {ring:.1}°, wall {wall:.1}°");
        assert!(ring < 15.0 && wall < 10.0);
    }
}

#[test]
fn nothing_painted_gives_the_defaults() {
    let mesh = bar([1, 1, 1], 1.0);
    let found = evaluate(&mesh, &Fields::default()).expect("valid");
    assert_eq!((found.layer, found.strength, found.delay), (vec![0.0; 8], vec![1.0; 8], vec![0.0; 8]));
    assert_eq!(found.frames, vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]; 8]);
    assert_eq!(evaluate(&TetMesh::default(), &Fields::default()), Ok(Default::default()));
}

#[test]
fn fields_written_before_say_nothing_about_interpolation() {
    let read = |text: &str| serde_json::from_str::<Fields>(text).expect("valid").interpolation;
    assert_eq!(read(r#"{ "layer": [] }"#), Interpolation::Euclidean);
    assert_eq!(read(r#"{ "interpolation": "along_body" }"#), Interpolation::AlongBody);
}

#[test]
fn strength_and_delay_stay_in_range() {
    let mesh = bar([8, 2, 2], 1.0);
    let strength = vec![dab(vec3(2.0, 1.0, 1.0), -1.0), dab(vec3(6.0, 1.0, 1.0), 1.0), dab(vec3(6.0, 2.0, 1.0), 9.0)];
    let delay = vec![dab(vec3(3.0, 0.0, 0.0), 0.0), dab(vec3(4.0, 0.0, 0.0), 1.0)];
    let found = evaluate(&mesh, &Fields { strength, delay, ..Fields::default() }).expect("valid");
    assert!(found.strength.iter().all(|s| (-1.0..=1.0).contains(s)));
    assert!(found.delay.iter().all(|s| (0.0..=1.0).contains(s)));
    let at = |x: f32| mesh.positions.iter().position(|p| *p == vec3(x, 1.0, 1.0)).unwrap();
    assert!((found.strength[at(2.0)] + 1.0).abs() < 1e-5 && (found.strength[at(6.0)] - 1.0).abs() < 1e-5);
}

#[test]
fn errors_say_what_and_where() {
    let mesh = bar([1, 1, 1], 1.0);
    let error = |fields: &Fields| evaluate(&mesh, fields).expect_err("broken").to_string();
    let bad = |at: Vec3, value: f32| vec![dab(Vec3::ZERO, 0.0), dab(at, value)];
    assert_eq!(
        error(&Fields { delay: bad(Vec3::NAN, 0.0), ..Fields::default() }),
        "dab 1 of the delay is not finite: paint it again"
    );
    assert!(error(&Fields { layer: bad(Vec3::ZERO, f32::INFINITY), ..Fields::default() }).contains("layer"));
    let drawn = |points: Vec<[f32; 3]>| Fields { direction: vec![Stroke { points }], ..Fields::default() };
    for points in [vec![], vec![[1.0; 3]], vec![[1.0; 3]; 5]] {
        assert!(error(&drawn(points)).starts_with("direction stroke 0 has no length"));
    }
    assert!(error(&drawn(vec![[0.0; 3], [f32::NAN; 3]])).starts_with("point 1 of direction stroke 0"));
    let mut broken = mesh.clone();
    broken.tets[0][2] = 99;
    assert_eq!(evaluate(&broken, &Fields::default()), Err(FieldError::Corner { tet: 0, vertex: 99, count: 8 }));
    broken.positions[3].y = f32::NAN;
    assert_eq!(evaluate(&broken, &Fields::default()), Err(FieldError::Vertex { vertex: 3 }));
}

#[test]
fn strokes_drawn_both_ways_agree() {
    let mesh = bar([6, 6, 2], 1.0);
    let strokes =
        [[[0.0, 0.0, 1.0], [0.5, 6.0, 1.0]], [[4.0, 6.0, 1.0], [4.1, 0.0, 1.0]], [[6.0, 0.0, 1.0], [6.0, 6.0, 1.0]]];
    let direction = strokes.map(|points| Stroke { points: points.to_vec() }).to_vec();
    let fields = Fields { direction, ..Fields::default() };
    for directions in [Directions::Lines, Directions::Vectors] {
        let found = evaluate_with(&mesh, &fields, directions).expect("valid");
        assert!(found.frames.iter().all(|d| d[0][1].abs() > 0.95), "{directions:?}");
    }
}

fn paint() -> impl Strategy<Value = Vec<Dab>> {
    let scale = prop_oneof![Just(1e-20_f32), Just(1e-3), Just(1.0), Just(1e6), Just(1e30)];
    let depth = prop_oneof![Just(0.5_f32), -1.0_f32..2.0];
    let point = (-1.0_f32..2.0, -1.0_f32..2.0, depth).prop_map(<[f32; 3]>::from);
    let one = (point, -2.0_f32..2.0);
    (prop::collection::vec(one, 0..12), prop::option::weighted(0.3, scale)).prop_map(|(list, scale)| {
        let s = scale.unwrap_or(1.0);
        list.into_iter().map(|(at, value)| Dab { at: at.map(|a| a * s), value: value * s }).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_paint_gives_fields_in_range(
        layer in paint(), strength in paint(), delay in paint(),
        lines in prop::collection::vec(prop::collection::vec([-1.0_f32..2.0, 0.0_f32..1.0, 0.3_f32..0.4], 2..5), 0..3),
        doubled in any::<bool>(), body in any::<bool>(), vectors in any::<bool>(),
    ) {
        let mesh = bar([3, 2, 1], 0.5);
        let direction = lines.into_iter().map(|points| Stroke { points }).collect();
        let interpolation = if body { Interpolation::AlongBody } else { Interpolation::Euclidean };
        let mut fields = Fields { layer, direction, strength, delay, interpolation };
        if doubled {
            let again: Vec<Dab> = fields.layer.iter().map(|d| Dab { value: -d.value, ..*d }).collect();
            fields.layer.extend(again);
        }
        let directions = if vectors { Directions::Vectors } else { Directions::Lines };
        let found = evaluate_with(&mesh, &fields, directions).expect("finite");
        prop_assert!(found.layer.iter().all(|v| v.is_finite()));
        prop_assert!(found.strength.iter().all(|v| (-1.0..=1.0).contains(v)));
        prop_assert!(found.delay.iter().all(|v| (0.0..=1.0).contains(v)));
        for d in frames(&mesh, &fields, directions).expect("finite") {
            prop_assert!(off(d.transpose() * d, DMat3::IDENTITY) < 1e-12 && d.determinant() > 0.0, "{d}");
        }
    }
}
