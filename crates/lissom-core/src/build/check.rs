//! Whether a description can be built: every problem is named, with its place and what to do.

use crate::desc::{BodyDesc, Limit, Shape, SpringDesc, Structure, WorldDesc};
use crate::rest::view_blend::weights::{MAX_EXAMPLES, triangulate};
use crate::rest::view_blend::{Suppression, Tree, ViewBlend, Weighting};
use glam::{DVec3, Vec3};

mod tets;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// Everything that is wrong with the description.
    #[error("the world cannot be built:\n  {}", listed(problems))]
    Desc { problems: Vec<String> },
    #[error("stopped")]
    Stopped,
}

/// So many problems are shown; the rest is usually the same for other particles.
const SHOWN: usize = 12;

fn listed(problems: &[String]) -> String {
    let more = problems.len().saturating_sub(SHOWN);
    let shown = problems[..problems.len() - more].join("\n  ");
    if more > 0 { format!("{shown}\n  and {more} more") } else { shown }
}

/// Farther from the origin, squares of distances leave the range of floats.
pub const REACH: f32 = 1e9;
const MASSES_KG: std::ops::RangeInclusive<f32> = 1e-9..=1e9;
const SUBSTEPS_SECS: std::ops::RangeInclusive<f64> = 1e-5..=1.0;
const MAX_FRAME_SECS: f64 = 10.0;
const MAX_LENGTH_SWEEPS: u32 = 1000;

pub fn check(desc: &WorldDesc) -> Result<(), BuildError> {
    let mut problems = Vec::new();
    let bones = desc.bones.len();
    for (k, bone) in desc.bones.iter().enumerate() {
        if !in_reach(bone) {
            problems.push(format!("bone {k}: its bind pose is not finite, or too far away"));
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
            if !in_reach(&p.position) || !in_reach(&p.rotation) {
                problems.push(format!("{place}, particle {k}: position or rotation is not finite, or too far away"));
            }
            if !in_reach(&p.radii) || p.radii.iter().any(|r| *r <= 0.0) {
                problems.push(format!("{place}, particle {k}: radii {:?} must be above 0", p.radii));
            }
            if !MASSES_KG.contains(&p.mass_kg) {
                problems.push(format!("{place}, particle {k}: a mass of {} kg; give 1e-9 to 1e9", p.mass_kg));
            }
            let weights = &p.binding.weights;
            let fine = weights.iter().all(|w| *w >= 0.0) && (weights.iter().sum::<f32>() - 1.0).abs() <= 1e-3;
            if p.binding.bones.iter().any(|&i| usize::from(i) >= bones) || !fine {
                problems.push(format!("{place}, particle {k}: its bones must exist and their weights add up to 1"));
            }
        }
        if let Structure::Mesh { edges } | Structure::Rods { edges } = &body.structure {
            let count = body.particles.len() as u32;
            if let Some(edge) = edges.iter().find(|[x, y]| *x >= count || *y >= count || x == y) {
                problems.push(format!("{place}: edge {edge:?} does not join two of its {count} particles"));
            }
        }
        let p = &body.params;
        problems.extend(tets::problems(body).into_iter().map(|problem| format!("{place}: {problem}")));
        let rates = [p.bend_hz, p.twist_hz, p.damping, p.spin_damping, p.shape_damping, p.wind, p.friction];
        if rates.iter().any(|v| !(v.is_finite() && *v >= 0.0)) || !p.gravity_scale.is_finite() {
            problems.push(format!("{place}: stiffness, damping, wind and friction must be finite and not negative"));
        }
        if !(0.0..=1.0).contains(&p.inertia) {
            problems.push(format!("{place}: inertia {} is not between 0 and 1", p.inertia));
        }
        if !(p.max_anchor_speed >= 0.0 && p.max_anchor_turn >= 0.0) {
            problems.push(format!("{place}: the anchor's largest speed and turn must not be negative"));
        }
        if p.max_stretch < 0.0 || p.max_stretch.is_nan() {
            problems.push(format!("{place}: the largest stretch is {}; give 0 or more", p.max_stretch));
        }
        if p.length_sweeps > MAX_LENGTH_SWEEPS {
            problems.push(format!("{place}: {} length sweeps; give up to {MAX_LENGTH_SWEEPS}", p.length_sweeps));
        }
        if let Some(view) = p.rest.view() {
            problems.extend(view_problems(body, view).into_iter().map(|problem| format!("{place}: {problem}")));
        }
        let jointed = matches!(body.structure, Structure::Chain | Structure::Rods { .. }) && body.particles.len() > 1;
        if p.follow_bones && !jointed {
            problems.push(format!("{place}: only the rest shape of chains and rods can follow the bones"));
        }
        if let Structure::Rods { edges } = &body.structure
            && !body.particles.is_empty()
            && edges.iter().flatten().all(|k| (*k as usize) < body.particles.len())
            && !Tree::new(body, &[]).is_whole()
        {
            problems.push(format!("{place}: its rods do not all hang together; make a body of each piece"));
        }
        problems.extend(spring_problems(body).into_iter().map(|problem| format!("{place}: {problem}")));
        if ![0, body.particles.len()].contains(&p.limits.len()) {
            problems.push(format!("{place}: {} limits for {} particles", p.limits.len(), body.particles.len()));
        }
        if p.limits.iter().chain([&p.limit]).flatten().any(|limit| !limit_is_fine(limit)) {
            problems.push(format!("{place}: a limit needs angles from smaller to larger, and an axis or a rotation"));
        }
    }
    for (c, collider) in desc.colliders.iter().enumerate() {
        let place = format!("collider {c} (`{}`)", collider.part);
        if collider.bone.is_some_and(|bone| usize::from(bone) >= bones) {
            problems.push(format!("{place}: its bone does not exist; there are {bones}"));
        }
        if !(shape_is_fine(&collider.shape) && collider.friction.is_finite() && collider.friction >= 0.0) {
            problems.push(format!("{place}: its shape needs finite numbers, radii and sizes above 0"));
        }
    }
    let s = &desc.settings;
    if !(SUBSTEPS_SECS.contains(&s.substep_secs) && (s.substep_secs..=MAX_FRAME_SECS).contains(&s.max_frame_secs)) {
        problems.push(format!(
            "settings: give a substep of {SUBSTEPS_SECS:?} s, and a longest frame from there to {MAX_FRAME_SECS} s"
        ));
    }
    if s.teleport_sizes.is_nan() || s.teleport_rad.is_nan() {
        problems.push("settings: what counts as a teleport is not a number".to_owned());
    }
    if let Some(w) = &s.water {
        let numbers = [w.density, w.normal_drag, w.tangent_drag];
        let fine = numbers.iter().all(|v| v.is_finite() && *v >= 0.0) && w.velocity.iter().all(|v| v.is_finite());
        if !fine || w.level.is_nan() {
            problems.push("settings: density and drag of water must be finite and not negative".to_owned());
        }
    }
    if s.gravity.iter().any(|g| !g.is_finite()) {
        problems.push("settings: gravity is not finite".to_owned());
    }
    if problems.is_empty() { Ok(()) } else { Err(BuildError::Desc { problems }) }
}

