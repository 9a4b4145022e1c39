//! What a scene looks like: skinned meshes and overlays for the renderer.

use std::str::FromStr;

use lissom_render::{Camera, Color, Ellipsoid, Frame, Image, Line, Picture, RenderError, Renderer, Surface, Tint};
use lissom_scenes::camera::Shot;
use lissom_scenes::cutaway::{Cutaway, Piece};

use crate::show::Show;

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
    pub pieces: Vec<Piece>,
    /// By piece: a colour for each vertex, or none at all.
    pub tints: Vec<Vec<Tint>>,
    two_sided: bool,
    pub ellipsoids: Vec<Ellipsoid>,
    pub lines: Vec<Line>,
}

impl Drawing {
    pub fn of(show: &Show, look: Look) -> Drawing {
        let pieces = show.pieces(look.cut);
        let tint = |(color, weight): &(u32, f32)| Tint { color: Color::hex(*color), weight: *weight };
        let tints = match look.excitation {
            true => pieces.iter().map(|p| p.excitation.iter().map(tint).collect()).collect(),
            false => vec![Vec::new(); pieces.len()],
        };
        let (ellipsoids, lines) = match look.overlay {
            Overlay::None => (Vec::new(), Vec::new()),
            Overlay::Particles => (ellipsoids(show), lines(show)),
        };
        Drawing { pieces, tints, two_sided: look.cut.is_some(), ellipsoids, lines }
    }

    /// Has a frame of it painted.
    pub fn frame<T>(&self, picture: Picture, shot: &Shot, paint: impl FnOnce(&Frame) -> T) -> T {
        let pieces = self.pieces.iter().zip(&self.tints);
        let surfaces: Vec<Surface> = pieces.map(|(piece, tints)| self.surface(piece, tints)).collect();
        let camera = Camera::between(shot.eye.to_array(), shot.target.to_array());
        paint(&Frame { picture, camera, surfaces: &surfaces, ellipsoids: &self.ellipsoids, lines: &self.lines })
    }

    fn surface<'a>(&self, piece: &'a Piece, tints: &'a [Tint]) -> Surface<'a> {
        Surface {
            positions: bytemuck::cast_slice(&piece.positions),
            normals: bytemuck::cast_slice(&piece.normals),
            triangles: &piece.triangles,
            tints,
            opacity: piece.material.opacity,
            flat: piece.material.flat,
            two_sided: self.two_sided,
            ..Surface::new(Color::hex(piece.material.base), Color::hex(piece.material.shade))
        }
    }
}

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
    let edge = |&[a, b]: &[u32; 2]| Line { a: places[a as usize], b: places[b as usize], color: ACCENT };
    let mut lines: Vec<Line> = play.actor().edges.iter().map(edge).collect();
    play.actor().world.draw_colliders(&mut |a, b| lines.push(Line { a, b, color: PALE }));
    lines
}
