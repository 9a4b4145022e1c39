//! What was painted, as it was: dabs as beads, strokes as lines.

use glam::Vec3;
use lissom_render::{Color, Ellipsoid, Line};
use lissom_rig::Fields;
use lissom_show::Drawing;

use crate::creatures::canvas::Canvas;
use crate::creatures::field::Field;

/// More beads than this are thinned out.
const MOST: usize = 600;
const STROKE: Color = Color::hex(0xFF7A1A);

pub fn draw(field: Field, fields: &Fields, canvas: &Canvas, eye: Vec3, drawing: &mut Drawing) {
    if let Some(dabs) = field.dabs(fields) {
        let stride = dabs.len().div_ceil(MOST).max(1);
        drawing.ellipsoids.extend(dabs.iter().step_by(stride).filter(|d| !canvas.hides(d.at.into())).map(|dab| {
            Ellipsoid {
                center: dab.at,
                axes: [0.0, 0.0, 0.0, 1.0],
                radii: [0.16 * canvas.apart; 3],
                color: Color::hex(field.colour(dab.value)),
            }
        }));
        return;
    }
    for stroke in &fields.direction {
        // A little nearer than what they are drawn on.
        let near = |p: [f32; 3]| Vec3::from(p).move_towards(eye, 0.3 * canvas.apart).to_array();
        let line = |w: &[[f32; 3]]| Line { width: 3.0, ..Line::new(near(w[0]), near(w[1]), STROKE) };
        drawing.lines.extend(stroke.points.windows(2).map(line));
    }
}
