//! A mouse: what a ray from the camera hits first, which particle moves that place most, and where a hand is that
//! drags it.

use glam::Vec3;
use lissom_core::Grab;
use lissom_core::step::grab::MOST;

use super::Actor;

/// What a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    pub mesh: usize,
    pub triangle: usize,
    pub point: Vec3,
    /// The body and the particle that move it; none where only the animation does.
    pub grab: Option<(usize, usize)>,
}

/// A hand that drags what was picked, in the plane through the place that faces the camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Drag {
    point: Vec3,
    normal: Vec3,
    /// The particle that was picked first, then, of cloth, those around it: one alone would be held back by all others.
    grabs: Vec<Grab>,
    /// From the place to each of them: they are not pulled to where the surface was hit.
    beside: Vec<Vec3>,
}

impl Drag {
    /// `forward` is where the camera looks. None where nothing can be dragged.
    pub fn new(actor: &Actor, picked: &Picked, forward: Vec3) -> Option<Drag> {
        let (body, particle) = picked.grab?;
        let poses = actor.world.poses();
        let places = &poses.positions()[poses.body(body)];
        let held = actor.held_with(body, particle).into_iter();
        let grabs: Vec<Grab> = held.map(|particle| Grab { body, particle, target: places[particle] }).collect();
        let beside = grabs.iter().map(|grab| Vec3::from_array(grab.target) - picked.point).collect();
        Some(Drag { point: picked.point, normal: forward.normalize_or(Vec3::Z), grabs, beside })
    }

    /// The hand follows a ray; where that does not meet the plane, it stays.
    pub fn follow(&mut self, origin: Vec3, direction: Vec3) -> &[Grab] {
        let far = (self.point - origin).dot(self.normal) / direction.dot(self.normal);
        let hand = origin + direction * far;
        if far > 0.0 && hand.is_finite() {
            self.grabs.iter_mut().zip(&self.beside).for_each(|(grab, b)| grab.target = (hand + b).to_array());
        }
        &self.grabs
    }
}

impl Actor {
    /// What a ray hits first. `positions` are the vertices of the meshes as they are drawn: those of
    /// [`Actor::meshes`] after [`Actor::skin`], or what a file makes of them.
    pub fn pick(&self, origin: Vec3, direction: Vec3, positions: &[&[Vec3]]) -> Option<Picked> {
        let mut nearest = (f32::INFINITY, None);
        for (mesh, (from, places)) in self.character.meshes.iter().zip(positions).enumerate() {
            for (triangle, corners) in from.triangles.iter().enumerate() {
                let Some([a, b, c]) = at(places, corners) else { continue };
                if let Some((far, shares)) = cross(origin, direction, [a, b, c]).filter(|hit| hit.0 < nearest.0) {
                    nearest = (far, Some((mesh, triangle, shares)));
                }
            }
        }
        let (far, (mesh, triangle, shares)) = (nearest.0, nearest.1?);
        let point = origin + direction * far;
        let corners = self.character.meshes[mesh].triangles[triangle];
        Some(Picked { mesh, triangle, point, grab: self.mover(mesh, corners, shares, point) })
    }

    /// A particle, and where it is one of cloth those around it, by edges: as many as can be held.
    fn held_with(&self, body: usize, particle: usize) -> Vec<usize> {
        let template = self.world.template();
        let Some(found) = template.by_source.get(body).map(|k| &template.bodies[*k]) else { return Vec::new() };
        let edges = if found.is_chain() || found.rods { &[] } else { &template.edges[found.edges.clone()] };
        let mut slots = vec![found.slot(particle) as u32];
        let mut k = 0;
        while let Some(&slot) = slots.get(k).filter(|_| slots.len() < MOST) {
            for e in edges.iter().filter(|e| e.a == slot || e.b == slot) {
                let other = if e.a == slot { e.b } else { e.a };
                if !slots.contains(&other) {
                    slots.push(other);
                }
            }
            k += 1;
        }
        slots.truncate(MOST);
        let particle_of = |slot: u32| found.slots().position(|s| s == slot as usize);
        slots.into_iter().filter_map(particle_of).collect()
    }

