//! Measuring a world: energies, momenta, lengths and depths. Not part of a step.

use crate::collide::pairs::{Ball, depth};
use crate::collide::shape::Placed;
use crate::rest::RestPose;
use crate::rest::procedural::touch::meet;
use crate::scratch::Scratch;
use crate::state::State;
use crate::template::Template;
use glam::{DVec3, Quat, Vec3};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    pub finite: bool,
    /// Of what is simulated, J.
    pub kinetic_energy: f64,
    /// kg m/s, and about the origin kg m²/s.
    pub linear_momentum: [f64; 3],
    pub angular_momentum: [f64; 3],
    pub center_of_mass: [f64; 3],
    /// Relative to the rest lengths.
    pub chain_length_error: f64,
    pub mesh_length_error: f64,
    /// Share of mesh edges within 2 % of their rest length.
    pub edges_within_2_percent: f64,
    pub depths: Depths,
    /// The deepest that two boneless bodies overlap, as a share of a vertex radius.
    pub overlap: f64,
}

/// Ways out whose cosine is below this lead against each other.
const OPPOSED: f32 = -0.3;

/// What pushes a particle: which way, how far it is inside, and the bone that carries it.
#[derive(Clone, Copy, Debug)]
struct Push {
    normal: Vec3,
    depth: f32,
    bone: Option<usize>,
}

/// How deep simulated particles are inside what they must not be inside of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depths {
    /// Deepest of those that have room to get out, m, and as a share of the particle's radius.
    pub deepest_m: f64,
    pub deepest_share: f64,
    /// Particles deeper than 5 % of their radius.
    pub inside: usize,
    /// Particles between two body parts that leave less room than they need: the way out of one leads into
    /// the other.
    pub squeezed: usize,
    /// Simulated particles looked at.
    pub particles: usize,
}

impl Measures {
    pub fn of(template: &Template, rest: &RestPose, state: &State, scratch: &Scratch) -> Measures {
        let mut m = Measures { finite: true, ..Measures::default() };
        let (mut linear, mut angular, mut center, mut mass) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO, 0.0);
        let vec = |a: [&[f32]; 3], s: usize| DVec3::new(a[0][s].into(), a[1][s].into(), a[2][s].into());
        for body in &template.bodies {
            for slot in body.slots() {
                let (x, v, w) = (vec(state.x(), slot), vec(state.v(), slot), vec(state.spin(), slot));
                m.finite &= x.is_finite() && v.is_finite() && w.is_finite();
                let boneless = template.creatures.is_own(slot);
                if template.inv_mass[slot] == 0.0 && !boneless {
                    continue;
                }
                let kg = f64::from(template.mass[slot]);
                let spin = if boneless { DVec3::ZERO } else { spinning(template, state, slot, w, kg).1 };
                m.kinetic_energy += kinetic_energy(template, state, slot);
                linear += v * kg;
                angular += x.cross(v) * kg + spin;
                center += x * kg;
                mass += kg;
            }
        }
        m.linear_momentum = linear.to_array();
        m.angular_momentum = angular.to_array();
        m.center_of_mass = if mass > 0.0 { (center / mass).to_array() } else { [0.0; 3] };
        lengths(template, rest, state, &mut m);
        m.depths = depths(template, state, scratch);
        m.overlap = overlap(template, state);
        m
    }
}

/// Of one particle, J; none of what is not simulated.
pub fn kinetic_energy(template: &Template, state: &State, slot: usize) -> f64 {
    let boneless = template.creatures.is_own(slot);
    if template.inv_mass[slot] == 0.0 && !boneless {
        return 0.0;
    }
    let vec = |a: [&[f32]; 3]| DVec3::new(a[0][slot].into(), a[1][slot].into(), a[2][slot].into());
    let (kg, v) = (f64::from(template.mass[slot]), vec(state.v()));
    let spin = if boneless { 0.0 } else { spinning(template, state, slot, vec(state.spin()), kg).0 };
    0.5 * kg * v.length_squared() + spin
}

/// Energy and angular momentum of a spinning ellipsoid: I = m/5 diag(b² + c², a² + c², a² + b²).
fn spinning(template: &Template, state: &State, slot: usize, w: DVec3, kg: f64) -> (f64, DVec3) {
    let q = state.q();
    let q = Quat::from_xyzw(q[0][slot], q[1][slot], q[2][slot], q[3][slot]).as_dquat();
    let r = DVec3::from_array(std::array::from_fn(|c| f64::from(template.radii[c][slot]).powi(2)));
    let inertia = DVec3::new(r.y + r.z, r.x + r.z, r.x + r.y) * (kg / 5.0);
    let local = q.conjugate() * w;
    (0.5 * (inertia * local).dot(local), q * (inertia * local))
}

fn lengths(template: &Template, rest: &RestPose, state: &State, m: &mut Measures) {
    let x = state.x();
    let at = |s: usize| Vec3::new(x[0][s], x[1][s], x[2][s]).as_dvec3();
    for body in template.bodies.iter().filter(|b| b.is_chain()) {
        for k in 1..body.count {
            let (a, b) = (body.slot(k - 1), body.slot(k));
            let length = f64::from(rest.length[b]);
            let held = template.inv_mass[a] == 0.0 && template.inv_mass[b] == 0.0;
            if length > 0.0 && !held {
                m.chain_length_error = m.chain_length_error.max((at(a).distance(at(b)) / length - 1.0).abs());
            }
        }
    }
    let (mut fine, mut all) = (0, 0);
    for edge in &template.edges {
        let (a, b) = (edge.a as usize, edge.b as usize);
        if edge.length > 0.0 && template.inv_mass[a] + template.inv_mass[b] > 0.0 {
            let error = (at(a).distance(at(b)) / f64::from(edge.length) - 1.0).abs();
            m.mesh_length_error = m.mesh_length_error.max(error);
            fine += usize::from(error <= 0.02);
            all += 1;
        }
    }
    m.edges_within_2_percent = if all > 0 { fine as f64 / all as f64 } else { 1.0 };
}

