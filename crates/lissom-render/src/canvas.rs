use crate::gpu::Gpu;
use crate::pipelines::{COLOR, DEPTH, PICTURE, SAMPLES};

/// What pictures of one view are drawn into; see [`Renderer::draw`](crate::Renderer::draw). Empty until then.
#[derive(Debug, Default)]
pub struct Canvas(Option<Targets>);

/// What a picture is drawn into, for one size.
#[derive(Debug)]
pub(crate) struct Targets {
    pub color: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    /// The figures alone, antialiased, alpha premultiplied.
    pub figures: wgpu::TextureView,
    /// The whole.
    pub picture: wgpu::Texture,
    pub picture_view: wgpu::TextureView,
}

impl Canvas {
    /// Targets of the given size: those of the last picture, if they fit.
    pub(crate) fn targets(&mut self, gpu: &Gpu, size: (u32, u32)) -> &Targets {
        let kept = self.0.take().filter(|t| (t.picture.width(), t.picture.height()) == size);
        self.0.insert(kept.unwrap_or_else(|| Targets::new(gpu, size)))
    }
}

impl Targets {
    fn new(gpu: &Gpu, size: (u32, u32)) -> Targets {
        use wgpu::TextureUsages as Usage;
        let picture = gpu.texture(size, 1, PICTURE, Usage::COPY_SRC | Usage::TEXTURE_BINDING);
        Targets {
            color: view(&gpu.texture(size, SAMPLES, COLOR, Usage::empty())),
            depth: view(&gpu.texture(size, SAMPLES, DEPTH, Usage::empty())),
            figures: view(&gpu.texture(size, 1, COLOR, Usage::TEXTURE_BINDING)),
            picture_view: view(&picture),
            picture,
        }
    }
}

pub(crate) fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&Default::default())
}
