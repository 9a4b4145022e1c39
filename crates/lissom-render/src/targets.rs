use crate::gpu::Gpu;
use crate::light::{MASK_TEXELS, SHADOW_TEXELS};
use crate::pipelines::{COLOR, DEPTH, Layouts, MASK, SAMPLES};
use crate::{Image, RenderError};

/// What a picture is drawn into, for one size.
pub(crate) struct Targets {
    size: (u32, u32),
    pub color: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    /// The figures alone, antialiased, alpha premultiplied.
    pub figures: wgpu::TextureView,
    /// The whole.
    pub picture: wgpu::Texture,
    pub picture_view: wgpu::TextureView,
    read_back: wgpu::Buffer,
}

impl Targets {
    pub(crate) fn new(gpu: &Gpu, size: (u32, u32)) -> Targets {
        use wgpu::TextureUsages as Usage;
        let picture = gpu.texture(size, 1, COLOR, Usage::COPY_SRC | Usage::TEXTURE_BINDING);
        Targets {
            size,
            color: view(&gpu.texture(size, SAMPLES, COLOR, Usage::empty())),
            depth: view(&gpu.texture(size, SAMPLES, DEPTH, Usage::empty())),
            figures: view(&gpu.texture(size, 1, COLOR, Usage::TEXTURE_BINDING)),
            picture_view: view(&picture),
            picture,
            read_back: gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("read back"),
                size: u64::from(padded_row(size.0)) * u64::from(size.1),
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            }),
        }
    }

    pub(crate) fn fits(&self, size: (u32, u32)) -> bool {
        self.size == size
    }

    /// Waits for the device and copies the picture out.
    pub(crate) fn read(&self, gpu: &Gpu) -> Result<Image, RenderError> {
        let failed = |error: &dyn std::fmt::Display| RenderError::ReadBack(error.to_string());
        let (width, height) = self.size;
        let row = padded_row(width);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            self.picture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.read_back,
                layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
            },
            self.picture.size(),
        );
        gpu.queue.submit([encoder.finish()]);
        let (sender, receiver) = std::sync::mpsc::channel();
        self.read_back.map_async(wgpu::MapMode::Read, .., move |result| {
            sender.send(result).ok();
        });
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| failed(&e))?;
        receiver.recv().map_err(|e| failed(&e))?.map_err(|e| failed(&e))?;
        let mapped = self.read_back.get_mapped_range(..).map_err(|e| failed(&e))?;
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for line in mapped.chunks_exact(row as usize) {
            rgba.extend_from_slice(&line[..width as usize * 4]);
        }
        drop(mapped);
        self.read_back.unmap();
        Ok(Image { width, height, rgba })
    }
}

/// The key light's maps: depth for characters, a coverage mask for the ground.
pub(crate) struct LightMaps {
    pub shadow: wgpu::TextureView,
    /// Drawn into the first, blurred into the second, blurred back into the first.
    pub masks: [wgpu::TextureView; 2],
}

impl LightMaps {
    pub(crate) fn new(gpu: &Gpu) -> LightMaps {
        let bound = wgpu::TextureUsages::TEXTURE_BINDING;
        let square = |side, format| view(&gpu.texture((side, side), 1, format, bound));
        LightMaps {
            shadow: square(SHADOW_TEXELS, DEPTH),
            masks: [square(MASK_TEXELS, MASK), square(MASK_TEXELS, MASK)],
        }
    }

    /// For the shaders that draw figures and backdrop.
    pub(crate) fn bind(&self, gpu: &Gpu, layouts: &Layouts) -> wgpu::BindGroup {
        use wgpu::BindingResource::{Sampler, TextureView};
        let sampler = |compare| {
            gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                compare,
                ..Default::default()
            })
        };
        let comparing = sampler(Some(wgpu::CompareFunction::LessEqual));
        let smooth = sampler(None);
        let resources = [TextureView(&self.shadow), Sampler(&comparing), TextureView(&self.masks[0]), Sampler(&smooth)];
        gpu.bind(&layouts.maps, &resources)
    }
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&Default::default())
}

fn padded_row(width: u32) -> u32 {
    (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}
