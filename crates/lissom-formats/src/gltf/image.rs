//! Images: PNG, JPEG and WebP as pixels. They are only read when asked for, and what is wrong with one is a note.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use ::image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

use super::document::{Document, MAX_BYTES, array};
use super::uri::{self, Source};
use super::{Fault, Import, fault};

/// Of one image, in pixels: what graphics cards take.
const MAX_SIDE: u32 = 8192;
/// Of all together: half a gigabyte.
const MAX_PIXELS: usize = 1 << 27;

#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue and alpha, sRGB, row by row from the top.
    pub pixels: Vec<u8>,
}

/// Those that textures of what is drawn are on.
#[derive(Clone, Debug, Default)]
pub struct Images {
    /// By their place among the images of the document.
    pub list: BTreeMap<usize, Image>,
    /// What could not be read. There the plain colour is drawn.
    pub notes: Vec<Fault>,
}

impl Images {
    /// Decodes each of them once. `beside` gives another file by its name relative to the document.
    pub fn read(document: &Document, import: &Import, beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> Images {
        let mut images = Images::default();
        let mut left = Left { bytes: MAX_BYTES, pixels: MAX_PIXELS };
        let textured = || import.drawn.iter().filter_map(|d| Some((d, d.primitive.look.texture?)));
        if let Some((drawn, texture)) = textured().find(|(d, _)| d.primitive.uvs.is_empty()) {
            let what = format!("its vertices have no proper TEXCOORD_{}; it shows its plain colour", texture.set);
            images.notes.push(fault(format!("/nodes/{}/mesh", drawn.node), what));
        }
        let shown = textured().filter(|(d, _)| !d.primitive.uvs.is_empty());
        for k in shown.map(|(_, texture)| texture.image).collect::<BTreeSet<usize>>() {
            match left.decode(document, k, beside) {
                Ok(image) => drop(images.list.insert(k, image)),
                Err(fault) => images.notes.push(fault),
            }
        }
        images
    }
}

/// How much may still come. A few bytes can name the same data many times, or a white wall of any size.
struct Left {
    bytes: usize,
    pixels: usize,
}

impl Left {
    fn decode(
        &mut self,
        document: &Document,
        k: usize,
        beside: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Image, Fault> {
        let place = format!("/images/{k}");
        let bytes = bytes_of(document, k, &place, beside)?;
        let spent = self.bytes.checked_sub(bytes.len());
        self.bytes = spent.ok_or_else(|| fault(&place, format!("with this, images are over {MAX_BYTES} bytes")))?;
        let wrong = |error: ImageError| match error {
            ImageError::Unsupported(_) => fault(&place, "it is not PNG, JPEG or WebP; export it as one of them"),
            error => fault(&place, format!("{error}; export it again")),
        };
        let mut reader = ImageReader::new(Cursor::new(&bytes[..]));
        reader.limits(Limits::default());
        let reader = reader.with_guessed_format().map_err(|error| wrong(error.into()))?;
        let decoder = reader.into_decoder().map_err(wrong)?;
        let (width, height) = decoder.dimensions();
        if width.max(height) > MAX_SIDE {
            let what =
                format!("{width} by {height} pixels; at most {MAX_SIDE} by {MAX_SIDE} are read, make it smaller");
            return Err(fault(&place, what));
        }
        let spent = self.pixels.checked_sub(width as usize * height as usize);
        self.pixels = spent.ok_or_else(|| {
            fault(&place, format!("with this, images have over {MAX_PIXELS} pixels; make some of them smaller"))
        })?;
        let pixels = DynamicImage::from_decoder(decoder).map_err(wrong)?.into_rgba8().into_raw();
        Ok(Image { width, height, pixels })
    }
}

/// An image as it is stored: in a buffer, in the text, or beside.
fn bytes_of<'a>(
    document: &'a Document,
    k: usize,
    place: &str,
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Cow<'a, [u8]>, Fault> {
    let image = &array(document.json(), "images")[k];
    let Some(text) = image["uri"].as_str() else {
        return Ok(Cow::Borrowed(document.view(&image["bufferView"], place)?.1));
    };
    match uri::resolve(text, &format!("{place}/uri"))? {
        Source::Data(bytes) => Ok(Cow::Owned(bytes)),
        Source::File(name) => beside(&name).map(Cow::Owned).ok_or_else(|| {
            fault(
                format!("{place}/uri"),
                format!("`{name}` cannot be read; put it beside the document, or drop both together"),
            )
        }),
    }
}
