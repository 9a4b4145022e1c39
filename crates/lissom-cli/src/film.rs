//! Playing a scene frame by frame, with pictures now and then.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lissom_render::{Image, Picture, RenderError, Renderer, contact_sheet};

use lissom_show::Show;
use lissom_show::{Look, draw};

/// Frames a second of the simulation behind pictures.
pub const SIMULATION_FPS: f64 = 60.0;

/// Between pictures on a sheet.
pub const GAP: u32 = 4;

/// A bar on stderr, if that is a terminal.
pub fn progress(steps: u64, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {eta}");
    ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(what)
}

/// The same for what does not say how far it is.
pub fn waiting(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Plays up to the given time. At the very beginning everything is as the camera wants it.
pub fn play_to(play: &mut Show, secs: f64) {
    if play.time_secs() == 0.0 {
        play.step(0.0, &mut |_| {});
    }
    while play.time_secs() < secs - 1e-9 {
        play.step(1.0 / SIMULATION_FPS, &mut |_| {});
    }
}

/// Pictures at `fps` from `range` of the scene's time: a row for each play.
pub fn shoot(
    renderer: &mut Renderer,
    plays: &mut [Show],
    range: std::ops::Range<f64>,
    fps: f64,
    picture: Picture,
    look: Look,
) -> Result<Vec<Vec<Image>>, RenderError> {
    let count = ((range.end - range.start) * fps).round().max(1.0) as u64;
    let bar = progress(count * plays.len() as u64, "rendering");
    let mut rows = Vec::new();
    for play in plays {
        let mut row = Vec::with_capacity(count as usize);
        for k in 0..count {
            play_to(play, range.start + k as f64 / fps);
            play.actor_mut().skin();
            row.push(draw(renderer, play, picture, look)?);
            bar.inc(1);
        }
        rows.push(row);
    }
    bar.finish_and_clear();
    Ok(rows)
}

/// Rows of pictures as one film, side by side.
pub fn side_by_side(rows: Vec<Vec<Image>>) -> Vec<Image> {
    let gap = if rows.len() > 1 { GAP } else { 0 };
    let count = rows.iter().map(Vec::len).min().unwrap_or(0);
    let mut rows: Vec<_> = rows.into_iter().map(Vec::into_iter).collect();
    (0..count).map(|_| contact_sheet(&[rows.iter_mut().filter_map(Iterator::next).collect()], gap, None)).collect()
}
