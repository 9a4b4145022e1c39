//! Plain workloads for benchmarks: many rods or springs, one cloth or solid, on a base that shakes.

use glam::{Quat, Vec3};
use lissom_core::rest::Rest;
use lissom_core::{
    Binding, BodyDesc, BodyParams, BuildError, Camera, Charts, ColliderDesc, LaneWidth, Limit, ParticleDesc, Point,
    PoseArray, Procedural, Settings, Shape, SpringDesc, StepInput, Stiffness, Structure, Suppression, ViewBlend,
    ViewExample, World, WorldDesc,
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

/// Builds a workload for so many lanes.
pub type Make = fn(LaneWidth) -> Result<Workload, BuildError>;

/// The plain workloads by name.
pub const ALL: [(&str, Make); 14] = [
    ("chains-1008x8", |lanes| chains(lanes, 1008, 8)),
    ("chains-11x20", |lanes| chains(lanes, 11, 20)),
    ("views-none", |lanes| views(lanes, Suppression::None, true)),
    ("views-transport", |lanes| views(lanes, Suppression::Transport, true)),
    ("views-still", |lanes| views(lanes, Suppression::Transport, false)),
    ("views-projection", |lanes| views(lanes, Suppression::Projection { ridge: 0.1, window: 0.3 }, true)),
    ("limits-1008x8", limits),
    ("forks-96x12", forks),
    ("springs-1008x8", |lanes| Workload::new(lanes, springs(), spheres(IN_A_ROW), "particle")),
    ("springs-touched", |lanes| Workload::new(lanes, springs(), spheres(IN_THE_WAY), "particle")),
    ("cloth-40x35", cloth_40x35),
    ("solid-12x12x11", |lanes| waves(lanes, CELLS, 6, None)),
    ("solid-chebyshev", |lanes| waves(lanes, CELLS, 6, Some(0.9))),
    ("regions", |lanes| waves(lanes, CELLS, 64, None)),
];

/// Cubes of the solid.
const CELLS: [usize; 3] = [11, 11, 10];
const REST: PoseArray = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

impl Workload {
    fn new(
        lanes: LaneWidth,
        bodies: Vec<BodyDesc>,
        colliders: Vec<ColliderDesc>,
        unit: &'static str,
    ) -> Result<Workload, BuildError> {
        let units = bodies.iter().map(|b| b.particles.len()).sum();
        let settings = Settings { lanes, ..Settings::default() };
        let desc = WorldDesc { bones: vec![REST], bodies, colliders, settings };
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

/// Upright rods: the whole chain step.
pub fn chains(lanes: LaneWidth, count: usize, joints: usize) -> Result<Workload, BuildError> {
    Workload::new(lanes, rods(count, joints, Vec3::Y, &stiff()), Vec::new(), "joint")
}

/// A thousand of the same, with five examples each.
fn views(lanes: LaneWidth, suppression: Suppression, orbits: bool) -> Result<Workload, BuildError> {
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
    let params = BodyParams { rest: Rest::View(view), ..stiff() };
    Ok(Workload { orbits, ..Workload::new(lanes, rods(1008, 8, Vec3::Y, &params), Vec::new(), "joint")? })
}

/// Soft rods that hang down as far as they may bend, and whose motion is damped within each.
fn limits(lanes: LaneWidth) -> Result<Workload, BuildError> {
    let limit = Some(Limit::Cone { angle_rad: 0.1 });
    let params = BodyParams { bend_hz: 1.0, twist_hz: 1.0, limit, shape_damping: 1.0, ..BodyParams::default() };
    Workload::new(lanes, rods(1008, 8, Vec3::X, &params), Vec::new(), "joint")
}

/// Rods of four joints, each of which goes on as two of four.
fn forks(lanes: LaneWidth) -> Result<Workload, BuildError> {
    let fork = |k: usize| {
        let root = Vec3::new(2.5 * (k % 12) as f32, 0.0, (k / 12) as f32);
        let joint = |j: usize| {
            let (out, side) = if j < 8 { (j as f32, 0.0) } else { ((j - 4) as f32, (j - 7) as f32) };
            particle(root + Vec3::new(out, 0.0, 0.3 * side) * SEGMENT, [0.03; 3], 0.05, j == 0)
        };
        let edges = (1..12).map(|j: u32| [if j == 8 { 3 } else { j - 1 }, j]).collect();
        body((0..12).map(joint).collect(), Structure::Rods { edges }, stiff())
    };
    Workload::new(lanes, (0..96).map(fork).collect(), Vec::new(), "joint")
}

/// Two passes of matching and lengths a substep.
fn cloth_40x35(lanes: LaneWidth) -> Result<Workload, BuildError> {
    // Two passes of half the strength each: more than one full application of matching.
    let params = BodyParams { bend_hz: 42.0, twist_hz: 42.0, ring: 1, length_sweeps: 1, ..BodyParams::default() };
    Workload::new(lanes, vec![cloth(40, 35, [0.5, 0.25, 0.5], params)], Vec::new(), "particle")
}

/// A solid through which a wave goes. One unit is a vertex in one pass.
pub fn waves(lanes: LaneWidth, cells: [usize; 3], passes: u32, chebyshev: Option<f32>) -> Result<Workload, BuildError> {
    let wave = vec![Point { phase: 0.25, rate: 1.2 }, Point { phase: 0.75, rate: 1.0 / 1.2 }];
    let layer = (cells[1] + 1) * (cells[2] + 1);
    let procedural = Procedural {
        charts: Charts { points: [wave, vec![], vec![]], ..Charts::default() },
        delay: (0..(cells[0] + 1) * layer).map(|k| (k / layer) as f32 / cells[0] as f32).collect(),
        stiffness: Stiffness::Passes { count: passes, literal: false, chebyshev },
        ..Procedural::default()
    };
    let work = Workload::new(lanes, vec![solid(cells, procedural)], Vec::new(), "vertex-pass")?;
    Ok(Workload { units: work.units * passes as usize, times: 1.0, ..work })
}

/// One pass of matching a substep.
pub fn stiff() -> BodyParams {
    BodyParams { bend_hz: 20.0, twist_hz: 20.0, ..BodyParams::default() }
}

/// On the only bone.
pub fn particle(position: Vec3, radii: [f32; 3], mass_kg: f32, animated: bool) -> ParticleDesc {
    let (position, rotation, binding) = (position.to_array(), Quat::IDENTITY.to_array(), Binding::rigid(0));
    ParticleDesc { position, rotation, radii, mass_kg, animated, surface: false, binding }
}

/// Does not collide with its like, and never sleeps.
pub fn body(particles: Vec<ParticleDesc>, structure: Structure, params: BodyParams) -> BodyDesc {
    let params = BodyParams { may_sleep: false, ..params };
    BodyDesc { part: "soft".into(), particles, structure, anchor: 0, params }
}

/// Length of a rod's segment.
pub const SEGMENT: f32 = 0.1;

/// Straight rods side by side, each held at one end.
pub fn rods(count: usize, joints: usize, along: Vec3, params: &BodyParams) -> Vec<BodyDesc> {
    let rod = |k: usize| {
        let root = Vec3::new(2.5 * (k % 36) as f32, 0.0, (k / 36) as f32);
        let joint = |j: usize| particle(root + along * (SEGMENT * j as f32), [0.03; 3], 0.05, j == 0);
        body((0..joints).map(joint).collect(), Structure::Chain, params.clone())
    };
    (0..count).map(rod).collect()
}

/// Strands of eight joints and a tip that spring back as in VRM, around a circle.
pub fn springs() -> Vec<BodyDesc> {
    let spring = SpringDesc { stiffness: 1.0, drag: 0.4, gravity: [0.0, -0.3, 0.0] };
    let strand = |k: usize| {
        let angle = k as f32;
        let mut at = Vec3::new(libm::cosf(angle), 1.5, libm::sinf(angle));
        let mut particles = vec![particle(at, [0.02; 3], 0.05, true)];
        for j in 0..8 {
            at += Vec3::new(0.01 * libm::sinf(angle + j as f32 + 1.0), -0.05, 0.005);
            particles.push(particle(at, [0.02; 3], 0.05, false));
        }
        let params = BodyParams { springs: vec![spring; 9], ..BodyParams::default() };
        body(particles, Structure::Chain, params)
    };
    (0..1008).map(strand).collect()
}

/// Where four spheres are, of which the last one is touched by some of them.
pub const IN_A_ROW: fn(f32) -> [f32; 3] = |k| [0.3 * k, 1.3, 0.1 * k];
/// Where each of four is touched by many.
pub const IN_THE_WAY: fn(f32) -> [f32; 3] =
    |k| [0.95 * libm::cosf(1.5 * k + 0.5), 1.3, 0.95 * libm::sinf(1.5 * k + 0.5)];

pub fn spheres(place: fn(f32) -> [f32; 3]) -> Vec<ColliderDesc> {
    let sphere = |k: usize| {
        let center = place(k as f32);
        let shape = Shape::Sphere { center, radius: 0.12 };
        ColliderDesc { part: "body".into(), bone: Some(0), shape, friction: 0.0 }
    };
    (0..4).map(sphere).collect()
}

/// Length of a cloth's edge.
pub const EDGE: f32 = 0.03;

/// A level cloth, held by its first row. Radii are in edges.
pub fn cloth(columns: usize, rows: usize, radii: [f32; 3], params: BodyParams) -> BodyDesc {
    let at = |k: usize| Vec3::new((k % columns) as f32, 0.0, (k / columns) as f32) * EDGE;
    let particles = (0..columns * rows).map(|k| particle(at(k), radii.map(|r| r * EDGE), 0.001, k < columns));
    let edges = cloth_edges(columns, rows).map(|e| e.map(|k| k as u32)).collect();
    body(particles.collect(), Structure::Mesh { edges }, params)
}

pub fn cloth_edges(columns: usize, rows: usize) -> impl Iterator<Item = [usize; 2]> {
    let along = (0..columns * rows).filter(move |k| k % columns > 0).map(|k| [k - 1, k]);
    along.chain((columns..columns * rows).map(move |k| [k - columns, k]))
}

/// A block of tetrahedra, six to a cube, so that a region has fifteen vertices; held on one side.
pub fn solid(cells: [usize; 3], procedural: Procedural) -> BodyDesc {
    let [nx, ny, nz] = cells.map(|n| n + 1);
    let index = |i: usize, j: usize, k: usize| ((i * ny + j) * nz + k) as u32;
    let (mut particles, mut tets) = (Vec::new(), Vec::new());
    for (i, j, k) in (0..nx).flat_map(|i| (0..ny).flat_map(move |j| (0..nz).map(move |k| (i, j, k)))) {
        particles.push(particle(Vec3::new(i as f32, j as f32, k as f32) * 0.1, [0.05; 3], 1.0, i == 0));
        if i + 1 < nx && j + 1 < ny && k + 1 < nz {
            let corner = |b: usize| index(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
            // Around the diagonal from corner 0 to corner 7.
            let around = [1, 3, 2, 6, 4, 5];
            tets.extend((0..6).map(|a| [0, around[a], around[(a + 1) % 6], 7].map(corner)));
        }
    }
    let rest = Rest::Procedural(Box::new(procedural));
    body(particles, Structure::Tets { tets }, BodyParams { rest, ..BodyParams::default() })
}
