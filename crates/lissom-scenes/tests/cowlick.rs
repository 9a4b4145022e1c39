//! The tuft of `cowlick` faces the camera, wherever that is and however she walks.

use glam::Vec3;
use lissom_scenes::camera::Path;
use lissom_scenes::scenes;

/// The share of frames in which the plane of the tuft's three joints is within 20 degrees of facing the camera, in
/// a horizontal orbit while she walks and turns.
fn facing(variant: &str) -> f64 {
    let mut play = scenes::find("cowlick").expect("the scene").play(Some(variant)).expect("plays");
    // Quicker than her own turn.
    play.camera = Path::Orbit { period_secs: 4.0 };
    let frames = 1080;
    let (mut facing, mut worst) = (0, 0.0_f32);
    for _ in 0..frames {
        play.step(1.0 / 60.0);
        let skeleton = &play.actor.character.skeleton;
        let [a, b, c] = [0, 1, 2].map(|k| {
            let bone = skeleton.find(&format!("cowlick.{k}")).expect("the tuft");
            play.actor.bone(bone).translation
        });
        let normal = (b - a).cross(c - b).normalize();
        // Seen from the same height: the orbit is horizontal.
        let view = ((play.shot().eye - b) * Vec3::new(1.0, 0.0, 1.0)).normalize();
        let off = normal.dot(view).abs().min(1.0).acos().to_degrees();
        worst = worst.max(off);
        facing += usize::from(off <= 20.0);
    }
    println!("{variant}: faces the camera in {facing} of {frames} frames, {worst:.0} degrees off at most");
    facing as f64 / f64::from(frames as u32)
}

#[test]
fn the_tuft_faces_the_camera() {
    let (with, without) = (facing("with"), facing("without"));
    assert!(with >= 0.95, "{with}");
    assert!(without < 0.5, "{without}");
}
