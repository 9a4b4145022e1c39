//! From a description to a template: checks, layout in slots, groups, collision filters.

use crate::collide::advance::segment_depth;
use crate::collide::grid::{Grid, Margins};
use crate::collide::pairs;
use crate::collide::shape::Solid;
use crate::desc::{BodyDesc, PoseArray, Structure, WorldDesc};
use crate::lanes::{LaneWidth, MAX_WIDTH, Numbers};
use crate::rest::procedural::{self, Creatures};
use crate::rest::view_blend::{self, Held, Hold, Suppression};
use crate::rest::{self, RestPose};
use crate::step::anchor;
use crate::step::constrain::Net;
use crate::step::springs::{self, Springs};
use crate::template::{Collider, Frame, Lists, Roots, Surface, Template, Unit, UnitKind};
use glam::{Quat, Vec3};
use std::ops::ControlFlow;

mod check;
mod edges;
mod lay_out;

pub use check::{BuildError, REACH};

/// Passes are capped; a stiffer wish gets what these give.
const MAX_PASSES: u32 = 16;
const NO_BODY: u32 = u32::MAX;

pub fn build(mut desc: WorldDesc, hold: Hold<'_>) -> Result<(Template, RestPose, Vec<String>), BuildError> {
    check::check(&desc)?;
    let mut notes = rest::bones::without_projection(&mut desc.bodies);
    let h = desc.settings.substep_secs as f32;
    let mut template = empty(&desc);
    let groups: Vec<Vec<Vec<usize>>> = desc.bodies.iter().map(groups_of).collect();
    lay_out::lay_out(&mut template, &desc.bodies, h);
    template.by_source = vec![0; template.bodies.len()];
    for (index, body) in template.bodies.iter().enumerate() {
        template.by_source[body.source] = index;
    }
    template.members = Lists::from_vecs(&members(&template, &groups));
    template.anchors = template.bodies.iter().map(|b| b.anchor).collect();
    template.anchors.sort_unstable();
    template.anchors.dedup();
    fill_slots(&mut template, &desc.bodies, &groups, h);
    procedural::build::build(&mut template, &desc.bodies);
    let mut rest = RestPose::new(template.slots);
    for body in &template.bodies {
        rest::fixed::set(&mut rest, &template, body, &groups[body.source]);
    }
    rest::bones::build(&mut template, &desc.bodies, &groups, &mut rest);
    match view_blend::examples::build(&mut template, &desc.bodies, &groups, &mut rest, hold) {
        ControlFlow::Continue(more) => notes.extend(more),
        ControlFlow::Break(()) => return Err(BuildError::Stopped),
    }
    for index in 0..template.bodies.len() {
        let body = &desc.bodies[template.bodies[index].source];
        if template.bodies[index].rods {
            let net = Net::new(&template, index, body, rest.rods.len());
            rest.rods.extend(&net.lengths);
            rest.room.resize(rest.room.len().max(net.room()), 0.0);
            let views = template.view_of(index);
            if let Some(views) = views.filter(|&v| !template.views[v].tree.chords.is_empty()) {
                template.views[views].loops = Some(template.nets.len());
            }
            if let Some(boned) = template.boned.iter_mut().find(|b| template.units[b.unit].bodies.contains(&index)) {
                boned.net = Some(template.nets.len());
            }
            template.nets.push(net);
        }
    }
    let springy = |unit: &usize| matches!(template.units[*unit].kind, UnitKind::Springs { .. });
    let springs = (0..template.units.len()).filter(springy).map(|unit| Springs::new(&template, unit, &desc.bodies));
    template.springs = springs.collect();
    template.never_touch = never_touch(&template);
    (template.rest_depth, template.segment_rest_depth) = rest_depths(&template, &desc.bones);
    Ok((template, rest, notes))
}

pub fn frame(pose: &PoseArray) -> Frame {
    let q = Quat::from_xyzw(pose[3], pose[4], pose[5], pose[6]);
    let ok = (1e-12..1e30).contains(&q.length_squared());
    Frame { position: Vec3::new(pose[0], pose[1], pose[2]), rotation: if ok { q.normalize() } else { Quat::IDENTITY } }
}

