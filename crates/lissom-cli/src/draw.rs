//! What a scene looks like: skinned meshes and overlays for the renderer.

use lissom_render::{
    Camera, Color, Ellipsoid, Frame, Image, Line, Mesh, Paint, Picture, RenderError, Renderer, Surface, Tint,
};
use lissom_scenes::cutaway::Cutaway;

use crate::played::Played;

/// What is drawn over the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Overlay {
    /// The character alone
    #[default]
    None,
    /// Particles as ellipsoids, the edges between them, and colliders
    Particles,
}

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

pub fn draw(renderer: &mut Renderer, play: &Played, picture: Picture, look: Look) -> Result<Image, RenderError> {
    let pieces = play.pieces(look.cut);
    let tint = |(color, weight): &(u32, f32)| Tint { color: Color::hex(*color), weight: *weight };
    let tints: Vec<Vec<Tint>> = match look.excitation {
        true => pieces.iter().map(|p| p.excitation.iter().map(tint).collect()).collect(),
        false => vec![Vec::new(); pieces.len()],
    };
    let surfaces: Vec<Surface> = pieces
        .iter()
        .zip(&tints)
        .map(|(piece, tints)| Surface {
            mesh: Mesh {
                positions: bytemuck::cast_slice(&piece.positions),
                normals: bytemuck::cast_slice(&piece.normals),
                triangles: &piece.triangles,
                two_sided: look.cut.is_some(),
                ..Mesh::default()
            },
            tints,
            paint: Paint {
                opacity: piece.material.opacity,
                flat: piece.material.flat,
                ..Paint::new(Color::hex(piece.material.base), Color::hex(piece.material.shade))
            },
        })
        .collect();
    let (ellipsoids, lines) = match look.overlay {
        Overlay::None => (Vec::new(), Vec::new()),
        Overlay::Particles => (ellipsoids(play), lines(play)),
    };
    let shot = play.shot();
    let camera = Camera::between(shot.eye.to_array(), shot.target.to_array());
    renderer.render(&Frame {
        picture,
        camera,
        surfaces: &surfaces,
        ellipsoids: &ellipsoids,
        lines: &lines,
        ..Frame::default()
    })
}

fn ellipsoids(play: &Played) -> Vec<Ellipsoid> {
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

fn lines(play: &Played) -> Vec<Line> {
    let places = play.actor().world.poses().positions();
    let edge = |&[a, b]: &[u32; 2]| Line::new(places[a as usize], places[b as usize], ACCENT);
    let mut lines: Vec<Line> = play.actor().edges.iter().map(edge).collect();
    play.actor().world.draw_colliders(&mut |a, b| lines.push(Line::new(a, b, PALE)));
    lines
}
