//! From descriptions to rows: regions, masses, rest centres, surfaces.

use super::chart::Drawn;
use super::implicit::Implicit;
use super::memory;
use super::stimulus::{Ready, distances};
use super::touch::meet;
use super::work::Distances;
use super::{Creature, Creatures, PAPER_RATE, Procedural, Rows, Shell, Stiffness};
use crate::collide::pairs::Ball;
use crate::desc::{BodyDesc, Structure};
use crate::lanes::MAX_WIDTH;
use crate::lanes::Numbers;
use crate::template::{Lists, Template};
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

/// Passes are capped; a stiffer wish is better served by an implicit step.
const MAX_PASSES: u32 = 256;

/// Whether a body is one of these, and how it moves.
pub fn of(desc: &BodyDesc) -> Option<(&[[u32; 4]], &Procedural)> {
    match (&desc.structure, desc.params.rest.procedural()) {
        (Structure::Tets { tets }, Some(procedural)) => Some((tets, procedural)),
        _ => None,
    }
}

/// Fills `template.creatures`; their bodies are laid out last.
pub fn build(template: &mut Template, descs: &[BodyDesc]) {
    let bodies: Vec<usize> =
        (0..template.bodies.len()).filter(|&b| of(&descs[template.bodies[b].source]).is_some()).collect();
    let Some(&first) = bodies.first() else { return };
    let base = template.bodies[first].first;
    let count = template.slots - base;
    let mut rows = Rows::new(count);
    let mut members = vec![Vec::new(); count];
    let (mut list, mut marks) = (Vec::new(), 0);
    for body in bodies {
        let desc = &descs[template.bodies[body].source];
        let Some((tets, procedural)) = of(desc) else { continue };
        let first = template.bodies[body].first - base;
        let near = neighbours(desc.particles.len(), tets);
        for (k, near) in near.iter().enumerate() {
            members[first + k] = std::iter::once(k).chain(near.iter().copied()).map(|m| (first + m) as u32).collect();
        }
        rows.fill(desc, procedural, first, &near);
        let creature = creature(template, desc, procedural, tets, body, first, marks);
        rows.outwards(desc, &creature);
        list.push(creature);
        marks += memory::marks(procedural.stimuli.len());
    }
    rows.members = Lists::from_vecs(&members);
    let mut room = Distances::default();
    for creature in &mut list {
        // Twice to the farthest: the longest way, or nearly.
        let mut ways = vec![0.0; creature.rows];
        distances(&rows, creature, creature.reference, &mut room, &mut ways);
        let far = (0..creature.count).max_by(|a, b| ways[*a].total_cmp(&ways[*b])).unwrap_or(0);
        creature.span = distances(&rows, creature, far, &mut room, &mut ways);
        if let Stiffness::Implicit { hz, iterations } = creature.stiffness {
            creature.implicit = Some(Implicit::new(&rows, creature, hz, iterations));
        }
    }
    let mut inner = vec![true; count];
    for creature in &list {
        creature.skin.iter().for_each(|k| inner[creature.first + *k as usize] = false);
    }
    let mut steps: Vec<u64> = list.iter().map(|c| c.every).collect();
    steps.sort_unstable();
    steps.dedup();
    for creature in &mut list {
        creature.pace = steps.iter().position(|s| *s == creature.every).unwrap_or(0);
    }
    let memory = memory::rows(count) + marks;
    template.creatures =
        Creatures { base, rows, list, steps, inner, shells: Vec::new(), apart: Lists::default(), memory };
    let shells = shells(template);
    template.creatures.shells = shells;
    let apart = apart(template);
    template.creatures.apart = apart;
}

impl Rows {
    fn new(count: usize) -> Rows {
        let zero = || Numbers::zeros(count);
        Rows {
            count,
            rest: std::array::from_fn(|_| zero()),
            mass: zero(),
            inv_vertex_mass: zero(),
            match_mass: zero(),
            inv_count: zero(),
            center: std::array::from_fn(|_| zero()),
            spread: std::array::from_fn(|k| Numbers::new(if k < 3 { 1.0 / 3.0 } else { 0.0 }, count)),
            scale: Numbers::new(1.0, count),
            inv_mass: zero(),
            axes: std::array::from_fn(|k| Numbers::new(if k % 4 == 0 { 1.0 } else { 0.0 }, count)),
            strength: zero(),
            delay: zero(),
            normal: std::array::from_fn(|_| zero()),
            members: Lists::default(),
        }
    }

