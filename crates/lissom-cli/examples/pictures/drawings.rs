//! What is drawn of a creature besides itself: its tetrahedra, and its charts.

use std::collections::BTreeSet;

use glam::Vec3;
use lissom_render::{Color, Line};
use lissom_rig::creature::{Charts, Volume};
use lissom_rig::{Material, TetMesh};
use lissom_scenes::camera::Shot;
use lissom_scenes::cutaway::Piece;
use lissom_show::{Drawing, Drawn, Show};

pub const TETRAHEDRA: &str = "tetrahedra";
pub const CHARTS: &str = "charts";

const EDGE: Color = Color::hex(0x2C4F73);
const FRAME: Color = Color::hex(0x8A97A5);
/// Along the first, the second and the third direction.
const CURVES: [Color; 3] = [Color::hex(0xD6336C), Color::hex(0x2F7FB8), Color::hex(0x4E9A64)];

/// A body in its bind pose without the quarter towards the camera, so that one sees what it is made of.
pub fn tetrahedra(show: &Show) -> Drawing {
    let (mut pieces, mut lines) = (Vec::new(), Vec::new());
    for tets in &show.actor().character.tets {
        let places = &tets.mesh.positions;
        let middle = |t: &[u32; 4]| t.iter().map(|k| places[*k as usize]).sum::<Vec3>() / 4.0;
        let kept = |t: &[u32; 4]| middle(t).x < 0.0 || middle(t).z < 0.0;
        let rest = TetMesh { tets: tets.mesh.tets.iter().copied().filter(kept).collect(), ..tets.mesh.clone() };
        let triangles = rest.surface();
        let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let edges: BTreeSet<[u32; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        let line = |edge: [u32; 2]| {
            let [a, b] = edge.map(|k| places[k as usize].to_array());
            Line { width: 1.0, ..Line::new(a, b, EDGE) }
        };
        lines.extend(edges.into_iter().map(line));
        pieces.push(Drawn::plain(Piece {
            positions: places.clone(),
            normals: Vec::new(),
            triangles,
            inside: Vec::new(),
            material: Material::toon(0xCFE6F6, 0x9DBFDE),
        }));
    }
    of(pieces, lines)
}

/// The three charts one above the other, and where they are seen from.
pub fn charts(charts: &Charts) -> (Drawing, Shot) {
    let rate = |first: f32| match charts.volume {
        Volume::Second => [first, 1.0 / first, 1.0],
        _ => [first, first.sqrt().recip(), first.sqrt().recip()],
    };
    let mut lines = Vec::new();
    let mut draw = |a: [f32; 2], b: [f32; 2], color, width| {
        let place = |[x, y]: [f32; 2]| Vec3::new(1.7 * (x - 0.5), y, 0.0).to_array();
        lines.push(Line { width, on_top: true, ..Line::new(place(a), place(b), color) });
    };
    let log_range = charts.range.ln();
    for (k, color) in CURVES.into_iter().enumerate() {
        let middle = 1.5 - 0.5 * k as f32;
        let (low, high) = (middle - 0.2, middle + 0.2);
        for y in [low, high] {
            draw([0.0, y], [1.0, y], FRAME, 1.0);
        }
        for x in [0.0, 1.0] {
            draw([x, low], [x, high], FRAME, 1.0);
        }
        draw([0.0, middle], [1.0, middle], FRAME, 0.7);
        let end = charts.first.first().map(|[_, c]| [1.0, *c]);
        let points: Vec<[f32; 2]> = charts.first.iter().copied().chain(end).collect();
        let at = |[t, c]: [f32; 2]| [t, middle + 0.2 * rate(c)[k].ln() / log_range];
        for pair in points.windows(2) {
            draw(at(pair[0]), at(pair[1]), color, 2.5);
        }
    }
    let target = Vec3::Y;
    let shot = Shot { eye: target + Vec3::Z * 4.4, target, cut: false };
    (of(Vec::new(), lines), shot)
}

fn of(pieces: Vec<Drawn>, lines: Vec<Line>) -> Drawing {
    let mut drawing = Drawing::of_drawn(pieces, false);
    drawing.lines = lines;
    drawing
}
