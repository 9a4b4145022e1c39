//! The look of a ball on the ground: tones, outline, shadow, translucency, overlays.

mod sphere;

use lissom_render::{BANDS, Bands, Color, Dot, Ellipsoid, Frame, Ink, Line, Mesh, Paint, Picture, Surface, Tint};
use sphere::{BASE, PAINT, Sphere, difference, frame, renderer, rgb};

const SHADE: [u8; 3] = [0x8B, 0x78, 0xA8];

fn brightness(color: [u8; 3]) -> i32 {
    color.iter().map(|&c| i32::from(c)).sum()
}

#[test]
fn a_ball_has_two_tones_an_outline_and_a_shadow() {
    let sphere = Sphere::new();
    let surfaces = [sphere.painted(PAINT)];
    let mut renderer = renderer();
    let image = renderer.render(&frame(&surfaces)).unwrap();
    assert_eq!((image.width, image.height, image.rgba.len()), (160, 120, 160 * 120 * 4));

    for (x, y) in [(0, 0), (159, 0), (0, 119), (159, 119)] {
        assert!(brightness(rgb(&image, x, y)) > 3 * 200, "corner {x}, {y} is not light");
    }
    let lit = rgb(&image, 70, 48);
    assert!(difference(lit, BASE) < 12, "the lit side is {lit:?}, not {BASE:?}");
    let shaded = rgb(&image, 98, 86);
    assert!(difference(shaded, SHADE) < 16, "the shaded side is {shaded:?}, not {SHADE:?}");

    // Going left from the middle, the lit side ends in something darker than either tone.
    let darkest = |y| (20..80).map(|x| brightness(rgb(&image, x, y))).min().unwrap();
    let rows: Vec<i32> = (40..80).map(darkest).collect();
    assert!(rows.iter().all(|&row| row < brightness(SHADE) + 30), "gaps: {rows:?}");
    assert!(rows.iter().any(|&row| row < brightness(SHADE) - 90), "too pale: {rows:?}");
    let black = (0..160 * 120).any(|i| brightness(rgb(&image, i % 160, i / 160)) < 60);
    assert!(!black, "outlines are tinted, never black");

    let (near, far) = (rgb(&image, 126, 92), rgb(&image, 20, 92));
    assert!(brightness(near) + 30 < brightness(far), "no shadow: {near:?} beside {far:?}");
}

#[test]
fn the_lit_side_has_no_speckles() {
    let sphere = Sphere::new();
    let surfaces = [sphere.painted(Paint { outline: 0.0, ..PAINT })];
    let image = renderer().render(&frame(&surfaces)).unwrap();
    for y in 36..58 {
        for x in 60..84 {
            let step = difference(rgb(&image, x, y), rgb(&image, x + 1, y));
            assert!(step < 4, "a step of {step} at {x}, {y}");
        }
    }
}

#[test]
fn the_same_frame_gives_the_same_picture() {
    let sphere = Sphere::new();
    let surfaces = [sphere.painted(PAINT), sphere.painted(Paint { opacity: 0.4, ..PAINT })];
    let mut renderer = renderer();
    let first = renderer.render(&frame(&surfaces)).unwrap();
    renderer.render(&frame(&[])).unwrap();
    assert_eq!(first, renderer.render(&frame(&surfaces)).unwrap());
}

#[test]
fn flat_surfaces_keep_their_colour() {
    let sphere = Sphere::new();
    let surfaces = [sphere.painted(Paint { flat: true, ..PAINT })];
    let image = renderer().render(&frame(&surfaces)).unwrap();
    for (x, y) in [(60, 50), (80, 60), (98, 86)] {
        assert!(difference(rgb(&image, x, y), BASE) <= 1, "at {x}, {y}");
    }
}

#[test]
fn translucent_surfaces_let_light_through_and_have_an_edge() {
    let sphere = Sphere::new();
    let edge = Some(Color::hex(0xFF0000));
    let clear = sphere.painted(Paint { opacity: 0.3, outline: 0.0, edge, ..PAINT });
    let mut renderer = renderer();
    let nothing = renderer.render(&frame(&[])).unwrap();
    let image = renderer.render(&frame(&[clear])).unwrap();
    let (middle, behind) = (rgb(&image, 75, 55), rgb(&nothing, 75, 55));
    assert!(brightness(middle) > brightness(BASE), "{middle:?} hides {behind:?}");
    assert!(difference(middle, behind) > 10, "{middle:?} cannot be seen");
    let redness = |x| i32::from(rgb(&image, x, 60)[0]) - i32::from(rgb(&image, x, 60)[1]);
    let most = (30..80).map(redness).max().unwrap();
    assert!(most > redness(78) + 60, "no edge: {most} and {}", redness(78));
}

