//! The broad phase: one grid of what is simulated, one of what is held, both asked by what is simulated.
//!
//! Cells are as large as a pair reaches, so a particle looks into its own and the 26 around it. Cells far
//! apart may share a bucket; distances sort that out. Buckets of a row lie side by side, so three cells are
//! one run of entries, whose distances are taken as many at a time as there are lanes.

use crate::lanes::{self, Kernel, LaneWidth, Lanes, MAX_WIDTH, Memory};
use crate::template::Template;
use glam::{IVec3, Vec3};
use std::ops::Range;

/// Room for candidate pairs per particle.
const PER_SLOT: usize = 32;

#[derive(Debug)]
pub struct Grid {
    simulated: Cells,
    held: Cells,
    candidates: Vec<[u32; 2]>,
    /// Pairs that found no room.
    pub dropped: u32,
}

/// How far apart from touching pairs are still looked for.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    pub simulated: f32,
    pub held: f32,
}

#[derive(Debug)]
struct Cells {
    members: Vec<u32>,
    /// Largest radius of a member.
    radius: f32,
    cell: f32,
    side: usize,
    buckets: Vec<u32>,
    starts: Vec<u32>,
    /// Members sorted by bucket: places, radii, and slots.
    places: [Vec<f32>; 3],
    radii: Vec<f32>,
    slots: Vec<u32>,
}

impl Grid {
    pub fn new(template: &Template) -> Grid {
        let parts = template.parts.len();
        let mut is_here = vec![false; parts];
        template.bodies.iter().for_each(|b| is_here[usize::from(b.part)] = true);
        let meets = |a: usize| (0..parts).any(|b| is_here[b] && template.touches[a * parts + b]);
        let meets: Vec<bool> = (0..parts).map(meets).collect();
        let members = template.bodies.iter().filter(|b| meets[usize::from(b.part)]);
        let mut slots: Vec<u32> = members.flat_map(|b| b.slots().map(|s| s as u32)).collect();
        slots.retain(|&s| !template.creatures.is_inner(s as usize));
        slots.sort_unstable();
        let (simulated, held): (Vec<u32>, Vec<u32>) =
            slots.into_iter().partition(|&s| template.inv_mass[s as usize] > 0.0);
        let room = simulated.len() * PER_SLOT;
        Grid {
            simulated: Cells::new(template, simulated),
            held: Cells::new(template, held),
            candidates: Vec::with_capacity(room),
            dropped: 0,
        }
    }

    /// False where no two particles may ever touch.
    pub fn is_needed(&self) -> bool {
        !self.simulated.members.is_empty()
    }

    /// What is simulated, and what is held.
    pub fn members(&self) -> [&[u32]; 2] {
        [&self.simulated.members, &self.held.members]
    }

    /// Pairs near each other that may touch, a simulated one first.
    pub fn candidates(&self) -> &[[u32; 2]] {
        &self.candidates
    }

    /// The largest radius of anything simulated.
    pub fn radius(&self) -> f32 {
        self.simulated.radius
    }

    /// Sorts everything into cells.
    pub fn build(&mut self, template: &Template, place: impl Fn(usize) -> Vec3, margins: Margins) {
        let radius = self.simulated.radius;
        self.simulated.build(template, &place, 2.0 * radius + margins.simulated);
        self.held.build(template, &place, radius + self.held.radius + margins.held);
    }

    /// Calls `f` once for each pair that may touch and is near, a simulated one first.
    pub fn for_pairs(&self, template: &Template, width: LaneWidth, margins: Margins, f: impl FnMut(usize, usize)) {
        lanes::run(width, Pairs { grid: self, template, margins, f });
    }

    /// Keeps the pairs that are near each other and may touch.
    pub fn collect(&mut self, template: &Template, width: LaneWidth, margins: Margins) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let (room, mut dropped) = (candidates.capacity(), 0);
        self.for_pairs(template, width, margins, |a, b| {
            if template.never_touch.contains(a.min(b), a.max(b) as u32) {
                return;
            }
            if candidates.len() < room {
                candidates.push([a as u32, b as u32]);
            } else {
                dropped += 1;
            }
        });
        self.candidates = candidates;
        self.dropped += dropped;
    }
}

struct Pairs<'a, F> {
    grid: &'a Grid,
    template: &'a Template,
    margins: Margins,
    f: F,
}

