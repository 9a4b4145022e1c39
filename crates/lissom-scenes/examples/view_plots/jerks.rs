//! How a rod answers a jerk of its base while the camera moves: what suppression must not take away.

use std::f64::consts::FRAC_PI_4;

use glam::{DVec3, Vec3};
use lissom_rig::view::Suppression;
use lissom_scenes::camera::{Path, Shot};
use lissom_scenes::ghost::Trial;
use lissom_scenes::scene::SceneError;

use crate::ghosts::{PENS, legend};
use crate::rods::{Rod, USUAL, WEIGHTS};
use crate::svg::{GREY, PALE, Panel, Pen, Svg};

const SECS: f64 = 2.25;
const FPS: f64 = 60.0;
const STILL: Pen = Pen(PALE, 4.0, "none");
/// When the jerk begins, in the middle of the camera's turn.
const BEGIN: f64 = 0.75;

/// 34 mm in 0.15 s, smoothly.
fn jerk(time_secs: f64) -> Vec3 {
    let s = ((time_secs - BEGIN) / 0.15).clamp(0.0, 1.0);
    Vec3::new(0.03, 0.0, -0.015) * (s * s * (3.0 - 2.0 * s)) as f32
}

fn answer(rod: &Rod, path: &Path) -> Result<Vec<DVec3>, SceneError> {
    rod.on(path, SECS, |trial: Trial<'_>| trial.response(jerk))
}

/// From where the scene's camera is after a part of its turn.
fn seen_from(turn: f64) -> Result<Path, SceneError> {
    let view = &Rod::scene()?.view;
    let yaw = view.yaw_deg.to_radians() + turn as f32;
    Ok(Path::Fixed(Shot::around(Vec3::Y * view.middle, view.height, yaw, view.pitch_deg.to_radians()).eye))
}

/// Root of the mean square after the jerk began.
fn rms(tips: impl Iterator<Item = DVec3>) -> f64 {
    let squares: Vec<f64> = tips.skip((BEGIN * FPS) as usize).map(|d| d.length_squared()).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// The plot, and a table in Markdown.
pub fn plot() -> Result<(String, String), SceneError> {
    let mut svg = Svg::new(860.0, 330.0);
    let mut lines = legend();
    lines.push(("view stands still", STILL));
    svg.legend((64.0, 24.0), &lines);
    let mut rows = Suppression::NAMED.map(|(name, _)| format!("| {name} |"));
    for (k, (title, gravity, sag)) in [WEIGHTS[0], WEIGHTS[2]].into_iter().enumerate() {
        let (left, y) = (64.0 + 400.0 * k as f64, (0.0, 80.0));
        let panel = Panel { left, top: 70.0, width: 366.0, height: 210.0, x: (BEGIN, SECS), y };
        let marks = [(0.0, "0"), (20.0, "20"), (40.0, "40"), (60.0, "60"), (80.0, "80 mm")];
        panel.frame(&mut svg, title, &marks, &[(0.75, "¾"), (1.0, "1"), (1.5, "1½"), (2.0, "2 s")]);
        let rod = Rod { gravity, sag, ..USUAL };
        let draw = |svg: &mut Svg, tips: &[DVec3], pen: Pen| {
            let points = tips.iter().enumerate().map(|(k, d)| ((k + 1) as f64 / FPS, 1e3 * d.length()));
            panel.plot(svg, points.filter(|p| p.0 >= BEGIN), pen);
        };
        let mut stills = Vec::new();
        for turn in [0.0, FRAC_PI_4, 2.0 * FRAC_PI_4] {
            stills.push(answer(&Rod { suppression: Suppression::None, ..rod }, &seen_from(turn)?)?);
            draw(&mut svg, &stills[stills.len() - 1], STILL);
        }
        for (((_, suppression), pen), row) in Suppression::NAMED.into_iter().zip(PENS).zip(&mut rows) {
            let tips = answer(&Rod { suppression, ..rod }, &Path::Quarter)?;
            draw(&mut svg, &tips, pen);
            let to = |still: &Vec<DVec3>| rms(tips.iter().zip(still).map(|(a, b)| *a - *b));
            let apart = stills.iter().map(to).fold(f64::INFINITY, f64::min);
            let usual = stills.iter().map(|s| rms(s.iter().copied())).sum::<f64>() / stills.len() as f64;
            *row += &format!(" {:.1} mm, {:.0} % |", 1e3 * rms(tips.iter().copied()), 100.0 * apart / usual);
        }
    }
    let caption = "How far the tip swings because the base is moved by 34 mm while the camera turns.";
    svg.text((64.0, 318.0), "start", GREY, caption);
    let head = "| suppression | no gravity | gravity, sag-baked |\n|---|---|---|";
    Ok((svg.finish(), format!("{head}\n{}\n", rows.join("\n"))))
}
