//! `lissom bench --pictures`: frames that are drawn as well.

use super::beside::Beside;
use super::time::Times;
use super::{Args, is_wanted};
use crate::simulate::lane_width;
use lissom_render::{Canvas, Picture, RenderError, Renderer};
use lissom_scenes::scene::Scene;
use lissom_scenes::scenes;
use lissom_show::{Drawing, Look, Show};
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;

#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    ms_per_frame: f64,
    threads: usize,
    lanes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<Beside>,
}

pub fn run(out: &mut impl Write, args: &Args) -> anyhow::Result<()> {
    let mut easel = Easel { renderer: Renderer::new()?, canvas: Canvas::default() };
    let wanted = scenes::ALL.into_iter().filter(|s| is_wanted(args.filter.as_deref(), s.name));
    let rows = wanted.map(|scene| measure(scene, args, &mut easel)).collect::<anyhow::Result<Vec<Row>>>()?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(());
    }
    writeln!(out, "{:17} {:>5} {:>7} {:>9}   the paper's", "", "lanes", "threads", "ms/frame")?;
    for Row { name, ms_per_frame, threads, lanes, paper } in &rows {
        let paper = paper.as_ref().map_or(String::new(), Beside::to_string);
        writeln!(out, "{name:17} {lanes:5} {threads:7} {ms_per_frame:9.3}   {paper}")?;
    }
    Ok(())
}

fn measure(scene: &'static Scene, args: &Args, easel: &mut Easel) -> anyhow::Result<Row> {
    let width = lane_width(args.lanes)?;
    let mut show = Show::from(scene.play(None)?);
    show.actor_mut().world.set_lanes(width);
    let threads = show.actor_mut().world.set_threads(args.threads.map_or(1, NonZeroUsize::get));
    let mut painted = Ok(());
    let ms = Times::of(|| {
        show.step(1.0 / 60.0, &mut |_| {});
        painted = std::mem::replace(&mut painted, Ok(())).and_then(|()| easel.paint(&show));
    });
    painted?;
    let paper = scene.paper.map(|paper| Beside::new(paper, &ms));
    Ok(Row { name: scene.name, ms_per_frame: ms.least, threads, lanes: width.count(), paper })
}

/// What pictures are painted on.
struct Easel {
    renderer: Renderer,
    canvas: Canvas,
}

impl Easel {
    /// Paints a show and waits until it is done.
    fn paint(&mut self, show: &Show) -> Result<(), RenderError> {
        let drawing = Drawing::of(show, Look::default());
        drawing.frame(Picture::default(), &show.shot(), |frame| {
            self.renderer.draw(&mut self.canvas, frame)?;
            self.renderer.wait()
        })
    }
}
