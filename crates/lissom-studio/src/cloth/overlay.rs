//! What is shown in the picture of regions and colliders.

use glam::Vec3;
use lissom_core::collide::shape::Placed;
use lissom_core::debug_lines;
use lissom_core::template::Frame;
use lissom_render::{Color, Ellipsoid, Line, Tint};
use lissom_rig::rig::RigCollider;
use lissom_rig::{Actor, Pose};
use lissom_show::{Drawing, Show};

use crate::Studio;
use crate::studio::Selection;

/// What moves by itself, what follows the bones, what is only there to collide, and what is chosen.
const SIMULATED: Color = Color::hex(0x2F8FE0);
const ANIMATED: Color = Color::hex(0xF08A3C);
const LOOSE: Color = Color::hex(0x8E99A4);
const CHOSEN: Color = Color::hex(0xF2C53D);
const PALE: Color = Color::hex(0xA9B7C4);
/// How much of the colours is laid over the character.
const COVER: f32 = 0.6;

/// How the bone of a collider has moved it away from the bind pose.
pub fn moved(actor: &Actor, collider: &RigCollider) -> Pose {
    let skeleton = &actor.character.skeleton;
    let bone = collider.bone.as_deref().and_then(|name| skeleton.find(name));
    bone.map_or(Pose::IDENTITY, |b| actor.bone(b).then(&skeleton.rest_world()[b].inverse()))
}

/// Corners of a box around a collider where it is now.
pub fn around(actor: &Actor, collider: &RigCollider) -> Vec<Vec3> {
    let middle = moved(actor, collider).point(collider.shape.center());
    let half = Vec3::splat(2.0 * collider.shape.radius().unwrap_or(1.0));
    vec![middle - half, middle + half]
}

pub(crate) fn draw(studio: &Studio, drawing: &mut Drawing) {
    let Some(show) = studio.player.as_ref().map(|p| &p.show) else { return };
    let positions = show.positions();
    let positions: Vec<&[Vec3]> = positions.iter().map(Vec::as_slice).collect();
    draw_colliders(studio, show.actor(), &positions, drawing);
    match studio.selection {
        Selection::Region(_) => draw_region(studio, show, &positions, drawing),
        // The triangles that a new region would have.
        Selection::None => tint(show, drawing, &studio.cloth.chosen, |_| CHOSEN),
        _ => {}
    }
}

fn tint(show: &Show, drawing: &mut Drawing, sources: &[(usize, usize)], color: impl Fn(usize) -> Color) {
    for (v, &(mesh, vertex)) in sources.iter().enumerate() {
        let from = show.actor().character.meshes.get(mesh);
        let (Some(drawn), Some(from)) = (drawing.drawn.get_mut(mesh), from) else { continue };
        drawn.tints.resize(from.positions.len(), Tint { color: CHOSEN, weight: 0.0 });
        if let Some(tint) = drawn.tints.get_mut(vertex) {
            *tint = Tint { color: color(v), weight: COVER };
        }
    }
}

fn draw_region(studio: &Studio, show: &Show, positions: &[&[Vec3]], drawing: &mut Drawing) {
    let (Some(preview), Some(region)) = (&studio.cloth.preview, studio.region()) else { return };
    for piece in &preview.pieces {
        let vertices = piece.vertices(positions);
        let places = piece.places(&vertices);
        tint(show, drawing, &piece.strand.selection.sources, |v| mix(piece.shares[v]));
        let chain = &piece.strand.chain;
        for (k, (place, particle)) in places.iter().zip(&chain.particles).enumerate() {
            let bind = particle.position;
            let color = if region.is_loose(bind) { LOOSE } else { mix(piece.paint[k]) };
            let thread = studio.cloth.thread.is_some_and(|t| t == bind);
            drawing.ellipsoids.push(Ellipsoid {
                center: place.translation.to_array(),
                axes: place.rotation.to_array(),
                radii: particle.radii.to_array(),
                color: if thread { CHOSEN } else { color },
            });
            if region.is_surface(bind) {
                let tip =
                    place.translation + place.rotation * Vec3::X * (1.6 * chain.spacing.min(2.0 * particle.radii.x));
                drawing.lines.push(Line::new(place.translation.to_array(), tip.to_array(), SIMULATED));
            }
        }
        let line = |&[a, b]: &[u32; 2], color: Color| {
            let [a, b] = [a, b].map(|k| places[k as usize].translation.to_array());
            Line::new(a, b, color)
        };
        drawing.lines.extend(chain.edges.iter().map(|e| line(e, SIMULATED)));
        let sewn = region.stitches.iter().filter_map(|ends| {
            let [a, b] = ends.map(|at| chain.nearest(at.into()));
            Some([a?, b?])
        });
        drawing.lines.extend(sewn.map(|e| line(&e, CHOSEN)));
    }
}

/// From what follows the bones to what moves by itself.
fn mix(share: f32) -> Color {
    let between = |k: usize| ANIMATED.0[k] + (SIMULATED.0[k] - ANIMATED.0[k]) * share.clamp(0.0, 1.0);
    Color([0, 1, 2].map(between))
}

fn draw_colliders(studio: &Studio, actor: &Actor, positions: &[&[Vec3]], drawing: &mut Drawing) {
    let Some(work) = &studio.work else { return };
    let (low, high) = lissom_rig::character::bounds(positions.iter().copied().flatten().copied());
    let size = if low.x <= high.x { (high - low).length() / 2.0 } else { 1.0 };
    for (k, collider) in work.rig().colliders.iter().enumerate() {
        let color = if studio.selection == Selection::Collider(k) { CHOSEN } else { PALE };
        let pose = moved(actor, collider);
        let frame = Frame { position: pose.translation, rotation: pose.rotation };
        let placed = Placed::new(&collider.shape.seen_from(&Pose::IDENTITY), &frame);
        let lines = &mut drawing.lines;
        debug_lines::collider(&placed, size, &mut |a, b| {
            lines.push(Line::new(a.to_array(), b.to_array(), color));
        });
    }
}
