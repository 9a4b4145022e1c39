//! Fields that follow the body.

mod bodies;
use bodies::{bar, dab, horseshoe};
use glam::{Vec3, vec3};
use lissom_rig::field::evaluate;
use lissom_rig::{Dab, Fields, Interpolation, Stroke, TetMesh};

fn fields(delay: Vec<Dab>, interpolation: Interpolation) -> Fields {
    Fields { delay, interpolation, ..Fields::default() }
}

/// Values of vertices, with how far along the horseshoe they are: from the tip of the left arm, in cells.
fn along_the_horseshoe(height: f32, mesh: &TetMesh, values: &[f32]) -> Vec<(f32, f32)> {
    let arc = |p: &Vec3| {
        let up = height - p.y;
        if p.x <= 2.0 { up } else { 2.0 * height - up }
    };
    mesh.positions.iter().map(arc).zip(values.iter().copied()).collect()
}

#[test]
fn a_horseshoe_leaks_in_space_but_not_along_the_body() {
    let height = 16;
    let mesh = horseshoe(height);
    let tips = |x: f32, value: f32| {
        let at = mesh.positions.iter().filter(move |p| p.y == height as f32 && (p.x - x).abs() <= 1.0);
        at.map(move |p| dab(*p, value))
    };
    let delay: Vec<Dab> = tips(1.0, 0.0).chain(tips(4.0, 1.0)).collect();
    assert_eq!(delay.len(), 18);
    let run = |how| evaluate(&mesh, &fields(delay.clone(), how)).expect("valid").delay;
    let whole = 2.0 * height as f32;
    let off = |values: &[f32]| {
        let list = along_the_horseshoe(height as f32, &mesh, values);
        list.into_iter().map(|(arc, v)| (v - arc / whole).abs()).fold(0.0, f32::max)
    };
    let (space, body) = (run(Interpolation::Euclidean), run(Interpolation::AlongBody));
    println!("off from even: in space {:.2}, along the body {:.2}", off(&space), off(&body));
    assert!(off(&space) > 0.4 && off(&body) < 0.12);
}

#[test]
fn a_painted_arm_does_not_colour_the_other() {
    let mesh = horseshoe(16);
    // The left arm is painted all along, the right one only at its foot.
    let arm = mesh.positions.iter().filter(|p| p.x <= 2.0 && p.y >= 6.0).map(|p| dab(*p, 1.0));
    let foot = mesh.positions.iter().filter(|p| p.x >= 3.0 && p.y <= 2.0).map(|p| dab(*p, 0.0));
    let strength: Vec<Dab> = arm.chain(foot).collect();
    let value = |interpolation| {
        let fields = Fields { strength: strength.clone(), interpolation, ..Fields::default() };
        let all = evaluate(&mesh, &fields).expect("valid").strength;
        let free = mesh.positions.iter().zip(all).filter(|(p, _)| p.x >= 3.0 && p.y > 8.0);
        free.map(|(_, v)| v.abs()).fold(0.0, f32::max)
    };
    let (space, body) = (value(Interpolation::Euclidean), value(Interpolation::AlongBody));
    println!("the bare arm takes {space:.2} in space, {body:.3} along the body");
    assert!(space > 0.3 && body < 0.1);
}

#[test]
fn layers_through_a_slab_are_even() {
    let mesh = bar([8, 4, 8], 0.1);
    let side = |y: f32, value: f32| mesh.positions.iter().filter(move |p| p.y == y).map(move |p| dab(*p, value));
    let layer = side(0.0, 0.0).chain(side(0.4, 1.0)).collect();
    let fields = Fields { layer, interpolation: Interpolation::AlongBody, ..Fields::default() };
    let found = evaluate(&mesh, &fields).expect("valid");
    for (p, (layer, frame)) in mesh.positions.iter().zip(found.layer.iter().zip(&found.frames)) {
        assert!((layer - p.y / 0.4).abs() < 1e-5, "{p} {layer}");
        assert!(Vec3::from_array(frame[1]).dot(Vec3::Y) > 0.9999, "{p}");
    }
}

#[test]
fn constraints_between_vertices_count_too() {
    let mesh = bar([10, 2, 2], 1.0);
    let fields = fields(vec![dab(vec3(2.4, 1.1, 0.8), 0.2), dab(vec3(7.7, 0.9, 1.2), 0.9)], Interpolation::AlongBody);
    let delay = evaluate(&mesh, &fields).expect("valid").delay;
    let near = |x: f32| mesh.positions.iter().zip(&delay).filter(move |(p, _)| p.x == x && p.y == 1.0 && p.z == 1.0);
    let at = |x: f32| near(x).map(|(_, v)| *v).next().unwrap();
    assert!((at(2.0) - 0.2).abs() < 0.05 && (at(8.0) - 0.9).abs() < 0.05, "{} {}", at(2.0), at(8.0));
    assert!(at(5.0) > 0.4 && at(5.0) < 0.7);
}

#[test]
fn a_lone_dab_does_not_peak() {
    let mesh = bar([12, 3, 3], 1.0);
    let far = mesh.positions.iter().filter(|p| p.x == 12.0).map(|p| dab(*p, 0.0));
    let delay: Vec<Dab> = far.chain([dab(vec3(0.0, 3.0, 3.0), 1.0)]).collect();
    let found = evaluate(&mesh, &fields(delay, Interpolation::AlongBody)).expect("valid").delay;
    let near = mesh.positions.iter().zip(&found).filter(|(p, _)| p.x == 3.0).map(|(_, v)| *v);
    let least = near.fold(1.0, f32::min);
    println!("a quarter of the way from the dab: {least:.2}");
    assert!(least > 0.5);
}

#[test]
fn loose_pieces_take_the_mean_and_strokes_follow_the_body() {
    let mut mesh = bar([3, 1, 1], 1.0);
    let far = mesh.positions.len() as u32;
    let piece = bar([1, 1, 1], 1.0);
    mesh.positions.extend(piece.positions.iter().map(|p| *p + Vec3::Y * 9.0));
    mesh.tets.extend(piece.tets.iter().map(|t| t.map(|v| v + far)));
    mesh.positions.push(Vec3::NEG_ONE);
    let fields = Fields {
        direction: vec![Stroke { points: vec![[0.0, 0.5, 0.5], [3.0, 0.5, 0.5]] }],
        ..fields(vec![dab(Vec3::ZERO, 0.2), dab(Vec3::X * 3.0, 0.6)], Interpolation::AlongBody)
    };
    let found = evaluate(&mesh, &fields).expect("valid");
    assert!(found.delay[far as usize..].iter().all(|v| (v - 0.4).abs() < 1e-6));
    assert!(found.frames.iter().all(|d| d[0][0].abs() > 0.999));
}
