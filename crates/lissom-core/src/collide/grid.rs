//! The broad phase: one grid of what is simulated, one of what is held, both asked by what is simulated.
//!
//! Cells are as large as a pair reaches, so a particle looks into its own and the 26 around it. Cells far
//! apart may share a bucket; distances sort that out. Buckets of a row lie side by side, so three cells are
//! one run of entries.

use crate::template::Template;
use glam::{IVec3, Vec3};

/// Room for candidate pairs per particle.
const PER_SLOT: usize = 32;

#[derive(Debug)]
pub struct Grid {
    simulated: Cells,
    held: Cells,
    candidates: Vec<[u32; 2]>,
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
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    place: Vec3,
    slot: u32,
}

impl Grid {
    pub fn new(template: &Template) -> Grid {
        let parts = template.parts.len();
        let meets = |a: u16| {
            let partners = template.bodies.iter().map(|b| usize::from(b.part));
            partners.into_iter().any(|b| template.touches[usize::from(a) * parts + b])
        };
        let mut slots: Vec<u32> = template
            .bodies
            .iter()
            .filter(|b| meets(b.part))
            .flat_map(|b| b.slots().map(|s| s as u32))
            .collect();
        slots.sort_unstable();
        let (simulated, held): (Vec<u32>, Vec<u32>) =
            slots.into_iter().partition(|&s| template.inv_mass[s as usize] > 0.0);
        let room = simulated.len() * PER_SLOT;
        Grid {
            simulated: Cells::new(template, simulated),
            held: Cells::new(template, held),
            candidates: Vec::with_capacity(room),
        }
    }

    /// False where no two particles may ever touch.
    pub fn is_needed(&self) -> bool {
        !self.simulated.members.is_empty()
    }

    pub fn candidates(&self) -> &[[u32; 2]] {
        &self.candidates
    }

    /// The largest radius of anything simulated.
    pub fn radius(&self) -> f32 {
        self.simulated.radius
    }

    /// Sorts everything into cells; pairs are found up to `margin` apart from touching.
    pub fn build(&mut self, place: impl Fn(usize) -> Vec3, margin: f32) {
        let radius = self.simulated.radius;
        self.simulated.build(&place, 2.0 * radius + margin);
        self.held.build(&place, radius + self.held.radius + margin);
    }

    /// Calls `f` once for each pair that may touch and is near, a simulated one first.
    pub fn for_pairs(&self, template: &Template, margin: f32, mut f: impl FnMut(usize, usize)) {
        let parts = template.parts.len();
        let mut ask = |cells: &Cells, from: &Entry, twice: bool| {
            let a = from.slot as usize;
            let part = usize::from(template.bodies[template.body[a] as usize].part) * parts;
            let reach = template.ball_radius[a] + margin;
            cells.near(from.place, |entry| {
                let b = entry.slot as usize;
                let reach = reach + template.ball_radius[b];
                if from.place.distance_squared(entry.place) < reach * reach
                    && !(twice && b <= a)
                    && template.touches[part + usize::from(template.bodies[template.body[b] as usize].part)]
                {
                    f(a, b);
                }
            });
        };
        for entry in &self.simulated.entries {
            ask(&self.simulated, entry, true);
            ask(&self.held, entry, false);
        }
    }

    /// Keeps the pairs that are near each other and may touch.
    pub fn collect(&mut self, template: &Template, margin: f32) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let room = candidates.capacity();
        self.for_pairs(template, margin, |a, b| {
            if candidates.len() < room && !template.never_touch.contains(a.min(b), a.max(b) as u32) {
                candidates.push([a as u32, b as u32]);
            }
        });
        self.candidates = candidates;
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
            entries: vec![Entry { place: Vec3::ZERO, slot: 0 }; members.len()],
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

    fn build(&mut self, place: &impl Fn(usize) -> Vec3, cell: f32) {
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
            let slot = self.members[k];
            self.entries[*start as usize] = Entry { place: place(slot as usize), slot };
        }
    }

    /// Visits what is in the cell of a place and in those around it.
    #[inline(always)]
    fn near(&self, place: Vec3, mut visit: impl FnMut(&Entry)) {
        let cell = self.cell_of(place);
        let (side, mask) = (self.side, self.side as i32 - 1);
        let (low, high) = ((cell.x.wrapping_sub(1) & mask) as usize, (cell.x.wrapping_add(1) & mask) as usize);
        for dz in -1..=1 {
            for dy in -1..=1 {
                let row = self.row(cell.y.wrapping_add(dy), cell.z.wrapping_add(dz));
                let mut run = |from: usize, to: usize| {
                    let range = self.starts[row + from] as usize..self.starts[row + to] as usize;
                    self.entries[range].iter().for_each(&mut visit);
                };
                if low < high {
                    run(low, high + 1);
                } else {
                    run(low, side);
                    run(0, high + 1);
                }
            }
        }
    }
}
