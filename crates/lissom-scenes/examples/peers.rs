//! Our side of `cargo xtask peers`: a workload and its iterations; each line of input says how many frames to measure.

use glam::Vec3;
use lissom_core::rest::Rest;
use lissom_core::{
    Binding, BodyDesc, BodyParams, ColliderDesc, ParticleDesc, PoseArray, Procedural, Shape, SpringDesc, StepInput,
    Stiffness, Structure, World, WorldDesc,
};
use std::error::Error;
use std::time::Instant;

const REST: PoseArray = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
/// Lengths of a rod's segment, of a cloth's edge and of a solid's.
const SEGMENT: f32 = 0.1;
const EDGE: f32 = 0.03;
const CELL: f32 = 0.1;

/// A world, how far it has gone from rest, and how many substeps it makes a frame.
struct Bench {
    world: World,
    units: usize,
    steps: u32,
    probe: fn(&World) -> f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, iterations] = &arguments[..] else { return Err("say NAME ITERATIONS".into()) };
    let mut bench = Bench::new(name, iterations.parse()?)?;
    for line in std::io::stdin().lines() {
        println!("{}", bench.measure(line?.parse()?));
    }
    Ok(())
}

impl Bench {
    fn new(name: &str, iterations: u32) -> Result<Bench, Box<dyn Error>> {
        let (bodies, steps, probe): (_, _, fn(&World) -> f32) = match name {
            "rods" => (rods(1000, 9), 4, |w| -w.poses().positions()[8][1]),
            "hair" => (rods(11, 20), 4, |w| -w.poses().positions()[19][1]),
            "springs" => (springs(), 4, |w| w.poses().positions()[8][1]),
            "cloth" => (vec![cloth(iterations)], 4, |w| stretch(w.poses().positions())),
            "solid" => (vec![solid(iterations)], 1, |w| -w.poses().positions()[12 * 12 * 11 - 1][1]),
            _ => return Err(format!("there is no workload `{name}`").into()),
        };
        let units = bodies.iter().map(|b| b.particles.len()).sum();
        let colliders = if name == "springs" { spheres() } else { Vec::new() };
        let world = World::new(WorldDesc { bones: vec![REST], bodies, colliders, ..WorldDesc::default() })?;
        Ok(Bench { world, units, steps, probe })
    }

    /// The fastest frame, and how far from rest the workload is after them.
    fn measure(&mut self, frames: u32) -> String {
        let mut least = f64::INFINITY;
        for _ in 0..frames {
            let begin = Instant::now();
            self.world.step(&StepInput::new(1.0 / 60.0, &[REST]));
            least = least.min(begin.elapsed().as_secs_f64() * 1e9);
        }
        let (units, steps, probe) = (self.units, self.steps, (self.probe)(&self.world));
        format!(r#"{{"ns":{least},"units":{units},"steps":{steps},"probe":{probe}}}"#)
    }
}

/// Root mean square of how much the edges of the cloth are too long or too short.
fn stretch(at: &[[f32; 3]]) -> f32 {
    let strain = |[a, b]: [usize; 2]| Vec3::from(at[a]).distance(Vec3::from(at[b])) / EDGE - 1.0;
    let (sum, count) = cloth_edges().map(strain).fold((0.0, 0), |(sum, count), s| (sum + s * s, count + 1));
    (sum / count as f32).sqrt()
}

fn particle(position: [f32; 3], radius: f32, mass_kg: f32, animated: bool) -> ParticleDesc {
    let rotation = [0.0, 0.0, 0.0, 1.0];
    let binding = Binding::rigid(0);
    ParticleDesc { position, rotation, radii: [radius; 3], mass_kg, animated, surface: false, binding }
}

/// No peer lets strands collide with each other, so ours do not either.
fn body(particles: Vec<ParticleDesc>, structure: Structure, params: BodyParams) -> BodyDesc {
    let part = "soft".to_owned();
    let params = BodyParams { may_sleep: false, passes_through: vec![part.clone()], ..params };
    BodyDesc { part, particles, structure, anchor: 0, params }
}

/// One pass of matching a substep.
fn stiff() -> BodyParams {
    BodyParams { bend_hz: 20.0, twist_hz: 20.0, ..BodyParams::default() }
}

/// Level rods, held at one end.
fn rods(count: usize, joints: usize) -> Vec<BodyDesc> {
    let rod = |k: usize| {
        let at = |j: usize| [2.5 * (k % 36) as f32 + SEGMENT * j as f32, 0.0, (k / 36) as f32];
        let particles = (0..joints).map(|j| particle(at(j), 0.03, 0.05, j == 0)).collect();
        body(particles, Structure::Chain, stiff())
    };
    (0..count).map(rod).collect()
}

/// Strands of eight joints and a tip that spring back as in VRM.
fn springs() -> Vec<BodyDesc> {
    let spring = SpringDesc { stiffness: 1.0, drag: 0.4, gravity: [0.0, -0.3, 0.0] };
    let strand = |k: usize| {
        let angle = k as f32;
        let mut at = [libm::cosf(angle), 1.5, libm::sinf(angle)];
        let mut particles = vec![particle(at, 0.02, 0.05, true)];
        for j in 0..8 {
            let offset = [0.01 * libm::sinf(angle + j as f32 + 1.0), -0.05, 0.005];
            at = [at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]];
            particles.push(particle(at, 0.02, 0.05, false));
        }
        let params = BodyParams { springs: vec![spring; 9], ..BodyParams::default() };
        body(particles, Structure::Chain, params)
    };
    (0..1008).map(strand).collect()
}