/// Every simulated particle against every animated one and every collider it may touch.
fn depths(template: &Template, state: &State, scratch: &Scratch) -> Depths {
    let (x, q) = (state.x(), state.q());
    let ball = |s: usize| {
        let position = Vec3::new(x[0][s], x[1][s], x[2][s]);
        (position, Ball::at(template, s, position, Quat::from_xyzw(q[0][s], q[1][s], q[2][s], q[3][s])))
    };
    let parts = template.parts.len();
    let touches = |a: u16, b: u16| template.touches[usize::from(a) * parts + usize::from(b)];
    let solid: Vec<(usize, u16, Vec3, Ball)> = template
        .animated
        .iter()
        .map(|&s| {
            let ball = ball(s as usize).1;
            (s as usize, template.bodies[template.body[s as usize] as usize].part, ball.center(), ball)
        })
        .collect();
    let mut out = Depths::default();
    for body in &template.bodies {
        for slot in body.slots().filter(|&s| template.inv_mass[s] > 0.0) {
            out.particles += 1;
            let (position, here) = ball(slot);
            let mut pushes: Vec<Push> = Vec::new();
            for (other, part, place, there) in &solid {
                let reach = template.ball_radius[slot] + template.ball_radius[*other];
                let never = template.never_touch.contains(slot.min(*other), slot.max(*other) as u32);
                let near = position.distance_squared(*place) < (1.5 * reach).powi(2);
                if touches(body.part, *part) && !never && near {
                    let o = depth(&here, there);
                    let bone = Some(usize::from(template.binding[*other].bones[0]));
                    pushes.push(Push { normal: o.normal, depth: o.depth, bone });
                }
            }
            for (index, [_, placed]) in scratch.colliders.iter().enumerate() {
                if template.meets(body, index) {
                    let (normal, depth) = collider_push(placed, position, &here);
                    let allowed = template.rest_depth[slot * template.colliders.len() + index];
                    pushes.push(Push { normal, depth: depth - allowed, bone: template.colliders[index].bone });
                }
            }
            tally(&mut out, &pushes, template.reach[slot]);
        }
    }
    out
}

/// The deepest overlap of balls around the surface vertices of two boneless bodies that do not overlap at rest.
fn overlap(template: &Template, state: &State) -> f64 {
    let (creatures, x) = (&template.creatures, state.x());
    let ball = |row: usize| {
        let slot = creatures.base + row;
        (row, Vec3::new(x[0][slot], x[1][slot], x[2][slot]), template.reach[slot])
    };
    let bodies: Vec<Vec<(usize, Vec3, f32)>> =
        creatures.list.iter().map(|c| c.skin.iter().map(|k| ball(c.first + *k as usize)).collect()).collect();
    let around = |balls: &[(usize, Vec3, f32)]| {
        balls.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), (_, x, r)| (low.min(*x - *r), high.max(*x + *r)))
    };
    let boxes: Vec<(Vec3, Vec3)> = bodies.iter().map(|b| around(b)).collect();
    let mut deepest = 0.0_f32;
    for a in 0..bodies.len() {
        for b in a + 1..bodies.len() {
            let both = (boxes[a].0.max(boxes[b].0), boxes[a].1.min(boxes[b].1));
            if !both.0.cmple(both.1).all() || !meet(template, &creatures.list[a], creatures.list[b].part) {
                continue;
            }
            let near = |(_, x, r): &&(usize, Vec3, f32)| (*x + *r).cmpge(both.0).all() && (*x - *r).cmple(both.1).all();
            let others: Vec<_> = bodies[b].iter().filter(near).collect();
            for (row, place, radius) in bodies[a].iter().filter(near) {
                for (other, there, reach) in &others {
                    let depth = radius + reach - place.distance(*there);
                    if depth > deepest * radius && !creatures.apart.contains(*row, *other as u32) {
                        deepest = depth / radius;
                    }
                }
            }
        }
    }
    deepest.into()
}

fn collider_push(placed: &Placed, position: Vec3, ball: &Ball) -> (Vec3, f32) {
    let (distance, normal) = placed.solid.distance(placed.local(position));
    let normal = placed.frame.rotation * normal;
    (normal, ball.support(normal).0 - distance)
}

/// A way out of one thing that leads into another is none; otherwise the deepest counts.
fn tally(out: &mut Depths, pushes: &[Push], radius: f32) {
    let none = Push { normal: Vec3::Y, depth: 0.0, bone: None };
    let deepest = pushes.iter().copied().fold(none, |best, p| if p.depth > best.depth { p } else { best });
    let blocks = |p: &&Push| {
        // Moving out of one by its depth gets deeper into the other; or the two are opposite each other, and
        // nearer than the particle is thick.
        let along = deepest.normal.dot(p.normal);
        let deeper = p.depth - deepest.depth * along > 0.05 * radius;
        p.bone != deepest.bone && (deeper || (along < OPPOSED && p.depth + deepest.depth > 0.0))
    };
    if deepest.depth > 0.05 * radius && pushes.iter().any(|p| blocks(&p)) {
        out.squeezed += 1;
        return;
    }
    out.inside += usize::from(deepest.depth > 0.05 * radius);
    out.deepest_m = out.deepest_m.max(deepest.depth.into());
    out.deepest_share = out.deepest_share.max((deepest.depth / radius).into());
}
