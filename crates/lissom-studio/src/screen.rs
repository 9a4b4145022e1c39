//! Pictures on the screen: the renderer, on the device of the window.

use std::collections::BTreeMap;

use eframe::egui::TextureId;
use eframe::egui_wgpu::{RenderState, wgpu};
use lissom_render::{Canvas, Frame, RenderError, Renderer};

pub struct Screen {
    state: RenderState,
    renderer: Renderer,
    shown: BTreeMap<usize, Shown>,
}

/// A picture that egui knows.
struct Shown {
    canvas: Canvas,
    view: wgpu::TextureView,
    id: TextureId,
}

impl Screen {
    pub fn new(state: RenderState) -> Screen {
        let renderer = Renderer::with_device(state.device.clone(), state.queue.clone());
        Screen { state, renderer, shown: BTreeMap::new() }
    }

    /// Paints a frame; `place` tells pictures that are shown at the same time apart.
    pub fn paint(&mut self, place: usize, frame: &Frame) -> Result<TextureId, RenderError> {
        let (device, linear) = (&self.state.device, wgpu::FilterMode::Linear);
        match self.shown.get_mut(&place) {
            Some(shown) => {
                let view = self.renderer.draw(&mut shown.canvas, frame)?;
                if *view != shown.view {
                    let mut egui = self.state.renderer.write();
                    egui.update_egui_texture_from_wgpu_texture(device, view, linear, shown.id);
                    shown.view = view.clone();
                }
                Ok(shown.id)
            }
            None => {
                let mut canvas = Canvas::default();
                let view = self.renderer.draw(&mut canvas, frame)?.clone();
                let id = self.state.renderer.write().register_native_texture(device, &view, linear);
                self.shown.insert(place, Shown { canvas, view, id });
                Ok(id)
            }
        }
    }
}
