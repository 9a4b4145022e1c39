//! What the device moves is seen where the processor moves it.

use glam::{Quat, Vec3};
use lissom_formats::gltf::{Document, export};
use lissom_formats::model::Model;
use lissom_formats::take::{Act, Take};
use lissom_render::{Image, Picture, Renderer};
use lissom_rig::Pose;
use lissom_scenes::camera::{Path, Shot};
use lissom_scenes::scenes;
use lissom_show::{Body, Drawing, Frame, FromFile, Look, Models, Show, Textures, View};

fn scene(name: &str) -> Show {
    Show::from(scenes::find(name).and_then(|s| s.play(None)).expect("a scene that plays"))
}

/// A scene's character as a file, its first node of another size.
fn file(name: &str, scale: [f32; 3]) -> Show {
    let scene = scenes::find(name).expect("a scene");
    let character = (scene.character)();
    let rig = (scene.rig)(&character, scene.variants[0]);
    let mut document: Document = export::document(&character);
    document.json_mut()["nodes"][0]["scale"] = scale.as_slice().into();
    let model = Model::read(&document.to_glb().expect("small"), &|_| None).expect("just written");
    let (frame, path) = (Frame::of(&model), Path::Still);
    let take = Take::new(model.import, &rig, Act::default()).expect("its own rig");
    let view = View::Path(frame, path.clone());
    let (textures, models) = (Textures::default(), Models::default());
    Show::File(Box::new(FromFile { take, view, frame, path, textures, models }))
}

/// The share of pixels that differ by more than a little.
fn unlike(a: &Image, b: &Image) -> f32 {
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24);
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    pixels.filter(differ).count() as f32 / (a.width * a.height) as f32
}

#[test]
fn figures_look_as_what_the_processor_skins() {
    let mut renderer = Renderer::new().unwrap_or_else(|error| panic!("{error}"));
    let small = Picture { width: 200, height: 200, ..Picture::default() };
    let mut picture =
        |drawing: &Drawing, shot: &Shot| drawing.frame(small, shot, |frame| renderer.render(frame)).expect("a picture");
    let (mut bones, mut particles, mut between) = (0, 0, 0);
    let shows = [
        ("bunny", scene("bunny")),
        ("cape-girl", scene("cape-girl")),
        ("soft file", file("cape-girl", [1.0; 3])),
        ("uneven file", file("bunny", [1.1, 0.7, 1.4])),
    ];
    for (name, mut show) in shows {
        show.step(0.0, &mut |_| {});
        let early = Drawing::of(&show, Look::default());
        show.stand(Some(Pose::new(Vec3::ZERO, Quat::from_rotation_y(0.5))));
        (0..40).for_each(|_| show.step(1.0 / 60.0, &mut |_| {}));
        let by_device = Drawing::of(&show, Look::default());
        let by_processor = Drawing::of_drawn(show.pieces(None), false);
        assert!(by_device.drawn.iter().all(|d| matches!(d.body, Body::Figure { .. })), "{name}: all follow joints");
        for map in show.actor().meshes() {
            bones += map.blend().iter().filter(|b| **b <= 0.0).count();
            particles += map.blend().iter().filter(|b| **b >= 1.0).count();
            between += map.blend().iter().filter(|b| **b > 0.0 && **b < 1.0).count();
        }
        let shot = show.shot();
        let expected = picture(&by_processor, &shot);
        let off = unlike(&picture(&by_device, &shot), &expected);
        assert!(off < 0.003, "{name}: {off} of the picture differs");
        let moved = unlike(&picture(&early, &shot), &expected);
        assert!(moved > 4.0 * off.max(0.001), "{name}: it has moved, and that would be seen: {moved}");
    }
    assert!(bones.min(particles).min(between) > 100, "{bones} follow bones, {particles} particles, {between} both");
}
