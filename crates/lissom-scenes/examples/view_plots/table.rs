//! What a moving camera does to many rods, relative to the same without suppression, as a table in Markdown.

use lissom_rig::view::{Sag, Suppression};
use lissom_scenes::scene::SceneError;

use crate::rods::{Rod, USUAL};

const COLUMNS: [(f32, Sag); 4] = [(0.0, Sag::Off), (1.0, Sag::Off), (1.0, Sag::Upright), (1.0, Sag::AnyTilt)];

pub fn markdown() -> Result<String, SceneError> {
    let mut text = "\
| rod | no gravity | gravity | sag-baked | baked for any tilt |
|---|---|---|---|---|
"
    .to_owned();
    for (name, rod) in rods() {
        text += &format!("| {name} |");
        for (gravity, sag) in COLUMNS {
            text += &format!(" {} |", cell(Rod { gravity, sag, ..rod })?);
        }
        text.push('\n');
    }
    Ok(text)
}

/// Less than this is rounding.
const NOTHING_JS: f64 = 1e-8;

/// One thing changed at a time, and the corners.
fn rods() -> Vec<(String, Rod)> {
    let mut rods = vec![("8 joints, 20 Hz, ring 2, upright".to_owned(), USUAL)];
    let joints = [3, 5, 12, 16, 22];
    rods.extend(joints.map(|joints| (format!("{joints} joints"), Rod { joints, ..USUAL })));
    let stiffness = [12.0, 40.0, 80.0];
    rods.extend(stiffness.map(|stiffness_hz| (format!("{stiffness_hz} Hz"), Rod { stiffness_hz, ..USUAL })));
    rods.extend([1, 3, 4].map(|ring| (format!("ring {ring}"), Rod { ring, ..USUAL })));
    rods.extend([20.0, 45.0, 90.0].map(|tilt_deg| (format!("tilted by {tilt_deg}°"), Rod { tilt_deg, ..USUAL })));
    let hanging = Rod { tilt_deg: 180.0, ..USUAL };
    rods.push(("hanging".to_owned(), hanging));
    rods.push(("hanging, 22 joints".to_owned(), Rod { joints: 22, ..hanging }));
    rods.push(("hanging, 22 joints, 80 Hz".to_owned(), Rod { joints: 22, stiffness_hz: 80.0, ..hanging }));
    let corners = [(3, 12.0, 1), (3, 80.0, 1), (22, 80.0, 2), (22, 80.0, 4)];
    rods.extend(corners.map(|(joints, stiffness_hz, ring)| {
        (format!("{joints} joints, {stiffness_hz} Hz, ring {ring}"), Rod { joints, stiffness_hz, ring, ..USUAL })
    }));
    rods
}

/// Transport, and projection, in percent of no suppression; a dagger where a pose would not stand.
fn cell(rod: Rod) -> Result<String, SceneError> {
    let by = |suppression| Rod { suppression, ..rod }.ghost().map(|ghost| ghost.integral_js);
    let none = by(Suppression::None)?;
    if none < NOTHING_JS {
        return Ok("–".to_owned());
    }
    let transport = percent(by(Suppression::Transport)? / none);
    let projection = percent(by(Suppression::PROJECTION)? / none);
    let scene = Rod::scene()?;
    let notes = scene.play_with(scene.variants[0], rod.character(), &rod.rig(scene))?.actor.world.notes().len();
    Ok(format!("**{transport}**, {projection}{}", if notes > 0 { " †" } else { "" }))
}

/// Three digits are plenty; next to nothing is a power of ten.
fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p < 0.01 => format!("{p:.0e} %"),
        p if p < 1.0 => format!("{p:.2} %"),
        p if p < 10.0 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}
