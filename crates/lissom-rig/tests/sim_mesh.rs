//! The mesh generator: oracles 33 and 34, and what it promises about odd input.

mod shapes;

use glam::Vec3;
use lissom_rig::sim_mesh::{MAX_PARTICLES, Options, SimMesh, SimMeshError, generate};
use shapes::Shape;

fn make(shape: &Shape, options: &Options) -> SimMesh {
    generate(&shape.positions, &shape.triangles, options).expect("a mesh")
}

fn median_edge(mesh: &SimMesh) -> f32 {
    let at = |i: u32| mesh.particles[i as usize].position;
    let mut lengths: Vec<f32> = mesh.edges.iter().map(|&[a, b]| at(a).distance(at(b))).collect();
    lengths.sort_by(f32::total_cmp);
    lengths[lengths.len() / 2] / mesh.spacing
}

fn components(mesh: &SimMesh) -> usize {
    let mut label: Vec<usize> = (0..mesh.particles.len()).collect();
    for _ in 0..label.len() {
        for &[a, b] in &mesh.edges {
            let low = label[a as usize].min(label[b as usize]);
            (label[a as usize], label[b as usize]) = (low, low);
        }
    }
    label.iter().enumerate().filter(|&(i, &l)| i == l).count()
}

#[test]
fn oracle_34_cylinder_has_210_particles_in_one_component() {
    let mesh = make(&Shape::cylinder(), &Options::new(0.3));
    assert_eq!(mesh.particles.len(), 210);
    assert_eq!(components(&mesh), 1);
    assert!((median_edge(&mesh) / 0.99 - 1.0).abs() < 0.05, "{}", median_edge(&mesh));
    assert!(mesh.stitches.is_empty());
    // Ten closed rings of 21, and a column between each two.
    assert_eq!(mesh.edges.len(), 10 * 21 + 9 * 21);
}

#[test]
fn oracle_34_other_shapes_are_one_component() {
    for shape in [
        Shape::tube(1.0, 0.6, std::f32::consts::TAU),
        Shape::tube(1.0, 0.0, std::f32::consts::PI),
        Shape::sphere(1.0),
        Shape::elbow(0.5, 2.0),
    ] {
        let mesh = make(&shape, &Options::new(0.3));
        assert_eq!(components(&mesh), 1);
        assert!((0.95..1.05).contains(&median_edge(&mesh)), "{}", median_edge(&mesh));
    }
}

#[test]
fn oracle_34_two_layers_become_one() {
    for thickness in [0.05, 0.1, 0.17, 0.22] {
        let mesh = make(&Shape::shell(thickness), &Options::new(0.3));
        // A thick shell gets a few more: its inner hem is farther than 1.2 h from all others.
        let most = if thickness > 0.15 { 240 } else { 210 };
        assert!((210..=most).contains(&mesh.particles.len()), "thickness {thickness}");
        assert_eq!(components(&mesh), 1);
        for (i, a) in mesh.particles.iter().enumerate() {
            let near = mesh.particles[..i].iter().map(|b| a.position.distance(b.position));
            assert!(near.fold(f32::INFINITY, f32::min) > 0.9 * 0.3, "thickness {thickness}");
        }
    }
    let apart = make(&Shape::shell(0.5), &Options::new(0.3));
    assert_eq!(components(&apart), 2, "layers farther apart than 0.75 h stay two");
}

#[test]
fn oracle_34_deterministic() {
    let shape = Shape::sphere(1.0).soup();
    let options = Options { surface: true, ..Options::new(0.2) };
    assert_eq!(make(&shape, &options), make(&shape, &options));
}

#[test]
fn oracle_33_surface_particles_point_out() {
    let options = Options { surface: true, ..Options::new(0.2) };
    for shape in [Shape::sphere(1.0), Shape::sphere(1.0).flipped()] {
        let mesh = make(&shape, &options);
        let equator = 10 * 41;
        let facing = shape.normals()[equator].dot(shape.positions[equator]).signum();
        for p in &mesh.particles {
            let out = p.position.normalize() * facing;
            let axis = p.rotation * Vec3::X;
            assert!(axis.dot(out) > 0.9, "{axis} at {}", p.position);
            assert!(p.normal.dot(out) > 0.95);
            let [a, b, c] = p.radii.to_array();
            let r = options.particle_radius();
            assert!(a < b && a < c, "thin along the normal: {}", p.radii);
            assert!((b * b + c * c) / (2.0 * a) <= 2.0 * r * 1.0001, "contact sphere of 6.8");
        }
    }
}

#[test]
fn flat_cloth_lies_flat_along_the_walk() {
    let sheet = Shape::sheet(20, 40, |u, v| Vec3::new(u, 2.0 * v, 0.0));
    let mesh = make(&sheet, &Options::new(0.1));
    let inner = |p: Vec3| (0.2..0.8).contains(&p.x) && (0.2..1.8).contains(&p.y);
    for p in mesh.particles.iter().filter(|p| inner(p.position)) {
        assert!(p.radii.abs_diff_eq(Vec3::new(0.05, 0.05, 0.025), 1e-6), "{}", p.radii);
        assert!((p.rotation * Vec3::X).abs_diff_eq(Vec3::Y, 1e-3));
    }
}

