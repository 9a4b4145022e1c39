//! Painting on surfaces, and surfaces through a body.

mod bodies;
use bodies::{bar, bell, cells};
use glam::{Vec3, vec3};
use lissom_rig::TetMesh;
use lissom_rig::TriMesh;
use lissom_rig::field::paint::{Against, dabs, fill_face, fill_flat, flat_region, stroke, stroke_by_rays, stroke_on};
use lissom_rig::field::{Plane, Ray, Section, cut, cutaway, iso_surface};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Every edge is passed as often one way as the other.
fn is_closed(triangles: &[[u32; 3]]) -> bool {
    let mut balance: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for [a, b, c] in triangles {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            *balance.entry([*p.min(q), *p.max(q)]).or_default() += if p < q { 1 } else { -1 };
        }
    }
    balance.values().all(|n| *n == 0)
}

/// By the divergence theorem, of what a closed surface holds.
fn volume(surface: &TriMesh) -> f64 {
    let corners = |t: &[u32; 3]| t.map(|v| surface.positions[v as usize].as_dvec3());
    surface.triangles.iter().map(corners).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum()
}

/// Cells of a ball of the given radius, in a cube of twice the size.
fn ball(cells_across: i32) -> TetMesh {
    let edge = 2.0 / cells_across as f32;
    let place = |c: [i32; 3]| (c, Vec3::from_array(c.map(|a| a as f32 * edge - 1.0)));
    cells([cells_across; 3], |_| true, place)
}

#[test]
fn one_face_has_three_dabs() {
    let surface = TriMesh::of(&bar([2, 2, 2], 1.0));
    let list = fill_face(&surface, 3, 0.25);
    assert_eq!(list.len(), 3);
    let corners = surface.triangles[3].map(|v| surface.positions[v as usize].to_array());
    assert!(list.iter().all(|d| d.value == 0.25 && corners.contains(&d.at)));
    assert!(fill_face(&surface, 9999, 0.25).is_empty());
}

#[test]
fn flat_regions_end_at_edges() {
    let surface = TriMesh::of(&bar([4, 3, 2], 1.0));
    let top = surface.pick(&Ray { origin: vec3(1.2, 9.0, 1.3), direction: Vec3::NEG_Y }).expect("hit");
    assert_eq!(flat_region(&surface, top.triangle, 0.1, Against::Neighbour).len(), 4 * 2 * 2);
    let painted = fill_flat(&surface, top.triangle, 0.1, Against::Neighbour, 1.0);
    assert_eq!(painted.len(), 5 * 3);
    assert!(painted.iter().all(|d| d.at[1] == 3.0));
    let all = flat_region(&surface, top.triangle, 1.6, Against::Neighbour);
    assert_eq!(all.len(), surface.triangles.len());
    assert!(flat_region(&surface, 9999, 0.1, Against::Start).is_empty());
}

#[test]
fn gently_bent_regions_are_filled_from_neighbour_to_neighbour_only() {
    let surface = TriMesh::of(&bell(24, 8, 2, 0.2));
    let top = surface.pick(&Ray { origin: vec3(0.05, 9.0, 0.1), direction: Vec3::NEG_Y }).expect("hit").triangle;
    let outside =
        surface.triangles.iter().filter(|t| t.iter().all(|v| surface.positions[*v as usize].length() > 0.999));
    let region = flat_region(&surface, top, 0.6, Against::Neighbour);
    assert_eq!(region.len(), outside.count());
    let cap = flat_region(&surface, top, 0.6, Against::Start);
    let normals = surface.normals();
    assert!(cap.len() < region.len() / 2 && cap.len() > 24);
    assert!(cap.iter().all(|t| normals[*t as usize].dot(normals[top as usize]) >= 0.6_f64.cos() - 1e-6));
}

#[test]
fn strokes_lie_on_the_surface() {
    let mesh = bell(24, 8, 2, 0.2);
    let surface = TriMesh::of(&mesh);
    let spacing = 0.5 * surface.mean_edge();
    let line = stroke_on(&surface, &[vec3(1.2, 0.5, 0.0), vec3(0.9, 0.5, 0.6), vec3(0.4, 0.5, 0.9)]);
    assert!(line.len() > 8 && line.windows(2).all(|w| w[0].distance(w[1]) < 1.6 * spacing));
    assert!(line.iter().all(|p| surface.nearest(*p).is_some_and(|h| h.distance < 1e-5)));
    assert_eq!(dabs(line.clone(), 0.5).len(), line.len());
    assert!(stroke_on(&surface, &[]).is_empty());
    assert_eq!(stroke_on(&TriMesh::default(), &[Vec3::ONE]), [Vec3::ONE]);
}

