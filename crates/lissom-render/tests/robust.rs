//! Broken input is skipped or answered with an error, never with a crash.

mod sphere;

use lissom_render::{Camera, Color, Dot, Ellipsoid, Frame, Line, Mesh, Paint, Picture, RenderError, Surface, Tint};
use sphere::{PAINT, Sphere, frame, renderer};

#[test]
fn broken_triangles_are_skipped() {
    let sphere = Sphere::new();
    let good = sphere.painted(PAINT);
    let mut positions = sphere.positions.clone();
    let mut normals = sphere.normals.clone();
    let mut triangles = sphere.triangles.clone();
    for bad in [f32::NAN, f32::INFINITY, -1e30] {
        let at = positions.len() as u32;
        positions.push([0.0, bad, 0.0]);
        normals.push([bad; 3]);
        triangles.push([0, 1, at]);
    }
    triangles.extend([[0, 1, u32::MAX], [9_000_000, 0, 1]]);
    let mesh = Mesh { positions: &positions, normals: &normals, triangles: &triangles, ..Mesh::default() };
    let bad = Surface { mesh, ..good };
    let mut renderer = renderer();
    let expected = renderer.render(&frame(&[good])).unwrap();
    assert_eq!(expected, renderer.render(&frame(&[bad])).unwrap());
}

#[test]
fn surfaces_without_anything_to_show_draw_nothing() {
    let sphere = Sphere::new();
    let good = sphere.painted(PAINT);
    let empty = Surface { mesh: Mesh::default(), ..good };
    let no_triangles = Surface { mesh: Mesh { triangles: &[], ..good.mesh }, ..good };
    let invisible = sphere.painted(Paint { opacity: 0.0, ..PAINT });
    let lost = Surface { mesh: Mesh { positions: &[[f32::NAN; 3]; 600], ..good.mesh }, ..good };
    let mut renderer = renderer();
    let nothing = renderer.render(&frame(&[])).unwrap();
    let surfaces = [empty, no_triangles, invisible, lost];
    assert_eq!(nothing, renderer.render(&frame(&surfaces)).unwrap());
}

#[test]
fn missing_normals_are_computed() {
    let sphere = Sphere::new();
    let bare = Surface { mesh: Mesh { normals: &[], ..sphere.mesh() }, ..sphere.painted(PAINT) };
    let image = renderer().render(&frame(&[bare])).unwrap();
    assert!(sphere::difference(sphere::rgb(&image, 70, 48), sphere::BASE) < 12);
}

#[test]
fn odd_numbers_everywhere_do_not_crash() {
    let sphere = Sphere::new();
    let color = Color([f32::NAN, 7.0, -3.0]);
    let odd = Surface {
        mesh: Mesh { normals: &[[f32::NAN; 3]; 3], ..sphere.mesh() },
        tints: &vec![Tint { color, weight: f32::NAN }; sphere.positions.len()],
        paint: Paint { base: color, opacity: f32::NAN, outline: f32::INFINITY, ..PAINT },
    };
    let ellipsoids = [[f32::NAN; 3], [0.0; 3], [1e30; 3], [-1.0; 3]].map(|radii| Ellipsoid {
        center: [0.0; 3],
        axes: [0.0; 4],
        radii,
        color: Color::ACCENT,
    });
    let dots = [f32::NAN, 0.0, -1.0, 1e30].map(|radius| Dot { at: [0.0; 3], radius, color: Color::ACCENT });
    let lines = [[f32::NAN; 3], [0.0; 3], [0.0, 0.0, 1e9]].map(|b| Line::new([0.0; 3], b, Color::ACCENT));
    let mut renderer = renderer();
    let surfaces = [odd];
    for key_light in [[0.0; 3], [f32::NAN; 3], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]] {
        let mut frame = frame(&surfaces);
        frame.picture.key_light = Some(key_light);
        renderer.render(&Frame { ellipsoids: &ellipsoids, lines: &lines, dots: &dots, ..frame }).unwrap();
    }
    let overhead = Camera { eye: [0.0, 4.0, 0.0], target: [0.0; 3], ..Camera::default() };
    renderer.render(&Frame { camera: overhead, ..frame(&surfaces) }).unwrap();
}

#[test]
fn impossible_pictures_are_errors() {
    let mut renderer = renderer();
    for (width, height) in [(0, 100), (100, 0), (1, u32::MAX)] {
        let picture = Picture { width, height, ..Picture::default() };
        let error = renderer.render(&Frame { picture, ..Frame::default() }).unwrap_err();
        assert!(matches!(error, RenderError::PictureSize { .. }), "{error}");
    }
    let cameras = [
        Camera { eye: [f32::NAN; 3], ..Camera::default() },
        Camera { eye: [1.0; 3], target: [1.0; 3], ..Camera::default() },
        Camera { fov_y_rad: 0.0, ..Camera::default() },
        Camera { near: 0.0, ..Camera::default() },
        Camera { far: f32::NAN, ..Camera::default() },
    ];
    for camera in cameras {
        let error = renderer.render(&Frame { camera, ..Frame::default() }).unwrap_err();
        assert!(matches!(error, RenderError::Camera), "{error}");
    }
    let one = Picture { width: 1, height: 1, ..Picture::default() };
    assert_eq!(renderer.render(&Frame { picture: one, ..Frame::default() }).unwrap().rgba.len(), 4);
}
