use lissom_scenes::scenes;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scene = scenes::find(&args[1]).unwrap();
    let mut play = scene.play(None).unwrap();
    let secs: usize = args[2].parse().unwrap();
    let mut worst = 0.0_f64;
    let mut n = 0;
    let mut above = 0;
    for f in 0..secs * 60 {
        let r = play.step(1.0 / 60.0);
        let o = play.actor.world.measure().overlap;
        worst = worst.max(o);
        above += (o > 0.1) as u32;
        n += r.contacts;
        if f % 30 == 29 {
            println!("{:.1}s worst {worst:.3} above {above}/30", f as f64 / 60.0);
            worst = 0.0;
            above = 0;
        }
    }
    let _ = n;
}
