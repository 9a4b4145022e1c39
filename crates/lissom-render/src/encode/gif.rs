use std::io::Write;

use super::{EncodeError, Film, check};
use crate::Image;

/// An endlessly looping GIF file, written as its pictures come. Each has its own palette.
pub struct Gif<W: Write> {
    fps: f32,
    index: usize,
    state: State<W>,
}

enum State<W: Write> {
    /// The first picture says how large the film is.
    Waiting(Option<W>),
    Open(gif::Encoder<W>, (u32, u32)),
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
            self.state = State::Open(encoder, (image.width, image.height));
        }
        if let State::Open(encoder, size) = &mut self.state {
            check(image, self.index, *size)?;
            let (width, height) = sides(image)?;
            let mut rgba = image.rgba.clone();
            let mut frame = gif::Frame::from_rgba_speed(width, height, &mut rgba, 10);
            frame.delay = delay_centisecs(self.index, self.fps);
            encoder.write_frame(&frame)?;
            self.index += 1;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), EncodeError> {
        Ok(self.into_inner()?.flush()?)
    }
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
