//! What is authored, laid out for the solver: shared, and never changed while stepping.

use crate::desc::{Binding, BodyParams, Settings, Shape};
use crate::lanes::{LaneWidth, Numbers};
use crate::pack::{Packs, Slots, Track};
use crate::rest::bones::Boned;
use crate::rest::procedural::Creatures;
use crate::rest::view_blend::{Held, Views};
use crate::state::Fnv;
use crate::step::constrain::{Bundle, Limited, Net};
use crate::step::springs::Springs;
use glam::{Quat, Vec3};
use std::ops::Range;

/// Particles live in slots. A mesh's particles stand side by side; chains, and springs, of one shape are interleaved, so
/// that a joint of many is one run of numbers: see [`crate::pack`].
#[derive(Debug)]
pub struct Template {
    pub slots: usize,
    pub units: Vec<Unit>,
    /// Those of the units that nothing can touch.
    pub alone: Range<usize>,
    pub bodies: Vec<Body>,
    pub parts: Vec<String>,
    /// By part times parts: whether particles of the two may touch.
    pub touches: Vec<bool>,
    pub colliders: Vec<Collider>,
    /// bone_from_world in the bind pose.
    pub bone_from_bind: Vec<Frame>,
    pub settings: Settings,
    /// Diagonal of the box around all particles.
    pub size: f32,

    // By slot:
    pub body: Vec<u32>,
    pub mass: Numbers,
    pub inv_mass: Numbers,
    /// m̃: mass over the number of groups, kinematic members a thousandfold.
    pub match_mass: Numbers,
    /// One over the number of groups a particle is in; 0 where nothing is matched.
    pub inv_count: Numbers,
    pub alpha: Numbers,
    pub beta: Numbers,
    /// Factors per substep.
    pub damp: Numbers,
    pub spin_damp: Numbers,
    pub gravity: Numbers,
    /// Share of the way to the wind's velocity per substep.
    pub wind: Numbers,
    pub radii: [Numbers; 3],
    /// Largest of the radii.
    pub reach: Numbers,
    /// Radius around what it collides as: a surface sphere where there is one.
    pub ball_radius: Numbers,
    pub surface: Vec<Option<Surface>>,
    pub bind_x: Vec<Vec3>,
    pub bind_q: Vec<Quat>,
    pub binding: Vec<Binding>,

    /// By slot: animated in the description.
    pub follows: Vec<bool>,
    /// Slots that follow the bones and nothing else.
    pub animated: Vec<u32>,
    /// Bones that bodies are anchored to.
    pub anchors: Vec<usize>,
    /// Bodies that do not feel all of their anchor's motion.
    pub carried: Vec<u32>,
    /// Bodies whose animation keeps their momentum.
    pub conserving: Vec<u32>,
    /// Groups of meshes, by slot: the members, the particle itself first.
    pub members: Lists,
    pub edges: Vec<Edge>,
    /// From each simulated particle of a mesh to the held one nearest along its edges, as long as that way.
    pub tethers: Vec<Edge>,
    /// Pairs that overlap in the bind pose or are connected, by the lower slot.
    pub never_touch: Lists,
    /// By slot times colliders: how deep a particle, or the segment before it, is in a collider in the bind
    /// pose. That deep it may be.
    pub rest_depth: Vec<f32>,
    pub segment_rest_depth: Vec<f32>,
    /// Bodies of rods.
    pub nets: Vec<Net>,
    /// Units with springs.
    pub springs: Vec<Springs>,
    /// Units whose rest shape depends on the view.
    pub views: Vec<Views>,
    /// Units whose rest shape follows the bones.
    pub boned: Vec<Boned>,
    /// By place in the description: which of the bodies.
    pub by_source: Vec<usize>,
    /// Morph targets that views drive.
    pub morphs: Vec<Driven>,
    /// How many numbers the state keeps for them.
    pub view_rows: usize,
    /// Poses against gravity as they were found.
    pub held: Held,
    /// Boneless bodies.
    pub creatures: Creatures,
}

impl Template {
    /// The views that a body is among, by their number.
    pub fn view_of(&self, body: usize) -> Option<usize> {
        let unit = self.units.partition_point(|u| u.bodies.end <= body);
        self.views.binary_search_by_key(&unit, |v| v.unit).ok()
    }

    /// Which of those that follow the bones a unit is.
    pub fn boned_of(&self, unit: usize) -> Option<usize> {
        self.boned.binary_search_by_key(&unit, |b| b.unit).ok()
    }

    /// A hash of where particles stand.
    pub fn layout(&self) -> u64 {
        let mut hash = Fnv::default();
        for slot in self.bodies.iter().flat_map(Body::slots) {
            hash.eat(slot as u64);
        }
        hash.0
    }

    /// The springs of a unit, if it has some.
    pub fn springs_of(&self, unit: usize) -> Option<&Springs> {
        self.springs.binary_search_by_key(&unit, |s| s.unit).ok().map(|index| &self.springs[index])
    }

    /// Units that take the world's steps; boneless bodies, which come last, take their own.
    pub fn stepped(&self) -> &[Unit] {
        &self.units[..self.alone.end]
    }

    /// Pairs of joints with something solid between them.
    pub fn segments<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = (usize, usize)> + 'a {
        let joints = if body.is_chain() { 1..body.count } else { 0..0 };
        let edges = if body.rods { body.edges.clone() } else { 0..0 };
        let rods = self.edges[edges].iter().map(|e| (e.a as usize, e.b as usize));
        joints.map(|k| (body.slot(k - 1), body.slot(k))).chain(rods)
    }

    /// Whether a body collides with a collider.
    pub fn meets(&self, body: &Body, collider: usize) -> bool {
        self.part_meets(usize::from(body.part), &body.params, collider)
    }

    /// The same for a body of the given part. Colliders of its own part count, unless it passes through them.
    pub fn part_meets(&self, a: usize, params: &BodyParams, collider: usize) -> bool {
        let b = usize::from(self.colliders[collider].part);
        if a == b {
            return !params.passes_through.contains(&self.parts[a]);
        }
        self.touches[a * self.parts.len() + b]
    }
}

