use crate::{Camera, Color, Dot, Ellipsoid, Figure, Line, Surface};

/// Everything one picture shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame<'a> {
    pub picture: Picture,
    pub camera: Camera,
    pub surfaces: &'a [Surface<'a>],
    pub figures: &'a [Figure<'a>],
    pub ellipsoids: &'a [Ellipsoid],
    pub lines: &'a [Line],
    pub dots: &'a [Dot],
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
    /// Colour of the soft disc on the ground; `None` leaves out disc and ground shadow.
    pub ground: Option<Color>,
    /// How high the ground lies, in metres.
    pub ground_y: f32,
    /// Direction towards the key light. By default upper left, seen from the camera.
    pub key_light: Option<[f32; 3]>,
    /// How many pixels a stroke is, the unit of outlines, lines and dots. By default a 720th of the height, so that
    /// pictures of all sizes look alike; in a window, the pixels of a point.
    pub stroke_px: Option<f32>,
}

impl Picture {
    /// At night, for dark windows.
    pub fn dark() -> Picture {
        Picture {
            top: Color::hex(0x1B2029),
            bottom: Color::hex(0x2C313A),
            ground: Some(Color::hex(0x383D46)),
            ..Picture::default()
        }
    }

    /// Of a sound size.
    pub(crate) fn stroke_px(&self) -> f32 {
        let given = self.stroke_px.filter(|px| *px > 0.0 && *px < 100.0);
        given.unwrap_or(self.height as f32 / 720.0)
    }
}

impl Default for Picture {
    fn default() -> Picture {
        Picture {
            width: 1280,
            height: 720,
            top: Color::hex(0xD0E2EF),
            bottom: Color::hex(0xFDF9F2),
            ground: Some(Color::hex(0xF0EAE4)),
            ground_y: 0.0,
            key_light: None,
            stroke_px: None,
        }
    }
}
