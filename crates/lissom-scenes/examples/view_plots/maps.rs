//! Weights on the sphere of directions, by each way to weigh.

use std::f32::consts::PI;

use glam::Vec3;
use lissom_render::Image;
use lissom_render::encode::{self, EncodeError};
use lissom_rig::view::coverage::weights;
use lissom_rig::view::{View, Weighting};
use lissom_scenes::figures::rod;

use crate::svg::{DARK, GREY, Svg};

/// A pixel for every two degrees; browsers smooth it.
const SIZE: (u32, u32) = (180, 90);
const BIND: [f32; 3] = [238.0, 238.0, 236.0];
/// Of the bind pose, of each example, and of the bind pose once more, as an example from below.
const COLOURS: [[f32; 3]; 7] = [
    BIND,
    [47.0, 127.0, 184.0],
    [227.0, 178.0, 60.0],
    [122.0, 104.0, 160.0],
    [90.0, 158.0, 124.0],
    [205.0, 102.0, 96.0],
    BIND,
];

/// Azimuth in the middle of a map, so that no example is on its edge.
const MIDDLE: f32 = 0.25 * PI;

pub fn plot() -> Result<String, EncodeError> {
    let mut svg = Svg::new(860.0, 400.0);
    for (row, extent) in [0.8_f32, 1.3].into_iter().enumerate() {
        let degrees = extent.to_degrees();
        let kinds = [
            (format!("gaussian, extent {degrees:.0}°"), Weighting::Gaussian),
            (format!("interpolating, extent {degrees:.0}°"), Weighting::Interpolating),
            ("triangulated, which has no extent".to_owned(), Weighting::Triangulated),
        ];
        let shown = if row == 0 { 3 } else { 2 };
        for (column, (title, weighting)) in kinds.into_iter().take(shown).enumerate() {
            let corner = (20.0 + 280.0 * column as f64, 40.0 + 185.0 * row as f64);
            draw(&mut svg, corner, &title, &view(weighting, extent))?;
        }
    }
    let caption = "All directions to the camera: around, and from straight up to straight down. Grey is the bind pose.";
    svg.text((20.0, 388.0), "start", GREY, caption);
    Ok(svg.finish())
}

fn draw(svg: &mut Svg, (left, top): (f64, f64), title: &str, view: &View) -> Result<(), EncodeError> {
    let (width, height) = (260.0, 130.0);
    let png = base64(&encode::png(&map(view))?);
    svg.text((left, top - 10.0), "start", DARK, title);
    svg.push(format_args!(
        "<image x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{png}\"/>"
    ));
    let across = |azimuth: f32| left + width * f64::from(0.5 + (azimuth - MIDDLE) / (2.0 * PI));
    for example in &view.examples {
        let [x, y, z] = example.direction;
        // Straight up and down have no azimuth.
        let azimuth = if x.hypot(z) < 1e-3 { MIDDLE } else { x.atan2(z) };
        let azimuth = if azimuth < MIDDLE - PI { azimuth + 2.0 * PI } else { azimuth };
        let down = top + height * f64::from(0.5 - y.asin() / PI);
        svg.text((across(azimuth), (down + 4.0).clamp(top + 14.0, top + height - 6.0)), "middle", DARK, &example.name);
    }
    for degrees in [-90.0_f32, 0.0, 90.0, 180.0] {
        svg.text((across(degrees.to_radians()), top + height + 16.0), "middle", GREY, &format!("{degrees:.0}°"));
    }
    Ok(())
}

/// A triangulation needs directions all around, so there it has the bind pose seen from below as well.
fn view(weighting: Weighting, extent: f32) -> View {
    let mut examples = rod::examples(rod::JOINTS);
    examples.iter_mut().for_each(|e| e.extent = extent);
    if weighting == Weighting::Triangulated {
        examples.push(rod::example("below", &[Vec3::Y; rod::JOINTS - 1], Vec3::NEG_Y));
    }
    View { examples, weighting, ..View::default() }
}

/// The colour of each direction: azimuth from left to right, elevation from top to bottom.
fn map(view: &View) -> Image {
    let weights = weights(view);
    let mut rgba = Vec::new();
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let (azimuth, elevation) = (
                MIDDLE + ((column as f32 + 0.5) / SIZE.0 as f32 - 0.5) * 2.0 * PI,
                (0.5 - (row as f32 + 0.5) / SIZE.1 as f32) * PI,
            );
            let toward = Vec3::new(azimuth.sin() * elevation.cos(), elevation.sin(), azimuth.cos() * elevation.cos());
            let weights = weights(toward);
            let mixed = |c: usize| weights.iter().zip(COLOURS).map(|(w, colour)| w * colour[c]).sum::<f32>();
            rgba.extend([0, 1, 2].map(|c| mixed(c).round() as u8));
            rgba.push(255);
        }
    }
    Image { width: SIZE.0, height: SIZE.1, rgba }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().enumerate().fold(0_usize, |n, (k, b)| n | usize::from(*b) << (16 - 8 * k));
        for k in 0..4 {
            text.push(if k <= three.len() { DIGITS[number >> (18 - 6 * k) & 63] as char } else { '=' });
        }
    }
    text
}
