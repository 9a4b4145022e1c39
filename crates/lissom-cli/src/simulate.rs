//! `lissom simulate`

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use lissom_core::{LaneWidth, Measures, Stage};
use lissom_scenes::ghost;
use serde::Serialize;

use crate::film::{progress, waiting};
use crate::render::write;
use crate::setup::{Setup, Staged, say_notes};
use crate::trace;
use lissom_show::{Show, WIDE};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// How long to run; the scene's own length if left out
    #[arg(long)]
    seconds: Option<f64>,
    /// Frames a second
    #[arg(long, default_value_t = 60.0)]
    fps: f64,
    /// Threads; the result is the same for any number
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Numbers worked on at once: 1, 4, 8 or 16; the result is the same for any
    #[arg(long)]
    lanes: Option<usize>,
    /// Write weights and energies over time while only the camera moves, as CSV
    #[arg(long)]
    trace: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    scene: String,
    variant: String,
    seconds: f64,
    fps: f64,
    particles: usize,
    simulated: usize,
    triangles: usize,
    groups: usize,
    threads: usize,
    lanes: usize,
    finite: bool,
    hash: String,
    max_length_error: LengthError,
    max_penetration_m: f64,
    penetration: Penetration,
    contacts: BTreeMap<String, u64>,
    kinetic_energy: Energy,
    momentum: Momentum,
    com_displacement_m: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ghost: Option<Ghost>,
    frame_us: FrameTime,
    /// Mean time of each stage in a frame.
    stage_us: BTreeMap<String, f64>,
}

#[derive(Debug, Default, Serialize)]
struct LengthError {
    chain: f64,
    mesh: f64,
}

/// Particles at the ends of frames, over all frames.
#[derive(Debug, Default, Serialize)]
struct Penetration {
    looked_at: usize,
    inside: usize,
    squeezed: usize,
    deepest_share_of_radius: f64,
}

#[derive(Debug, Default, Serialize)]
struct Energy {
    peak_j: f64,
    integral_js: f64,
}

#[derive(Debug, Default, Serialize)]
struct Momentum {
    linear: [f64; 3],
    angular: [f64; 3],
}

/// What the camera alone does to parts that depend on the view.
#[derive(Debug, Serialize)]
struct Ghost {
    peak_j: f64,
    integral_js: f64,
    /// None if not settled by the end.
    settle_s: Option<f64>,
    residual_m: f64,
}