#[test]
fn rays_draw_on_what_is_seen_and_stop_beside_it() {
    let surface = TriMesh::of(&bell(24, 8, 2, 0.2));
    let ray = |x: f32| Ray { origin: vec3(x, 0.5, 5.0), direction: Vec3::NEG_Z };
    let across = stroke_by_rays(&surface, &[ray(-0.6), ray(0.6)]);
    assert_eq!(across.len(), 1);
    assert!(across[0].len() > 6 && across[0].iter().all(|p| p.z > 0.4), "never through the wall");
    let apart = stroke_by_rays(&surface, &[ray(-3.0), ray(-0.5), ray(-0.4), ray(2.0), ray(0.4), ray(0.5)]);
    assert_eq!(apart.len(), 2);
    assert!(stroke_by_rays(&surface, &[ray(7.0)]).is_empty());
}

#[test]
fn strokes_on_a_layer_stay_in_it() {
    let mesh = bell(24, 8, 2, 0.2);
    let depth: Vec<f32> = mesh.positions.iter().map(|p| (1.0 - p.length()) / 0.2).collect();
    let layer = iso_surface(&mesh, &depth, 0.4);
    assert!(layer.sample(&depth).iter().all(|v| (v - 0.4).abs() < 1e-5));
    let surface = layer.surface();
    let line = stroke_on(&surface, &[vec3(0.9, 0.3, 0.1), vec3(0.5, 0.3, 0.8)]);
    assert!(line.iter().all(|p| (p.length() - 0.92).abs() < 0.03));
    assert_eq!(stroke(&line).points.len(), line.len());
    // It faces inwards, where the layer grows.
    let faces = surface.normals();
    let inwards = |(t, n): (&[u32; 3], &glam::DVec3)| n.dot(surface.positions[t[0] as usize].as_dvec3()) < 0.0;
    assert!(surface.triangles.iter().zip(&faces).all(inwards));
}

#[test]
fn cuts_of_a_cube_have_the_right_area() {
    let mesh = bar([3, 3, 3], 1.0);
    let area = |point: Vec3, normal: Vec3| {
        let section = cut(&mesh, &Plane::at(point, normal).expect("a plane"));
        let surface = section.surface();
        let facing = surface.normals();
        assert!(facing.iter().all(|n| n.length() < 0.5 || n.dot(normal.as_dvec3().normalize()) > 0.99));
        surface.area()
    };
    let middle = Vec3::splat(1.5);
    let hexagon = 3.0 * 3_f64.sqrt() / 4.0 * 9.0;
    for (point, normal, wanted) in [
        (middle, Vec3::Y, 9.0),
        (vec3(0.0, 1.0, 0.0), Vec3::Y, 9.0),
        (vec3(0.0, 1.0, 0.0), Vec3::NEG_Y, 9.0),
        (middle, vec3(1.0, 1.0, 0.0), 9.0 * 2_f64.sqrt()),
        (middle, Vec3::ONE, hexagon),
        (vec3(0.5, 0.5, 0.0), vec3(1.0, 1.0, 0.0), 3.0 * 2_f64.sqrt()),
        (vec3(0.0, 7.0, 0.0), Vec3::Y, 0.0),
    ] {
        assert!((area(point, normal) - wanted).abs() < 1e-5, "{point} {normal}: {}", area(point, normal));
    }
}

