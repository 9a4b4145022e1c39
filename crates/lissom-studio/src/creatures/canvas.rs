//! What is painted on: the outside of a body in its bind pose, what a cut leaves of it, or one of its layers.

use glam::Vec3;
use lissom_render::{BANDS, Color, Line, Tint};
use lissom_rig::field::{Evaluated, Plane, Section, SectionPoint, cutaway, evaluate, iso_surface};
use lissom_rig::{Fields, Material, TetMesh, TriMesh};
use lissom_scenes::cutaway::Piece;
use lissom_show::Drawn;
use lissom_show::overlay::comb::{Hair, combed, lifts};

use super::field::Field;

/// Where somebody paints, and what they look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub creature: usize,
    pub cut: Option<Plane>,
    /// A layer's value; none is the outside, and the cut.
    pub layer: Option<f32>,
    pub field: Field,
    /// Which of the three directions is combed.
    pub comb: usize,
}

/// Where paint is looked through, to see a layer.
const GLASS: f32 = 0.16;
const INK: [Color; 3] = [Color::hex(0x1D2B3A), Color::hex(0x7A1F4D), Color::hex(0x1F5C3A)];

/// Everything that changes only with what is painted.
#[derive(Debug)]
pub struct Canvas {
    place: Place,
    fields: Fields,
    pub evaluated: Evaluated,
    /// What the mouse paints on.
    pub surface: TriMesh,
    /// Half the mean edge of the body: dabs nearer than this are one.
    pub apart: f32,
    pub pieces: Vec<Drawn>,
    /// Each with the way it faces: what faces away is hidden.
    lines: Vec<(Line, Vec3)>,
}

impl Canvas {
    /// The same as before if nothing has changed.
    pub fn refreshed(before: Option<Canvas>, mesh: &TetMesh, fields: &Fields, place: Place) -> Result<Canvas, String> {
        let before = before.filter(|c| c.place.creature == place.creature && c.fields == *fields);
        let evaluated = match before {
            Some(canvas) if canvas.place == place => return Ok(canvas),
            Some(canvas) => canvas.evaluated,
            None => evaluate(mesh, fields).map_err(|e| e.to_string())?,
        };
        let apart = 0.5 * mesh.mean_edge();
        let whole = Plane { normal: Vec3::X, offset: f32::MAX };
        let body = cutaway(mesh, &place.cut.unwrap_or(whole));
        let layer = place.layer.map(|at| iso_surface(mesh, &evaluated.layer, at));
        let section = layer.as_ref().unwrap_or(&body.section);
        let mut canvas = Canvas {
            place,
            fields: fields.clone(),
            surface: section.surface(),
            apart,
            pieces: Vec::new(),
            lines: Vec::new(),
            evaluated,
        };
        let (outside, cap) = body.section.triangles.split_at(body.cap);
        if layer.is_some() {
            canvas.pieces.push(canvas.piece(section, &section.triangles, 1.0));
        }
        let opacity = if layer.is_some() { GLASS } else { 1.0 };
        for part in [outside, cap].into_iter().filter(|part| !part.is_empty()) {
            canvas.pieces.push(canvas.piece(&body.section, part, opacity));
        }
        canvas.lines = match place.field {
            Field::Direction => canvas.combed(section),
            _ => canvas.bands(section),
        };
        Ok(canvas)
    }

    /// The lines that are seen from a place. Layers are open: they are seen from both sides.
    pub fn lines(&self, eye: Vec3) -> impl Iterator<Item = Line> {
        let closed = self.place.layer.is_none();
        let seen = move |(line, facing): &&(Line, Vec3)| !closed || facing.dot(eye - Vec3::from(line.a)) >= 0.0;
        self.lines.iter().filter(seen).map(|(line, _)| *line)
    }

    /// Whether a cut hides a place.
    pub fn hides(&self, place: Vec3) -> bool {
        self.place.cut.is_some_and(|cut| cut.distance(place) > 0.0)
    }

    fn piece(&self, section: &Section, triangles: &[[u32; 3]], opacity: f32) -> Drawn {
        let field = self.place.field;
        let values = section.sample(field.values(&self.evaluated));
        // Directions are drawn in lines: paler colours let them stand out.
        let weight = if field == Field::Direction { 0.35 } else { 1.0 };
        let weight = if opacity < 1.0 { 0.0 } else { weight };
        let piece = Piece {
            positions: section.points.iter().map(|p| p.position).collect(),
            normals: Vec::new(),
            triangles: triangles.to_vec(),
            inside: Vec::new(),
            material: Material { opacity, ..Material::toon(0xF3EEE8, 0xC9C2C4) },
        };
        let tint = |v: f32| Tint { color: Color::hex(field.colour(v)), weight };
        Drawn { tints: values.into_iter().map(tint).collect(), ..Drawn::plain(piece) }
    }

    /// Short lines along a direction.
    fn combed(&self, section: &Section) -> Vec<(Line, Vec3)> {
        let comb = self.place.comb.min(2);
        let hair = |(point, out): (&SectionPoint, Vec3)| {
            let nearer = point.ends[usize::from(point.weight >= 0.5)];
            let along = Vec3::from(self.evaluated.frames.get(nearer as usize)?[comb]);
            Some(Hair { at: point.position + out, along: along * 0.7 * self.apart, out })
        };
        let hairs: Vec<_> = section.points.iter().zip(self.lifts()).filter_map(hair).collect();
        combed(&hairs, INK[comb])
    }

    /// Lines of equal value.
    fn bands(&self, section: &Section) -> Vec<(Line, Vec3)> {
        let field = self.place.field;
        let values = section.sample(field.values(&self.evaluated));
        let (lift, [low, high]) = (self.lifts(), field.range());
        let mut lines = Vec::new();
        for triangle in &section.triangles {
            let corners = triangle.map(|k| k as usize);
            for band in 1..BANDS {
                let level = low + (high - low) * band as f32 / BANDS as f32;
                let crossing = |[a, b]: [usize; 2]| {
                    let (from, to) = (values[a] - level, values[b] - level);
                    let place = |k: usize| section.points[k].position + lift[k];
                    ((from < 0.0) != (to < 0.0)).then(|| place(a).lerp(place(b), from / (from - to)))
                };
                let [a, b, c] = corners;
                let mut ends = [[a, b], [b, c], [c, a]].into_iter().filter_map(crossing);
                if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
                    let color = Color::hex(darker(field.colour(level)));
                    lines.push((Line::new(from.to_array(), to.to_array(), color), lift[a]));
                }
            }
        }
        lines
    }

    /// By point of the surface: a little way out of it, so that lines do not drown.
    fn lifts(&self) -> Vec<Vec3> {
        lifts(&self.surface.positions, &self.surface.triangles, 0.06 * self.apart)
    }
}

/// For lines over the colour itself.
fn darker(rgb: u32) -> u32 {
    (rgb >> 1) & 0x7F_7F_7F
}
