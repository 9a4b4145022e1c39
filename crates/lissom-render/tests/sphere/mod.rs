//! A ball resting on the ground, for image tests.

use std::f32::consts::{PI, TAU};

use lissom_render::{Camera, Color, Frame, Image, Mesh, Paint, Picture, Renderer, Surface};

pub const BASE: [u8; 3] = [0xBC, 0xA9, 0xCE];
pub const PAINT: Paint = Paint::new(Color::hex(0xBCA9CE), Color::hex(0x8B78A8));

pub struct Sphere {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Sphere {
    /// Half a metre in radius, standing on the origin.
    pub fn new() -> Sphere {
        let (around, up) = (32_u32, 16_u32);
        let mut sphere = Sphere { positions: vec![], normals: vec![], triangles: vec![] };
        for i in 0..=around {
            let (sin, cos) = (i as f32 / around as f32 * TAU).sin_cos();
            for j in 0..=up {
                let (y, r) = (j as f32 / up as f32 * PI - PI / 2.0).sin_cos();
                sphere.normals.push([r * cos, y, r * sin]);
                sphere.positions.push([0.5 * r * cos, 0.5 + 0.5 * y, 0.5 * r * sin]);
                if i < around && j < up {
                    let (a, b) = (i * (up + 1) + j, (i + 1) * (up + 1) + j);
                    sphere.triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
                }
            }
        }
        sphere
    }

    pub fn mesh(&self) -> Mesh<'_> {
        Mesh { positions: &self.positions, normals: &self.normals, triangles: &self.triangles, ..Mesh::default() }
    }

    pub fn painted<'a>(&'a self, paint: Paint<'a>) -> Surface<'a> {
        Surface { mesh: self.mesh(), tints: &[], paint }
    }
}

/// Opens a renderer; a machine without a driver fails with the sentence that helps.
pub fn renderer() -> Renderer {
    Renderer::new().unwrap_or_else(|error| panic!("{error}"))
}

/// A small frame with the ball in the middle.
pub fn frame<'a>(surfaces: &'a [Surface<'a>]) -> Frame<'a> {
    Frame {
        picture: Picture { width: 160, height: 120, ..Picture::default() },
        camera: Camera::orbit([0.0, 0.5, 0.0], 1.0, 0.0, 0.2),
        surfaces,
        ..Frame::default()
    }
}

pub fn rgb(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = image.pixel(x, y).unwrap_or_else(|| panic!("no pixel at {x}, {y}"));
    [r, g, b]
}

/// The largest difference of a channel.
pub fn difference(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.iter().zip(&b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}