fn empty(desc: &WorldDesc) -> Template {
    let mut parts: Vec<String> = Vec::new();
    for name in desc.bodies.iter().map(|b| &b.part).chain(desc.colliders.iter().map(|c| &c.part)) {
        if !parts.contains(name) {
            parts.push(name.clone());
        }
    }
    let part = |name: &str| parts.iter().position(|p| p == name).unwrap_or(0) as u16;
    let mut touches = vec![true; parts.len() * parts.len()];
    for k in 0..parts.len() {
        touches[k * parts.len() + k] = false;
    }
    for body in &desc.bodies {
        let a = part(&body.part) as usize;
        touches[a * parts.len() + a] |= body.params.self_collision;
        for other in &body.params.passes_through {
            if let Some(b) = parts.iter().position(|p| p == other) {
                touches[a * parts.len() + b] = false;
                touches[b * parts.len() + a] = false;
            }
        }
    }
    let points = || desc.bodies.iter().flat_map(|b| &b.particles).map(|p| Vec3::from_array(p.position));
    let (low, high) = points().fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(p), h.max(p)));
    let radius = desc.bodies.iter().flat_map(|b| &b.particles).flat_map(|p| p.radii).fold(0.0, f32::max);
    let size = if low.x > high.x { 1.0 } else { (high - low).length().max(2.0 * radius) };
    Template {
        slots: 0,
        units: Vec::new(),
        alone: 0..0,
        bodies: Vec::new(),
        touches,
        colliders: desc
            .colliders
            .iter()
            .map(|c| Collider {
                part: part(&c.part),
                bone: c.bone.map(usize::from),
                shape: c.shape,
                friction: c.friction,
            })
            .collect(),
        bone_from_bind: desc.bones.iter().map(|b| frame(b).inverse()).collect(),
        settings: desc.settings.clone(),
        size: if size > 0.0 { size } else { 1.0 },
        body: Vec::new(),
        mass: Numbers::default(),
        inv_mass: Numbers::default(),
        match_mass: Numbers::default(),
        inv_count: Numbers::default(),
        alpha: Numbers::default(),
        beta: Numbers::default(),
        damp: Numbers::default(),
        spin_damp: Numbers::default(),
        gravity: Numbers::default(),
        wind: Numbers::default(),
        radii: Default::default(),
        reach: Numbers::default(),
        ball_radius: Numbers::default(),
        surface: Vec::new(),
        bind_x: Vec::new(),
        bind_q: Vec::new(),
        binding: Vec::new(),
        animated: Vec::new(),
        follows: Vec::new(),
        carried: Vec::new(),
        conserving: Vec::new(),
        anchors: Vec::new(),
        members: Lists::default(),
        edges: Vec::new(),
        tethers: Vec::new(),
        never_touch: Lists::default(),
        rest_depth: Vec::new(),
        segment_rest_depth: Vec::new(),
        nets: Vec::new(),
        springs: Vec::new(),
        views: Vec::new(),
        boned: Vec::new(),
        morphs: Vec::new(),
        by_source: Vec::new(),
        view_rows: 0,
        held: Held::default(),
        creatures: Creatures::default(),
        parts,
    }
}

/// S = (2π f h)² full applications of matching a substep, spread over whole passes.
fn passes(hz: f32, h: f32) -> (u32, f32) {
    let s = (std::f32::consts::TAU * hz * h).powi(2);
    let passes = ((s - 1e-6).ceil().max(1.0) as u32).min(MAX_PASSES);
    (passes, (s / passes as f32).min(1.0))
}

/// One group per particle, itself and what is within `ring` connections.
fn groups_of(desc: &BodyDesc) -> Vec<Vec<usize>> {
    let count = desc.particles.len();
    let ring = (desc.params.ring as usize).min(count);
    match &desc.structure {
        Structure::Loose | Structure::Tets { .. } => (0..count).map(|k| vec![k]).collect(),
        Structure::Chain => (0..count).map(|k| (k.saturating_sub(ring)..(k + ring + 1).min(count)).collect()).collect(),
        Structure::Mesh { edges } | Structure::Rods { edges } => {
            let near = edges::neighbours(count, edges);
            (0..count)
                .map(|k| {
                    let mut group = vec![k];
                    let mut start = 0;
                    for _ in 0..ring.min(count) {
                        let end = group.len();
                        for index in start..end {
                            for &m in &near[group[index]] {
                                if !group.contains(&m) {
                                    group.push(m);
                                }
                            }
                        }
                        start = end;
                    }
                    group
                })
                .collect()
        }
    }
}

fn members(template: &Template, groups: &[Vec<Vec<usize>>]) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); template.slots];
    for body in template.bodies.iter().filter(|b| !b.is_chain()) {
        for (k, group) in groups[body.source].iter().enumerate() {
            lists[body.slot(k)] = group.iter().map(|&m| body.slot(m) as u32).collect();
        }
    }
    lists
}

