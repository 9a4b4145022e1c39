use wgpu::{CompareFunction, Face, ShaderStages, TextureFormat};

use crate::gpu::Gpu;
use crate::mesh::Vertex;
use crate::model::Follow;
use crate::overlay::{DotInstance, EllipsoidInstance, LineInstance};
use crate::paint::Cover;
use crate::recipe::Recipe;

/// Figures, blended in linear light.
pub(crate) const COLOR: TextureFormat = TextureFormat::Rgba8UnormSrgb;
/// The finished picture, in bytes of sRGB.
pub(crate) const PICTURE: TextureFormat = TextureFormat::Rgba8Unorm;
pub(crate) const DEPTH: TextureFormat = TextureFormat::Depth32Float;
pub(crate) const MASK: TextureFormat = TextureFormat::Rg8Unorm;
pub(crate) const SAMPLES: u32 = 4;

/// What shaders are bound to.
pub(crate) struct Layouts {
    /// Uniforms, and the matrices of figures.
    pub globals: wgpu::BindGroupLayout,
    /// Shadow map and ground mask.
    pub maps: wgpu::BindGroupLayout,
    pub material: wgpu::BindGroupLayout,
    /// What a surface is painted with.
    pub texture: wgpu::BindGroupLayout,
    /// Some other pass's result.
    pub source: wgpu::BindGroupLayout,
}

impl Layouts {
    pub(crate) fn new(gpu: &Gpu) -> Layouts {
        use wgpu::{BindingType as Type, SamplerBindingType as Sampler, TextureSampleType as Sample};
        let layout = |label, types: &[Type]| {
            let entries: Vec<_> = (0..)
                .zip(types)
                .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
                    binding,
                    visibility: ShaderStages::VERTEX_FRAGMENT,
                    ty: *ty,
                    count: None,
                })
                .collect();
            gpu.device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
        };
        let uniform = |has_dynamic_offset| Type::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset,
            min_binding_size: None,
        };
        let texture = |sample_type| Type::Texture {
            sample_type,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let float = texture(Sample::Float { filterable: true });
        let maps =
            [texture(Sample::Depth), Type::Sampler(Sampler::Comparison), float, Type::Sampler(Sampler::Filtering)];
        Layouts {
            globals: layout("globals", &[uniform(false), texture(Sample::Float { filterable: false })]),
            maps: layout("maps", &maps),
            material: layout("material", &[uniform(true)]),
            texture: layout("texture", &[float, Type::Sampler(Sampler::Filtering)]),
            source: layout("source", &[float]),
        }
    }
}

/// One pipeline for each kind of thing on screen.
pub(crate) struct Pipelines {
    pub shadow: wgpu::RenderPipeline,
    pub shadow_cutout: wgpu::RenderPipeline,
    pub ground_mask: wgpu::RenderPipeline,
    pub blur_across: wgpu::RenderPipeline,
    pub blur_down: wgpu::RenderPipeline,
    pub opaque: wgpu::RenderPipeline,
    /// What the alpha of a texture masks or blends.
    pub cutout: wgpu::RenderPipeline,
    pub hull: wgpu::RenderPipeline,
    pub hull_cutout: wgpu::RenderPipeline,
    pub backdrop: wgpu::RenderPipeline,
    pub clear_back: wgpu::RenderPipeline,
    pub clear_depth: wgpu::RenderPipeline,
    pub clear_front: wgpu::RenderPipeline,
    pub ellipsoid: wgpu::RenderPipeline,
    pub line: wgpu::RenderPipeline,
    pub hidden_line: wgpu::RenderPipeline,
    pub line_on_top: wgpu::RenderPipeline,
    pub dot: wgpu::RenderPipeline,
}

