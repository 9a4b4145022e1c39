use crate::canvas::view;
use crate::gpu::Gpu;
use crate::light::{MASK_TEXELS, SHADOW_TEXELS};
use crate::pipelines::{DEPTH, Layouts, MASK};

/// The key light's maps: depth for characters, a coverage mask for the ground.
pub(crate) struct LightMaps {
    pub shadow: wgpu::TextureView,
    /// Drawn into the first, blurred into the second, blurred back into the first.
    pub masks: [wgpu::TextureView; 2],
    /// Reads the first mask, reads the second.
    pub blurs: [wgpu::BindGroup; 2],
    /// For the shaders that draw figures and backdrop.
    pub bound: wgpu::BindGroup,
}

impl LightMaps {
    pub(crate) fn new(gpu: &Gpu, layouts: &Layouts) -> LightMaps {
        use wgpu::BindingResource::{Sampler, TextureView};
        let square = |side, format| view(&gpu.texture((side, side), 1, format, wgpu::TextureUsages::TEXTURE_BINDING));
        let sampler = |compare| {
            gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                compare,
                ..Default::default()
            })
        };
        let shadow = square(SHADOW_TEXELS, DEPTH);
        let masks = [square(MASK_TEXELS, MASK), square(MASK_TEXELS, MASK)];
        let comparing = sampler(Some(wgpu::CompareFunction::LessEqual));
        let smooth = sampler(None);
        let resources = [TextureView(&shadow), Sampler(&comparing), TextureView(&masks[0]), Sampler(&smooth)];
        LightMaps {
            bound: gpu.bind(&layouts.maps, &resources),
            blurs: masks.each_ref().map(|mask| gpu.bind(&layouts.source, &[TextureView(mask)])),
            shadow,
            masks,
        }
    }
}
