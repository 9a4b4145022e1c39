//! Segments that pass through the axis of a capsule within a substep. A segment that slides along a thin capsule
//! touches it all the time, so the first touch says nothing about where else it comes through.

use super::advance::Hit;
use glam::Vec3;

/// A capsule's axis, at rest in its own frame.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub a: Vec3,
    /// Unit vector and length.
    pub along: Vec3,
    pub length: f32,
    pub radii: [f32; 2],
}

/// Where a segment whose ends move straight first passes through the axis: the side it came from, and the place
/// along the segment.
pub fn first(axis: &Axis, ways: [[Vec3; 2]; 2], radii: [f32; 2]) -> Option<(Hit, f32)> {
    // The volume that segment and axis span is quadratic in time; it changes sign as they pass each other.
    let at = |t: f32| ways.map(|w| w[0].lerp(w[1], t));
    let volume = |t: f32| {
        let [p, q] = at(t);
        axis.along.cross(q - p).dot(p - axis.a)
    };
    let (start, middle, end) = (volume(0.0), volume(0.5), volume(1.0));
    let (a, b) = (2.0 * (start + end) - 4.0 * middle, 4.0 * middle - 3.0 * start - end);
    let discriminant = b * b - 4.0 * a * start;
    if discriminant < 0.0 || start == 0.0 {
        return None;
    }
    let s = -0.5 * (b + discriminant.sqrt().copysign(b));
    let (one, two) = (s / a, start / s);
    let mut roots = if one < two { [one, two] } else { [two, one] };
    if !one.is_finite() {
        roots = [two; 2];
    }
    roots.into_iter().filter(|t| (0.0..=1.0).contains(t)).find_map(|t| {
        let [p, q] = at(t);
        let across = axis.along.cross(q - p);
        let share = (axis.a - p).cross(axis.along).dot((q - p).cross(axis.along)) / across.length_squared();
        let on = axis.along.dot(p.lerp(q, share) - axis.a);
        let within = (0.0..=1.0).contains(&share) && (0.0..=axis.length).contains(&on);
        if !within {
            return None;
        }
        // It comes from the side on which the volume was before this root.
        let normal = across.normalize_or_zero() * -(2.0 * a * t + b).signum();
        let [thin, thick] = axis.radii;
        let surface = axis.a + axis.along * on + normal * (thin + (thick - thin) * on / axis.length);
        Some((Hit { normal, surface, radius: radii[0] + (radii[1] - radii[0]) * share }, share))
    })
}