    fn fill(&mut self, desc: &BodyDesc, procedural: &Procedural, first: usize, near: &[Vec<usize>]) {
        let count = desc.particles.len();
        let mean = desc.particles.iter().map(|p| f64::from(p.mass_kg)).sum::<f64>() / count as f64;
        let origin = Vec3::from_array(desc.particles[reference(desc)].position).as_dvec3();
        let rest: Vec<DVec3> =
            desc.particles.iter().map(|p| Vec3::from_array(p.position).as_dvec3() - origin).collect();
        let mass: Vec<f64> =
            (0..count).map(|k| f64::from(desc.particles[k].mass_kg) / mean / (near[k].len() + 1) as f64).collect();
        for k in 0..count {
            let (p, row) = (&desc.particles[k], first + k);
            let region = || std::iter::once(k).chain(near[k].iter().copied());
            let total: f64 = region().map(|m| mass[m]).sum();
            let center = region().map(|m| rest[m] * mass[m]).sum::<DVec3>() / total;
            for (index, (a, b)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                let sum: f64 = region().map(|m| mass[m] * (rest[m] - center)[a] * (rest[m] - center)[b]).sum();
                self.spread[index][row] = sum as f32;
            }
            let trace: f64 = region().map(|m| mass[m] * (rest[m] - center).length_squared()).sum();
            self.scale[row] = if trace > 1e-30 { (1.0 / trace) as f32 } else { 1.0 };
            for c in 0..3 {
                self.rest[c][row] = rest[k][c] as f32;
                self.center[c][row] = center[c] as f32;
            }
            self.mass[row] = p.mass_kg;
            self.inv_vertex_mass[row] = if p.animated { 0.0 } else { 1.0 / p.mass_kg };
            self.match_mass[row] = mass[k] as f32;
            self.inv_count[row] = 1.0 / (near[k].len() + 1) as f32;
            self.inv_mass[row] = (1.0 / total) as f32;
            if let Some(frame) = procedural.frames.get(k) {
                for a in 0..9 {
                    self.axes[a][row] = frame[a % 3][a / 3];
                }
            }
            self.strength[row] = procedural.strength.get(k).map_or(1.0, |s| s.clamp(-1.0, 1.0));
            let delay = procedural.delay.get(k).map_or(0.0, |d| d.clamp(0.0, 1.0));
            self.delay[row] = delay / procedural.speed;
        }
    }
}

impl Rows {
    /// Normals of the surface at its vertices.
    fn outwards(&mut self, desc: &BodyDesc, creature: &Creature) {
        let at = |k: u32| Vec3::from_array(desc.particles[k as usize].position).as_dvec3();
        let mut normals = vec![DVec3::ZERO; creature.count];
        for face in &creature.faces {
            let [a, b, c] = face.map(at);
            face.iter().for_each(|k| normals[*k as usize] += (b - a).cross(c - a));
        }
        for (k, normal) in normals.into_iter().enumerate() {
            for c in 0..3 {
                self.normal[c][creature.first + k] = normal.normalize_or_zero()[c] as f32;
            }
        }
    }
}

/// The vertex nearest to the middle.
pub fn reference(desc: &BodyDesc) -> usize {
    let points = || desc.particles.iter().map(|p| Vec3::from_array(p.position));
    let (low, high) = points().fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(p), h.max(p)));
    let middle = (low + high) * 0.5;
    let near = |p: Vec3| p.distance_squared(middle);
    points().enumerate().min_by(|a, b| near(a.1).total_cmp(&near(b.1))).map_or(0, |(k, _)| k)
}

fn creature(
    template: &Template,
    desc: &BodyDesc,
    procedural: &Procedural,
    tets: &[[u32; 4]],
    body: usize,
    first: usize,
    marks: usize,
) -> Creature {
    let substep = template.settings.substep_secs;
    let every = (1.0 / (procedural.steps_per_sec * substep)).round().max(1.0) as u64;
    let h = every as f64 * substep;
    let (passes, share) = match procedural.stiffness {
        Stiffness::Passes { count, literal, .. } => {
            // As stiff as the paper's at its own step.
            let wanted = f64::from(count + u32::from(literal)) * (h * PAPER_RATE).powi(2);
            let passes = ((wanted - 1e-3).ceil().max(1.0) as u32).min(MAX_PASSES);
            (passes, (wanted / f64::from(passes)).min(1.0) as f32)
        }
        Stiffness::Implicit { .. } => (0, 1.0),
    };
    let faces = faces(tets);
    let mut skin: Vec<u32> = faces.iter().flatten().copied().collect();
    skin.sort_unstable();
    skin.dedup();
    let mass: f32 = desc.particles.iter().map(|p| p.mass_kg).sum();
    let volume: f64 = tets.iter().map(|t| volume(desc, *t).abs()).sum();
    let decay = |rate: f32| libm::expf(-rate * h as f32);
    let held = (0..desc.particles.len() as u32).filter(|k| desc.particles[*k as usize].animated);
    Creature {
        body,
        part: template.bodies[body].part,
        first,
        rows: desc.particles.len().next_multiple_of(MAX_WIDTH),
        count: desc.particles.len(),
        reference: reference(desc),
        reach: reach(tets),
        every,
        pace: 0,
        step_secs: h as f32,
        passes,
        share,
        stiffness: procedural.stiffness,
        damp: 1.0 - decay(procedural.region_damping),
        drag: decay(desc.params.damping),
        gravity: desc.params.gravity_scale,
        friction: desc.params.friction,
        mass,
        density: (f64::from(mass) / volume.max(1e-30)) as f32,
        start: procedural.start,
        charts: Drawn::new(&procedural.charts, false),
        stimuli: procedural.stimuli.iter().map(Ready::new).collect(),
        held: held.collect(),
        faces,
        skin,
        span: 0.0,
        bristles: procedural.bristles.clone(),
        implicit: None,
        marks: marks..marks + memory::marks(procedural.stimuli.len()),
    }
}

