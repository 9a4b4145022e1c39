//! Bodies of tetrahedra for tests.

#![allow(dead_code)]

use super::*;
use glam::{Mat3, Vec3};

/// Cubes cut into six around a diagonal, as the figures of the oracles are measured with.
const CUBE: [[usize; 4]; 6] = [[0, 1, 3, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 6, 4, 7], [0, 4, 5, 7], [0, 5, 1, 7]];

pub struct Solid {
    pub positions: Vec<Vec3>,
    pub tets: Vec<[u32; 4]>,
}

impl Solid {
    pub fn volume_of(&self, x: &[Vec3], tet: [u32; 4]) -> f64 {
        let [a, b, c, d] = tet.map(|k| x[k as usize].as_dvec3());
        (b - a).cross(c - a).dot(d - a) / 6.0
    }

    pub fn volume(&self, x: &[Vec3]) -> f64 {
        self.tets.iter().map(|t| self.volume_of(x, *t)).sum()
    }

    /// As a body of water's density, not held anywhere.
    pub fn body(&self, procedural: Procedural) -> BodyDesc {
        let mut mass = vec![0.0; self.positions.len()];
        for &tet in &self.tets {
            let part = 1000.0 * self.volume_of(&self.positions, tet) / 4.0;
            tet.iter().for_each(|k| mass[*k as usize] += part);
        }
        let particles = self.positions.iter().zip(mass).map(|(p, kg)| ParticleDesc {
            position: p.to_array(),
            rotation: [0.0, 0.0, 0.0, 1.0],
            radii: [0.03; 3],
            mass_kg: kg as f32,
            animated: false,
            surface: false,
            binding: Binding::rigid(0),
        });
        BodyDesc {
            part: "solid".into(),
            particles: particles.collect(),
            structure: Structure::Tets { tets: self.tets.clone() },
            anchor: 0,
            params: BodyParams {
                rest: Rest::Procedural(Box::new(procedural)),
                damping: 0.0,
                may_sleep: false,
                ..BodyParams::default()
            },
        }
    }
}

/// A grid of cubes along x, y and z.
pub fn grid(cells: [usize; 3], size: Vec3) -> Solid {
    let [nx, ny, nz] = cells;
    let index = |i: usize, j: usize, k: usize| (i * (ny + 1) + j) * (nz + 1) + k;
    let (mut positions, mut tets) = (Vec::new(), Vec::new());
    for i in 0..=nx {
        for j in 0..=ny {
            for k in 0..=nz {
                let share = Vec3::new(i as f32 / nx as f32, j as f32 / ny as f32 - 0.5, k as f32 / nz as f32 - 0.5);
                positions.push(share * size);
                if i < nx && j < ny && k < nz {
                    let corner = |b: usize| index(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2 & 1)) as u32;
                    tets.extend(CUBE.map(|t| t.map(corner)));
                }
            }
        }
    }
    let mut solid = Solid { positions, tets };
    for t in 0..solid.tets.len() {
        if solid.volume_of(&solid.positions, solid.tets[t]) < 0.0 {
            solid.tets[t].swap(1, 2);
        }
    }
    solid
}

/// 1.2 m long, 0.2 m thick.
pub fn bar() -> Solid {
    grid([12, 2, 2], Vec3::new(1.2, 0.2, 0.2))
}

/// Rates that never change.
pub fn constant(rates: [f32; 3]) -> Charts {
    let points = rates.map(|rate| vec![Point { phase: 0.0, rate }]);
    Charts { range: 8.0, volume: Volume::Free, points, ..Charts::default() }
}

pub fn places(world: &World, body: usize) -> Vec<Vec3> {
    world.poses().positions()[world.poses().body(body)].iter().map(|p| Vec3::from_array(*p)).collect()
}

pub fn play(world: &mut World, frames: usize) {
    for _ in 0..frames {
        world.step(&StepInput::new(1.0 / 60.0, &[IDENTITY]));
    }
}

/// Goals of the first boneless body in a world for given places and stretches, after some passes. Rotations start from
/// `turns`, and are left there.
pub fn goals(world: &World, x: &[Vec3], stretch: &[Mat3], turns: &mut [glam::Quat], passes: usize) -> Vec<Vec3> {
    use lissom_core::lanes::Block;
    use lissom_core::lanes::run;
    use lissom_core::rest::procedural::fit::Fit;
    let creatures = &world.template().creatures;
    let creature = &creatures.list[0];
    let column = |f: &dyn Fn(usize) -> f32| -> Vec<f32> {
        (0..creature.rows).map(|k| if k < x.len() { f(k) } else { 0.0 }).collect()
    };
    let mut place: [Vec<f32>; 3] = std::array::from_fn(|c| column(&|k| x[k][c]));
    let entries = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    let stretch: [Vec<f32>; 6] = entries.map(|(a, b)| column(&|k| stretch[k].col(b)[a]));
    let mut warm: [Vec<f32>; 4] = std::array::from_fn(|c| column(&|k| turns[k].to_array()[c]));
    (x.len()..creature.rows).for_each(|k| warm[3][k] = 1.0);
    let (mut block, mut group) = (vec![Block::ZERO; creature.rows], vec![Block::ZERO; creature.rows]);
    for _ in 0..passes {
        let mut base = ([0.0; 3], [0.0; 9]);
        let mut next = place.clone();
        run(
            LaneWidth::best(),
            Fit {
                rows: &creatures.rows,
                creature,
                x: place.each_ref().map(|a| a.as_slice()),
                stretch: stretch.each_ref().map(|a| a.as_slice()),
                warm: &mut warm.each_mut().map(|a| a.as_mut_slice()),
                block: &mut block,
                group: &mut group,
                newton: 4,
                goal: Some(next.each_mut().map(|a| a.as_mut_slice())),
                base: &mut base,
            },
        );
        place = next;
    }
    (0..x.len()).for_each(|k| turns[k] = glam::Quat::from_array(std::array::from_fn(|c| warm[c][k])));
    (0..x.len()).map(|k| Vec3::new(place[0][k], place[1][k], place[2][k])).collect()
}

/// D diag(c) Dᵀ.
pub fn stretched(frame: Mat3, rates: [f32; 3]) -> Mat3 {
    frame * Mat3::from_diagonal(Vec3::from_array(rates)) * frame.transpose()
}
