use glam::Vec3;

/// A colour as an artist names it: sRGB, each channel 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color(pub [f32; 3]);

impl Color {
    /// The one calm colour of overlays.
    pub const ACCENT: Color = Color::hex(0x2F8FB5);

    /// From `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Color {
        Color([((rgb >> 16) & 255) as f32 / 255.0, ((rgb >> 8) & 255) as f32 / 255.0, (rgb & 255) as f32 / 255.0])
    }

    /// Linear light. Anything that is not a number counts as black.
    pub(crate) fn linear(self) -> Vec3 {
        let sound = |c: f32| if c.is_nan() { 0.0 } else { c.clamp(0.0, 1.0) };
        Vec3::from(self.0.map(|c| linear_from_srgb(sound(c))))
    }
}

pub(crate) fn linear_from_srgb(c: f32) -> f32 {
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

pub(crate) fn srgb_from_linear(c: f32) -> f32 {
    if c <= 0.0031308 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 }
}
