use glam::Vec3;

use crate::globals::Globals;
use crate::gpu::{Gpu, GrowingBuffer};
use crate::light::Light;
use crate::overlay::{pack_ellipsoids, pack_lines};
use crate::pipelines::{Layouts, Pipelines};
use crate::scene::{Draw, MaterialSlot, Scene};
use crate::targets::{LightMaps, Targets};
use crate::{Frame, Image, RenderError};

/// Paints frames. Buffers and textures are kept from one frame to the next.
pub struct Renderer {
    gpu: Gpu,
    layouts: Layouts,
    pipelines: Pipelines,
    scene: Scene,
    globals: GrowingBuffer,
    vertices: GrowingBuffer,
    indices: GrowingBuffer,
    materials: GrowingBuffer,
    ellipsoids: GrowingBuffer,
    lines: GrowingBuffer,
    light_maps: LightMaps,
    maps: wgpu::BindGroup,
    /// Read the first mask, read the second.
    blurs: [wgpu::BindGroup; 2],
    targets: Option<Targets>,
}

/// How many overlays of each kind a frame has.
struct Overlays {
    ellipsoids: u32,
    lines: u32,
}

impl Renderer {
    /// Opens a device without a window.
    pub fn new() -> Result<Renderer, RenderError> {
        Ok(Renderer::on(Gpu::open()?))
    }

    /// Shares the device of a window.
    pub fn with_device(device: wgpu::Device, queue: wgpu::Queue) -> Renderer {
        Renderer::on(Gpu { device, queue })
    }

    fn on(gpu: Gpu) -> Renderer {
        use wgpu::BufferUsages as Usage;
        let layouts = Layouts::new(&gpu);
        let pipelines = Pipelines::new(&gpu, &layouts);
        let light_maps = LightMaps::new(&gpu);
        let maps = light_maps.bind(&gpu, &layouts);
        let blurs = [0, 1].map(|i| {
            let source = wgpu::BindingResource::TextureView(&light_maps.masks[i]);
            gpu.bind(&layouts.texture, &[source])
        });
        let buffer = |what, usage| GrowingBuffer::new(&gpu, what, usage);
        Renderer {
            scene: Scene::default(),
            globals: buffer("globals", Usage::UNIFORM),
            vertices: buffer("vertices", Usage::VERTEX),
            indices: buffer("indices", Usage::INDEX),
            materials: buffer("materials", Usage::UNIFORM),
            ellipsoids: buffer("ellipsoids", Usage::VERTEX),
            lines: buffer("lines", Usage::VERTEX),
            targets: None,
            gpu,
            layouts,
            pipelines,
            light_maps,
            maps,
            blurs,
        }
    }

    /// Paints a frame and reads it back.
    pub fn render(&mut self, frame: &Frame) -> Result<Image, RenderError> {
        let targets = self.paint(frame)?;
        let image = targets.read(&self.gpu);
        self.targets = Some(targets);
        image
    }

    /// Paints a frame and leaves it on the device, as an sRGB texture.
    pub fn draw(&mut self, frame: &Frame) -> Result<wgpu::Texture, RenderError> {
        let targets = self.paint(frame)?;
        Ok(self.targets.insert(targets).picture.clone())
    }

