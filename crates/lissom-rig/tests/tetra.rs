//! Tetrahedra from surfaces: shapes made in code, whose volumes are known.

mod shapes;

use std::f64::consts::PI;
use std::ops::ControlFlow;

use glam::Vec3;
use lissom_rig::TriMesh;
use lissom_rig::tetra::{Options, Size, Tetra, TetraError, tetrahedralise};
use lissom_rig::tets::{clean, embed};
use proptest::prelude::*;
use shapes::Shape;

fn mesh(shape: Shape) -> TriMesh {
    TriMesh { positions: shape.positions, triangles: shape.triangles }
}

fn sphere() -> TriMesh {
    mesh(Shape::sphere(1.0))
}

fn torus() -> TriMesh {
    let turn = std::f32::consts::TAU;
    mesh(Shape::sheet(60, 30, |u, v| {
        let ((sa, ca), (sb, cb)) = ((turn * u).sin_cos(), (turn * v).sin_cos());
        let r = 1.0 + 0.35 * cb;
        Vec3::new(r * ca, r * sa, 0.35 * sb)
    }))
}

fn cube() -> TriMesh {
    let mut cube = Shape { positions: vec![], triangles: vec![] };
    for (u, v) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
        cube.add(Shape::sheet(3, 3, |a, b| u.cross(v) + u * a + v * b));
        cube.add(Shape::sheet(3, 3, |a, b| v * a + u * b));
    }
    mesh(cube)
}

fn fill(surface: &TriMesh, size: Size) -> Tetra {
    let made = tetrahedralise(surface, &Options { size, thickness: None }, &mut |_| ControlFlow::Continue(()))
        .expect("it can be filled");
    check(&made);
    made
}

/// What holds for all that is made.
fn check(made: &Tetra) {
    let (mesh, report) = (&made.mesh, &made.report);
    assert!(mesh.positions.iter().all(|p| p.is_finite()));
    assert!(mesh.tets.iter().all(|&t| mesh.volume_of(t) > 0.0));
    assert!(report.min_dihedral_deg >= 5.0 && report.max_dihedral_deg < 172.0, "{report:?}");
    assert_eq!((report.vertices, report.tets), (mesh.positions.len(), mesh.tets.len()));
    // No face is shared by three, and the outer ones enclose what the tetrahedra fill.
    let mut faces = std::collections::BTreeMap::new();
    for [a, b, c, d] in &mesh.tets {
        for mut face in [[a, b, c], [a, b, d], [a, c, d], [b, c, d]] {
            face.sort();
            *faces.entry(face).or_insert(0) += 1;
        }
    }
    assert!(faces.values().all(|n| *n <= 2));
    let outer = TriMesh { positions: mesh.positions.clone(), triangles: mesh.surface() }.shape();
    assert!(outer.closed && (outer.volume / report.volume - 1.0).abs() < 1e-4, "{outer:?} {report:?}");
    let cleaned = clean(mesh).expect("clean");
    assert_eq!(cleaned.findings.notes().first(), None);
    assert_eq!(cleaned.bodies.len(), report.bodies);
}

#[test]
fn known_volumes_are_kept() {
    for (name, surface, volume) in
        [("sphere", sphere(), 4.0 / 3.0 * PI), ("torus", torus(), 2.0 * PI * PI * 0.35 * 0.35), ("cube", cube(), 1.0)]
    {
        for size in [Size::Auto, Size::Cells(14.3), Size::Edge(0.15)] {
            let Tetra { report, .. } = fill(&surface, size);
            let error = report.volume_error.expect("closed");
            assert!(error.abs() < 0.015 && (report.volume / volume - 1.0).abs() < 0.03, "{name}, {size:?}: {report:?}");
            assert_eq!(report.bodies, 1, "{name}, {size:?}");
        }
    }
}

#[test]
fn what_is_outer_lies_on_the_surface() {
    let Tetra { mesh, .. } = fill(&torus(), Size::Cells(30.0));
    for &v in mesh.surface().iter().flatten() {
        let p = mesh.positions[v as usize];
        let off = (p.truncate().length() - 1.0).hypot(p.z) - 0.35;
        // Round within 1/30 of 2.7, and a little outside for the sake of volume.
        assert!(off.abs() < 0.01, "{p}: {off}");
    }
}

#[test]
fn neither_size_nor_place_nor_seams_nor_direction_matter() {
    let reference = fill(&sphere(), Size::Cells(12.0)).report;
    let mut inward = sphere();
    inward.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let mut soup = mesh(Shape::sphere(1.0).soup());
    soup.triangles.rotate_left(100);
    let scaled = |factor: f32, by: Vec3| {
        let mut scaled = sphere();
        scaled.positions.iter_mut().for_each(|p| *p = *p * factor + by);
        scaled
    };
    for (surface, factor) in
        [(inward, 1.0), (soup, 1.0), (scaled(0.001, Vec3::ZERO), 0.001), (scaled(100.0, Vec3::splat(500.0)), 100.0)]
    {
        let Tetra { report, .. } = fill(&surface, Size::Cells(12.0));
        assert!((report.volume / f64::powi(factor, 3) / reference.volume - 1.0).abs() < 2e-3, "{report:?}");
        assert!(report.closed && report.vertices.abs_diff(reference.vertices) < 30, "{report:?}");
    }
}

#[test]
fn the_same_surface_gives_the_same_bits() {
    assert_eq!(fill(&torus(), Size::Auto), fill(&torus(), Size::Auto));
}

