//! \[MC11c\] Sec. 5: pairs of particles, as ellipsoids; surface particles as tangent spheres.
//!
//! | symbol | here | |
//! |---|---|---|
//! | B | | R diag(a², b², c²) Rᵀ |
//! | s(n) | `support` | √(nᵀ B n), how far an ellipsoid reaches along n |
//! | R, C | `radius`, `center` | the sphere of a surface particle |
//! | o | `outward` | its outward axis |

use super::at;
use super::contact::{Contact, Contacts};
use crate::template::Template;
use glam::{Quat, Vec3};

/// Steps of the search for the direction of least overlap.
const NORMAL_STEPS: usize = 3;
/// \[MC11c\] Eq. 7: ε, and the least separation afterwards as a share of r₁ + r₂.
const EPSILON: f32 = 0.05;
const LEAST_APART: f32 = 0.02;

/// Contacts are kept from this share of a radius before they touch.
pub const EARLY: f32 = 0.5;

/// What a particle collides as.
#[derive(Clone, Copy, Debug)]
pub enum Ball {
    Ellipsoid { center: Vec3, rotation: Quat, radii: Vec3 },
    Surface { center: Vec3, outward: Vec3, radius: f32 },
}

impl Ball {
    pub fn at(template: &Template, slot: usize, position: Vec3, rotation: Quat) -> Ball {
        match template.surface[slot] {
            Some(surface) => {
                let outward = rotation * Vec3::X;
                Ball::Surface { center: position + outward * surface.offset, outward, radius: surface.radius }
            }
            None => Ball::Ellipsoid {
                center: position,
                rotation,
                radii: Vec3::new(template.radii[0][slot], template.radii[1][slot], template.radii[2][slot]),
            },
        }
    }

    pub fn center(&self) -> Vec3 {
        match self {
            Ball::Ellipsoid { center, .. } | Ball::Surface { center, .. } => *center,
        }
    }

    /// s(n), and the point B n / s(n) relative to the centre.
    pub fn support(&self, n: Vec3) -> (f32, Vec3) {
        match self {
            Ball::Ellipsoid { rotation, radii, .. } => {
                let local = rotation.conjugate() * n;
                let scaled = local * *radii;
                let s = scaled.length();
                (s, *rotation * (scaled * *radii) / s.max(f32::MIN_POSITIVE))
            }
            Ball::Surface { radius, .. } => (*radius, n * *radius),
        }
    }

    fn size(&self) -> f32 {
        match self {
            Ball::Ellipsoid { radii, .. } => radii.length(),
            Ball::Surface { radius, .. } => *radius * 1.732_050_8,
        }
    }
}

/// How two overlap: the direction in which the first must move, and how far.
#[derive(Clone, Copy, Debug)]
pub struct Overlap {
    pub normal: Vec3,
    pub depth: f32,
}

/// How two overlap, if they do.
pub fn overlap(a: &Ball, b: &Ball) -> Option<Overlap> {
    Some(depth(a, b)).filter(|o| o.depth > 0.0)
}

/// How deep two overlap, negative if they are apart, and which way is out for `a`.
pub fn depth(a: &Ball, b: &Ball) -> Overlap {
    match (a, b) {
        (_, Ball::Surface { center, outward, radius }) if !matches!(a, Ball::Surface { .. }) => {
            out_of_surface(a, *center, *outward, *radius)
        }
        (Ball::Surface { center, outward, radius }, _) if !matches!(b, Ball::Surface { .. }) => {
            let o = out_of_surface(b, *center, *outward, *radius);
            Overlap { normal: -o.normal, depth: o.depth }
        }
        _ => ellipsoids(a, b),
    }
}

/// The direction of least overlap by ascent from the centre line.
fn ellipsoids(a: &Ball, b: &Ball) -> Overlap {
    let d = b.center() - a.center();
    let length = d.length();
    let mut n = if length > 0.0 { d / length } else { Vec3::Y };
    let scale = length.max(0.3 * a.size().max(b.size()));
    for _ in 0..NORMAL_STEPS {
        let (_, pa) = a.support(n);
        let (_, pb) = b.support(n);
        let g = d - pa - pb;
        n = (n + (g - n * g.dot(n)) * (0.9 / scale)).normalize_or(n);
    }
    let separation = n.dot(d) - a.support(n).0 - b.support(n).0;
    Overlap { normal: -n, depth: -separation }
}

/// \[MC11c\] 5.2: the vector to the closest point of the sphere, its outward component made positive.
///
/// Deviates from "we flip it": negating the whole vector would jump where it lies in the surface; mirroring
/// gives the smooth field of Fig. 6.
fn out_of_surface(ball: &Ball, center: Vec3, outward: Vec3, radius: f32) -> Overlap {
    let d = ball.center() - center;
    let distance = d.length();
    let direct = if distance > 1e-6 * radius { d / distance } else { outward };
    let depth = radius + ball.support(direct).0 - distance;
    let normal = if depth > 0.0 { mirrored(direct, outward) } else { direct };
    Overlap { normal, depth }
}

/// The middle of what a particle collides as.
pub fn place(template: &Template, x: &[&mut [f32]; 3], q: &[&mut [f32]; 4], slot: usize) -> Vec3 {
    match template.surface[slot] {
        Some(surface) => {
            let rotation = Quat::from_xyzw(q[0][slot], q[1][slot], q[2][slot], q[3][slot]);
            at(x, slot) + rotation * Vec3::X * surface.offset
        }
        None => at(x, slot),
    }
}