    fn paint(&mut self, frame: &Frame) -> Result<Targets, RenderError> {
        let (width, height) = (frame.picture.width, frame.picture.height);
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        if width == 0 || height == 0 || width > limit || height > limit {
            return Err(RenderError::PictureSize { width, height, limit });
        }
        let aspect = width as f32 / height as f32;
        let clip_from_world = frame.camera.clip_from_world(aspect).ok_or(RenderError::Camera)?;
        let eye = Vec3::from(frame.camera.eye);
        self.scene.fill(frame.surfaces, eye);
        let light = Light::fit(&frame.camera, frame.picture.key_light, self.scene.casters());

        let gpu = &self.gpu;
        let ellipsoids = pack_ellipsoids(frame.ellipsoids, eye);
        let lines = pack_lines(frame.lines);
        self.globals.write(gpu, &[Globals::new(frame, clip_from_world, &light)])?;
        self.vertices.write(gpu, &self.scene.vertices)?;
        self.indices.write(gpu, &self.scene.indices)?;
        self.materials.write(gpu, &self.scene.materials)?;
        self.ellipsoids.write(gpu, &ellipsoids)?;
        self.lines.write(gpu, &lines)?;
        let overlays = Overlays { ellipsoids: ellipsoids.len() as u32, lines: lines.len() as u32 };

        let targets = match self.targets.take() {
            Some(targets) if targets.fits((width, height)) => targets,
            _ => Targets::new(gpu, (width, height)),
        };
        let globals = self.globals.buffer.as_entire_binding();
        let globals = gpu.bind(&self.layouts.globals, &[globals]);
        let material = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.materials.buffer,
            offset: 0,
            size: wgpu::BufferSize::new(size_of::<MaterialSlot>() as u64),
        });
        let material = gpu.bind(&self.layouts.material, &[material]);

        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        self.draw_shadow(&mut encoder, &globals);
        if frame.picture.ground.is_some() {
            self.draw_mask(&mut encoder, &globals, &material);
        }
        self.draw_figures(&mut encoder, &targets, &globals, &material, &overlays);
        self.draw_backdrop(&mut encoder, &targets, &globals);
        gpu.queue.submit([encoder.finish()]);
        Ok(targets)
    }

    /// The key light's depth map of everything opaque.
    fn draw_shadow(&self, encoder: &mut wgpu::CommandEncoder, globals: &wgpu::BindGroup) {
        let mut pass = begin(encoder, None, Some(&self.light_maps.shadow));
        pass.set_pipeline(&self.pipelines.shadow_depth);
        pass.set_bind_group(0, globals, &[]);
        self.set_mesh(&mut pass);
        for draw in self.scene.draws.iter().filter(|draw| draw.casts && !draw.translucent) {
            pass.draw_indexed(draw.indices.clone(), 0, 0..1);
        }
    }

    /// The ground's shadow, drawn and blurred.
    fn draw_mask(&self, encoder: &mut wgpu::CommandEncoder, globals: &wgpu::BindGroup, material: &wgpu::BindGroup) {
        let [first, second] = &self.light_maps.masks;
        let mut pass = begin(encoder, Some((first, None)), None);
        pass.set_pipeline(&self.pipelines.ground_mask);
        pass.set_bind_group(0, globals, &[]);
        self.set_mesh(&mut pass);
        for (slot, draw) in self.scene.draws.iter().enumerate().filter(|(_, draw)| draw.casts) {
            pass.set_bind_group(1, material, &[material_offset(slot)]);
            pass.draw_indexed(draw.indices.clone(), 0, 0..1);
        }
        drop(pass);
        let blurs =
            [(second, &self.pipelines.blur_across, &self.blurs[0]), (first, &self.pipelines.blur_down, &self.blurs[1])];
        for (target, pipeline, source) in blurs {
            let mut pass = begin(encoder, Some((target, None)), None);
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, globals, &[]);
            pass.set_bind_group(1, source, &[]);
            pass.draw(0..3, 0..1);
        }
    }

    /// Surfaces and overlays on nothing.
    fn draw_figures(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        targets: &Targets,
        globals: &wgpu::BindGroup,
        material: &wgpu::BindGroup,
        overlays: &Overlays,
    ) {
        let color = (&targets.color, Some(&targets.figures));
        let mut pass = begin(encoder, Some(color), Some(&targets.depth));
        let pipelines = &self.pipelines;
        let draws = || self.scene.draws.iter().enumerate();
        pass.set_bind_group(0, globals, &[]);
        pass.set_bind_group(1, &self.maps, &[]);
        self.set_mesh(&mut pass);
        let mesh = |pass: &mut wgpu::RenderPass, slot: usize, draw: &Draw, copies: u32| {
            pass.set_bind_group(2, material, &[material_offset(slot)]);
            pass.draw_indexed(draw.indices.clone(), 0, 0..copies);
        };
        pass.set_pipeline(&pipelines.opaque);
        for (slot, draw) in draws().filter(|(_, draw)| !draw.translucent) {
            mesh(&mut pass, slot, draw, 1);
        }
        pass.set_pipeline(&pipelines.hull);
        for (slot, draw) in draws().filter(|(_, draw)| !draw.translucent && draw.outlined) {
            mesh(&mut pass, slot, draw, 2);
        }
        for (slot, draw) in draws().filter(|(_, draw)| draw.translucent) {
            let steps = [&pipelines.translucent_back, &pipelines.translucent_depth, &pipelines.translucent_front];
            for step in steps {
                pass.set_pipeline(step);
                mesh(&mut pass, slot, draw, 1);
            }
            if draw.outlined {
                pass.set_pipeline(&pipelines.hull);
                mesh(&mut pass, slot, draw, 2);
            }
        }
        pass.set_vertex_buffer(0, self.lines.buffer.slice(..));
        for pipeline in [&pipelines.hidden_line, &pipelines.line] {
            pass.set_pipeline(pipeline);
            pass.draw(0..4, 0..overlays.lines);
        }
        pass.set_pipeline(&pipelines.ellipsoid);
        pass.set_vertex_buffer(0, self.ellipsoids.buffer.slice(..));
        pass.draw(0..4, 0..overlays.ellipsoids);
    }

    /// Sky and ground, with the figures laid over them.
    fn draw_backdrop(&self, encoder: &mut wgpu::CommandEncoder, targets: &Targets, globals: &wgpu::BindGroup) {
        let figures = wgpu::BindingResource::TextureView(&targets.figures);
        let figures = self.gpu.bind(&self.layouts.texture, &[figures]);
        let mut pass = begin(encoder, Some((&targets.picture_view, None)), None);
        pass.set_pipeline(&self.pipelines.backdrop);
        pass.set_bind_group(0, globals, &[]);
        pass.set_bind_group(1, &self.maps, &[]);
        pass.set_bind_group(2, &figures, &[]);
        pass.draw(0..3, 0..1);
    }

    fn set_mesh(&self, pass: &mut wgpu::RenderPass) {
        pass.set_vertex_buffer(0, self.vertices.buffer.slice(..));
        pass.set_index_buffer(self.indices.buffer.slice(..), wgpu::IndexFormat::Uint32);
    }
}

fn material_offset(slot: usize) -> u32 {
    (slot * size_of::<MaterialSlot>()) as u32
}

/// A pass that starts from nothing: transparent, far away.
fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    color: Option<(&wgpu::TextureView, Option<&wgpu::TextureView>)>,
    depth: Option<&wgpu::TextureView>,
) -> wgpu::RenderPass<'a> {
    let store = wgpu::StoreOp::Store;
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &color.map_or(vec![], |(view, resolve_target)| {
            vec![Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), store },
            })]
        }),
        depth_stencil_attachment: depth.map(|view| wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store }),
            stencil_ops: None,
        }),
        ..Default::default()
    })
}
