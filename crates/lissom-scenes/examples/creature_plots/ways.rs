//! How far a jellyfish swims and a worm crawls.

use std::fmt::Write;

use lissom_scenes::scene::SceneError;
use lissom_scenes::scenes;

use crate::svg::{ACCENT, DARK, GREY, Panel, Pen, Svg};

const FPS: f64 = 60.0;
const PENS: [Pen; 4] =
    [Pen(ACCENT, 2.0, "none"), Pen(DARK, 1.3, "none"), Pen(GREY, 1.3, "6 3"), Pen(GREY, 1.3, "1.5 2.5")];

/// A variant of a scene, and what it is called here.
type Variant = (&'static str, &'static str);

const SWIM: [Variant; 4] = [
    ("swim", "quick stroke, slow return"),
    ("even", "even"),
    ("slow", "slow stroke, quick return"),
    ("dry", "no water"),
];
const CRAWL: [Variant; 3] = [("crawl", "wave to the tail"), ("back", "wave to the head"), ("ice", "no friction")];

/// The centre of mass over time, along an axis, from where it began, m.
fn trace(scene: &str, variant: &str, axis: usize) -> Result<Vec<(f64, f64)>, SceneError> {
    let scene = scenes::find(scene)?;
    let mut play = scene.play(Some(variant))?;
    let start = play.actor.world.measure().center_of_mass[axis];
    let mut points = vec![(0.0, 0.0)];
    for frame in 1..=(scene.seconds * FPS) as usize {
        play.step(1.0 / FPS);
        points.push((frame as f64 / FPS, play.actor.world.measure().center_of_mass[axis] - start));
    }
    Ok(points)
}

/// The plot, and a table in Markdown.
pub fn plot() -> Result<(String, String), SceneError> {
    let mut svg = Svg::new(860.0, 330.0);
    let mut table = "| body | variant | way |\n|---|---|---|\n".to_owned();
    let swim = Panel { left: 64.0, top: 70.0, width: 350.0, height: 210.0, x: (0.0, 15.0), y: (-1.5, 2.0) };
    let crawl = Panel { left: 490.0, x: (0.0, 12.0), ..swim };
    let heights = [(-1.0, "−1"), (0.0, "0"), (1.0, "1"), (2.0, "2 m")];
    swim.frame(&mut svg, "jellyfish: height", &heights, &[(0.0, "0"), (5.0, "5"), (10.0, "10"), (15.0, "15 s")]);
    crawl.frame(&mut svg, "worm: way ahead", &heights, &[(0.0, "0"), (4.0, "4"), (8.0, "8"), (12.0, "12 s")]);
    let both: [(&str, &str, Panel, usize, &[Variant]); 2] =
        [("jellyfish", "jellyfish, upwards", swim, 1, &SWIM), ("worm", "worm, ahead", crawl, 2, &CRAWL)];
    for (scene, body, panel, axis, variants) in both {
        for ((variant, words), pen) in variants.iter().zip(PENS) {
            let points = trace(scene, variant, axis)?;
            let (secs, way) = points.last().copied().unwrap_or_default();
            // A string takes everything.
            let way = if way.abs() < 0.005 { "0.00".to_owned() } else { format!("{way:+.2}").replace('-', "−") };
            let _ = writeln!(table, "| {body} | {words} (`{variant}`) | {way} m in {secs:.0} s |");
            panel.plot(&mut svg, points.into_iter().step_by(3), pen);
        }
        let names: Vec<(&str, Pen)> = variants.iter().map(|v| v.0).zip(PENS).collect();
        svg.legend((panel.left, 24.0), &names);
    }
    svg.text((64.0, 318.0), "start", GREY, "The centre of mass, from where it began.");
    Ok((svg.finish(), table))
}