#[test]
fn tints_lie_over_the_paint_as_much_as_they_weigh() {
    let sphere = Sphere::new();
    let mut renderer = renderer();
    let mut picture = |opacity: f32, weight: f32| {
        let tints = vec![Tint { color: Color::hex(0xE5332A), weight }; sphere.positions.len()];
        let plain = sphere.painted(Paint { opacity, ..PAINT });
        renderer.render(&frame(&[Surface { tints: &tints, ..plain }])).unwrap()
    };
    let plain = sphere.painted(Paint { opacity: 0.4, ..PAINT });
    for (surface, opacity) in [(sphere.painted(PAINT), 1.0), (plain, 0.4)] {
        let none = sphere::renderer().render(&frame(&[surface])).unwrap();
        assert_eq!(none, picture(opacity, 0.0), "a tint of no weight changes nothing");
        let reds = [0.0, 0.5, 1.0].map(|weight| {
            let [r, g, _] = rgb(&picture(opacity, weight), 70, 48);
            i32::from(r) - i32::from(g)
        });
        assert!(reds[0] + 30 < reds[1] && reds[1] + 30 < reds[2], "{reds:?} at {opacity}");
    }
    let full = picture(1.0, 1.0);
    assert!(difference(rgb(&full, 70, 48), [0xE5, 0x33, 0x2A]) < 12, "{:?}", rgb(&full, 70, 48));
    assert!(brightness(rgb(&full, 98, 86)) + 60 < brightness(rgb(&full, 70, 48)), "there is still a shade");
}

#[test]
fn fields_are_in_bands_that_are_sharp_within_a_triangle() {
    // One triangle across the picture, from 0 at its left to 1 at its right.
    let positions = [[-0.6, 0.1, 0.0], [0.6, 0.1, 0.0], [0.0, 2.5, 0.0]];
    let mesh =
        Mesh { positions: &positions, normals: &[[0.0, 0.0, 1.0]; 3], triangles: &[[0, 1, 2]], ..Mesh::default() };
    let tint =
        |k: usize| Tint { color: Color::hex(if k.is_multiple_of(2) { 0xFF0000 } else { 0x0000FF }), weight: 1.0 };
    let bands = Bands { values: &[0.0, 1.0, 0.5], tints: std::array::from_fn(tint) };
    let mut renderer = renderer();
    for flat in [false, true] {
        let paint = Paint { flat, outline: 0.0, bands: Some(bands), ..PAINT };
        let image = renderer.render(&frame(&[Surface { mesh, tints: &[], paint }])).unwrap();
        let row: Vec<[u8; 3]> = (0..image.width).map(|x| rgb(&image, x, 86)).collect();
        let is = |[r, _, b]: &[u8; 3]| [*r > 150 && *b < 60, *b > 150 && *r < 60];
        let pure: Vec<bool> = row.iter().map(is).filter(|[red, blue]| red != blue).map(|[red, _]| red).collect();
        let changes = pure.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!((pure[0], changes), (true, BANDS - 1), "{row:?}");
        assert!(pure.len() > 70, "only {} pixels are of one band", pure.len());
    }
}

#[test]
fn outlines_are_drawn_in_the_ink_that_is_asked_for() {
    let sphere = Sphere::new();
    let mut renderer = renderer();
    let mut greens = |ink| {
        let image = renderer.render(&frame(&[sphere.painted(Paint { outline: 3.0, ink, ..PAINT })])).unwrap();
        let pixels = image.rgba.chunks_exact(4);
        pixels.filter(|p| p[1] > 200 && p[0] < 80 && p[2] < 80).count()
    };
    let ink = |mix| Some(Ink { color: Color::hex(0x00FF00), mix });
    assert_eq!(greens(None), 0);
    assert!(greens(ink(0.0)) > 100, "green as it is");
    assert_eq!(greens(ink(1.0)), 0, "multiplied with the ball it is darker");
}

