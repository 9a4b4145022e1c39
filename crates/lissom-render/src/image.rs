use crate::color::{linear_from_srgb, srgb_from_linear};

/// A finished picture: sRGB, four bytes a pixel, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

impl Image {
    /// One colour all over.
    pub fn filled(width: u32, height: u32, pixel: [u8; 4]) -> Image {
        let rgba = pixel.repeat(width as usize * height as usize);
        Image { width, height, rgba }
    }

    /// The pixel at a place, or `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = 4 * (y as usize * self.width as usize + x as usize);
        self.rgba.get(start..start + 4)?.try_into().ok()
    }

    /// Fewer pixels, each the mean of a `factor` by `factor` block in linear light.
    /// Rows and columns that do not fill a block are cut off.
    pub fn downsample(&self, factor: u32) -> Image {
        let factor = factor.clamp(1, self.width.min(self.height).max(1));
        let linear: Vec<f32> = (0..256).map(|b| linear_from_srgb(b as f32 / 255.0)).collect();
        let (width, height) = (self.width / factor, self.height / factor);
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0.0_f32; 4];
                for block in 0..factor * factor {
                    let at = (x * factor + block % factor, y * factor + block / factor);
                    let [r, g, b, a] = self.pixel(at.0, at.1).unwrap_or_default();
                    for (sum, byte) in sum.iter_mut().zip([r, g, b]) {
                        *sum += linear[byte as usize];
                    }
                    sum[3] += a as f32;
                }
                let mean = sum.map(|s| s / (factor * factor) as f32);
                for c in 0..3 {
                    rgba.push((srgb_from_linear(mean[c]) * 255.0).round() as u8);
                }
                rgba.push(mean[3].round() as u8);
            }
        }
        Image { width, height, rgba }
    }

    /// Copies another image in; what does not fit is left out.
    pub(crate) fn paste(&mut self, from: &Image, left: u32, top: u32) {
        let columns = from.width.min(self.width.saturating_sub(left)) as usize;
        let rows = from.height.min(self.height.saturating_sub(top)) as usize;
        let rows_in = from.rgba.chunks_exact(4 * from.width.max(1) as usize).take(rows);
        let rows_out = self.rgba.chunks_exact_mut(4 * self.width.max(1) as usize);
        for (row_in, row_out) in rows_in.zip(rows_out.skip(top as usize)) {
            let start = 4 * left as usize;
            row_out[start..start + 4 * columns].copy_from_slice(&row_in[..4 * columns]);
        }
    }
}
