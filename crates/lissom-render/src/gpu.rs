use crate::RenderError;

/// The device pictures are drawn on.
#[derive(Clone)]
pub(crate) struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

impl Gpu {
    pub(crate) fn texture(
        &self,
        size: (u32, u32),
        samples: u32,
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: samples,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        })
    }

    /// Binds resources in the order of the layout.
    pub(crate) fn bind(&self, layout: &wgpu::BindGroupLayout, resources: &[wgpu::BindingResource]) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
    }
}

/// A device buffer that grows when more is written to it and is kept otherwise.
pub(crate) struct GrowingBuffer {
    what: &'static str,
    usage: wgpu::BufferUsages,
    pub buffer: wgpu::Buffer,
}

impl GrowingBuffer {
    pub(crate) fn new(gpu: &Gpu, what: &'static str, usage: wgpu::BufferUsages) -> GrowingBuffer {
        let usage = usage | wgpu::BufferUsages::COPY_DST;
        GrowingBuffer { what, usage, buffer: allocate(gpu, what, usage, 4096) }
    }

    pub(crate) fn write<T: bytemuck::NoUninit>(&mut self, gpu: &Gpu, items: &[T]) -> Result<(), RenderError> {
        let bytes: &[u8] = bytemuck::cast_slice(items);
        self.reserve(gpu, bytes.len() as u64)?;
        gpu.queue.write_buffer(&self.buffer, 0, bytes);
        Ok(())
    }

    /// Grows, and is zero if nothing is ever written.
    pub(crate) fn reserve(&mut self, gpu: &Gpu, needed: u64) -> Result<(), RenderError> {
        let limit = gpu.device.limits().max_buffer_size;
        if needed > limit {
            return Err(RenderError::TooMuch { what: self.what, needed, limit });
        }
        if needed > self.buffer.size() {
            let size = needed.next_power_of_two().min(limit);
            self.buffer = allocate(gpu, self.what, self.usage, size);
        }
        Ok(())
    }
}

/// A buffer of things that are all drawn alike, each as a strip of four corners.
pub(crate) struct Instances {
    buffer: GrowingBuffer,
    count: u32,
}

impl Instances {
    pub(crate) fn new(gpu: &Gpu, what: &'static str) -> Instances {
        Instances { buffer: GrowingBuffer::new(gpu, what, wgpu::BufferUsages::VERTEX), count: 0 }
    }

    pub(crate) fn write<T: bytemuck::NoUninit>(&mut self, gpu: &Gpu, items: &[T]) -> Result<(), RenderError> {
        self.count = items.len() as u32;
        self.buffer.write(gpu, items)
    }

    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline) {
        if self.count > 0 {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, self.buffer.buffer.slice(..));
            pass.draw(0..4, 0..self.count);
        }
    }
}

fn allocate(gpu: &Gpu, what: &str, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor { label: Some(what), size, usage, mapped_at_creation: false })
}
