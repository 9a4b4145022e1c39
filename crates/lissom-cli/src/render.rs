//! `lissom render`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use lissom_render::{Picture, Renderer, contact_sheet, encode};

use crate::draw::Overlay;
use crate::film::{play_to, shoot};
use crate::setup::Setup;

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
    /// Width and height; 1280x720, or 640x360 for a film, if left out
    #[arg(long, value_parser = size)]
    size: Option<(u32, u32)>,
    /// What to draw over the picture
    #[arg(long, value_enum, default_value_t)]
    overlay: Overlay,
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
    let scene = args.setup.scene()?;
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
    let end = args.at.unwrap_or(if film || args.sheet.is_some() { scene.seconds } else { 3.0 });
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
    let mut renderer = Renderer::new()?;
    let mut play = args.setup.stage()?.play()?;
    let bytes = if film {
        let images = shoot(&mut renderer, &mut play, args.from..end, args.fps, picture, args.overlay)?;
        encode::gif(&images, args.fps as f32)?
    } else if let Some(count) = args.sheet.filter(|n| *n > 1) {
        let fps = (count - 1) as f64 / (end - args.from);
        let range = args.from..args.from + count as f64 / fps;
        let images = shoot(&mut renderer, &mut play, range, fps, picture, args.overlay)?;
        encode::png(&contact_sheet(&[images], 4, None))?
    } else {
        play_to(&mut play, end);
        play.actor.skin();
        encode::png(&crate::draw::draw(&mut renderer, &play, picture, args.overlay)?)?
    };
    write(&args.output, &bytes)?;
    eprintln!("wrote {}", args.output.display());
    Ok(ExitCode::SUCCESS)
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