impl Pipelines {
    pub(crate) fn new(gpu: &Gpu, layouts: &Layouts) -> Pipelines {
        let shader = |label, text: &[&str]| {
            let text = [&[include_str!("shaders/globals.wgsl")], text].concat().concat();
            gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(text.into()),
            })
        };
        let material = include_str!("shaders/material.wgsl");
        let surface = shader("surface", &[material, include_str!("shaders/surface.wgsl")]);
        let shadow = shader("shadow", &[material, include_str!("shaders/shadow.wgsl")]);
        let blur = shader("blur", &[include_str!("shaders/blur.wgsl")]);
        let backdrop = shader("backdrop", &[include_str!("shaders/backdrop.wgsl")]);
        let overlay = shader("overlay", &[include_str!("shaders/overlay.wgsl")]);

        let mesh = [Vertex::LAYOUT, Cover::LAYOUT, Follow::LAYOUT];
        let over = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        let most = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Max,
        };

        let opaque = Recipe {
            groups: &[&layouts.globals, &layouts.material, &layouts.texture, &layouts.maps],
            shader: &surface,
            vertex: "surface_vertex",
            fragment: Some("opaque_fragment"),
            buffers: &mesh,
            strip: false,
            cull: Some(Face::Back),
            format: Some(COLOR),
            blend: None,
            writes: wgpu::ColorWrites::ALL,
            depth: Some((CompareFunction::LessEqual, true)),
            slope_bias: 0.0,
            samples: SAMPLES,
        };
        let cutout = Recipe { fragment: Some("cutout_fragment"), blend: over, ..opaque };
        let hull = Recipe { vertex: "hull_vertex", fragment: Some("hull_fragment"), cull: Some(Face::Front), ..opaque };
        let clear_front = Recipe { fragment: Some("clear_fragment"), blend: over, ..opaque };
        let clear_back =
            Recipe { cull: Some(Face::Front), depth: Some((CompareFunction::LessEqual, false)), ..clear_front };
        let clear_depth = Recipe { writes: wgpu::ColorWrites::empty(), ..clear_front };
        let shadow_map = Recipe {
            groups: &[&layouts.globals, &layouts.material, &layouts.texture],
            shader: &shadow,
            vertex: "depth_vertex",
            fragment: None,
            format: None,
            slope_bias: 2.0,
            samples: 1,
            ..opaque
        };
        let ground_mask = Recipe {
            groups: &[&layouts.globals, &layouts.material, &layouts.texture],
            shader: &shadow,
            vertex: "mask_vertex",
            fragment: Some("mask_fragment"),
            cull: None,
            format: Some(MASK),
            blend: Some(wgpu::BlendState { color: most, alpha: most }),
            depth: None,
            samples: 1,
            ..opaque
        };
        let blur_across = Recipe {
            groups: &[&layouts.globals, &layouts.source],
            shader: &blur,
            vertex: "blur_vertex",
            fragment: Some("blur_across"),
            buffers: &[],
            blend: None,
            ..ground_mask
        };
        let backdrop = Recipe {
            groups: &[&layouts.globals, &layouts.maps, &layouts.source],
            shader: &backdrop,
            vertex: "backdrop_vertex",
            fragment: Some("backdrop_fragment"),
            buffers: &[],
            format: Some(PICTURE),
            depth: None,
            samples: 1,
            ..opaque
        };
        let line = Recipe {
            groups: &[&layouts.globals],
            shader: &overlay,
            vertex: "line_vertex",
            fragment: Some("line_fragment"),
            buffers: &[LineInstance::LAYOUT],
            strip: true,
            cull: None,
            blend: over,
            depth: Some((CompareFunction::LessEqual, false)),
            ..opaque
        };
        let hidden_line =
            Recipe { fragment: Some("hidden_line_fragment"), depth: Some((CompareFunction::Greater, false)), ..line };
        let line_on_top = Recipe { depth: Some((CompareFunction::Always, false)), ..line };
        let ellipsoid = Recipe {
            vertex: "ellipsoid_vertex",
            fragment: Some("ellipsoid_fragment"),
            buffers: &[EllipsoidInstance::LAYOUT],
            ..line_on_top
        };
        let dot = Recipe {
            vertex: "dot_vertex",
            fragment: Some("dot_fragment"),
            buffers: &[DotInstance::LAYOUT],
            ..line_on_top
        };
        Pipelines {
            shadow: shadow_map.build(gpu),
            shadow_cutout: Recipe { vertex: "cutout_vertex", fragment: Some("cutout_fragment"), ..shadow_map }
                .build(gpu),
            ground_mask: ground_mask.build(gpu),
            blur_across: blur_across.build(gpu),
            blur_down: Recipe { fragment: Some("blur_down"), ..blur_across }.build(gpu),
            opaque: opaque.build(gpu),
            cutout: cutout.build(gpu),
            hull: hull.build(gpu),
            hull_cutout: Recipe { fragment: Some("hull_cutout_fragment"), ..hull }.build(gpu),
            backdrop: backdrop.build(gpu),
            clear_back: clear_back.build(gpu),
            clear_depth: clear_depth.build(gpu),
            clear_front: clear_front.build(gpu),
            ellipsoid: ellipsoid.build(gpu),
            line: line.build(gpu),
            hidden_line: hidden_line.build(gpu),
            line_on_top: line_on_top.build(gpu),
            dot: dot.build(gpu),
        }
    }
}
