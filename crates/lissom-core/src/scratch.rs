//! What a step works with and forgets. Sized once, so that stepping allocates nothing.

use crate::collide::contact::Contacts;
use crate::collide::grid::Grid;
use crate::collide::shape::Placed;
use crate::collide::sweep::Start;
use crate::lanes::{Block, Numbers};
use crate::rest::bones::Moves;
use crate::rest::procedural::work::Work;
use crate::state::Arrays;
use crate::step::alone::Backlog;
use crate::step::grab::{self, Grip};
use crate::template::{Frame, Template};

#[derive(Debug)]
pub struct Scratch {
    predicted: Numbers,
    slots: usize,
    /// Room of units: what particles add to the moments of their groups.
    pub block: Vec<Block>,
    /// As much of it: what groups add to the goals of their members.
    pub group: Vec<Block>,
    /// world_from_bind of each bone, at the end of this substep.
    pub skin: Vec<Frame>,
    /// world_from_bone: at the end of this substep, and of the one before.
    pub bones: Vec<Frame>,
    pub old_bones: Vec<Frame>,
    /// The same at the start and at the end of this frame.
    pub start_bones: Vec<Frame>,
    pub input_bones: Vec<Frame>,
    /// Colliders at the start and at the end of this substep.
    pub colliders: Vec<[Placed; 2]>,
    /// The same while chains follow them.
    pub whole_way: Vec<[Placed; 2]>,
    pub start: Start,
    pub contacts: Contacts,
    pub grid: Grid,
    /// By unit: something in it is awake.
    pub awake: Vec<bool>,
    /// By unit: something in it is touched.
    pub touched: Vec<bool>,
    /// By unit: it was carried to a new rest pose in this frame.
    pub carried: Vec<bool>,
    /// The camera jumped for one of them.
    pub cut: bool,
    /// By body: it was carried into something.
    pub deep: Vec<bool>,
    /// By unit whose rest shape follows the bones.
    pub moves: Vec<Moves>,
    /// What somebody holds in this frame.
    pub grips: Vec<Grip>,
    /// By slot: how freely a particle moves where lengths are put right, its inverse mass, less where it is held.
    pub weight: Numbers,
    /// For what goes through substeps by itself.
    pub backlog: Backlog,
    /// For boneless bodies.
    pub work: Work,
    /// For the lengths of rods.
    room: Vec<f64>,
}

/// Predicted positions and orientations.
pub struct Predicted<'a> {
    pub x: [&'a mut [f32]; 3],
    /// What rounding left out of `x`. A velocity is a small difference of positions: without it, momentum
    /// would wander.
    pub low: [&'a mut [f32]; 3],
    pub q: [&'a mut [f32]; 4],
}

impl Scratch {
    pub fn new(template: &Template) -> Scratch {
        let n = template.slots;
        let room = template.units.last().map_or(0, |u| u.room.end);
        let bones = vec![Frame::IDENTITY; template.bone_from_bind.len()];
        Scratch {
            predicted: Numbers::zeros(n * 10),
            slots: n,
            block: vec![Block::ZERO; room],
            group: vec![Block::ZERO; room],
            skin: bones.clone(),
            old_bones: bones.clone(),
            start_bones: bones.clone(),
            input_bones: bones.clone(),
            bones,
            colliders: template.colliders.iter().map(|c| [Placed::new(&c.shape, &Frame::IDENTITY); 2]).collect(),
            whole_way: template.colliders.iter().map(|c| [Placed::new(&c.shape, &Frame::IDENTITY); 2]).collect(),
            start: Start { x: vec![0.0; n * 6], followed: vec![false; template.units.len()] },
            contacts: Contacts::new(template),
            grid: Grid::new(template),
            awake: vec![true; template.units.len()],
            touched: vec![false; template.units.len()],
            carried: vec![false; template.units.len()],
            cut: false,
            deep: vec![false; template.bodies.len()],
            moves: template.boned.iter().map(|b| Moves::new(template.units[b.unit].slots.len())).collect(),
            grips: Vec::with_capacity(grab::MOST),
            weight: template.inv_mass.clone(),
            backlog: Backlog::new(template),
            work: Work::new(&template.creatures, template.bone_from_bind.len(), &template.colliders),
            room: vec![0.0; template.nets.iter().map(|n| n.room()).max().unwrap_or(0)],
        }
    }
}

/// Splits the predicted arrays out of the flat block.
pub fn predicted(flat: &mut [f32], slots: usize) -> Predicted<'_> {
    let mut arrays = Arrays { rest: flat, len: slots };
    Predicted { x: arrays.take(), low: arrays.take(), q: arrays.take() }
}

impl Scratch {
    /// The predicted arrays beside the blocks, each writable on its own.
    pub fn matching(&mut self) -> (Predicted<'_>, &mut [Block], &mut [Block]) {
        (predicted(&mut self.predicted, self.slots), &mut self.block, &mut self.group)
    }
    pub fn copy_predicted_to(&self, aside: &mut [f32]) {
        aside.copy_from_slice(&self.predicted);
    }
    pub fn copy_predicted_from(&mut self, aside: &[f32]) {
        self.predicted.copy_from_slice(aside);
    }
    pub fn predicted(&mut self) -> Predicted<'_> {
        predicted(&mut self.predicted, self.slots)
    }
    /// The predicted arrays beside room to solve for the lengths of rods.
    pub fn nets(&mut self) -> (Predicted<'_>, &mut [f64]) {
        (predicted(&mut self.predicted, self.slots), &mut self.room)
    }
    /// The work of boneless bodies beside the contacts, and what is held.
    pub fn creatures(&mut self) -> (&mut Work, &mut Contacts, &[Grip]) {
        (&mut self.work, &mut self.contacts, &self.grips)
    }
    /// The predicted arrays beside the contacts.
    pub fn colliding(&mut self) -> (Predicted<'_>, &mut Contacts, &mut Grid, &[[Placed; 2]], &mut [bool]) {
        let p = predicted(&mut self.predicted, self.slots);
        (p, &mut self.contacts, &mut self.grid, &self.colliders, &mut self.touched)
    }
}
