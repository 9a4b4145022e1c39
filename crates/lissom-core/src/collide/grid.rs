//! The broad phase: a hash grid whose cells are as large as the largest pair reaches.

use crate::template::Template;
use glam::{IVec3, Vec3};

/// Room for candidate pairs per particle.
const PER_SLOT: usize = 40;

#[derive(Debug)]
pub struct Grid {
    /// Slots that may touch something.
    members: Vec<u32>,
    cells: Vec<IVec3>,
    places: Vec<Vec3>,
    /// Start of each bucket in `sorted`.
    starts: Vec<u32>,
    sorted: Vec<u32>,
    candidates: Vec<[u32; 2]>,
    cell: f32,
    margin: f32,
}

impl Grid {
    pub fn new(template: &Template) -> Grid {
        let parts = template.parts.len();
        let meets = |a: usize| {
            (0..parts).any(|b| {
                let bodies = template.bodies.iter().any(|body| usize::from(body.part) == b);
                bodies && template.touches[a * parts + b]
            })
        };
        let meets: Vec<bool> = (0..parts).map(meets).collect();
        let mut members: Vec<u32> = Vec::new();
        let mut largest = 0.0_f32;
        for body in template.bodies.iter().filter(|b| meets[usize::from(b.part)]) {
            for slot in body.slots() {
                members.push(slot as u32);
                largest = largest.max(template.reach[slot]);
            }
        }
        let simulated = members.iter().any(|&s| template.inv_mass[s as usize] > 0.0);
        if !simulated {
            members.clear();
        }
        members.sort_unstable();
        let count = members.len();
        Grid {
            cells: vec![IVec3::ZERO; count],
            places: vec![Vec3::ZERO; count],
            starts: vec![0; (2 * count).next_power_of_two().max(2) + 1],
            sorted: vec![0; count],
            candidates: Vec::with_capacity(count * PER_SLOT),
            cell: (2.0 * largest).max(f32::MIN_POSITIVE),
            margin: 0.0,
            members,
        }
    }

    /// False where no two particles may ever touch.
    pub fn is_needed(&self) -> bool {
        !self.members.is_empty()
    }

    pub fn candidates(&self) -> &[[u32; 2]] {
        &self.candidates
    }

    fn bucket(&self, cell: IVec3) -> usize {
        let mask = self.starts.len() as u32 - 2;
        let mixed = (cell.x as u32).wrapping_mul(0x9E37_79B1)
            ^ (cell.y as u32).wrapping_mul(0x85EB_CA77)
            ^ (cell.z as u32).wrapping_mul(0xC2B2_AE3D);
        ((mixed ^ (mixed >> 15)) & mask) as usize
    }

    /// Sorts the members into cells; pairs are found up to `margin` cell sizes apart from touching.
    pub fn build(&mut self, place: impl Fn(usize) -> Vec3, margin: f32) {
        self.margin = margin * self.cell;
        let inv = 1.0 / (self.cell + self.margin);
        self.starts.fill(0);
        for k in 0..self.members.len() {
            let p = place(self.members[k] as usize);
            self.places[k] = p;
            self.cells[k] = (p * inv).floor().as_ivec3();
            let bucket = self.bucket(self.cells[k]);
            self.starts[bucket] += 1;
        }
        for bucket in 1..self.starts.len() {
            self.starts[bucket] += self.starts[bucket - 1];
        }
        // Filling from the back moves the end of each bucket to its start.
        for k in (0..self.members.len()).rev() {
            let bucket = self.bucket(self.cells[k]);
            self.starts[bucket] -= 1;
            self.sorted[self.starts[bucket] as usize] = k as u32;
        }
    }

    fn bucket_range(&self, bucket: usize) -> std::ops::Range<usize> {
        self.starts[bucket] as usize..self.starts[bucket + 1] as usize
    }

    /// Calls `f` once for each pair of slots whose parts may touch and whose reaches overlap.
    pub fn for_pairs(&self, template: &Template, mut f: impl FnMut(usize, usize)) {
        let parts = template.parts.len();
        for k in 0..self.members.len() {
            let a = self.members[k] as usize;
            let body_a = &template.bodies[template.body[a] as usize];
            let (cell, place) = (self.cells[k], self.places[k]);
            for dz in -1..=1 {
                for dy in -1..=1 {
                    for dx in -1..=1 {
                        let other_cell = cell.wrapping_add(IVec3::new(dx, dy, dz));
                        for &m in &self.sorted[self.bucket_range(self.bucket(other_cell))] {
                            let m = m as usize;
                            if m <= k || self.cells[m] != other_cell {
                                continue;
                            }
                            let b = self.members[m] as usize;
                            if template.inv_mass[a] == 0.0 && template.inv_mass[b] == 0.0 {
                                continue;
                            }
                            let body_b = &template.bodies[template.body[b] as usize];
                            if !template.touches[usize::from(body_a.part) * parts + usize::from(body_b.part)] {
                                continue;
                            }
                            let reach = template.reach[a] + template.reach[b] + self.margin;
                            if place.distance_squared(self.places[m]) < reach * reach {
                                f(a, b);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Keeps the pairs that are near each other and may touch; returns how many found no room.
    pub fn collect(&mut self, template: &Template) -> u32 {
        let mut dropped = 0;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let room = candidates.capacity();
        self.for_pairs(template, |a, b| {
            let (low, high) = (a.min(b), a.max(b));
            if template.never_touch.contains(low, high as u32) {
                return;
            }
            if candidates.len() < room {
                candidates.push([low as u32, high as u32]);
            } else {
                dropped += 1;
            }
        });
        self.candidates = candidates;
        dropped
    }
}
