use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::color::{linear_from_srgb, srgb_from_linear};
use crate::gpu::Gpu;
use crate::kept::Keep;
use crate::{Image, RenderError};

/// A picture to lay on surfaces. Cheap to clone; a renderer uploads it when it is first seen.
#[derive(Clone, Debug)]
pub struct Texture(Arc<Pixels>);

/// How a texture goes on beyond its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    #[default]
    Repeat,
    Clamp,
    Mirror,
}

#[derive(Debug)]
struct Pixels {
    id: u64,
    wrap: [Wrap; 2],
    /// The picture, and halves of it down to one pixel.
    levels: Vec<Image>,
}

impl Texture {
    /// `wrap` is across and down.
    pub fn new(image: Image, wrap: [Wrap; 2]) -> Result<Texture, RenderError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (width, height) = (image.width, image.height);
        if width == 0 || height == 0 || image.rgba.len() as u64 != 4 * u64::from(width) * u64::from(height) {
            return Err(RenderError::TextureSize { width, height, bytes: image.rgba.len() });
        }
        let linear: [f32; 256] = std::array::from_fn(|b| linear_from_srgb(b as f32 / 255.0));
        let srgb: Vec<u8> = (0..4096).map(|k| (srgb_from_linear(k as f32 / 4095.0) * 255.0).round() as u8).collect();
        let mut levels = vec![image];
        while let Some(last) = levels.last().filter(|image| image.width.max(image.height) > 1) {
            levels.push(half(last, &linear, &srgb));
        }
        Ok(Texture(Arc::new(Pixels { id: NEXT.fetch_add(1, Ordering::Relaxed), wrap, levels })))
    }

    /// Where no texture is: white.
    pub(crate) fn white() -> Texture {
        let level = Image::filled(1, 1, [255; 4]);
        Texture(Arc::new(Pixels { id: 0, wrap: [Wrap::Clamp; 2], levels: vec![level] }))
    }

    /// Leaves out levels that are too large for the device.
    pub(crate) fn upload(&self, gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> wgpu::BindGroup {
        let limit = gpu.device.limits().max_texture_dimension_2d;
        let levels: Vec<&Image> = self.0.levels.iter().filter(|l| l.width.max(l.height) <= limit).collect();
        let extent = |level: &Image| wgpu::Extent3d { width: level.width, height: level.height, ..Default::default() };
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("texture"),
            size: levels.first().map_or_else(Default::default, |level| extent(level)),
            mip_level_count: levels.len() as u32,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8UnormSrgb,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        for (mip_level, level) in (0..).zip(levels) {
            gpu.queue.write_texture(
                wgpu::TexelCopyTextureInfo { mip_level, ..texture.as_image_copy() },
                &level.rgba,
                wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * level.width), rows_per_image: None },
                extent(level),
            );
        }
        let mode = |wrap| match wrap {
            Wrap::Repeat => wgpu::AddressMode::Repeat,
            Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
            Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        };
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: mode(self.0.wrap[0]),
            address_mode_v: mode(self.0.wrap[1]),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let view = texture.create_view(&Default::default());
        gpu.bind(layout, &[wgpu::BindingResource::TextureView(&view), wgpu::BindingResource::Sampler(&sampler)])
    }
}

impl Keep for Texture {
    fn id(&self) -> u64 {
        self.0.id
    }
}

/// Means of two by two pixels in linear light, each as much as its alpha; a side of one pixel stays.
fn half(image: &Image, linear: &[f32; 256], srgb: &[u8]) -> Image {
    let (width, height) = ((image.width / 2).max(1), (image.height / 2).max(1));
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0.0_f32; 4];
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let at = ((2 * x + dx).min(image.width - 1), (2 * y + dy).min(image.height - 1));
                let [r, g, b, a] = image.pixel(at.0, at.1).unwrap_or_default();
                // What is quite transparent still has a colour.
                let weight = f32::from(a) + 1e-3;
                for (sum, byte) in sum.iter_mut().zip([r, g, b]) {
                    *sum += weight * linear[usize::from(byte)];
                }
                sum[3] += weight;
            }
            let byte = |c: f32| srgb.get((c / sum[3] * 4095.0).round() as usize).copied().unwrap_or(255);
            rgba.extend([byte(sum[0]), byte(sum[1]), byte(sum[2]), (0.25 * sum[3]).round() as u8]);
        }
    }
    Image { width, height, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_down_to_one_pixel_and_keep_the_light() {
        let mut image = Image::filled(5, 3, [0, 0, 0, 255]);
        image.rgba[..4].copy_from_slice(&[255; 4]);
        image.rgba[4..8].copy_from_slice(&[255; 4]);
        let texture = Texture::new(image, [Wrap::Repeat; 2]).unwrap();
        let sizes: Vec<_> = texture.0.levels.iter().map(|level| (level.width, level.height)).collect();
        assert_eq!(sizes, [(5, 3), (2, 1), (1, 1)]);
        assert_eq!(texture.0.levels[1].pixel(0, 0), Some([188, 188, 188, 255]));
    }

    #[test]
    fn what_is_transparent_does_not_stain_its_neighbours() {
        let mut image = Image::filled(2, 1, [255, 0, 0, 255]);
        image.rgba[4..].copy_from_slice(&[0, 255, 0, 0]);
        let texture = Texture::new(image, [Wrap::Clamp; 2]).unwrap();
        assert_eq!(texture.0.levels[1].pixel(0, 0), Some([255, 0, 0, 128]));
    }

    #[test]
    fn torn_pictures_are_errors() {
        for image in [Image::filled(0, 4, [0; 4]), Image { width: 4, height: 4, rgba: vec![0; 3] }] {
            assert!(matches!(Texture::new(image, [Wrap::Repeat; 2]), Err(RenderError::TextureSize { .. })));
        }
    }
}