/// How far apart vertices of one tetrahedron are numbered, at most.
fn reach(tets: &[[u32; 4]]) -> usize {
    let apart = |[a, b, c, d]: [u32; 4]| a.max(b).max(c.max(d)) - a.min(b).min(c.min(d));
    tets.iter().map(|tet| apart(*tet) as usize).max().unwrap_or(0)
}

pub fn volume(desc: &BodyDesc, tet: [u32; 4]) -> f64 {
    let [a, b, c, d] = tet.map(|k| Vec3::from_array(desc.particles[k as usize].position).as_dvec3());
    (b - a).cross(c - a).dot(d - a) / 6.0
}

/// By vertex: those it shares an edge with, in ascending order.
pub fn neighbours(count: usize, tets: &[[u32; 4]]) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); count];
    for tet in tets {
        for &a in tet {
            near[a as usize].extend(tet.iter().filter(|b| **b != a).map(|b| *b as usize));
        }
    }
    for list in &mut near {
        list.sort_unstable();
        list.dedup();
    }
    near
}

/// Faces that belong to one tetrahedron only, outwards.
pub fn faces(tets: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let mut faces = BTreeMap::new();
    for &[a, b, c, d] in tets {
        for face in [[a, c, b], [a, b, d], [a, d, c], [b, c, d]] {
            let mut key = face;
            key.sort_unstable();
            faces.entry(key).and_modify(|f| *f = None).or_insert(Some(face));
        }
    }
    faces.into_values().flatten().collect()
}

/// Animated particles of other bodies that one of these may run into.
fn shells(template: &Template) -> Vec<Shell> {
    let creatures = &template.creatures;
    let own = |b: usize| creatures.list.iter().any(|c| c.body == b);
    (0..template.bodies.len())
        .filter(|&b| !own(b))
        .map(|b| {
            let kinematic = template.bodies[b].slots().filter(|&s| template.inv_mass[s] == 0.0);
            Shell { body: b, slots: kinematic.map(|s| s as u32).collect() }
        })
        .filter(|shell| {
            let part = template.bodies[shell.body].part;
            !shell.slots.is_empty() && creatures.list.iter().any(|c| c.part != part && meet(template, c, part))
        })
        .collect()
}

/// What overlaps in the bind pose does not collide.
fn apart(template: &Template) -> Lists {
    let creatures = &template.creatures;
    let mut lists = vec![Vec::new(); creatures.rows.count];
    let ball = |slot: usize| {
        let ball = Ball::at(template, slot, template.bind_x[slot], template.bind_q[slot]);
        (ball.center(), template.ball_radius[slot])
    };
    let touch = |a: (Vec3, f32), b: (Vec3, f32)| a.0.distance_squared(b.0) < (a.1 + b.1).powi(2);
    let around = |balls: &[(Vec3, f32)]| {
        balls.iter().fold([Vec3::MAX, Vec3::MIN], |[low, high], (x, r)| [low.min(*x - *r), high.max(*x + *r)])
    };
    let near = |a: &[Vec3; 2], b: &[Vec3; 2]| a[0].cmple(b[1]).all() && b[0].cmple(a[1]).all();
    // Each with the names its balls go by, and a box around them.
    let bodies = creatures.list.iter().map(|c| {
        let rows: Vec<u32> = c.skin.iter().map(|k| c.first as u32 + k).collect();
        let balls: Vec<_> = rows.iter().map(|r| ball(creatures.base + *r as usize)).collect();
        (c.part, rows, around(&balls), balls)
    });
    let bodies: Vec<_> = bodies.collect();
    let shells = creatures.shells.iter().map(|s| {
        let balls: Vec<_> = s.slots.iter().map(|s| ball(*s as usize)).collect();
        let codes: Vec<u32> = s.slots.iter().map(|s| creatures.rows.count as u32 + s).collect();
        (template.bodies[s.body].part, codes, around(&balls), balls)
    });
    let shells: Vec<_> = shells.collect();
    for (index, (_, rows, around, balls)) in bodies.iter().enumerate() {
        let creature = &creatures.list[index];
        for (part, codes, other, others) in bodies[index + 1..].iter().chain(&shells) {
            if !meet(template, creature, *part) || !near(around, other) {
                continue;
            }
            for (row, here) in rows.iter().zip(balls) {
                let found = codes.iter().zip(others).filter(|(_, there)| touch(*here, **there));
                lists[*row as usize].extend(found.map(|(code, _)| *code));
            }
        }
    }
    for list in &mut lists {
        list.sort_unstable();
    }
    Lists::from_vecs(&lists)
}
