//! Many boneless bodies: they touch all the time, and never go into each other.

use lissom_scenes::scenes;

/// The same crowd never goes the same way twice, if a last digit differs.
const TIMES: u32 = 3;

/// Plays a scene, each time a little different, and looks after every frame.
fn crowd(name: &str, seconds: usize) {
    (0..TIMES).for_each(|time| play(name, seconds, time));
}

fn play(name: &str, seconds: usize, time: u32) {
    let mut play = scenes::find(name).and_then(|s| s.play(None)).expect("plays");
    let (mut worst, mut dropped) = (0.0_f64, 0);
    for frame in 0..60 * seconds {
        let report = play.step(1.0 / 60.0);
        dropped += report.dropped_contacts;
        if frame == 0 {
            let places = 3 * play.actor.world.template().creatures.rows.count;
            let numbers = &mut play.actor.world.state_mut().creatures[..places];
            numbers.iter_mut().for_each(|v| *v *= 1.0 + 1e-6 * time as f32);
        }
        worst = worst.max(play.actor.world.measure().overlap);
        assert_eq!(report.quarantined, 0);
    }
    let between: u64 =
        play.actor.world.contacts().filter(|c| c.a.contains(' ') && c.b.contains(' ')).map(|c| c.contacts).sum();
    let rate = between / seconds as u64;
    eprintln!("{name}: {rate} contacts a second, {worst:.3} of a radius deep at most, {dropped} dropped");
    assert!(worst <= 0.1, "{name}: {worst} of a radius");
    assert!(rate >= 100, "{name}: {rate} contacts a second");
    assert_eq!(dropped, 0);
}

/// As long as an environment variable says, in CI a minute.
fn seconds() -> usize {
    std::env::var("LISSOM_CROWD_SECS").ok().and_then(|s| s.parse().ok()).unwrap_or(6)
}

#[test]
fn jellyfishes_stay_out_of_each_other() {
    crowd("jellyfishes", seconds());
}

#[test]
fn worms_stay_out_of_each_other() {
    crowd("worms", seconds());
}
