//! Pictures as files and sheets; needs no graphics driver.

use lissom_render::encode::{self, EncodeError, Film};
use lissom_render::{Captions, Image, RenderError, contact_sheet};

#[test]
fn a_png_reads_back() {
    let mut image = Image::filled(5, 3, [10, 20, 30, 255]);
    image.rgba[0] = 200;
    let bytes = encode::png(&image).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut rgba).unwrap();
    assert_eq!(rgba, image.rgba);
}

#[test]
fn a_gif_loops_and_keeps_time() {
    let images: Vec<Image> = (0..24).map(|i| Image::filled(8, 6, [i * 10, 0, 90, 255])).collect();
    let bytes = encode::gif(&images, 24.0).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).unwrap();
    let (mut frames, mut centisecs) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.buffer[..4], [frames * 10, 0, 90, 255]);
        frames += 1;
        centisecs += frame.delay;
    }
    assert_eq!((frames, centisecs), (24, 100));
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
}

#[test]
fn a_gif_has_only_what_changes() {
    let still = Image::filled(8, 6, [200, 210, 220, 255]);
    let mut spot = still.clone();
    spot.rgba[4..8].copy_from_slice(&[75, 63, 168, 255]);
    let bytes = encode::gif(&[still.clone(), spot, still.clone(), still], 10.0).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).unwrap();
    let mut drawn = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        drawn.push(frame.buffer.chunks(4).filter(|p| p[3] > 0).map(<[u8]>::to_vec).collect::<Vec<_>>());
    }
    assert_eq!(drawn.iter().map(Vec::len).collect::<Vec<_>>(), [48, 1, 1, 0]);
    assert_eq!((&drawn[1][0][..3], &drawn[2][0][..3]), (&[75, 63, 168][..], &[200, 210, 220][..]));
}

#[test]
fn pictures_that_do_not_fit_are_errors() {
    let small = Image::filled(2, 2, [0; 4]);
    let large = Image::filled(3, 2, [0; 4]);
    let torn = Image { rgba: vec![0; 3], ..small.clone() };
    assert!(matches!(encode::gif(&[], 24.0), Err(EncodeError::Empty)));
    let mixed = encode::gif(&[small.clone(), large], 24.0);
    assert!(matches!(mixed, Err(EncodeError::Size { index: 1, .. })));
    assert!(matches!(encode::png(&torn), Err(EncodeError::Size { .. })));
    assert!(matches!(encode::png(&Image::filled(0, 0, [0; 4])), Err(EncodeError::Size { .. })));
    assert!(matches!(encode::gif(&[small], 0.0), Err(EncodeError::Fps(_))));
}

#[test]
fn a_sheet_is_a_grid() {
    let red = Image::filled(4, 3, [255, 0, 0, 255]);
    let blue = Image::filled(4, 3, [0, 0, 255, 255]);
    let sheet = contact_sheet(&[vec![red.clone(), blue.clone()], vec![blue]], 2, Captions::default());
    assert_eq!((sheet.width, sheet.height), (2 + 2 * 6, 2 + 2 * 5));
    assert_eq!(sheet.pixel(2, 2), Some([255, 0, 0, 255]));
    assert_eq!(sheet.pixel(8, 4), Some([0, 0, 255, 255]));
    assert_eq!(sheet.pixel(5, 9), Some([0, 0, 255, 255]));
    assert_eq!(sheet.pixel(9, 9), sheet.pixel(0, 0), "an empty place is paper");
    assert_eq!(contact_sheet(&[], 0, Captions::default()).rgba.len(), 0);
}

#[test]
fn captions_stand_below_their_rows_and_columns() {
    let cell = Image::filled(90, 60, [200, 220, 240, 255]);
    let rows = [vec![cell.clone(), cell.clone()], vec![cell.clone(), cell]];
    let names = ["with", "a name much too long for the room that it has here, and then some"].map(String::from);
    let times = ["0 s", "1.5 s"].map(String::from);
    let sheet = contact_sheet(&rows, 4, Captions { rows: &names, columns: &times });
    let strip = (sheet.height - 3 * 4 - 2 * 60) / 2;
    assert!((12..30).contains(&strip), "{strip}");
    let ink = |left: u32, right: u32, top: u32| {
        let pixels = (left..right).flat_map(|x| (top..top + strip).map(move |y| (x, y)));
        pixels.filter(|&(x, y)| sheet.pixel(x, y).unwrap()[0] < 180).count()
    };
    let (first, second) = (4 + 60, 2 * (4 + 60) + strip);
    assert!(ink(4, 50, first) > 10, "a name below the first row");
    assert_eq!(ink(60, sheet.width, first), 0, "and nothing else");
    assert!(ink(4, 64, second) > 10 && ink(65, 75, second) == 0, "a long name is cut off before the time");
    assert!(ink(75, 94, second) > 5 && ink(160, sheet.width, second) > 5, "a time below each column");
    let above = (0..sheet.width).all(|x| sheet.pixel(x, first + strip + 1) == sheet.pixel(0, 0));
    assert!(above, "letters stay in their strip");
}

#[test]
fn films_without_a_picture_are_errors() {
    let gif = Box::new(encode::Gif::new(Vec::new(), 25.0).unwrap());
    assert!(matches!(gif.finish(), Err(EncodeError::Empty)));
}

#[test]
fn an_mp4_needs_ffmpeg_and_says_so() {
    let to = std::env::temp_dir().join(format!("lissom-render-{}.mp4", std::process::id()));
    match encode::Mp4::new(&to, 25.0) {
        Ok(mut film) => {
            for i in 0..10 {
                film.push(&Image::filled(65, 33, [i * 20, 0, 90, 255])).unwrap();
            }
            assert!(matches!(film.push(&Image::filled(64, 33, [0; 4])), Err(EncodeError::Size { index: 10, .. })));
            Box::new(film).finish().unwrap();
            let bytes = std::fs::read(&to).unwrap();
            std::fs::remove_file(&to).unwrap();
            assert_eq!(&bytes[4..8], b"ftyp");
        }
        Err(error) => {
            assert!(matches!(error, EncodeError::NoFfmpeg), "{error}");
            assert!(error.to_string().contains(".gif"), "{error}");
        }
    }
}

#[test]
fn downsampling_averages_light_not_numbers() {
    let mut image = Image::filled(4, 2, [0, 0, 0, 255]);
    for pixel in [0, 2, 5, 7] {
        image.rgba[pixel * 4..pixel * 4 + 3].fill(255);
    }
    let half = image.downsample(2);
    assert_eq!((half.width, half.height), (2, 1));
    assert_eq!(half.pixel(0, 0), Some([188, 188, 188, 255]));
    assert_eq!(image.downsample(1), image);
    assert_eq!(image.downsample(0), image);
}

#[test]
fn a_missing_driver_is_explained() {
    let text = RenderError::NoAdapter.to_string();
    for part in ["`sudo apt-get install mesa-vulkan-drivers`", "`sudo apt-get update`"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.ends_with("then run this again"), "{text}");
}
