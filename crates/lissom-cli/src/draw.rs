//! What a scene looks like: skinned meshes and overlays for the renderer.

use lissom_render::{Camera, Color, Ellipsoid, Frame, Image, Line, Picture, RenderError, Renderer, Surface, Tint};
use lissom_scenes::scene::Play;

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
}

/// The one calm colour of overlays, and a paler one for what follows the bones.
const ACCENT: Color = Color::hex(0x2F7FB8);
const PALE: Color = Color::hex(0xA9B7C4);

pub fn draw(renderer: &mut Renderer, play: &Play, picture: Picture, look: Look) -> Result<Image, RenderError> {
    let actor = &play.actor;
    let tints: Vec<Vec<Tint>> =
        (0..actor.meshes().len()).map(|k| if look.excitation { tints(play, k) } else { Vec::new() }).collect();
    let surfaces: Vec<Surface> = actor
        .character
        .meshes
        .iter()
        .zip(actor.meshes())
        .zip(&tints)
        .map(|((mesh, map), tints)| Surface {
            positions: bytemuck::cast_slice(&map.positions),
            normals: bytemuck::cast_slice(&map.normals),
            triangles: &mesh.triangles,
            tints,
            opacity: mesh.material.opacity,
            flat: mesh.material.flat,
            ..Surface::new(Color::hex(mesh.material.base), Color::hex(mesh.material.shade))
        })
        .collect();
    let (ellipsoids, lines) = match look.overlay {
        Overlay::None => (Vec::new(), Vec::new()),
        Overlay::Particles => (ellipsoids(play), lines(play)),
    };
    let shot = play.shot();
    let camera = Camera::between(shot.eye.to_array(), shot.target.to_array());
    renderer.render(&Frame { picture, camera, surfaces: &surfaces, ellipsoids: &ellipsoids, lines: &lines })
}

fn tints(play: &Play, mesh: usize) -> Vec<Tint> {
    let tint = |(color, weight)| Tint { color: Color::hex(color), weight };
    play.excitation(mesh).into_iter().map(tint).collect()
}

fn ellipsoids(play: &Play) -> Vec<Ellipsoid> {
    let (actor, poses) = (&play.actor, play.actor.world.poses());
    (0..actor.radii.len())
        .map(|k| Ellipsoid {
            center: poses.positions()[k],
            axes: poses.rotations()[k],
            radii: actor.radii[k].to_array(),
            color: if actor.simulated[k] { ACCENT } else { PALE },
        })
        .collect()
}

fn lines(play: &Play) -> Vec<Line> {
    let places = play.actor.world.poses().positions();
    let edge = |&[a, b]: &[u32; 2]| Line { a: places[a as usize], b: places[b as usize], color: ACCENT };
    let mut lines: Vec<Line> = play.actor.edges.iter().map(edge).collect();
    play.actor.world.draw_colliders(&mut |a, b| lines.push(Line { a, b, color: PALE }));
    lines
}