/// A morph target: the sum of weights in the state, each times how much of it goes with that example.
#[derive(Clone, Debug)]
pub struct Driven {
    pub name: String,
    pub terms: Vec<(usize, f32)>,
}

/// A rigid transform in the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub position: Vec3,
    pub rotation: Quat,
}

impl Frame {
    pub const IDENTITY: Frame = Frame { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    #[inline]
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.rotation * p + self.position
    }
    pub fn then(&self, o: &Frame) -> Frame {
        Frame { position: self.point(o.position), rotation: (self.rotation * o.rotation).normalize() }
    }
    pub fn inverse(&self) -> Frame {
        let r = self.rotation.conjugate();
        Frame { position: -(r * self.position), rotation: r }
    }
    /// Part of the way from `self` to `o`.
    pub fn towards(&self, o: &Frame, share: f32) -> Frame {
        let end = if self.rotation.dot(o.rotation) < 0.0 { -o.rotation } else { o.rotation };
        Frame {
            position: self.position + (o.position - self.position) * share,
            rotation: (self.rotation * (1.0 - share) + end * share).normalize(),
        }
    }
}

/// A run of slots that is matched on its own: the grain of threads.
#[derive(Clone, Debug)]
pub struct Unit {
    pub slots: Range<usize>,
    /// Its blocks of room: see [`crate::scratch::Scratch`].
    pub room: Range<usize>,
    pub kind: UnitKind,
    /// Matching passes per substep.
    pub passes: u32,
    pub bodies: Range<usize>,
    /// Where its particles stand among those that follow the bones.
    pub animated: Range<usize>,
    /// They are the first joints of all that stands side by side, and each follows one bone.
    pub roots: Option<Roots>,
    /// Some of its bodies are held nowhere, have limits, or lose motion within.
    pub free: bool,
    pub limited: bool,
    pub damped: bool,
    /// All of its particles are balls: their three radii are equal.
    pub round: bool,
}

impl Unit {
    /// As many lanes as given, or fewer if no more chains stand side by side.
    pub fn width(&self, width: LaneWidth) -> LaneWidth {
        self.kind.packs().map_or(width, |packs| width.at_most(packs.wide))
    }
}

/// First joints of what stands side by side, by its number.
#[derive(Clone, Debug)]
pub struct Roots {
    pub bone: Vec<u16>,
    /// In the bind pose.
    pub x: [Numbers; 3],
    pub q: [Numbers; 4],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnitKind {
    /// Chains of one shape, side by side.
    Chains {
        packs: Packs,
        ring: usize,
    },
    /// Bodies with springs whose joints hang together in the same way, sixteen side by side.
    Springs {
        packs: Packs,
    },
    Mesh,
    /// A boneless body, which takes steps of its own.
    Tets,
    Loose,
}

impl UnitKind {
    /// How bodies stand side by side, if they do.
    #[inline(always)]
    pub fn packs(self) -> Option<Packs> {
        match self {
            UnitKind::Chains { packs, .. } | UnitKind::Springs { packs } => Some(packs),
            UnitKind::Mesh | UnitKind::Tets | UnitKind::Loose => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Body {
    /// Where it stands in the description.
    pub source: usize,
    pub part: u16,
    pub first: usize,
    pub count: usize,
    /// Where its particles stand.
    pub track: Track,
    pub anchor: usize,
    /// The slot that positions are taken relative to while matching.
    pub reference: usize,
    pub edges: Range<usize>,
    pub tethers: Range<usize>,
    /// Both of them, of a mesh, as lengths are put right.
    pub bundles: Vec<Bundle>,
    pub tether_bundles: Vec<Bundle>,
    pub params: BodyParams,
    /// Joints that bend so far and no farther, from the base outwards.
    pub limits: Vec<Limited>,
    pub size: f32,
    /// None of its particles only follows the bones.
    pub free: bool,
    /// Its edges are rods, which collide.
    pub rods: bool,
}

impl Body {
    pub fn slot(&self, particle: usize) -> usize {
        self.track.slot(particle)
    }
    pub fn slots(&self) -> Slots {
        self.track.slots()
    }
    /// Whether it is matched as a chain; one with springs is not.
    pub fn is_chain(&self) -> bool {
        self.track.stride > 1 && self.params.springs.is_empty()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub a: u32,
    pub b: u32,
    pub length: f32,
}

/// \[MC11c\] 5.2: the sphere that stands in for a surface particle.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    pub radius: f32,
    /// From the particle to the sphere's centre, along its outward axis; negative is inwards.
    pub offset: f32,
}

#[derive(Clone, Debug)]
pub struct Collider {
    pub part: u16,
    pub bone: Option<usize>,
    pub shape: Shape,
    pub friction: f32,
}

/// Lists of different lengths in one array.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub fn from_vecs(lists: &[Vec<u32>]) -> Lists {
        let mut out = Lists { starts: vec![0], items: Vec::new() };
        for list in lists {
            out.items.extend_from_slice(list);
            out.starts.push(out.items.len() as u32);
        }
        out
    }
    #[inline(always)]
    pub fn get(&self, index: usize) -> &[u32] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
    /// Whether a sorted list holds the item.
    #[inline]
    pub fn contains(&self, index: usize, item: u32) -> bool {
        self.get(index).binary_search(&item).is_ok()
    }
}
