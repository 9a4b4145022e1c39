//! `lissom bake`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use lissom_formats::bake::{self, Baked, Keying, Options, Recording};
use lissom_formats::gltf::{Document, home};
use lissom_formats::model::Model;
use lissom_formats::take::{Act, Take};
use lissom_rig::Rig;
use lissom_rig::rig::counted;
use serde::Serialize;

use crate::act::{Acting, BAKED};
use lissom_show::bake::SHAPE_SHARE;
use lissom_show::{Frame, View, WIDE};

use crate::eye::view;
use crate::film::progress;
use crate::model_file::{must_fit, open};
use crate::render::write;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The character (.glb, .gltf or .vrm), or a body of tetrahedra (.mesh, .msh, .node, .ele, .vtk)
    file: PathBuf,
    #[command(flatten)]
    acting: Acting,
    /// Who looks, for what depends on the view: the name of a camera in the file, own, still, orbit:SECONDS,
    /// turntable:SECONDS, cut:SECONDS, fixed:x,y,z, or a FILE.csv with lines of time, x, y, z
    #[arg(long)]
    camera: Option<String>,
    /// Frames a second
    #[arg(long, default_value_t = 60.0)]
    fps: f64,
    /// From when to when, in seconds of the animation; all of it if left out
    #[arg(long, value_name = "A..B", value_parser = range)]
    range: Option<(f64, f64)>,
    /// The last frame meets the first, in place and in speed
    #[arg(long = "loop")]
    looped: bool,
    /// A new pose in every frame, in every second or every third one, held until the next
    #[arg(long, value_enum, default_value_t = On::Ones)]
    on: On,
    /// Put the keys into the animation itself, instead of a new one beside it
    #[arg(long, conflicts_with = "motion")]
    merge: bool,
    /// How far bones may be turned from what was simulated, to save keys; degrees
    #[arg(long, default_value_t = 0.1, value_name = "DEGREES")]
    tolerance: f32,
    /// Where it goes: .glb or .gltf
    #[arg(short, long)]
    output: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum On {
    Ones,
    Twos,
    Threes,
}

/// What is baked where nothing moves: long enough to see it hang.
const STILL_SECS: f64 = 3.0;
/// All frames are held until they are written.
const MAX_FRAMES: f64 = 100_000.0;

#[derive(Debug, Serialize)]
struct Report {
    output: PathBuf,
    animations: Vec<Animation>,
}

#[derive(Debug, Serialize)]
struct Animation {
    name: String,
    seconds: f64,
    frames: usize,
    chains: usize,
    bones: usize,
    keys: usize,
    keys_before: usize,
    /// In the world, between what was simulated and the keys.
    turn_error_deg: f32,
    finite: bool,
    max_length_error: f64,
    max_penetration_m: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<Shape>,
    took_secs: f64,
}

#[derive(Debug, Serialize)]
struct Shape {
    mesh: String,
    targets: usize,
    error_m: f32,
}