    /// The particle that most moves a place of a triangle, among those that are simulated.
    fn mover(&self, mesh: usize, corners: [u32; 3], shares: [f32; 3], point: Vec3) -> Option<(usize, usize)> {
        let map = &self.maps[mesh];
        let places = self.world.poses().positions();
        let simulated = |k: &usize| self.simulated.get(*k).copied().unwrap_or(false);
        let nearer = |a: &usize, b: &usize| {
            let off = |k: usize| Vec3::from_array(places[k]).distance_squared(point);
            off(*a).total_cmp(&off(*b))
        };
        let corners = corners.map(|k| k as usize);
        if !map.inside.is_empty() {
            let around = corners.iter().flat_map(|k| map.inside[*k].corners).map(|k| k as usize);
            return around.filter(simulated).min_by(nearer).map(|k| self.body_of(k));
        }
        let mut moved: Vec<(usize, f32)> = Vec::new();
        let mut add = |particle: usize, share: f32| match moved.iter_mut().find(|m| m.0 == particle) {
            Some(found) => found.1 += share,
            None => moved.push((particle, share)),
        };
        let from = &self.character.meshes[mesh];
        for (vertex, share) in corners.into_iter().zip(shares) {
            let soft = map.blend.get(vertex).map_or(0.0, |b| b.clamp(0.0, 1.0));
            if let Some(influences) = map.influences.get(vertex) {
                influences
                    .iter()
                    .filter(|(k, _)| simulated(&(*k as usize)))
                    .for_each(|(k, w)| add(k as usize, w * soft * share));
            }
            for (bone, weight) in from.bones[vertex].into_iter().zip(from.weights[vertex]).filter(|(_, w)| *w > 0.0) {
                let ends = self.ends(usize::from(bone));
                if let Some(end) = ends.into_iter().flatten().filter(simulated).min_by(nearer) {
                    add(end, weight * (1.0 - soft) * share);
                }
            }
        }
        let most = moved.into_iter().filter(|m| m.1 > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(self.body_of(most.0))
    }

    /// The particles at both ends of a simulated bone, or of the one that a bone hangs on.
    fn ends(&self, bone: usize) -> [Option<usize>; 2] {
        let mut at = Some(bone);
        while let Some(bone) = at {
            for linked in &self.joints {
                if let Some(k) = linked.bones.iter().position(|b| *b == bone) {
                    let start = self.world.poses().body(linked.body).start;
                    return [Some(start + k), linked.towards(k).map(|k| start + k)];
                }
            }
            at = self.character.skeleton.bones.get(bone).and_then(|b| b.parent);
        }
        [None; 2]
    }

    /// The body of a particle, and its place there.
    fn body_of(&self, particle: usize) -> (usize, usize) {
        let poses = self.world.poses();
        let body = (0..poses.bodies()).find(|b| poses.body(*b).contains(&particle)).unwrap_or(0);
        (body, particle - poses.body(body).start)
    }
}

fn at(places: &[Vec3], corners: &[u32; 3]) -> Option<[Vec3; 3]> {
    let [a, b, c] = corners.map(|k| places.get(k as usize).copied());
    Some([a?, b?, c?])
}

/// Where a ray crosses a triangle, from either side: how far along, and the shares of the corners (Möller & Trumbore
/// 1997).
fn cross(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<(f32, [f32; 3])> {
    let (u, v) = (b - a, c - a);
    let across = direction.cross(v);
    let size = u.dot(across);
    let from = origin - a;
    let second = from.dot(across) / size;
    let over = from.cross(u);
    let third = direction.dot(over) / size;
    let far = v.dot(over) / size;
    // Not a number, where a triangle is seen from its edge, is no hit.
    (second >= 0.0 && third >= 0.0 && second + third <= 1.0 && far > 0.0 && far.is_finite())
        .then_some((far, [1.0 - second - third, second, third]))
}
