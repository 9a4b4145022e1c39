//! What holds for any triangles.

mod shapes;

use glam::Vec3;
use lissom_rig::sim_mesh::{Options, SimMesh, SimMeshError, generate};
use lissom_rig::weights::vertex_particle;
use proptest::prelude::*;
use shapes::Shape;

fn soup(coordinate: impl Strategy<Value = f32> + Clone) -> impl Strategy<Value = Shape> {
    let corner = [coordinate.clone(), coordinate.clone(), coordinate].prop_map(Vec3::from);
    (prop::collection::vec(corner, 3..60), prop::collection::vec(any::<[u8; 3]>(), 1..80)).prop_map(
        |(positions, triangles)| {
            let count = positions.len() as u32;
            let triangles = triangles.iter().map(|t| t.map(|i| u32::from(i) % count)).collect();
            Shape { positions, triangles }
        },
    )
}

fn check(mesh: &SimMesh, options: &Options) -> Result<(), TestCaseError> {
    let r = options.particle_radius();
    let count = mesh.particles.len() as u32;
    prop_assert!(count > 0);
    for p in &mesh.particles {
        prop_assert!(p.position.is_finite() && p.rotation.is_finite() && p.radii.is_finite());
        prop_assert!((p.rotation.length() - 1.0).abs() < 1e-5);
        prop_assert!((p.normal.length() - 1.0).abs() < 1e-5);
        prop_assert!(p.radii.max_element() <= 2.0001 * p.radii.min_element());
        prop_assert!(p.radii.max_element() <= r * 1.0001);
        let axis = p.rotation * Vec3::X;
        prop_assert!(!options.surface || axis.dot(p.normal) >= 0.5, "{axis} {}", p.normal);
    }
    prop_assert!(mesh.edges.iter().all(|e| e[0] < e[1] && e[1] < count));
    prop_assert!(mesh.edges.windows(2).all(|w| w[0] < w[1]), "sorted, no duplicates");
    prop_assert!(mesh.stitches.iter().all(|s| mesh.edges.binary_search(s).is_ok()));
    prop_assert!(mesh.particles.is_sorted_by_key(|p| p.level));
    for (i, a) in mesh.particles.iter().enumerate() {
        for b in mesh.particles[..i].iter().rev().take_while(|b| b.level == a.level) {
            let d = a.position.distance(b.position);
            prop_assert!(d >= 0.7499 * mesh.spacing, "{} h on one level", d / mesh.spacing);
        }
    }
    let mut garment: Vec<usize> = (0..mesh.particles.len()).collect();
    for _ in 0..garment.len() {
        let mut changed = false;
        for e in &mesh.edges {
            let [a, b] = e.map(|i| i as usize);
            let low = garment[a].min(garment[b]);
            changed |= garment[a] != garment[b];
            (garment[a], garment[b]) = (low, low);
        }
        if !changed {
            break;
        }
    }
    let components = garment.iter().enumerate().filter(|&(i, &g)| i == g).count();
    let mut named: Vec<u32> = mesh.particles.iter().map(|p| p.garment).collect();
    named.sort();
    named.dedup();
    prop_assert_eq!(components, named.len(), "one component per garment");
    prop_assert_eq!(named, (0..components as u32).collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_soup_makes_a_sound_mesh(
        soup in soup(-1.0f32..1.0),
        spacing in 0.08f32..2.0,
        surface: bool,
    ) {
        let options = Options { surface, ..Options::new(spacing) };
        match generate(&soup.positions, &soup.triangles, &options) {
            Ok(mesh) => {
                check(&mesh, &options)?;
                prop_assert_eq!(
                    &mesh,
                    &generate(&soup.positions, &soup.triangles, &options).expect("the same")
                );
                let corners = soup.triangles.iter().map(|t| t.map(|i| soup.positions[i as usize]));
                let used = corners.filter(|[a, b, c]| a != b && b != c && c != a);
                for v in used.flatten() {
                    let near = mesh.particles.iter().map(|p| p.position.distance(v));
                    prop_assert!(near.fold(f32::INFINITY, f32::min) < 1.5 * spacing);
                }
                let normals = soup.normals();
                for w in vertex_particle(&soup.positions, &normals, &soup.triangles, &mesh) {
                    prop_assert!((w.weight.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                    prop_assert!(w.weight.iter().all(|w| *w >= 0.0));
                }
            }
            Err(e) => prop_assert!(matches!(e, SimMeshError::NoSurface { .. }), "{e}"),
        }
    }

    #[test]
    fn any_numbers_do_not_panic(
        soup in soup(prop::num::f32::ANY),
        spacing in prop::num::f32::ANY,
    ) {
        let options = Options::new(spacing);
        if let Ok(mesh) = generate(&soup.positions, &soup.triangles, &options) {
            check(&mesh, &options)?;
        }
    }

    #[test]
    fn scale_does_not_change_the_count(soup in soup(-1.0f32..1.0), scale in -6i32..7) {
        let scale = 2f32.powi(scale);
        let of = |by: f32| {
            let positions: Vec<Vec3> = soup.positions.iter().map(|&p| p * by).collect();
            generate(&positions, &soup.triangles, &Options::new(0.2 * by))
        };
        if let (Ok(a), Ok(b)) = (of(1.0), of(scale)) {
            prop_assert_eq!(a.edges, b.edges);
            for (a, b) in a.particles.iter().zip(&b.particles) {
                prop_assert_eq!(a.position * scale, b.position);
            }
        }
    }
}
