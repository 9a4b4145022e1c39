//! Pictures without a window, read back from the device.

use crate::gpu::Gpu;
use crate::{Frame, Image, RenderError, Renderer};

impl Renderer {
    /// Opens a device without a window.
    pub fn new() -> Result<Renderer, RenderError> {
        let gpu = Gpu::open()?;
        Ok(Renderer::with_device(gpu.device, gpu.queue))
    }

    /// Until all that was painted is there.
    pub fn wait(&self) -> Result<(), RenderError> {
        let waited = self.gpu.device.poll(wgpu::PollType::wait_indefinitely());
        waited.map(drop).map_err(|error| RenderError::ReadBack(error.to_string()))
    }

    /// Paints a frame and reads it back.
    pub fn render(&mut self, frame: &Frame) -> Result<Image, RenderError> {
        let mut canvas = std::mem::take(&mut self.canvas);
        let image = self.draw(&mut canvas, frame).cloned().and_then(|view| read(&self.gpu, view.texture()));
        self.canvas = canvas;
        image
    }
}

impl Gpu {
    /// Any adapter will do, a software one too; no window is needed.
    pub(crate) fn open() -> Result<Gpu, RenderError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        }))
        .map_err(|_| RenderError::NoAdapter)?;
        let limits = wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.limits());
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("lissom-render"),
            required_limits: limits,
            ..Default::default()
        }))
        .map_err(|error| RenderError::NoDevice(error.to_string()))?;
        Ok(Gpu { device, queue })
    }
}

/// Waits for the device and copies the picture out.
fn read(gpu: &Gpu, picture: &wgpu::Texture) -> Result<Image, RenderError> {
    let failed = |error: &dyn std::fmt::Display| RenderError::ReadBack(error.to_string());
    let (width, height) = (picture.width(), picture.height());
    let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: u64::from(row) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        picture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
        },
        picture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        sender.send(result).ok();
    });
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| failed(&e))?;
    receiver.recv().map_err(|e| failed(&e))?.map_err(|e| failed(&e))?;
    let mapped = buffer.get_mapped_range(..).map_err(|e| failed(&e))?;
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for line in mapped.chunks_exact(row as usize) {
        rgba.extend_from_slice(&line[..width as usize * 4]);
    }
    Ok(Image { width, height, rgba })
}
