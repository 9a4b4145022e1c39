use wgpu::util::DeviceExt;

use crate::gpu::Gpu;
use crate::kept::Kept;
use crate::{Model, RenderError, Texture};

/// What is sent to the device once and drawn many times.
pub(crate) struct Uploads {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    white: wgpu::BindGroup,
    textures: Kept<wgpu::BindGroup>,
    models: Kept<Uploaded>,
}

/// A model's buffers.
#[derive(Clone)]
pub(crate) struct Uploaded {
    pub vertices: wgpu::Buffer,
    pub follows: wgpu::Buffer,
    pub indices: wgpu::Buffer,
}

impl Uploads {
    pub(crate) fn new(gpu: &Gpu, texture_layout: &wgpu::BindGroupLayout) -> Uploads {
        Uploads {
            gpu: gpu.clone(),
            layout: texture_layout.clone(),
            white: Texture::white().upload(gpu, texture_layout),
            textures: Kept::new(),
            models: Kept::new(),
        }
    }

    /// Begins a frame.
    pub(crate) fn begin(&mut self) {
        self.textures.begin();
        self.models.begin();
    }

    /// The texture, or plain white.
    pub(crate) fn texture(&mut self, texture: Option<&Texture>) -> wgpu::BindGroup {
        match texture {
            Some(texture) => self.textures.get(texture, || texture.upload(&self.gpu, &self.layout)),
            None => self.white.clone(),
        }
    }

    pub(crate) fn model(&mut self, model: &Model) -> Result<Uploaded, RenderError> {
        use wgpu::BufferUsages as Usage;
        let packed = &model.0;
        let (vertices, follows, indices): (&[u8], &[u8], &[u8]) = (
            bytemuck::cast_slice(&packed.vertices),
            bytemuck::cast_slice(&packed.follows),
            bytemuck::cast_slice(&packed.indices),
        );
        let limit = self.gpu.device.limits().max_buffer_size;
        let needed = vertices.len().max(follows.len()).max(indices.len()) as u64;
        if needed > limit {
            return Err(RenderError::TooMuch { what: "a model", needed, limit });
        }
        let buffer = |contents, usage| {
            let descriptor = wgpu::util::BufferInitDescriptor { label: Some("model"), contents, usage };
            self.gpu.device.create_buffer_init(&descriptor)
        };
        Ok(self.models.get(model, || Uploaded {
            vertices: buffer(vertices, Usage::VERTEX),
            follows: buffer(follows, Usage::VERTEX),
            indices: buffer(indices, Usage::INDEX),
        }))
    }
}