#[test]
fn scale_does_not_matter() {
    for shape in [Shape::cylinder, || Shape::elbow(0.5, 2.0), || Shape::sphere(1.0).soup()] {
        let mesh = make(&shape(), &Options::new(0.3));
        for scale in [0.01, 0.37, 100.0] {
            let scaled = make(&shape().scaled(scale), &Options::new(0.3 * scale));
            assert_eq!(scaled.edges, mesh.edges, "scale {scale}");
            for (a, b) in mesh.particles.iter().zip(&scaled.particles) {
                assert_eq!((a.level, a.garment), (b.level, b.garment));
                assert!(a.position.distance(b.position / scale) < 1e-3 * 0.3);
                assert!(a.rotation.dot(b.rotation).abs() > 0.999);
            }
        }
    }
}

#[test]
fn huge_coordinates_keep_the_mesh() {
    let far = Shape::cylinder().scaled(100.0).moved(Vec3::new(2e5, -1e5, 3e5));
    let mesh = make(&far, &Options::new(30.0));
    assert_eq!(components(&mesh), 1);
    assert_eq!(mesh.particles.len(), 210);
}

#[test]
fn lids_are_filled() {
    // A closed can: the walk along z never cuts its lids.
    let mut can = Shape::cylinder();
    for z in [0.0, 3.0] {
        can.add(Shape::sheet(48, 1, |u, v| {
            let (sin, cos) = (std::f32::consts::TAU * u).sin_cos();
            Vec3::new(v * cos, v * sin, z)
        }));
    }
    let mesh = make(&can, &Options { axis: Some(Vec3::Z), ..Options::new(0.3) });
    assert_eq!(components(&mesh), 1);
    for z in [0.0, 3.0] {
        let centre = Vec3::new(0.1, 0.0, z);
        let near = mesh.particles.iter().map(|p| p.position.distance(centre));
        assert!(near.fold(f32::INFINITY, f32::min) < 0.3);
    }
}

#[test]
fn side_by_side_legs_stay_apart() {
    let h = 0.3;
    let mut legs = Shape::tube(0.5, 0.0, std::f32::consts::TAU);
    legs.add(Shape::tube(0.5, 0.0, std::f32::consts::TAU).moved(Vec3::X * (1.0 + 1.1 * h)));
    // Joined at the top only.
    legs.add(Shape::sheet(8, 4, |u, v| Vec3::new(0.5 + 1.1 * h * u, 0.3 * v - 0.15, 3.0)));
    let mesh = make(&legs, &Options { axis: Some(Vec3::Z), ..Options::new(h) });
    let middle = 0.5 + 0.55 * h;
    for &[a, b] in &mesh.edges {
        let [p, q] = [a, b].map(|i| mesh.particles[i as usize].position);
        let across = (p.x - middle) * (q.x - middle) < 0.0;
        assert!(!across || p.z.max(q.z) > 3.0 - 2.5 * h, "{p} to {q}");
    }
    assert_eq!(components(&mesh), 1);
}

#[test]
fn without_edges_particles_are_the_same() {
    let shape = Shape::elbow(0.5, 2.0);
    let with = make(&shape, &Options::new(0.2));
    let without = make(&shape, &Options { edges: false, ..Options::new(0.2) });
    assert_eq!(without.particles, with.particles);
    assert!(without.edges.is_empty() && without.stitches.is_empty());
}

#[test]
fn bad_triangles_are_skipped_and_counted() {
    let mut shape = Shape::cylinder();
    let good = shape.positions.len() as u32;
    shape.positions.extend([Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::ONE]);
    shape.triangles.extend([[0, 1, good], [good + 1, 0, 2], [3, 4, 1_000_000], [7, 7, 8]]);
    let mesh = make(&shape, &Options::new(0.3));
    assert_eq!(mesh.skipped_triangles, 4);
    assert_eq!(mesh.particles.len(), 210);
}

#[test]
fn errors_say_what_to_do() {
    let shape = Shape::cylinder();
    let fail = |positions: &[Vec3], triangles: &[[u32; 3]], options: Options| {
        generate(positions, triangles, &options).expect_err("an error")
    };
    let text = fail(&[], &[], Options::new(0.1)).to_string();
    assert!(text.contains("0 given") && text.contains("select triangles"), "{text}");
    let point = [Vec3::ONE; 3];
    let text = fail(&point, &[[0, 1, 2]], Options::new(0.1)).to_string();
    assert!(text.contains("1 given"), "{text}");
    for spacing in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let e = fail(&shape.positions, &shape.triangles, Options::new(spacing));
        assert!(matches!(e, SimMeshError::Spacing { .. }), "{e}");
    }
    let options = Options { axis: Some(Vec3::ZERO), ..Options::new(0.3) };
    let e = fail(&shape.positions, &shape.triangles, options);
    assert!(matches!(e, SimMeshError::Axis { .. }), "{e}");
    let options = Options { radius: Some(f32::NAN), ..Options::new(0.3) };
    let e = fail(&shape.positions, &shape.triangles, options);
    assert!(matches!(e, SimMeshError::Radius { .. }), "{e}");
}

#[test]
fn a_spacing_too_fine_is_refused_with_one_that_works() {
    let shape = Shape::cylinder();
    for spacing in [1e-30, 0.0005, 0.008] {
        let result = generate(&shape.positions, &shape.triangles, &Options::new(spacing));
        let Err(SimMeshError::TooFine { suggested, limit, .. }) = result else { panic!("spacing {spacing} accepted") };
        assert_eq!(limit, MAX_PARTICLES);
        let mesh = make(&shape, &Options::new(suggested));
        assert!(mesh.particles.len() > limit / 10, "{suggested} is needlessly coarse");
    }
}
