//! The companion of the scene `menagerie`: a round, boneless friend.

mod look;

use super::boneless::{self, dabs, stroke};
use crate::model::section::Section;
use crate::model::web::{TetBuilder, spoke};
use glam::{Vec2, Vec3};
use lissom_rig::{Character, Fields, TetMesh};

pub const HEIGHT: f32 = 0.36;
/// Half its width at the widest.
pub const RADIUS: f32 = 0.19;
const SLICES: usize = 8;

/// Half the width at a share of the height: broad below, round above.
fn radius(share: f32) -> f32 {
    let s = share.clamp(0.0, 1.0);
    let low = (1.0 - (1.0 - s / 0.36).max(0.0).powi(3)).sqrt();
    let high = (1.0 - ((s - 0.36) / 0.64).max(0.0).powf(2.2)).max(0.0).sqrt();
    RADIUS * (0.62 + 0.38 * low) * high
}

/// By share of the height and a place in the unit disc, which lies flat.
pub fn at(share: f32, disc: Vec2) -> Vec3 {
    let r = radius(share);
    Vec3::new(disc.x * r, share * HEIGHT, disc.y * r)
}

/// 8 slices of 19 vertices, and 7 above and below.
pub fn tets() -> TetMesh {
    let section = Section::columns(&[3, 4, 5, 4, 3]);
    let mut body = TetBuilder::default();
    let share = |i: usize| 0.055 + 0.875 * i as f32 / (SLICES - 1) as f32;
    let slice = |s: f32| section.points.iter().map(move |p| at(s, *p));
    let mut layers: Vec<Vec<u32>> = (0..SLICES).map(|i| body.vertices(slice(share(i)))).collect();
    for (last, s, spread) in [(false, 0.0, 1.2), (true, 0.98, 1.3)] {
        let full = layers[if last { layers.len() - 1 } else { 0 }].clone();
        let end = |(i, p): (usize, &Vec2)| if section.inner[i] { body.vertex(at(s, *p * spread)) } else { full[i] };
        let end = section.points.iter().enumerate().map(end).collect();
        layers.insert(if last { layers.len() } else { 0 }, end);
    }
    body.sweep(&section.web, &layers);
    body.finish()
}

pub fn character() -> Character {
    boneless::character("companion", tets(), look::parts())
}

/// Layers from the skin to the axis, the first direction upwards: stretching makes it slim and tall.
pub fn fields() -> Fields {
    let shares = || (0..=6).map(|i| 0.06 + 0.86 * i as f32 / 6.0);
    let skin = shares().flat_map(|s| (0..8).map(move |k| at(s, spoke(k, 8))));
    let axis = shares().map(|s| at(s, Vec2::ZERO));
    let line = |k: usize| {
        let d = spoke(k, 4) * 0.6 * radius(0.5);
        stroke(shares().map(|s| Vec3::new(d.x, s * HEIGHT, d.y)))
    };
    Fields {
        layer: [dabs(0.0, skin), dabs(1.0, axis)].concat(),
        direction: (0..4).map(line).collect(),
        ..Fields::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::check;

    #[test]
    fn meshes_are_sound() {
        check(&character(), 6_100);
    }
}
