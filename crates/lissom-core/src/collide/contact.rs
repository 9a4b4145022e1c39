//! Contacts: a point on a particle or on a segment between two must stay on its side of another particle
//! or of a collider's surface.

use super::at;
use crate::lanes::MAX_WIDTH;
use crate::lanes::Numbers;
use crate::step::update;
use crate::template::Template;
use glam::{Quat, Vec3};

/// Stands for "no particle".
pub const NONE: u32 = u32::MAX;
/// Room per particle. Crowds beyond it are dropped and counted.
const PER_SLOT: usize = 12;
/// Share of its freedom left to what leans against something.
const LEANING: f32 = 0.3;
/// Further sweeps over contacts with what cannot give way.
const HELD_SWEEPS: usize = 5;
/// Contacts no deeper than this share of a radius count as holding.
const SETTLED: f32 = 0.02;

/// `normal · (x_a (1 − share) + x_b share − x_other) ≥ distance`.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// The two ends of a segment; the same slot twice for a particle.
    pub ends: [u32; 2],
    pub share: f32,
    /// The other particle, or [`NONE`] for a collider.
    pub other: u32,
    pub normal: Vec3,
    pub distance: f32,
    /// What the particle's own radius along the normal adds to `distance`, where it collides with a collider.
    pub radius: f32,
    /// How far the collider's surface moves in this substep.
    pub carried: Vec3,
    pub friction: f32,
    pub parts: [u16; 2],
    /// How often it may push in a substep.
    pub pushes: u32,
    /// Pushed at some time in this substep.
    pub active: bool,
    /// Momentum handed over in this substep.
    pub impulse: f32,
    /// The same as a vector, to a boneless body.
    pub given: Vec3,
}

impl Contact {
    pub fn depth(&self, x: &[&mut [f32]; 3]) -> f32 {
        let point = at(x, self.ends[0] as usize).lerp(at(x, self.ends[1] as usize), self.share);
        let apart = if self.other == NONE { point } else { point - at(x, self.other as usize) };
        self.distance - self.normal.dot(apart)
    }

    /// Too deep to count as holding.
    pub fn is_deep(&self, template: &Template, x: &[&mut [f32]; 3]) -> bool {
        self.depth(x) > SETTLED * template.reach[self.ends[0] as usize]
    }
}

#[derive(Debug)]
pub struct Contacts {
    list: Vec<Contact>,
    /// Where the contacts with what cannot give way begin.
    held_from: usize,
    /// By slot: inverse mass, next to nothing for what leans against something that cannot give way. Lengths
    /// then move its neighbours, and not it back into what pushed it out.
    pub give: Numbers,
    pub dropped: u32,
    /// Contacts of boneless bodies, not counted yet.
    more: u32,
    parts: usize,
    /// By pair of parts, over all time: contacts that pushed, and momentum.
    pub counts: Vec<(u64, f64)>,
}

impl Contacts {
    pub fn new(template: &Template) -> Contacts {
        let parts = template.parts.len();
        // As much on any machine: how many slots there are of what nothing can touch depends on its lanes.
        let alone: usize = template.units[template.alone.clone()].iter().map(|u| u.slots.len()).sum();
        let room = (template.slots - alone).max(MAX_WIDTH) * PER_SLOT;
        let needed = template.inv_mass.iter().any(|w| *w > 0.0);
        Contacts {
            list: Vec::with_capacity(if needed { room } else { 0 }),
            held_from: 0,
            give: template.inv_mass.clone(),
            dropped: 0,
            more: 0,
            parts,
            counts: vec![(0, 0.0); parts * parts],
        }
    }

    pub fn clear(&mut self, template: &Template) {
        self.list.clear();
        self.give.copy_from_slice(&template.inv_mass);
        self.held_from = 0;
    }

    /// Contacts with what cannot give way.
    pub fn held_mut(&mut self) -> &mut [Contact] {
        &mut self.list[self.held_from..]
    }

