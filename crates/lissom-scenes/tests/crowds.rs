//! Many boneless bodies: they touch all the time, and never go into each other.

use lissom_scenes::scenes;

/// Plays a scene, and looks after every frame.
fn crowd(name: &str, seconds: usize) {
    let mut play = scenes::find(name).and_then(|s| s.play(None)).expect("plays");
    let (mut worst, mut dropped) = (0.0_f64, 0);
    for _ in 0..60 * seconds {
        let report = play.step(1.0 / 60.0);
        dropped += report.dropped_contacts;
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
