//! `lissom bench`

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use lissom_core::LaneWidth;
use lissom_render::{Canvas, Picture, RenderError, Renderer};
use lissom_scenes::scene::{Paper, Scene};
use lissom_scenes::{scenes, workload};
use lissom_show::{Drawing, Look, Show};
use serde::Serialize;

use crate::simulate::lane_width;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only the one of this name, or all whose names contain it
    filter: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Numbers worked on at once: 1, 4, 8 or 16; all of them for plain workloads if left out
    #[arg(long)]
    lanes: Option<usize>,
    /// Scenes only, each frame drawn as well, 1280x720, on the graphics device there is
    #[arg(long)]
    pictures: bool,
    /// Run exactly this many frames and measure nothing, for counting instructions from outside
    #[arg(long)]
    frames: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    unit: &'static str,
    ns_per_unit: f64,
    ms_per_substep: f64,
    ms_per_frame: f64,
    threads: usize,
    lanes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<Beside>,
}

/// What the paper says of the same scene.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Beside {
    /// Frames a second: the paper's with simple shading and with final rendering, and ours.
    Fps { simple: f64, r#final: f64, ours: f64 },
    /// Milliseconds of a frame without drawing it, and how many times faster ours is.
    Frame { ms: f64, times_faster: f64 },
}

impl std::fmt::Display for Beside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Beside::Fps { simple, r#final, ours } => write!(f, "{simple:.0} / {:.0} frames/s, ours {ours:.0}", r#final),
            Beside::Frame { ms, times_faster } => write!(f, "{ms} ms, ours {times_faster:.0} times faster"),
        }
    }
}

/// Frames of a warm-up, and of a measurement.
const WARM: usize = 30;
const MEASURED: usize = 240;
const SUBSTEPS: f64 = 4.0;

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let names = || workload::ALL.iter().map(|w| w.0).chain(scenes::ALL.iter().map(|s| s.name));
    let wanted = |name: &str| match &args.filter {
        None => true,
        Some(filter) if names().any(|n| n == filter) => name == filter,
        Some(filter) => name.contains(filter.as_str()),
    };
    let widths = match args.lanes {
        Some(_) => vec![lane_width(args.lanes)?],
        None => LaneWidth::ALL.to_vec(),
    };
    let mut rows = Vec::new();
    let mut easel = args.pictures.then(Easel::new).transpose()?;
    for (name, make) in workload::ALL.into_iter().filter(|w| !args.pictures && wanted(w.0)) {
        for &width in &widths {
            let mut load = make()?;
            load.world.set_lanes(width);
            let threads = load.world.set_threads(args.threads);
            let (unit, units, times) = (load.unit, load.units, load.times);
            let ms = best(args.frames, || load.frame());
            rows.push(row(name, unit, units, times, ms, threads, width));
        }
    }
    for scene in scenes::ALL.into_iter().filter(|s| wanted(s.name)) {
        rows.push(bench_scene(scene, args, easel.as_mut())?);
    }
    if args.frames.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    } else {
        table(&mut out, &rows)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What pictures are painted on.
struct Easel {
    renderer: Renderer,
    canvas: Canvas,
}

impl Easel {
    fn new() -> Result<Easel, RenderError> {
        Ok(Easel { renderer: Renderer::new()?, canvas: Canvas::default() })
    }

    /// Paints a show and waits until it is done.
    fn paint(&mut self, show: &Show) -> Result<(), RenderError> {
        let drawing = Drawing::of(show, Look::default());
        drawing.frame(Picture::default(), &show.shot(), |frame| {
            self.renderer.draw(&mut self.canvas, frame)?;
            self.renderer.wait()
        })
    }
}

fn bench_scene(scene: &'static Scene, args: &Args, mut easel: Option<&mut Easel>) -> anyhow::Result<Row> {
    let width = lane_width(args.lanes)?;
    let mut show = Show::from(scene.play(None)?);
    show.actor_mut().world.set_lanes(width);
    let threads = show.actor_mut().world.set_threads(args.threads);
    let particles = show.actor().radii.len();
    // Pictures skin what they show; the paper on boneless bodies does not count what is drawn.
    let skinned = easel.is_none() && !matches!(scene.paper, Some(Paper::Creatures { .. }));
    let mut painted = Ok(());
    let ms = best(args.frames, || {
        show.step(1.0 / 60.0, &mut |_| {});
        if skinned {
            show.actor_mut().skin();
        }
        if let Some(easel) = &mut easel {
            painted = std::mem::replace(&mut painted, Ok(())).and_then(|()| easel.paint(&show));
        }
    });
    painted?;
    let mut row = row(scene.name, "particle", particles, SUBSTEPS, ms, threads, width);
    row.paper = scene.paper.map(|p| match p {
        Paper::Character { simple_fps, final_fps, .. } => {
            Beside::Fps { simple: simple_fps, r#final: final_fps, ours: 1e3 / ms.median }
        }
        Paper::Creatures { ms: theirs, .. } => Beside::Frame { ms: theirs, times_faster: theirs / ms.min },
    });
    Ok(row)
}

#[derive(Clone, Copy)]
struct Time {
    min: f64,
    median: f64,
}

/// Milliseconds of a frame.
fn best(frames: Option<u64>, mut frame: impl FnMut()) -> Time {
    if let Some(frames) = frames {
        (0..frames).for_each(|_| frame());
        return Time { min: 0.0, median: 0.0 };
    }
    (0..WARM).for_each(|_| frame());
    let mut times: Vec<f64> = (0..MEASURED)
        .map(|_| {
            let begin = Instant::now();
            frame();
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Time { min: times[0], median: times[times.len() / 2] }
}

fn row(name: &str, unit: &'static str, units: usize, times: f64, ms: Time, threads: usize, width: LaneWidth) -> Row {
    Row {
        name: name.to_owned(),
        unit,
        ns_per_unit: ms.min * 1e6 / times / units as f64,
        ms_per_substep: ms.min / times,
        ms_per_frame: ms.min,
        threads,
        lanes: width.count(),
        paper: None,
    }
}

fn table(out: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
    writeln!(
        out,
        "{:16} {:>5} {:>7}  {:>22} {:>11} {:>9}   the paper's",
        "", "lanes", "threads", "ns/substep", "ms/substep", "ms/frame"
    )?;
    for r in rows {
        let paper = r.paper.as_ref().map_or(String::new(), Beside::to_string);
        writeln!(
            out,
            "{:16} {:5} {:7}  {:>9.1} a {:10} {:>11.4} {:>9.3}   {paper}",
            r.name, r.lanes, r.threads, r.ns_per_unit, r.unit, r.ms_per_substep, r.ms_per_frame
        )?;
    }
    Ok(())
}
