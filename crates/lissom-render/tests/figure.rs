//! The device moves vertices to where `lissom_rig::skin` moves them.

mod sphere;

use glam::{Quat, Vec3};
use lissom_render::{
    Alpha, Camera, Color, Figure, Frame, Image, Mesh, Model, Paint, Rows, Skin, Surface, Texture, Tint, Wrap,
};
use lissom_rig::character::Pose;
use lissom_rig::skin::{self, Bind, Bones, Matrix, Particles, Skinned};
use lissom_rig::weights::Influences;
use sphere::{BASE, PAINT, Sphere, difference, frame, renderer, rgb};

const STILL: Pose = Pose { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

/// The ball with weights of all kinds: one bone, four bones, particles, a blend, and joints that do not exist.
struct Posed {
    sphere: Sphere,
    uvs: Vec<[f32; 2]>,
    bones: Vec<[u16; 4]>,
    bone_weights: Vec<[f32; 4]>,
    influences: Vec<Influences>,
    blend: Vec<f32>,
    bone_matrices: Vec<Matrix>,
    particle_matrices: Vec<Matrix>,
}

impl Posed {
    fn new() -> Posed {
        let sphere = Sphere::new();
        let pose = |k: usize, reach: f32| {
            let k = k as f32;
            let axis = Vec3::new(k.sin(), (2.0 * k).cos(), (3.0 * k).sin()).normalize();
            let place = reach * Vec3::new((5.0 * k).sin(), (7.0 * k).sin(), (11.0 * k).sin());
            Matrix::between(STILL, Pose::new(place, Quat::from_axis_angle(axis, 6.0 * reach * k.sin())))
        };
        let mut posed = Posed {
            uvs: sphere.positions.iter().map(|[x, y, _]| [200.0 * x, 200.0 * y]).collect(),
            bones: Vec::new(),
            bone_weights: Vec::new(),
            influences: Vec::new(),
            blend: Vec::new(),
            bone_matrices: (0..6).map(|k| pose(k, 0.05)).collect(),
            particle_matrices: (0..300).map(|k| pose(k, 0.02)).collect(),
            sphere,
        };
        for (v, p) in posed.sphere.positions.iter().enumerate() {
            let near = (0.5 + p[0]).clamp(0.0, 1.0);
            let four = [0.4 * near, 0.6 * near, 0.3 * (1.0 - near), 0.7 * (1.0 - near)];
            posed.bones.push([v as u16 % 6, 1, 2, 9]);
            posed.bone_weights.push(if p[1] > 0.8 { [1.0, 0.0, 0.0, 0.0] } else { four });
            let index = [299, 7, 1000, v as u32 % 300];
            posed.influences.push(Influences { index, weight: [0.5, 0.25, 0.125, 0.125] });
            posed.blend.push((1.6 * p[1] - 0.3).clamp(0.0, 1.0));
        }
        posed
    }

    /// By `lissom_rig`.
    fn skinned(&self) -> (Vec<[f32; 3]>, Vec<[f32; 3]>) {
        let vectors = |arrays: &[[f32; 3]]| arrays.iter().map(|&a| Vec3::from(a)).collect::<Vec<_>>();
        let (positions, normals) = (vectors(&self.sphere.positions), vectors(&self.sphere.normals));
        let (mut out_positions, mut out_normals) = (positions.clone(), normals.clone());
        skin::skin(
            Bind { positions: &positions, normals: &normals },
            Bones { bones: &self.bones, weights: &self.bone_weights, matrices: &self.bone_matrices },
            Particles { influences: &self.influences, matrices: &self.particle_matrices },
            &self.blend,
            Skinned { positions: &mut out_positions, normals: &mut out_normals },
        );
        let arrays = |vectors: Vec<Vec3>| vectors.iter().map(Vec3::to_array).collect();
        (arrays(out_positions), arrays(out_normals))
    }

    fn model(&self) -> Model {
        let particles: Vec<[u32; 4]> = self.influences.iter().map(|i| i.index).collect();
        let particle_weights: Vec<[f32; 4]> = self.influences.iter().map(|i| i.weight).collect();
        let skin = Skin {
            bones: &self.bones,
            bone_weights: &self.bone_weights,
            particles: &particles,
            particle_weights: &particle_weights,
            blend: &self.blend,
        };
        Model::new(&self.mesh(), &skin).unwrap()
    }

    fn mesh(&self) -> Mesh<'_> {
        Mesh { uvs: &self.uvs, ..self.sphere.mesh() }
    }
}

