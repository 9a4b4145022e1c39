//! What is simulated: one flat block of numbers, so that a snapshot is one copy and a hash one walk.

use crate::lanes::Numbers;
use crate::template::Template;

/// Numbers per slot: x 3, q 4, v 3, spin 3, warm start 4, wind 3.
const PER_SLOT: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    data: Numbers,
    slots: usize,
    bones: usize,
    bodies: usize,
    views: usize,
    /// Of where particles stand: a state fits where they stand alike.
    layout: u64,
    pub clock: Clock,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Substeps taken since the start.
    pub substeps: u64,
    /// Time given but not yet simulated, less than a substep.
    pub leftover_secs: f64,
    pub started: bool,
    pub windy: bool,
}

/// The parts of the state, each writable on its own.
pub struct StateMut<'a> {
    pub x: [&'a mut [f32]; 3],
    pub q: [&'a mut [f32]; 4],
    pub v: [&'a mut [f32]; 3],
    pub spin: [&'a mut [f32]; 3],
    /// Rotation of each group, from the last pass.
    pub warm: [&'a mut [f32]; 4],
    /// Velocity of the air, looked up now and then.
    pub wind: [&'a mut [f32]; 3],
    /// world_from_bone, seven numbers each: as last given, and at the end of the last substep.
    pub input_bones: &'a mut [f32],
    pub bones: &'a mut [f32],
    /// Seconds each body has been still.
    pub still: &'a mut [f32],
    /// View directions and weights, by unit: see [`crate::rest::view_blend::row`].
    pub views: &'a mut [f32],
    /// Boneless bodies: see [`crate::rest::procedural::memory`].
    pub creatures: &'a mut [f32],
}

impl State {
    pub fn new(template: &Template, bones: usize) -> State {
        let (slots, bodies, views) = (template.slots, template.bodies.len(), template.view_rows);
        let creatures = template.creatures.memory;
        let data = Numbers::zeros(slots * PER_SLOT + bones * 14 + bodies + views + creatures);
        let layout = template.layout();
        let mut state = State { data, slots, bones, bodies, views, layout, clock: Clock::default() };
        // Where there is no particle, there is a turn as any other.
        let StateMut { q: [.., w], .. } = state.split();
        w.fill(1.0);
        state
    }

    /// Whether the other is of a world with as many bones and bodies, whose particles stand alike.
    pub fn has_shape_of(&self, other: &State) -> bool {
        (self.layout, self.slots, self.bones, self.bodies, self.data.len())
            == (other.layout, other.slots, other.bones, other.bodies, other.data.len())
    }

    pub fn split(&mut self) -> StateMut<'_> {
        let (particles, rest) = self.data.split_at_mut(self.slots * PER_SLOT);
        let (input_bones, rest) = rest.split_at_mut(self.bones * 7);
        let (bones, rest) = rest.split_at_mut(self.bones * 7);
        let (still, rest) = rest.split_at_mut(self.bodies);
        let (views, creatures) = rest.split_at_mut(self.views);
        let mut arrays = Arrays { rest: particles, len: self.slots };
        StateMut {
            x: arrays.take(),
            q: arrays.take(),
            v: arrays.take(),
            spin: arrays.take(),
            warm: arrays.take(),
            wind: arrays.take(),
            input_bones,
            bones,
            still,
            views,
            creatures,
        }
    }

    fn array(&self, index: usize) -> &[f32] {
        &self.data[index * self.slots..(index + 1) * self.slots]
    }

    pub fn x(&self) -> [&[f32]; 3] {
        std::array::from_fn(|c| self.array(c))
    }
    pub fn q(&self) -> [&[f32]; 4] {
        std::array::from_fn(|c| self.array(3 + c))
    }
    pub fn v(&self) -> [&[f32]; 3] {
        std::array::from_fn(|c| self.array(7 + c))
    }
    pub fn spin(&self) -> [&[f32]; 3] {
        std::array::from_fn(|c| self.array(10 + c))
    }
    pub fn views(&self) -> &[f32] {
        let start = self.slots * PER_SLOT + self.bones * 14 + self.bodies;
        &self.data[start..start + self.views]
    }
    pub fn creatures(&self) -> &[f32] {
        &self.data[self.slots * PER_SLOT + self.bones * 14 + self.bodies + self.views..]
    }
    /// FNV-1a over position, rotation, velocity and spin of the given slots, boneless bodies, and the clock.
    pub fn hash(&self, slots: impl Iterator<Item = usize>) -> u64 {
        let mut hash = Fnv::default();
        let mut eat = |bits: u64| hash.eat(bits);
        eat(self.clock.substeps);
        eat(self.clock.leftover_secs.to_bits());
        for slot in slots {
            for index in 0..13 {
                // + 0.0 makes the two zeros one.
                eat(u64::from((self.array(index)[slot] + 0.0).to_bits()));
            }
        }
        for value in self.creatures() {
            eat(u64::from((value + 0.0).to_bits()));
        }
        hash.0
    }
}

/// FNV-1a, by words.
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub fn eat(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

/// Hands out consecutive arrays of one length.
pub struct Arrays<'a> {
    pub rest: &'a mut [f32],
    pub len: usize,
}

impl<'a> Arrays<'a> {
    pub fn take<const N: usize>(&mut self) -> [&'a mut [f32]; N] {
        std::array::from_fn(|_| {
            let (first, rest) = std::mem::take(&mut self.rest).split_at_mut(self.len);
            self.rest = rest;
            first
        })
    }
}
