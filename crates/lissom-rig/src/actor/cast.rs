//! From character and rig to an actor: regions become bodies, and vertices learn what to follow.

use glam::{Quat, Vec3};
use lissom_core::{Binding, BodyDesc, ColliderDesc, Hold, ParticleDesc, Settings, Structure, World, WorldDesc};

use super::boneless;
use super::joints::Linked;
use super::skinning::Matrices;
use super::{Actor, ActorError, Alive, MeshMap, bone};
use crate::character::{Character, Pose};
use crate::creature::Creature;
use crate::rig::{Joints, Kind, Region, Rig, RigCollider};
use crate::selection::Selection;
use crate::sim_mesh::SimMesh;
use crate::strands::Strand;
use crate::weights::{Influences, blend, particle_bone, vertex_particle};

pub fn cast(character: Character, rig: &Rig, moved: &[usize], hold: Hold<'_>) -> Result<Actor, ActorError> {
    let rest_bones = character.skeleton.rest_world();
    let mut draft = Draft {
        character: &character,
        bodies: Vec::new(),
        edges: Vec::new(),
        count: 0,
        maps: character.meshes.iter().map(|m| (vec![], vec![0.0; m.positions.len()])).collect(),
        inside: vec![Vec::new(); character.meshes.len()],
        layers: Vec::new(),
    };
    for region in &rig.regions {
        draft.add_region(region)?;
    }
    let mut joints = Vec::new();
    for from in &rig.joints {
        joints.push(draft.add_joints(from, &rest_bones, moved)?);
        if let Some(touches) = &from.touches
            && let Some(body) = draft.bodies.last_mut()
        {
            let others = parts_of_rig(rig).filter(|part| !touches.iter().any(|t| t == part));
            body.params.passes_through.extend(others.map(str::to_owned));
        }
    }
    let mut creatures = Vec::new();
    for creature in &rig.creatures {
        creatures.push(Alive { name: creature.name.clone(), body: draft.bodies.len() });
        draft.add_creature(creature)?;
    }
    let Draft { bodies, edges, maps, mut inside, layers, .. } = draft;
    let carried = carried(&character, &joints);
    let colliders = rig.colliders.iter().map(|c| collider(&character, &rest_bones, c)).collect::<Result<_, _>>()?;
    let particles = || bodies.iter().flat_map(|b: &BodyDesc| &b.particles);
    let rest_particles: Vec<Pose> =
        particles().map(|p| Pose::new(Vec3::from_array(p.position), Quat::from_array(p.rotation))).collect();
    let radii = particles().map(|p| Vec3::from_array(p.radii)).collect();
    let simulated =
        bodies.iter().flat_map(|b| b.particles.iter().map(|p| !p.animated || b.params.conserve_momentum)).collect();
    let bones: Vec<[f32; 7]> = rest_bones.iter().map(Pose::to_array).collect();
    let settings = Settings {
        gravity: rig.gravity.0,
        substep_secs: 1.0 / rig.steps_per_sec,
        surface_particles: rig.surface_particles,
        water: rig.water.as_ref().map(boneless::water),
        ..Settings::default()
    };
    let world = World::prepared(WorldDesc { bones: bones.clone(), bodies, colliders, settings }, hold)?;
    let maps = character.meshes.iter().zip(maps).enumerate().map(|(k, (mesh, (influences, blend)))| MeshMap {
        influences,
        blend,
        morphed: Vec::new(),
        welded: if inside[k].is_empty() { Vec::new() } else { boneless::welded(&mesh.positions) },
        inside: std::mem::take(&mut inside[k]),
        positions: mesh.positions.clone(),
        normals: mesh.normals.clone(),
    });
    Ok(Actor {
        world,
        edges,
        radii,
        simulated,
        layers,
        matrices: Matrices::default(),
        rest_bones,
        rest_particles,
        joints,
        creatures,
        carried,
        maps: maps.collect(),
        bones,
        given: Vec::new(),
        character,
    })
}

struct Draft<'a> {
    character: &'a Character,
    bodies: Vec<BodyDesc>,
    edges: Vec<[u32; 2]>,
    /// Particles so far.
    count: u32,
    /// By mesh: influences, empty if nothing in it follows particles, and blend.
    maps: Vec<(Vec<Influences>, Vec<f32>)>,
    /// By mesh: where its vertices are in tetrahedra.
    inside: Vec<Vec<boneless::Inside>>,
    /// By particle.
    layers: Vec<f32>,
}

