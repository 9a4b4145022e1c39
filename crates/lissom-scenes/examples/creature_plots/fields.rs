//! Fields of two bodies: delay through a jellyfish, and the directions of a heart.

use glam::Vec3;
use lissom_rig::field::{FieldError, evaluate};
use lissom_rig::{Fields, TetMesh};
use lissom_scenes::figures::{heart, jellyfish};

use crate::svg::{DARK, GREY, Svg};

/// Half the length of a line, relative to the mean edge.
const LENGTH: f32 = 0.42;

/// Room for one body.
const ROOM: (f64, f64) = (340.0, 230.0);

/// From one colour to another.
fn between(from: [u8; 3], to: [u8; 3], share: f32) -> String {
    let mix = |k: usize| f32::from(from[k]) + (f32::from(to[k]) - f32::from(from[k])) * share.clamp(0.0, 1.0);
    format!("#{:02X}{:02X}{:02X}", mix(0) as u8, mix(1) as u8, mix(2) as u8)
}

/// A direction at each of some vertices as a short line, seen along z, as large as there is room around a place.
fn lines(
    svg: &mut Svg,
    middle: (f64, f64),
    mesh: &TetMesh,
    which: impl Fn(usize) -> bool,
    line: impl Fn(usize) -> (Vec3, String),
) {
    let mut order: Vec<usize> = (0..mesh.positions.len()).filter(|k| which(*k)).collect();
    order.sort_by(|a, b| mesh.positions[*a].z.total_cmp(&mesh.positions[*b].z));
    let (low, high) =
        order.iter().map(|k| mesh.positions[*k]).fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(p), h.max(p)));
    let (center, size) = (0.5 * (low + high), high - low);
    let scale = (ROOM.0 / f64::from(size.x)).min(ROOM.1 / f64::from(size.y));
    let page = |p: Vec3| {
        let off = p - center;
        (middle.0 + scale * f64::from(off.x), middle.1 - scale * f64::from(off.y))
    };
    let half = LENGTH * mesh.mean_edge();
    for k in order {
        let (way, colour) = line(k);
        let ((ax, ay), (bx, by)) = (page(mesh.positions[k] - half * way), page(mesh.positions[k] + half * way));
        svg.push(format_args!(
            "<path d=\"M{ax:.1} {ay:.1} L{bx:.1} {by:.1}\" stroke=\"{colour}\" stroke-width=\"2.2\" \
             stroke-linecap=\"round\"/>"
        ));
    }
}

pub fn plot() -> Result<String, FieldError> {
    let mut svg = Svg::new(860.0, 330.0);
    let (mesh, fields): (TetMesh, Fields) = (jellyfish::tets(), jellyfish::fields());
    let found = evaluate(&mesh, &fields)?;
    let slab = 0.6 * mesh.mean_edge();
    lines(
        &mut svg,
        (220.0, 165.0),
        &mesh,
        |k| mesh.positions[k].z.abs() < slab && found.strength[k] > 0.0,
        |k| {
            let colour = between([0xE5, 0x33, 0x2A], [0x2F, 0x7F, 0xB8], found.delay[k]);
            (Vec3::from_array(found.frames[k][1]), colour)
        },
    );
    svg.text((40.0, 24.0), "start", DARK, "jellyfish, cut through the middle");
    svg.text((40.0, 318.0), "start", GREY, "Second direction, through the layers; red leads, blue follows.");
    let (mesh, fields) = (heart::tets(), heart::fields());
    let found = evaluate(&mesh, &fields)?;
    let mut outside = vec![false; mesh.positions.len()];
    for [a, b, c] in mesh.surface().into_iter().map(|t| t.map(|k| k as usize)) {
        let normal = (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a]);
        if normal.z > 0.0 && found.layer[a].max(found.layer[b]).max(found.layer[c]) < 0.3 {
            [a, b, c].into_iter().for_each(|k| outside[k] = true);
        }
    }
    lines(
        &mut svg,
        (640.0, 165.0),
        &mesh,
        |k| outside[k],
        |k| {
            let colour = between([0x8C, 0x23, 0x35], [0xE8, 0xA0, 0x90], 0.5 - mesh.positions[k].z / 0.6);
            (Vec3::from_array(found.frames[k][0]), colour)
        },
    );
    svg.text((460.0, 24.0), "start", DARK, "heart, seen from the front");
    svg.text((460.0, 318.0), "start", GREY, "First direction, along the fibres of the outermost layer.");
    Ok(svg.finish())
}