fn spheres() -> Vec<ColliderDesc> {
    let sphere = |k: usize| {
        let center = [0.3 * k as f32, 1.3, 0.1 * k as f32];
        let shape = Shape::Sphere { center, radius: 0.12 };
        ColliderDesc { part: "body".into(), bone: Some(0), shape, friction: 0.0 }
    };
    (0..4).map(sphere).collect()
}

const COLUMNS: usize = 40;
const ROWS: usize = 35;

/// Level, and held by its first row. Iterations are sweeps over the edges in a substep.
fn cloth(iterations: u32) -> BodyDesc {
    let at = |k: usize| [EDGE * (k % COLUMNS) as f32, 0.0, EDGE * (k / COLUMNS) as f32];
    let particles = (0..COLUMNS * ROWS).map(|k| particle(at(k), 0.5 * EDGE, 0.001, k < COLUMNS)).collect();
    let edges = cloth_edges().map(|e| e.map(|k| k as u32)).collect();
    let params = BodyParams { ring: 1, length_sweeps: iterations, ..stiff() };
    body(particles, Structure::Mesh { edges }, params)
}

fn cloth_edges() -> impl Iterator<Item = [usize; 2]> {
    let along = (0..COLUMNS * ROWS).filter(|k| k % COLUMNS > 0).map(|k| [k - 1, k]);
    along.chain((COLUMNS..COLUMNS * ROWS).map(|k| [k - COLUMNS, k]))
}

/// A block held on one side. A region is a vertex and the fourteen it shares tetrahedra with; iterations are passes.
fn solid(iterations: u32) -> BodyDesc {
    let [nx, ny, nz] = [12, 12, 11];
    let index = |i: usize, j: usize, k: usize| ((i * ny + j) * nz + k) as u32;
    let (mut particles, mut tets) = (Vec::new(), Vec::new());
    for (i, j, k) in (0..nx).flat_map(|i| (0..ny).flat_map(move |j| (0..nz).map(move |k| (i, j, k)))) {
        let at = [CELL * i as f32, CELL * j as f32 - CELL * (ny - 1) as f32, CELL * k as f32];
        particles.push(particle(at, 0.5 * CELL, 1.0, i == 0));
        if i + 1 < nx && j + 1 < ny && k + 1 < nz {
            let corner = |b: usize| index(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
            // Around the diagonal from corner 0 to corner 7.
            let around = [1, 3, 2, 6, 4, 5];
            tets.extend((0..6).map(|a| [0, around[a], around[(a + 1) % 6], 7].map(corner)));
        }
    }
    let stiffness = Stiffness::Passes { count: iterations, literal: false, chebyshev: None };
    let procedural = Procedural { stiffness, ..Procedural::default() };
    let rest = Rest::Procedural(Box::new(procedural));
    body(particles, Structure::Tets { tets }, BodyParams { rest, ..BodyParams::default() })
}