fn rows(matrices: &[Matrix]) -> Vec<Rows> {
    let rows = |m: &Matrix| {
        let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| m.direction(axis));
        let moved = m.point(Vec3::ZERO);
        std::array::from_fn(|r| [columns[0][r], columns[1][r], columns[2][r], moved[r]])
    };
    matrices.iter().map(rows).collect()
}

/// The share of pixels that differ by more than a little.
fn unlike(a: &Image, b: &Image) -> f32 {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let unlike = pixels.filter(|(a, b)| difference([a[0], a[1], a[2]], [b[0], b[1], b[2]]) > 24).count();
    unlike as f32 / (a.width * a.height) as f32
}

#[test]
fn figures_are_where_the_processor_skins_them() {
    let posed = Posed::new();
    let (positions, normals) = posed.skinned();
    let mesh = Mesh { positions: &positions, normals: &normals, ..posed.mesh() };
    let (bones, particles) = (rows(&posed.bone_matrices), rows(&posed.particle_matrices));
    let model = posed.model();
    let mut renderer = renderer();
    let mut both = |camera: Camera, paint: Paint| {
        let surfaces = [Surface { mesh, ..posed.sphere.painted(paint) }];
        let figures = [Figure { model: &model, bones: &bones, particles: &particles, tints: &[], paint }];
        let by_processor = Frame { camera, ..frame(&surfaces) };
        let by_device = Frame { surfaces: &[], figures: &figures, ..by_processor };
        [by_processor, by_device].map(|frame| renderer.render(&frame).unwrap())
    };
    let whole = frame(&[]).camera;
    for opacity in [1.0, 0.5] {
        let [expected, found] = both(whole, Paint { opacity, ..PAINT });
        assert!(unlike(&expected, &found) < 0.01, "{} of a picture differ", unlike(&expected, &found));
        assert!(unlike(&expected, &Image::filled(160, 120, [255; 4])) > 0.2, "there is something to see");
    }
    // Checks of a few millimetres, so close that a pixel is a ten-thousandth of the ball.
    let mut checks = Image::filled(16, 16, [40, 40, 40, 255]);
    for k in (0..16 * 16).filter(|k| (k % 16 < 8) != (k / 16 < 8)) {
        checks.rgba[4 * k..4 * k + 3].fill(230);
    }
    let checks = Texture::new(checks, [Wrap::Repeat; 2]).unwrap();
    let flat = Paint { flat: true, texture: Some(&checks), ..PAINT };
    for vertex in (0..positions.len()).step_by(41) {
        let target = positions[vertex];
        let camera = Camera { target, fov_y_rad: 120.0e-4 / 2.4, ..whole };
        let [expected, found] = both(camera, flat);
        assert!(unlike(&expected, &found) < 0.02, "vertex {vertex}: {}", unlike(&expected, &found));
    }
}

#[test]
fn figures_without_matrices_stand_still_and_take_tints() {
    let sphere = Sphere::new();
    let tints = vec![Tint { color: Color::hex(0xE5332A), weight: 1.0 }; sphere.positions.len()];
    let model = Model::new(&Mesh { two_sided: true, ..sphere.mesh() }, &Skin::default()).unwrap();
    let plain = Figure { model: &model, bones: &[], particles: &[], tints: &[], paint: PAINT };
    let broken = Figure { bones: &[[[f32::NAN; 4]; 3]], paint: Paint { alpha: Alpha::Blend, ..PAINT }, ..plain };
    let mut renderer = renderer();
    for (figure, color) in [(plain, BASE), (broken, BASE), (Figure { tints: &tints, ..plain }, [0xE5, 0x33, 0x2A])] {
        let image = renderer.render(&Frame { figures: &[figure], ..frame(&[]) }).unwrap();
        assert!(difference(rgb(&image, 70, 48), color) < 12, "{:?}", rgb(&image, 70, 48));
    }
}
