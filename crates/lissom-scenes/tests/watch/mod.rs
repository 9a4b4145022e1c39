//! Playing a scene and looking at where its vertices are.

use glam::Vec3;
use lissom_scenes::scene::Play;
use lissom_scenes::scenes;

pub const DT: f64 = 1.0 / 60.0;

pub fn play(name: &str, variant: &str) -> Play {
    scenes::find(name).and_then(|s| s.play(Some(variant))).expect("a scene that plays")
}

/// Where all vertices are now.
pub fn places(play: &Play) -> Vec<Vec3> {
    play.actor.world.poses().positions().iter().map(|p| Vec3::from_array(*p)).collect()
}

/// Plays on to a time.
#[allow(dead_code)]
pub fn until(play: &mut Play, secs: f64) {
    while play.time_secs() < secs - 0.5 * DT {
        play.step(DT);
    }
}

#[allow(dead_code)]
pub fn mean(places: &[Vec3], of: impl IntoIterator<Item = usize>) -> Vec3 {
    let (sum, count) = of.into_iter().fold((Vec3::ZERO, 0.0), |(s, n), k| (s + places[k], n + 1.0));
    sum / count
}

/// The vertices that are within a share of the body's length along an axis in the bind pose.
#[allow(dead_code)]
pub fn slice(rest: &[Vec3], axis: usize, from: f32, to: f32) -> Vec<usize> {
    let (low, high) = rest.iter().fold((f32::MAX, f32::MIN), |(l, h), p| (l.min(p[axis]), h.max(p[axis])));
    let share = |p: &Vec3| (p[axis] - low) / (high - low);
    (0..rest.len()).filter(|&k| (from..=to).contains(&share(&rest[k]))).collect()
}
