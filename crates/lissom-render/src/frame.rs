use crate::{Camera, Color, Ellipsoid, Line, Surface};

/// Everything one picture shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame<'a> {
    pub picture: Picture,
    pub camera: Camera,
    pub surfaces: &'a [Surface<'a>],
    pub ellipsoids: &'a [Ellipsoid],
    pub lines: &'a [Line],
}

/// The sheet a frame is painted on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Background at the upper edge.
    pub top: Color,
    /// Background at the lower edge.
    pub bottom: Color,
    /// Colour of the soft disc at y = 0; `None` leaves out disc and ground shadow.
    pub ground: Option<Color>,
    /// Direction towards the key light. By default upper left, seen from the camera.
    pub key_light: Option<[f32; 3]>,
}

impl Default for Picture {
    fn default() -> Picture {
        Picture {
            width: 1280,
            height: 720,
            top: Color::hex(0xD0E2EF),
            bottom: Color::hex(0xFDF9F2),
            ground: Some(Color::hex(0xF0EAE4)),
            key_light: None,
        }
    }
}
