//! What a step of these bodies works with and forgets.

use super::Creatures;
use super::memory::SIGNALS;
use super::touch::Touches;
use crate::collide::shape::Placed;
use crate::lanes::{Block, Numbers};
use crate::template::{Collider, Frame};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Debug)]
pub struct Work {
    /// Goals, those of the pass before, and those of the next.
    pub goal: [Numbers; 3],
    pub prev: [Numbers; 3],
    pub next: [Numbers; 3],
    pub block: Vec<Block>,
    pub group: Vec<Block>,
    pub stretch: [Numbers; 6],
    /// log c₁: below 0 contracts.
    pub excited: Numbers,
    pub distances: Distances,
    pub touches: Touches,
    /// For implicit steps, by row.
    pub right: Vec<[f32; 4]>,
    /// By length of a step.
    pub ahead: Vec<Ahead>,
    pub drive: f32,
}

/// What bones carry, at both ends of a step that begins now.
#[derive(Debug)]
pub struct Ahead {
    pub every: u64,
    /// world_from_bind.
    pub before: Vec<Frame>,
    pub after: Vec<Frame>,
    pub colliders: Vec<[Placed; 2]>,
}

/// How far signals have to go.
#[derive(Debug, Default)]
pub struct Distances {
    pub heap: BinaryHeap<Reverse<(u32, u32)>>,
    /// By signal and row, 0 to 1.
    pub by_signal: Vec<Numbers>,
    /// By creature and signal: which way is in there, as rule and origin.
    pub of: Vec<[Option<(usize, usize)>; SIGNALS]>,
}

impl Work {
    pub fn new(creatures: &Creatures, bones: usize, colliders: &[Collider]) -> Work {
        let rows = creatures.rows.count;
        let ahead = |every: u64| Ahead {
            every,
            before: vec![Frame::IDENTITY; bones],
            after: vec![Frame::IDENTITY; bones],
            colliders: colliders.iter().map(|c| [Placed::new(&c.shape, &Frame::IDENTITY); 2]).collect(),
        };
        let signals = creatures.list.iter().any(|c| !c.stimuli.is_empty());
        let implicit = creatures.list.iter().any(|c| c.implicit.is_some());
        let zero = || Numbers::zeros(rows);
        let edges: usize = (0..rows).map(|r| creatures.rows.members.get(r).len()).sum();
        Work {
            goal: std::array::from_fn(|_| zero()),
            prev: std::array::from_fn(|_| zero()),
            next: std::array::from_fn(|_| zero()),
            block: vec![Block::ZERO; rows],
            group: vec![Block::ZERO; rows],
            stretch: std::array::from_fn(|k| Numbers::new(if k < 3 { 1.0 } else { 0.0 }, rows)),
            excited: zero(),
            distances: Distances {
                heap: BinaryHeap::with_capacity(if signals { edges } else { 0 }),
                by_signal: (0..if signals { SIGNALS } else { 0 }).map(|_| zero()).collect(),
                of: vec![[None; SIGNALS]; creatures.list.len()],
            },
            touches: Touches::new(creatures),
            right: vec![[0.0; 4]; if implicit { rows } else { 0 }],
            ahead: creatures.steps.iter().map(|every| ahead(*every)).collect(),
            drive: 1.0,
        }
    }
}