/// What is wrong with a body's examples.
fn view_problems(body: &BodyDesc, view: &ViewBlend) -> Vec<String> {
    let mut problems = Vec::new();
    let count = body.particles.len();
    if !matches!(body.structure, Structure::Chain | Structure::Rods { .. }) || count < 2 {
        return vec!["examples need a chain or rods, of at least two joints".to_owned()];
    }
    if !body.particles[0].animated || body.particles[1..].iter().any(|p| p.animated) {
        problems.push("with examples the first joint, and no other, follows the bones".to_owned());
    }
    if body.params.conserve_momentum {
        problems.push("what keeps its own momentum has no base to look from; leave the examples out".to_owned());
    }
    let at = |k: usize| Vec3::from_array(body.particles[k].position);
    let body_size = (0..count).map(|k| at(k).distance(at(0))).fold(0.0, f32::max);
    let edges = match &body.structure {
        Structure::Rods { edges } => edges.clone(),
        _ => (1..count as u32).map(|k| [k - 1, k]).collect(),
    };
    if edges.iter().flatten().all(|k| (*k as usize) < count)
        && let Some([a, b]) = edges.iter().find(|[a, b]| at(*a as usize).distance(at(*b as usize)) < 1e-9)
    {
        problems.push(format!("joints {a} and {b} are in one place; examples need segments with a length"));
    }
    if view.examples.len() > MAX_EXAMPLES {
        problems.push(format!("{} examples; at most {MAX_EXAMPLES} are possible", view.examples.len()));
    }
    for (j, example) in view.examples.iter().enumerate().map(|(j, e)| (j + 1, e)) {
        if example.positions.len() != count || ![0, count].contains(&example.rotations.len()) {
            problems.push(format!("example {j} does not have one position, and one or no rotation, per joint"));
        } else if !example.positions.iter().all(|p| in_reach(p)) || !example.rotations.iter().all(is_turn) {
            problems.push(format!("example {j}: a position or rotation is not finite, or too far away"));
        } else if let Some([a, b]) = edges.iter().find(|e| {
            let [a, b] = e.map(|k| example.positions.get(k as usize).map(|p| Vec3::from_array(*p)));
            a.zip(b).is_some_and(|(a, b)| a.distance(b) < 1e-6 * body_size)
        }) {
            problems.push(format!("example {j}: joints {a} and {b} are in one place, so there is no way to point"));
        }
        if example.morphs.iter().any(|m| !m.weight.is_finite()) {
            problems.push(format!("example {j}: a morph weight is not finite"));
        }
        let length = Vec3::from_array(example.direction).length();
        if !(length.is_finite() && length > 1e-6) {
            problems.push(format!("example {j}: its view direction {:?} points nowhere", example.direction));
        }
        if !(1e-4..=1e4).contains(&example.extent) {
            problems.push(format!("example {j}: an extent of {} rad; give 1e-4 to 1e4", example.extent));
        }
    }
    let directions: Vec<DVec3> = view.examples.iter().map(|e| Vec3::from_array(e.direction).as_dvec3()).collect();
    let directions: Vec<DVec3> = directions.into_iter().map(|d| d.normalize_or(DVec3::X)).collect();
    if view.weighting == Weighting::Triangulated && triangulate(&directions).is_none() {
        problems.push("triangulated weights need at least four directions, all around; add examples".to_owned());
    }
    let (ridge, window) = match view.suppression {
        Suppression::Projection { ridge, window } => (ridge, window),
        Suppression::Damping { rate } => (rate, 0.0),
        _ => (0.0, 0.0),
    };
    let fine = ridge >= 0.0 && ridge.is_finite() && window >= 0.0;
    if !(fine && view.response_secs >= 0.0 && view.until_wind >= 0.0) {
        problems.push("response time, damping, ridge, window and speed of wind must not be negative".to_owned());
    }
    problems
}