fn fill_slots(template: &mut Template, descs: &[BodyDesc], groups: &[Vec<Vec<usize>>], h: f32) {
    let n = template.slots;
    template.body = vec![NO_BODY; n];
    template.surface = vec![None; n];
    template.follows = vec![false; n];
    template.bind_x = vec![Vec3::ZERO; n];
    template.bind_q = vec![Quat::IDENTITY; n];
    template.binding = vec![crate::desc::Binding::rigid(0); n];
    template.radii = std::array::from_fn(|_| Numbers::zeros(n));
    let t = &mut *template;
    for array in [&mut t.mass, &mut t.inv_mass, &mut t.match_mass, &mut t.inv_count, &mut t.alpha, &mut t.beta] {
        *array = Numbers::zeros(n);
    }
    for array in [&mut t.damp, &mut t.spin_damp, &mut t.gravity, &mut t.wind, &mut t.reach, &mut t.ball_radius] {
        *array = Numbers::zeros(n);
    }
    for index in 0..template.bodies.len() {
        let body = template.bodies[index].clone();
        let desc = &descs[body.source];
        let mean = desc.particles.iter().map(|p| f64::from(p.mass_kg)).sum::<f64>() / desc.particles.len() as f64;
        let (passes, alpha) = passes(desc.params.bend_hz, h);
        let twist = (std::f32::consts::TAU * desc.params.twist_hz * h).powi(2) / passes as f32;
        let moves = desc.params.conserve_momentum;
        let dull = match desc.params.rest.view().map(|v| v.suppression) {
            Some(Suppression::Damping { rate }) => rate,
            _ => 0.0,
        };
        if moves {
            template.conserving.push(index as u32);
        }
        for (k, p) in desc.particles.iter().enumerate() {
            let slot = body.slot(k);
            let kinematic = p.animated && !moves;
            // Boneless bodies move by steps of their own; to the others they are animated.
            let apart = matches!(desc.structure, Structure::Tets { .. });
            let count = groups[body.source][k].len();
            template.body[slot] = index as u32;
            template.mass[slot] = p.mass_kg;
            template.inv_mass[slot] = if kinematic || apart { 0.0 } else { 1.0 / p.mass_kg };
            template.match_mass[slot] = rest::match_mass(f64::from(p.mass_kg) / mean, count, kinematic) as f32;
            template.inv_count[slot] = 1.0 / count as f32;
            template.alpha[slot] = if kinematic || apart { 0.0 } else { alpha };
            template.beta[slot] = if kinematic || apart { 0.0 } else { twist.min(1.0) };
            template.damp[slot] = libm::expf(-(desc.params.damping + dull) * h);
            template.spin_damp[slot] = libm::expf(-(desc.params.spin_damping + dull) * h);
            template.gravity[slot] = desc.params.gravity_scale;
            if let Some(spring) = desc.params.springs.get(k) {
                template.damp[slot] = springs::per_substep(spring.drag, h).0;
                template.gravity[slot] = 0.0;
            }
            template.wind[slot] = 1.0 - libm::expf(-desc.params.wind * h);
            for c in 0..3 {
                template.radii[c][slot] = p.radii[c];
            }
            let largest = p.radii.into_iter().fold(0.0, f32::max);
            template.reach[slot] = largest;
            template.ball_radius[slot] = largest;
            if p.surface && template.settings.surface_particles {
                let [a, b, c] = p.radii;
                // No more than it can be where the axes differ by a factor of 2 at most.
                let radius = ((b * b + c * c) / (2.0 * a)).min(2.0 * largest);
                template.surface[slot] = Some(Surface { radius, offset: a - radius });
                template.ball_radius[slot] = radius;
            }
            template.bind_x[slot] = Vec3::from_array(p.position);
            let q = Quat::from_array(p.rotation);
            template.bind_q[slot] = if q.length_squared() > 1e-12 { q.normalize() } else { Quat::IDENTITY };
            template.binding[slot] = p.binding;
            template.follows[slot] = p.animated;
            if kinematic {
                template.animated.push(slot as u32);
            }
        }
        if !anchor::feels_all(&desc.params) {
            template.carried.push(index as u32);
        }
    }
    let mut first = 0;
    for unit in &mut template.units {
        let count = template.animated[first..].iter().take_while(|s| unit.slots.contains(&(**s as usize))).count();
        unit.animated = first..first + count;
        first += count;
    }
    for index in 0..template.units.len() {
        let unit = &template.units[index];
        let mut particles = template.bodies[unit.bodies.clone()].iter().flat_map(|b| &descs[b.source].particles);
        let round = particles.all(|p| p.radii == [p.radii[0]; 3]);
        let roots = roots(template, unit);
        (template.units[index].round, template.units[index].roots) = (round, roots);
    }
}

