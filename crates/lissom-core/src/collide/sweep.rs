//! Particles and segments against colliders, along their whole way in a substep.
//!
//! Seen from the collider's bone its shape stands still, and a particle or a segment moves from where it was
//! to where it is predicted. Conservative advancement follows that way: as far as the gap is wide, nothing
//! can touch. The side on which it first touches is the side on which it must stay, so a thin collider that
//! passes in one substep pushes instead of passing through.

use super::at;
use super::cross;
use super::contact::{Contact, Contacts, NONE};
use super::shape::{Placed, Solid};
use crate::template::{Body, Template};
use glam::{Quat, Vec3};

const MAX_ADVANCES: usize = 24;
/// Contacts are kept this much of a radius before they touch: matching may still push into them.
const MARGIN: f32 = 0.3;
/// 0.618…: golden section.
const GOLDEN: f32 = 0.618_034;

/// Which contacts to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    All,
    /// Those that do not hold, of chains.
    DeepInChains,
}

/// Adds the contacts of the given units.
pub fn find(
    template: &Template,
    colliders: &[[Placed; 2]],
    units: &[bool],
    from: &[&mut [f32]; 3],
    to: &[&mut [f32]; 3],
    q: &[&mut [f32]; 4],
    contacts: &mut Contacts,
    which: Find,
) {
    let parts = template.parts.len();
    for (unit, _) in template.units.iter().zip(units).filter(|(_, wanted)| **wanted) {
        for body in &template.bodies[unit.bodies.clone()] {
            if which == Find::DeepInChains && !body.is_chain() {
                continue;
            }
            let (low, high, reach) = extent(template, body, from, to);
            for (index, placed) in colliders.iter().enumerate() {
                let collider = &template.colliders[index];
                let touches = usize::from(body.part) * parts + usize::from(collider.part);
                if !template.touches[touches] && body.part != collider.part {
                    continue;
                }
                if !may_meet(placed, low, high, reach) {
                    continue;
                }
                let target = Target { template, body, index, placed, from, to, q, which };
                target.particles(contacts);
                if body.is_chain() && placed[0].solid.bound().is_some() {
                    target.segments(contacts);
                }
            }
        }
    }
}

/// The box around a body's way, and its largest radius.
fn extent(template: &Template, body: &Body, from: &[&mut [f32]; 3], to: &[&mut [f32]; 3]) -> (Vec3, Vec3, f32) {
    body.slots().fold((Vec3::MAX, Vec3::MIN, 0.0_f32), |(low, high, reach), s| {
        let (p, q) = (at(from, s), at(to, s));
        (low.min(p).min(q), high.max(p).max(q), reach.max(template.reach[s]))
    })
}

fn may_meet(placed: &[Placed; 2], low: Vec3, high: Vec3, reach: f32) -> bool {
    let Some((center, radius)) = placed[0].solid.bound() else { return true };
    let ends = placed.each_ref().map(|p| p.frame.point(center));
    let room = Vec3::splat(radius + reach * (1.0 + MARGIN));
    let (collider_low, collider_high) = (ends[0].min(ends[1]) - room, ends[0].max(ends[1]) + room);
    collider_low.cmple(high).all() && collider_high.cmpge(low).all()
}

struct Target<'a> {
    template: &'a Template,
    body: &'a Body,
    index: usize,
    placed: &'a [Placed; 2],
    from: &'a [&'a mut [f32]; 3],
    to: &'a [&'a mut [f32]; 3],
    q: &'a [&'a mut [f32]; 4],
    which: Find,
}

impl Target<'_> {
    /// A slot's way, seen from the collider.
    fn way(&self, slot: usize) -> [Vec3; 2] {
        [self.placed[0].local(at(self.from, slot)), self.placed[1].local(at(self.to, slot))]
    }

    fn particles(&self, contacts: &mut Contacts) {
        for slot in self.body.slots() {
            if self.template.inv_mass[slot] == 0.0 {
                continue;
            }
            let allowed = self.template.rest_depth[slot * self.template.colliders.len() + self.index];
            let way = self.way(slot);
            let reach = self.template.reach[slot];
            let turned = Quat::from_xyzw(self.q[0][slot], self.q[1][slot], self.q[2][slot], self.q[3][slot]);
            let local_turn = self.placed[1].frame.rotation.conjugate() * turned;
            let radii = Vec3::from_array(std::array::from_fn(|c| self.template.radii[c][slot]));
            let radius = |n: Vec3| ((local_turn.conjugate() * n) * radii).length() - allowed;
            if let Some(hit) = advance_particle(&self.placed[0].solid, way, reach, radius) {
                self.push(contacts, [slot; 2], 0.0, hit, hit.radius + allowed);
            }
        }
    }

    fn segments(&self, contacts: &mut Contacts) {
        for k in 1..self.body.count {
            let (a, b) = (self.body.slot(k - 1), self.body.slot(k));
            let held = self.template.inv_mass[a] == 0.0 && self.template.inv_mass[b] == 0.0;
            if held {
                continue;
            }
            let allowed = self.template.segment_rest_depth[b * self.template.colliders.len() + self.index];
            let thin = |s: usize| (0..3).map(|c| self.template.radii[c][s]).fold(f32::MAX, f32::min) - allowed;
            let radii = [thin(a), thin(b)];
            let ways = [self.way(a), self.way(b)];
            let passed = self.placed[0].solid.axis().and_then(|axis| cross::first(&axis, ways, radii));
            if let Some((hit, share)) = passed {
                self.push(contacts, [a, b], share, hit, 0.0);
            }
            if let Some((hit, share)) = advance_segment(&self.placed[0].solid, ways, radii) {
                // The ends are particles and have contacts of their own.
                if share > 0.02 && share < 0.98 {
                    self.push(contacts, [a, b], share, hit, 0.0);
                }
            }
        }
    }

    fn push(&self, contacts: &mut Contacts, ends: [usize; 2], share: f32, hit: Hit, own_radius: f32) {
        let end = &self.placed[1].frame;
        let normal = end.rotation * hit.normal;
        let surface = end.point(hit.surface);
        let collider = &self.template.colliders[self.index];
        let contact = Contact {
            ends: ends.map(|s| s as u32),
            share,
            other: NONE,
            normal,
            distance: normal.dot(surface) + hit.radius,
            radius: own_radius,
            carried: surface - self.placed[0].frame.point(hit.surface),
            friction: (collider.friction * self.body.params.friction).sqrt(),
            parts: [self.body.part, collider.part],
            active: false,
            impulse: 0.0,
        };
        if self.which == Find::All || contact.is_deep(self.template, self.to) {
            contacts.push(contact);
        }
    }
}

