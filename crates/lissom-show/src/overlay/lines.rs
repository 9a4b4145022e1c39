//! Particles, groups, limits and directions as lines.

use glam::{Quat, Vec3};
use lissom_core::Limit;
use lissom_core::template::{Template, UnitKind};
use lissom_render::{Color, Ellipsoid, Line};
use lissom_rig::Actor;
use lissom_rig::actor::boneless::Inside;

use super::comb::{Hair, combed};
use super::{ACCENT, Overlay, PALE};
use crate::Look;

/// Neighbours have different ones.
const GROUPS: [Color; 8] = [
    Color::hex(0x2F7FB8),
    Color::hex(0xE08A3C),
    Color::hex(0x4E9A64),
    Color::hex(0xB5518C),
    Color::hex(0x7A6BC4),
    Color::hex(0x3FA7A0),
    Color::hex(0xC9574F),
    Color::hex(0x8C7A4B),
];
const COMB: Color = Color::hex(0x1D2B3A);
/// Lines around a limit.
const SIDES: usize = 24;
/// How far limits are drawn, as a share of the segment.
const REACH: f32 = 0.7;

pub fn of(actor: &Actor, look: Look) -> Vec<Line> {
    let has = |overlay| look.overlays.has(overlay);
    let mut lines = Vec::new();
    if has(Overlay::Particles) {
        let places = actor.world.poses().positions();
        lines.extend(actor.edges.iter().map(|&[a, b]| Line::new(places[a as usize], places[b as usize], ACCENT)));
    }
    if has(Overlay::Colliders) {
        actor.world.draw_colliders(&mut |a, b| lines.push(Line { on_top: true, ..Line::new(a, b, PALE) }));
    }
    if has(Overlay::Groups) {
        groups(actor, &mut lines);
    }
    if has(Overlay::Limits) {
        limits(actor, &mut lines);
    }
    if has(Overlay::Directions) {
        directions(actor, look, &mut lines);
    }
    lines
}

pub fn ellipsoids(actor: &Actor) -> Vec<Ellipsoid> {
    let poses = actor.world.poses();
    let ellipsoid = |k: usize| Ellipsoid {
        center: poses.positions()[k],
        axes: poses.rotations()[k],
        radii: actor.radii[k].to_array(),
        color: if actor.simulated[k] { ACCENT } else { PALE },
    };
    (0..actor.radii.len()).map(ellipsoid).collect()
}

/// From each particle half way to those whose shape is matched together with it.
fn groups(actor: &Actor, lines: &mut Vec<Line>) {
    let t = actor.world.template();
    let place = places(actor);
    let mut colours = vec![usize::MAX; t.slots];
    for unit in t.units.iter().filter(|u| u.passes > 0 || u.kind == UnitKind::Tets) {
        for body in &t.bodies[unit.bodies.clone()] {
            for (k, slot) in body.slots().enumerate() {
                let members: Vec<usize> = match unit.kind {
                    UnitKind::Chains { ring, packs } => {
                        (k.saturating_sub(ring)..(k + ring + 1).min(packs.joints)).map(|j| body.slot(j)).collect()
                    }
                    UnitKind::Mesh => t.members.get(slot).iter().map(|m| *m as usize).collect(),
                    UnitKind::Tets => of_vertex(t, slot),
                    UnitKind::Springs { .. } | UnitKind::Loose => continue,
                };
                let free = |c: &usize| members.iter().all(|m| colours[*m] != *c);
                let colour = (0..GROUPS.len()).find(free).unwrap_or(slot % GROUPS.len());
                colours[slot] = colour;
                let others = members.into_iter().filter(|m| *m != slot);
                let half = |m: usize| (place[slot] + 0.48 * (place[m] - place[slot])).to_array();
                // Chains are inside what they carry.
                let line = |m: usize| Line {
                    on_top: body.is_chain(),
                    ..Line::new(place[slot].to_array(), half(m), GROUPS[colour])
                };
                lines.extend(others.map(line));
            }
        }
    }
}

fn of_vertex(t: &Template, slot: usize) -> Vec<usize> {
    let base = t.creatures.base;
    t.creatures.rows.members.get(slot - base).iter().map(|m| *m as usize + base).collect()
}

/// By slot: where it is.
fn places(actor: &Actor) -> Vec<Vec3> {
    let (t, poses) = (actor.world.template(), actor.world.poses());
    let mut out = vec![Vec3::ZERO; t.slots];
    for body in &t.bodies {
        let start = poses.body(body.source).start;
        body.slots().enumerate().for_each(|(k, slot)| out[slot] = Vec3::from_array(poses.positions()[start + k]));
    }
    out
}

/// Cones, fans and sectors that segments stay in.
fn limits(actor: &Actor, lines: &mut Vec<Line>) {
    let (t, place, q) = (actor.world.template(), places(actor), actor.world.state().q());
    for limited in t.bodies.iter().flat_map(|b| &b.limits) {
        let at = place[limited.parent];
        let reach = REACH * at.distance(place[limited.child]);
        let turn = Quat::from_array(std::array::from_fn(|c| q[c][limited.parent]));
        let straight = actor.world.straight(limited.parent, limited.child).normalize_or_zero();
        let rim: Vec<Vec3> = rim(limited.limit, turn, straight).iter().map(|d| at + *d * reach).collect();
        let line = |a: Vec3, b: Vec3, color| Line { on_top: true, ..Line::new(a.to_array(), b.to_array(), color) };
        lines.extend(rim.windows(2).map(|w| line(w[0], w[1], ACCENT)));
        lines.extend(rim.iter().step_by(SIDES / 4).map(|end| line(at, *end, PALE)));
    }
}

