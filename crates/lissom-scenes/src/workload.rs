//! Plain workloads for benchmarks: many rods, one cloth, on a base that shakes.

use glam::{Quat, Vec3};
use lissom_core::rest::Rest;
use lissom_core::{
    Binding, BodyDesc, BodyParams, BuildError, Camera, Charts, ParticleDesc, Point, PoseArray, Procedural, Settings,
    StepInput, Stiffness, Structure, Suppression, ViewBlend, ViewExample, World, WorldDesc,
};

/// A workload and how to play it.
#[derive(Debug)]
pub struct Workload {
    pub world: World,
    /// What one unit of work is.
    pub unit: &'static str,
    pub units: usize,
    /// How often a frame it is done.
    pub times: f64,
    frame: u64,
    /// The camera goes around.
    orbits: bool,
}

/// Builds a workload.
pub type Make = fn() -> Result<Workload, BuildError>;

/// The plain workloads by name.
pub const ALL: [(&str, Make); 9] = [
    ("chains-1008x8", || chains(1008, 8)),
    ("chains-11x20", || chains(11, 20)),
    ("views-none", || views(Suppression::None, true)),
    ("views-transport", || views(Suppression::Transport, true)),
    ("views-still", || views(Suppression::Transport, false)),
    ("views-projection", || views(Suppression::Projection { ridge: 0.1, window: 0.3 }, true)),
    ("cloth-40x35", || cloth(40, 35)),
    ("solid-12x12x11", || solid([11, 11, 10], 6)),
    ("regions", || solid([11, 11, 10], 64)),
];

const REST: PoseArray = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

impl Workload {
    fn new(bodies: Vec<BodyDesc>, unit: &'static str) -> Result<Workload, BuildError> {
        let units = bodies.iter().map(|b| b.particles.len()).sum();
        let desc = WorldDesc { bones: vec![REST], bodies, colliders: Vec::new(), settings: Settings::default() };
        Ok(Workload { world: World::new(desc)?, unit, units, times: 4.0, frame: 0, orbits: false })
    }

    /// One frame of 1/60 s.
    pub fn frame(&mut self) {
        self.frame += 1;
        let t = self.frame as f32 / 60.0;
        let mut bone = REST;
        bone[0] = 0.1 * libm::sinf(t * std::f32::consts::TAU);
        let turn = if self.orbits { 0.25 * t * std::f32::consts::TAU } else { 0.0 };
        let forward = [libm::cosf(turn), -0.2, libm::sinf(turn)];
        let camera = Some(Camera::Orthographic { forward });
        self.world.step(&StepInput { camera, ..StepInput::new(1.0 / 60.0, &[bone]) });
    }
}