/// Where something meets a solid, in the solid's frame.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub normal: Vec3,
    pub surface: Vec3,
    pub radius: f32,
}

fn advance_particle(solid: &Solid, way: [Vec3; 2], reach: f32, radius: impl Fn(Vec3) -> f32) -> Option<Hit> {
    let travel = way[0].distance(way[1]);
    let margin = MARGIN * reach;
    let mut t = 0.0_f32;
    for left in (0..MAX_ADVANCES).rev() {
        let p = way[0].lerp(way[1], t);
        let (distance, normal) = solid.distance(p);
        let radius = radius(normal);
        let gap = distance - radius;
        // A way that only grazes takes many advances; after the last one it counts as a touch.
        if gap <= 1e-3 * reach || (gap < margin && (t >= 1.0 || left == 0)) {
            return Some(Hit { normal, surface: p - normal * distance, radius });
        }
        if t >= 1.0 || gap > (1.0 - t) * travel + margin {
            return None;
        }
        t = (t + gap.min(distance - reach).max(0.05 * gap) / travel.max(f32::MIN_POSITIVE)).min(1.0);
    }
    None
}

/// The first touch of a moving segment, and where along it.
fn advance_segment(solid: &Solid, ways: [[Vec3; 2]; 2], radii: [f32; 2]) -> Option<(Hit, f32)> {
    let travel = ways[0][0].distance(ways[0][1]).max(ways[1][0].distance(ways[1][1]));
    let least = radii[0].min(radii[1]).abs();
    let margin = MARGIN * least;
    let mut t = 0.0_f32;
    for left in (0..MAX_ADVANCES).rev() {
        let ends = [ways[0][0].lerp(ways[0][1], t), ways[1][0].lerp(ways[1][1], t)];
        let share = nearest(solid, ends);
        let p = ends[0].lerp(ends[1], share);
        let radius = radii[0] + (radii[1] - radii[0]) * share;
        let (distance, normal) = solid.distance(p);
        let gap = distance - radius;
        if gap <= 1e-2 * least || (gap < margin && (t >= 1.0 || left == 0)) {
            return Some((Hit { normal, surface: p - normal * distance, radius }, share));
        }
        if t >= 1.0 || gap > (1.0 - t) * travel + margin {
            return None;
        }
        t = (t + gap / travel.max(f32::MIN_POSITIVE)).min(1.0);
    }
    None
}

/// The point of a segment nearest to a convex solid, by golden section: the distance along it is convex.
fn nearest(solid: &Solid, ends: [Vec3; 2]) -> f32 {
    let distance = |share: f32| solid.distance(ends[0].lerp(ends[1], share)).0;
    let (mut low, mut high) = (0.0_f32, 1.0_f32);
    let (mut a, mut b) = (1.0 - GOLDEN, GOLDEN);
    let (mut fa, mut fb) = (distance(a), distance(b));
    for _ in 0..14 {
        if fa < fb {
            (high, b, fb) = (b, a, fa);
            a = high - GOLDEN * (high - low);
            fa = distance(a);
        } else {
            (low, a, fa) = (a, b, fb);
            b = low + GOLDEN * (high - low);
            fb = distance(b);
        }
    }
    0.5 * (low + high)
}

/// For set-up: how deep a particle or a segment is in a collider, in its frame; 0 if it is not.
pub fn depth_at_rest(solid: &Solid, ends: [Vec3; 2], radii: [f32; 2]) -> f32 {
    let share = if ends[0] == ends[1] || solid.bound().is_none() { 0.0 } else { nearest(solid, ends) };
    let radius = radii[0] + (radii[1] - radii[0]) * share;
    (radius - solid.distance(ends[0].lerp(ends[1], share)).0).max(0.0)
}
