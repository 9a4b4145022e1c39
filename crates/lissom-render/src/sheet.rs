use crate::Image;

const PAPER: [u8; 4] = [0xF7, 0xF4, 0xEE, 255];
const STRIP: [u8; 4] = [0xE4, 0xE1, 0xDB, 255];

/// Lays pictures out in a grid with thin gaps: rows are variants, columns are equal times.
/// `caption` adds an empty strip of that many pixels below, for a caller to write on.
pub fn contact_sheet(rows: &[Vec<Image>], gap: u32, caption: Option<u32>) -> Image {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0) as u32;
    let cell_width = rows.iter().flatten().map(|image| image.width).max().unwrap_or(0);
    let row_heights: Vec<u32> =
        rows.iter().map(|row| row.iter().map(|image| image.height).max().unwrap_or(0)).collect();
    let width = gap + columns * (cell_width + gap);
    let grid_height = gap + row_heights.iter().map(|height| height + gap).sum::<u32>();
    let strip_height = caption.unwrap_or(0);

    let mut sheet = Image::filled(width, grid_height + strip_height, PAPER);
    let mut top = gap;
    for (row, height) in rows.iter().zip(&row_heights) {
        let mut left = gap;
        for image in row {
            sheet.paste(image, left, top);
            left += cell_width + gap;
        }
        top += height + gap;
    }
    sheet.paste(&Image::filled(width, strip_height, STRIP), 0, grid_height);
    sheet
}
