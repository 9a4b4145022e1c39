//! What a scene looks like: meshes and overlays for the renderer.

use lissom_formats::gltf;
use lissom_render::{
    Alpha, Bands, Camera, Color, Dot, Ellipsoid, Figure, Frame, Ink, Line, Mesh, Paint, Picture, Surface,
};
#[cfg(not(target_arch = "wasm32"))]
use lissom_render::{Image, RenderError, Renderer};
use lissom_rig::Material;
use lissom_scenes::camera::Shot;
use lissom_scenes::cutaway::Cutaway;

use crate::drawn::{self, Body, Drawn, Joints};
use crate::overlay::tints::Tints;
use crate::overlay::{Overlay, Overlays, ghost, lines};
use crate::show::Show;

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
    joints: Joints,
    /// How high the ground lies.
    ground_y: f32,
    pub ellipsoids: Vec<Ellipsoid>,
    pub lines: Vec<Line>,
    pub dots: Vec<Dot>,
}

impl Drawing {
    pub fn of(show: &Show, look: Look) -> Drawing {
        let Look { overlays, cut } = look;
        // What is cut open is seen from both sides: models are not.
        let drawn = if cut.is_some() { show.pieces(cut) } else { show.drawn() };
        let mut drawing = Drawing { ground_y: show.ground_y(), ..Drawing::of_drawn(drawn, cut.is_some()) };
        let tints = Tints::of(show.actor(), overlays);
        for drawn in &mut drawing.drawn {
            if let Body::Piece(piece) = &drawn.body {
                (drawn.tints, drawn.field) = (tints.at(&piece.inside), tints.field(&piece.inside));
            }
        }
        if drawing.drawn.iter().any(|drawn| matches!(drawn.body, Body::Figure { .. })) {
            drawing.joints = show.joints();
        }
        drawing.lines = lines::of(show.actor(), look);
        if overlays.has(Overlay::Particles) {
            drawing.ellipsoids = lines::ellipsoids(show.actor());
        }
        if overlays.has(Overlay::Ghost) {
            drawing.drawn.extend(ghost::pieces(show));
        }
        drawing
    }

    /// Of anything, with the ground at 0.
    pub fn of_drawn(drawn: Vec<Drawn>, two_sided: bool) -> Drawing {
        let joints = Joints::default();
        Drawing { drawn, two_sided, joints, ground_y: 0.0, ellipsoids: Vec::new(), lines: Vec::new(), dots: Vec::new() }
    }

    /// Has a frame of it painted.
    pub fn frame<T>(&self, picture: Picture, shot: &Shot, draw: impl FnOnce(&Frame) -> T) -> T {
        let (mut surfaces, mut figures) = (Vec::new(), Vec::new());
        for drawn in &self.drawn {
            let (tints, look) = (&drawn.tints, drawn.look.as_ref().map(|(primitive, _)| &**primitive));
            match &drawn.body {
                Body::Piece(piece) => {
                    let mesh = drawn::mesh(&piece.positions, &piece.normals, &piece.triangles, look);
                    let mesh = Mesh { two_sided: mesh.two_sided || self.two_sided, ..mesh };
                    surfaces.push(Surface { mesh, tints, paint: paint(drawn, &piece.material) });
                }
                Body::Figure { model, material } => figures.push(Figure {
                    model: &model.model,
                    bones: self.joints.bones.get(model.first_bone..).unwrap_or_default(),
                    particles: &self.joints.particles,
                    tints,
                    paint: paint(drawn, material),
                }),
            }
        }
        let camera = Camera::between(shot.eye.to_array(), shot.target.to_array());
        draw(&Frame {
            picture: Picture { ground_y: self.ground_y, ..picture },
            camera,
            surfaces: &surfaces,
            figures: &figures,
            ellipsoids: &self.ellipsoids,
            lines: &self.lines,
            dots: &self.dots,
        })
    }
}

fn paint<'a>(drawn: &'a Drawn, material: &Material) -> Paint<'a> {
    let plain = Paint {
        opacity: material.opacity,
        flat: material.flat,
        bands: drawn.field.as_ref().map(|field| Bands { values: &field.values, tints: field.tints }),
        ..Paint::new(Color::hex(material.base), Color::hex(material.shade))
    };
    let Some((primitive, texture)) = &drawn.look else { return plain };
    Paint {
        texture: texture.as_ref(),
        alpha: match primitive.look.alpha {
            gltf::Alpha::Opaque => Alpha::Opaque,
            gltf::Alpha::Mask { cutoff } => Alpha::Mask { cutoff },
            gltf::Alpha::Blend => Alpha::Blend,
        },
        outline: primitive.look.outline.map_or(1.0, |o| o.width),
        ink: primitive.look.outline.map(|o| Ink { color: Color::hex(o.color), mix: o.mix }),
        ..plain
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub fn draw(renderer: &mut Renderer, show: &Show, picture: Picture, look: Look) -> Result<Image, RenderError> {
    Drawing::of(show, look).frame(picture, &show.shot(), |frame| renderer.render(frame))
}
