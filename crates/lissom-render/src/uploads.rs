use crate::Texture;
use crate::gpu::Gpu;
use crate::kept::Kept;

/// What is sent to the device once and drawn many times.
pub(crate) struct Uploads {
    gpu: Gpu,
    layout: wgpu::BindGroupLayout,
    white: wgpu::BindGroup,
    textures: Kept<wgpu::BindGroup>,
}

impl Uploads {
    pub(crate) fn new(gpu: &Gpu, texture_layout: &wgpu::BindGroupLayout) -> Uploads {
        Uploads {
            gpu: gpu.clone(),
            layout: texture_layout.clone(),
            white: Texture::white().upload(gpu, texture_layout),
            textures: Kept::new(),
        }
    }

    /// Begins a frame.
    pub(crate) fn begin(&mut self) {
        self.textures.begin();
    }

    /// The texture, or plain white.
    pub(crate) fn texture(&mut self, texture: Option<&Texture>) -> wgpu::BindGroup {
        match texture {
            Some(texture) => self.textures.get(texture, || texture.upload(&self.gpu, &self.layout)),
            None => self.white.clone(),
        }
    }
}
