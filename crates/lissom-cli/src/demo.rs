//! `lissom demo`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use lissom_render::{Captions, Image, Picture, RenderError, Renderer, contact_sheet, encode};
use lissom_scenes::scene::{Scene, SceneError};
use lissom_scenes::scenes;

use crate::film::{GAP, Shots, play_to, shoot, side_by_side, time};
use crate::render::write;
use lissom_show::Show;
use lissom_show::{Look, Overlay, Overlays};

mod baked;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene; `lissom scenes` lists them
    #[arg(default_value = "bunny")]
    scene: String,
    /// Where the files go
    #[arg(short, long, default_value = "out")]
    output: PathBuf,
}

/// Frames a second of the film.
const FPS: f64 = 25.0;
/// Pictures beside each other on the sheet.
const COLUMNS: usize = 6;

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let scene = scenes::find(&args.scene)?;
    let folder = &args.output;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    eprintln!("{}: {}", scene.name, scene.about);
    match Renderer::new() {
        Ok(mut renderer) => pictures(args, scene, &mut renderer)?,
        Err(error @ RenderError::NoAdapter) => {
            simulate_only(scene)?;
            eprintln!("no pictures: {error}");
        }
        Err(other) => return Err(other.into()),
    }
    bake(args, scene)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a GLB that other programs play.
fn bake(args: &Args, scene: &'static Scene) -> anyhow::Result<()> {
    let path = args.output.join(format!("{}.glb", scene.name));
    let baked = baked::write(scene, &path)?;
    println!("{}", path.display());
    let targets: usize = baked.shapes.iter().map(|s| s.targets).sum();
    let off_mm = baked.shapes.iter().fold(0.0, |most: f32, s| most.max(1e3 * s.error_m));
    eprintln!("the GLB plays in Blender, three.js and others: {} keys of {} bones", baked.keys, baked.nodes);
    if targets > 0 {
        eprintln!("what bones cannot show is in {targets} morph targets, within {off_mm:.1} mm");
    }
    Ok(())
}

fn pictures(args: &Args, scene: &'static Scene, renderer: &mut Renderer) -> anyhow::Result<()> {
    let base = args.output.join(scene.name);
    let file = |suffix: &str| base.with_file_name(format!("{}{suffix}", scene.name));

    let mut plays = scene.variants.iter().map(|v| played(scene, Some(v))).collect::<Result<Vec<_>, _>>()?;
    // Several stand side by side in the film, so they are narrower; what lies or creeps is wide, and stays so.
    let (width, height) = match (plays.len(), scene.view.bone.is_some() || scene.view.rises) {
        (1, _) => (640, 360),
        (_, true) => (320, 360),
        (_, false) => (400, 225),
    };
    let small = Picture { width, height, ..Picture::default() };
    let shots = Shots { range: 0.0..scene.seconds, fps: FPS, picture: small, look: Look::default() };
    let rows = shoot(renderer, &mut plays, &shots)?;
    let frames = rows.iter().map(Vec::len).min().unwrap_or(0);
    let every = (frames / COLUMNS).max(1);
    let chosen: Vec<usize> = (every / 2..frames).step_by(every).take(COLUMNS).collect();
    let sheet: Vec<Vec<Image>> = rows.iter().map(|row| chosen.iter().map(|k| row[*k].clone()).collect()).collect();
    let times: Vec<String> = chosen.iter().map(|k| time(*k as f64 / FPS)).collect();
    let names: Vec<String> = scene.variants.iter().map(|v| v.to_string()).collect();
    let captions = Captions { rows: if names.len() > 1 { &names } else { &[] }, columns: &times };
    write(&file("-sheet.png"), &encode::png(&contact_sheet(&sheet, GAP, captions))?)?;
    let film: Vec<Image> = (0..frames).map(|k| side_by_side(rows.iter().map(|row| row[k].clone()).collect())).collect();
    write(&file(".gif"), &encode::gif(&film, FPS as f32)?)?;

    let mut still = played(scene, None)?;
    play_to(&mut still, scene.still_secs);
    let large = Picture::default();
    let particles = Overlays::from_iter([Overlay::Particles, Overlay::Colliders]);
    for (suffix, overlays) in [(".png", Overlays::default()), ("-particles.png", particles)] {
        let look = Look { overlays, ..Look::default() };
        write(&file(suffix), &encode::png(&lissom_show::draw(renderer, &still, large, look)?)?)?;
    }
    println!("{}", file(".png").display());
    println!("{}", file("-particles.png").display());
    println!("{}", file("-sheet.png").display());
    println!("{}", file(".gif").display());
    eprintln!("look at: {}", scene.look);
    if let [_, _, ..] = scene.variants {
        eprintln!("rows of the sheet, and columns of the film: {}", scene.variants.join(", "));
    }
    Ok(())
}

fn played(scene: &'static Scene, variant: Option<&str>) -> Result<Show, SceneError> {
    Ok(Show::from(scene.play(variant)?))
}

/// Without a graphics driver there is still motion to speak of.
fn simulate_only(scene: &'static Scene) -> anyhow::Result<()> {
    let mut play = played(scene, None)?;
    play_to(&mut play, scene.seconds);
    let measures = play.actor().world.measure();
    println!(
        "simulated {} s of {} particles, state {:016x}, {}",
        scene.seconds,
        play.actor().radii.len(),
        play.actor().world.hash(),
        if measures.finite { "all finite" } else { "NOT finite" }
    );
    Ok(())
}
