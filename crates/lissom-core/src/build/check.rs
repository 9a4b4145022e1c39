//! Whether a description can be built: every problem is named, with its place and what to do.

use crate::desc::{Shape, Structure, WorldDesc};

/// Everything that is wrong with a description.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the world cannot be built:\n  {}", problems.join("\n  "))]
pub struct BuildError {
    pub problems: Vec<String>,
}

pub fn check(desc: &WorldDesc) -> Result<(), BuildError> {
    let mut problems = Vec::new();
    let bones = desc.bones.len();
    for (k, bone) in desc.bones.iter().enumerate() {
        if bone.iter().any(|v| !v.is_finite()) {
            problems.push(format!("bone {k}: its bind pose is not finite; give finite numbers"));
        }
    }
    for (b, body) in desc.bodies.iter().enumerate() {
        let place = format!("body {b} (`{}`)", body.part);
        if body.particles.is_empty() {
            problems.push(format!("{place}: no particles; leave the body out"));
        }
        if usize::from(body.anchor) >= bones {
            problems.push(format!("{place}: its anchor is bone {}, but there are {bones} bones", body.anchor));
        }
        for (k, p) in body.particles.iter().enumerate() {
            if p.position.iter().chain(&p.rotation).any(|v| !v.is_finite()) {
                problems.push(format!("{place}, particle {k}: position or rotation is not finite"));
            }
            if p.radii.iter().any(|r| !(r.is_finite() && *r > 0.0)) {
                problems.push(format!("{place}, particle {k}: radii {:?} must be above 0", p.radii));
            }
            if !(p.mass_kg.is_finite() && p.mass_kg > 0.0) {
                problems.push(format!("{place}, particle {k}: a mass of {} kg; give more than 0", p.mass_kg));
            }
            let sum: f32 = p.binding.weights.iter().sum();
            if p.binding.bones.iter().any(|&i| usize::from(i) >= bones) || (sum - 1.0).abs() > 1e-3 {
                problems.push(format!("{place}, particle {k}: its bones must exist and their weights add up to 1"));
            }
        }
        if let Structure::Mesh { edges } = &body.structure {
            let count = body.particles.len() as u32;
            if let Some(edge) = edges.iter().find(|[x, y]| *x >= count || *y >= count || x == y) {
                problems.push(format!("{place}: edge {edge:?} does not join two of its {count} particles"));
            }
        }
        let p = &body.params;
        let rates = [p.bend_hz, p.twist_hz, p.damping, p.spin_damping, p.shape_damping, p.wind, p.friction];
        if rates.iter().any(|v| !(v.is_finite() && *v >= 0.0)) || !p.gravity_scale.is_finite() {
            problems.push(format!("{place}: stiffness, damping, wind and friction must be finite and not negative"));
        }
        if !(0.0..=1.0).contains(&p.inertia) {
            problems.push(format!("{place}: inertia {} is not between 0 and 1", p.inertia));
        }
    }
    for (c, collider) in desc.colliders.iter().enumerate() {
        let place = format!("collider {c} (`{}`)", collider.part);
        if collider.bone.is_some_and(|bone| usize::from(bone) >= bones) {
            problems.push(format!("{place}: its bone does not exist; there are {bones}"));
        }
        if !shape_is_fine(&collider.shape) || !(collider.friction.is_finite() && collider.friction >= 0.0) {
            problems.push(format!("{place}: its shape needs finite numbers, radii and sizes above 0"));
        }
    }
    let s = &desc.settings;
    if !(s.substep_secs > 0.0 && s.substep_secs.is_finite() && s.max_frame_secs >= s.substep_secs) {
        problems.push("settings: the substep must be above 0 and not longer than the longest frame".to_owned());
    }
    if s.gravity.iter().any(|g| !g.is_finite()) {
        problems.push("settings: gravity is not finite".to_owned());
    }
    if problems.is_empty() { Ok(()) } else { Err(BuildError { problems }) }
}

fn shape_is_fine(shape: &Shape) -> bool {
    let finite = |v: &[f32]| v.iter().all(|v| v.is_finite());
    let above = |v: &[f32]| v.iter().all(|v| v.is_finite() && *v > 0.0);
    match shape {
        Shape::Sphere { center, radius } | Shape::InsideSphere { center, radius } => {
            finite(center) && above(&[*radius])
        }
        Shape::Capsule { ends, radii } | Shape::InsideCapsule { ends, radii } => {
            finite(&ends[0]) && finite(&ends[1]) && above(radii)
        }
        Shape::Plane { point, normal } => finite(point) && finite(normal) && normal.iter().any(|n| *n != 0.0),
        Shape::Box { center, rotation, half } => finite(center) && finite(rotation) && above(half),
    }
}
