use glam::Vec3;
use lissom_scenes::scenes;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scene = scenes::find(&args[1]).unwrap();
    let mut play = scene.play(args.get(2).map(|s| s.as_str()).filter(|s| *s != "-")).unwrap();
    let secs: f64 = args[3].parse().unwrap();
    let middle = |p: &lissom_scenes::scene::Play| p.actor.world.measure().center_of_mass;
    let start = middle(&play);
    let frames = (secs * 60.0) as usize;
    for f in 0..frames {
        let r = play.step(1.0 / 60.0);
        if f % (frames / 10).max(1) == 0 {
            let m = middle(&play);
            let x = play.actor.world.poses().positions();
            let (lo, hi) = x
                .iter()
                .fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(Vec3::from_array(*p)), h.max(Vec3::from_array(*p))));
            println!(
                "{:5.2} com {:.4} {:.4} {:.4}  ke {:.3} box {lo} {hi} q{}",
                f as f64 / 60.0,
                m[0] - start[0],
                m[1] - start[1],
                m[2] - start[2],
                play.actor.world.measure().kinetic_energy,
                r.quarantined
            );
        }
    }
    let m = middle(&play);
    println!("end com {:.4} {:.4} {:.4}", m[0] - start[0], m[1] - start[1], m[2] - start[2]);
    for c in play.actor.world.contacts().take(5) {
        println!("{c:?}");
    }
}
