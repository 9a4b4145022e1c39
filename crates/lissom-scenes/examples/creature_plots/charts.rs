//! The templates of charts: log c over a cycle.

use lissom_rig::creature::Template;

use crate::svg::{ACCENT, GREY, Panel, Pen, Svg};

const RATE: f32 = 1.5;

pub fn plot() -> String {
    let mut svg = Svg::new(860.0, 190.0);
    for (k, template) in Template::ALL.into_iter().enumerate() {
        let name = match template {
            Template::Pulse { .. } => "pulse",
            Template::Sine => "sine",
            Template::Squeeze => "squeeze",
            Template::Heartbeat => "heartbeat",
            Template::Peristalsis => "peristalsis",
        };
        let log = f64::from(RATE.ln());
        let left = 50.0 + 162.0 * k as f64;
        let panel = Panel { left, top: 36.0, width: 140.0, height: 100.0, x: (0.0, 1.0), y: (-log, log) };
        let marks = [(log, "× 1.5"), (0.0, "1"), (-log, "÷ 1.5")];
        let across = marks.map(|(y, words)| (y, if k == 0 { words } else { "" }));
        panel.frame(&mut svg, name, &across, &[(0.0, "0"), (0.5, "½"), (1.0, "T")]);
        let charts = template.charts(1.0, RATE);
        let first = charts.first.first().copied();
        let points = charts.first.iter().map(|[t, c]| (*t, *c)).chain(first.map(|[_, c]| (1.0, c)));
        let points = points.map(|(t, c)| (f64::from(t), f64::from(c.ln())));
        panel.plot(&mut svg, points, Pen(ACCENT, 2.0, "none"));
    }
    svg.text((50.0, 178.0), "start", GREY, "How much the first direction stretches in the course of a cycle.");
    svg.finish()
}