impl<F: FnMut(usize, usize)> Kernel for Pairs<'_, F> {
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let (template, parts) = (self.template, self.template.parts.len());
        let from = &self.grid.simulated;
        for k in 0..from.members.len() {
            let a = from.slots[k] as usize;
            let place = Vec3::new(from.places[0][k], from.places[1][k], from.places[2][k]);
            let part = usize::from(template.bodies[template.body[a] as usize].part) * parts;
            for (cells, margin) in [(from, self.margins.simulated), (&self.grid.held, self.margins.held)] {
                let twice = std::ptr::eq(cells, from);
                cells.near::<L>(place, template.ball_radius[a] + margin, |b| {
                    let b = b as usize;
                    let other = usize::from(template.bodies[template.body[b] as usize].part);
                    if !(twice && b <= a) && template.touches[part + other] {
                        (self.f)(a, b);
                    }
                });
            }
        }
    }
}

impl Cells {
    fn new(template: &Template, members: Vec<u32>) -> Cells {
        let radius = members.iter().map(|&s| template.ball_radius[s as usize]).fold(0.0, f32::max);
        let side: usize = if members.len() < 512 { 16 } else { 32 };
        Cells {
            radius,
            cell: 1.0,
            side,
            buckets: vec![0; members.len()],
            starts: vec![0; side * side * side + 1],
            // Room to read a full width beyond the last.
            places: std::array::from_fn(|_| vec![0.0; members.len() + MAX_WIDTH]),
            radii: vec![0.0; members.len() + MAX_WIDTH],
            slots: vec![0; members.len()],
            members,
        }
    }

    fn cell_of(&self, place: Vec3) -> IVec3 {
        (place / self.cell).floor().as_ivec3()
    }

    fn row(&self, y: i32, z: i32) -> usize {
        let mask = self.side as i32 - 1;
        ((z & mask) as usize * self.side + (y & mask) as usize) * self.side
    }

    fn build(&mut self, template: &Template, place: &impl Fn(usize) -> Vec3, cell: f32) {
        self.cell = cell.max(f32::MIN_POSITIVE);
        self.starts.fill(0);
        let mask = self.side as i32 - 1;
        for k in 0..self.members.len() {
            let cell = self.cell_of(place(self.members[k] as usize));
            let bucket = self.row(cell.y, cell.z) + (cell.x & mask) as usize;
            self.buckets[k] = bucket as u32;
            self.starts[bucket] += 1;
        }
        for bucket in 1..self.starts.len() {
            self.starts[bucket] += self.starts[bucket - 1];
        }
        // Filling from the back moves the end of each bucket to its start.
        for k in (0..self.members.len()).rev() {
            let start = &mut self.starts[self.buckets[k] as usize];
            *start -= 1;
            let at = *start as usize;
            let slot = self.members[k];
            let p = place(slot as usize);
            for c in 0..3 {
                self.places[c][at] = p[c];
            }
            self.radii[at] = template.ball_radius[slot as usize];
            self.slots[at] = slot;
        }
    }

    /// Visits what is within `reach` and its own radius of a place.
    #[inline(always)]
    fn near<L: Lanes>(&self, place: Vec3, reach: f32, mut visit: impl FnMut(u32)) {
        let cell = self.cell_of(place);
        let mask = self.side as i32 - 1;
        let (low, high) = ((cell.x.wrapping_sub(1) & mask) as usize, (cell.x.wrapping_add(1) & mask) as usize);
        for dz in -1..=1 {
            for dy in -1..=1 {
                let row = self.row(cell.y.wrapping_add(dy), cell.z.wrapping_add(dz));
                // At the end of a row the three cells are two runs.
                let runs = if low < high { [low..high + 1, 0..0] } else { [low..self.side, 0..high + 1] };
                for run in runs {
                    let entries = self.starts[row + run.start] as usize..self.starts[row + run.end] as usize;
                    self.scan::<L>(entries, place, reach, &mut visit);
                }
            }
        }
    }

    #[inline(always)]
    fn scan<L: Lanes>(&self, entries: Range<usize>, place: Vec3, reach: f32, visit: &mut impl FnMut(u32)) {
        let reach = L::splat(reach);
        for first in entries.clone().step_by(L::WIDTH) {
            let dx = L::load(&self.places[0], first) - L::splat(place.x);
            let dy = L::load(&self.places[1], first) - L::splat(place.y);
            let dz = L::load(&self.places[2], first) - L::splat(place.z);
            let distance2 = dx * dx + dy * dy + dz * dz;
            let touching = reach + L::load(&self.radii, first);
            let mut bits = L::bits((touching * touching).greater(distance2));
            while bits != 0 {
                let lane = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if first + lane < entries.end {
                    visit(self.slots[first + lane]);
                }
            }
        }
    }
}