/// What is wrong with a body's springs.
fn spring_problems(body: &BodyDesc) -> Vec<String> {
    let springs = &body.params.springs;
    let mut problems = Vec::new();
    if springs.is_empty() {
        return problems;
    }
    let count = body.particles.len();
    let inside = match &body.structure {
        Structure::Rods { edges } => edges.iter().flatten().all(|k| (*k as usize) < count),
        structure => *structure == Structure::Chain,
    };
    if springs.len() != count || count < 2 || !inside || !Tree::new(body, &[]).chords.is_empty() {
        problems.push("springs need a chain or rods without loops, and one spring for each particle".to_owned());
    } else if !body.particles[0].animated || body.particles[1..].iter().any(|p| p.animated) {
        problems.push("with springs the first particle, and no other, follows the bones".to_owned());
    }
    if body.params.rest.view().is_some() || body.params.conserve_momentum {
        problems.push("what has springs has no examples and no momentum of its own to keep".to_owned());
    }
    let fine = |s: &SpringDesc| in_reach(&[s.stiffness]) && in_reach(&s.gravity) && (0.0..=1.0).contains(&s.drag);
    if let Some(k) = springs.iter().position(|s| !fine(s)) {
        problems.push(format!("spring {k}: give finite numbers, and a drag from 0 to 1"));
    }
    problems
}

fn is_turn(q: &[f32; 4]) -> bool {
    in_reach(q) && q.iter().any(|v| v.abs() > 1e-6)
}

fn in_reach(numbers: &[f32]) -> bool {
    numbers.iter().all(|v| v.abs() <= REACH)
}

fn limit_is_fine(limit: &Limit) -> bool {
    match limit {
        Limit::Cone { angle_rad } => *angle_rad >= 0.0,
        Limit::Hinge { axis, min_rad, max_rad } => in_reach(axis) && *axis != [0.0; 3] && min_rad <= max_rad,
        Limit::ConeIn { frame, angle_rad } => is_turn(frame) && *angle_rad >= 0.0,
        Limit::SphericalIn { frame, pitch_rad, yaw_rad } => is_turn(frame) && *pitch_rad >= 0.0 && *yaw_rad >= 0.0,
    }
}

fn shape_is_fine(shape: &Shape) -> bool {
    let above = |v: &[f32]| in_reach(v) && v.iter().all(|v| *v > 0.0);
    match shape {
        Shape::Sphere { center, radius } | Shape::InsideSphere { center, radius } => {
            in_reach(center) && above(&[*radius])
        }
        Shape::Capsule { ends, radii } | Shape::InsideCapsule { ends, radii } => {
            in_reach(&ends[0]) && in_reach(&ends[1]) && above(radii)
        }
        Shape::Plane { point, normal } => in_reach(point) && in_reach(normal) && *normal != [0.0; 3],
        Shape::Box { center, rotation, half } => {
            in_reach(center) && in_reach(rotation) && rotation.iter().any(|v| v.abs() > 1e-6) && above(half)
        }
    }
}
