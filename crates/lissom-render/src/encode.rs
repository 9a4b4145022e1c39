//! Pictures as files: PNG for one, GIF for many.

use crate::Image;

/// Why pictures could not be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    #[error("there is no picture to write")]
    Empty,
    #[error("picture {index} is {width} x {height}, or its bytes do not fit that size; all pictures must be alike")]
    Size { index: usize, width: u32, height: u32 },
    #[error("frames per second must be more than 0, not {0}")]
    Fps(f32),
    #[error("the PNG could not be written: {0}")]
    Png(#[from] png::EncodingError),
    #[error("the GIF could not be written: {0}")]
    Gif(#[from] gif::EncodingError),
}

/// The bytes of a PNG file.
pub fn png(image: &Image) -> Result<Vec<u8>, EncodeError> {
    check_sizes(std::slice::from_ref(image))?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// The bytes of an endlessly looping GIF file. Each frame has its own palette.
pub fn gif(images: &[Image], fps: f32) -> Result<Vec<u8>, EncodeError> {
    let first = check_sizes(images)?;
    let size = |side: u32| u16::try_from(side).ok();
    let (Some(width), Some(height)) = (size(first.width), size(first.height)) else {
        return Err(EncodeError::Size { index: 0, width: first.width, height: first.height });
    };
    if !(fps > 0.0 && fps.is_finite()) {
        return Err(EncodeError::Fps(fps));
    }
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    for (index, image) in images.iter().enumerate() {
        let mut rgba = image.rgba.clone();
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut rgba, 10);
        frame.delay = delay_centisecs(index, fps);
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// GIF counts in hundredths of a second: rounds so that the whole keeps time.
/// Players slow down what is below two hundredths.
fn delay_centisecs(index: usize, fps: f32) -> u16 {
    let at = |frame: usize| (frame as f64 * 100.0 / f64::from(fps)).round();
    (at(index + 1) - at(index)).clamp(2.0, 65535.0) as u16
}

/// The first picture, when all are of one size and as long as they say.
fn check_sizes(images: &[Image]) -> Result<&Image, EncodeError> {
    let first = images.first().ok_or(EncodeError::Empty)?;
    for (index, image) in images.iter().enumerate() {
        let (width, height) = (image.width, image.height);
        let alike = (width, height) == (first.width, first.height) && width > 0 && height > 0;
        if !alike || image.rgba.len() as u64 != 4 * u64::from(width) * u64::from(height) {
            return Err(EncodeError::Size { index, width, height });
        }
    }
    Ok(first)
}
