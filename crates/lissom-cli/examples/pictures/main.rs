//! Pictures of all scenes, small ones for the studio, and the papers' figures: `pictures PICTURES THUMBS [WORD…]`.

use std::error::Error;
use std::path::Path;

use glam::Vec3;
use lissom_render::{Captions, Color, Image, Picture, Renderer, contact_sheet, encode};
use lissom_scenes::camera::Shot;
use lissom_scenes::scenes;
use lissom_show::{Drawing, Look, Show};

mod drawings;
mod figures;

use drawings::{CHARTS, MESHES, PARTICLES, TETRAHEDRA, charts, meshes, particles, tetrahedra};
use figures::{FIGURES, Figure, Panel, still};

const STILL: (u32, u32) = (960, 540);
/// Of a still.
const THUMB_SHARE: u32 = 4;
const THUMB_BYTES: usize = 25_000;
const GAP: u32 = 4;
/// Height of the words below a chart.
const WORDS: u32 = 17;
const FRAME_SECS: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pictures, thumbs, words @ ..] = arguments.as_slice() else { return Err("give two folders".into()) };
    let wanted = |name: &str| words.is_empty() || words.iter().any(|w| name.contains(w.as_str()));
    let (scenes_in, figures_in) = (Path::new(pictures).join("scenes"), Path::new(pictures).join("figures"));
    let mut renderer = Renderer::new()?;
    for scene in scenes::ALL.into_iter().filter(|s| wanted(s.name)) {
        let still = shoot(&mut renderer, &[still(scene.name, scene.still_secs)], STILL)?.swap_remove(0);
        write(&scenes_in, scene.name, encode::png(&still)?)?;
        write(Path::new(thumbs), scene.name, small(still.downsample(THUMB_SHARE))?)?;
    }
    for figure in FIGURES.iter().filter(|f| wanted(f.name)) {
        write(&figures_in, figure.name, encode::png(&sheet(&mut renderer, figure)?)?)?;
    }
    Ok(())
}

/// A file of no more than so many bytes: where there is much to see, it is in fewer shades.
fn small(mut image: Image) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = encode::png(&image)?;
    for bits in 1..5 {
        if bytes.len() <= THUMB_BYTES {
            break;
        }
        let half = 1 << (bits - 1);
        // Four numbers a pixel, the last of them how opaque it is.
        image.rgba.chunks_mut(4).for_each(|p| p[..3].iter_mut().for_each(|c| *c = (*c & !((1 << bits) - 1)) | half));
        bytes = encode::png(&image)?;
    }
    Ok(bytes)
}

fn write(folder: &Path, name: &str, bytes: Vec<u8>) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(format!("{name}.png"));
    std::fs::write(&path, bytes)?;
    println!("{}", path.display());
    Ok(())
}

/// Rows of panels, with words below each.
fn sheet(renderer: &mut Renderer, figure: &Figure) -> Result<Image, Box<dyn Error>> {
    let mut rows = Vec::new();
    for row in figure.rows {
        let columns: Vec<String> = row.iter().map(|p| p.words.to_owned()).collect();
        let images = shoot(renderer, row, figure.size)?;
        rows.push(vec![contact_sheet(&[images], GAP, Captions { rows: &[], columns: &columns })]);
    }
    Ok(contact_sheet(&rows, 0, Captions::default()))
}

/// The three charts of a creature one above the other, each with words below.
fn plot(renderer: &mut Renderer, show: &Show, scene: &str, size: (u32, u32)) -> Result<Image, Box<dyn Error>> {
    let scene = scenes::find(scene)?;
    let rig = (scene.rig)(&show.actor().character, scene.variants[0]);
    let creature = rig.creatures.first().ok_or("no creature")?;
    let paper = Color::hex(0xFDFBF7);
    let (width, height) = (size.0 - 2 * GAP, (size.1 - GAP) / 3 - GAP - WORDS);
    let sheet = Picture { top: paper, bottom: paper, ground: None, stroke_px: Some(1.0), ..Picture::default() };
    let picture = Picture { width, height, ..sheet };
    let shot = Shot { eye: 2.0 * Vec3::Z, target: Vec3::ZERO, cut: false };
    let (mut rows, mut words) = (Vec::new(), Vec::new());
    for (drawing, below) in charts(&creature.charts) {
        rows.push(vec![drawing.frame(picture, &shot, |frame| renderer.render(frame))?]);
        words.push(below);
    }
    Ok(contact_sheet(&rows, GAP, Captions { rows: &words, columns: &[] }))
}

/// What a panel shows.
fn draw(show: &Show, panel: &Panel) -> Result<Drawing, Box<dyn Error>> {
    Ok(match panel.show {
        TETRAHEDRA => tetrahedra(show),
        MESHES => meshes(show),
        PARTICLES => particles(show),
        overlays => {
            let overlays = if overlays.is_empty() { Default::default() } else { overlays.parse()? };
            let cut = if panel.cut.is_empty() { None } else { Some(panel.cut.parse()?) };
            Drawing::of(show, Look { overlays, cut })
        }
    })
}

/// One picture for each panel. Panels of one scene in the order of time are of one play.
fn shoot(renderer: &mut Renderer, row: &[Panel], size: (u32, u32)) -> Result<Vec<Image>, Box<dyn Error>> {
    let mut images = Vec::new();
    let mut playing: Option<(&str, &str, Show)> = None;
    for panel in row {
        let mut show = match playing.take() {
            Some((scene, variant, show))
                if (scene, variant) == (panel.scene, panel.variant) && show.time_secs() <= panel.secs + 1e-9 =>
            {
                show
            }
            _ => {
                let variant = Some(panel.variant).filter(|v| !v.is_empty());
                let mut show = Show::from(scenes::find(panel.scene)?.play(variant)?);
                show.step(0.0, &mut |_| {});
                show
            }
        };
        while show.time_secs() < panel.secs - 1e-9 {
            show.step(FRAME_SECS, &mut |_| {});
        }
        let picture = Picture { width: size.0, height: size.1, ..Picture::default() };
        images.push(match panel.show {
            CHARTS => plot(renderer, &show, panel.scene, size)?,
            _ => {
                let shot = panel.camera.take(show.shot());
                draw(&show, panel)?.frame(picture, &shot, |frame| renderer.render(frame))?
            }
        });
        playing = Some((panel.scene, panel.variant, show));
    }
    Ok(images)
}
