//! Skinning maps and skinning: oracle 30.

mod shapes;

use glam::{Quat, Vec3};
use lissom_rig::sim_mesh::{Options, SimMesh, generate};
use lissom_rig::skin::{Bind, Bones, Matrix, Particles, Skinned, matrices, skin, skin_by_bones, skin_by_particles};
use lissom_rig::weights::{Influences, blend, particle_bone, vertex_particle};
use lissom_rig::{Pose, Skeleton};
use shapes::Shape;

/// A tube on three bones, with everything that skins it.
struct Tube {
    shape: Shape,
    normals: Vec<Vec3>,
    skeleton: Skeleton,
    bones: Vec<[u16; 4]>,
    weights: Vec<[f32; 4]>,
    sim: SimMesh,
    particles: Vec<Influences>,
    blend: Vec<f32>,
}

fn tube() -> Tube {
    let shape = Shape::cylinder();
    let normals = shape.normals();
    let mut skeleton = Skeleton::default();
    for (k, name) in ["hip", "spine", "neck"].into_iter().enumerate() {
        skeleton.add(name, k.checked_sub(1), Vec3::Z * k as f32 * 1.5);
    }
    let second = |p: &Vec3| (p.z / 1.5).fract();
    let bones = shape.positions.iter().map(|p| {
        let k = (p.z / 1.5) as u16;
        [k, (k + 1).min(2), 0, 0]
    });
    let weights: Vec<[f32; 4]> = shape.positions.iter().map(|p| [1.0 - second(p), second(p), 0.0, 0.0]).collect();
    let sim = generate(&shape.positions, &shape.triangles, &Options::new(0.3)).expect("a mesh");
    let particles = vertex_particle(&shape.positions, &normals, &shape.triangles, &sim);
    let paint: Vec<f32> = sim.particles.iter().map(|p| f32::from(p.position.z > 1.5)).collect();
    let blend = blend(&paint, &particles, &shape.positions, &shape.triangles);
    Tube { bones: bones.collect(), weights, normals, skeleton, sim, particles, blend, shape }
}

impl Tube {
    /// Skins with bones and particles moved by `motion`, in all three ways.
    fn skin(&self, motion: Pose) -> [(Vec<Vec3>, Vec<Vec3>); 3] {
        let rest = self.skeleton.rest_world();
        let now: Vec<Pose> = rest.iter().map(|p| motion.then(p)).collect();
        let state = self.sim.particles.iter();
        let state: Vec<Pose> = state.map(|p| motion.then(&Pose::new(p.position, p.rotation))).collect();
        let bone: Vec<Matrix> = matrices(&rest, now.iter().copied()).collect();
        let bind: Vec<Pose> = self.sim.particles.iter().map(|p| Pose::new(p.position, p.rotation)).collect();
        let particle: Vec<Matrix> = matrices(&bind, state.iter().copied()).collect();
        let bind = Bind { positions: &self.shape.positions, normals: &self.normals };
        let bones = Bones { bones: &self.bones, weights: &self.weights, matrices: &bone };
        let particles = Particles { influences: &self.particles, matrices: &particle };
        let count = self.normals.len();
        [0, 1, 2].map(|way| {
            let mut out = (vec![Vec3::ZERO; count], vec![Vec3::ZERO; count]);
            let to = Skinned { positions: &mut out.0, normals: &mut out.1 };
            match way {
                0 => skin_by_particles(bind, particles, to),
                1 => skin_by_bones(bind, bones, to),
                _ => skin(bind, bones, particles, &self.blend, to),
            }
            out
        })
    }
}

#[test]
fn oracle_30_weights_sum_to_one() {
    let tube = tube();
    let bones = particle_bone(&tube.shape.positions, &tube.bones, &tube.weights, &tube.particles, &tube.sim);
    assert_eq!(tube.particles.len(), tube.shape.positions.len());
    assert_eq!(bones.len(), tube.sim.particles.len());
    for influences in tube.particles.iter().chain(&bones) {
        let sum: f32 = influences.weight.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6, "{influences:?}");
        assert!(influences.weight.is_sorted_by(|a, b| a >= b));
    }
}

