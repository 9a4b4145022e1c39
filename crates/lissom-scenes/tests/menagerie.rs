//! All three papers in one scene: everything touches everything, and nothing breaks.

use lissom_core::Teleport;
use lissom_scenes::scenes;

#[test]
fn everything_touches() {
    let mut play = scenes::find("menagerie").and_then(|s| s.play(None)).expect("plays");
    let mut quarantined = 0;
    for _ in 0..12 * 60 {
        quarantined += play.step(1.0 / 60.0).quarantined;
    }
    assert_eq!(quarantined, 0);
    assert!(play.actor.world.measure().finite);
    let contacts = |a: &str, b: &str| -> u64 {
        let of = |c: &lissom_core::PairCount<'_>| (c.a == a && c.b == b) || (c.a == b && c.b == a);
        play.actor.world.contacts().filter(of).map(|c| c.contacts).sum()
    };
    let parts = ["hair", "skirt", "body", "companion"];
    for (k, a) in parts.iter().enumerate() {
        for b in &parts[k + 1..] {
            eprintln!("{a}-{b}: {}", contacts(a, b));
            assert!(contacts(a, b) > 0, "{a} never touched {b}");
        }
    }
}

#[test]
fn stalls_and_teleports_break_nothing() {
    for name in ["menagerie", "jellyfish", "worm", "snail"] {
        let mut play = scenes::find(name).and_then(|s| s.play(None)).expect("plays");
        let size = play.actor.world.template().size;
        for frame in 0..900 {
            let (dt, teleport) = match frame % 150 {
                20 => (0.4, None),
                50 => (1.0 / 60.0, Some(Teleport::Keep)),
                80 => (1.0 / 60.0, Some(Teleport::Reset)),
                110 => (1e-6, None),
                111..140 => (1.0 / 144.0, None),
                _ => (1.0 / 60.0, None),
            };
            let report = play.step_with(dt, teleport, &mut |_| {});
            assert_eq!(report.quarantined, 0, "{name}, frame {frame}");
        }
        let m = play.actor.world.measure();
        assert!(m.finite, "{name}");
        let far = play.actor.world.poses().positions().iter().flatten().map(|v| v.abs()).fold(0.0, f32::max);
        assert!(far < 10.0 * size, "{name}: {far} m away");
    }
}

#[test]
fn the_belly_breathes_and_stays_on() {
    let mut play = scenes::find("menagerie").and_then(|s| s.play(None)).expect("plays");
    let body = play.actor.creature("belly").expect("a belly");
    let tets = &play.actor.character.tets.iter().find(|t| t.name == "belly").expect("tetrahedra").mesh.clone();
    let (mut least, mut most) = (f64::MAX, 0.0_f64);
    for frame in 0..400 {
        play.step(1.0 / 60.0);
        if frame > 60 {
            let poses = play.actor.world.poses();
            let positions = poses.positions()[poses.body(body)].iter().map(|p| glam::Vec3::from_array(*p)).collect();
            let volume = lissom_rig::TetMesh { positions, tets: tets.tets.clone() }.volume() / tets.volume();
            (least, most) = (least.min(volume), most.max(volume));
        }
    }
    eprintln!("volume from {least} to {most}");
    assert!(least > 0.7 && least < 0.97 && most > 1.03 && most < 1.4, "{least} to {most}");
}
