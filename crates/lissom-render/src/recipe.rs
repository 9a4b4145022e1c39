use wgpu::{CompareFunction, Face, TextureFormat};

use crate::gpu::Gpu;
use crate::pipelines::DEPTH;

/// How one pipeline differs from the others.
#[derive(Clone, Copy)]
pub(crate) struct Recipe<'a> {
    pub groups: &'a [&'a wgpu::BindGroupLayout],
    pub shader: &'a wgpu::ShaderModule,
    pub vertex: &'a str,
    pub fragment: Option<&'a str>,
    pub buffers: &'a [wgpu::VertexBufferLayout<'a>],
    pub strip: bool,
    pub cull: Option<Face>,
    pub format: Option<TextureFormat>,
    pub blend: Option<wgpu::BlendState>,
    pub writes: wgpu::ColorWrites,
    pub depth: Option<(CompareFunction, bool)>,
    pub slope_bias: f32,
    pub samples: u32,
}

impl Recipe<'_> {
    pub(crate) fn build(&self, gpu: &Gpu) -> wgpu::RenderPipeline {
        let groups: Vec<_> = self.groups.iter().map(|group| Some(*group)).collect();
        let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.vertex),
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let targets =
            [self.format.map(|format| wgpu::ColorTargetState { format, blend: self.blend, write_mask: self.writes })];
        let buffers: Vec<_> = self.buffers.iter().cloned().map(Some).collect();
        gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.fragment.unwrap_or(self.vertex)),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: self.shader,
                entry_point: Some(self.vertex),
                compilation_options: Default::default(),
                buffers: &buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: match self.strip {
                    true => wgpu::PrimitiveTopology::TriangleStrip,
                    false => wgpu::PrimitiveTopology::TriangleList,
                },
                cull_mode: self.cull,
                ..Default::default()
            },
            depth_stencil: self.depth.map(|(compare, write)| wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(write),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: wgpu::DepthBiasState { slope_scale: self.slope_bias, ..Default::default() },
            }),
            multisample: wgpu::MultisampleState { count: self.samples, ..Default::default() },
            fragment: self.fragment.map(|entry_point| wgpu::FragmentState {
                module: self.shader,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                targets: if self.format.is_some() { &targets } else { &[] },
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