    /// Contacts from here on are with what cannot give way.
    pub fn begin_held(&mut self) {
        self.held_from = self.list.len();
    }

    pub fn list(&self) -> &[Contact] {
        &self.list
    }

    pub fn push(&mut self, contact: Contact) {
        if self.list.len() < self.list.capacity() {
            self.list.push(contact);
        } else {
            self.dropped += 1;
        }
    }

    /// Marks the units that have contacts.
    pub fn mark_touched(&self, template: &Template, touched: &mut [bool]) {
        let mut unit = 0;
        let slots = self.list.iter().flat_map(|c| [c.ends[0], c.ends[1], c.other]).filter(|slot| *slot != NONE);
        for slot in slots.map(|slot| slot as usize) {
            // Most often the same again.
            if !template.units[unit].slots.contains(&slot) {
                unit = template.units.partition_point(|u| u.slots.end <= slot);
            }
            touched[unit] = true;
        }
    }

    /// One sweep over all contacts, and a few more over those with what cannot give way.
    pub fn solve(&mut self, template: &Template, from: &[&mut [f32]; 3], x: &mut [&mut [f32]; 3]) {
        sweep(&mut self.list, template, from, x);
        let held = &mut self.list[self.held_from..];
        // Where one pushes nothing, the next one would not either.
        _ = (0..HELD_SWEEPS).all(|_| sweep(held, template, from, x));
        for contact in self.list[self.held_from..].iter().filter(|c| c.active) {
            let slot = contact.ends[0] as usize;
            self.give[slot] = LEANING * template.inv_mass[slot];
        }
    }

    /// Particles turn while they are matched, and an ellipsoid that turns reaches farther or less far.
    pub fn turn(&mut self, template: &Template, q: &[&mut [f32]; 4]) {
        for contact in self.list.iter_mut().filter(|c| c.other == NONE && c.ends[0] == c.ends[1]) {
            let slot = contact.ends[0] as usize;
            let turned = Quat::from_xyzw(q[0][slot], q[1][slot], q[2][slot], q[3][slot]);
            let radii = Vec3::from_array(std::array::from_fn(|c| template.radii[c][slot]));
            let radius = ((turned.conjugate() * contact.normal) * radii).length();
            contact.distance += radius - contact.radius;
            contact.radius = radius;
        }
    }

    /// No bounce: what a push added to the speed away from each other is taken out again.
    pub fn calm(&mut self, template: &Template, v: &mut [&mut [f32]; 3]) {
        let rate = 1.0 / template.settings.substep_secs as f32;
        // What is faster has jumped.
        let most = update::MAX_SIZES_PER_SEC * template.size;
        for contact in self.list.iter_mut().filter(|c| c.active) {
            let (a, b, other) = (contact.ends[0] as usize, contact.ends[1] as usize, contact.other as usize);
            let single = a == b;
            let (sa, sb) = if single { (1.0, 0.0) } else { (1.0 - contact.share, contact.share) };
            let held = contact.other == NONE;
            let away = at(v, a) * sa + at(v, b) * sb - if held { contact.carried * rate } else { at(v, other) };
            let speed = contact.normal.dot(away);
            let (wa, wb) = (template.inv_mass[a] * sa, template.inv_mass[b] * sb);
            let wo = if held { 0.0 } else { template.inv_mass[other] };
            let weight = wa * sa + wb * sb + wo;
            if speed > 0.0 && speed < most && weight > 0.0 {
                let push = contact.normal * (-speed / weight);
                contact.given -= push;
                add(v, a, push * wa);
                if !single {
                    add(v, b, push * wb);
                }
                if !held {
                    add(v, other, push * -wo);
                }
            }
        }
    }

    /// Contacts that are left more than 5 % of the particle's radius deep.
    pub fn deep(&self, template: &Template, x: &[&mut [f32]; 3]) -> u32 {
        self.list.iter().filter(|c| c.depth(x) > 0.05 * template.reach[c.ends[0] as usize]).count() as u32
    }

