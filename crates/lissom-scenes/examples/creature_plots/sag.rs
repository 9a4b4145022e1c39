//! How much a bar hangs that is held at one end, against what a step costs.

use std::fmt::Write;
use std::time::Instant;

use lissom_rig::creature::{Creature, Stiffness};
use lissom_rig::rig::{Area, Gravity};
use lissom_rig::{Actor, ActorError, Cue, Rig};
use lissom_scenes::figures::bar;

use crate::svg::{ACCENT, DARK, GREY, Panel, Pen, Svg};

const CELLS: [usize; 3] = [12, 3, 3];
/// Weak enough that the bar hangs in proportion.
const GRAVITY: f32 = 0.3;
const HZ: f32 = 120.0;
const FRAMES: usize = 1200;

/// A kind of step, with its name.
type Step = (String, Stiffness);

struct Found {
    /// How far the end hangs, mm.
    sag: f64,
    /// The quickest step, s.
    secs: f64,
}

fn measure(stiffness: Stiffness) -> Result<Found, ActorError> {
    // A ball so large that it is flat: everything left of its border.
    let border = 0.01 - 0.5 * bar::SIZE.x;
    let creature = Creature {
        stiffness,
        region_damping: 0.0,
        damping: 2.0,
        held: vec![Area::Ball { center: [border - 50.0, bar::HEIGHT, 0.0], radius: 50.0 }],
        ..Creature::new("bar")
    };
    let rig = Rig { creatures: vec![creature], gravity: Gravity([0.0, -GRAVITY, 0.0]), ..Rig::default() };
    let mut actor = Actor::new(bar::character_of(CELLS), &rig)?;
    let lowest = |actor: &Actor| actor.world.poses().positions().iter().map(|p| p[1]).fold(f32::MAX, f32::min);
    let start = lowest(&actor);
    let pose = actor.character.skeleton.rest_local();
    let mut secs = f64::MAX;
    for _ in 0..FRAMES {
        let begin = Instant::now();
        actor.step(&Cue::new(1.0 / 60.0, &pose));
        secs = secs.min(begin.elapsed().as_secs_f64());
    }
    Ok(Found { sag: 1e3 * f64::from(start - lowest(&actor)), secs })
}

/// The plot, and a table in Markdown.
pub fn plot() -> Result<(String, String), ActorError> {
    let passes = |count, chebyshev| Stiffness::Passes { count, literal: false, chebyshev };
    let implicit = |iterations| Stiffness::Implicit { hz: HZ, iterations };
    let kinds: [(&str, Vec<Step>, Pen); 3] = [
        (
            "passes",
            [1, 2, 4, 8, 16, 32].map(|n| (format!("N = {n}"), passes(n, None))).to_vec(),
            Pen(DARK, 1.3, "none"),
        ),
        (
            "passes, Chebyshev 0.99",
            [4, 8, 16].map(|n| (format!("N = {n}, Chebyshev"), passes(n, Some(0.99)))).to_vec(),
            Pen(GREY, 1.3, "6 3"),
        ),
        (
            "implicit, 120 Hz",
            [1, 2, 3, 4].map(|n| (format!("implicit, {n}×"), implicit(n))).to_vec(),
            Pen(ACCENT, 2.0, "none"),
        ),
    ];
    let (one, many) = (measure(passes(1, None))?.secs, measure(passes(33, None))?.secs);
    let pass = (many - one) / 32.0;
    let mut svg = Svg::new(860.0, 330.0);
    svg.legend((64.0, 24.0), &kinds.iter().map(|(name, _, pen)| (*name, *pen)).collect::<Vec<_>>());
    let panel = Panel { left: 84.0, top: 56.0, width: 740.0, height: 220.0, x: (0.0, 5.2), y: (0.5, 3.0) };
    let across = [(3.0, "1 m"), (2.0, "100 mm"), (1.0, "10 mm")];
    let below = [(0.0, "1"), (1.0, "2"), (2.0, "4"), (3.0, "8"), (4.0, "16"), (5.0, "32 passes")];
    panel.frame(&mut svg, "", &across, &below);
    let mut table = "| step | cost, passes | the end hangs |\n|---|---|---|\n".to_owned();
    for (_, steps, pen) in kinds {
        let mut points = Vec::new();
        for (name, stiffness) in steps {
            let found = measure(stiffness)?;
            let cost = (found.secs - one) / pass + 1.0;
            // A string takes everything.
            let _ = writeln!(table, "| {name} | {cost:.1} | {:.*} mm |", usize::from(found.sag < 100.0), found.sag);
            points.push((cost.max(0.1).log2(), found.sag.max(0.1).log10()));
        }
        panel.plot(&mut svg, points.iter().copied(), pen);
        for (x, y) in points {
            let (x, y) = panel.at(x, y);
            svg.push(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>", pen.0));
        }
    }
    let converged = measure(implicit(60))?.sag;
    let _ = writeln!(table, "| implicit, converged (60×) | | {converged:.1} mm |");
    svg.text((84.0, 318.0), "start", GREY, "How far the end of a bar hangs, against what matching costs in a step.");
    Ok((svg.finish(), table))
}
