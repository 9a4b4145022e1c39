//! Pictures on the screen: the renderer, on the device of the window.

use eframe::egui::TextureId;
use eframe::egui_wgpu::{RenderState, wgpu};
use lissom_render::{Frame, RenderError, Renderer};

pub struct Screen {
    state: RenderState,
    renderer: Renderer,
    shown: Vec<TextureId>,
}

impl Screen {
    pub fn new(state: RenderState) -> Screen {
        let renderer = Renderer::with_device(state.device.clone(), state.queue.clone());
        Screen { state, renderer, shown: Vec::new() }
    }

    /// Paints a frame; `place` tells pictures that are shown at the same time apart.
    pub fn paint(&mut self, place: usize, frame: &Frame) -> Result<TextureId, RenderError> {
        let texture = self.renderer.draw(frame)?;
        let view = texture.create_view(&Default::default());
        let mut egui = self.state.renderer.write();
        let (device, linear) = (&self.state.device, wgpu::FilterMode::Linear);
        while self.shown.len() <= place {
            let id = egui.register_native_texture(device, &view, linear);
            self.shown.push(id);
        }
        egui.update_egui_texture_from_wgpu_texture(device, &view, linear, self.shown[place]);
        Ok(self.shown[place])
    }
}
