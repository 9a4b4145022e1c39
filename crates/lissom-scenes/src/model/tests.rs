//! The toolkit's own checks, and the check every character's meshes have to pass.

use super::clump::Clump;
use super::feature::{belt, button};
use super::sdf::{self, mesh_sdf, mesh_with_count};
use super::shape::Shape;
use super::sheet::Sheet;
use super::skin;
use glam::Vec3;
use lissom_rig::{Character, Mesh, Skeleton};
use std::f32::consts::TAU;

fn blob(p: Vec3) -> f32 {
    let a = sdf::sphere(p, Vec3::ZERO, 0.2);
    sdf::smooth_union(a, sdf::round_cone(p, Vec3::ZERO, Vec3::Y * 0.5, 0.1, 0.05), 0.1)
}

fn sound(shape: &Shape) {
    let n = shape.positions.len();
    assert_eq!(shape.normals.len(), n);
    assert!(shape.positions.iter().all(|p| p.is_finite()));
    assert!(shape.normals.iter().all(|m| (m.length() - 1.0).abs() < 1e-3));
    let mut thin = 0;
    for t in &shape.triangles {
        assert!(t.iter().all(|&i| (i as usize) < n));
        let [a, b, c] = t.map(|i| shape.positions[i as usize]);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let height = (b - a).cross(c - a).length() / longest.max(1e-12);
        thin += usize::from(height < 0.01 * longest);
    }
    assert!(thin * 50 <= shape.triangles.len(), "{thin} of {}", shape.triangles.len());
}

/// Triangles mostly face the way their normals do.
fn faces_its_normals(shape: &Shape) -> f32 {
    let good = shape.triangles.iter().filter(|t| {
        let [a, b, c] = t.map(|i| shape.positions[i as usize]);
        let n: Vec3 = t.iter().map(|&i| shape.normals[i as usize]).sum();
        (b - a).cross(c - a).dot(n) > 0.0
    });
    good.count() as f32 / shape.triangles.len() as f32
}

fn shape_of(mesh: &Mesh) -> Shape {
    Shape { positions: mesh.positions.clone(), normals: mesh.normals.clone(), triangles: mesh.triangles.clone() }
}

/// All that must hold for a character's meshes.
pub fn check(character: &Character, triangles: usize) {
    for m in &character.meshes {
        let shape = shape_of(m);
        sound(&shape);
        assert!(faces_its_normals(&shape) > 0.97, "{}: {}", m.name, faces_its_normals(&shape));
        assert_eq!(m.weights.len(), m.positions.len());
        for (bones, weights) in m.bones.iter().zip(&m.weights) {
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{}", m.name);
            assert!(bones.iter().all(|b| (*b as usize) < character.skeleton.bones.len()));
        }
    }
    let miss = character.triangle_count() as f32 / triangles as f32 - 1.0;
    assert!(miss.abs() < 0.05, "{} triangles", character.triangle_count());
}

/// Of all meshes of a part together.
pub fn volume(character: &Character, part: &str) -> f32 {
    let meshes = character.meshes.iter().filter(|m| m.part == part);
    meshes.map(|m| shape_of(m).volume()).sum()
}

/// The least distance of a part's vertices below a height to another part's vertices.
pub fn nearest(character: &Character, part: &str, below: f32, other: &str) -> f32 {
    let points = |name: &str| -> Vec<Vec3> {
        let meshes = character.meshes.iter().filter(|m| m.part == name);
        meshes.flat_map(|m| m.positions.iter().copied()).collect()
    };
    let others = points(other);
    let loose = points(part).into_iter().filter(|p| p.y < below);
    let gap = |p: Vec3| others.iter().map(|q| p.distance_squared(*q)).fold(f32::INFINITY, f32::min);
    loose.map(gap).fold(f32::INFINITY, f32::min).sqrt()
}

#[test]
fn nets_lie_on_the_surface() {
    let s = mesh_sdf(&blob, Vec3::splat(-0.3), Vec3::new(0.3, 0.6, 0.3), 0.02);
    sound(&s);
    assert!(s.positions.iter().all(|p| blob(*p).abs() < 1e-4));
    assert_eq!(faces_its_normals(&s), 1.0);
    assert!(s.volume() > 0.033 && s.volume() < 0.040, "{}", s.volume());
}

