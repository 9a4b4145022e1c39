//! Playing a scene frame by frame, with pictures now and then.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lissom_render::encode::Film;
use lissom_render::{Captions, Image, Picture, RenderError, Renderer, contact_sheet};

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

/// Which pictures are taken.
#[derive(Clone, Debug)]
pub struct Shots {
    /// Of the scene's time.
    pub range: std::ops::Range<f64>,
    pub fps: f64,
    pub picture: Picture,
    pub look: Look,
}

impl Shots {
    fn count(&self) -> u64 {
        ((self.range.end - self.range.start) * self.fps).round().max(1.0) as u64
    }

    fn take(&self, renderer: &mut Renderer, play: &mut Show, k: u64) -> Result<Image, RenderError> {
        play_to(play, self.range.start + k as f64 / self.fps);
        draw(renderer, play, self.picture, self.look)
    }
}

/// A row of pictures for each play.
pub fn shoot(renderer: &mut Renderer, plays: &mut [Show], shots: &Shots) -> Result<Vec<Vec<Image>>, RenderError> {
    let bar = progress(shots.count() * plays.len() as u64, "rendering");
    let row = |play: &mut Show| {
        let take = |k| shots.take(renderer, play, k).inspect(|_| bar.inc(1));
        (0..shots.count()).map(take).collect()
    };
    let rows = plays.iter_mut().map(row).collect();
    bar.finish_and_clear();
    rows
}

/// A film of all plays side by side; no more than one picture of each is held.
pub fn shoot_film(
    renderer: &mut Renderer,
    plays: &mut [Show],
    shots: &Shots,
    mut film: Box<dyn Film>,
) -> anyhow::Result<()> {
    let bar = progress(shots.count(), "rendering");
    for k in 0..shots.count() {
        let pictures = plays.iter_mut().map(|play| shots.take(renderer, play, k)).collect::<Result<_, _>>()?;
        film.push(&side_by_side(pictures))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(film.finish()?)
}

/// Pictures of several plays as one.
pub fn side_by_side(pictures: Vec<Image>) -> Image {
    let gap = if pictures.len() > 1 { GAP } else { 0 };
    contact_sheet(&[pictures], gap, Captions::default())
}

/// A time as captions have it.
pub fn time(secs: f64) -> String {
    let text = format!("{secs:.2}");
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}
