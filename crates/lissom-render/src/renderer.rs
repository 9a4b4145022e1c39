use glam::Vec3;

use crate::globals::Globals;
use crate::gpu::{Gpu, GrowingBuffer, Instances};
use crate::light::Light;
use crate::light_maps::LightMaps;
use crate::matrices::Matrices;
use crate::overlay::{pack_dots, pack_ellipsoids, pack_lines};
use crate::paint::MaterialSlot;
use crate::passes::Passes;
use crate::pipelines::{Layouts, Pipelines};
use crate::scene::Scene;
use crate::uploads::Uploads;
use crate::{Canvas, Frame, RenderError};

/// Paints frames, onto any number of canvases. Buffers and textures are kept from one frame to the next.
pub struct Renderer {
    pub(crate) gpu: Gpu,
    pub(crate) layouts: Layouts,
    pub(crate) pipelines: Pipelines,
    pub(crate) scene: Scene,
    pub(crate) uploads: Uploads,
    pub(crate) globals: GrowingBuffer,
    pub(crate) vertices: GrowingBuffer,
    pub(crate) covers: GrowingBuffer,
    pub(crate) indices: GrowingBuffer,
    pub(crate) figure_covers: GrowingBuffer,
    /// Zeros: what surfaces follow, and what lies over figures that nothing lies over.
    pub(crate) zeros: GrowingBuffer,
    matrices: Matrices,
    pub(crate) materials: GrowingBuffer,
    pub(crate) ellipsoids: Instances,
    pub(crate) lines: Instances,
    pub(crate) lines_on_top: Instances,
    pub(crate) dots: Instances,
    pub(crate) light_maps: LightMaps,
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) canvas: Canvas,
}

impl Renderer {
    /// Shares the device of a window. What WebGL 2 can do is enough.
    pub fn with_device(device: wgpu::Device, queue: wgpu::Queue) -> Renderer {
        use wgpu::BufferUsages as Usage;
        let gpu = Gpu { device, queue };
        let layouts = Layouts::new(&gpu);
        let buffer = |what, usage| GrowingBuffer::new(&gpu, what, usage);
        Renderer {
            pipelines: Pipelines::new(&gpu, &layouts),
            scene: Scene::default(),
            uploads: Uploads::new(&gpu, &layouts.texture),
            globals: buffer("globals", Usage::UNIFORM),
            vertices: buffer("vertices", Usage::VERTEX),
            covers: buffer("covers", Usage::VERTEX),
            indices: buffer("indices", Usage::INDEX),
            figure_covers: buffer("covers", Usage::VERTEX),
            zeros: buffer("vertices", Usage::VERTEX),
            matrices: Matrices::new(&gpu),
            materials: buffer("materials", Usage::UNIFORM),
            ellipsoids: Instances::new(&gpu, "ellipsoids"),
            lines: Instances::new(&gpu, "lines"),
            lines_on_top: Instances::new(&gpu, "lines"),
            dots: Instances::new(&gpu, "dots"),
            light_maps: LightMaps::new(&gpu, &layouts),
            #[cfg(not(target_arch = "wasm32"))]
            canvas: Canvas::default(),
            gpu,
            layouts,
        }
    }

    /// Paints a frame and leaves it on the device.
    ///
    /// The texture is `Rgba8Unorm` and holds sRGB bytes, opaque: what egui expects of `register_native_texture`, on
    /// every backend. Shaders of one's own get the bytes as they are and must decode them. The canvas keeps the same
    /// view until the size of the picture changes; whoever clones the view may drop the canvas.
    pub fn draw<'a>(&mut self, canvas: &'a mut Canvas, frame: &Frame) -> Result<&'a wgpu::TextureView, RenderError> {
        let (width, height) = (frame.picture.width, frame.picture.height);
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        if width == 0 || height == 0 || width > limit || height > limit {
            return Err(RenderError::PictureSize { width, height, limit });
        }
        let aspect = width as f32 / height as f32;
        let clip_from_world = frame.camera.clip_from_world(aspect).ok_or(RenderError::Camera)?;
        let eye = Vec3::from(frame.camera.eye);
        self.uploads.begin();
        self.scene.fill(frame, &mut self.uploads)?;
        let light = Light::fit(&frame.camera, &frame.picture, self.scene.casters());

        let gpu = &self.gpu;
        self.globals.write(gpu, &[Globals::new(frame, clip_from_world, &light)])?;
        self.vertices.write(gpu, &self.scene.vertices)?;
        self.covers.write(gpu, &self.scene.covers)?;
        self.indices.write(gpu, &self.scene.indices)?;
        self.figure_covers.write(gpu, &self.scene.figure_covers)?;
        self.zeros.reserve(gpu, self.scene.zeros())?;
        self.matrices.write(gpu, &mut self.scene.matrices)?;
        self.materials.write(gpu, &self.scene.materials)?;
        self.ellipsoids.write(gpu, &pack_ellipsoids(frame.ellipsoids, eye))?;
        self.lines.write(gpu, &pack_lines(frame.lines, false))?;
        self.lines_on_top.write(gpu, &pack_lines(frame.lines, true))?;
        self.dots.write(gpu, &pack_dots(frame.dots))?;

        let targets = canvas.targets(gpu, (width, height));
        let matrices = wgpu::BindingResource::TextureView(&self.matrices.view);
        let globals = [self.globals.buffer.as_entire_binding(), matrices];
        let material = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.materials.buffer,
            offset: 0,
            size: wgpu::BufferSize::new(size_of::<MaterialSlot>() as u64),
        });
        let passes = Passes {
            renderer: self,
            targets,
            globals: gpu.bind(&self.layouts.globals, &globals),
            material: gpu.bind(&self.layouts.material, &[material]),
        };
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        passes.shadow(&mut encoder);
        if frame.picture.ground.is_some() {
            passes.ground_mask(&mut encoder);
        }
        passes.figures(&mut encoder);
        passes.backdrop(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        Ok(&targets.picture_view)
    }
}
