use crate::canvas::view;
use crate::gpu::Gpu;
use crate::{RenderError, Rows};

/// Matrices in a row of the texture; mirrors `material.wgsl`.
const ACROSS: usize = 256;

/// The matrices of all figures, three texels each: a texture, because WebGL 2 has no other arrays of this size.
pub(crate) struct Matrices {
    texture: wgpu::Texture,
    pub view: wgpu::TextureView,
}

impl Matrices {
    pub(crate) fn new(gpu: &Gpu) -> Matrices {
        Matrices::with_rows(gpu, 1)
    }

    fn with_rows(gpu: &Gpu, rows: u32) -> Matrices {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("matrices"),
            size: wgpu::Extent3d { width: 3 * ACROSS as u32, height: rows, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Matrices { view: view(&texture), texture }
    }

    /// Fills up the last row of what is given.
    pub(crate) fn write(&mut self, gpu: &Gpu, matrices: &mut Vec<Rows>) -> Result<(), RenderError> {
        matrices.resize(matrices.len().next_multiple_of(ACROSS), Rows::default());
        let rows = (matrices.len() / ACROSS) as u32;
        let limit = gpu.device.limits().max_texture_dimension_2d;
        if rows > limit {
            let bytes = |rows: u32| u64::from(rows) * (ACROSS * size_of::<Rows>()) as u64;
            return Err(RenderError::TooMuch { what: "matrices", needed: bytes(rows), limit: bytes(limit) });
        }
        if rows > self.texture.height() {
            *self = Matrices::with_rows(gpu, rows.next_power_of_two().min(limit));
        }
        if rows > 0 {
            gpu.queue.write_texture(
                self.texture.as_image_copy(),
                bytemuck::cast_slice(matrices),
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some((ACROSS * size_of::<Rows>()) as u32),
                    rows_per_image: None,
                },
                wgpu::Extent3d { height: rows, ..self.texture.size() },
            );
        }
        Ok(())
    }
}
