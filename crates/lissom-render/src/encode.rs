//! Pictures as files: PNG for one, GIF and MP4 for many.

use crate::Image;

mod gif;
#[cfg(not(target_arch = "wasm32"))]
mod mp4;
mod palette;

pub use gif::Gif;
#[cfg(not(target_arch = "wasm32"))]
pub use mp4::Mp4;

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
    Gif(#[from] ::gif::EncodingError),
    #[error(
        "an MP4 is made by the program ffmpeg, which was not found; install it (on Debian and Ubuntu: \
         `sudo apt-get install ffmpeg`), or write a .gif instead"
    )]
    NoFfmpeg,
    #[error("ffmpeg could not write the MP4: {0}")]
    Ffmpeg(String),
    #[error("the film could not be written: {0}")]
    Io(#[from] std::io::Error),
}

/// A film that is written as its pictures come.
pub trait Film {
    /// All pictures must be of the size of the first.
    fn push(&mut self, image: &Image) -> Result<(), EncodeError>;

    /// The file is whole after this.
    fn finish(self: Box<Self>) -> Result<(), EncodeError>;
}

/// The bytes of a PNG file.
pub fn png(image: &Image) -> Result<Vec<u8>, EncodeError> {
    check(image, 0, (image.width, image.height))?;
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

/// The bytes of an endlessly looping GIF file.
pub fn gif(images: &[Image], fps: f32) -> Result<Vec<u8>, EncodeError> {
    let mut gif = Gif::new(Vec::new(), fps)?;
    images.iter().try_for_each(|image| gif.push(image))?;
    gif.into_inner()
}

/// Whether a picture is of the given size and as long as it says.
fn check(image: &Image, index: usize, size: (u32, u32)) -> Result<(), EncodeError> {
    let (width, height) = (image.width, image.height);
    let alike = (width, height) == size && width > 0 && height > 0;
    if !alike || image.rgba.len() as u64 != 4 * u64::from(width) * u64::from(height) {
        return Err(EncodeError::Size { index, width, height });
    }
    Ok(())
}
