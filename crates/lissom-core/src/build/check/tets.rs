//! Whether a boneless body can be built.

use crate::desc::{BodyDesc, Structure};
use crate::rest::procedural::chart::{Charts, MAX_POINTS, MAX_RANGE};
use crate::rest::procedural::{Procedural, Stiffness, When, build};
use glam::DVec3;

const MAX_PASSES: u32 = 256;
const MAX_HZ: f32 = 1000.0;
const RATES: std::ops::RangeInclusive<f64> = 1.0..=10_000.0;
const CYCLES_SECS: std::ops::RangeInclusive<f32> = 1e-2..=1e4;

pub fn problems(body: &BodyDesc) -> Vec<String> {
    let procedural = body.params.rest.procedural();
    match (&body.structure, procedural) {
        (Structure::Tets { tets }, Some(procedural)) => {
            let mut problems = shape(body, tets);
            problems.extend(motion(body, procedural));
            problems
        }
        (Structure::Tets { .. }, None) => vec!["tetrahedra need a procedural rest shape".to_owned()],
        (_, Some(_)) => vec!["a procedural rest shape needs tetrahedra".to_owned()],
        _ => Vec::new(),
    }
}

fn shape(body: &BodyDesc, tets: &[[u32; 4]]) -> Vec<String> {
    let count = body.particles.len() as u32;
    if let Some(tet) = tets.iter().position(|t| t.iter().any(|k| *k >= count)) {
        return vec![format!("tetrahedron {tet}: a corner is not among the {count} vertices")];
    }
    let mut problems = Vec::new();
    if let Some(tet) = tets.iter().position(|t| build::volume(body, *t) <= 0.0) {
        problems.push(format!("tetrahedron {tet} has no volume, or is inside out; clean the mesh first"));
    }
    let mut used = vec![false; body.particles.len()];
    tets.iter().flatten().for_each(|k| used[*k as usize] = true);
    if let Some(vertex) = used.iter().position(|used| !used) {
        problems.push(format!("vertex {vertex} belongs to no tetrahedron; leave it out"));
    }
    if body.particles.iter().any(|p| p.rotation[3].abs() < 1.0 - 1e-6) {
        problems.push("vertices of tetrahedra have no rotation of their own; give 0, 0, 0, 1".to_owned());
    }
    if body.params.conserve_momentum {
        problems.push("boneless bodies keep their momentum anyway; leave that out".to_owned());
    }
    problems
}

fn motion(body: &BodyDesc, p: &Procedural) -> Vec<String> {
    let mut problems = Vec::new();
    let count = body.particles.len();
    let lists = [("frames", p.frames.len()), ("strengths", p.strength.len()), ("delays", p.delay.len())];
    for (name, found) in lists.into_iter().filter(|(_, found)| ![0, count].contains(found)) {
        problems.push(format!("{found} {name} for {count} vertices; give one for each, or none"));
    }
    let upright = |f: &[[f32; 3]; 3]| {
        let [a, b, c] = f.map(|d| DVec3::from_array(d.map(f64::from)));
        let unit = [a, b, c].iter().all(|d| (d.length() - 1.0).abs() < 1e-3);
        unit && [a.dot(b), a.dot(c), b.dot(c)].iter().all(|d| d.abs() < 1e-3)
    };
    if let Some(vertex) = p.frames.iter().position(|f| !upright(f)) {
        problems.push(format!("vertex {vertex}: its directions are not of unit length and at right angles"));
    }
    if p.strength.iter().chain(&p.delay).any(|v| !v.is_finite()) {
        problems.push("a strength or delay is not finite".to_owned());
    }
    if !(p.speed.is_finite() && p.speed > 0.0) {
        problems.push(format!("the signal's speed is {}; give more than 0", p.speed));
    }
    if !(p.region_damping.is_finite() && p.region_damping >= 0.0) {
        problems.push(format!("region damping is {}; give 0 or more", p.region_damping));
    }
    if !RATES.contains(&p.steps_per_sec) {
        problems.push(format!("{} steps a second; give {RATES:?}", p.steps_per_sec));
    }
    match p.stiffness {
        Stiffness::Passes { count, chebyshev, .. } => {
            if !(1..=MAX_PASSES).contains(&count) {
                problems.push(format!("{count} passes; give 1 to {MAX_PASSES}, or an implicit step"));
            }
            if chebyshev.is_some_and(|r| !(0.0..1.0).contains(&r)) {
                problems.push("Chebyshev's radius must be at least 0 and below 1".to_owned());
            }
        }
        Stiffness::Implicit { hz, iterations } => {
            if !(0.0..=MAX_HZ).contains(&hz) || !(1..=MAX_PASSES).contains(&iterations) {
                problems.push(format!("an implicit step needs 0 to {MAX_HZ} Hz and 1 to {MAX_PASSES} iterations"));
            }
        }
    }
    problems.extend(charts(&p.charts));
    if let Some(bristles) = &p.bristles {
        let fine = bristles.along.iter().flatten().all(|v| v.is_finite()) && bristles.along.len() == count;
        if !(fine && bristles.more.is_finite() && bristles.more >= 0.0) {
            problems.push("bristles need a finite direction for each vertex, and 0 or more".to_owned());
        }
    }
    for (k, s) in p.stimuli.iter().enumerate() {
        let fine = s.speed.is_finite() && s.speed > 0.0 && s.fading.is_finite() && s.fading >= 1.0;
        if !(fine && s.pause_secs.is_finite() && s.pause_secs >= 0.0 && (s.vertex as usize) < count) {
            problems.push(format!(
                "stimulus {k}: give a speed above 0, fading from 1, a pause from 0 and one of the {count} vertices"
            ));
        }
        let when = match s.when {
            When::Near { distance, .. } => distance.is_finite(),
            When::Timer { first_secs, every_secs } => first_secs >= 0.0 && every_secs > 0.0 && every_secs.is_finite(),
            _ => true,
        };
        if !when {
            problems.push(format!("stimulus {k}: its distance or times are not what they can be"));
        }
        problems.extend(charts(&s.charts).into_iter().map(|problem| format!("stimulus {k}: {problem}")));
    }
    problems
}

fn charts(charts: &Charts) -> Vec<String> {
    let mut problems = Vec::new();
    if !CYCLES_SECS.contains(&charts.cycle_secs) {
        problems.push(format!("a cycle of {} s; give {CYCLES_SECS:?}", charts.cycle_secs));
    }
    if !(1.0..=MAX_RANGE).contains(&charts.range) {
        problems.push(format!("charts reach {}; give 1 to {MAX_RANGE}", charts.range));
    }
    for points in &charts.points {
        if points.len() > MAX_POINTS {
            problems.push(format!("{} points in a chart; give up to {MAX_POINTS}", points.len()));
        }
        let fine = |p: &crate::rest::procedural::Point| (0.0..=1.0).contains(&p.phase) && p.rate > 0.0;
        if let Some(point) = points.iter().find(|p| !fine(p) || !p.rate.is_finite()) {
            problems.push(format!("chart point {point:?}: phases are from 0 to 1, rates above 0"));
        }
    }
    problems
}