/// Of a unit of chains or springs where nothing else follows the bones, and no root more than one.
fn roots(template: &Template, unit: &Unit) -> Option<Roots> {
    let bodies = &template.bodies[unit.bodies.clone()];
    let firsts: Vec<usize> = bodies.iter().map(|b| b.first).collect();
    let rigid = |s: &usize| template.binding[*s].is_rigid();
    let follow = template.animated[unit.animated.clone()].iter().map(|s| *s as usize);
    if unit.kind.packs().is_none() || !follow.eq(firsts.iter().copied()) || !firsts.iter().all(rigid) {
        return None;
    }
    let lanes = firsts.len().next_multiple_of(MAX_WIDTH);
    // Where nothing stands, there is what stands first: it is never farther away than what is there.
    let numbers = |of: &dyn Fn(usize) -> f32| {
        let mut numbers = Numbers::new(of(firsts[0]), lanes);
        firsts.iter().enumerate().for_each(|(k, slot)| numbers[k] = of(*slot));
        numbers
    };
    let mut bone: Vec<u16> = firsts.iter().map(|s| template.binding[*s].bones[0]).collect();
    bone.resize(lanes, bone[0]);
    Some(Roots {
        bone,
        x: std::array::from_fn(|c| numbers(&|s| template.bind_x[s][c])),
        q: std::array::from_fn(|c| numbers(&|s| template.bind_q[s].to_array()[c])),
    })
}

/// \[MC11c\] Sec. 5.2: pairs that overlap in the bind pose never collide, nor do connected ones.
fn never_touch(template: &Template) -> Lists {
    let mut lists = vec![Vec::new(); template.slots];
    // Neighbours of neighbours, too: in a fold of cloth they would push apart what edges hold together.
    for body in template.bodies.iter().filter(|b| !b.edges.is_empty()) {
        let particle = |slot: u32| (slot - body.first as u32) / body.track.stride as u32;
        let local = template.edges[body.edges.clone()].iter().map(|e| [e.a, e.b].map(particle));
        let near = edges::neighbours(body.count, &local.collect::<Vec<_>>());
        for (a, ring) in near.iter().enumerate() {
            for b in ring.iter().flat_map(|m| near[*m].iter().chain([m])).filter(|b| **b > a) {
                lists[body.slot(a)].push(body.slot(*b) as u32);
            }
        }
    }
    for body in template.bodies.iter().filter(|b| b.is_chain()) {
        for k in 1..body.count {
            lists[body.slot(k - 1)].push(body.slot(k) as u32);
        }
    }
    let mut grid = Grid::new(template);
    let ball = |s: usize| pairs::Ball::at(template, s, template.bind_x[s], template.bind_q[s]);
    let margins = Margins { simulated: 0.0, held: 0.0 };
    grid.build(template, |slot| ball(slot).center(), margins);
    grid.for_pairs(template, LaneWidth::best(), margins, |a, b| {
        if pairs::overlap(&ball(a), &ball(b)).is_some() {
            lists[a.min(b)].push(a.max(b) as u32);
        }
    });
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    Lists::from_vecs(&lists)
}

/// How deep particles and segments are in colliders in the bind pose.
fn rest_depths(template: &Template, bones: &[PoseArray]) -> (Vec<f32>, Vec<f32>) {
    let colliders = template.colliders.len();
    let mut particles = vec![0.0; template.slots * colliders];
    let mut segments = particles.clone();
    for (index, collider) in template.colliders.iter().enumerate() {
        let solid = Solid::new(&collider.shape);
        let carrier = collider.bone.map_or(Frame::IDENTITY, |b| frame(&bones[b]));
        let inverse = carrier.inverse();
        let local = |slot: usize| inverse.point(template.bind_x[slot]);
        let radii = |slot: usize| Vec3::from_array(std::array::from_fn(|c| template.radii[c][slot]));
        for body in &template.bodies {
            for slot in body.slots() {
                let at = slot * colliders + index;
                let (distance, normal) = solid.distance(local(slot));
                let turned = (carrier.rotation.conjugate() * template.bind_q[slot]).conjugate() * normal;
                particles[at] = ((turned * radii(slot)).length() - distance).max(0.0);
            }
            for (before, slot) in template.segments(body) {
                let thin = [before, slot].map(|s| radii(s).min_element());
                let depth = segment_depth(&solid, [local(before), local(slot)], thin);
                let at = slot * colliders + index;
                segments[at] = depth.max(segments[at]);
            }
        }
    }
    (particles, segments)
}