#[test]
fn open_sheets_show_both_sides_when_asked() {
    let positions = [[-0.4, 0.1, 0.0], [0.4, 0.1, 0.0], [0.0, 0.9, 0.0]];
    let sheet = Mesh { positions: &positions, triangles: &[[0, 2, 1]], ..Mesh::default() };
    let green = Paint { outline: 0.0, ..Paint::new(Color::hex(0x00FF00), Color::hex(0x00FF00)) };
    let away = Surface { mesh: sheet, tints: &[], paint: green };
    let mut renderer = renderer();
    let is_green = |color: [u8; 3]| color[1] > 200 && color[0] < 120;
    let one = renderer.render(&frame(&[away])).unwrap();
    assert!(!is_green(rgb(&one, 80, 65)));
    let both = Surface { mesh: Mesh { two_sided: true, ..sheet }, ..away };
    let both = renderer.render(&frame(&[both])).unwrap();
    assert!(is_green(rgb(&both, 80, 65)));
}

#[test]
fn overlays_show_through_a_body() {
    let sphere = Sphere::new();
    let surfaces = [sphere.painted(PAINT)];
    let color = Color::hex(0xFF0000);
    let ball = Ellipsoid { center: [0.0, 0.5, 0.0], axes: [0.0, 0.0, 0.0, 1.0], radii: [0.1, 0.2, 0.1], color };
    let line = Line::new([-0.9, 0.8, 0.0], [0.9, 0.8, 0.0], color);
    let mut renderer = renderer();
    let plain = renderer.render(&frame(&surfaces)).unwrap();
    let overlaid = renderer.render(&Frame { ellipsoids: &[ball], lines: &[line], ..frame(&surfaces) }).unwrap();
    let changed = |x: u32, rows: std::ops::Range<u32>| {
        rows.map(|y| difference(rgb(&plain, x, y), rgb(&overlaid, x, y))).max().unwrap()
    };
    assert!(changed(80, 70..82) > 60, "the rim of the ellipsoid inside the body");
    assert!((3..30).contains(&changed(80, 58..62)), "one looks through its middle");
    assert!(changed(15, 20..50) > 80, "the line beside the body");
    assert!(changed(80, 25..45) > 20, "the line inside the body");
    assert_eq!(changed(40, 80..110), 0);
}

#[test]
fn dots_and_lines_on_top_hide_the_body() {
    let sphere = Sphere::new();
    let surfaces = [sphere.painted(PAINT)];
    let color = Color::hex(0xFF0000);
    let dot = Dot { at: [0.0, 0.5, 0.0], radius: 36.0, color };
    let line = Line { width: 24.0, on_top: true, ..Line::new([-0.9, 0.8, 0.0], [0.9, 0.8, 0.0], color) };
    let marked = Frame { dots: &[dot], lines: &[line], ..frame(&surfaces) };
    let image = renderer().render(&marked).unwrap();
    let is_red = |x, y| difference(rgb(&image, x, y), [255, 0, 0]) < 80;
    // Six pixels around, at 120 lines of height.
    assert!(is_red(80, 60) && is_red(84, 60) && !is_red(88, 60) && !is_red(80, 68));
    let red_rows = (25..50).filter(|&y| is_red(80, y)).count();
    assert!((3..=4).contains(&red_rows), "{red_rows} rows");
    let fine = Picture { stroke_px: Some(1.0), ..marked.picture };
    let image = renderer().render(&Frame { picture: fine, ..marked }).unwrap();
    assert!(difference(rgb(&image, 110, 60), [255, 0, 0]) < 16, "36 pixels around, when a stroke is one");
}

#[test]
fn ghosts_cast_no_shadow_and_shadows_are_dark_at_night() {
    let sphere = Sphere::new();
    let mut renderer = renderer();
    let mut shadow = |picture: Picture, paint: Paint| {
        let picture = Picture { width: 160, height: 120, ..picture };
        let surfaces = [sphere.painted(paint)];
        let image = renderer.render(&Frame { picture, ..frame(&surfaces) }).unwrap();
        brightness(rgb(&image, 20, 92)) - brightness(rgb(&image, 126, 92))
    };
    assert!(shadow(Picture::default(), PAINT) > 30);
    assert!(shadow(Picture::dark(), PAINT) > 10);
    assert!(shadow(Picture::default(), Paint { casts: false, ..PAINT }) < 8);
}