    /// Whether no chain is deep in a collider.
    pub fn chains_are_out(&self, template: &Template, x: &[&mut [f32]; 3]) -> bool {
        let chain = |c: &Contact| template.bodies[template.body[c.ends[0] as usize] as usize].is_chain();
        !self.list.iter().any(|c| c.other == NONE && c.is_deep(template, x) && chain(c))
    }

    /// What particles gave to boneless bodies: slot, the part that gave it, and momentum.
    pub fn given<'a>(&'a self, template: &'a Template) -> impl Iterator<Item = (usize, u16, Vec3)> + 'a {
        let base = template.creatures.base;
        let pushed = self.list.iter().filter(move |c| c.active && c.other != NONE && c.other as usize >= base);
        pushed.map(|c| (c.other as usize, c.parts[0], c.given))
    }

    /// One more contact.
    pub fn add_count(&mut self, parts: [u16; 2], impulse: f32) {
        let [a, b] = parts.map(usize::from);
        let entry = &mut self.counts[a.min(b) * self.parts + a.max(b)];
        entry.0 += 1;
        entry.1 += f64::from(impulse);
        self.more += 1;
    }

    /// Adds this substep's contacts to the counts; returns how many pushed.
    pub fn count(&mut self) -> u32 {
        let mut active = std::mem::take(&mut self.more);
        for contact in self.list.iter().filter(|c| c.active) {
            let [a, b] = contact.parts.map(usize::from);
            let entry = &mut self.counts[a.min(b) * self.parts + a.max(b)];
            entry.0 += 1;
            entry.1 += f64::from(contact.impulse);
            active += 1;
        }
        active
    }
}

/// Pushes apart, split by inverse mass, with friction on what slides. Whether it did.
fn sweep(list: &mut [Contact], template: &Template, from: &[&mut [f32]; 3], x: &mut [&mut [f32]; 3]) -> bool {
    let mut pushed = false;
    let rate = 1.0 / template.settings.substep_secs as f32;
    for contact in list.iter_mut().filter(|c| c.pushes > 0) {
        let (a, b) = (contact.ends[0] as usize, contact.ends[1] as usize);
        let single = a == b;
        let (sa, sb) = if single { (1.0, 0.0) } else { (1.0 - contact.share, contact.share) };
        let point = if single { at(x, a) } else { at(x, a) * sa + at(x, b) * sb };
        let other = contact.other as usize;
        let held = contact.other == NONE;
        let apart = if held { point } else { point - at(x, other) };
        let depth = contact.distance - contact.normal.dot(apart);
        // Also not where something is not a number: that must not spread.
        if !(depth > 0.0 && depth.is_finite()) {
            continue;
        }
        let (wa, wb) = (template.inv_mass[a] * sa, if single { 0.0 } else { template.inv_mass[b] * sb });
        let wo = if held { 0.0 } else { template.inv_mass[other] };
        let weight = wa * sa + wb * sb + wo;
        if weight <= 0.0 {
            continue;
        }
        let start = if single { at(from, a) } else { at(from, a) * sa + at(from, b) * sb };
        let moved = point - start - if held { contact.carried } else { at(x, other) - at(from, other) };
        let slide = moved - contact.normal * contact.normal.dot(moved);
        let length = slide.length();
        let grip = contact.friction * depth;
        let back = if length <= grip { slide } else { slide * (grip / length) };
        let push = (contact.normal * depth - back) / weight;
        add(x, a, push * wa);
        if !single {
            add(x, b, push * wb);
        }
        if !held {
            add(x, other, push * -wo);
        }
        contact.pushes -= 1;
        contact.active = true;
        contact.impulse += push.length() * rate;
        contact.given -= push * rate;
        pushed = true;
    }
    pushed
}

#[inline(always)]
fn add(x: &mut [&mut [f32]; 3], slot: usize, d: Vec3) {
    x[0][slot] += d.x;
    x[1][slot] += d.y;
    x[2][slot] += d.z;
}