fn range(text: &str) -> Result<(f64, f64), String> {
    let wrong = || format!("`{text}`: give two times in seconds like 0.5..2, the first before the second");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let time = |t: &str| t.trim().parse::<f64>().ok().filter(|t| (0.0..=86_400.0).contains(t));
    match (time(from), time(to)) {
        (Some(from), Some(to)) if from < to => Ok((from, to)),
        _ => Err(wrong()),
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !(args.fps.is_finite() && (1.0..=1000.0).contains(&args.fps)) {
        bail!("--fps {}: give 1 to 1000 frames a second", args.fps);
    }
    if !(0.0..=90.0).contains(&args.tolerance) {
        bail!("--tolerance {}: give 0 to 90 degrees", args.tolerance);
    }
    is_writable(&args.output)?;
    let mut model = open(&args.file)?;
    let whole = args.acting.rig(&model)?;
    let rig = args.acting.chosen(whole.clone())?;
    if rig.joints.is_empty() && rig.regions.is_empty() && rig.creatures.is_empty() {
        bail!(
            "there is nothing to simulate; add joints to a rig, `lissom rig {} -o RIG` begins one",
            args.file.display()
        );
    }
    must_fit(&rig, &model.import.character)?;
    let mut report = Report { output: args.output.clone(), animations: Vec::new() };
    for (act, index) in acts(args, &model)? {
        let view = view(args.camera.as_deref(), &model, &Frame::of(&model, &act, WIDE))?;
        report.animations.push(one(args, &mut model, &rig, &view, act, index)?);
    }
    home::put(&mut model.document, &model.import.nodes, &whole);
    save(&model.document, &args.output, Some(&args.file))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        report.animations.iter().try_for_each(|a| print(&mut out, a))?;
    }
    eprintln!("wrote {}", args.output.display());
    let finite = report.animations.iter().all(|a| a.finite);
    Ok(if finite { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What is baked: one thing, or every animation there is.
fn acts(args: &Args, model: &Model) -> anyhow::Result<Vec<(Act, Option<usize>)>> {
    let clips = &model.import.clips;
    if args.acting.animation.as_deref() == Some("all") && !clips.iter().any(|c| c.name == "all") {
        if clips.is_empty() {
            bail!("--animation all: the file has none");
        }
        let own = (0..clips.len()).filter(|k| !clips[*k].name.ends_with(BAKED));
        return Ok(own.map(|k| (args.acting.play(model, Some(k)), Some(k))).collect());
    }
    let (act, index) = args.acting.act(model)?;
    if let (Some(index), None, [_, _, ..]) = (index, &args.acting.animation, &clips[..]) {
        let (name, count) = (&clips[index].name, clips.len());
        eprintln!("note: of {count} animations `{name}` is baked; name another with --animation, or all");
    }
    Ok(vec![(act, index)])
}

fn one(
    args: &Args,
    model: &mut Model,
    rig: &Rig,
    view: &View,
    act: Act,
    index: Option<usize>,
) -> anyhow::Result<Animation> {
    let begin = std::time::Instant::now();
    let length = if act.secs() > 0.0 { act.secs() } else { STILL_SECS };
    let (from_secs, to_secs) = args.range.unwrap_or((0.0, length));
    if act.secs() > 0.0 && from_secs >= length {
        bail!("--range begins at {from_secs} s, but there are only {length:.2} s; give times within them");
    }
    if act.secs() > 0.0 && to_secs > length + 1.0 / args.fps {
        eprintln!("note: it ends at {length:.2} s, and stands still until {to_secs} s");
    }
    if (to_secs - from_secs) * args.fps > MAX_FRAMES {
        bail!("over {MAX_FRAMES} frames; make it shorter with --range, or give less --fps");
    }
    let name = match (index, &act.motion) {
        (Some(k), _) => format!("{}{BAKED}", model.import.clips[k].name.trim_end_matches(BAKED)),
        (None, Some(_)) => format!("{}{BAKED}", args.acting.motion_name()),
        (None, None) => format!("rest{BAKED}"),
    };
    let mut take = Take::new(model.import.clone(), rig, act).context("the rig does not fit the character")?;
    take.actor.world.notes().iter().for_each(|note| eprintln!("note: {note}"));
    let options = Options { fps: args.fps, from_secs, to_secs, preroll_secs: args.acting.preroll, looped: args.looped };
    let bar = progress(1000, "baking");
    let mut worst = Worst { finite: true, ..Worst::default() };
    let eye = |take: &Take, time: f64| view.eye(take, time, 1.0 / args.fps);
    let mut recording = bake::record(&mut take, &options, &eye, &mut |take, share| {
        worst.add(take);
        bar.set_position((share * 1000.0) as u64);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    let cut = args.range.is_some() && !args.merge;
    if cut {
        recording.cut(&model.import);
    }
    if args.looped {
        say_gap(&take, &recording);
    }
    let keying = Keying {
        name: name.clone(),
        animation: index.filter(|_| !cut),
        merge: args.merge,
        hold: match args.on {
            On::Ones => 1,
            On::Twos => 2,
            On::Threes => 3,
        },
        turn_deg: args.tolerance,
        share: SHAPE_SHARE,
    };
    if worst.length > 0.05 {
        eprintln!(
            "note: chains were stretched by up to {:.0} %; look for bones of no size, or without room",
            100.0 * worst.length
        );
    }
    let baked: Baked = bake::write(&mut model.document, &model.import, &recording, &keying)?;
    if baked.animation.is_none() {
        eprintln!("note: nothing moves, so there is no animation to write");
    }
    let name = if keying.merge { index.map_or(name, |k| model.import.clips[k].name.clone()) } else { name };
    Ok(Animation {
        name,
        seconds: to_secs - from_secs,
        frames: baked.frames,
        chains: rig.joints.len(),
        bones: baked.nodes,
        keys: baked.keys,
        keys_before: baked.keys_before,
        turn_error_deg: baked.turn_error_deg,
        finite: worst.finite,
        max_length_error: worst.length,
        max_penetration_m: worst.depth_m,
        shapes: baked
            .shapes
            .into_iter()
            .map(|s| Shape { mesh: s.mesh, targets: s.targets, error_m: s.error_m })
            .collect(),
        took_secs: begin.elapsed().as_secs_f64(),
    })
}

/// A loop meets as far as its animation does; that it does not is told.
fn say_gap(take: &Take, recording: &Recording) {
    let (Some(first), Some(last)) = (recording.frames.first(), recording.frames.last()) else { return };
    let nodes = &take.import.nodes;
    let (a, b) = (nodes.world(&first.local), nodes.world(&last.local));
    let gap = a.iter().zip(&b).map(|(a, b)| a.translation.distance(b.translation)).fold(0.0, f32::max);
    let size = a.iter().map(|w| w.translation.distance(a[0].translation)).fold(0.0, f32::max);
    if gap > 0.01 * size {
        eprintln!(
            "note: the animation itself does not end where it began, but {gap:.3} m away; chains do, on the body"
        );
    }
}

#[derive(Default)]
struct Worst {
    finite: bool,
    length: f64,
    depth_m: f64,
}

impl Worst {
    fn add(&mut self, take: &Take) {
        let measures = take.actor.world.measure();
        self.finite &= measures.finite;
        self.length = self.length.max(measures.chain_length_error);
        self.depth_m = self.depth_m.max(measures.depths.deepest_m);
    }
}

fn is_writable(output: &Path) -> anyhow::Result<()> {
    match output.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("glb" | "gltf") => Ok(()),
        Some("vrm") => bail!("a .vrm carries no animation; write a .glb, the bones keep their names"),
        _ => bail!("the output must end in .glb or .gltf: {}", output.display()),
    }
}

/// Writes a document by the extension of its name. Files that stay beside the one it came from are told of.
pub fn save(document: &Document, output: &Path, from: Option<&Path>) -> anyhow::Result<()> {
    let is_json = output.extension().is_some_and(|e| e.eq_ignore_ascii_case("gltf"));
    let folder = |path: &Path| path.parent().map(Path::to_owned);
    let Some(from) = from.filter(|from| folder(from) != folder(output)) else {
        return write(output, &if is_json { document.to_gltf() } else { document.to_glb() }?);
    };
    let mut moved = document.clone();
    moved.embed();
    moved.embed_images(&|name| std::fs::read(from.parent()?.join(name)).ok());
    write(output, &if is_json { moved.to_gltf() } else { moved.to_glb() }?)?;
    for name in moved.images_beside() {
        eprintln!("note: the texture `{name}` is not beside {}; copy it to where the output is", from.display());
    }
    Ok(())
}

fn print(out: &mut impl Write, a: &Animation) -> std::io::Result<()> {
    let Animation { name, seconds, frames, bones, keys, keys_before, turn_error_deg, .. } = a;
    writeln!(out, "{name}: {seconds:.2} s, {frames} frames in {:.2} s", a.took_secs)?;
    if *bones > 0 {
        let (chains, bones) = (counted(a.chains, "chain", "chains"), counted(*bones, "bone", "bones"));
        writeln!(out, "  {chains}, {bones}, {keys} keys of {keys_before}, off by {turn_error_deg:.3}° at most")?;
        let (length, depth_mm) = (a.max_length_error, 1e3 * a.max_penetration_m);
        writeln!(out, "  lengths within {length:.1e}, {depth_mm:.2} mm deep in colliders at most")?;
    }
    for s in &a.shapes {
        writeln!(out, "  mesh {}: {} morph targets, within {:.2} mm", s.mesh, s.targets, 1e3 * s.error_m)?;
    }
    if !a.finite {
        writeln!(out, "  NOT finite")?;
    }
    Ok(())
}
