use crate::Image;
use crate::text::{self, Place};

const PAPER: [u8; 4] = [0xF7, 0xF4, 0xEE, 255];
const INK: [u8; 3] = [0x4E, 0x49, 0x55];

/// What is written on a sheet, in thin strips below its rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Captions<'a> {
    /// What each row is, at its left.
    pub rows: &'a [String],
    /// When each column is, below the last row.
    pub columns: &'a [String],
}

/// Lays pictures out in a grid with thin gaps: rows are variants, columns are equal times.
pub fn contact_sheet(rows: &[Vec<Image>], gap: u32, captions: Captions) -> Image {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0) as u32;
    let cell_width = rows.iter().flatten().map(|image| image.width).max().unwrap_or(0);
    let heights: Vec<u32> = rows.iter().map(|row| row.iter().map(|image| image.height).max().unwrap_or(0)).collect();
    let letters = (heights.iter().max().unwrap_or(&0) / 18).clamp(11, 28);
    let strip = |row: usize| {
        let times = row + 1 == rows.len() && !captions.columns.is_empty();
        if times || captions.rows.get(row).is_some_and(|text| !text.is_empty()) { letters * 8 / 5 } else { 0 }
    };
    let width = gap + columns * (cell_width + gap);
    let height = gap + (0..rows.len()).map(|row| heights[row] + strip(row) + gap).sum::<u32>();

    let mut sheet = Image::filled(width, height, PAPER);
    let mut top = gap;
    for (k, row) in rows.iter().enumerate() {
        for (image, column) in row.iter().zip(0..) {
            sheet.paste(image, gap + column * (cell_width + gap), top);
        }
        top += heights[k];
        let below = strip(k);
        let mut write = |text: &str, left: u32, room: u32, place: Place| {
            text::write(&mut sheet, text, (left, top), (room, below), letters as f32, INK, place);
        };
        if below > 0 {
            // The name may go as far as the first time.
            let times = if k + 1 == rows.len() { captions.columns } else { &[] };
            let room = if times.is_empty() { width.saturating_sub(2 * gap) } else { cell_width * 2 / 3 };
            write(captions.rows.get(k).map_or("", String::as_str), gap, room, Place::Left);
            for (time, column) in times.iter().zip(0..columns) {
                write(time, gap + column * (cell_width + gap), cell_width, Place::Right);
            }
        }
        top += below + gap;
    }
    sheet
}
