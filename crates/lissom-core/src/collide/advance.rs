//! Conservative advancement: as far as the gap to a solid is wide, nothing can touch it. In the solid's frame.

use super::shape::Solid;
use glam::Vec3;

const MAX_ADVANCES: usize = 24;
/// Contacts are kept this much of a radius before they touch: matching may still push into them.
pub const MARGIN: f32 = 0.3;
/// 0.618…: golden section.
const GOLDEN: f32 = 0.618_034;

/// Where something meets a solid.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub normal: Vec3,
    pub surface: Vec3,
    pub radius: f32,
}

pub fn particle(solid: &Solid, way: [Vec3; 2], reach: f32, radius: impl Fn(Vec3) -> f32) -> Option<Hit> {
    let travel = way[0].distance(way[1]);
    let margin = MARGIN * reach;
    let mut t = 0.0_f32;
    for left in (0..MAX_ADVANCES).rev() {
        let p = way[0].lerp(way[1], t);
        let (distance, normal) = solid.distance(p);
        let radius = radius(normal);
        let gap = distance - radius;
        // A way that only grazes takes many advances; after the last one it counts as a touch.
        if gap <= 1e-3 * reach || (gap < margin && (t >= 1.0 || left == 0)) {
            return Some(Hit { normal, surface: p - normal * distance, radius });
        }
        if t >= 1.0 || gap > (1.0 - t) * travel + margin {
            return None;
        }
        t = (t + gap.min(distance - reach).max(0.05 * gap) / travel.max(f32::MIN_POSITIVE)).min(1.0);
    }
    None
}

/// The first touch of a moving segment, and where along it.
pub fn segment(solid: &Solid, ways: [[Vec3; 2]; 2], radii: [f32; 2]) -> Option<(Hit, f32)> {
    let travel = ways[0][0].distance(ways[0][1]).max(ways[1][0].distance(ways[1][1]));
    let least = radii[0].min(radii[1]).abs();
    let margin = MARGIN * least;
    // No point of it is nearer than its middle by more than half of its length.
    let [a, b] = ways.map(|way| way[0]);
    let thick = radii[0].max(radii[1]);
    if solid.distance(a.midpoint(b)).0 - 0.5 * a.distance(b) - thick > travel + margin {
        return None;
    }
    let mut t = 0.0_f32;
    for left in (0..MAX_ADVANCES).rev() {
        let ends = [ways[0][0].lerp(ways[0][1], t), ways[1][0].lerp(ways[1][1], t)];
        let share = nearest(solid, ends);
        let p = ends[0].lerp(ends[1], share);
        let radius = radii[0] + (radii[1] - radii[0]) * share;
        let (distance, normal) = solid.distance(p);
        let gap = distance - radius;
        if gap <= 1e-2 * least || (gap < margin && (t >= 1.0 || left == 0)) {
            return Some((Hit { normal, surface: p - normal * distance, radius }, share));
        }
        if t >= 1.0 || gap > (1.0 - t) * travel + margin {
            return None;
        }
        t = (t + gap / travel.max(f32::MIN_POSITIVE)).min(1.0);
    }
    None
}

/// The point of a segment nearest to a convex solid, by golden section: the distance along it is convex.
fn nearest(solid: &Solid, ends: [Vec3; 2]) -> f32 {
    let distance = |share: f32| solid.distance(ends[0].lerp(ends[1], share)).0;
    let (mut low, mut high) = (0.0_f32, 1.0_f32);
    let (mut a, mut b) = (1.0 - GOLDEN, GOLDEN);
    let (mut fa, mut fb) = (distance(a), distance(b));
    for _ in 0..14 {
        if fa < fb {
            (high, b, fb) = (b, a, fa);
            a = high - GOLDEN * (high - low);
            fa = distance(a);
        } else {
            (low, a, fa) = (a, b, fb);
            b = low + GOLDEN * (high - low);
            fb = distance(b);
        }
    }
    0.5 * (low + high)
}

/// For set-up: how deep a segment is in a collider, in its frame; 0 if it is not.
pub fn segment_depth(solid: &Solid, ends: [Vec3; 2], radii: [f32; 2]) -> f32 {
    let share = if solid.bound().is_none() { 0.0 } else { nearest(solid, ends) };
    let radius = radii[0] + (radii[1] - radii[0]) * share;
    (radius - solid.distance(ends[0].lerp(ends[1], share)).0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::Shape;

    /// Numbers between −1 and 1 without an order.
    fn unordered(k: usize) -> f32 {
        let mixed = (k as u32).wrapping_mul(0x9E37_79B9) ^ 0x85EB_CA6B;
        (mixed.wrapping_mul(0xC2B2_AE35) >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    #[test]
    fn a_segment_that_comes_into_something_meets_it() {
        let (a, b) = ([0.1, 0.4, 0.0], [0.3, -0.2, 0.1]);
        let shapes = [
            Shape::Sphere { center: a, radius: 0.2 },
            Shape::Capsule { ends: [a, b], radii: [0.1, 0.2] },
            Shape::Box { center: b, rotation: [0.0, 0.0, 0.6, 0.8], half: [0.3, 0.1, 0.05] },
        ];
        let mut met = 0;
        for solid in shapes.iter().map(Solid::new) {
            for case in 0..2000 {
                let point = |k: usize| Vec3::from_array([0, 1, 2].map(|c| unordered(64 * case + 3 * k + c)));
                let ways = [[point(0), point(0) + 0.1 * point(1)], [point(2), point(2) + 0.1 * point(3)]];
                let radii = [4, 5].map(|k| 0.02 + 0.1 * point(k).x.abs());
                let is_inside = |t: f32| {
                    let ends = ways.map(|way| way[0].lerp(way[1], t));
                    let share = nearest(&solid, ends);
                    let radius = radii[0] + (radii[1] - radii[0]) * share;
                    solid.distance(ends[0].lerp(ends[1], share)).0 < 0.99 * radius
                };
                if (0..=64).any(|k| is_inside(k as f32 / 64.0)) {
                    met += 1;
                    assert!(segment(&solid, ways, radii).is_some(), "{solid:?}, {ways:?}, {radii:?}");
                }
            }
        }
        assert!((500..5500).contains(&met), "{met} of 6000");
    }
}
