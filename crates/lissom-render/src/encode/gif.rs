use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;

use super::palette::{nearest, palette};
use super::{EncodeError, Film, check};
use crate::Image;

/// A pixel that would change by no more than this in any channel stays as it is.
const SAME: u8 = 4;
/// Colours of the first picture, and of what changes later; one more number stands for what stays.
const COLOURS: [usize; 2] = [255, 127];

/// An endlessly looping GIF file, written as its pictures come. Each has its own palette, and only what has changed.
pub struct Gif<W: Write> {
    fps: f32,
    index: usize,
    state: State<W>,
}

enum State<W: Write> {
    /// The first picture says how large the film is.
    Waiting(Option<W>),
    /// With what is seen so far.
    Open(gif::Encoder<W>, Image),
}

impl<W: Write> Gif<W> {
    pub fn new(to: W, fps: f32) -> Result<Gif<W>, EncodeError> {
        if !(fps > 0.0 && fps.is_finite()) {
            return Err(EncodeError::Fps(fps));
        }
        Ok(Gif { fps, index: 0, state: State::Waiting(Some(to)) })
    }

    /// The writer, when all has gone through it.
    pub fn into_inner(self) -> Result<W, EncodeError> {
        match self.state {
            State::Waiting(_) => Err(EncodeError::Empty),
            State::Open(encoder, _) => Ok(encoder.into_inner()?),
        }
    }
}

impl<W: Write> Film for Gif<W> {
    fn push(&mut self, image: &Image) -> Result<(), EncodeError> {
        if let State::Waiting(to) = &mut self.state {
            check(image, 0, (image.width, image.height))?;
            let (width, height) = sides(image)?;
            let to = to.take().ok_or(EncodeError::Empty)?;
            let mut encoder = gif::Encoder::new(to, width, height, &[])?;
            encoder.set_repeat(gif::Repeat::Infinite)?;
            self.state = State::Open(encoder, Image::filled(image.width, image.height, [0; 4]));
        }
        if let State::Open(encoder, seen) = &mut self.state {
            check(image, self.index, (seen.width, seen.height))?;
            let (width, height) = sides(image)?;
            let frame = changes(seen, image);
            encoder.write_frame(&gif::Frame {
                width,
                height,
                delay: delay_centisecs(self.index, self.fps),
                ..frame
            })?;
            self.index += 1;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), EncodeError> {
        Ok(self.into_inner()?.flush()?)
    }
}

/// What turns the picture that is seen into another one, nearly; it is seen then.
fn changes(seen: &mut Image, image: &Image) -> gif::Frame<'static> {
    let rgb = |p: &[u8]| [p[0], p[1], p[2]];
    let stays = |old: &[u8], new: &[u8]| old[3] > 0 && (0..3).all(|c| old[c].abs_diff(new[c]) <= SAME);
    let pairs = || seen.rgba.chunks_exact(4).zip(image.rgba.chunks_exact(4));
    let most = COLOURS[usize::from(seen.rgba.get(3).is_some_and(|alpha| *alpha > 0))];
    let colours = palette(pairs().filter(|(old, new)| !stays(old, new)).map(|(_, new)| rgb(new)), most);
    let mut known = HashMap::new();
    let mut number = |rgb| *known.entry(rgb).or_insert_with(|| nearest(&colours, rgb) as u8);
    let number = |(old, new)| if stays(old, new) { colours.len() as u8 } else { number(rgb(new)) };
    let buffer: Vec<u8> = pairs().map(number).collect();
    for (pixel, k) in seen.rgba.chunks_exact_mut(4).zip(&buffer) {
        if let Some(&[r, g, b]) = colours.get(usize::from(*k)) {
            pixel.copy_from_slice(&[r, g, b, 255]);
        }
    }
    let palette = colours.iter().chain(&[[0; 3]]).flatten().copied().collect();
    let transparent = Some(colours.len() as u8);
    gif::Frame { buffer: Cow::Owned(buffer), palette: Some(palette), transparent, ..gif::Frame::default() }
}

fn sides(image: &Image) -> Result<(u16, u16), EncodeError> {
    let (width, height) = (image.width, image.height);
    let side = |side: u32| u16::try_from(side).map_err(|_| EncodeError::Size { index: 0, width, height });
    Ok((side(width)?, side(height)?))
}

/// GIF counts in hundredths of a second: rounds so that the whole keeps time.
/// Players slow down what is below two hundredths.
fn delay_centisecs(index: usize, fps: f32) -> u16 {
    let at = |frame: usize| (frame as f64 * 100.0 / f64::from(fps)).round();
    (at(index + 1) - at(index)).clamp(2.0, 65535.0) as u16
}
