//! What a scene looks like: skinned meshes and overlays for the renderer.

use lissom_formats::gltf;
use lissom_render::{Alpha, Camera, Color, Dot, Ellipsoid, Frame, Line, Mesh, Paint, Picture, Surface};
#[cfg(not(target_arch = "wasm32"))]
use lissom_render::{Image, RenderError, Renderer};
use lissom_scenes::camera::Shot;
use lissom_scenes::cutaway::Cutaway;

use crate::overlay::tints::Tints;
use crate::overlay::{Overlay, Overlays, ghost, lines};
use crate::show::{Drawn, Show};

/// What a picture shows besides the character as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    pub overlays: Overlays,
    /// A look into boneless bodies.
    pub cut: Option<Cutaway>,
}

/// All that a picture shows, wherever it is taken from.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub drawn: Vec<Drawn>,
    two_sided: bool,
    pub ellipsoids: Vec<Ellipsoid>,
    pub lines: Vec<Line>,
    pub dots: Vec<Dot>,
}

impl Drawing {
    pub fn of(show: &Show, look: Look) -> Drawing {
        let Look { overlays, cut } = look;
        let mut drawing = Drawing::of_drawn(show.drawn(cut), cut.is_some());
        let tints = Tints::of(show.actor(), overlays);
        drawing.drawn.iter_mut().for_each(|d| d.tints = tints.at(&d.piece.inside));
        drawing.lines = lines::of(show.actor(), look);
        if overlays.has(Overlay::Particles) {
            drawing.ellipsoids = lines::ellipsoids(show.actor());
        }
        if overlays.has(Overlay::Ghost) {
            drawing.drawn.extend(ghost::pieces(show));
        }
        drawing
    }

    /// Of anything.
    pub fn of_drawn(drawn: Vec<Drawn>, two_sided: bool) -> Drawing {
        Drawing { drawn, two_sided, ellipsoids: Vec::new(), lines: Vec::new(), dots: Vec::new() }
    }

    /// Has a frame of it painted.
    pub fn frame<T>(&self, picture: Picture, shot: &Shot, paint: impl FnOnce(&Frame) -> T) -> T {
        let surfaces: Vec<Surface> = self.drawn.iter().map(|drawn| self.surface(drawn)).collect();
        let camera = Camera::between(shot.eye.to_array(), shot.target.to_array());
        paint(&Frame {
            picture,
            camera,
            surfaces: &surfaces,
            ellipsoids: &self.ellipsoids,
            lines: &self.lines,
            dots: &self.dots,
            ..Frame::default()
        })
    }

    fn surface<'a>(&self, drawn: &'a Drawn) -> Surface<'a> {
        let Drawn { piece, tints, look } = drawn;
        let look = look.as_ref().map(|(primitive, texture)| (&primitive.look, primitive, texture));
        let material = piece.material;
        let plain = Paint {
            opacity: material.opacity,
            flat: material.flat,
            ..Paint::new(Color::hex(material.base), Color::hex(material.shade))
        };
        let paint = look.map_or(plain, |(look, _, texture)| Paint {
            texture: texture.as_ref(),
            alpha: match look.alpha {
                gltf::Alpha::Opaque => Alpha::Opaque,
                gltf::Alpha::Mask { cutoff } => Alpha::Mask { cutoff },
                gltf::Alpha::Blend => Alpha::Blend,
            },
            outline: look.outline.map_or(1.0, |o| o.width),
            ..plain
        });
        Surface {
            mesh: Mesh {
                positions: bytemuck::cast_slice(&piece.positions),
                normals: bytemuck::cast_slice(&piece.normals),
                triangles: &piece.triangles,
                uvs: look.map_or(&[], |(_, primitive, _)| &primitive.uvs),
                two_sided: self.two_sided || look.is_some_and(|(look, ..)| look.two_sided),
            },
            tints,
            paint,
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub fn draw(renderer: &mut Renderer, show: &Show, picture: Picture, look: Look) -> Result<Image, RenderError> {
    Drawing::of(show, look).frame(picture, &show.shot(), |frame| renderer.render(frame))
}
