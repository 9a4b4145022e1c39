//! Our side of `cargo xtask peers`: a workload and its iterations; each line of input says how many frames to measure.

use glam::Vec3;
use lissom_core::{BodyDesc, BodyParams, PoseArray, Procedural, StepInput, Stiffness, World, WorldDesc};
use lissom_scenes::workload::{
    EDGE, IN_A_ROW, IN_THE_WAY, SEGMENT, cloth, cloth_edges, rods, solid, spheres, springs, stiff,
};
use std::error::Error;
use std::time::Instant;

const REST: PoseArray = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
const COLUMNS: usize = 40;
const ROWS: usize = 35;

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
        let sheet = BodyParams { ring: 1, length_sweeps: iterations, ..stiff() };
        let stiffness = Stiffness::Passes { count: iterations, literal: false, chebyshev: None };
        let (bodies, steps, probe): (_, _, fn(&World) -> f32) = match name {
            "rods" => (rods(1000, 9, Vec3::X, &stiff()), 4, |w| -w.poses().positions()[8][1]),
            "hair" => (rods(11, 20, Vec3::X, &stiff()), 4, |w| -w.poses().positions()[19][1]),
            "rods-lengths" => (rods(1000, 9, Vec3::X, &stiff()), 4, |w| rod_stretch(w.poses().positions(), 9)),
            "hair-lengths" => (rods(11, 20, Vec3::X, &stiff()), 4, |w| rod_stretch(w.poses().positions(), 20)),
            "springs" | "springs-touched" => (springs(), 4, |w| tip_ways(w.poses().positions())),
            "cloth" => (vec![cloth(COLUMNS, ROWS, [0.5; 3], sheet)], 4, |w| cloth_stretch(w.poses().positions())),
            "solid" => (vec![solid([11, 11, 10], Procedural { stiffness, ..Procedural::default() })], 1, |w| {
                1.1 - w.poses().positions()[12 * 12 * 11 - 1][1]
            }),
            _ => return Err(format!("there is no workload `{name}`").into()),
        };
        let units = bodies.iter().map(|b| b.particles.len()).sum();
        let colliders = match name {
            "springs" => spheres(IN_A_ROW),
            "springs-touched" => spheres(IN_THE_WAY),
            _ => Vec::new(),
        };
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

/// How far the tips of strands have gone, on the average.
fn tip_ways(at: &[[f32; 3]]) -> f32 {
    let strands = springs();
    let way = |(strand, at): (&BodyDesc, &[[f32; 3]])| Vec3::from(at[8]).distance(strand.particles[8].position.into());
    strands.iter().zip(at.chunks(9)).map(way).sum::<f32>() / strands.len() as f32
}

fn rod_stretch(at: &[[f32; 3]], joints: usize) -> f32 {
    stretch(at.chunks(joints).flat_map(|rod| rod.windows(2)).map(|pair| [pair[0], pair[1]]), SEGMENT)
}

fn cloth_stretch(at: &[[f32; 3]]) -> f32 {
    stretch(cloth_edges(COLUMNS, ROWS).map(|edge| edge.map(|k| at[k])), EDGE)
}

/// Root mean square of how much they are too long or too short.
fn stretch(edges: impl Iterator<Item = [[f32; 3]; 2]>, length: f32) -> f32 {
    let strain = |edge: [[f32; 3]; 2]| {
        let [a, b] = edge.map(Vec3::from);
        a.distance(b) / length - 1.0
    };
    let (sum, count) = edges.map(strain).fold((0.0, 0), |(sum, count), s| (sum + s * s, count + 1));
    (sum / count as f32).sqrt()
}
