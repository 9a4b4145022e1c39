//! Parts of a rigged mesh, each with its own axis, stitched to one simulation mesh.

mod shapes;

use glam::Vec3;
use lissom_rig::sim_mesh::{Options, SimMesh, generate, parts_by_bones, stitch};
use lissom_rig::{Material, Mesh, Skeleton};
use shapes::Shape;

/// An elbow whose lower leg follows one chain of bones and whose upper leg another.
fn sleeve() -> (Mesh, Skeleton) {
    let shape = Shape::elbow(1.0, 5.0);
    let mut skeleton = Skeleton::default();
    let root = skeleton.add("root", None, Vec3::ZERO);
    let down = skeleton.add("down", Some(root), Vec3::new(0.0, 4.0, 0.0));
    skeleton.add("down_tip", Some(down), Vec3::new(0.0, 1.0, 0.0));
    let out = skeleton.add("out", Some(root), Vec3::new(2.0, 7.0, 0.0));
    skeleton.add("out_tip", Some(out), Vec3::new(6.0, 7.0, 0.0));
    // The seam between the chains is the plane x + y = 7.
    let bone = |p: &Vec3| match p.x + p.y - 7.0 {
        d if d < -4.0 => 2,
        d if d < 0.0 => 1,
        d if d < 4.0 => 3,
        _ => 4,
    };
    let mesh = Mesh {
        name: "sleeve".into(),
        part: "coat".into(),
        material: Material::flat(0),
        normals: shape.normals(),
        bones: shape.positions.iter().map(|p| [bone(p), 0, 0, 0]).collect(),
        weights: vec![[0.9, 0.1, 0.0, 0.0]; shape.positions.len()],
        positions: shape.positions,
        triangles: shape.triangles,
        morphs: Vec::new(),
    };
    (mesh, skeleton)
}

#[test]
fn triangles_are_clustered_by_chain() {
    let (mesh, skeleton) = sleeve();
    let parts = parts_by_bones(&mesh, &skeleton);
    assert_eq!(parts.len(), 2);
    let mut all: Vec<u32> = parts.concat();
    all.sort();
    assert_eq!(all, (0..mesh.triangles.len() as u32).collect::<Vec<_>>());
}

#[test]
fn a_mesh_without_bones_is_one_part() {
    let (mut mesh, _) = sleeve();
    mesh.bones.clear();
    assert_eq!(parts_by_bones(&mesh, &Skeleton::default()).len(), 1);
}

#[test]
fn stitched_parts_are_one_garment_with_a_dense_seam() {
    let (mesh, skeleton) = sleeve();
    let options = Options::new(0.4);
    let parts: Vec<SimMesh> = parts_by_bones(&mesh, &skeleton)
        .iter()
        .map(|part| {
            let triangles: Vec<[u32; 3]> = part.iter().map(|&t| mesh.triangles[t as usize]).collect();
            generate(&mesh.positions, &triangles, &options).expect("a part")
        })
        .collect();
    let whole = stitch(&parts, &mesh.positions, &mesh.triangles, &options).expect("a mesh");
    assert_eq!(whole, stitch(&parts, &mesh.positions, &mesh.triangles, &options).expect("same"));
    assert!(whole.particles.iter().all(|p| p.garment == 0));
    let mut degree = vec![0.0f32; whole.particles.len()];
    let mut reached = vec![false; whole.particles.len()];
    reached[0] = true;
    for _ in 0..whole.particles.len() {
        for e in &whole.edges {
            let [a, b] = e.map(|i| i as usize);
            let either = reached[a] || reached[b];
            (reached[a], reached[b]) = (either, either);
        }
    }
    assert!(reached.iter().all(|&r| r), "one component");
    for e in &whole.edges {
        degree[e[0] as usize] += 1.0;
        degree[e[1] as usize] += 1.0;
    }
    // The ends are open and count for neither.
    let from_seam = |p: Vec3| ((p.x + p.y - 7.0) / 2f32.sqrt()).abs() / options.spacing;
    let mean = |keep: &dyn Fn(f32) -> bool| {
        let kept: Vec<f32> =
            (0..degree.len()).filter(|&i| keep(from_seam(whole.particles[i].position))).map(|i| degree[i]).collect();
        kept.iter().sum::<f32>() / kept.len() as f32
    };
    let (seam, interior) = (mean(&|d| d < 1.0), mean(&|d| (2.0..10.0).contains(&d)));
    let crossing = whole.edges.iter().filter(|e| {
        let [p, q] = e.map(|i| whole.particles[i as usize].position);
        (p.x + p.y - 7.0) * (q.x + q.y - 7.0) <= 0.0
    });
    // The seam is an ellipse around the bend, about 2π long.
    let per_spacing = crossing.count() as f32 / (std::f32::consts::TAU / options.spacing);
    println!(
        "{} particles, degree {seam:.2} at the seam, {interior:.2} inside, {per_spacing:.2} edges \
         per spacing across the seam, {} stitches",
        whole.particles.len(),
        whole.stitches.len()
    );
    assert!(seam >= 0.7 * interior);
    assert!(per_spacing >= 0.7);
    for &v in &mesh.positions {
        let near = whole.particles.iter().map(|p| p.position.distance(v));
        assert!(near.fold(f32::INFINITY, f32::min) < 1.5 * options.spacing);
    }
    for (i, a) in whole.particles.iter().enumerate() {
        for b in &whole.particles[..i] {
            let d = a.position.distance(b.position) / options.spacing;
            assert!(d >= 0.499, "{d} h apart");
        }
    }
}

#[test]
fn nothing_to_stitch_still_covers_the_mesh() {
    let shape = Shape::cylinder();
    let options = Options::new(0.3);
    let mesh = stitch(&[], &shape.positions, &shape.triangles, &options).expect("a mesh");
    assert!(mesh.particles.len() > 100);
}
