use lissom_scenes::scenes;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scene = scenes::find(&args[1]).unwrap();
    let mut play = scene.play(None).unwrap();
    play.actor.world.set_lanes(lissom_core::LaneWidth::from_count(args[2].parse().unwrap()).unwrap());
    let frames: usize = args[3].parse().unwrap();
    let mut best = f64::MAX;
    let mut all = vec![];
    for _ in 0..frames {
        let t = std::time::Instant::now();
        play.step(1.0 / 60.0);
        let e = t.elapsed().as_secs_f64() * 1e6;
        best = best.min(e);
        all.push(e);
    }
    all.sort_by(f64::total_cmp);
    println!("{} lanes {}: best {best:.1} us median {:.1}", args[1], args[2], all[frames / 2]);
}