/// Two particles at the start and at the end of a substep.
pub struct Way<'a, 'b> {
    pub from: &'a [&'b mut [f32]; 3],
    pub from_q: &'a [&'b mut [f32]; 4],
    pub to: &'a [&'b mut [f32]; 3],
    pub to_q: &'a [&'b mut [f32]; 4],
}

impl Way<'_, '_> {
    fn ball(&self, template: &Template, slot: usize, end: bool) -> Ball {
        let (x, q) = if end { (self.to, self.to_q) } else { (self.from, self.from_q) };
        let rotation = Quat::from_xyzw(q[0][slot], q[1][slot], q[2][slot], q[3][slot]);
        Ball::at(template, slot, at(x, slot), rotation)
    }
}

/// Adds a contact if the two particles overlap where they are predicted, or met on the way there.
pub fn find(template: &Template, way: &Way<'_, '_>, a: usize, b: usize, contacts: &mut Contacts) {
    let (ball_a, ball_b) = (way.ball(template, a, true), way.ball(template, b, true));
    let met = match (&ball_a, &ball_b) {
        (Ball::Ellipsoid { .. }, Ball::Surface { outward, radius, .. }) => {
            let start = way.ball(template, a, false).center() - way.ball(template, b, false).center();
            let end = ball_a.center() - ball_b.center();
            let reach = radius + ball_a.support(end.normalize_or(*outward)).0;
            entered(start, end, reach).map(|n| (mirrored(n, *outward), reach))
        }
        _ => None,
    };
    let contact = match met {
        // The side on which it came is the side on which it stays.
        Some((normal, reach)) => {
            let apart = at(way.to, a) - at(way.to, b);
            let centers = ball_a.center() - ball_b.center();
            Some((normal, reach + normal.dot(apart - centers)))
        }
        None => {
            // With what cannot give way a little before they touch: matching may still pull them together.
            let held = template.inv_mass[b] == 0.0;
            let early = if held { EARLY * template.reach[a] } else { 0.0 };
            let reach = template.ball_radius[a] + template.ball_radius[b] + early;
            if ball_a.center().distance_squared(ball_b.center()) > reach * reach {
                return;
            }
            let apart = at(way.to, a) - at(way.to, b);
            let o = depth(&ball_a, &ball_b);
            (o.depth > -early).then(|| (o.normal, o.normal.dot(apart) + o.depth))
        }
    };
    let Some((normal, distance)) = contact else { return };
    let body = |slot: usize| &template.bodies[template.body[slot] as usize];
    let (body_a, body_b) = (body(a), body(b));
    contacts.push(Contact {
        ends: [a as u32; 2],
        share: 0.0,
        other: b as u32,
        normal,
        distance,
        radius: 0.0,
        carried: Vec3::ZERO,
        friction: (body_a.params.friction * body_b.params.friction).sqrt(),
        parts: [body_a.part, body_b.part],
        pushes: u32::MAX,
        active: false,
        impulse: 0.0,
        given: Vec3::ZERO,
    });
}

/// Where a point that moves from `start` to `end` enters a sphere around the origin: the direction there.
fn entered(start: Vec3, end: Vec3, radius: f32) -> Option<Vec3> {
    let (move_, c) = (end - start, start.length_squared() - radius * radius);
    let (a, b) = (move_.length_squared(), start.dot(move_));
    let discriminant = b * b - a * c;
    if c < 0.0 || b >= 0.0 || discriminant < 0.0 || a <= 0.0 {
        return None;
    }
    let when = (-b - discriminant.sqrt()) / a;
    (when <= 1.0).then(|| (start + move_ * when) / radius)
}

/// \[MC11c\] 5.2: a direction with its outward component made positive.
fn mirrored(direction: Vec3, outward: Vec3) -> Vec3 {
    let inwards = direction.dot(outward);
    if inwards < 0.0 { direction - outward * (2.0 * inwards) } else { direction }
}

/// \[MC11c\] Eq. 6-8: particles that passed through each other in this substep are put back in order.
///
/// Both lines of Eq. 7-8 use the old positions: only then is momentum kept and the flip undone.
pub fn unflip(template: &Template, from: &[&mut [f32]; 3], x: &mut [&mut [f32]; 3], a: usize, b: usize) {
    let (w1, w2) = (template.inv_mass[a], template.inv_mass[b]);
    let radii = template.reach[a] + template.reach[b];
    let pair = unflipped(at(from, a), at(x, a), at(from, b), at(x, b), [w1, w2], radii);
    let Some((to_a, to_b)) = pair else { return };
    for c in 0..3 {
        x[c][a] = to_a[c];
        x[c][b] = to_b[c];
    }
}

/// The unflipped end positions of two spheres, if they flipped on their way.
pub fn unflipped(p1: Vec3, q1: Vec3, p2: Vec3, q2: Vec3, w: [f32; 2], radii: f32) -> Option<(Vec3, Vec3)> {
    let weight = w[0] + w[1];
    let (apart, moving) = (p1 - p2, (q1 - p1) - (q2 - p2));
    let speed2 = moving.length_squared();
    let when = if speed2 < 1e-12 * radii * radii { 0.0 } else { (-apart.dot(moving) / speed2).clamp(0.0, 1.0) };
    let near = (apart + moving * when).length() < radii;
    let flipped = (p2 - p1).dot(q1) > (p2 - p1).dot(q2);
    if weight <= 0.0 || !near || !flipped {
        return None;
    }
    let e = q2 - q1;
    let length = e.length();
    let way = e * (1.0 + (EPSILON).max(LEAST_APART * radii / length.max(f32::MIN_POSITIVE)));
    if !way.is_finite() {
        return None;
    }
    Some((q1 + way * (w[0] / weight), q2 - way * (w[1] / weight)))
}
