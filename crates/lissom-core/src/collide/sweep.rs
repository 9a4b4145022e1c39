//! Particles and segments against colliders, along their whole way in a substep.
//!
//! Seen from the collider's bone its shape stands still, and a particle or a segment moves from where it was
//! to where it is predicted ([`advance`]). The side on which it first touches is the side on which it must stay,
//! so a thin collider that passes in one substep pushes instead of passing through.

use super::advance::{self, Hit};
use super::at;
use super::boxes::{self, Boxes};
use super::contact::{Contact, Contacts, NONE};
use super::cross;
use super::near::Near;
use super::shape::Placed;
use crate::lanes::{self, LaneWidth, MAX_WIDTH};
use crate::state::Arrays;
use crate::template::{Body, Template, Unit, UnitKind};
use glam::{Quat, Vec3};

/// Which contacts to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    All,
    /// Those that do not hold, of chains.
    DeepInChains,
}

/// From where contacts are found.
#[derive(Debug, Default)]
pub struct Start {
    /// Positions by slot, and room for as many: how far chains have followed, if any have.
    pub x: Vec<f32>,
    /// By unit: its chains have followed the colliders already.
    pub followed: Vec<bool>,
}

impl Start {
    /// Where the substep begins, or how far chains have followed; and which have.
    pub fn split<'a>(&'a mut self, begin: [&'a mut [f32]; 3], slots: usize) -> ([&'a mut [f32]; 3], &'a [bool]) {
        let Start { x, followed } = self;
        let far = followed.contains(&true);
        (if far { Arrays { rest: x, len: slots }.take::<3>() } else { begin }, followed)
    }
}

/// Particles on their way among colliders.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    pub template: &'a Template,
    pub colliders: &'a [[Placed; 2]],
    pub from: &'a [&'a mut [f32]; 3],
    pub to: &'a [&'a mut [f32]; 3],
    pub q: &'a [&'a mut [f32]; 4],
    pub width: LaneWidth,
}

impl Sweep<'_> {
    /// How many steps a unit of chains must take to follow the colliders: none of them longer than things are thick.
    pub fn steps(&self, unit: &Unit) -> f32 {
        let template = self.template;
        let mut most = 1.0_f32;
        for bodies in template.bodies[unit.bodies.clone()].chunks(MAX_WIDTH) {
            let boxes = Boxes::around(self, bodies);
            for (index, placed) in self.colliders.iter().enumerate() {
                let (Some(thick), way) = (placed[0].solid.thickness(), boxes::way(placed)) else { continue };
                let target = Target { sweep: self, index, placed, whole: placed, which: Find::All };
                for lane in bits(self.near(&boxes, bodies, index, way)) {
                    let way = |s: usize| target.way(s)[0].distance(target.way(s)[1]) / (thick + template.reach[s]);
                    most = bodies[lane].slots().map(way).fold(most, f32::max);
                }
            }
        }
        most
    }

    /// Adds the contacts of the given units; some of them may have followed the colliders.
    pub fn find(&self, units: &[bool], followed: &[bool], which: Find, contacts: &mut Contacts) {
        let template = self.template;
        if self.colliders.is_empty() {
            return;
        }
        for (number, (unit, _)) in template.units.iter().zip(units).enumerate().filter(|(_, (_, wanted))| **wanted) {
            if which == Find::DeepInChains && !matches!(unit.kind, UnitKind::Chains { .. }) {
                continue;
            }
            let followed = followed.get(number).is_some_and(|f| *f);
            for bodies in template.bodies[unit.bodies.clone()].chunks(MAX_WIDTH) {
                let boxes = Boxes::around(self, bodies);
                for (index, placed) in self.colliders.iter().enumerate() {
                    let way = boxes::way(placed);
                    // Where chains have followed, the collider is where it ends.
                    let seen = [placed[usize::from(followed)], placed[1]];
                    let target = Target { sweep: self, index, placed: &seen, whole: placed, which };
                    let mut near = self.near(&boxes, bodies, index, way);
                    if which == Find::DeepInChains {
                        near = bits(near).filter(|&lane| target.is_fast(&bodies[lane])).map(|lane| 1 << lane).sum();
                    }
                    target.particles(bodies, near, contacts);
                    if placed[0].solid.bound().is_some() {
                        bits(near).for_each(|lane| target.segments(&bodies[lane], contacts));
                    }
                }
            }
        }
    }

    /// Of sixteen bodies, a bit for each that may touch a collider.
    fn near(&self, boxes: &Boxes, bodies: &[Body], collider: usize, way: Option<[Vec3; 2]>) -> u32 {
        let near = bits(boxes.near(way, self.width)).take_while(|&lane| lane < bodies.len());
        near.filter(|&lane| self.template.meets(&bodies[lane], collider)).map(|lane| 1 << lane).sum()
    }

    /// Whether the contacts of chains hold. Where things are fast, looks along the whole way again and adds what does
    /// not: something else may have come into a collider, or through it.
    pub fn holds(&self, units: &[bool], followed: &[bool], contacts: &mut Contacts) -> bool {
        if !contacts.chains_are_out(self.template, self.to) {
            return false;
        }
        let before = contacts.list().len();
        self.find(units, followed, Find::DeepInChains, contacts);
        contacts.list().len() == before
    }
}

/// The numbers of those that are set.
fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < 32).then_some(lane)
    })
}

/// A segment that hangs on an end that is held is pushed no nearer to it than this share: a lever as short as you like
/// would throw the other end any distance.
const LEAST_SHARE: f32 = 0.25;
/// How often in a substep springs are pushed out of what they are in at rest. VRM does it once in a frame, which leaves
/// them in it for some time.
const SPRING_PUSHES: u32 = 2;