#[test]
fn oracle_30_bind_pose_reproduces_vertices() {
    let tube = tube();
    for (positions, normals) in tube.skin(Pose::IDENTITY) {
        for v in 0..positions.len() {
            assert!(positions[v].distance(tube.shape.positions[v]) < 1e-6 * 3.0);
            assert!(normals[v].distance(tube.normals[v]) < 1e-6 * 3.0);
        }
    }
}

#[test]
fn oracle_30_rigid_motion_moves_everything_rigidly() {
    let tube = tube();
    let motion = Pose::new(Vec3::new(0.3, -2.0, 1.0), Quat::from_rotation_y(2.5));
    for (positions, normals) in tube.skin(motion) {
        for v in 0..positions.len() {
            assert!(positions[v].distance(motion.point(tube.shape.positions[v])) < 1e-5);
            assert!(normals[v].distance(motion.rotation * tube.normals[v]) < 1e-5);
        }
    }
}

#[test]
fn blending_is_between_the_two() {
    let mut tube = tube();
    let z = |v: usize| tube.shape.positions[v].z;
    for v in 0..tube.blend.len() {
        assert!((0.0..=1.0).contains(&tube.blend[v]));
        assert!(z(v) > 0.8 || tube.blend[v] == 0.0, "only bones below");
        assert!(z(v) < 2.2 || tube.blend[v] > 0.999, "only particles above");
    }
    assert!(tube.blend.iter().any(|s| (0.3..0.7).contains(s)), "smooth between");
    tube.blend.fill(0.25);
    let rest = tube.skeleton.rest_world();
    let now: Vec<Pose> = rest.iter().map(|p| Pose::new(p.translation + Vec3::X, p.rotation)).collect();
    let bone: Vec<Matrix> = matrices(&rest, now.iter().copied()).collect();
    let still = vec![Matrix::IDENTITY; tube.sim.particles.len()];
    let mut out = (tube.shape.positions.clone(), tube.normals.clone());
    skin(
        Bind { positions: &tube.shape.positions, normals: &tube.normals },
        Bones { bones: &tube.bones, weights: &tube.weights, matrices: &bone },
        Particles { influences: &tube.particles, matrices: &still },
        &tube.blend,
        Skinned { positions: &mut out.0, normals: &mut out.1 },
    );
    for (p, q) in out.0.iter().zip(&tube.shape.positions) {
        assert!(p.distance(*q + Vec3::X * 0.75) < 1e-5);
    }
}

#[test]
fn layers_with_particles_of_their_own_do_not_mix() {
    let shape = Shape::shell(0.4);
    let sim = generate(&shape.positions, &shape.triangles, &Options::new(0.3)).expect("a mesh");
    let weights = vertex_particle(&shape.positions, &shape.normals(), &shape.triangles, &sim);
    let outer = |p: Vec3| p.truncate().length() > 0.8;
    for (v, influences) in weights.iter().enumerate() {
        for (i, _) in influences.iter() {
            let p = sim.particles[i as usize].position;
            assert_eq!(outer(p), outer(shape.positions[v]), "vertex {v}");
        }
    }
}

#[test]
fn layers_that_share_particles_follow_near_ones() {
    let shape = Shape::shell(0.1);
    let sim = generate(&shape.positions, &shape.triangles, &Options::new(0.3)).expect("a mesh");
    let weights = vertex_particle(&shape.positions, &shape.normals(), &shape.triangles, &sim);
    for (v, influences) in weights.iter().enumerate() {
        for (i, _) in influences.iter() {
            let d = sim.particles[i as usize].position.distance(shape.positions[v]);
            assert!(d < 2.2 * 0.3, "vertex {v} follows a particle {d} away");
        }
    }
}