#[test]
fn pieces_may_overlap_and_face_either_way() {
    let mut two = Shape::sphere(1.0);
    two.add(Shape::sphere(0.7).moved(Vec3::new(1.0, 0.0, 0.0)));
    two.add(Shape::sphere(0.5).flipped().moved(Vec3::new(-3.0, 0.0, 0.0)));
    let Tetra { report, .. } = fill(&mesh(two), Size::Cells(40.0));
    assert_eq!((report.bodies, report.volume_error), (2, None));
    let lens = 4.0 / 3.0 * PI * (1.0 + 0.343 + 0.125);
    assert!(report.volume < 0.97 * lens && report.volume > 0.7 * lens, "{report:?}");
    // A ball within a ball that faces inwards is a hollow.
    let mut hollow = Shape::sphere(1.0);
    hollow.add(Shape::sphere(0.6).flipped());
    let Tetra { report, .. } = fill(&mesh(hollow), Size::Cells(30.0));
    assert!(report.volume_error.is_some_and(|e| e.abs() < 0.01), "{report:?}");
}

#[test]
fn open_and_flat_things_get_a_thickness() {
    let sheet = |columns| Shape::sheet(columns, 5, |u, v| Vec3::new(2.0 * u, v, 0.2 * (4.0 * u).sin()));
    let mut two_sided = sheet(9);
    two_sided.add(sheet(9).flipped());
    let dome = Shape::sheet(40, 10, |u, v| {
        let (a, b) = (u * std::f32::consts::TAU, v * std::f32::consts::FRAC_PI_2);
        Vec3::new(b.sin() * a.cos(), b.sin() * a.sin(), b.cos())
    });
    for (name, shape) in [("sheet", sheet(9)), ("two-sided", two_sided), ("tube", Shape::cylinder()), ("dome", dome)] {
        let surface = mesh(shape);
        for thickness in [None, Some(0.1)] {
            let made =
                tetrahedralise(&surface, &Options { size: Size::Auto, thickness }, &mut |_| ControlFlow::Continue(()))
                    .expect(name);
            check(&made);
            let report = made.report;
            assert!(!report.closed && report.volume_error.is_none() && report.bodies == 1, "{name}: {report:?}");
            // Whatever is drawn is inside, or almost, at rims.
            for (_, weights) in embed(&made.mesh, &surface.positions) {
                assert!(weights.iter().all(|w| *w > -0.3), "{name}: {weights:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let with = |surface: &TriMesh, size, thickness| {
        tetrahedralise(surface, &Options { size, thickness }, &mut |_| ControlFlow::Continue(()))
            .expect_err("impossible")
    };
    let line = TriMesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::X * 2.0], triangles: vec![[0, 1, 2]] };
    assert_eq!(with(&TriMesh::default(), Size::Auto, None), TetraError::NoSurface { given: 0 });
    assert_eq!(with(&line, Size::Auto, None), TetraError::NoSurface { given: 1 });
    assert!(matches!(with(&sphere(), Size::Edge(1e-6), None), TetraError::TooFine { .. }));
    assert!(matches!(with(&sphere(), Size::Edge(1e-38), None), TetraError::TooFine { .. }));
    assert!(matches!(with(&sphere(), Size::Edge(1e6), None), TetraError::Nothing { .. }));
    assert!(matches!(with(&sphere(), Size::Edge(-1.0), None), TetraError::Edge { .. }));
    assert!(matches!(with(&sphere(), Size::Cells(f32::NAN), None), TetraError::Cells { .. }));
    assert!(matches!(with(&sphere(), Size::Auto, Some(0.0)), TetraError::Thickness { .. }));
}

#[test]
fn it_can_be_stopped() {
    let mut heard = 0;
    let stopped = tetrahedralise(&sphere(), &Options { size: Size::Cells(40.0), thickness: None }, &mut |share| {
        heard += 1;
        if share > 0.2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped, Err(TetraError::Stopped));
    assert!(heard > 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any triangles at all, also far away, tiny, or one on the other.
    #[test]
    fn any_soup_becomes_good_tetrahedra(
        corners in prop::collection::vec([-1.0..1.0f32, -1.0..1.0f32, -1.0..1.0f32], 3..20),
        picks in prop::collection::vec(any::<[u8; 3]>(), 1..20),
        scale in prop::sample::select(&[1e-20f32, 1.0, 1e18][..]),
        cells in 4.0..14.0f32,
    ) {
        let positions: Vec<Vec3> = corners.iter().map(|c| Vec3::from(*c) * scale).collect();
        let pick = |k: u8| u32::from(k) % positions.len() as u32;
        let triangles = picks.iter().map(|t| t.map(pick)).collect();
        match tetrahedralise(&TriMesh { positions, triangles }, &Options { size: Size::Cells(cells), thickness: None }, &mut |_| ControlFlow::Continue(())) {
            Ok(made) => prop_assert!(made.report.min_dihedral_deg > 5.0, "{:?}", made.report),
            Err(error) => prop_assert!(matches!(error, TetraError::NoSurface { .. } | TetraError::Nothing { .. }), "{error}"),
        }
    }

    /// Spikes, slabs and needles.
    #[test]
    fn any_closed_tetrahedron_is_filled(
        corners in prop::collection::vec([-1.0..1.0f32, -1.0..1.0f32, -1.0..1.0f32], 4),
        cells in 4.0..20.0f32,
    ) {
        let positions = corners.into_iter().map(Vec3::from).collect();
        let surface = TriMesh { positions, triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] };
        let volume = surface.shape().volume.abs();
        match tetrahedralise(&surface, &Options { size: Size::Cells(cells), thickness: None }, &mut |_| ControlFlow::Continue(())) {
            Ok(made) => {
                check(&made);
                prop_assert!(!made.report.closed || made.report.volume < 1.3 * volume + 1e-3, "{:?}", made.report);
            }
            Err(error) => prop_assert!(matches!(error, TetraError::Nothing { .. }), "{error}"),
        }
    }
}
