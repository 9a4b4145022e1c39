//! What is drawn besides a character itself: what is simulated of it, its tetrahedra, and its charts.

use std::collections::BTreeSet;

use glam::Vec3;
use lissom_render::{Color, Line};
use lissom_rig::creature::{Charts, Volume};
use lissom_rig::{Material, TetMesh};
use lissom_scenes::cutaway::Piece;
use lissom_show::{Body, Drawing, Drawn, Look, Overlay, Show};

pub const TETRAHEDRA: &str = "tetrahedra";
pub const CHARTS: &str = "charts";
pub const MESHES: &str = "meshes";
pub const PARTICLES: &str = "faint-particles";

const EDGE: Color = Color::hex(0x2C4F73);
const NET: Color = Color::hex(0x1F5E94);
/// m
const NET_LIFT: f32 = 0.012;
const AXIS: Color = Color::hex(0x8A97A5);
/// Width and height of a chart, m.
const CHART: [f32; 2] = [4.0, 0.85];
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

/// Particles in their sizes, on a faint figure.
pub fn particles(show: &Show) -> Drawing {
    let mut drawing = Drawing::of(show, Look { overlays: [Overlay::Particles].into_iter().collect(), cut: None });
    for drawn in &mut drawing.drawn {
        let material = match &mut drawn.body {
            Body::Piece(piece) => &mut piece.material,
            Body::Figure { material, .. } => material,
        };
        (material.base, material.shade) = (faint(material.base), faint(material.shade));
    }
    drawing
}

/// What is simulated as nets, on a faint figure.
pub fn meshes(show: &Show) -> Drawing {
    let (actor, eye) = (show.actor(), show.shot().eye);
    let places = actor.world.poses().positions();
    // Nets lie within thick cloth.
    let before = |k: u32| {
        let place = Vec3::from(places[k as usize]);
        (place + NET_LIFT * (eye - place).normalize_or_zero()).to_array()
    };
    let nets = actor.edges.iter().filter(|edge| edge.iter().any(|k| actor.simulated[*k as usize]));
    let mut drawing = particles(show);
    drawing.ellipsoids.clear();
    drawing.lines = nets.map(|&[a, b]| Line { width: 1.2, ..Line::new(before(a), before(b), NET) }).collect();
    drawing
}

/// A colour on its way to paper.
fn faint(rgb: u32) -> u32 {
    let channel = |shift: u32| (((rgb >> shift & 255) + 2 * 245) / 3) << shift;
    channel(16) | channel(8) | channel(0)
}

/// The chart of each of the three directions over one cycle, and what stands below it.
pub fn charts(charts: &Charts) -> [(Drawing, String); 3] {
    let rate = |first: f32| match charts.volume {
        Volume::Second => [first, 1.0 / first, 1.0],
        _ => [first, first.sqrt().recip(), first.sqrt().recip()],
    };
    let end = charts.first.first().map(|[_, c]| [1.0, *c]);
    let points: Vec<[f32; 2]> = charts.first.iter().copied().chain(end).collect();
    std::array::from_fn(|k| {
        let mut lines = Vec::new();
        let mut draw = |a: [f32; 2], b: [f32; 2], color, width| {
            let place = |[x, y]: [f32; 2]| [CHART[0] * (x - 0.5), CHART[1] * y, 0.0];
            lines.push(Line { width, on_top: true, ..Line::new(place(a), place(b), color) });
        };
        // Axes, with marks at both ends and where nothing is stretched.
        draw([0.0, -0.5], [0.0, 0.5], AXIS, 1.0);
        for (y, to, width) in [(-0.5, 0.01, 1.0), (0.5, 0.01, 1.0), (0.0, 1.0, 0.7)] {
            draw([-0.01, y], [to, y], AXIS, width);
        }
        draw([1.0, -0.06], [1.0, 0.06], AXIS, 1.0);
        let at = |[t, c]: [f32; 2]| [t, 0.5 * rate(c)[k].ln() / charts.range.ln()];
        for pair in points.windows(2) {
            draw(at(pair[0]), at(pair[1]), CURVES[k], 2.0);
        }
        let (range, secs) = (charts.range, charts.cycle_secs);
        let words = format!("{} direction: ×1/{range} to ×{range} in {secs} s", ["first", "second", "third"][k]);
        (of(Vec::new(), lines), words)
    })
}

fn of(pieces: Vec<Drawn>, lines: Vec<Line>) -> Drawing {
    let mut drawing = Drawing::of_drawn(pieces, false);
    drawing.lines = lines;
    drawing
}
