//! What stands on the ground, and what goes into it, at any height of the ground.

#[expect(dead_code, reason = "other tests look at colours")]
mod sphere;

use lissom_render::{Camera, Frame, Image, Mesh, Picture, Surface};
use sphere::{PAINT, Sphere, difference, frame, renderer, rgb};

const BOX: [[u32; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

fn pixels(image: &Image) -> impl Iterator<Item = (u32, u32)> + use<> {
    let (width, height) = (image.width, image.height);
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

#[test]
fn a_ball_around_the_origin_stands_on_ground_that_lies_below() {
    let on_zero = Sphere::new();
    let mut around = Sphere::new();
    around.positions.iter_mut().for_each(|p| p[1] -= 0.5);
    let (on_zero, around) = ([on_zero.painted(PAINT)], [around.painted(PAINT)]);
    let mut renderer = renderer();
    let expected = renderer.render(&frame(&on_zero)).unwrap();
    let at = frame(&around);
    let lowered = Frame {
        picture: Picture { ground_y: -0.5, ..at.picture },
        camera: Camera::orbit([0.0; 3], 1.0, 0.0, 0.2),
        ..at
    };
    let image = renderer.render(&lowered).unwrap();
    let unlike = pixels(&image).filter(|&(x, y)| difference(rgb(&image, x, y), rgb(&expected, x, y)) > 12).count();
    assert!(unlike < 20, "{unlike} pixels differ");
}

#[test]
fn shadows_are_the_same_whatever_the_size() {
    let mut renderer = renderer();
    let [human, insect, giant] = [1.0, 1.0 / 128.0, 64.0].map(|size: f32| {
        let mut ball = Sphere::new();
        ball.positions.iter_mut().flatten().for_each(|c| *c *= size);
        let surfaces = [ball.painted(PAINT)];
        let camera = Camera::orbit([0.0, 0.5 * size, 0.0], size, 0.0, 0.2);
        renderer.render(&Frame { camera, ..frame(&surfaces) }).unwrap()
    });
    for other in [insect, giant] {
        let unlike = pixels(&human).filter(|&(x, y)| difference(rgb(&human, x, y), rgb(&other, x, y)) > 4).count();
        assert!(unlike < 10, "{unlike} pixels differ");
    }
}

#[test]
fn outlines_end_at_the_ground_whatever_the_size() {
    let mut renderer = renderer();
    for size in [0.01, 1.0, 100.0] {
        let corner = |k: u32| {
            let [x, y, z] = [k & 1, k >> 1 & 1, k >> 2].map(|side| size * (side as f32 - 0.5));
            [x, 3.0 * y, z]
        };
        let positions: Vec<[f32; 3]> = (0..8).map(corner).collect();
        let mesh = Mesh { positions: &positions, triangles: &BOX, ..Mesh::default() };
        let surfaces = [Surface { mesh, tints: &[], paint: PAINT }];
        let camera = Camera::orbit([0.0; 3], 3.0 * size, 0.5, 0.2);
        let image = renderer.render(&Frame { camera, ..frame(&surfaces) }).unwrap();
        let dark = pixels(&image).filter(|&(x, y)| rgb(&image, x, y).iter().all(|c| *c < 110));
        let (above, below): (Vec<_>, Vec<_>) = dark.partition(|(_, y)| *y < 72);
        assert!(above.len() > 30, "at {size}: an outline of {} pixels", above.len());
        assert!(below.is_empty(), "at {size}: lines below the ground, at {below:?}");
    }
}
