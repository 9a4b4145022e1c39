//! What a scene looks like: skinned meshes and overlays for the renderer.

use std::str::FromStr;

use lissom_formats::gltf;
use lissom_render::{
    Alpha, Camera, Color, Dot, Ellipsoid, Frame, Image, Line, Mesh, Paint, Picture, RenderError, Renderer, Surface,
    Tint,
};
use lissom_scenes::camera::Shot;
use lissom_scenes::cutaway::{Cutaway, Piece};

use crate::show::{Drawn, Show};

/// What is drawn over the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// The character alone
    #[default]
    None,
    /// Particles as ellipsoids, the edges between them, and colliders
    Particles,
}

impl Overlay {
    /// Every kind by its name.
    pub const NAMED: [(&str, Overlay); 2] = [("none", Overlay::None), ("particles", Overlay::Particles)];
}

impl FromStr for Overlay {
    type Err = NoOverlay;

    fn from_str(name: &str) -> Result<Overlay, NoOverlay> {
        let found = Overlay::NAMED.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| kind).ok_or_else(|| NoOverlay(name.to_owned()))
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{0}`: give {known}", known = Overlay::NAMED.map(|(name, _)| name).join(", "))]
pub struct NoOverlay(String);

/// What a picture shows besides the character as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    pub overlay: Overlay,
    /// Boneless bodies in the colours of their excitation.
    pub excitation: bool,
    /// A look into boneless bodies.
    pub cut: Option<Cutaway>,
}

/// The one calm colour of overlays, and a paler one for what follows the bones.
const ACCENT: Color = Color::hex(0x2F7FB8);
const PALE: Color = Color::hex(0xA9B7C4);

/// All that a picture shows, wherever it is taken from.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub drawn: Vec<Drawn>,
    /// For each of them: a colour for each vertex, or none at all.
    pub tints: Vec<Vec<Tint>>,
    two_sided: bool,
    pub ellipsoids: Vec<Ellipsoid>,
    pub lines: Vec<Line>,
    pub dots: Vec<Dot>,
}

impl Drawing {
    pub fn of(show: &Show, look: Look) -> Drawing {
        let mut drawing = Drawing::of_drawn(show.drawn(look.cut), look.excitation, look.cut.is_some());
        if look.overlay == Overlay::Particles {
            (drawing.ellipsoids, drawing.lines) = (ellipsoids(show), lines(show));
        }
        drawing
    }

    /// Of anything, in the colours of its excitation or in its own.
    pub fn of_pieces(pieces: Vec<Piece>, excitation: bool, two_sided: bool) -> Drawing {
        let drawn = pieces.into_iter().map(|piece| Drawn { piece, look: None }).collect();
        Drawing::of_drawn(drawn, excitation, two_sided)
    }

    fn of_drawn(drawn: Vec<Drawn>, excitation: bool, two_sided: bool) -> Drawing {
        let tint = |(color, weight): &(u32, f32)| Tint { color: Color::hex(*color), weight: *weight };
        let tints = match excitation {
            true => drawn.iter().map(|d| d.piece.excitation.iter().map(tint).collect()).collect(),
            false => vec![Vec::new(); drawn.len()],
        };
        Drawing { drawn, tints, two_sided, ellipsoids: Vec::new(), lines: Vec::new(), dots: Vec::new() }
    }

    /// Has a frame of it painted.
    pub fn frame<T>(&self, picture: Picture, shot: &Shot, paint: impl FnOnce(&Frame) -> T) -> T {
        let drawn = self.drawn.iter().zip(&self.tints);
        let surfaces: Vec<Surface> = drawn.map(|(drawn, tints)| self.surface(drawn, tints)).collect();
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

    fn surface<'a>(&self, drawn: &'a Drawn, tints: &'a [Tint]) -> Surface<'a> {
        let Drawn { piece, look } = drawn;
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

fn ellipsoids(play: &Show) -> Vec<Ellipsoid> {
    let (actor, poses) = (play.actor(), play.actor().world.poses());
    (0..actor.radii.len())
        .map(|k| Ellipsoid {
            center: poses.positions()[k],
            axes: poses.rotations()[k],
            radii: actor.radii[k].to_array(),
            color: if actor.simulated[k] { ACCENT } else { PALE },
        })
        .collect()
}

fn lines(play: &Show) -> Vec<Line> {
    let places = play.actor().world.poses().positions();
    let edge = |&[a, b]: &[u32; 2]| Line::new(places[a as usize], places[b as usize], ACCENT);
    let mut lines: Vec<Line> = play.actor().edges.iter().map(edge).collect();
    play.actor().world.draw_colliders(&mut |a, b| lines.push(Line::new(a, b, PALE)));
    lines
}
