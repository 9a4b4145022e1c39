//! `lissom render`

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use lissom_render::encode::{self, Film, Gif, Mp4};
use lissom_render::{Captions, Picture, Renderer, contact_sheet};

use lissom_scenes::cutaway::Cutaway;
use lissom_scenes::scene::SceneError;

use crate::film::{GAP, Shots, shoot, shoot_film, side_by_side, time};
use crate::setup::Setup;
use lissom_show::{Look, Overlays, Show};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// A picture (.png) or a film (.gif; .mp4 if ffmpeg is installed)
    #[arg(short, long)]
    output: PathBuf,
    /// When to take the picture, or where the film ends; 3 s, or the scene's length, if left out
    #[arg(long)]
    at: Option<f64>,
    /// Where a film begins
    #[arg(long, default_value_t = 0.0)]
    from: f64,
    /// Frames a second of a film
    #[arg(long, default_value_t = 25.0)]
    fps: f64,
    /// Several pictures at equal times on one sheet, instead of one
    #[arg(long)]
    sheet: Option<usize>,
    /// All variants of the scene: a row each on a sheet, side by side in a film
    #[arg(long, conflicts_with = "variant")]
    all_variants: bool,
    /// Width and height; 1280x720, or 640x360 for a film, if left out
    #[arg(long, value_parser = size)]
    size: Option<(u32, u32)>,
    /// What to draw over the picture, with commas between: particles, colliders, groups, limits, ghost; for boneless
    /// bodies directions, layers, strength, delay, excitation, wave
    #[arg(long)]
    overlay: Option<Overlays>,
    /// Boneless bodies cut open: x, y or z leaves out what lies beyond their middle, y:0.5 beyond 0.5 m, in the bind pose
    #[arg(long)]
    cut: Option<Cutaway>,
}

/// Frames of a film.
const MAX_FRAMES: f64 = 3000.0;
const MAX_SHEET: usize = 32;

fn size(text: &str) -> Result<(u32, u32), String> {
    let parse = |t: &str| t.parse::<u32>().ok().filter(|n| (16..=8192).contains(n));
    text.split_once('x')
        .and_then(|(w, h)| Some((parse(w)?, parse(h)?)))
        .ok_or_else(|| format!("`{text}`: give width and height like 1280x720, each from 16 to 8192"))
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for (name, secs) in [("--at", args.at.unwrap_or(0.0)), ("--from", args.from)] {
        if !(0.0..=3600.0).contains(&secs) {
            bail!("{name} {secs}: give a time from 0 to 3600 s");
        }
    }
    let film = match args.output.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("png") => false,
        Some("gif" | "mp4") => true,
        _ => bail!("the output must end in .png, .gif or .mp4: {}", args.output.display()),
    };
    if !(1.0..=100.0).contains(&args.fps) {
        bail!("--fps {}: give 1 to 100 frames a second", args.fps);
    }
    let (names, mut plays): (Vec<String>, Vec<Show>) = plays(args)?.into_iter().unzip();
    let length = plays.first().map_or(0.0, Show::length_secs);
    let end = args.at.unwrap_or(if film || args.sheet.is_some() { length } else { 3.0 });
    let frames = (end - args.from) * args.fps;
    if (film || args.sheet.is_some()) && end <= args.from {
        bail!("--from {} is not before --at {end}", args.from);
    }
    if film && frames > MAX_FRAMES {
        bail!("a film of {frames:.0} frames; make it {MAX_FRAMES} at most, with --from, --at or --fps");
    }
    if args.sheet.is_some_and(|n| !(1..=MAX_SHEET).contains(&n)) {
        bail!("--sheet takes 1 to {MAX_SHEET} pictures");
    }
    let (width, height) = args.size.unwrap_or(if film { (640, 360) } else { (1280, 720) });
    let picture = Picture { width, height, ..Picture::default() };
    let look = Look { overlays: args.overlay.unwrap_or_default(), cut: args.cut };
    let mut renderer = Renderer::new()?;
    let shots = |range, fps| Shots { range, fps, picture, look };
    if film {
        let shots = shots(args.from..end, args.fps);
        write_with(&args.output, |part| {
            let film = open_film(&args.output, part, args.fps as f32)?;
            shoot_film(&mut renderer, &mut plays, &shots, film)
        })?;
    } else if let Some(count) = args.sheet.filter(|n| *n > 1) {
        let fps = (count - 1) as f64 / (end - args.from);
        let rows = shoot(&mut renderer, &mut plays, &shots(args.from..args.from + count as f64 / fps, fps))?;
        let columns: Vec<String> = (0..count).map(|k| time(args.from + k as f64 / fps)).collect();
        let captions = Captions { rows: if names.len() > 1 { &names } else { &[] }, columns: &columns };
        write(&args.output, &encode::png(&contact_sheet(&rows, GAP, captions))?)?;
    } else {
        let pictures = shoot(&mut renderer, &mut plays, &shots(end..end + 1.0, 1.0))?;
        write(&args.output, &encode::png(&side_by_side(pictures.concat()))?)?;
    }
    eprintln!("wrote {}", args.output.display());
    Ok(ExitCode::SUCCESS)
}

/// A film that is written to `part`, of the kind that the output's name says.
fn open_film(output: &Path, part: &Path, fps: f32) -> anyhow::Result<Box<dyn Film>> {
    if output.extension().is_some_and(|e| e.eq_ignore_ascii_case("mp4")) {
        return Ok(Box::new(Mp4::new(part, fps)?));
    }
    Ok(Box::new(Gif::new(BufWriter::new(File::create(part)?), fps)?))
}

/// The character from a file, or the scene: as asked for, or in every variant. With their names.
fn plays(args: &Args) -> anyhow::Result<Vec<(String, Show)>> {
    if let Some(path) = args.setup.file() {
        if args.all_variants {
            bail!("--all-variants is for scenes, and this is a file: {}", path.display());
        }
        return Ok(vec![(String::new(), Show::File(Box::new(args.setup.open_file(path)?)))]);
    }
    let staged = if args.all_variants { args.setup.stage_all()? } else { vec![args.setup.stage()?] };
    Ok(staged.iter().map(|s| Ok((s.variant.to_owned(), s.play()?))).collect::<Result<_, SceneError>>()?)
}

/// Writes a file whole or not at all, in a folder that is made if need be.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(path, |part| Ok(std::fs::write(part, bytes)?))
}

/// The same, by something that writes to the path it is given.
fn write_with(path: &Path, fill: impl FnOnce(&Path) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let name = path.file_name().with_context(|| format!("not a file name: {}", path.display()))?;
    let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
    fill(&part).and_then(|()| Ok(std::fs::rename(&part, path)?)).with_context(|| {
        let _ = std::fs::remove_file(&part);
        format!("cannot write {}", path.display())
    })
}
