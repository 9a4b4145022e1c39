use ab_glyph::{Font, FontRef, Glyph, ScaleFont, point};

use crate::Image;

/// Where a line of text stands in its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Left,
    Right,
}

/// Writes one line into a room of the given corner and size, in the middle of its height. What does not fit is cut off,
/// with an ellipsis.
pub(crate) fn write(
    image: &mut Image,
    text: &str,
    corner: (u32, u32),
    room: (u32, u32),
    letters_px: f32,
    ink: [u8; 3],
    place: Place,
) {
    let Ok(font) = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT) else { return };
    let font = font.as_scaled(letters_px);
    let width = |text: &str| -> f32 { text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum() };
    let mut line = text.to_owned();
    while !line.is_empty() && width(&line) > room.0 as f32 {
        let kept = line.trim_end_matches('…').chars().count().saturating_sub(1);
        line = line.chars().take(kept).collect();
        line.extend(Some('…').filter(|_| kept > 0));
    }
    let slack = match place {
        Place::Left => 0.0,
        Place::Right => room.0 as f32 - width(&line),
    };
    let baseline = corner.1 as f32 + 0.5 * (room.1 as f32 + font.ascent() + font.descent());
    let mut x = corner.0 as f32 + slack;
    for c in line.chars() {
        let glyph: Glyph = font.glyph_id(c).with_scale_and_position(letters_px, point(x, baseline));
        x += font.h_advance(glyph.id);
        if let Some(outline) = font.outline_glyph(glyph) {
            let bounds = outline.px_bounds();
            outline.draw(|dx, dy, cover| {
                let at = (bounds.min.x as i64 + i64::from(dx), bounds.min.y as i64 + i64::from(dy));
                blend(image, at, ink, cover);
            });
        }
    }
}

/// Lays ink over a pixel, if there is one.
fn blend(image: &mut Image, (x, y): (i64, i64), ink: [u8; 3], cover: f32) {
    if !(0..i64::from(image.width)).contains(&x) || !(0..i64::from(image.height)).contains(&y) {
        return;
    }
    let start = 4 * (y as usize * image.width as usize + x as usize);
    for (byte, ink) in image.rgba[start..].iter_mut().zip(ink) {
        *byte = (f32::from(*byte) + (f32::from(ink) - f32::from(*byte)) * cover.clamp(0.0, 1.0)).round() as u8;
    }
}