#[test]
fn points_of_a_cut_know_where_they_are() {
    let mesh = bell(12, 5, 2, 0.3);
    let section = cut(&mesh, &Plane::at(vec3(0.1, 0.2, 0.0), vec3(1.0, 0.3, 0.2)).expect("a plane"));
    let x: Vec<f32> = mesh.positions.iter().map(|p| p.x).collect();
    assert!(!section.points.is_empty());
    for (point, value) in section.points.iter().zip(section.sample(&x)) {
        assert!((value - point.position.x).abs() < 1e-5);
        let shares = point.shares(&mesh);
        let corners = mesh.tets[point.tet as usize].map(|v| mesh.positions[v as usize]);
        let there: Vec3 = (0..4).map(|k| corners[k] * shares[k]).sum();
        assert!(there.distance(point.position) < 1e-5 && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}

#[test]
fn a_cutting_stroke_is_a_plane_through_the_eye() {
    let (eye, a, b) = (vec3(0.0, 0.0, 5.0), vec3(-1.0, 0.2, 0.0), vec3(1.0, 0.2, 0.0));
    let plane = Plane::through_stroke(eye, a, b).expect("a plane");
    assert!([eye, a, b].iter().all(|p| plane.distance(*p).abs() < 1e-6));
    assert!(plane.distance(vec3(0.0, 9.0, 0.0)) < 0.0, "left of the stroke is behind");
    let flat = Plane::through_stroke_along(Vec3::NEG_Z, a, b).expect("a plane");
    assert!((flat.distance(vec3(3.0, 0.2, -8.0))).abs() < 1e-6 && flat.distance(vec3(0.0, 9.0, 0.0)) < 0.0);
    assert!(flat.flipped().distance(vec3(0.0, 9.0, 0.0)) > 0.0);
    assert_eq!(Plane::through_stroke(eye, a, a), None);
    assert_eq!(Plane::through_stroke(eye, eye, a), None);
    assert_eq!(Plane::through_stroke(Vec3::NAN, a, b), None);
}

#[test]
fn half_a_cube_is_closed() {
    let mesh = bar([2, 2, 2], 1.0);
    for (normal, at, wanted) in
        [(Vec3::Y, 1.0, 4.0), (Vec3::Y, 0.5, 2.0), (vec3(1.0, 1.0, 0.0), 2.0, 4.0), (Vec3::X, 9.0, 8.0)]
    {
        let plane = Plane::at(normal.normalize() * at / normal.length(), normal).expect("a plane");
        let half = cutaway(&mesh, &plane);
        assert!(is_closed(&half.section.triangles), "{normal} {at}");
        assert!((volume(&half.section.surface()) - wanted).abs() < 1e-5, "{normal} {at}");
        let cap = Section { triangles: half.section.triangles[half.cap..].to_vec(), ..half.section.clone() };
        assert!((cap.surface().area() - cut(&mesh, &plane).surface().area()).abs() < 1e-9);
    }
}

#[test]
fn the_layer_of_a_ball_has_its_area() {
    let mesh = ball(16);
    let radius: Vec<f32> = mesh.positions.iter().map(|p| p.length()).collect();
    let sphere = iso_surface(&mesh, &radius, 0.7);
    assert!(is_closed(&sphere.triangles));
    let surface = sphere.surface();
    let (area, held) = (surface.area() / (4.0 * std::f64::consts::PI * 0.49), volume(&surface));
    println!("a sphere: {area:.4} of its area, {:.4} of its volume", held / (4.0 / 3.0 * std::f64::consts::PI * 0.343));
    assert!((area - 1.0).abs() < 0.02 && held > 1.4);
    assert!(iso_surface(&mesh, &radius, 5.0).triangles.is_empty());
    assert!(iso_surface(&mesh, &[], 0.5).triangles.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_half_of_any_body_is_closed(
        point in [0_i8..9, 0..9, 0..9], normal in [-2_i8..3, -2..3, -2..3], nudge in prop_oneof![Just(0.0_f32), -0.1_f32..0.1],
        holes in prop::collection::vec([0_i32..4, 0..3, 0..3], 0..9),
    ) {
        // Planes through corners, edges and anything, of bodies with holes.
        let inside = |c: [i32; 3]| !holes.contains(&c);
        let mesh = cells([4, 3, 3], inside, |c| (c, Vec3::from_array(c.map(|a| a as f32))));
        let point = Vec3::from_array(point.map(|a| f32::from(a) / 2.0)) + nudge;
        let Some(plane) = Plane::at(point, Vec3::from_array(normal.map(f32::from))) else { return Ok(()) };
        let (back, front) = (cutaway(&mesh, &plane), cutaway(&mesh, &plane.flipped()));
        for half in [&back, &front] {
            prop_assert!(is_closed(&half.section.triangles));
            prop_assert!(half.section.triangles.iter().all(|[a, b, c]| a != b && b != c && c != a));
        }
        let both = volume(&back.section.surface()) + volume(&front.section.surface());
        prop_assert!((both - mesh.volume()).abs() < 1e-3, "{both} of {}", mesh.volume());
    }
}