impl Draft<'_> {
    /// A boneless body, with the meshes of its name inside it.
    fn add_creature(&mut self, creature: &Creature) -> Result<(), ActorError> {
        let (body, layers) = boneless::describe(self.character, creature)?;
        self.layers.resize(self.count as usize, 0.0);
        self.layers.extend(layers);
        let tets = &boneless::tets(self.character, creature)?.mesh;
        for (k, mesh) in self.character.meshes.iter().enumerate().filter(|(_, m)| m.part == creature.name) {
            self.inside[k] = boneless::inside(tets, &mesh.positions, self.count);
        }
        let near = tets.neighbours();
        let edges = near.iter().enumerate().flat_map(|(a, list)| list.iter().map(move |b| [a as u32, *b]));
        self.edges.extend(edges.filter(|[a, b]| a < b).map(|e| e.map(|k| self.count + k)));
        self.count += body.particles.len() as u32;
        self.bodies.push(body);
        Ok(())
    }

    fn add_joints(&mut self, joints: &Joints, rest: &[Pose], moved: &[usize]) -> Result<Linked, ActorError> {
        let skeleton = &self.character.skeleton;
        let linked = Linked::new(skeleton, rest, joints, self.bodies.len(), moved)?;
        let edges = linked.edges(skeleton, joints)?;
        self.edges.extend(edges.iter().map(|e| e.map(|k| self.count + k)));
        let body = linked.describe(skeleton, rest, joints)?;
        self.count += body.particles.len() as u32;
        self.bodies.push(body);
        Ok(linked)
    }

    fn add_region(&mut self, region: &Region) -> Result<(), ActorError> {
        let pieces = region.pieces(self.character)?;
        let total: usize = pieces.iter().map(|p| p.chain.particles.len()).sum();
        for piece in &pieces {
            self.add_piece(region, piece, region.weight_kg / total as f32)?;
        }
        Ok(())
    }

    fn add_piece(&mut self, region: &Region, piece: &Strand, mass_kg: f32) -> Result<(), ActorError> {
        let (selection, sim) = (&piece.selection, &piece.chain);
        let follows = vertex_particle(&selection.positions, &selection.normals, &selection.triangles, sim);
        let bones = particle_bone(&selection.positions, &selection.bones, &selection.weights, &follows, sim);
        let paint: Vec<f32> = sim.particles.iter().map(|p| region.simulated(p.position)).collect();
        let order = chain_order(region, sim, &paint);
        let mut rank = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            rank[old as usize] = self.count + new as u32;
        }
        let particles = order.iter().map(|&k| {
            let (p, k) = (&sim.particles[k as usize], k as usize);
            ParticleDesc {
                position: p.position.to_array(),
                rotation: p.rotation.to_array(),
                radii: p.radii.to_array(),
                mass_kg,
                animated: paint[k] < 0.5,
                surface: region.is_surface(p.position),
                binding: Binding { bones: bones[k].index.map(|b| b as u16), weights: bones[k].weight },
            }
        });
        let mut params = region.preset.params();
        region.adjust.apply(&mut params);
        params.passes_through.clone_from(&region.passes_through);
        params.conserve_momentum = region.kind == Kind::MomentumConserving;
        let place = || format!("region `{}`, anchor", region.name);
        self.bodies.push(BodyDesc {
            part: region.name.clone(),
            particles: particles.collect(),
            structure: match region.kind {
                Kind::Strands { .. } => Structure::Chain,
                Kind::Cloth => Structure::Mesh { edges: sim.edges.clone() },
                Kind::Shell { .. } | Kind::MomentumConserving => Structure::Loose,
            },
            anchor: bone(&self.character.skeleton, &region.anchor, place)? as u16,
            params,
        });
        self.edges.extend(sim.edges.iter().map(|e| e.map(|k| rank[k as usize])));
        self.count += sim.particles.len() as u32;
        self.map_vertices(region, selection, &follows, &paint, &rank);
        Ok(())
    }

    /// \[MC11c\] 4: vertices follow particles where they are simulated, bones elsewhere, softly.
    fn map_vertices(&mut self, region: &Region, from: &Selection, follows: &[Influences], paint: &[f32], rank: &[u32]) {
        if matches!(region.kind, Kind::Shell { .. }) {
            return;
        }
        let shares = match region.kind {
            Kind::MomentumConserving => vec![1.0; follows.len()],
            _ => blend(paint, follows, &from.positions, &from.triangles),
        };
        for (v, &(mesh, vertex)) in from.sources.iter().enumerate() {
            let (influences, blend) = &mut self.maps[mesh];
            influences.resize(blend.len(), Influences::default());
            influences[vertex] =
                Influences { index: follows[v].index.map(|k| rank[k as usize]), weight: follows[v].weight };
            blend[vertex] = shares[v];
        }
    }
}

/// Which bones hang on simulated ones, without being such themselves.
fn carried(character: &Character, joints: &[Linked]) -> Vec<bool> {
    let bones = &character.skeleton.bones;
    let simulated = |b: usize| joints.iter().any(|j| j.bones.contains(&b));
    let mut carried = vec![false; bones.len()];
    for k in 0..bones.len() {
        carried[k] = !simulated(k) && bones[k].parent.is_some_and(|p| simulated(p) || carried[p]);
    }
    carried
}

/// The order of particles in their body: chains start at the end that is held.
fn chain_order(region: &Region, sim: &SimMesh, paint: &[f32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..sim.particles.len() as u32).collect();
    let held_last = paint.first() > paint.last();
    if matches!(region.kind, Kind::Strands { .. }) && held_last {
        order.reverse();
    }
    order
}

/// Every part that a rig makes something of.
fn parts_of_rig(rig: &Rig) -> impl Iterator<Item = &str> {
    let regions = rig.regions.iter().map(|r| &r.name);
    let joints = rig.joints.iter().map(|j| &j.name);
    let creatures = rig.creatures.iter().map(|c| &c.name);
    let colliders = rig.colliders.iter().map(|c| &c.part);
    regions.chain(joints).chain(creatures).chain(colliders).map(String::as_str)
}

/// A collider in the frame of its bone.
fn collider(character: &Character, rest: &[Pose], from: &RigCollider) -> Result<ColliderDesc, ActorError> {
    let place = || format!("collider of `{}`", from.part);
    let bone = from.bone.as_deref().map(|name| bone(&character.skeleton, name, place)).transpose()?;
    let local = bone.map_or(Pose::IDENTITY, |b| rest[b].inverse());
    let shape = from.shape.seen_from(&local);
    Ok(ColliderDesc { part: from.part.clone(), bone: bone.map(|b| b as u16), shape, friction: from.friction })
}
