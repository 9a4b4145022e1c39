//! The worms: a long banded one of the scenes `worm`, `worm-bend` and `worm-stiffness`, and the short ones of `worms`.

mod look;

use super::boneless::{self, dabs, stroke};
use crate::model::dome::Dome;
use crate::model::section::Section;
use crate::model::web::{TetBuilder, spoke};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Dab, Fields, TetMesh};

/// A round body along z with a flat sole, the same at both ends.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub half_length: f32,
    pub radius: f32,
    /// How much thinner it is near its ends.
    pub taper: f32,
}

pub const LONG: Form = Form { half_length: 0.7, radius: 0.1, taper: 0.32 };
pub const SHORT: Form = Form { half_length: 0.15, radius: 0.047, taper: 0.2 };
/// How far below the middle the sole lies, in radii.
const SOLE: f32 = 0.81;
/// Slices of the long worm between its ends; with an odd number its front is the mirror image of its back.
const SLICES: usize = 33;

impl Form {
    /// The radius at a place along z.
    pub fn radius_at(&self, z: f32) -> f32 {
        let s = (z / self.half_length).abs().min(1.0);
        self.radius * (1.0 - self.taper * s * s) * (1.0 - s.powi(15)).sqrt()
    }

    /// Height of the middle: thin places lie on the ground too, nearly.
    pub fn height_at(&self, z: f32) -> f32 {
        SOLE * (0.55 * self.radius + 0.45 * self.radius_at(z))
    }

    /// From a cross-section's unit disc.
    pub fn at(&self, z: f32, disc: Vec2) -> Vec3 {
        let flat = Vec2::new(disc.x, disc.y.max(-SOLE));
        (flat * self.radius_at(z)).extend(z) + Vec3::Y * self.height_at(z)
    }
}

/// 33 slices of 14 vertices, and 4 at each end.
pub fn tets() -> TetMesh {
    let section = Section::columns(&[2, 3, 4, 3, 2]);
    let mut body = TetBuilder::default();
    let mut layers: Vec<Vec<u32>> = Vec::new();
    let last = 0.945 * LONG.half_length;
    for k in 0..SLICES {
        let z = last * (2.0 * k as f32 / (SLICES - 1) as f32 - 1.0);
        layers.push(body.vertices(section.points.iter().map(|p| LONG.at(z, *p))));
    }
    for (k, z) in [(0, -0.985), (SLICES - 1, 0.985)] {
        let z = z * LONG.half_length;
        let full = layers[if k == 0 { 0 } else { layers.len() - 1 }].clone();
        let end = |(i, p): (usize, &Vec2)| if section.inner[i] { body.vertex(LONG.at(z, *p * 1.6)) } else { full[i] };
        let end = section.points.iter().enumerate().map(end).collect();
        layers.insert(if k == 0 { 0 } else { layers.len() }, end);
    }
    body.sweep(&section.web, &layers);
    body.finish()
}

/// 7 slices of 9 vertices, and 5 at each end.
pub fn short_tets() -> TetMesh {
    let wheel = Dome::new(8, 8, 1);
    let disc = |(ring, k): (usize, usize)| spoke(k, 8) * ring as f32;
    let mut body = TetBuilder::default();
    let mut slice = |share: f32, like: Option<&Vec<u32>>| -> Vec<u32> {
        let z = share * SHORT.half_length;
        let place = |(ring, k)| match like {
            Some(full) if ring == 1 && k % 2 == 1 => full[wheel.at(ring, k)],
            Some(_) => body.vertex(SHORT.at(z, disc((ring, k)) * 0.95)),
            None => body.vertex(SHORT.at(z, disc((ring, k)))),
        };
        wheel.places().map(place).collect()
    };
    let mut layers: Vec<Vec<u32>> = [-0.77, -0.52, -0.26, 0.0, 0.26, 0.52, 0.77].map(|s| slice(s, None)).to_vec();
    let (back, front) = (slice(-0.95, layers.first()), slice(0.95, layers.last()));
    layers.insert(0, back);
    layers.push(front);
    body.sweep(&wheel.web, &layers);
    body.finish()
}

pub fn character() -> Character {
    boneless::character("worm", tets(), look::long())
}

/// A short worm in one of many colours, by number.
pub fn short_worm(number: usize) -> Character {
    boneless::character("short-worm", short_tets(), look::short(number))
}

/// Layers from the skin to the axis, the first direction along the body, delay from the head to the tail.
pub fn fields() -> Fields {
    LONG.fields(15)
}

/// Stretches on its left where it shrinks on its right.
pub fn fields_bend() -> Fields {
    let side = |x: f32| places(LONG, 15).flat_map(move |z| [0.4, -0.3].map(|y| LONG.at(z, Vec2::new(x, y))));
    let middle = places(LONG, 15).map(|z| LONG.at(z, Vec2::ZERO));
    let strength = [dabs(1.0, side(0.95)), dabs(-1.0, side(-0.95)), dabs(0.0, middle)].concat();
    Fields { strength, ..fields() }
}

/// Those of a short worm.
pub fn short_fields() -> Fields {
    SHORT.fields(7)
}

/// So many places along z, symmetric.
fn places(form: Form, count: usize) -> impl Iterator<Item = f32> {
    (0..count).map(move |k| 0.98 * form.half_length * (2.0 * k as f32 / (count - 1) as f32 - 1.0))
}

impl Form {
    fn fields(self, count: usize) -> Fields {
        // The ends are not painted: layers stay wrapped around the axis there.
        let skin = places(self, count)
            .filter(|z| z.abs() < 0.95 * self.half_length)
            .flat_map(|z| (0..8).map(move |k| self.at(z, spoke(k, 8))));
        let axis = places(self, count).map(|z| self.at(z, Vec2::ZERO));
        let layer = [dabs(0.0, skin), dabs(1.0, axis)].concat();
        let lines = [Vec2::ZERO, 0.8 * Vec2::X, -0.8 * Vec2::X, 0.8 * Vec2::Y, -0.7 * Vec2::Y];
        let line = |disc: Vec2| {
            let straight = |z: f32| self.at(0.0, disc).with_z(z);
            stroke(places(self, count).map(straight))
        };
        let delay = places(self, count)
            .flat_map(|z| [Vec2::Y, -0.8 * Vec2::Y].map(|d| self.at(z, d)))
            .map(|p| Dab { at: p.to_array(), value: 0.5 - 0.5 * p.z / self.half_length });
        Fields { layer, direction: lines.map(line).to_vec(), delay: delay.collect(), ..Fields::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 11_116);
        check(&short_worm(2), 468);
    }
}
