//! The rest shape, the one thing in which the three papers differ.
//!
//! | rest shape | from | its motion |
//! |---|---|---|
//! | [`fixed`] | \[MC11s\] | there is none |
//! | [`view_blend`] | \[KI13\] | taken out: bodies are carried along |
//! | [`procedural`] | \[PD09\] | the drive: it moves the body |
//! | [`bones`], on the first two | | animation: the body is drawn along |
//!
//! A new rest shape is a new file here and an arm of [`Rest`]; `step/` reads [`RestPose`] and stays as it is.

use crate::lanes::{LaneWidth, Numbers};
use crate::template::{Body, Template};
use bones::Plain;
use glam::{DMat3, DQuat, DVec3};
use procedural::Procedural;
use view_blend::{Posed, ViewBlend};

pub mod bones;
pub mod fixed;
pub mod procedural;
pub mod view_blend;

/// Where a body's rest pose comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Rest {
    /// The bind pose, always.
    #[default]
    Fixed,
    /// A blend of examples, by where the camera is.
    View(ViewBlend),
    /// Every region deformed by its own matrix, in the course of time.
    Procedural(Box<Procedural>),
}

impl Rest {
    pub fn view(&self) -> Option<&ViewBlend> {
        match self {
            Rest::View(view) => Some(view),
            Rest::Fixed | Rest::Procedural(_) => None,
        }
    }

    pub fn procedural(&self) -> Option<&Procedural> {
        match self {
            Rest::Procedural(procedural) => Some(procedural),
            Rest::Fixed | Rest::View(_) => None,
        }
    }
}

/// Kinematic members count this much more in their groups, so that a base clamps.
const KINEMATIC: f64 = 1000.0;
/// The moment matrix needs some thickness to know twist: this share of the distance to the neighbours.
const MIN_RADIUS: f64 = 0.1;

/// The rest pose as matching reads it, by slot. Positions are relative to the body's reference particle.
#[derive(Clone, Debug)]
pub struct RestPose {
    pub x: [Numbers; 3],
    pub q: [Numbers; 4],
    /// m̃/5 diag(a², b², c²) R̄ᵀ, by rows: what a particle's own orientation adds to a moment.
    pub spin: [Numbers; 9],
    /// m̃/5 a²: all that the turn of a round particle from the rest pose is multiplied by.
    pub round: Numbers,
    /// c̄ of the group around each particle.
    pub center: [Numbers; 3],
    /// Σ m̃ (x̄ − c̄)(x̄ − c̄)ᵀ of that group: xx, yy, zz, xy, xz, yz.
    pub spread: [Numbers; 6],
    /// One over the trace of that group's moment in the bind pose.
    pub scale: Numbers,
    /// One over the group's mass.
    pub inv_mass: Numbers,
    /// Chains: distance to the joint before.
    pub length: Numbers,
    /// Lengths of rods, net by net.
    pub rods: Vec<f32>,
    /// Frames of segments, of units with views.
    pub frame: [Numbers; 4],
    /// By unit with views.
    pub posed: Vec<Posed>,
    /// By unit that follows the bones.
    pub plain: Vec<Plain>,
    /// For the lengths of loops.
    pub room: Vec<f64>,
}

impl RestPose {
    pub fn new(slots: usize) -> RestPose {
        let zero = || Numbers::zeros(slots);
        RestPose {
            x: std::array::from_fn(|_| zero()),
            q: std::array::from_fn(|c| if c == 3 { Numbers::new(1.0, slots) } else { zero() }),
            spin: std::array::from_fn(|_| zero()),
            round: zero(),
            center: std::array::from_fn(|_| zero()),
            // Where there is no particle, there is a moment as any other.
            spread: std::array::from_fn(|k| Numbers::new(if k < 3 { 1.0 / 3.0 } else { 0.0 }, slots)),
            scale: Numbers::new(1.0, slots),
            inv_mass: zero(),
            length: zero(),
            rods: Vec::new(),
            frame: std::array::from_fn(|c| if c == 3 { Numbers::new(1.0, slots) } else { zero() }),
            posed: Vec::new(),
            plain: Vec::new(),
            room: Vec::new(),
        }
    }

