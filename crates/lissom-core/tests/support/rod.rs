//! The standard rod of spec 4: upright, with five examples around it.

use super::{IDENTITY, Random};
use glam::{DVec3, Vec3};
use lissom_core::*;

pub const LENGTH: f64 = 0.1;

/// A rod that starts upwards and bends by `total` towards an azimuth, turning by `curl` on its way.
pub fn bent(joints: usize, total: f64, azimuth: f64, curl: f64) -> Vec<DVec3> {
    let mut x = vec![DVec3::ZERO];
    for k in 0..joints - 1 {
        let share = |n: usize| n as f64 / (joints - 1) as f64;
        let (bend, turn) = (total * share(k + 1), azimuth + curl * share(k));
        let along = DVec3::new(bend.sin() * turn.cos(), bend.cos(), -bend.sin() * turn.sin());
        x.push(x[k] + along * LENGTH);
    }
    x
}

pub fn arrays(x: &[DVec3]) -> Vec<[f32; 3]> {
    x.iter().map(|p| p.as_vec3().to_array()).collect()
}

pub fn example(x: &[DVec3], direction: Vec3, extent: f32) -> ViewExample {
    ViewExample {
        positions: arrays(x),
        rotations: Vec::new(),
        direction: direction.to_array(),
        extent,
        morphs: Vec::new(),
    }
}

/// The five examples, as (pose, direction).
pub fn examples(joints: usize) -> Vec<ViewExample> {
    let mut out: Vec<ViewExample> = [(0.0, 1.0, 0.0), (90.0, 1.1, 0.4), (180.0, 0.9, 0.0), (270.0, 1.2, -0.4)]
        .into_iter()
        .map(|(degrees, total, curl)| {
            let a = f64::to_radians(degrees);
            let pose = bent(joints, total, a + std::f64::consts::FRAC_PI_2, curl);
            example(&pose, toward(degrees, 0.0), 0.8)
        })
        .collect();
    out.push(example(&bent(joints, 1.6, f64::to_radians(45.0), 0.0), Vec3::Y, 0.8));
    out
}

/// The direction to a camera at an azimuth and an elevation.
pub fn toward(azimuth_deg: f64, elevation_deg: f64) -> Vec3 {
    let (a, e) = (azimuth_deg.to_radians(), elevation_deg.to_radians());
    DVec3::new(a.cos() * e.cos(), e.sin(), -a.sin() * e.cos()).as_vec3()
}

pub fn camera(azimuth_deg: f64) -> Camera {
    Camera::Orthographic { forward: (-toward(azimuth_deg, 10.0)).to_array() }
}

pub fn params(view: ViewBlend) -> BodyParams {
    BodyParams {
        rest: rest::Rest::View(view),
        bend_hz: 20.0,
        twist_hz: 20.0,
        ring: 2,
        damping: 0.6,
        spin_damping: 0.6,
        may_sleep: false,
        ..BodyParams::default()
    }
}

pub fn view() -> ViewBlend {
    ViewBlend { examples: examples(8), response_secs: 0.0, ..ViewBlend::default() }
}

pub fn body(joints: usize, view: ViewBlend) -> BodyDesc {
    let particles = (0..joints)
        .map(|k| ParticleDesc {
            position: [0.0, LENGTH as f32 * k as f32, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            radii: [0.03; 3],
            mass_kg: 0.05,
            animated: k == 0,
            surface: false,
            binding: Binding::rigid(0),
        })
        .collect();
    BodyDesc { part: "rod".into(), particles, structure: Structure::Chain, anchor: 0, params: params(view) }
}

/// A step seen from somewhere.
pub fn step(world: &mut World, dt_secs: f64, camera: Camera) -> StepReport {
    world.step(&StepInput { camera: Some(camera), ..StepInput::new(dt_secs, &[IDENTITY]) })
}

pub fn direction(random: &mut Random) -> Vec3 {
    DVec3::from_array(std::array::from_fn(|_| random.normal())).normalize().as_vec3()
}
