//! `lissom render`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use lissom_render::{Picture, Renderer, contact_sheet, encode};

use lissom_scenes::cutaway::Cutaway;

use crate::film::{GAP, shoot, side_by_side};
use crate::setup::{Setup, Staged};
use lissom_show::Show;
use lissom_show::{Look, Overlay};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// A picture (.png) or a film (.gif)
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
    /// What to draw over the picture: none or particles
    #[arg(long, default_value = "none")]
    overlay: Overlay,
    /// Boneless bodies red where they contract, light blue where they expand
    #[arg(long)]
    excitation: bool,
    /// Boneless bodies cut open: x, y or z leaves out what lies beyond their middle, y:0.5 beyond 0.5 m, in the bind pose
    #[arg(long)]
    cut: Option<Cutaway>,
}

/// Frames of a film, all of which are held until it is written.
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
    let film = match args.output.extension().and_then(|e| e.to_str()) {
        Some("png") => false,
        Some("gif") => true,
        _ => bail!("the output must end in .png or .gif: {}", args.output.display()),
    };
    if !(1.0..=100.0).contains(&args.fps) {
        bail!("--fps {}: give 1 to 100 frames a second", args.fps);
    }
    let mut plays = plays(args)?;
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
    let look = Look { overlay: args.overlay, excitation: args.excitation, cut: args.cut };
    let mut renderer = Renderer::new()?;
    let mut shoot = |range, fps| shoot(&mut renderer, &mut plays, range, fps, picture, look);
    let bytes = if film {
        encode::gif(&side_by_side(shoot(args.from..end, args.fps)?), args.fps as f32)?
    } else if let Some(count) = args.sheet.filter(|n| *n > 1) {
        let fps = (count - 1) as f64 / (end - args.from);
        encode::png(&contact_sheet(&shoot(args.from..args.from + count as f64 / fps, fps)?, GAP, None))?
    } else {
        let pictures = side_by_side(shoot(end..end + 1.0, 1.0)?);
        encode::png(&pictures[0])?
    };
    write(&args.output, &bytes)?;
    eprintln!("wrote {}", args.output.display());
    Ok(ExitCode::SUCCESS)
}

/// The character from a file, or the scene: as asked for, or in every variant.
fn plays(args: &Args) -> anyhow::Result<Vec<Show>> {
    if let Some(path) = args.setup.file() {
        if args.all_variants || args.cut.is_some() || args.excitation {
            bail!("--all-variants, --cut and --excitation are for scenes, and this is a file: {}", path.display());
        }
        return Ok(vec![Show::File(Box::new(args.setup.open_file(path)?))]);
    }
    let staged = if args.all_variants { args.setup.stage_all()? } else { vec![args.setup.stage()?] };
    Ok(staged.iter().map(Staged::play).collect::<Result<_, _>>()?)
}

/// Writes a file whole or not at all, in a folder that is made if need be.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let name = path.file_name().with_context(|| format!("not a file name: {}", path.display()))?;
    let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
    std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path)).with_context(|| {
        let _ = std::fs::remove_file(&part);
        format!("cannot write {}", path.display())
    })
}