/// A block of tetrahedra, six to a cube, so that a region has fifteen vertices. One unit is a vertex in one pass.
pub fn solid(cells: [usize; 3], passes: u32) -> Result<Workload, BuildError> {
    let [nx, ny, nz] = cells;
    let index = |i: usize, j: usize, k: usize| ((i * (ny + 1) + j) * (nz + 1) + k) as u32;
    let (mut particles, mut tets) = (Vec::new(), Vec::new());
    for i in 0..=nx {
        for j in 0..=ny {
            for k in 0..=nz {
                particles.push(ParticleDesc {
                    position: [0.1 * i as f32, 0.1 * j as f32, 0.1 * k as f32],
                    rotation: Quat::IDENTITY.to_array(),
                    radii: [0.05; 3],
                    mass_kg: 1.0,
                    animated: i == 0,
                    surface: false,
                    binding: Binding::rigid(0),
                });
                if i < nx && j < ny && k < nz {
                    let corner = |b: usize| index(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
                    // Around the diagonal from corner 0 to corner 7.
                    let around = [1, 3, 2, 6, 4, 5];
                    tets.extend((0..6).map(|a| [0, around[a], around[(a + 1) % 6], 7].map(corner)));
                }
            }
        }
    }
    let wave = vec![Point { phase: 0.25, rate: 1.2 }, Point { phase: 0.75, rate: 1.0 / 1.2 }];
    let procedural = Procedural {
        charts: Charts { points: [wave, vec![], vec![]], ..Charts::default() },
        delay: particles.iter().map(|p| p.position[0] / (0.1 * nx as f32)).collect(),
        stiffness: Stiffness::Passes { count: passes, literal: false, chebyshev: None },
        ..Procedural::default()
    };
    let params = BodyParams { rest: Rest::Procedural(Box::new(procedural)), may_sleep: false, ..BodyParams::default() };
    let body = BodyDesc { part: "solid".into(), particles, structure: Structure::Tets { tets }, anchor: 0, params };
    let work = Workload::new(vec![body], "vertex-pass")?;
    Ok(Workload { units: work.units * passes as usize, times: 1.0, ..work })
}

/// Upright rods, ring 2, lengths solved: the whole chain step.
pub fn chains(count: usize, joints: usize) -> Result<Workload, BuildError> {
    Workload::new(rods(count, joints, &Rest::Fixed), "joint")
}

/// A thousand of the same, with five examples each.
pub fn views(suppression: Suppression, orbits: bool) -> Result<Workload, BuildError> {
    let bent = |azimuth: f32| -> Vec<[f32; 3]> {
        let mut x = Vec3::ZERO;
        let mut out = vec![x.to_array()];
        for k in 1..8 {
            let (sin, cos) = (libm::sinf(0.15 * k as f32), libm::cosf(0.15 * k as f32));
            x += Vec3::new(sin * libm::cosf(azimuth), cos, sin * libm::sinf(azimuth)) * 0.1;
            out.push(x.to_array());
        }
        out
    };
    let example = |k: usize| {
        let azimuth = k as f32 * std::f32::consts::TAU / 5.0;
        ViewExample {
            positions: bent(azimuth + 1.5),
            rotations: Vec::new(),
            direction: [libm::cosf(azimuth), 0.1, libm::sinf(azimuth)],
            extent: 0.8,
            morphs: Vec::new(),
        }
    };
    let view = ViewBlend { examples: (0..5).map(example).collect(), suppression, ..ViewBlend::default() };
    Ok(Workload { orbits, ..Workload::new(rods(1008, 8, &Rest::View(view)), "joint")? })
}

fn rods(count: usize, joints: usize, rest: &Rest) -> Vec<BodyDesc> {
    let chain = |index: usize| {
        let root = Vec3::new((index % 36) as f32, 0.0, (index / 36) as f32);
        let particles = (0..joints).map(|k| ParticleDesc {
            position: (root + Vec3::Y * (0.1 * k as f32)).to_array(),
            rotation: Quat::IDENTITY.to_array(),
            radii: [0.03; 3],
            mass_kg: 0.05,
            animated: k == 0,
            surface: false,
            binding: Binding::rigid(0),
        });
        BodyDesc {
            part: "rods".into(),
            particles: particles.collect(),
            structure: Structure::Chain,
            anchor: 0,
            params: BodyParams {
                rest: rest.clone(),
                bend_hz: 20.0,
                twist_hz: 20.0,
                may_sleep: false,
                ..BodyParams::default()
            },
        }
    };
    (0..count).map(chain).collect()
}

/// A cloth held along one side, two passes of matching and lengths a substep.
pub fn cloth(columns: usize, rows: usize) -> Result<Workload, BuildError> {
    let mut particles = Vec::new();
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let index = (row * columns + column) as u32;
            particles.push(ParticleDesc {
                position: [0.03 * column as f32, 0.0, 0.03 * row as f32],
                rotation: Quat::IDENTITY.to_array(),
                radii: [0.015, 0.0075, 0.015],
                mass_kg: 0.001,
                animated: row == 0,
                surface: false,
                binding: Binding::rigid(0),
            });
            if column > 0 {
                edges.push([index - 1, index]);
            }
            if row > 0 {
                edges.push([index - columns as u32, index]);
            }
        }
    }
    let params = BodyParams {
        // Two passes of half the strength each: more than one full application of matching.
        bend_hz: 42.0,
        twist_hz: 42.0,
        ring: 1,
        length_sweeps: 1,
        may_sleep: false,
        ..BodyParams::default()
    };
    let body = BodyDesc { part: "cloth".into(), particles, structure: Structure::Mesh { edges }, anchor: 0, params };
    Workload::new(vec![body], "particle")
}
