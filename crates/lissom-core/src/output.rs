//! Where everything is, in the order it was described: what skinning, keyframes and pictures are made from.

use crate::lanes::Memory;
use crate::scratch::Scratch;
use crate::state::State;
use crate::step::pose;
use crate::template::Template;
use glam::{Quat, Vec3};

#[derive(Debug)]
pub struct Poses {
    /// By body: its first particle.
    starts: Vec<usize>,
    positions: Vec<[f32; 3]>,
    rotations: Vec<[f32; 4]>,
    morphs: Vec<Morph>,
    excitation: Vec<f32>,
}

/// A named weight of a morph target, driven by a rest shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Morph {
    pub name: String,
    pub weight: f32,
}

impl Poses {
    pub(crate) fn new(template: &Template, counts: &[usize]) -> Poses {
        let mut starts = vec![0];
        for count in counts {
            starts.push(starts[starts.len() - 1] + count);
        }
        let total = template.bodies.iter().map(|b| b.count).sum();
        let morphs = template.morphs.iter().map(|m| Morph { name: m.name.clone(), weight: 0.0 }).collect();
        Poses {
            starts,
            positions: vec![[0.0; 3]; total],
            rotations: vec![[0.0; 4]; total],
            morphs,
            excitation: vec![0.0; total],
        }
    }

    /// All particles, body by body in the order of the description.
    pub fn positions(&self) -> &[[f32; 3]] {
        &self.positions
    }
    /// Their orientations, x y z w.
    pub fn rotations(&self) -> &[[f32; 4]] {
        &self.rotations
    }
    /// How many bodies there are.
    pub fn bodies(&self) -> usize {
        self.starts.len() - 1
    }
    /// The range of one body's particles.
    pub fn body(&self, index: usize) -> std::ops::Range<usize> {
        self.starts[index]..self.starts[index + 1]
    }
    /// \[PD09\] Fig. 1f: how much each particle is stretched along its first direction by its own wish, as a logarithm:
    /// below 0 it contracts, shown in red, above it expands, shown in light blue.
    pub fn excitation(&self) -> &[f32] {
        &self.excitation
    }
    /// Weights of morph targets, as the view has them.
    pub fn morphs(&self) -> &[Morph] {
        &self.morphs
    }

    /// Time that was given but is less than a substep is bridged at constant velocity: nothing lags behind
    /// the bones, and nothing jitters when frames and substeps do not divide.
    pub(crate) fn write(&mut self, template: &Template, state: &State, scratch: &Scratch) {
        let views = state.views();
        for (out, driven) in self.morphs.iter_mut().zip(&template.morphs) {
            out.weight = driven.terms.iter().map(|(place, share)| views[*place] * share).sum();
        }
        for creature in &template.creatures.list {
            let start = self.starts[template.bodies[creature.body].source];
            let excited = &scratch.work.excited[creature.first..creature.first + creature.count];
            self.excitation[start..start + creature.count].copy_from_slice(excited);
        }
        let ahead = state.clock.leftover_secs as f32;
        let (x, q) = (state.x(), state.q());
        for body in &template.bodies {
            let particles = self.starts[body.source]..self.starts[body.source + 1];
            let out = self.positions[particles.clone()].iter_mut().zip(&mut self.rotations[particles]);
            for ((position, rotation), slot) in out.zip(body.slots()) {
                (*position, *rotation) = if ahead > 0.0 {
                    let (there, turned) = bridge(template, state, scratch, slot, ahead);
                    (there.to_array(), turned.to_array())
                } else {
                    (x.map(|array| f32::load(array, slot)), q.map(|array| f32::load(array, slot)))
                };
            }
        }
    }
}

/// Where a particle is some time after the last substep.
fn bridge(template: &Template, state: &State, scratch: &Scratch, slot: usize, ahead: f32) -> (Vec3, Quat) {
    if template.inv_mass[slot] == 0.0 && template.follows[slot] {
        return pose::at_end(template, scratch, slot);
    }
    let vector = |arrays: [&[f32]; 3]| Vec3::from_array(arrays.map(|array| array[slot]));
    let turn = vector(state.spin()) * (0.5 * ahead);
    let rotation = Quat::from_array(state.q().map(|array| array[slot]));
    let turned = (Quat::from_xyzw(turn.x, turn.y, turn.z, 1.0) * rotation).normalize();
    (vector(state.x()) + vector(state.v()) * ahead, turned)
}