/// Directions along the border of a limit.
fn rim(limit: Limit, turn: Quat, straight: Vec3) -> Vec<Vec3> {
    let share = |k: usize| k as f32 / SIDES as f32;
    let cone = |axis: Vec3, angle: f32| -> Vec<Vec3> {
        let out = Quat::from_axis_angle(axis.any_orthonormal_vector(), angle) * axis;
        (0..=SIDES).map(|k| Quat::from_axis_angle(axis, std::f32::consts::TAU * share(k)) * out).collect()
    };
    match limit {
        _ if straight == Vec3::ZERO => Vec::new(),
        Limit::Cone { angle_rad } => cone(straight, angle_rad),
        Limit::ConeIn { frame, angle_rad } => cone((turn * Quat::from_array(frame)).normalize() * Vec3::Y, angle_rad),
        Limit::Hinge { axis, min_rad, max_rad } => {
            let axis = (turn * Vec3::from_array(axis)).normalize_or(Vec3::Y);
            let angle = |k: usize| min_rad + (max_rad - min_rad) * share(k);
            (0..=SIDES).map(|k| Quat::from_axis_angle(axis, angle(k)) * straight).collect()
        }
        Limit::SphericalIn { frame, pitch_rad, yaw_rad } => {
            let frame = (turn * Quat::from_array(frame)).normalize();
            let towards =
                |pitch: f32, yaw: f32| frame * Vec3::new(yaw.sin(), yaw.cos() * pitch.cos(), yaw.cos() * pitch.sin());
            let corners = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]];
            let side = |k: usize| {
                let along = 4.0 * share(k.min(SIDES - 1));
                let (from, to) = (corners[along as usize], corners[along as usize + 1]);
                let mix = |c: usize| from[c] + (to[c] - from[c]) * if k == SIDES { 1.0 } else { along.fract() };
                towards(mix(0) * pitch_rad, mix(1) * yaw_rad)
            };
            (0..=SIDES).map(side).collect()
        }
    }
}

/// The first direction of boneless bodies, on their outside and where they are cut.
fn directions(actor: &Actor, look: Look, lines: &mut Vec<Line>) {
    let (t, poses) = (actor.world.template(), actor.world.poses());
    let (rows, turns) = (&t.creatures.rows, poses.rotations());
    for creature in &t.creatures.list {
        let start = poses.body(t.bodies[creature.body].source).start;
        let first = |k: usize| {
            let row = creature.first + k;
            let along = Vec3::new(rows.axes[0][row], rows.axes[3][row], rows.axes[6][row]);
            Quat::from_array(turns[start + k]) * along
        };
        let name = &t.parts[usize::from(creature.part)];
        let Some(tets) = actor.character.tets.iter().find(|tets| tets.name == *name) else { continue };
        let places: Vec<Vec3> = poses.positions()[start..][..creature.count].iter().map(|p| (*p).into()).collect();
        let plane = look.cut.map(|cut| cut.plane(&actor.character.tets));
        let kept = |k: &u32| plane.is_none_or(|plane| plane.distance(tets.mesh.positions[*k as usize]) <= 0.0);
        let outside = creature.faces.iter().filter(|f| f.iter().all(kept));
        let mut hairs: Vec<Hair> =
            outside.map(|f| hair(f.map(|k| places[k as usize]), f.map(|k| first(k as usize)))).collect();
        if let Some(face) = look.cut.and_then(|cut| cut.face(actor, tets)) {
            let nearer = |k: u32| {
                let Inside { corners, weights, .. } = face.inside[k as usize];
                first(corners[usize::from(weights[1] > weights[0])] as usize - start)
            };
            let cut = face.triangles.iter().map(|f| hair(f.map(|k| face.positions[k as usize]), f.map(nearer)));
            hairs.extend(cut);
        }
        lines.extend(combed(&hairs, COMB).into_iter().map(|(line, _)| line));
    }
}

/// In the middle of a triangle, along it, and no longer than fits into it. Directions have no sign.
fn hair([p, q, r]: [Vec3; 3], [a, b, c]: [Vec3; 3]) -> Hair {
    let normal = (q - p).cross(r - p);
    let size = normal.length().sqrt();
    let up = normal.normalize_or_zero();
    let towards = |d: Vec3| if d.dot(a) < 0.0 { -d } else { d };
    let way = (a + towards(b) + towards(c)).normalize_or_zero();
    let way = way - up * up.dot(way);
    // How fast the share of a corner changes that way: it is a third in the middle, and nothing at the side across.
    let change = [r - q, p - r, q - p].map(|side| normal.cross(side).dot(way).abs());
    let fits = normal.length_squared() / (3.0 * change[0].max(change[1]).max(change[2]));
    let out = up * 0.04 * size;
    Hair { at: (p + q + r) / 3.0 + out, along: way * (0.8 * fits).min(0.38 * size), out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hairs_stay_inside_their_triangles() {
        let flat = [Vec3::ZERO, Vec3::X, Vec3::new(0.4, 0.0, -1.0)];
        let sliver = [Vec3::ZERO, Vec3::X, Vec3::new(0.5, 0.0, -0.01)];
        for corners in [flat, sliver] {
            for way in [Vec3::X, Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.3, -0.9, 0.2), Vec3::Y] {
                let way = way.normalize();
                let Hair { at, along, out } = hair(corners, [way, -way, way]);
                for end in [at - out - along, at - out + along] {
                    assert!(end.y.abs() < 1e-6, "{end} is not on the triangle");
                    let inside = |k: usize| (corners[(k + 1) % 3] - corners[k]).cross(end - corners[k]).y > 0.0;
                    assert!((0..3).all(inside), "{end} is beyond {corners:?}");
                }
            }
        }
        let none = hair([Vec3::ZERO; 3], [Vec3::X; 3]);
        assert_eq!(none.along, Vec3::ZERO, "nothing fits into a point");
    }
}
