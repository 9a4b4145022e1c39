//! Ghost energy over time, for every kind of suppression.

use lissom_rig::view::Suppression;
use lissom_scenes::scene::SceneError;

use crate::rods::{Rod, USUAL, WEIGHTS};
use crate::svg::{ACCENT, DARK, GREY, Panel, Pen, Svg};

/// Kinds of suppression as in [`Suppression::NAMED`].
pub const PENS: [Pen; 4] =
    [Pen(DARK, 1.3, "none"), Pen(GREY, 1.3, "6 3"), Pen(GREY, 1.3, "1.5 2.5"), Pen(ACCENT, 2.0, "none")];

pub fn legend() -> Vec<(&'static str, Pen)> {
    Suppression::NAMED.iter().map(|(name, _)| *name).zip(PENS).collect()
}

pub fn plot() -> Result<String, SceneError> {
    let mut svg = Svg::new(860.0, 330.0);
    svg.legend((64.0, 24.0), &legend());
    for (k, (title, gravity, sag)) in WEIGHTS.into_iter().enumerate() {
        let left = 64.0 + 268.0 * k as f64;
        let panel = Panel { left, top: 70.0, width: 236.0, height: 210.0, x: (0.0, 5.0), y: (-12.0, 0.0) };
        let marks = [(0.0, "1 J"), (-3.0, "1 mJ"), (-6.0, "1 µJ"), (-9.0, "1 nJ"), (-12.0, "1 pJ")];
        let across = marks.map(|(y, words)| (y, if k == 0 { words } else { "" }));
        panel.frame(&mut svg, title, &across, &[(0.0, "0"), (0.5, "½"), (1.0, "1"), (3.0, "3"), (5.0, "5 s")]);
        for ((_, suppression), pen) in Suppression::NAMED.into_iter().zip(PENS) {
            let ghost = Rod { gravity, sag, suppression, ..USUAL }.ghost()?;
            let trace = ghost.trace.iter().map(|m| (m.time_secs, m.ghost_j.max(1e-12).log10()));
            panel.plot(&mut svg, trace, pen);
        }
    }
    svg.text(
        (64.0, 318.0),
        "start",
        GREY,
        "Energy of a rod relative to where it would hang; the camera turns by 90° from ½ s to 1 s.",
    );
    Ok(svg.finish())
}
