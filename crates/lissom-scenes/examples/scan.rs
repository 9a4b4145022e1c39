use lissom_rig::creature::*;
use lissom_scenes::{figures::worm, scenes};
fn main() {
    let scene = scenes::find("worm").unwrap();
    for g in [0.5, 0.25, 0.1] {
        for rate in [1.35, 1.5] {
            for waves in [1.5, 2.0, 2.5, 3.0] {
                for t in [1.0, 1.5, 2.0] {
                    let c = worm::character();
                    let mut rig = (scene.rig)(&c, "crawl");
                    let w = &mut rig.creatures[0];
                    w.gravity_scale = g;
                    w.charts = Template::Sine.charts(t, rate);
                    w.speed = 1.0 / (waves * t);
                    let mut play = scene.play_with("crawl", c, &rig).unwrap();
                    let start = play.actor.world.measure().center_of_mass;
                    for _ in 0..480 {
                        play.step(1.0 / 60.0);
                    }
                    let m = play.actor.world.measure().center_of_mass;
                    println!(
                        "g {g} rate {rate} waves {waves} T {t}: {:.3} (dy {:.3})",
                        m[2] - start[2],
                        m[1] - start[1]
                    );
                }
            }
        }
    }
}
