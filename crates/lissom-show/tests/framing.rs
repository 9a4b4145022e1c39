//! Pictures of files hold all of it, on ground that it stands on.

use glam::Vec3;
use lissom_formats::gltf::clip::{Between, Clip, Target, Track};
use lissom_formats::gltf::export;
use lissom_formats::model::Model;
use lissom_formats::take::{Act, Take};
use lissom_render::Camera;
use lissom_rig::Rig;
use lissom_rig::character::bounds;
use lissom_scenes::camera::Path;
use lissom_scenes::scenes;
use lissom_show::{Frame, FromFile, Models, Show, Textures, View};

/// A scene's character as a file, moved by so much.
fn file(name: &str, by: Vec3, act: Act, path: Path, aspect: f32) -> Show {
    let mut character = (scenes::find(name).expect("a scene").character)();
    character.meshes.iter_mut().flat_map(|m| &mut m.positions).for_each(|p| *p += by);
    let glb = export::document(&character).to_glb().expect("small");
    let model = Model::read(&glb, &|_| None).expect("just written");
    let frame = Frame::of(&model, &act, aspect);
    let take = Take::new(model.import, &Rig::default(), act).expect("nothing in it");
    let view = View::Path(frame.clone(), path.clone());
    let (textures, models) = (Textures::default(), Models::default());
    Show::File(Box::new(FromFile { take, view, frame, path, textures, models }))
}

/// Becomes twice as large, and leans.
fn grows() -> Act {
    let track = |target, width, values: &[f32]| Track {
        node: 0,
        target,
        between: Between::Linear,
        times: vec![0.0, 1.0],
        values: values.to_vec(),
        width,
    };
    let tracks = vec![
        track(Target::Scale, 3, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
        track(Target::Rotation, 4, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5, 0.866]),
        track(Target::Translation, 3, &[0.0, 0.0, 0.0, 9.0, 0.0, 3.0]),
    ];
    Act { clip: Some(Clip { name: "grow".into(), secs: 1.0, tracks }), ..Act::default() }
}

/// How far to the sides, up and down the picture reaches, as shares of its halves.
fn reach(show: &Show, aspect: f32) -> [f32; 2] {
    let shot = show.shot();
    let ahead = (shot.target - shot.eye).normalize();
    let right = ahead.cross(Vec3::Y).normalize();
    let up = (0.5 * Camera::default().fov_y_rad).tan();
    let side = |place: Vec3, axis: Vec3, half: f32| {
        (place - shot.eye).dot(axis).abs() / (place.dot(ahead) - shot.eye.dot(ahead)) / half
    };
    let places = show.positions().concat();
    [(right, up * aspect), (right.cross(ahead), up)]
        .map(|(axis, half)| places.iter().map(|p| side(*p, axis, half)).fold(0.0, f32::max))
}

#[test]
fn all_that_a_file_does_is_in_the_picture() {
    for (aspect, path) in [
        (0.5, Path::Still),
        (1.0, Path::Orbit { period_secs: 0.7 }),
        (16.0 / 9.0, Path::Still),
        (16.0 / 9.0, Path::Orbit { period_secs: 0.7 }),
    ] {
        let mut show = file("bunny", Vec3::ZERO, grows(), path.clone(), aspect);
        let mut most: f32 = 0.0;
        for _ in 0..=20 {
            let reach = reach(&show, aspect);
            assert!(reach.iter().all(|r| *r < 0.97), "{path:?}, {aspect}, {} s: {reach:?}", show.time_secs());
            most = most.max(reach[0]).max(reach[1]);
            show.step(0.05, &mut |_| {});
        }
        assert!(most > 0.6, "{path:?}, {aspect}: it is small, {most}");
    }
}

#[test]
fn what_is_around_the_origin_stands_on_lower_ground() {
    let ground_of = |by: f32| {
        let show = file("bunny", Vec3::Y * by, Act::default(), Path::Still, 1.0);
        (show.ground_y(), bounds(show.positions().concat()).0.y)
    };
    assert_eq!(ground_of(0.0).0, 0.0, "it stands at 0");
    let (ground, low) = ground_of(-0.5);
    assert!((ground - low).abs() < 1e-4 && low < -0.4, "{ground}, {low}");
    assert_eq!(ground_of(0.2).0, 0.0, "in the air");
}