/// Half the particles may lie on either side, and each side used to follow its own: the lining came out in front.
#[test]
fn both_sides_of_a_cloth_follow_the_same_particles() {
    let mut shape = Shape::shell(0.05);
    let count = shape.positions.len() / 2;
    shape.triangles.push([0, count as u32, 1]);
    let sim = generate(&shape.positions, &shape.triangles, &Options::new(0.3)).expect("a mesh");
    let weights = vertex_particle(&shape.positions, &shape.normals(), &shape.triangles, &sim);
    let differ = |v: usize| {
        let (outer, lining) = (&weights[v], &weights[v + count]);
        let shared = outer.iter().map(|(i, w)| lining.iter().find(|l| l.0 == i).map_or(0.0, |l| w.min(l.1)));
        1.0 - shared.sum::<f32>()
    };
    let worst = (0..count).map(differ).fold(0.0, f32::max);
    assert!(worst < 0.25, "a vertex and the one behind it differ in {worst} of their weights");
}

/// [MC11c] Eq. 3 by hand: two vertices on one particle, a tie, a fifth bone, a lone particle.
#[test]
fn equation_3_lumps_and_keeps_four() {
    let shape = Shape::sheet(1, 1, |u, v| Vec3::new(u, v, 0.0));
    let mut sim = generate(&shape.positions, &shape.triangles, &Options::new(1.0)).expect("a mesh");
    sim.particles.truncate(2);
    let only = |index: u32| Influences { index: [index, 0, 0, 0], weight: [1.0, 0.0, 0.0, 0.0] };
    let vertex_particle = [only(0), only(0)];
    let bones = [[7, 2, 9, 1], [2, 5, 0, 0]];
    let weights = [[0.4, 0.3, 0.2, 0.1], [0.8, 0.2, 0.0, 0.0]];
    let result = particle_bone(&shape.positions[..2], &bones, &weights, &vertex_particle, &sim);
    assert_eq!(result[0].index, [2, 7, 5, 9], "5 before 9: equal weights go by bone");
    let sum = 1.1 + 0.4 + 0.2 + 0.2;
    for (weight, expected) in result[0].weight.iter().zip([1.1, 0.4, 0.2, 0.2]) {
        assert!((weight - expected / sum).abs() < 1e-6);
    }
    assert!((result[1].weight.iter().sum::<f32>() - 1.0).abs() < 1e-6, "bones of the nearest");
}

#[test]
fn odd_input_does_not_panic() {
    let shape = Shape::cylinder();
    let empty = SimMesh { spacing: 0.3, ..SimMesh::default() };
    let weights = vertex_particle(&shape.positions, &[], &shape.triangles, &empty);
    assert!(weights.iter().all(|w| w.iter().count() == 0));
    let sim = generate(&shape.positions, &shape.triangles, &Options::new(0.3)).expect("a mesh");
    let odd = [Vec3::NAN, Vec3::splat(1e30), Vec3::ZERO];
    let weights = vertex_particle(&odd, &odd, &[[0, 1, 2], [0, 9, 1]], &sim);
    for w in &weights {
        assert!((w.weight.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{w:?}");
    }
    assert_eq!(blend(&[], &weights, &odd, &[[0, 1, 2]]), [0.0; 3]);
    let mut out = ([Vec3::ZERO; 3], [Vec3::ZERO; 3]);
    let far = Influences { index: [900_000; 4], weight: [0.25; 4] };
    skin_by_particles(
        Bind { positions: &[Vec3::ONE; 3], normals: &[Vec3::X; 2] },
        Particles { influences: &[far; 3], matrices: &[] },
        Skinned { positions: &mut out.0, normals: &mut out.1 },
    );
    assert_eq!(out.0, [Vec3::ONE, Vec3::ONE, Vec3::ZERO], "as many as all slices have");
}