#[derive(Debug, Default, Serialize)]
struct FrameTime {
    min: f64,
    median: f64,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = simulate(args)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        print(&mut out, &report)?;
    }
    Ok(if report.finite { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The lane width for a number on the command line.
pub fn lane_width(lanes: Option<usize>) -> anyhow::Result<LaneWidth> {
    match lanes {
        None => Ok(LaneWidth::best()),
        Some(n) => LaneWidth::from_count(n).with_context(|| format!("--lanes {n}: give 1, 4, 8 or 16")),
    }
}

/// What is run: a scene, or a character from a file.
struct Subject {
    name: String,
    /// Of a scene; of a file, what it does.
    variant: String,
    play: Show,
    staged: Option<Staged>,
}

impl Subject {
    fn of(setup: &Setup) -> anyhow::Result<Subject> {
        if let Some(path) = setup.file() {
            let file = setup.open_file(path, WIDE)?;
            let act = &file.take.act;
            let variant = match (&act.motion, &act.clip) {
                (Some(_), _) => "motion".to_owned(),
                (None, Some(clip)) => clip.name.clone(),
                (None, None) => "rest".to_owned(),
            };
            return Ok(Subject {
                name: path.display().to_string(),
                variant,
                play: Show::File(Box::new(file)),
                staged: None,
            });
        }
        let staged = setup.stage()?;
        Ok(Subject {
            name: staged.scene.name.into(),
            variant: staged.variant.into(),
            play: staged.play()?,
            staged: Some(staged),
        })
    }
}

fn simulate(args: &Args) -> anyhow::Result<Report> {
    let subject = Subject::of(&args.setup)?;
    let seconds = args.seconds.unwrap_or_else(|| subject.play.length_secs());
    if !(seconds.is_finite() && (0.0..=86_400.0).contains(&seconds)) {
        bail!("--seconds {seconds}: give a time from 0 to a day");
    }
    if !(args.fps.is_finite() && (1.0..=10_000.0).contains(&args.fps)) {
        bail!("--fps {}: give 1 to 10000 frames a second", args.fps);
    }
    let width = lane_width(args.lanes)?;
    let Subject { name, variant, mut play, staged, .. } = subject;
    let ghostly = staged.filter(|s| s.rig.depends_on_view());
    if args.trace.is_some() && ghostly.is_none() {
        bail!("--trace is for scenes with joints that depend on the view, and `{name}` ({variant}) has none");
    }
    say_notes(play.actor());
    play.actor_mut().world.set_lanes(width);
    let threads = play.actor_mut().world.set_threads(args.threads.get());

    let mut report = Report {
        scene: name,
        variant,
        seconds,
        fps: args.fps,
        particles: play.actor().radii.len(),
        simulated: play.actor().simulated.iter().filter(|s| **s).count(),
        triangles: play.actor().character.triangle_count(),
        groups: play.actor().world.group_count(),
        threads,
        lanes: width.count(),
        finite: true,
        hash: String::new(),
        max_length_error: LengthError::default(),
        max_penetration_m: 0.0,
        penetration: Penetration::default(),
        contacts: BTreeMap::new(),
        kinetic_energy: Energy::default(),
        momentum: Momentum::default(),
        com_displacement_m: 0.0,
        ghost: None,
        frame_us: FrameTime::default(),
        stage_us: BTreeMap::new(),
    };
    let frames = (seconds * args.fps).round() as u64;
    let start = play.actor().world.measure().center_of_mass;
    let mut times = Vec::new();
    let mut stages = Stages::default();
    let bar = progress(frames, "simulating");
    for _ in 0..frames {
        let begin = Instant::now();
        play.step(1.0 / args.fps, &mut |stage| stages.begin(stage as usize));
        stages.begin(Stage::ALL.len());
        play.actor_mut().skin();
        stages.end();
        times.push(begin.elapsed().as_secs_f64() * 1e6);
        report.add(&play.actor().world.measure(), 1.0 / args.fps);
        bar.inc(1);
    }
    bar.finish_and_clear();

    let end = play.actor().world.measure();
    report.momentum = Momentum { linear: end.linear_momentum, angular: end.angular_momentum };
    report.com_displacement_m = start.iter().zip(end.center_of_mass).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    report.hash = format!("{:016x}", play.actor().world.hash());
    for pair in play.actor().world.contacts() {
        report.contacts.insert(format!("{}-{}", pair.a, pair.b), pair.contacts);
    }
    report.stage_us = stages.means_us(frames);
    times.sort_by(f64::total_cmp);
    if let (Some(min), Some(median)) = (times.first(), times.get(times.len() / 2)) {
        // A frame is 1/60 s, whatever was asked for.
        let per_frame = args.fps / 60.0;
        report.frame_us = FrameTime { min: min * per_frame, median: median * per_frame };
    }
    if let Some(staged) = ghostly {
        report.ghost = Some(measure_ghost(&staged, seconds, args.trace.as_deref())?);
    }
    Ok(report)
}

fn measure_ghost(staged: &Staged, seconds: f64, trace: Option<&Path>) -> anyhow::Result<Ghost> {
    let bar = waiting("measuring what the camera does");
    let ghost = ghost::measure(staged.scene, staged.variant, &staged.rig, &staged.camera, seconds)?;
    bar.finish_and_clear();
    if let Some(path) = trace {
        write(path, trace::csv(&staged.rig, &ghost.trace).as_bytes())?;
        eprintln!("wrote {}", path.display());
    }
    Ok(Ghost {
        peak_j: ghost.peak_j,
        integral_js: ghost.integral_js,
        settle_s: ghost.settle_secs,
        residual_m: ghost.residual_m,
    })
}

/// A stopwatch for the stages of a frame; the last is skinning.
#[derive(Debug, Default)]
struct Stages {
    secs: [f64; Stage::ALL.len() + 1],
    running: Option<(usize, Instant)>,
}

impl Stages {
    fn begin(&mut self, stage: usize) {
        self.end();
        self.running = Some((stage, Instant::now()));
    }

    fn end(&mut self) {
        if let Some((stage, since)) = self.running.take() {
            self.secs[stage] += since.elapsed().as_secs_f64();
        }
    }

    fn means_us(&self, frames: u64) -> BTreeMap<String, f64> {
        let names = Stage::ALL.iter().map(|s| format!("{s:?}").to_lowercase()).chain(["skin".to_owned()]);
        names.zip(self.secs).map(|(name, secs)| (name, secs * 1e6 / frames.max(1) as f64)).collect()
    }
}

impl Report {
    fn add(&mut self, m: &Measures, dt: f64) {
        self.finite &= m.finite;
        self.max_length_error.chain = self.max_length_error.chain.max(m.chain_length_error);
        self.max_length_error.mesh = self.max_length_error.mesh.max(m.mesh_length_error);
        self.max_penetration_m = self.max_penetration_m.max(m.depths.deepest_m);
        self.penetration.looked_at += m.depths.particles;
        self.penetration.inside += m.depths.inside;
        self.penetration.squeezed += m.depths.squeezed;
        self.penetration.deepest_share_of_radius = self.penetration.deepest_share_of_radius.max(m.depths.deepest_share);
        self.kinetic_energy.peak_j = self.kinetic_energy.peak_j.max(m.kinetic_energy);
        self.kinetic_energy.integral_js += m.kinetic_energy * dt;
    }
}

fn print(out: &mut impl Write, r: &Report) -> std::io::Result<()> {
    writeln!(out, "{} ({}), {} s at {} frames a second", r.scene, r.variant, r.seconds, r.fps)?;
    writeln!(out, "  particles     {} ({} simulated), {} triangles", r.particles, r.simulated, r.triangles)?;
    writeln!(out, "  frame         {:.0} µs at best, {:.0} µs median", r.frame_us.min, r.frame_us.median)?;
    let stages: Vec<String> = r.stage_us.iter().map(|(stage, us)| format!("{stage} {us:.0}")).collect();
    writeln!(out, "  stages, µs    {}", stages.join(", "))?;
    writeln!(
        out,
        "  length error  chains {:.1e}, meshes {:.1} %",
        r.max_length_error.chain,
        100.0 * r.max_length_error.mesh
    )?;
    let p = &r.penetration;
    writeln!(
        out,
        "  penetration   {:.2} mm at most; {} of {} inside, {} squeezed",
        1e3 * r.max_penetration_m,
        p.inside,
        p.looked_at,
        p.squeezed
    )?;
    writeln!(out, "  energy        {:.3} J at most", r.kinetic_energy.peak_j)?;
    if let Some(g) = &r.ghost {
        let settled = g.settle_s.map_or("not settled".to_owned(), |s| format!("settled in {s:.2} s"));
        let (peak, integral) = (1e3 * g.peak_j, 1e3 * g.integral_js);
        let off = 1e3 * g.residual_m;
        writeln!(out, "  ghost         {peak:.3} mJ at most, {integral:.3} mJ s in all, {settled}, {off:.2} mm off")?;
    }
    for (pair, count) in &r.contacts {
        writeln!(out, "  contacts      {pair}: {count}")?;
    }
    writeln!(out, "  hash          {}", r.hash)
}
