//! Boneless bodies: from tetrahedra and a creature to a body of the world, and from its vertices to what is drawn.

use glam::{Quat, Vec3};
use lissom_core::{
    Binding, BodyDesc, BodyParams, Bristles, Charts, ParticleDesc, Point, Procedural, Rest, Start, Stiffness, Stimulus,
    Structure, Volume, Water, When,
};

use super::{ActorError, bone};
use crate::character::{Character, Tets};
use crate::creature::{self, Creature};
use crate::field;
use crate::tets::{TetMesh, embed::embed};

/// A vertex of a mesh that tetrahedra carry: whose corners, how much of each, and how far it is outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inside {
    pub corners: [u32; 4],
    pub weights: [f32; 4],
    /// In the bind pose. It turns with the corners, but does not stretch: what stands out keeps its shape.
    pub outside: Vec3,
}

impl Inside {
    /// What a field has there, by particle.
    pub fn sample(&self, values: &[f32]) -> f32 {
        self.corners.iter().zip(self.weights).map(|(k, w)| values[*k as usize] * w).sum()
    }

    /// Where it is, by where the particles are and how they are turned.
    pub fn place(&self, positions: &[[f32; 3]], rotations: &[[f32; 4]]) -> Vec3 {
        let corners = || self.corners.iter().zip(self.weights);
        let inside: Vec3 = corners().map(|(k, w)| Vec3::from_array(positions[*k as usize]) * w).sum();
        if self.outside == Vec3::ZERO {
            return inside;
        }
        let first = Quat::from_array(rotations[self.corners[0] as usize]);
        let turn = corners().fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, (k, w)| {
            let q = Quat::from_array(rotations[*k as usize]);
            sum + q * if q.dot(first) < 0.0 { -w } else { w }
        });
        let turn = if turn.length_squared() > 1e-12 { turn.normalize() } else { first };
        inside + turn * self.outside
    }
}

/// The tetrahedra that a creature drives.
pub fn tets<'a>(character: &'a Character, creature: &Creature) -> Result<&'a Tets, ActorError> {
    character.tets.iter().find(|t| t.name == creature.name).ok_or_else(|| ActorError::NoTets {
        creature: creature.name.clone(),
        known: character.tets.iter().map(|t| t.name.as_str()).collect::<Vec<_>>().join(", "),
    })
}

/// A body of the world, and the layers of its vertices.
pub fn describe(character: &Character, creature: &Creature) -> Result<(BodyDesc, Vec<f32>), ActorError> {
    let tets = tets(character, creature)?;
    let mesh = &tets.mesh;
    let count = mesh.positions.len();
    let wrap = |source| ActorError::Field { creature: creature.name.clone(), source };
    let fields = field::evaluate(mesh, &creature.fields).map_err(wrap)?;
    let anchor = match &creature.anchor {
        Some(name) => bone(&character.skeleton, name, || format!("creature `{}`, anchor", creature.name))?,
        None => 0,
    };
    let masses = masses(mesh, creature.density);
    let radius = creature.radius.unwrap_or(0.5 * mesh.mean_edge());
    let particles = (0..count).map(|k| ParticleDesc {
        position: mesh.positions[k].to_array(),
        rotation: [0.0, 0.0, 0.0, 1.0],
        radii: [radius; 3],
        mass_kg: masses[k],
        animated: creature.held.iter().any(|area| area.depth(mesh.positions[k]) >= 0.0),
        surface: false,
        binding: match (tets.bones.get(k), tets.weights.get(k)) {
            (Some(&bones), Some(&weights)) => Binding { bones, weights },
            _ => Binding::rigid(anchor as u16),
        },
    });
    let procedural = Procedural {
        frames: fields.frames,
        strength: fields.strength,
        delay: fields.delay,
        charts: charts(&creature.charts),
        speed: creature.speed,
        start: match creature.start {
            creature::Start::Ease { secs } => Start::Ease { secs },
            creature::Start::Front => Start::Front,
        },
        stiffness: match creature.stiffness {
            creature::Stiffness::Passes { count, literal, chebyshev } => {
                Stiffness::Passes { count, literal, chebyshev }
            }
            creature::Stiffness::Implicit { hz, iterations } => Stiffness::Implicit { hz, iterations },
        },
        region_damping: creature.region_damping,
        steps_per_sec: creature.steps_per_sec,
        stimuli: creature.stimuli.iter().map(|s| stimulus(mesh, s)).collect(),
        bristles: creature.bristles.map(|b| Bristles { along: vec![b.towards; count], more: b.more }),
    };
    let body = BodyDesc {
        part: creature.name.clone(),
        particles: particles.collect(),
        structure: Structure::Tets { tets: mesh.tets.clone() },
        anchor: anchor as u16,
        params: BodyParams {
            rest: Rest::Procedural(Box::new(procedural)),
            damping: creature.damping,
            gravity_scale: creature.gravity_scale,
            friction: creature.friction,
            passes_through: creature.passes_through.clone(),
            may_sleep: false,
            ..BodyParams::default()
        },
    };
    Ok((body, fields.layer))
}

