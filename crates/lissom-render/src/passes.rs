use crate::Renderer;
use crate::canvas::Targets;
use crate::paint::{Kind, MaterialSlot};
use crate::scene::Draw;

/// One frame on its way through the device.
pub(crate) struct Passes<'a> {
    pub renderer: &'a Renderer,
    pub targets: &'a Targets,
    pub globals: wgpu::BindGroup,
    pub material: wgpu::BindGroup,
}

impl Passes<'_> {
    /// The key light's depth map of everything solid.
    pub(crate) fn shadow(&self, encoder: &mut wgpu::CommandEncoder) {
        let pipelines = &self.renderer.pipelines;
        let mut pass = begin(encoder, None, Some(&self.renderer.light_maps.shadow));
        pass.set_bind_group(0, &self.globals, &[]);
        for (slot, draw) in self.draws().filter(|(_, draw)| draw.casts && draw.kind != Kind::Clear) {
            let whole = draw.kind == Kind::Opaque;
            pass.set_pipeline(if whole { &pipelines.shadow } else { &pipelines.shadow_cutout });
            self.draw(&mut pass, slot, draw, 1);
        }
    }

    /// The ground's shadow, drawn and blurred.
    pub(crate) fn ground_mask(&self, encoder: &mut wgpu::CommandEncoder) {
        let (pipelines, maps) = (&self.renderer.pipelines, &self.renderer.light_maps);
        let [first, second] = &maps.masks;
        let mut pass = begin(encoder, Some((first, None)), None);
        pass.set_bind_group(0, &self.globals, &[]);
        pass.set_pipeline(&pipelines.ground_mask);
        for (slot, draw) in self.draws().filter(|(_, draw)| draw.casts) {
            self.draw(&mut pass, slot, draw, 1);
        }
        drop(pass);
        let blurs = [(second, &pipelines.blur_across, &maps.blurs[0]), (first, &pipelines.blur_down, &maps.blurs[1])];
        for (target, pipeline, source) in blurs {
            let mut pass = begin(encoder, Some((target, None)), None);
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &self.globals, &[]);
            pass.set_bind_group(1, source, &[]);
            pass.draw(0..3, 0..1);
        }
    }

    /// Surfaces and overlays on nothing.
    pub(crate) fn figures(&self, encoder: &mut wgpu::CommandEncoder) {
        let pipelines = &self.renderer.pipelines;
        let color = (&self.targets.color, Some(&self.targets.figures));
        let mut pass = begin(encoder, Some(color), Some(&self.targets.depth));
        pass.set_bind_group(0, &self.globals, &[]);
        pass.set_bind_group(3, &self.renderer.light_maps.bound, &[]);
        let solid = |draw: &Draw| matches!(draw.kind, Kind::Opaque | Kind::Masked);
        for (slot, draw) in self.draws().filter(|(_, draw)| solid(draw)) {
            pass.set_pipeline(if draw.kind == Kind::Opaque { &pipelines.opaque } else { &pipelines.cutout });
            self.draw(&mut pass, slot, draw, 1);
        }
        for (slot, draw) in self.draws().filter(|(_, draw)| solid(draw)) {
            self.outline(&mut pass, slot, draw);
        }
        for (slot, draw) in self.draws().filter(|(_, draw)| !solid(draw)) {
            let clear = [&pipelines.clear_back, &pipelines.clear_depth, &pipelines.clear_front];
            let steps = if draw.kind == Kind::Clear { &clear[..] } else { &[&pipelines.cutout] };
            for step in steps {
                pass.set_pipeline(step);
                self.draw(&mut pass, slot, draw, 1);
            }
            self.outline(&mut pass, slot, draw);
        }
        let renderer = self.renderer;
        renderer.ellipsoids.draw(&mut pass, &pipelines.ellipsoid);
        renderer.lines.draw(&mut pass, &pipelines.hidden_line);
        renderer.lines.draw(&mut pass, &pipelines.line);
        renderer.lines_on_top.draw(&mut pass, &pipelines.line_on_top);
        renderer.dots.draw(&mut pass, &pipelines.dot);
    }

    /// Sky and ground, with the figures laid over them.
    pub(crate) fn backdrop(&self, encoder: &mut wgpu::CommandEncoder) {
        let renderer = self.renderer;
        let figures = wgpu::BindingResource::TextureView(&self.targets.figures);
        let figures = renderer.gpu.bind(&renderer.layouts.source, &[figures]);
        let mut pass = begin(encoder, Some((&self.targets.picture_view, None)), None);
        pass.set_pipeline(&renderer.pipelines.backdrop);
        pass.set_bind_group(0, &self.globals, &[]);
        pass.set_bind_group(1, &renderer.light_maps.bound, &[]);
        pass.set_bind_group(2, &figures, &[]);
        pass.draw(0..3, 0..1);
    }

    /// All surfaces, each with the place of its material.
    fn draws(&self) -> impl Iterator<Item = (usize, &Draw)> {
        self.renderer.scene.draws.iter().enumerate()
    }

    fn outline(&self, pass: &mut wgpu::RenderPass, slot: usize, draw: &Draw) {
        let pipelines = &self.renderer.pipelines;
        if draw.outlined {
            let cut = matches!(draw.kind, Kind::Masked | Kind::Blended);
            pass.set_pipeline(if cut { &pipelines.hull_cutout } else { &pipelines.hull });
            self.draw(pass, slot, draw, 2);
        }
    }

    fn draw(&self, pass: &mut wgpu::RenderPass, slot: usize, draw: &Draw, copies: u32) {
        let renderer = self.renderer;
        let zeros = renderer.zeros.buffer.slice(..);
        let (buffers, indices) = match &draw.model {
            Some(model) => {
                let covers = draw.covers.map_or(zeros, |first| renderer.figure_covers.buffer.slice(first..));
                ([model.vertices.slice(..), covers, model.follows.slice(..)], &model.indices)
            }
            None => {
                let [vertices, covers] = [&renderer.vertices, &renderer.covers].map(|b| b.buffer.slice(..));
                ([vertices, covers, zeros], &renderer.indices.buffer)
            }
        };
        for (place, buffer) in (0..).zip(buffers) {
            pass.set_vertex_buffer(place, buffer);
        }
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.set_bind_group(1, &self.material, &[(slot * size_of::<MaterialSlot>()) as u32]);
        pass.set_bind_group(2, &draw.texture, &[]);
        pass.draw_indexed(draw.indices.clone(), 0, 0..copies);
    }
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
