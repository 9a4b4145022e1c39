//! What is drawn leaves nothing behind, whatever changes from one surface to the next.

#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "other tests look at colours")]
mod sphere;

use lissom_render::Paint;
use sphere::{PAINT, Sphere, frame, renderer};

/// Drivers take some memory at first, and some in large pieces.
const WARM: usize = 20;
const FRAMES: usize = 60;
const MOST_MB: usize = 40;

fn megabytes() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() / 256
}

#[test]
fn many_pictures_take_no_more_memory_than_few() {
    let sphere = Sphere::new();
    let surfaces = [PAINT, Paint { flat: true, ..PAINT }, Paint { opacity: 0.5, ..PAINT }].map(|p| sphere.painted(p));
    let mut renderer = renderer();
    let mut draw = |frames: usize| (0..frames).for_each(|_| _ = renderer.render(&frame(&surfaces)).unwrap());
    draw(WARM);
    let before = megabytes();
    draw(FRAMES);
    let after = megabytes();
    assert!(after < before + MOST_MB, "{before} MB, and {FRAMES} pictures later {after} MB");
}
