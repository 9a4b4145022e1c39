//! The ellipsoid of each particle. \[MC11s\], after the spec; surface particles: \[MC11c\] Sec. 5.2.
//!
//! The axes are the principal axes of the surface around a particle. A particle stands for an
//! ellipsoid with that covariance (variance = radius² / 5), kept between half the particle
//! radius and the particle radius: \[MC11c\] Sec. 5 asks for an aspect ratio of at most 2.

use glam::{DMat3, DVec3, Mat3, Quat};

use super::axes::{Axes, principal_axes};
use super::draft::Draft;
use super::{Options, SimParticle};

/// The surface within this many spacings shapes a particle.
const AROUND: f64 = 1.2;
/// The normals within this many particle radii make a particle's normal.
const NORMAL_RADII: f64 = 1.5;
/// Variances with a larger ratio leave the direction to the walk's axes: the surface around a
/// particle is never exactly round, and what is almost round should not turn at random.
const SIMILAR: f64 = 0.8;

/// Particle `i` of the draft, oriented. `axes` are those of the walk.
pub(crate) fn orient(draft: &Draft, i: u32, axes: DMat3, options: &Options) -> SimParticle {
    let place = &draft.places[i as usize];
    let radius = f64::from(options.particle_radius()) / draft.surface.spacing;
    let normal = mean_normal(draft, i, NORMAL_RADII * radius);
    let hints = [axes.x_axis, axes.y_axis, axes.z_axis];
    let mut shape = principal_axes(covariance(draft, i), SIMILAR, hints);
    if options.surface {
        shape = outward(shape, normal);
    }
    let radii = shape.variances.to_array().map(|v| {
        let fitted = (5.0 * v).sqrt().clamp(radius / 2.0, radius);
        (fitted * draft.surface.spacing) as f32
    });
    let rotation = Quat::from_mat3(&Mat3::from_cols(
        shape.directions.x_axis.as_vec3(),
        shape.directions.y_axis.as_vec3(),
        shape.directions.z_axis.as_vec3(),
    ))
    .normalize();
    SimParticle {
        position: draft.surface.world_from_surface(place.position),
        rotation: if rotation.w < 0.0 { -rotation } else { rotation },
        radii: radii.into(),
        normal: normal.as_vec3(),
        level: place.level,
        garment: draft.garment(i),
    }
}

/// The area-weighted mean normal nearby; that of the particle's own triangle where two sides
/// cancel.
fn mean_normal(draft: &Draft, i: u32, radius: f64) -> DVec3 {
    let (surface, samples) = (draft.surface, draft.samples);
    let garment = draft.garment(i);
    let (mut sum, mut area) = (DVec3::ZERO, 0.0);
    samples.grid.within(draft.position(i), radius, |s, _| {
        let t = samples.triangles[s as usize];
        if draft.garment_of_triangle(t) == garment {
            sum += surface.normals[t as usize] * samples.areas[s as usize];
            area += samples.areas[s as usize];
        }
    });
    let own = surface.normals[draft.places[i as usize].triangle as usize];
    let normal = if sum.length() > 0.1 * area { sum } else { own };
    normal.normalize_or(DVec3::Z)
}

fn covariance(draft: &Draft, i: u32) -> DMat3 {
    let samples = draft.samples;
    let (p, garment) = (draft.position(i), draft.garment(i));
    let (mut area, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    samples.grid.within(p, AROUND, |s, _| {
        if draft.garment_of_triangle(samples.triangles[s as usize]) == garment {
            let (d, a) = (samples.grid.point(s) - p, samples.areas[s as usize]);
            area += a;
            first += d * a;
            second += outer(d) * a;
        }
    });
    if area > 0.0 { second * (1.0 / area) - outer(first / area) } else { DMat3::ZERO }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// The same axes with the one best aligned to `normal` first and pointing out, det +1.
/// \[MC11c\] Sec. 5.2.
fn outward(axes: Axes, normal: DVec3) -> Axes {
    let d = [axes.directions.x_axis, axes.directions.y_axis, axes.directions.z_axis];
    let v = axes.variances.to_array();
    let aligned = |k: usize| (d[k].dot(normal).abs() * 1e3).round();
    let out = (1..3).fold(0, |best, k| if aligned(k) > aligned(best) { k } else { best });
    let (y, z) = if out == 0 { (1, 2) } else { (0, 3 - out) };
    let x_axis = if d[out].dot(normal) < 0.0 { -d[out] } else { d[out] };
    Axes { directions: DMat3::from_cols(x_axis, d[y], x_axis.cross(d[y])), variances: DVec3::new(v[out], v[y], v[z]) }
}