struct Target<'a> {
    sweep: &'a Sweep<'a>,
    index: usize,
    placed: &'a [Placed; 2],
    /// The same from the start of the substep.
    whole: &'a [Placed; 2],
    which: Find,
}

impl Target<'_> {
    /// Whether anything moves far enough to be through before the next substep finds it.
    fn is_fast(&self, body: &Body) -> bool {
        let far = |slot: usize| self.way(slot)[0].distance(self.way(slot)[1]) > 0.5 * self.sweep.template.reach[slot];
        body.slots().any(far)
    }

    /// A slot's way, seen from the collider.
    #[inline]
    fn way(&self, slot: usize) -> [Vec3; 2] {
        [self.placed[0].local(at(self.sweep.from, slot)), self.placed[1].local(at(self.sweep.to, slot))]
    }

    /// Of some of the bodies: one bit for each.
    fn particles(&self, bodies: &[Body], near: u32, contacts: &mut Contacts) {
        let width = self.sweep.width;
        if near == 0 {
            return;
        }
        if bodies[0].track.stride == MAX_WIDTH {
            // A joint of all of them, and then the next.
            let visit = |row: usize, found: u32| {
                bits(found & near).for_each(|lane| self.particle(&bodies[lane], row + lane, contacts));
            };
            lanes::run(width, Near { sweep: self.sweep, placed: self.placed, rows: bodies[0].slots(), visit });
            return;
        }
        for body in bits(near).map(|lane| &bodies[lane]) {
            debug_assert_eq!(body.track.stride, 1);
            let slots = body.first..body.first + body.count;
            let visit = |row: usize, found: u32| {
                let slots = bits(found).map(|lane| row + lane).filter(|slot| slots.contains(slot));
                slots.for_each(|slot| self.particle(body, slot, contacts));
            };
            let rows = slots.clone().step_by(MAX_WIDTH);
            lanes::run(width, Near { sweep: self.sweep, placed: self.placed, rows, visit });
        }
    }

    fn particle(&self, body: &Body, slot: usize, contacts: &mut Contacts) {
        if self.sweep.template.inv_mass[slot] == 0.0 {
            return;
        }
        let at_rest = self.sweep.template.rest_depth[slot * self.sweep.template.colliders.len() + self.index];
        // Springs are pushed also out of what they are in at rest, as in VRM: a little at a time.
        let springs = !body.params.springs.is_empty();
        let allowed = if springs { 0.0 } else { at_rest };
        let pushes = if springs && at_rest > 0.0 { SPRING_PUSHES } else { u32::MAX };
        let way = self.way(slot);
        let reach = self.sweep.template.reach[slot];
        let radius = |n: Vec3| {
            let turned = Quat::from_array(std::array::from_fn(|c| self.sweep.q[c][slot]));
            let local_turn = self.placed[1].frame.rotation.conjugate() * turned;
            let radii = Vec3::from_array(std::array::from_fn(|c| self.sweep.template.radii[c][slot]));
            ((local_turn.conjugate() * n) * radii).length() - allowed
        };
        if let Some(hit) = advance::particle(&self.placed[0].solid, way, reach, radius) {
            self.push(body, contacts, [slot; 2], 0.0, hit, hit.radius + allowed, pushes);
        }
    }

    fn segments(&self, body: &Body, contacts: &mut Contacts) {
        for (a, b) in self.sweep.template.segments(body) {
            let held = self.sweep.template.inv_mass[a] == 0.0 && self.sweep.template.inv_mass[b] == 0.0;
            if held {
                continue;
            }
            let allowed = self.sweep.template.segment_rest_depth[b * self.sweep.template.colliders.len() + self.index];
            let thin = |s: usize| (0..3).map(|c| self.sweep.template.radii[c][s]).fold(f32::MAX, f32::min) - allowed;
            let radii = [thin(a), thin(b)];
            let ways = [self.way(a), self.way(b)];
            let passed = self.placed[0].solid.axis().and_then(|axis| cross::first(&axis, ways, radii));
            // Next to a held end there is no lever to get out by.
            let stuck = |share: f32| share < LEAST_SHARE && self.sweep.template.inv_mass[a] == 0.0;
            if let Some((hit, share)) = passed.filter(|p| !stuck(p.1)) {
                self.push(body, contacts, [a, b], share, hit, 0.0, u32::MAX);
            }
            if let Some((hit, share)) = advance::segment(&self.placed[0].solid, ways, radii) {
                // The ends are particles and have contacts of their own.
                if share > 0.02 && share < 0.98 && !stuck(share) {
                    self.push(body, contacts, [a, b], share, hit, 0.0, u32::MAX);
                }
            }
        }
    }

    fn push(
        &self,
        body: &Body,
        contacts: &mut Contacts,
        ends: [usize; 2],
        share: f32,
        hit: Hit,
        own_radius: f32,
        pushes: u32,
    ) {
        let end = &self.placed[1].frame;
        let normal = end.rotation * hit.normal;
        let surface = end.point(hit.surface);
        let collider = &self.sweep.template.colliders[self.index];
        let contact = Contact {
            ends: ends.map(|s| s as u32),
            share,
            other: NONE,
            normal,
            distance: normal.dot(surface) + hit.radius,
            radius: own_radius,
            carried: surface - self.whole[0].frame.point(hit.surface),
            friction: (collider.friction * body.params.friction).sqrt(),
            parts: [body.part, collider.part],
            pushes,
            active: false,
            impulse: 0.0,
            given: Vec3::ZERO,
        };
        if self.which == Find::All || contact.is_deep(self.sweep.template, self.sweep.to) {
            contacts.push(contact);
        }
    }
}