    /// A unit's rest pose is what the bones will move, if they do.
    pub fn keep_plain(&mut self, template: &Template, unit: usize) {
        if let Some(index) = template.boned_of(unit) {
            self.plain[index].take(&self.x, &self.q, template.units[unit].slots.clone());
        }
    }

    /// m̃/5 times the square of a half axis.
    pub fn inertia(&self, slot: usize, axis: usize) -> f32 {
        (0..3).map(|c| self.spin[3 * axis + c][slot].powi(2)).sum::<f32>().sqrt()
    }

    /// Sets one body's rest pose, given its particles' positions and orientations.
    pub fn set(&mut self, template: &Template, body: &Body, x: &[DVec3], q: &[DQuat], groups: &[Vec<usize>]) {
        let origin = x[(body.reference - body.first) / body.track.stride];
        let radii = moment_radii(template, body, x, groups);
        let mass: Vec<f64> = body.slots().map(|s| f64::from(template.match_mass[s])).collect();
        for (k, slot) in body.slots().enumerate() {
            let local = x[k] - origin;
            for c in 0..3 {
                self.x[c][slot] = local[c] as f32;
            }
            for (c, value) in q[k].to_array().into_iter().enumerate() {
                self.q[c][slot] = value as f32;
            }
            self.round[slot] = (mass[k] / 5.0 * radii[k].x * radii[k].x) as f32;
            let transposed = DMat3::from_quat(q[k]).transpose();
            for row in 0..3 {
                for column in 0..3 {
                    let value = mass[k] / 5.0 * radii[k][row] * radii[k][row] * transposed.col(column)[row];
                    self.spin[3 * row + column][slot] = value as f32;
                }
            }
            if k > 0 && body.is_chain() {
                self.length[slot] = x[k].distance(x[k - 1]) as f32;
            }
            let total: f64 = groups[k].iter().map(|&m| mass[m]).sum();
            let center = groups[k].iter().map(|&m| (x[m] - origin) * mass[m]).sum::<DVec3>() / total;
            for c in 0..3 {
                self.center[c][slot] = center[c] as f32;
            }
            for (index, (a, b)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                let from_center = |m: usize| x[m] - origin - center;
                let sum: f64 = groups[k].iter().map(|&m| mass[m] * from_center(m)[a] * from_center(m)[b]).sum();
                self.spread[index][slot] = sum as f32;
            }
            let spread = |m: usize| (x[m] - origin - center).length_squared() + radii[m].length_squared() / 5.0;
            let trace: f64 = groups[k].iter().map(|&m| mass[m] * spread(m)).sum();
            self.scale[slot] = if trace > 1e-30 { (1.0 / trace) as f32 } else { 1.0 };
            self.inv_mass[slot] = (1.0 / total) as f32;
        }
    }
}

/// m̃ of a particle before normalising: see [`Template::match_mass`].
pub fn match_mass(mass: f64, groups: usize, kinematic: bool) -> f64 {
    mass / groups.max(1) as f64 * if kinematic { KINEMATIC } else { 1.0 }
}

/// Whether rest poses of a unit can be laid out lane by lane.
fn width_for(template: &Template, unit: usize, width: LaneWidth) -> LaneWidth {
    template.units[unit].kind.packs().map_or(LaneWidth::One, |_| width)
}

fn moment_radii(template: &Template, body: &Body, x: &[DVec3], groups: &[Vec<usize>]) -> Vec<DVec3> {
    body.slots()
        .enumerate()
        .map(|(k, slot)| {
            let others = groups[k].iter().filter(|&&m| m != k);
            let (sum, count) = others.fold((0.0, 0.0), |(s, n), &m| (s + x[k].distance(x[m]), n + 1.0));
            let least = if count > 0.0 { MIN_RADIUS * sum / count } else { 0.0 };
            DVec3::from_array(std::array::from_fn(|c| f64::from(template.radii[c][slot]).max(least)))
        })
        .collect()
}
