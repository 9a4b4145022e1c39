//! Textures on a ball, and canvases.

mod sphere;

use lissom_render::{Alpha, Canvas, Color, Image, Mesh, Paint, Picture, Surface, Texture, Wrap};
use sphere::{BASE, PAINT, Sphere, difference, frame, renderer, rgb};

const WHITE: Paint = Paint { outline: 0.0, ..Paint::new(Color::hex(0xFFFFFF), Color::hex(0x808080)) };

/// Two columns: red that covers, and green with the given alpha.
fn red_and_green(alpha: u8) -> Texture {
    let mut image = Image::filled(64, 64, [255, 0, 0, 255]);
    for row in image.rgba.chunks_exact_mut(4 * 64) {
        row[4 * 32..].copy_from_slice(&[0, 255, 0, alpha].repeat(32));
    }
    Texture::new(image, [Wrap::Clamp; 2]).unwrap()
}

/// The ball, u running from its left to its right.
fn textured(sphere: &Sphere, paint: Paint) -> Image {
    let uvs: Vec<[f32; 2]> = sphere.positions.iter().map(|[x, y, _]| [x + 0.5, 1.0 - y]).collect();
    let mesh = Mesh { uvs: &uvs, ..sphere.mesh() };
    renderer().render(&frame(&[Surface { mesh, tints: &[], paint }])).unwrap()
}

#[test]
fn a_texture_multiplies_both_tones() {
    let (sphere, texture) = (Sphere::new(), red_and_green(255));
    let image = textured(&sphere, Paint { texture: Some(&texture), ..WHITE });
    let (left, right) = (rgb(&image, 70, 48), rgb(&image, 90, 48));
    assert!(left[0] > 200 && left[1] < 60, "red at the left: {left:?}");
    assert!(right[1] > 100 && right[0] < 60, "green at the right: {right:?}");
    let shaded = rgb(&image, 98, 86);
    assert!((100..150).contains(&shaded[1]), "darker green in the shade: {shaded:?}");
}

#[test]
fn white_changes_nothing() {
    let (sphere, white) = (Sphere::new(), Texture::new(Image::filled(2, 2, [255; 4]), [Wrap::Mirror; 2]).unwrap());
    let lit = rgb(&textured(&sphere, Paint { texture: Some(&white), ..PAINT }), 70, 48);
    assert!(difference(lit, BASE) < 12, "{lit:?}");
}

#[test]
fn alpha_masks_or_blends() {
    let (sphere, texture) = (Sphere::new(), red_and_green(100));
    let picture = |alpha| textured(&sphere, Paint { texture: Some(&texture), alpha, ..WHITE });
    let nothing = renderer().render(&frame(&[])).unwrap();
    let [opaque, masked, kept, blended] =
        [Alpha::Opaque, Alpha::Mask { cutoff: 0.5 }, Alpha::Mask { cutoff: 0.3 }, Alpha::Blend].map(picture);
    for image in [&masked, &kept, &blended] {
        assert!(difference(rgb(image, 70, 48), rgb(&opaque, 70, 48)) < 4, "red stays");
    }
    let at = |image: &Image| rgb(image, 92, 60);
    assert!(difference(at(&masked), at(&nothing)) < 60, "{:?} cut out, but for a shadow", at(&masked));
    assert!(difference(at(&kept), at(&opaque)) < 4, "{:?} is above the cutoff", at(&kept));
    let between = at(&blended)[0];
    assert!(at(&opaque)[0] + 40 < between && between + 10 < at(&nothing)[0], "{between} is not between");
}

#[test]
fn textures_too_large_for_the_device_are_halved() {
    let sphere = Sphere::new();
    let texture = Texture::new(Image::filled(1 << 17, 1, [0, 0, 255, 255]), [Wrap::Repeat; 2]).unwrap();
    let image = textured(&sphere, Paint { texture: Some(&texture), ..WHITE });
    assert!(rgb(&image, 70, 48)[2] > 200);
}

#[test]
fn a_canvas_keeps_its_view_until_the_size_changes() {
    let (mut renderer, sphere) = (renderer(), Sphere::new());
    let [mut first, mut second] = [Canvas::default(), Canvas::default()];
    let surfaces = [sphere.painted(PAINT)];
    let small = frame(&surfaces);
    let mut large = frame(&surfaces);
    large.picture = Picture { width: 320, height: 200, ..large.picture };
    let before = renderer.draw(&mut first, &small).unwrap().clone();
    let other = renderer.draw(&mut second, &large).unwrap().clone();
    assert_eq!(before.texture().format(), wgpu::TextureFormat::Rgba8Unorm);
    assert_eq!((other.texture().width(), other.texture().height()), (320, 200));
    assert_eq!(&before, renderer.draw(&mut first, &small).unwrap());
    assert_ne!(&before, renderer.draw(&mut first, &large).unwrap());
}
