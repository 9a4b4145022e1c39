mod support;
use glam::*;
use lissom_core::*;
use support::*;
#[test]
fn dbg() {
    let calm = BodyParams { damping: 4.0, ..BodyParams::default() };
    let mut sleeper = free(chain(4, 0.1, Vec3::X, calm.clone()));
    sleeper.part = "sleeper".into();
    let mut ball = free(chain(1, 0.1, Vec3::X, BodyParams { damping: 0.0, ..calm }));
    ball.part = "ball".into();
    ball.particles[0].position = [0.1, 2.0, 0.0];
    let mut world = world(vec![sleeper, ball], Vec3::ZERO);
    run(&mut world, 120);
    set_velocity(&mut world, 1, 0, Vec3::NEG_Y * 2.0);
    world.state_mut().split().still.fill(0.0);
    for f in 0..75 {
        let r = run(&mut world, 1);
        if f < 3 || f > 53 { println!("{f} {:?} ball {:.3} joint {:.3} {:.3} v {:.3}", r, position(&world, 1, 0), position(&world, 0, 1), position(&world, 0, 3).y, world.state().v()[1][slot(&world, 1, 0)]); }
    }
}