#[test]
fn nets_hit_the_wanted_count() {
    for want in [300, 2000, 9000] {
        let s = mesh_with_count(&blob, Vec3::splat(-0.3), Vec3::new(0.3, 0.6, 0.3), want);
        let miss = s.triangles.len() as f32 / want as f32 - 1.0;
        assert!(miss.abs() < 0.05, "{want}: {}", s.triangles.len());
    }
}

#[test]
fn clumps_and_small_parts_are_closed_and_face_outward() {
    let path = [Vec3::ZERO, Vec3::new(0.0, -0.1, 0.05), Vec3::new(0.0, -0.3, 0.02)];
    let clump = Clump::default();
    let hair = clump.sweep(&path, &|_| Vec3::Z);
    assert_eq!(hair.triangles.len(), clump.triangles());
    let parts = [hair, button(Vec3::Y, Vec3::Z, 0.02, 0.01, 10), belt(&blob, Vec3::ZERO, Vec3::Y, 0.03, 0.01, 24)];
    for s in parts {
        sound(&s);
        assert!(s.volume() > 0.0);
        assert!(faces_its_normals(&s) > 0.97, "{}", faces_its_normals(&s));
    }
}

#[test]
fn cloth_is_closed() {
    let skirt = |u: f32, v: f32| {
        let (sin, cos) = (u * TAU).sin_cos();
        Vec3::new(sin, 0.0, cos) * (0.1 + 0.2 * v) - Vec3::Y * v * 0.4
    };
    let cape = |u: f32, v: f32| skirt(0.25 + 0.5 * u, v);
    for (closed, f) in [(true, &skirt as &dyn Fn(f32, f32) -> Vec3), (false, &cape)] {
        let sheet = Sheet { columns: 20, rows: 8, thickness: 0.01, closed, trim: 0.06, side_trim: 0.02 };
        let cloth = sheet.build(f);
        let all = Shape::join([&cloth.outer, &cloth.lining, &cloth.trim]);
        sound(&all);
        assert!(faces_its_normals(&all) > 0.99);
        let area = if closed { 1.0 } else { 0.5 } * TAU * 0.2 * 0.447;
        assert!((all.volume() / (area * 0.01) - 1.0).abs() < 0.1, "{}", all.volume());
    }
}

#[test]
fn weights_follow_the_nearest_bone() {
    let mut skeleton = Skeleton::default();
    let a = skeleton.add("a", None, Vec3::ZERO);
    let b = skeleton.add("b", Some(a), Vec3::Y * 0.3);
    let tip = skeleton.add("tip", Some(b), Vec3::Y * 0.6);
    let s = Shape::ellipsoid(Vec3::Y * 0.3, Vec3::new(0.05, 0.3, 0.05), 12, 8);
    let w = skin::smooth(&s, &skeleton, &["a", "b"], 0.02);
    for (p, (bones, weights)) in s.positions.iter().zip(w.bones.iter().zip(&w.weights)) {
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        if (p.y - 0.3).abs() > 0.1 {
            assert_eq!(bones[0] as usize, if p.y < 0.3 { a } else { b });
        }
    }
    assert_eq!(skin::rigid(&s, tip).bones[0][0] as usize, tip);
}

#[test]
fn a_clipped_ball_is_as_much_as_its_part() {
    let ball = Shape::ellipsoid(Vec3::ZERO, Vec3::ONE, 24, 48);
    let half = ball.clipped(&|p| p.y - 0.2);
    sound(&half);
    assert!((half.bounds().1.y - 0.2).abs() < 1e-5 && half.bounds().0.y < -0.99);
    // The flat of the cut, as a cone to the middle, is missing.
    let cap = std::f32::consts::PI * (1.0 - 0.04) * 0.2 / 3.0;
    let below = std::f32::consts::PI * (2.0 / 3.0 + 0.2 - 0.008 / 3.0);
    assert!(((half.volume() + cap) / below - 1.0).abs() < 0.02, "{} + {cap}, not {below}", half.volume());
}