/// m = ρ Σ V/4, over the tetrahedra of a vertex.
fn masses(mesh: &TetMesh, density: f32) -> Vec<f32> {
    let mut masses = vec![0.0; mesh.positions.len()];
    for &tet in &mesh.tets {
        let quarter = f64::from(density) * mesh.volume_of(tet) / 4.0;
        tet.iter().for_each(|k| masses[*k as usize] += quarter);
    }
    masses.into_iter().map(|kg| kg as f32).collect()
}

/// As the engine has them.
pub fn charts(from: &creature::Charts) -> Charts {
    let points = |list: &[[f32; 2]]| list.iter().map(|&[phase, rate]| Point { phase, rate }).collect();
    Charts {
        cycle_secs: from.cycle_secs,
        range: from.range,
        volume: match from.volume {
            creature::Volume::Free => Volume::Free,
            creature::Volume::Both => Volume::Both,
            creature::Volume::Second => Volume::Second,
        },
        points: [points(&from.first), points(&from.second), points(&from.third)],
    }
}

fn stimulus(mesh: &TetMesh, from: &creature::Stimulus) -> Stimulus {
    Stimulus {
        when: match &from.when {
            creature::When::Touch => When::Touch,
            creature::When::Contact { part } => When::Contact { part: part.clone() },
            creature::When::Near { part, distance } => When::Near { part: part.clone(), distance: *distance },
            creature::When::Key { name } => When::Key { name: name.clone() },
            creature::When::Timer { first_secs, every_secs } => {
                When::Timer { first_secs: *first_secs, every_secs: *every_secs }
            }
        },
        charts: charts(&from.charts),
        speed: from.speed,
        fading: from.fading,
        pause_secs: from.pause_secs,
        vertex: nearest(mesh, Vec3::from_array(from.at)) as u32,
        literal: from.literal,
    }
}

/// The vertex nearest to a place.
pub fn nearest(mesh: &TetMesh, place: Vec3) -> usize {
    let near = |k: &usize| mesh.positions[*k].distance_squared(place);
    (0..mesh.positions.len()).min_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or(0)
}

pub fn water(from: &creature::Water) -> Water {
    Water {
        level: from.level.unwrap_or(f32::INFINITY),
        density: from.density,
        velocity: from.velocity,
        normal_drag: from.normal_drag,
        tangent_drag: from.tangent_drag,
    }
}

/// Where the vertices of a mesh are among tetrahedra whose first particle has this number.
pub fn inside(mesh: &TetMesh, positions: &[Vec3], first: u32) -> Vec<Inside> {
    let found = embed(mesh, positions).into_iter().zip(positions);
    found
        .map(|((corners, weights), place)| {
            let within = weights.iter().all(|w| *w >= 0.0);
            let kept = weights.map(|w| w.max(0.0));
            let sum: f32 = kept.iter().sum();
            let weights = if within { weights } else { kept.map(|w| w / sum) };
            let at = |k: u32, w: f32| mesh.positions[k as usize] * w;
            let nearest: Vec3 = corners.iter().zip(weights).map(|(k, w)| at(*k, w)).sum();
            let outside = if within { Vec3::ZERO } else { *place - nearest };
            Inside { corners: corners.map(|k| first + k), weights, outside }
        })
        .collect()
}

/// Vertices that are one place in the bind pose, so that seams do not show: by vertex, the first of them.
pub fn welded(positions: &[Vec3]) -> Vec<u32> {
    let mut first = std::collections::BTreeMap::new();
    let key = |p: &Vec3| p.to_array().map(f32::to_bits);
    positions.iter().enumerate().map(|(k, p)| *first.entry(key(p)).or_insert(k as u32)).collect()
}
